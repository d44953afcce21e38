"""Deciding: the ruling as a record, what it sets in motion, departing from it, revising it."""

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from codes.library import get_rulebook
from records.models import LogEntry
from records.requests import Refused
from referee.cases.actions import Answers, answer, discard_case, open_case
from referee.cases.base_actions import StaleRecord
from referee.decisions.details import Details
from referee.orders.models import Reservation, StandingOrder
from referee.rulings.actions import decide, depart, revise_ruling
from referee.rulings.models import Ruling
from tests.factories import acting, make_score
from tests.referee.told import ANNULLED, BY_EAST, NAPOLETANA
from tournaments.scores.models import Adjustment, BoardScore

RESERVED = {"scelta": "sanatoria-sospesa"}
PENALTY = {"scelta": "correzione", "onere": "penalita-vp"}


def test_a_ruling_can_be_read_without_the_rulebook(ruled, board):
    ruling = ruled("accusa-anticipata", NAPOLETANA)
    assert (ruling.number, ruling.version, str(ruling)) == (1, 1, "Provvedimento n. 1")
    assert ruling.title == {"it": "Accusa prima del proprio turno", "en": "Accusa before one’s turn"}
    assert ruling.scene["seats"] == {"N": "Anna Conti", "W": "Rita Fontana", "S": "Luca Serra", "E": "Piero Galli"}
    assert (ruling.scene["board"], ruling.scene["responsible"]) == (board.number, "N")
    first = ruling.facts[1]  # after what the tournament knows: no score is noted
    assert first["question"]["it"].endswith("?")
    assert (first["answer"], first["mattered"], first["source"]) == ("nessuno", True, "arbiter")
    assert [article["number"] for article in ruling.citations] == [174, 183]
    assert ruling.citations[0]["summary"]["en"]
    forbid = next(effect for effect in ruling.effects if effect.get("forbid") == "completare-accusa")
    assert (forbid["verb"], forbid["whom"], forbid["until"]) == ("forbid", "responsabile", "fine-passata")
    assert "Anna Conti" in forbid["words"]["it"]
    assert {option["option"]: option["answer"] for option in ruling.options}["forma"] == "duplicato"


def test_a_ruling_knows_its_rule_until_it_changes(ruled):
    ruling, book = ruled("accusa-anticipata", NAPOLETANA), get_rulebook("fitres-tressette")
    assert ruling.rulebook_hash == book.hash
    assert not ruling.changed_since(book)
    ruling.rule_hash = "another"
    assert ruling.changed_since(book)


def test_an_answer_that_did_not_matter_is_recorded_as_such(told, say, bruno):
    case = told("accusa-anticipata", NAPOLETANA)
    case = say(case, facts={"contestazione-battuta": "nessuna"})
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version)
    assert {fact["name"] for fact in ruling.facts if not fact["mattered"]} == {"dichiarato"}


def test_an_incomplete_case_is_not_decided(draft, say, bruno):
    say(draft, procedure="accusa-anticipata")
    with pytest.raises(Refused, match="posto"):
        decide(by=acting(bruno), case=draft, expected_version=2)
    say(draft, responsible="N")
    with pytest.raises(Refused, match="Manca una risposta"):
        decide(by=acting(bruno), case=draft, expected_version=3)
    assert not Ruling.objects.exists()


def test_a_case_without_board_is_not_decided(bruno, table):
    case = open_case(by=acting(bruno), table=table, procedure="accusa-anticipata")
    with pytest.raises(Refused, match="smazzata"):
        decide(by=acting(bruno), case=case, expected_version=1)


@pytest.mark.parametrize("who", ["dora", "sara", "carla", "ettore"])
def test_only_arbiters_decide(who, cast, told):
    case = told("accusa-anticipata", NAPOLETANA)
    with pytest.raises(PermissionDenied):
        decide(by=acting(cast[who]), case=case, expected_version=case.version)


def test_deciding_twice_gives_one_ruling(told, bruno):
    case = told("accusa-anticipata", NAPOLETANA)
    first = decide(by=acting(bruno, key="k"), case=case, expected_version=case.version)
    assert decide(by=acting(bruno, key="k"), case=case, expected_version=case.version) == first
    with pytest.raises(StaleRecord):
        decide(by=acting(bruno), case=case, expected_version=case.version)


def test_a_decided_case_is_closed_and_logged(ruled):
    ruling = ruled("accusa-anticipata", NAPOLETANA)
    ruling.case.refresh_from_db()
    assert ruling.case.state == "ruled"
    entry = LogEntry.objects.latest("sequence")
    assert (entry.action, entry.data["number"]) == ("decide", 1)


def test_prohibitions_stand_for_the_seats_they_bind(ruled):
    ruled("accusa-anticipata", NAPOLETANA)
    standing = {order.what: order.seats for order in StandingOrder.objects.exclude(verb="choose")}
    assert standing == {
        "completare-accusa": ["N"],
        "nuove-accuse": ["N", "S"],
        "sanare-accuse": ["S"],
        "uscire-palo-napoletana": ["S"],
    }


