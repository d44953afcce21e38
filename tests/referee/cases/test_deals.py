"""The hands of a board in a case on it: for who rules and does not play, among known facts, in what a picker offers."""

import re

import pytest

from codes.seats import Seat
from codes.tressette.cards import DECK
from codes.tressette.deals import dealt
from people.accounts.models import Player
from referee.cases.actions import discard_case, open_case
from referee.cases.known_answers import known_answers
from referee.cases.queries import deal_of_case, hands_on_paper, recorded_deal
from referee.cases.walk import book_of
from tests.asking import TOURNAMENT, source, text
from tests.factories import acting, make_deals
from tests.reading import text_of
from tests.referee.told import BY_EAST
from tournaments.entries.models import EntryMember
from tournaments.rounds.deal_queries import hands_shown
from tournaments.rounds.models import Round
from tournaments.setup.models import Tournament

SEED = "una prova"
CASE = TOURNAMENT + "casi/1/"
SHOWN = {"esposizione": "pronta", "compagno-dopo-vista": "no"}
FOLDED = "Le carte della smazzata"


@pytest.fixture
def dealt_board(tournament, dora):
    make_deals(tournament, dora, seed=SEED)
    return dealt(SEED, 1)


def joins(user, tournament):
    player = Player.objects.create(first_name=user.first_name, last_name=user.last_name, account=user)
    EntryMember.objects.create(entry=tournament.entries.get(number=2), player=player, position=3)


def held(deal, seat):
    return {card.short for card in deal.hands[seat]}


def test_a_case_shows_the_hands_to_who_rules_and_does_not_play(dealt_board, draft, client_of, cast, tournament):
    seen = {name for name in ("giulia", "bruno", "dora", "sara") if deal_of_case(cast[name], draft) == dealt_board}
    assert seen == {"giulia", "bruno"}
    assert FOLDED in text(client_of(cast["bruno"]).get(CASE))
    assert FOLDED not in text(client_of(cast["dora"]).get(CASE))
    joins(cast["bruno"], tournament)
    assert FOLDED not in text(client_of(cast["bruno"]).get(CASE))


def test_beside_a_question_stands_the_hand_it_is_about_for_who_may_see_it(
    dealt_board, told, client_of, bruno, tournament
):
    told("accusa-dimenticata-o-errata", {})
    page = source(client_of(bruno).get(CASE))
    _before, _form, asked = page.partition('name="fact" value="difetto-accusa"')
    hand = asked[asked.index("La mano di Nord com’era all’inizio") :]
    signs = {card.rank.value for card in dealt_board.hands[Seat.N] if card.suit == "d"}
    danari = re.search(r'<span class="figures">([^<]*)</span>', hand)
    assert danari and set(danari[1].split()) - {"–"} == signs
    assert [words for words in accusa_words(dealt_board, Seat.N) if words not in hand] == []
    joins(bruno, tournament)
    assert "com’era all’inizio" not in source(client_of(bruno).get(CASE))


def accusa_words(deal, seat):
    return [one for hand in hands_shown(deal) if hand.seat is seat for one in hand.accusa]


def test_of_no_board_or_a_discarded_case_nothing_is_shown(dealt_board, draft, table, bruno):
    assert deal_of_case(bruno, open_case(by=acting(bruno), table=table)) is None
    discard_case(by=acting(bruno), case=draft, expected_version=draft.version, reason="Non era niente")
    draft.refresh_from_db()
    assert deal_of_case(bruno, draft) is None


def test_where_none_is_kept_nothing_is_shown_or_known(draft, bruno):
    assert (deal_of_case(bruno, draft), recorded_deal(draft), hands_on_paper(draft)) == (None, None, [])


@pytest.mark.long
def test_a_ruling_shows_them_on_its_page_and_its_paper_only_once_the_board_is_over(dealt_board, ruled, client_of, cast):
    ruling = ruled("mancata-risposta", {"aveva-palo": "no"}, detected=BY_EAST)
    tournament, bruno, dora = ruling.tournament, cast["bruno"], cast["dora"]
    page, paper = (
        f"{TOURNAMENT}provvedimenti/{ruling.number}/",
        f"{TOURNAMENT}esporta/provvedimenti/{ruling.number}.pdf",
    )
    assert FOLDED in text(client_of(bruno).get(page))
    assert FOLDED not in text(client_of(dora).get(page))
    assert "Carte date" not in text_of(client_of(bruno).get(paper).content)
    Round.objects.filter(tournament=tournament, number=1).update(state="closed")
    told_then = text_of(client_of(dora).get(paper).content)
    assert "Carte date" in told_then
    danari = " ".join(card.rank.value for card in DECK[:10] if card in dealt_board.hands[Seat.N])
    assert f"danari {danari}" in told_then


@pytest.mark.usefixtures("dealt_board")
@pytest.mark.parametrize(
    ("procedure", "fact", "told"),
    [
        (
            "distribuzione-irregolare",
            "tipo-mano",
            "duplicata: le smazzate sono preparate prima, uguali a tutti i tavoli",
        ),
        ("mano-duplicata-alterata", "registrazione", "si: il programma tiene la distribuzione di questa smazzata"),
    ],
)
def test_that_a_hand_was_duplicated_and_recorded_is_known(draft, say, procedure, fact, told):
    say(draft, procedure=procedure)
    draft.refresh_from_db()
    found = known_answers(draft, book_of(draft.tournament), (procedure,))[fact]
    assert f"{found.answer}: {found.source['it']}".startswith(told)


def test_a_picker_offers_the_cards_of_the_hand_and_folds_the_others(dealt_board, told, client_of, bruno):
    told("carte-esposte", SHOWN, detected=BY_EAST)
    page = source(client_of(bruno).get(CASE + "?passo=carte"))
    first, _others, rest = page.partition("Un’altra carta: la mano era cambiata")
    cards = re.compile(r'name="carte-mostrata" value="(\w\w)"')
    assert set(cards.findall(first)) == held(dealt_board, Seat.N)
    assert set(cards.findall(rest)) == {card.short for card in DECK} - held(dealt_board, Seat.N)


def test_who_plays_is_offered_the_whole_pack(dealt_board, told, client_of, bruno, tournament):
    told("carte-esposte", SHOWN, detected=BY_EAST)
    joins(bruno, tournament)
    page = source(client_of(bruno).get(CASE + "?passo=carte"))
    assert "la mano era cambiata" not in page
    assert len(re.findall(r'name="carte-mostrata" value="\w\w"', page)) == len(DECK)


def test_of_another_game_no_deal_is_looked_for(draft, bruno):
    Tournament.objects.update(forma="ordinario")
    draft.tournament.refresh_from_db()
    assert recorded_deal(draft) is None
