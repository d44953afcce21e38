"""The answer of a federation, loaded at the desk of the tournament that had sent its package; a decision of its judge
is carried out there, once.
"""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.core.exceptions import PermissionDenied
from django.utils.translation import gettext as _

from federation.packages.actions import known_key, own_key
from federation.packages.models import SentAnswer
from federation.packages.words import with_place
from federation.sealed.answers import is_decision, read_answer, read_decision
from federation.sealed.archive import canonical
from federation.sealed.faults import Unsound
from federation.sealed.manifest import fingerprint
from federation.second_instance.execution_actions import do_as_decided, same_appeal
from federation.second_instance.models import DecisionExecution
from records.action import Actor, action, save_checked
from records.models import LogEntry
from records.requests import Refused
from records.rights import Right, rights_of
from tournaments.planning.models import Stage
from tournaments.publication.actions import publish_by_decision
from tournaments.scores.words import federal_decision
from tournaments.setup.models import Tournament


@action(Right.PUBLISH_STANDINGS)
def load_answer(*, by: Actor, tournament: Tournament, content: bytes) -> SentAnswer:
    """Keep what the federation answered; the same file twice is one."""
    told = _decision(tournament, content) if is_decision(content) else _answer(content)
    _check_tournament(tournament, told)
    digest = sha256(content).hexdigest()
    if same := SentAnswer.objects.filter(tournament=tournament, sha256=digest).first():
        return same
    kept = SentAnswer(tournament=tournament, sha256=digest, told=told, loaded_by=by.user, loaded_at=by.at)
    save_checked(kept)
    names = ("state", "package", "appeal", "version", "outcome")
    data = {"sha256": digest} | {name: told[name] for name in names if name in told}
    return by.log(kept, **data)


def _check_tournament(tournament: Tournament, told: Mapping[str, Any]) -> None:
    first = LogEntry.objects.filter(tournament=tournament, sequence=1).values_list("hash", flat=True).first()
    if told["tournament"] != first:
        raise Refused(_("Questa risposta riguarda un altro torneo."))


def _answer(content: bytes) -> dict[str, Any]:
    try:
        return read_answer(content)
    except Unsound as error:
        raise Refused(_("Questo file non è una risposta della federazione, o non è più com’era.")) from error


def _decision(tournament: Tournament, content: bytes) -> dict[str, Any]:
    """What binds the tournament: signed by a key that its federation knows, or by this installation's own."""
    try:
        told = read_decision(content)
    except Unsound as error:
        raise Refused(with_place(error.trouble)) from error
    if told["federation"] != tournament.federation.code:
        raise Refused(_("Questa decisione è di un’altra federazione: «%(code)s».") % {"code": told["federation"]})
    if told["key"] != own_key().public and known_key(tournament.federation, told["key"]) is None:
        words = _(
            "La decisione è firmata da una chiave che qui non si conosce, con l’impronta «%(print)s»: se la "
            "federazione la conferma a voce, si aggiunge alle chiavi e si carica di nuovo."
        )
        raise Refused(words % {"print": fingerprint(told["key"])})
    return told


@action
def carry_out(*, by: Actor, answer: SentAnswer) -> DecisionExecution:
    """Do what the federal judge decided: what it changes anew, and the standings that it moved.

    By the direction or the chief arbiter, who choose nothing; the same decision twice is one.
    """
    tournament = answer.tournament
    if not {Right.PUBLISH_STANDINGS, Right.REVISE_RULING} & rights_of(by.user, tournament):
        raise PermissionDenied(Right.REVISE_RULING)
    if before := DecisionExecution.objects.filter(answer=answer).first():
        return before
    told = _asked_again(answer)
    if any(one.told["version"] > answer.told["version"] for one in same_appeal(answer)):
        raise Refused(_("Di questa decisione c’è una versione più nuova: si esegue quella."))
    words = federal_decision(told["appeal"], told["version"])
    done = do_as_decided(by, answer, words)
    shown = _published_anew(by, tournament, words) if done else []
    made = DecisionExecution(
        answer=answer, ruling=done.ruling, made=done.made, publications=shown, executed_by=by.user, executed_at=by.at
    )
    save_checked(made)
    number = done.ruling.number if done.ruling else None
    return by.log(made, sha256=answer.sha256, ruling=number, made=done.made, publications=shown)


def _asked_again(answer: SentAnswer) -> dict[str, Any]:
    """The decision, if it holds now as when it was loaded: whoever has the database could have written another there.

    Nor may another answer be there, or be gone, than the log tells: a later decision takes the place of this one.
    """
    tournament = answer.tournament
    loaded = LogEntry.objects.filter(tournament=tournament, action="load_answer").values_list("data__sha256", flat=True)
    if sorted(one.sha256 for one in tournament.federation_answers.all() if one.holds) != sorted(loaded):
        words = _(
            "Le risposte della federazione non sono più quelle firmate che il registro dice caricate: qualcuno le ha "
            "cambiate fuori dal programma. Non si esegue niente: fai verificare il torneo e richiedi i file."
        )
        raise Refused(words)
    content = canonical(answer.told)
    if not is_decision(content):
        raise Refused(_("Questa risposta non è una decisione del giudice federale."))
    told = _decision(tournament, content)
    _check_tournament(tournament, told)
    return told


def _published_anew(by: Actor, tournament: Tournament, words: str) -> list[int]:
    stages = Stage.objects.filter(tournament=tournament).select_related("tournament").order_by("number")
    made = [publish_by_decision(by, stage, words) for stage in stages]
    return [one.number for one in made if one]