def test_an_annulment_voids_the_board_at_that_table(ruled, table, board, bruno):
    make_score(table, board, (7, 4), bruno)
    ruling = ruled("numero-carte-errato", ANNULLED)
    score = BoardScore.objects.current().get(table=table, board=board)
    assert (score.kind, score.version, score.reference) == ("void", 2, "Provvedimento n. 1")
    assert ruling.arbitral == "artificiale"


def test_a_judgement_needs_a_reason(told, bruno):
    case = told("altra-anomalia", {"scelta": "nessun-effetto"}, detected=BY_EAST)
    with pytest.raises(Refused, match="motivazione"):
        decide(by=acting(bruno), case=case, expected_version=case.version)
    ruling = decide(by=acting(bruno), case=case, expected_version=case.version, reason="Nessun danno")
    assert ruling.reason == "Nessun danno"


def test_a_reservation_has_the_voice_of_an_opponent(told, bruno):
    case = told("altra-anomalia", RESERVED, detected=BY_EAST)
    for seat in ("", "S", "X"):
        with pytest.raises(Refused, match="riserva"):
            decide(
                by=acting(bruno),
                case=case,
                expected_version=case.version,
                reason="Si vedrà",
                details=Details(voiced_by=seat),
            )
    decide(
        by=acting(bruno),
        case=case,
        expected_version=case.version,
        reason="Si vedrà",
        details=Details(voiced_by="E"),
    )
    reservation = Reservation.objects.get()
    assert (reservation.voiced_by, reservation.voiced_by_name) == ("E", "Piero Galli")
    assert (reservation.state, reservation.consequence) == ("open", "riserva-invocata")


def test_a_penalty_needs_its_measure_and_enters_the_standings(told, bruno, table):
    case = told("altra-anomalia", PENALTY, detected=BY_EAST)
    with pytest.raises(Refused, match="penalità"):
        decide(by=acting(bruno), case=case, expected_version=case.version, reason="Recidiva")
    ruling = decide(
        by=acting(bruno), case=case, expected_version=case.version, reason="Recidiva", details=Details(amount=2)
    )
    given = Adjustment.objects.get()
    assert (given.entry, given.kind, given.amount) == (table.line_a, "vp", -2)
    assert (given.reference, given.round) == ("Provvedimento n. 1", table.round)
    assert {"verb": "penalty", "penalty": "vp", "amount": 2}.items() <= ruling.effects[-1].items()


def test_a_reprimand_takes_nothing_in_the_standings(ruled, table):
    again = {"scelta": "correzione", "onere": "disciplinare", "misura-disciplinare": "richiamo"}
    ruling = ruled("altra-anomalia", again, detected=BY_EAST, reason="Ripetuto")
    assert ruling.effects[-1]["discipline"] == "richiamo"
    assert not Adjustment.objects.exists()


# -- departing ----------------------------------------------------------------------------------------------------


def test_departing_keeps_the_proposal_beside_the_decision(told, bruno):
    case = told("numero-carte-errato", ANNULLED)
    ruling = depart(
        by=acting(bruno),
        case=case,
        expected_version=case.version,
        reason="Le carte erano ancora ricomponibili",
        choices={"scelta": "nessun-effetto"},
    )
    assert ruling.departed
    assert [effect["verb"] for effect in ruling.effects] == ["judgement", "inform"]
    assert [effect["verb"] for effect in ruling.proposed_effects] == ["annul", "arbitral"]
    assert ruling.arbitral == ""
    assert {"scelta"} <= {fact["name"] for fact in ruling.facts}
    assert not BoardScore.objects.exists()


def test_departing_in_own_words(told, bruno):
    case = told("accusa-anticipata", NAPOLETANA)
    ruling = depart(
        by=acting(bruno), case=case, expected_version=case.version, reason="Principianti", order="Si riprende da qui."
    )
    assert ruling.effects == [{"verb": "free", "words": {"it": "Si riprende da qui.", "en": "Si riprende da qui."}}]
    assert not StandingOrder.objects.exists()


def test_departing_needs_a_reason_and_a_decision(told, bruno):
    case = told("accusa-anticipata", NAPOLETANA)
    with pytest.raises(Refused, match="diversamente"):
        depart(by=acting(bruno), case=case, expected_version=case.version, reason=" ", order="Si riprende.")
    with pytest.raises(Refused, match="Scegli un effetto"):
        depart(by=acting(bruno), case=case, expected_version=case.version, reason="Principianti")
    with pytest.raises(Refused, match="Manca una risposta"):
        depart(
            by=acting(bruno),
            case=case,
            expected_version=case.version,
            reason="Principianti",
            choices={"scelta": "correzione"},
        )
    assert not Ruling.objects.exists()


