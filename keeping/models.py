"""The records of every subject, where Django looks for them."""

import keeping.erasing.models
