"""The records of every subject, where Django looks for them."""

import federation.api.models
import federation.archive.models
import federation.archive_exports.models
import federation.casebook.models
import federation.drafts.models
import federation.packages.models
import federation.received.models
import federation.seasons.models
import federation.second_instance.models
import federation.webhooks.models
