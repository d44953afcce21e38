"""Pairings: drawn by the formula of the stage, changed by hand while in draft, withdrawn before play if the code lets.

A draft may be drawn again as often as the director likes, but every draw is a version with a seed that nobody chooses,
and every version is kept. What is published never changes: another pairing of the round is a new version with a reason.

Pairs kept apart: said with a reason, for every round drawn from then on, until they are lifted with a reason.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import Q, TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from records.action import Actor, action, required_text, save_checked
from records.locks import overtaken, who_changed
from records.models import LogEntry
from records.requests import Refused
from records.rights import Right
from tournaments.draw.inputs import inputs_of, next_seed
from tournaments.draw.models import KeptApart, Pairing
from tournaments.draw.queries import inputs_in, plan_in
from tournaments.draw.record_actions import clear_tables, record_draft, seat_tables
from tournaments.entries.actions import begin_in
from tournaments.entries.models import Entry
from tournaments.pairing.draw import Impossible, apply_change, draw_plan
from tournaments.pairing.formulas import traits_of
from tournaments.pairing.mitchell import Boards
from tournaments.pairing.plan import Pair, PairedTable, Plan, Relaxation
from tournaments.pairing.records import Change, Inputs, matches_to_json, notes_to_json, to_json
from tournaments.planning.models import Stage
from tournaments.rounds.actions import add_round, stage_now
from tournaments.rounds.models import Round, Table
from tournaments.scores.guards import check_running
from tournaments.scores.match_models import MatchScore
from tournaments.scores.models import BoardScore
from tournaments.setup.games import GameId
from tournaments.setup.models import Tournament
from tournaments.setup.rules import check_fits
from tournaments.staff.log_words import words_of_line
from tournaments.standings.outcomes import NotDecided

# Enough to see whether it is the pairing that one meant; the whole stands on its own page.
TABLES_TOLD = 12


class CannotPair(Refused):
    """No pairing keeps every rule in a group: `impossible` says in which, and the smallest ways out."""

    def __init__(self, impossible: Impossible) -> None:
        super().__init__(_("Con queste regole il turno non si può comporre."))
        self.impossible = impossible


class Ground(TextChoices):
    """Why tables already shown may be withdrawn. F.I.Bur. knows the scorer's error (20) and the late pair (40)."""

    SCORER = "scorer", _lazy("Errore della sala conti")
    LATE = "late", _lazy("Una coppia in ritardo completa il tavolo incompleto")
    OTHER = "other", _lazy("Altro motivo")


def grounds_of(tournament: Tournament) -> list[Ground]:
    """The grounds that its code admits."""
    # FITRES says nothing of tables taken back: there the director answers for any reason (decision 16).
    return [Ground.SCORER, Ground.LATE] if tournament.game == GameId.BURRACO else list(Ground)


@action(Right.MANAGE_ROUNDS)
def draw_round(
    *,
    by: Actor,
    tournament: Tournament,
    order: Sequence[int] = (),
    forbidden: Sequence[Pair] = (),
    accepted: Mapping[int | None, Relaxation] | None = None,
    expected: int | None = None,
) -> Pairing:
    """Draw up the next round by the formula of the stage, in draft.

    order: the director's own, for a first round by choice. forbidden: pairs that must not meet. accepted: by group,
    the way out of an earlier `CannotPair` that the director chose. expected: which round the page was about; None where
    whoever asks has just looked.
    """
    stage = stage_now(tournament)
    _check_next(tournament, expected)
    check_ready(stage)
    round = add_round(tournament)
    seed = next_seed(round)
    inputs = _inputs(stage, round.number, order=order, forbidden=forbidden, accepted=accepted)
    pairing = _record(by=by, round=round, inputs=inputs, seed=seed)
    return _log_pairing(by, pairing, seed=seed, **_accepted(accepted))


@action(Right.MANAGE_ROUNDS)
def redraw_round(
    *,
    by: Actor,
    pairing: Pairing,
    order: Sequence[int] = (),
    forbidden: Sequence[Pair] = (),
    accepted: Mapping[int | None, Relaxation] | None = None,
) -> Pairing:
    """Draw a draft again, from the entries and standings as they are now, with the seed of its next version."""
    round = _drafted(pairing)
    if not round.stage.traits.is_drawn:
        raise Refused(_("In questa fase i tavoli si scelgono a mano."))
    seed = next_seed(round)
    before = inputs_in(pairing)
    # A first round by choice keeps the order that the director gave it.
    order = order or [place for section in before.sections if section.is_first for place in section.places if place]
    inputs = _inputs(round.stage, round.number, order=order, forbidden=forbidden, accepted=accepted)
    drawn = _record(by=by, round=round, inputs=inputs, seed=seed, reason=pairing.reason)
    return _log_pairing(by, drawn, seed=seed, **_accepted(accepted))


