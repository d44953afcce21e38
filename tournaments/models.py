"""The records of every subject, where Django looks for them."""

import tournaments.admissions.models
import tournaments.appeals.models
import tournaments.boards.models
import tournaments.deals.models
import tournaments.draw.models
import tournaments.entries.models
import tournaments.entry_lists.models
import tournaments.fees.models
import tournaments.invitations.models
import tournaments.jobs.models
import tournaments.kept_apart.models
import tournaments.match_scores.models
import tournaments.own_club.models
import tournaments.publication.models
import tournaments.rounds.models
import tournaments.scores.models
import tournaments.setup.games
import tournaments.setup.models
import tournaments.sittings.models
import tournaments.stages.models
