"""Words for a pairing: why two entries meet, what the draw gave way on, the ways out, what a change breaks.

The sentences use the names of entries and do not say whether they are pairs, teams or players.
"""

from collections.abc import Callable, Iterable, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext

from tournaments.pairing.check import Breach, BrokenRule
from tournaments.pairing.knockout import THIRD_PLACE
from tournaments.pairing.plan import Figures, Note, NoteKind, Pair, PairedTable, Relaxation, RelaxedRule, Why

Names = Mapping[int, str]


def explain_match(match: PairedTable, names: Names) -> str:
    data = dict(match.data)
    if match.why == Why.HALVES:
        data |= {key: data[key] or _("senza categoria") for key in ("category_a", "category_b")}
    sentences = [
        str(_REASONS[match.why]) % data,
        *(more for sentences_of in _MORE for more in sentences_of(data, names)),
    ]
    return " ".join(sentences)


def explain_note(note: Note, names: Names) -> str:
    """The note in words: what the plan had to give way on, or what the director must know about it."""
    return str(_NOTES[note.kind]) % _names_of_figures(note.data, names)


def explain_warning(breach: Breach, names: Names) -> str:
    return str(_BROKEN[breach.broken]) % _names_of_figures(breach.data, names)


def explain_relaxation(relaxation: Relaxation, names: Names) -> str:
    """A way out for a round that cannot be paired: what to give way on, and for whom."""
    return _WAYS_OUT[relaxation.relaxing](relaxation, names)


_REASONS: Mapping[Why, Promise] = {
    Why.CHOSEN: _lazy("Posti %(place_a)s e %(place_b)s dell’ordine scelto dall’arbitro."),
    Why.ENTERED: _lazy("Posti %(place_a)s e %(place_b)s dell’ordine di iscrizione."),
    Why.DRAWN: _lazy("Posti %(place_a)s e %(place_b)s del sorteggio."),
    Why.HALVES: _lazy(
        "Per categorie, metà alta contro metà bassa: posti %(place_a)s (%(category_a)s) e %(place_b)s (%(category_b)s)."
    ),
    Why.NEIGHBOURS: _lazy("Vicini in classifica: posti %(rank_a)s e %(rank_b)s."),
    Why.NEAREST: _lazy("I più vicini in classifica fra chi restava: posti %(rank_a)s e %(rank_b)s."),
    Why.ACCEPTED: _lazy(
        "Ammesso dal direttore, perché altrimenti il turno non si componeva: posti %(rank_a)s e %(rank_b)s."
    ),
    Why.SWAPPED: _lazy("Spostati dal loro tavolo: erano ai posti %(place_a)s e %(place_b)s."),
    Why.REST_LOWEST: _lazy("Riposa chi è più in basso in classifica senza avere ancora riposato: posto %(rank)s."),
    Why.REST_SPARED: _lazy("Riposa il posto %(rank)s: più in basso nessuno poteva, o gli altri non si componevano."),
    Why.REST_LAST: _lazy("Riposa il posto %(place)s dell’ordine: non c’era un avversario."),
    Why.REST_AGAIN: _lazy("Riposa di nuovo in questa sessione, dal posto %(rank)s: riposi già fatti %(rests)s."),
    Why.REST_DRAWN: _lazy("Riposa per sorteggio fra chi ha riposato di meno."),
    Why.MOVEMENT: _lazy("Movimento Mitchell, turno %(round)s: al tavolo %(table)s arriva il posto mobile %(place_b)s."),
    Why.ROVER: _lazy(
        "Movimento Mitchell col rover, turno %(round)s: al tavolo %(table)s arriva il posto mobile %(place_b)s."
    ),
    Why.BERGER: _lazy("All’italiana, giornata %(round)s: posti %(place_a)s e %(place_b)s della tabella."),
    Why.SEEDED: _lazy("Tabellone: teste di serie %(seed_a)s e %(seed_b)s."),
    Why.BYE: _lazy("Passa il turno: nel tabellone la testa di serie %(seed)s non ha avversario."),
    Why.OPPONENT_GONE: _lazy("Passa il turno senza giocare: chi avrebbe incontrato ha lasciato il torneo."),
    Why.THIRD_ALONE: _lazy("Terzo posto senza giocare: l’altra perdente delle semifinali non c’è più."),
    Why.SPREAD: _lazy("Compagno nuovo finché si può, avversari distribuiti."),
    Why.REST_TURN: _lazy("Riposa come prevede il calendario al turno %(round)s."),
    Why.LINE_UP: _lazy("Formazione data prima dell’incontro."),
    Why.BY_HAND: _lazy("Messi a mano dal direttore."),
}