@action(Right.MANAGE_ROUNDS)
def change_pairing(
    *, by: Actor, pairing: Pairing, change: Change, seen: int, version: int | None = None, reason: str = ""
) -> Pairing:
    """Change a draft by hand; seen: how many changes it had on the page that was read; version: which draft it was."""
    round = _drafted(pairing)
    inputs = inputs_in(pairing)
    # A change is made over those before: on a page that lacks some of them it means other seats.
    _check_draft_seen(pairing, seen, version)
    if change.kind == "swap" and traits_of(inputs.formula).is_bracket and inputs.stage_round > 1:
        raise Refused(_("Nel tabellone gli incontri vengono dai vincitori: non si scambiano."))
    plan = preview(pairing, change)
    inputs = replace(inputs, changes=(*inputs.changes, change))
    pairing.inputs = to_json(inputs)
    pairing.tables = matches_to_json(plan.matches)
    pairing.notes = notes_to_json(plan.notes)
    pairing.save(update_fields=["inputs", "tables", "notes"])
    seat_tables(round, plan, inputs)
    return _log_pairing(by, pairing, change=[change.kind, change.first, change.second], reason=reason.strip())


@action(Right.MANAGE_ROUNDS)
def withdraw_pairing(*, by: Actor, round: Round, ground: Ground, reason: str, late: Entry | None = None) -> Pairing:
    """Take back the tables of a published round that nobody has begun; its pairing is superseded by a new draft.

    late: the pair that completes the incomplete table, everybody else staying where they are (F.I.Bur. 40). Otherwise
    the round is drawn again, from the standings as they are now (F.I.Bur. 20: the scorer's error alone).
    """
    check_running(round.tournament)
    reason = required_text(reason, _("Scrivi il motivo: resta nell’abbinamento e nel registro."))
    if ground not in grounds_of(round.tournament):
        raise Refused(_("Il codice non ammette questo motivo: i tavoli esposti restano."))
    _check_untouched(round)
    before = Pairing.objects.current().filter(round=round).first()
    if before is None:
        raise Refused(_("Questo turno non ha un abbinamento registrato."))
    Round.objects.filter(pk=round.pk).update(state=Round.State.DRAFT)
    is_late = ground == Ground.LATE
    drawn = _with_latecomer(by, before, late, reason) if is_late else _drawn_again(by, before, reason)
    return _log_pairing(by, drawn, ground=str(ground), reason=reason)


@action(Right.MANAGE_ROUNDS)
def discard_pairing(*, by: Actor, pairing: Pairing, reason: str, seen: int, version: int | None = None) -> Pairing:
    """Discard the preparation of a round that was never shown: its tables go, its record stays with the reason.

    The round is as before it was prepared, its number too; whoever prepares it again draws with the same seed
    (`next_seed`). seen: how many changes by hand the page showed; version: of which draft.
    """
    round = _drafted(pairing)
    reason = required_text(reason, _("Scrivi il motivo: resta nell’abbinamento e nel registro."))
    _check_draft_seen(pairing, seen, version)
    if Pairing.objects.filter(round=round, published_at__isnull=False).exists():
        raise Refused(_("Questi tavoli sono già stati pubblici: si abbinano di nuovo, non si scartano."))
    later = Round.objects.filter(tournament=round.tournament_id, number__gt=round.number).order_by("-number").first()
    if later:
        raise Refused(_("Prima scarta il turno %(number)d.") % {"number": later.number})
    clear_tables(round)
    pairing.state, pairing.superseded_at, pairing.reason = Pairing.State.DISCARDED, by.at, reason
    pairing.save()
    Round.objects.filter(pk=round.pk).update(state=Round.State.DISCARDED)
    return _log_pairing(by, pairing, reason=reason)


def _check_draft_seen(pairing: Pairing, seen: int, version: int | None) -> None:
    """Refuse where the page showed another draft, or this one with fewer changes by hand."""
    if version is not None and pairing.version != version:
        raise overtaken(pairing, _last_told(pairing), now=str(pairing.version), field="version")
    changes = len(inputs_in(pairing).changes)
    if changes != seen:
        raise overtaken(pairing, _last_told(pairing), now=str(changes))


def _last_told(pairing: Pairing) -> str:
    last = LogEntry.objects.filter(object=f"{Pairing._meta.label}:{pairing.pk}").order_by("pk").last()
    return words_of_line(last).figures if last else ""


def _check_next(tournament: Tournament, expected: int | None) -> None:
    """Refuse, with its tables, to draw a round where somebody else has made that one meanwhile."""
    last = tournament.rounds.order_by("-number").first()
    coming = last.number + 1 if last else 1
    if last is None or expected is None or expected == coming:
        return
    pairing = Pairing.objects.current().filter(round=last).first()
    matches = plan_in(pairing).matches if pairing else ()
    tables = ["–".join(map(str, match.entries)) for match in matches[:TABLES_TOLD]]
    tables += ["…"] if len(matches) > TABLES_TOLD else []
    made = _("il turno %(number)d, tavoli %(tables)s") % {"number": last.number, "tables": ", ".join(tables) or "…"}
    raise overtaken(pairing or last, made, now=str(coming), field="expected")


