"""The records of every subject, where Django looks for them."""

import referee.arbitral_scores.models
import referee.cards.models
import referee.cases.models
import referee.code_browser.models
import referee.consultations.models
import referee.editions.models
import referee.orders.models
import referee.proposals.models
import referee.rulings.models
