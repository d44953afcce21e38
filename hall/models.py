"""The records of every subject, where Django looks for them."""

import hall.calls.models
import hall.clock.models
import hall.line_codes.models