def check_ready(stage: Stage) -> None:
    """Refuse while the next round cannot be drawn: rounds still open, all planned ones there, formula by hand."""
    tournament = stage.tournament
    if tournament.has_ended:
        raise Refused(_("Il torneo è finito."))
    if not stage.traits.is_drawn:
        raise Refused(_("In questa fase i tavoli si scelgono a mano."))
    check_fits(stage.formula, tournament.contest)
    rounds = list(Round.objects.filter(tournament=tournament).order_by("number"))
    draft = next((one for one in rounds if one.state == Round.State.DRAFT), None)
    if draft:
        raise Refused(_("Prima pubblica il turno %(number)d.") % {"number": draft.number})
    unfinished = next((one for one in rounds if one.state != Round.State.CLOSED), None)
    if unfinished and stage.traits.by_standings:
        raise Refused(
            _("Prima chiudi il turno %(number)d: questa formula abbina secondo la classifica.")
            % {"number": unfinished.number}
        )
    if sum(one.stage_id == stage.pk for one in rounds) >= stage.rounds_planned:
        raise Refused(_("I turni previsti della fase ci sono tutti: aggiungine, o passa alla fase successiva."))


def preview(pairing: Pairing, change: Change) -> Plan:
    """The draft as it would be after a change. Refused for a pair or table that is not there, or two of two groups."""
    inputs = inputs_in(pairing)
    found = (inputs.section_of(number) for number in (change.first, change.second))
    if change.kind == "swap" and len({section.group for section in found if section}) > 1:
        raise Refused(_("Sono di due gironi diversi: non si scambiano."))
    try:
        return apply_change(plan_in(pairing), change)
    except ValueError as error:
        raise Refused(
            _("Questo cambio non è possibile fra i tavoli di adesso: sceglilo di nuovo qui sotto.")
        ) from error


def _inputs(
    stage: Stage,
    number: int,
    *,
    order: Sequence[int],
    forbidden: Sequence[Pair],
    accepted: Mapping[int | None, Relaxation] | None,
) -> Inputs:
    """The inputs of the round; refused, in words, where nobody could draw it."""
    try:
        inputs = inputs_of(stage, number, order=order, forbidden=forbidden, accepted=accepted).inputs
    except NotDecided as error:
        places = ", ".join(_("turno %(round)d, tavolo %(table)d") % {"round": a, "table": b} for a, b in error.tables)
        raise Refused(_("Prima decidi chi passa: %(places)s.") % {"places": places}) from error
    except ValueError as error:
        raise Refused(_("I tavoli del primo turno non permettono di continuare: numerali da 1 senza salti.")) from error
    least = stage.tournament.entries_a_table
    if any(len(section.entrants) < least for section in inputs.sections):
        message = ngettext(
            "Serve almeno %(n)d iscritto presente in ogni girone.",
            "Servono almeno %(n)d iscritti presenti in ogni girone.",
            least,
        )
        raise Refused(message % {"n": least})
    return inputs


def _record(*, by: Actor, round: Round, inputs: Inputs, seed: str, reason: str = "") -> Pairing:
    try:
        plan = draw_plan(inputs, seed)
    except Impossible as error:
        raise CannotPair(error) from error
    except ValueError as error:
        raise Refused(_what_does_not_fit(inputs)) from error
    seat_tables(round, plan, inputs)
    return record_draft(by=by, round=round, inputs=inputs, seed=seed, plan=plan, reason=reason)


def _what_does_not_fit(inputs: Inputs) -> str:
    if traits_of(inputs.formula).is_bracket:
        return _("La finale è stata giocata: il tabellone è concluso.")
    if any(section.way == "choice" and section.is_first for section in inputs.sections):
        return _("Scrivi l’ordine del primo turno: ogni coppia presente una volta sola.")
    return _("I tavoli del primo turno non permettono di continuare: numerali da 1 senza salti.")


def _drafted(pairing: Pairing) -> Round:
    """The round of a draft; anything else is refused."""
    round = pairing.round
    check_running(round.tournament)
    if pairing.state != Pairing.State.DRAFT or round.state != Round.State.DRAFT:
        words = _("L’abbinamento non è più in preparazione: intanto %(who)s ha portato il turno a «%(state)s».")
        raise Refused(words % {"who": who_changed(round), "state": round.get_state_display()})
    return round