def _passed_over(data: Figures, names: Names) -> list[str]:
    """The entries that were nearer in the standings, and why they are not the opponents."""
    names_of = {
        "met": _("%(who)s ha già incontrato %(others)s."),
        "forbidden": _("%(who)s non può incontrare %(others)s."),
        "spared": _("Per %(who)s non si prende %(others)s, o altri resterebbero senza avversario."),
    }
    who = names[int(data["first"])] if "first" in data else ""
    return [
        sentence % {"who": who, "others": _entry_list(_entries(data[key]), names)}
        for key, sentence in names_of.items()
        if isinstance(data.get(key), str)
    ]


def _reason_apart(data: Figures, names: Names) -> list[str]:
    """The pairs for whose sake a first round was changed."""
    apart = _entries(data["apart"]) if "apart" in data else []
    if len(apart) == 1:
        return [_("%(one)s ha già riposato in questa sessione.") % {"one": names[apart[0]]}]
    if len(apart) == 2:
        first, other = (names[entry] for entry in apart)
        return [
            _("%(one)s e %(other)s non devono incontrarsi: stesso circolo, o tenuti separati.")
            % {"one": first, "other": other}
        ]
    return []


def _met_before(data: Figures, names: Names) -> list[str]:
    """The last encounter of two that meet again; none where the movement itself repeats it."""
    if "rank_a" in data and "round" in data:
        return [_("Si sono già incontrati al turno %(round)s.") % data]
    return []


def _for_third(data: Figures, names: Names) -> list[str]:
    if data.get("stage") == THIRD_PLACE and "seed_a" in data:
        return [_("Perdenti delle semifinali: finale per il terzo posto.")]
    return []


def _repeated_partners(data: Figures, names: Names) -> list[str]:
    if not isinstance(data.get("together"), int):
        return []
    sentences = (
        ngettext("Ripete %(n)s coppia già formata.", "Ripete %(n)s coppie già formate.", int(data["together"])),
        ngettext("Ripete %(n)s incontro già avuto.", "Ripete %(n)s incontri già avuti.", int(data["met"])),
    )
    return [text % {"n": data[key]} for key, text in zip(("together", "met"), sentences, strict=True) if data[key]]


_MORE: tuple[Callable[[Figures, Names], list[str]], ...] = (
    _passed_over,
    _reason_apart,
    _met_before,
    _for_third,
    _repeated_partners,
)

_NOTES: Mapping[NoteKind, Promise] = {
    NoteKind.REMATCH: _lazy("%(a)s e %(b)s si incontrano di nuovo: l’ultima volta fu al turno %(round)s."),
    NoteKind.SAME_CLUB: _lazy(
        "%(a)s e %(b)s sono dello stesso circolo (%(club)s), ma nessun altro abbinamento lo evita."
    ),
    NoteKind.FORBIDDEN_PAIR: _lazy(
        "%(a)s e %(b)s si incontrano anche se non dovevano: nessun altro abbinamento lo evita."
    ),
    NoteKind.REOPENED: _lazy(
        "In fondo non bastavano gli avversari più vicini: gli ultimi %(places)s sono stati abbinati insieme."
    ),
    NoteKind.SECOND_REST: _lazy("%(entry)s riposa di nuovo in questa sessione."),
    NoteKind.FIXED_TABLE_MOVED: _lazy("%(entry)s lascia il tavolo fisso %(fixed)s e siede al %(table)s."),
    NoteKind.PARTNER_AGAIN: _lazy("%(a)s e %(b)s giocano di nuovo insieme."),
    NoteKind.OPPONENT_AGAIN: _lazy("%(a)s e %(b)s sono di nuovo avversari."),
    NoteKind.HALF_TABLE: _lazy("Il tavolo %(table)s è incompleto: chi vi siede riposa."),
    NoteKind.BOARDS_SHARED: _lazy("I tavoli %(table_a)s e %(table_b)s si dividono le smazzate."),
    NoteKind.SKIP: _lazy("Da questo turno (%(round)s) la linea mobile salta un tavolo."),
    NoteKind.ROVER: _lazy("%(a)s, il rover, siede al posto di %(b)s: riposa %(b)s."),
    NoteKind.ARROW_SWITCH: _lazy(
        "Linee scambiate dal turno %(round)s della fase: chi giocava in Nord-Sud siede in Est-Ovest, e viceversa."
    ),
}

