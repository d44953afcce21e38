"""The records of every subject, where Django looks for them."""

import people.accounts.models
import people.offices.models
import people.players.models
import people.sign_in.models
