"""Trying a draft of a code: sent in, checked as every code is, walked over the archive by a worker, thrown away.

Nothing here touches a ruling, a tournament or an edition.
"""

import logging
from collections.abc import Mapping

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django_tasks import task

from codes.deciding.book import Rulebook
from codes.library import get_rulebook, rulebook_ids
from codes.reading.loader import failures
from federation.archive_exports.actions import Telling, give_up, make_again, mine, take_up
from federation.drafts.models import DraftEdition, DraftResult, DraftTrial
from federation.drafts.queries import book_of_draft, edition_files, packed, problem_in_words, rulings_tried
from federation.drafts.upload import DraftRefused, Fault, Problem, load_draft, whole
from people.accounts.models import Federation
from people.offices.log import write_federation_line
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused
from records.rights import FederationRight, federation_rights
from referee.editions.queries import Tried, likeness, try_under
from referee.rulings.models import Ruling

MOST_DRAFTS = 20  # of a federation, at a time
CHUNK = 200
MOST_REMARKS = 50
log = logging.getLogger(__name__)


@action(FederationRight.TRY_EDITIONS, logs="load_draft")
def load_draft_edition(
    *, by: Actor, federation: Federation, code: str, name: str, sent: Mapping[str, str]
) -> DraftEdition:
    """Keep a draft, once it is found sound; sent: its files by their names, all or those that change."""
    if code not in rulebook_ids():
        raise Refused(_("Scegli l’edizione da cui parte la bozza."))
    if DraftEdition.objects.filter(federation=federation).count() >= MOST_DRAFTS:
        raise Refused(_("Ci sono già %(most)d bozze: togline una.") % {"most": MOST_DRAFTS})
    edition = edition_files(code)
    try:
        files = whole(sent, edition)
        book = load_draft(files)
        _same_game(book, get_rulebook(code))
    except DraftRefused as error:
        raise Refused(*map(problem_in_words, error.problems)) from error
    draft = DraftEdition(
        federation=federation, code=code, name=required_text(name, _("Dai un nome alla bozza.")), hash=book.hash,
        changed=sorted(one for one in {*files, *edition} if files.get(one) != edition.get(one)), files=packed(files),
        loaded_by=by.user, loaded_at=by.at,
    )  # fmt: skip
    if not draft.changed:
        raise Refused(_("La bozza è uguale all’edizione da cui parte."))
    save_checked(draft)
    return write_federation_line(by, draft, sha256=book.hash)


def _same_game(book: Rulebook, edition: Rulebook) -> None:
    if (book.federation, book.game) != (edition.federation, edition.game):
        raise DraftRefused(Problem("rulebook.yaml", 1, Fault.OTHER_GAME))


@action(FederationRight.TRY_EDITIONS)
def discard_draft(*, by: Actor, draft: DraftEdition) -> DraftEdition:
    """Throw a draft away with what came out of it: it never was an edition."""
    write_federation_line(by, draft, sha256=draft.hash)
    DraftEdition.objects.filter(pk=draft.pk).delete()
    return draft


@action(FederationRight.TRY_EDITIONS, logs="try_draft")
def ask_for_trial(*, by: Actor, draft: DraftEdition) -> DraftTrial:
    """Let a worker walk the archive again under the draft; one that is under way is that one."""
    make_again(DraftTrial, try_draft, by.at)
    known = DraftTrial.objects.filter(draft=draft)
    found = known.filter(state__in=DraftTrial.UNDER_WAY).first()
    if found:
        return found
    known.delete()
    trial = DraftTrial.objects.create(
        federation=draft.federation, draft=draft, asked_by=by.user, language=get_language() or "it", asked_at=by.at,
        seen_at=by.at,
    )  # fmt: skip
    write_federation_line(by, draft, sha256=draft.hash)
    try_draft.enqueue(trial.pk)
    return trial


@task()
def try_draft(pk: int) -> None:
    """Walk, once: whoever finds it taken up by another worker leaves it alone."""
    trial = take_up(DraftTrial, pk)
    if trial is None:
        return
    with translation.override(trial.language):
        try:
            if FederationRight.TRY_EDITIONS not in federation_rights(trial.asked_by, trial.federation):
                raise Refused(_("Nella federazione non hai più l’incarico che serve per provare una bozza."))
            _walk_all(trial)
        except Refused as error:
            give_up(trial, error.messages[0])
        except Exception:  # whatever it was, whoever waits must hear of it
            log.exception("The draft of %s could not be tried.", trial)
            give_up(trial, _("La prova si è interrotta per un errore del programma. Riprova."))


def _walk_all(trial: DraftTrial) -> None:
    """Every ruling in force, some hundreds at a time; what an interrupted try left is begun anew."""
    book, tell = book_of_draft(trial.draft), Telling(trial)
    if book.hash != trial.draft.hash:
        raise Refused(_("I file della bozza non sono più quelli caricati: toglila e caricala di nuovo."))
    DraftResult.objects.filter(trial=trial).delete()
    rulings, known = rulings_tried(trial.draft), dict[str, Tried]()
    total, done, last = rulings.count(), 0, 0
    while chunk := list(rulings.filter(pk__gt=last).order_by("pk")[:CHUNK]):
        DraftResult.objects.bulk_create([_result(trial, one, _tried(one, book, known)) for one in chunk])
        done, last = done + len(chunk), chunk[-1].pk
        tell(done, max(total, done))
    now = timezone.now()
    with transaction.atomic():
        mine(trial).update(
            state=DraftTrial.State.DONE, done=done, total=done, remarks=_remarks(book), ended_at=now, seen_at=now
        )


def _tried(ruling: Ruling, book: Rulebook, known: dict[str, Tried]) -> Tried:
    alike = likeness(ruling)
    if alike not in known:
        known[alike] = try_under(ruling, book)
    return known[alike]


def _result(trial: DraftTrial, ruling: Ruling, tried: Tried) -> DraftResult:
    return DraftResult(
        trial=trial, ruling=ruling, verdict=tried.verdict.value, why=tried.why, fact=tried.fact,
        question=dict(tried.question), orders=[dict(one) for one in tried.orders], cites=list(tried.cites),
    )  # fmt: skip


def _remarks(book: Rulebook) -> list[str]:
    """The worked cases of the code that come out otherwise: what the draft means to change, or a slip."""
    said = (
        f"{example.file}:{example.line}: «{example.case.title.it}»: {problem}"
        for example in book.examples
        for problem in failures(book, example)
    )
    return [one for one, _place in zip(said, range(MOST_REMARKS), strict=False)]
