"""From a ruling one goes on with what follows it: verification, declaration, stakes, with all that is known by then."""

import pytest
from django.urls import reverse

from codes.library import get_rulebook
from codes.reading.loader import RulebookError, load_rulebook
from records.requests import Refused
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.decisions.details import Details
from referee.decisions.queries import follow_ups
from referee.rulings.actions import follow_ruling
from referee.rulings.models import Ruling
from referee.wizard.steps import Step, position
from tests.codes.mini import fact, procedure, rule, text, write
from tests.factories import acting
from tests.referee.told import BY_EAST

CALLED = {
    "tipo-partita": "punti",
    "come-arrivati": "pigliate",
    "mano-del-chiamante": "no",
    "chiamate-premature": "nessuna",
}
# A round of a tournament is played by boards: that this match is not takes a reason.
AT_POINTS = "Partita d’esibizione ai 21"
WORTH = Details(match=(-16, 16))
TO_VERIFY = CALLED | {"esito-verifica": "da-verificare", "pigliate-rivedibili": "no"}


@pytest.fixture
def at_points(tournament):
    """Ordinary play, where matches are won by points and stakes are paid."""
    tournament.forma, tournament.norme = "ordinario", "tradizionali"
    tournament.save()
    return tournament


@pytest.fixture
def followed(bruno):
    def run(ruling, name):
        return follow_ruling(by=acting(bruno), ruling=ruling, procedure=name)

    return run


def names(ruling):
    return [one.procedure for one in follow_ups(ruling)]


def test_the_verification_follows_the_call_and_asks_nothing_again(at_points, ruled, followed):
    ruling = ruled("chiamata-fuori", TO_VERIFY, contradicts=AT_POINTS)
    assert names(ruling) == ["esito-chiamata-fuori"]
    case = followed(ruling, "esito-chiamata-fuori")
    assert (case.table_id, case.board_id) == (ruling.case.table_id, ruling.case.board_id)
    assert case.facts["mano-del-chiamante"] == "no"
    assert "esito-verifica" not in case.facts  # what the verification is about
    case.responsible = case.responsible or "N"
    at = position(case, book_of(at_points))
    assert at.step == Step.QUESTION
    assert at.question.fact.name == "esito-verifica"


def test_the_declaration_follows_the_match_won_and_the_stakes_follow_it(at_points, ruled, followed, say, bruno):
    won = ruled("chiamata-fuori", CALLED | {"esito-verifica": "raggiunto"}, contradicts=AT_POINTS, details=WORTH)
    assert names(won) == ["andata-per-cappotto"]
    case = followed(won, "andata-per-cappotto")
    assert case.facts["titolo-cappotto"] == "chiamata"


def test_the_ruling_offers_it_and_one_tap_opens_it(at_points, ruled, client_of, bruno):
    ruling = ruled("chiamata-fuori", TO_VERIFY, contradicts=AT_POINTS)
    client = client_of(bruno)
    page = client.get(reverse("ruling", args=[at_points.slug, ruling.number])).content.decode()
    assert 'name="procedure" value="esito-chiamata-fuori"' in page
    fields = {"key": "segue", "follows": ruling.number, "procedure": "esito-chiamata-fuori"}
    answered = client.post(reverse("new_case", args=[at_points.slug, 1, 1]), fields)
    case = Case.objects.get(procedure="esito-chiamata-fuori")
    assert answered.url == reverse("case", args=[at_points.slug, case.number])


def test_what_does_not_follow_is_refused(at_points, ruled, followed):
    ruling = ruled("chiamata-fuori", TO_VERIFY, contradicts=AT_POINTS)
    with pytest.raises(Refused, match="non segue altro"):
        followed(ruling, "accusa-anticipata")


def test_nothing_follows_a_ruling_that_orders_none_of_it(ruled):
    ruled("carte-esposte", {"esposizione": "leggibili"}, detected=BY_EAST)
    assert follow_ups(Ruling.objects.get()) == []


def test_a_follow_up_that_there_is_not_is_refused_with_its_line(tmp_path):
    effects = {
        "wording": {"inform": {"niente": text("niente")}},
        "follows": {"inform": {"niente": {"procedure": "due"}, "altro": {"procedure": "uno", "with": {"a": "forse"}}}},
        "whom": {},
        "until": {},
        "finality": {},
        "basis": {},
    }
    with pytest.raises(RulebookError) as refused:
        load_rulebook(write(tmp_path, [procedure("uno", {"a": fact("si", "no")}, [rule({})])], effects=effects))
    told = "\n".join(str(problem) for problem in refused.value.problems)
    assert "unknown procedure «due»" in told
    assert "no wording for «inform: altro»" in told
    assert "unknown answer «forse» of «a»" in told


def test_after_an_annulment_it_is_said_what_stands():
    words = get_rulebook("fitres-tressette").effects.wording["annul"]["con-ripetizione"]
    assert "come se non fosse cominciata" in words.it  # 79
    assert "quelli delle passate prima restano" in words.it
    assert "those of earlier boards stand" in words.en
