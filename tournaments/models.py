"""The records of every subject, where Django looks for them."""

import tournaments.appeals.models
import tournaments.check_in.models
import tournaments.draw.models
import tournaments.entries.models
import tournaments.entry_lists.models
import tournaments.planning.models
import tournaments.publication.models
import tournaments.rounds.deal_models
import tournaments.rounds.models
import tournaments.scores.match_models
import tournaments.scores.models
import tournaments.setup.games
import tournaments.setup.models
import tournaments.staff.models
import tournaments.standings.models