def test_departing_towards_an_annulment_voids_the_board(told, bruno, table, board):
    case = told("accusa-anticipata", NAPOLETANA)
    ruling = depart(
        by=acting(bruno),
        case=case,
        expected_version=case.version,
        reason="Il danno è fatto",
        choices={"scelta": "monte", "colpa": "una-parte"},
    )
    assert ruling.arbitral == "assegnato"
    assert BoardScore.objects.current().get(table=table, board=board).is_void


def test_a_player_cannot_depart(told, carla):
    case = told("accusa-anticipata", NAPOLETANA)
    with pytest.raises(PermissionDenied):
        depart(by=acting(carla), case=case, expected_version=case.version, reason="r", order="o")


# -- revising -----------------------------------------------------------------------------------------------------


def revised(ruling, user, **answers):
    """The case of a ruling under revision, with something answered anew."""
    case = revise_ruling(by=acting(user), ruling=ruling, expected_version=ruling.version, reason="Sentito il tavolo")
    return answer(by=acting(user), case=case, expected_version=case.version, answers=Answers(**answers))


def test_a_revision_is_a_new_version_with_its_reason(ruled, bruno):
    first = ruled("accusa-anticipata", NAPOLETANA)
    case = revised(first, bruno, facts={"contestazione-battuta": "nessuna"})
    assert case.is_revision
    second = decide(by=acting(bruno), case=case, expected_version=case.version)
    assert (second.number, second.version, second.supersedes) == (1, 2, first)
    assert second.revision_reason == "Sentito il tavolo"
    assert list(Ruling.objects.current()) == [second]


def test_a_revision_ends_what_the_earlier_version_ordered(ruled, bruno):
    first = ruled("altra-anomalia", PENALTY, detected=BY_EAST, reason="Recidiva", details=Details(amount=2))
    case = revised(first, bruno, facts={"onere": "divieto"})
    decide(by=acting(bruno), case=case, expected_version=case.version, reason="Basta un divieto")
    assert Adjustment.objects.get().is_cancelled
    assert StandingOrder.objects.get(verb="forbid").is_active
    ended = StandingOrder.objects.filter(verb="choose").order_by("pk")
    assert [order.is_active for order in ended] == [False, True]


def test_another_arbiter_needs_the_chief_to_revise(ruled, giulia, dora):
    ruling = ruled("accusa-anticipata", NAPOLETANA)
    with pytest.raises(PermissionDenied):
        revise_ruling(by=acting(dora), ruling=ruling, expected_version=1, reason="No")
    assert revise_ruling(by=acting(giulia), ruling=ruling, expected_version=1, reason="Errore").is_revision


def test_an_arbiter_does_not_revise_the_chiefs_ruling(told, giulia, bruno):
    case = told("accusa-anticipata", NAPOLETANA)
    ruling = decide(by=acting(giulia), case=case, expected_version=case.version)
    with pytest.raises(PermissionDenied):
        revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="No")


def test_a_stale_version_is_not_revised(ruled, bruno):
    first = ruled("accusa-anticipata", NAPOLETANA)
    case = revised(first, bruno, facts={"contestazione-battuta": "nessuna"})
    second = decide(by=acting(bruno), case=case, expected_version=case.version)
    with pytest.raises(StaleRecord) as stale:
        revise_ruling(by=acting(bruno), ruling=first, expected_version=1, reason="Di nuovo")
    assert stale.value.current == second


def test_a_revision_needs_a_reason_and_is_begun_once(ruled, bruno):
    ruling = ruled("accusa-anticipata", NAPOLETANA)
    with pytest.raises(Refused, match="perché"):
        revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="")
    revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Errore")
    with pytest.raises(Refused, match="già in revisione"):
        revise_ruling(by=acting(bruno), ruling=ruling, expected_version=1, reason="Errore")


def test_a_revision_given_up_leaves_the_ruling_and_its_answers(ruled, bruno):
    ruling = ruled("accusa-anticipata", NAPOLETANA)
    case = revised(ruling, bruno, responsible="S")
    case = discard_case(by=acting(bruno), case=case, expected_version=case.version, reason="Andava bene")
    assert (case.state, case.responsible, case.facts) == ("ruled", "N", NAPOLETANA)
    assert list(Ruling.objects.current()) == [ruling]


# -- the database ---------------------------------------------------------------------------------------------------


def test_the_database_refuses_to_change_a_ruling(ruled):
    ruling = ruled("accusa-anticipata", NAPOLETANA)
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        Ruling.objects.filter(pk=ruling.pk).update(reason="Cambiata")


def test_the_database_refuses_to_delete_a_ruling(ruled):
    ruling = ruled("numero-carte-errato", ANNULLED)
    with pytest.raises(IntegrityError, match="never changed"), transaction.atomic():
        Ruling.objects.filter(pk=ruling.pk).delete()


def test_the_database_wants_a_reason_for_departing(ruled, draft):
    ruling = ruled("accusa-anticipata", NAPOLETANA)
    ruling.pk, ruling.number, ruling.departed = None, 2, True
    with pytest.raises(IntegrityError), transaction.atomic():
        ruling.save(force_insert=True)
