"""Whether rulings and arbitral scores follow: each walked again in its own edition, each worked out from its inputs."""

from collections.abc import Iterator
from functools import lru_cache

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from codes.arbitral import score as law
from codes.deciding.book import Rulebook
from codes.library import get_rulebook, rulebook_ids
from codes.reading.loader import EditionDamaged, is_as_kept, unpacked
from records.requests import Refused
from referee.arbitral_scores.models import ArbitralScore
from referee.arbitral_scores.queries import hash_of
from referee.arbitral_scores.score import Choice, method_of, work_out
from referee.editions.models import CodeEdition
from referee.editions.queries import follows
from referee.rulings.models import Ruling
from tournaments.publication.verification_queries import Check
from tournaments.rounds.models import Board
from tournaments.setup.models import Tournament


def proofs(tournament: Tournament) -> Iterator[Check]:
    """One check of all rulings and one of all arbitral scores; nothing of a tournament without them."""
    yield from _rulings(tournament)
    yield from _scores(tournament)


def _rulings(tournament: Tournament) -> Iterator[Check]:
    rulings = Ruling.objects.filter(tournament=tournament).order_by("number", "version")
    wrong, walked, unreadable = list[str](), 0, 0
    for ruling in rulings:
        name = _("Provvedimento n. %(number)d, versione %(version)d")
        name %= {"number": ruling.number, "version": ruling.version}
        try:
            book = edition_of(ruling)
        except EditionDamaged:
            wrong.append(_("%(ruling)s: l’edizione conservata non è quella.") % {"ruling": name})
            continue
        if book is None:
            unreadable += 1
            continue
        walked += 1
        if not follows(ruling, book):
            wrong.append(_("%(ruling)s: dalle sue risposte il codice decide altro.") % {"ruling": name})
    wrong += _damaged(rulings)
    if walked or unreadable or wrong:
        subject = ngettext("Provvedimenti, %(number)d ripercorso", "Provvedimenti, %(number)d ripercorsi", walked) % {
            "number": walked
        }
        if unreadable:
            subject = _("%(what)s; %(number)d di un’edizione che non c’è più") % {"what": subject, "number": unreadable}
        yield Check(subject, "", not wrong, " ".join(wrong[:1]))


def _damaged(rulings: QuerySet[Ruling]) -> list[str]:
    """The kept editions that are not what was kept, also where the program still has its own of the same hash."""
    kept = CodeEdition.objects.filter(hash__in=rulings.order_by().values("rulebook_hash")).order_by("pk")
    words = _("L’edizione conservata di %(code)s non è quella.")
    return [words % {"code": one.code} for one in kept if not _is_as_kept(bytes(one.files), one.hash)]


def edition_of(ruling: Ruling) -> Rulebook | None:
    """The edition it was decided under: this program's, or the one that was kept; None of a ruling of before.

    Raises NotAsKept.
    """
    if ruling.rulebook in rulebook_ids():
        now = get_rulebook(ruling.rulebook)
        if now.hash == ruling.rulebook_hash:
            return now
    edition = CodeEdition.objects.filter(hash=ruling.rulebook_hash).first()
    return _unpacked(bytes(edition.files), edition.hash) if edition else None


# Read and checked whole each time, a third of a second.
_unpacked, _is_as_kept = lru_cache(maxsize=4)(unpacked), lru_cache(maxsize=4)(is_as_kept)


def _scores(tournament: Tournament) -> Iterator[Check]:
    scores_in_order = ArbitralScore.objects.filter(case__tournament=tournament).order_by("pk")
    scores = list(scores_in_order.select_related("ruling", "case__tournament", "case__table__round"))
    wrong = [score for score in scores if not comes_out(score)]
    if scores:
        words = _("Il punteggio arbitrale del %(ruling)s, rifatti i conti, è un altro.")
        trouble = words % {"ruling": wrong[0].ruling.reference} if wrong else ""
        yield Check(
            ngettext("Punteggi arbitrali, %(number)d rifatto", "Punteggi arbitrali, %(number)d rifatti", len(scores))
            % {"number": len(scores)},
            "",
            not wrong,
            trouble,
        )


def comes_out(score: ArbitralScore) -> bool:
    """Whether the same points and arithmetic come out of its inputs and of what the arbiter chose."""
    case = score.case
    try:
        # The case may have been opened again on another board since.
        case.board = Board.objects.get(pk=score.ruling.answers["board"])
        inputs = tuple(law.TableScore(**table_score) for table_score in score.inputs)
        reckoning = law.Reckoning.from_dict(score.arithmetic)
        choice = Choice.from_score(reckoning, reckoning.reason or score.reason)
        worked = work_out(case, score.ruling, inputs, choice)
        method = method_of(score.ruling)
    except (Refused, Board.DoesNotExist, KeyError, TypeError, ValueError, AttributeError):
        return False  # what was tampered with need not be readable
    same_points = (method, worked.a, worked.b) == (score.method, score.points_a, score.points_b)
    return same_points and worked.to_dict() == score.arithmetic and hash_of(inputs) == score.inputs_hash