def _check_untouched(round: Round) -> None:
    # Only tables shown and not yet played are taken back.
    if round.state != Round.State.PUBLISHED:
        raise Refused(_("Si rifanno solo i tavoli pubblicati di un turno non ancora avviato."))
    scored = BoardScore.objects.filter(table__round=round).exists()
    if scored or MatchScore.objects.filter(table__round=round).exists():
        raise Refused(_("Nel turno c’è già un punteggio: i tavoli restano."))


def _drawn_again(by: Actor, before: Pairing, reason: str) -> Pairing:
    """A new version of the pairing: by the formula, or the director's own tables again, to be changed by hand."""
    round = Round.objects.select_related("tournament", "stage__tournament").get(pk=before.round_id)
    inputs = inputs_in(before)
    if inputs.given:
        plan = draw_plan(inputs, "")
        seat_tables(round, plan, inputs)
        return record_draft(by=by, round=round, inputs=inputs, seed="", plan=plan, reason=reason)
    order = [place for section in inputs.sections if section.is_first for place in section.places if place]
    accepted = {section.group: section.accepted for section in inputs.sections if section.accepted}
    # Pairs to keep apart are said once, for all groups alike.
    forbidden = inputs.sections[0].forbidden
    fresh = _inputs(round.stage, round.number, order=order, forbidden=forbidden, accepted=accepted)
    seed = next_seed(round)
    return _record(by=by, round=round, inputs=fresh, seed=seed, reason=reason)


def _with_latecomer(by: Actor, before: Pairing, late: Entry | None, reason: str) -> Pairing:
    round = Round.objects.select_related("tournament", "stage__tournament").get(pk=before.round_id)
    resting = next((match for match in plan_in(before).matches if match.rests), None)
    if resting is None:
        raise Refused(_("Nel turno non c’è un tavolo incompleto."))
    seated = Table.objects.filter(round=round).filter(Q(line_a=late) | Q(line_b=late)).exists()
    if late is None or late.tournament_id != round.tournament_id or seated:
        raise Refused(_("Scegli la coppia in ritardo: iscritta, e senza tavolo in questo turno."))
    inputs = inputs_in(before)
    _check_joining(inputs, resting)
    change = Change(kind="join", first=late.number, second=resting.table)
    plan = preview(before, change)
    inputs = replace(inputs, changes=(*inputs.changes, change))
    seat_tables(round, plan, inputs)
    begin_in(by, late, round.number)
    return record_draft(by=by, round=round, inputs=inputs, seed=before.seed, plan=plan, reason=reason)


def _check_joining(inputs: Inputs, resting: PairedTable) -> None:
    """Refuse a latecomer opposite whom a rover sent to rest: there is no table, and no boards for one."""
    section = inputs.section_of(resting.a[0])
    if section is None or not section.rover:
        return
    if inputs.stage_round > 1 or section.boards == Boards.MOVING:
        raise Refused(_("Col rover chi riposa non ha un tavolo da completare: la coppia in ritardo non vi siede."))


def _accepted(accepted: Mapping[int | None, Relaxation] | None) -> dict[str, object]:
    return {"accepted": [one.relaxing.value for one in (accepted or {}).values()]} if accepted else {}


def _log_pairing(by: Actor, pairing: Pairing, **data: object) -> Pairing:
    return by.log(pairing, round=pairing.round.number, pairing_version=pairing.version, **data)


@action(Right.MANAGE_ROUNDS)
def keep_apart(*, by: Actor, tournament: Tournament, first: Entry, second: Entry, reason: str) -> KeptApart:
    """Let the two entries meet in no round that is drawn from now on."""
    check_running(tournament)
    if {first.tournament_id, second.tournament_id} != {tournament.pk}:
        raise ValueError("an entry of another tournament")
    lower, higher = sorted((first, second), key=lambda entry: entry.number)
    kept = KeptApart(
        tournament=tournament,
        first=lower,
        second=higher,
        reason=required_text(reason, _("Scrivi il motivo: resta nel registro.")),
        set_by=by.user,
        set_at=by.at,
    )
    save_checked(kept)
    return by.log(kept, apart=_numbers(kept), reason=kept.reason)


@action(Right.MANAGE_ROUNDS)
def lift_kept_apart(*, by: Actor, kept: KeptApart, reason: str) -> KeptApart:
    """Let the two meet again; that they were kept apart stays on record."""
    check_running(kept.tournament)
    why = required_text(reason, _("Scrivi il motivo: resta nel registro."))
    if kept.is_lifted:
        raise Refused(_("La separazione è già tolta."))
    kept.lifted_by, kept.lifted_at, kept.lift_reason = by.user, by.at, why
    kept.save(update_fields=["lifted_by", "lifted_at", "lift_reason"])
    return by.log(kept, apart=_numbers(kept), reason=why)


def _numbers(kept: KeptApart) -> list[int]:
    return [kept.first.number, kept.second.number]