_BROKEN: Mapping[BrokenRule, Promise] = {
    BrokenRule.SEATED_TWICE: _lazy("%(entry)s siede a due tavoli."),
    BrokenRule.NOT_HERE: _lazy("%(entry)s non partecipa a questo turno."),
    BrokenRule.TABLE_TWICE: _lazy("Il tavolo %(table)s è usato due volte."),
    BrokenRule.MISSING: _lazy("%(entry)s non ha un tavolo."),
    BrokenRule.REMATCH: _lazy("%(a)s e %(b)s si sono già incontrati al turno %(round)s."),
    BrokenRule.PARTNER_AGAIN: _lazy("%(a)s e %(b)s hanno già giocato insieme al turno %(round)s."),
    BrokenRule.SAME_CLUB: _lazy("%(a)s e %(b)s sono dello stesso circolo: %(club)s."),
    BrokenRule.FORBIDDEN_PAIR: _lazy("%(a)s e %(b)s non devono incontrarsi."),
    BrokenRule.SECOND_REST: _lazy("%(entry)s ha già riposato in questa sessione."),
    BrokenRule.REST_AVOIDABLE: _lazy("%(a)s e %(b)s riposano, ma potrebbero giocare fra loro."),
    BrokenRule.FIXED_TABLE_MOVED: _lazy("%(entry)s ha il tavolo fisso %(fixed)s e qui siede al %(table)s."),
    BrokenRule.BOARDS_AGAIN: _lazy(
        "%(entry)s ha già giocato le smazzate %(from_board)s–%(to_board)s al turno %(round)s."
    ),
}


def _rematches(relaxation: Relaxation, names: Names) -> str:
    words = ngettext(
        "Ammettere %(n)s nuovo incontro fra chi si è già incontrato: %(pairs)s.",
        "Ammettere %(n)s nuovi incontri fra chi si è già incontrato, i più lontani nel tempo: %(pairs)s.",
        relaxation.count,
    )
    return words % {"n": relaxation.count, "pairs": _pairs(relaxation.pairs, names)}


def _forbidden_pairs(relaxation: Relaxation, names: Names) -> str:
    words = ngettext(
        "Ammettere %(n)s incontro vietato: %(pairs)s.",
        "Ammettere %(n)s incontri vietati: %(pairs)s.",
        relaxation.count,
    )
    return words % {"n": relaxation.count, "pairs": _pairs(relaxation.pairs, names)}


def _either(relaxation: Relaxation, names: Names) -> str:
    words = ngettext(
        "Ammettere %(n)s incontro, già avuto o vietato: %(pairs)s.",
        "Ammettere %(n)s incontri, già avuti o vietati: %(pairs)s.",
        relaxation.count,
    )
    return words % {"n": relaxation.count, "pairs": _pairs(relaxation.pairs, names)}


def _second_rest(relaxation: Relaxation, names: Names) -> str:
    return _("Far riposare di nuovo in questa sessione: %(who)s.") % {"who": _entry_list(relaxation.entries, names)}


def _more_tables(relaxation: Relaxation, names: Names) -> str:
    words = ngettext("Serve %(n)s tavolo in più.", "Servono %(n)s tavoli in più.", relaxation.count)
    return words % {"n": relaxation.count}


_WAYS_OUT: Mapping[RelaxedRule, Callable[[Relaxation, Names], str]] = {
    RelaxedRule.REMATCHES: _rematches,
    RelaxedRule.FORBIDDEN_PAIRS: _forbidden_pairs,
    RelaxedRule.REMATCHES_AND_FORBIDDEN_PAIRS: _either,
    RelaxedRule.SECOND_REST: _second_rest,
    RelaxedRule.MORE_TABLES: _more_tables,
}


def _pairs(pairs: Iterable[Pair], names: Names) -> str:
    return ", ".join(
        _("%(one)s contro %(other)s") % {"one": names[first], "other": names[other]} for first, other in pairs
    )


def _names_of_figures(data: Figures, names: Names) -> dict[str, int | str]:
    return {key: names[int(value)] if key in ("a", "b", "entry") else value for key, value in data.items()}


def _entries(figure: int | str) -> list[int]:
    return [int(number) for number in str(figure).split()]


def _entry_list(entries: Iterable[int], names: Names) -> str:
    return ", ".join(names[entry] for entry in entries)
