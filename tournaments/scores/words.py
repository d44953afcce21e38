"""Words for what the pure packages return: why a result is refused, why a tie fell as it did."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes import rfc3797
from codes.seats import Refusal
from codes.victory_points import TableReading
from papers.sheets import figure, signed
from tournaments.pairing.sittings import SittingInputs
from tournaments.scores.models import JUDGED
from tournaments.scoring.standings import Criterion, Tie, TieLot
from tournaments.setup.models import Contest

REFUSALS: Mapping[Refusal, Promise] = {
    Refusal.NEGATIVE: _lazy("I punti non possono essere negativi."),
    Refusal.ACCUSA_NOT_PLAYED: _lazy("In questo torneo non si gioca con l’accusa: i punti di accusa sono 0."),
    Refusal.ACCUSA_A_IMPOSSIBLE: _lazy(
        "L’accusa di N-S è impossibile: è una somma di 3 e 4, e le carte del tressette bastano al più per 21."
    ),
    Refusal.ACCUSA_B_IMPOSSIBLE: _lazy(
        "L’accusa di E-O è impossibile: è una somma di 3 e 4, e le carte del tressette bastano al più per 21."
    ),
    Refusal.ACCUSE_TOGETHER_IMPOSSIBLE: _lazy(
        "Le due accuse insieme sono impossibili: non ci sono abbastanza assi, due e tre per entrambe."
    ),
    Refusal.DECK_A_OUT_OF_RANGE: _lazy("I punti delle carte di N-S, tolta l’accusa, vanno da 0 a 11."),
    Refusal.DECK_B_OUT_OF_RANGE: _lazy("I punti delle carte di E-O, tolta l’accusa, vanno da 0 a 11."),
    Refusal.NOT_BY_FIVES_A: _lazy("I punti di A-C non sono un multiplo di 5: a burraco si segna di 5 in 5."),
    Refusal.NOT_BY_FIVES_B: _lazy("I punti di B-D non sono un multiplo di 5: a burraco si segna di 5 in 5."),
    Refusal.DEAL_OUT_OF_RANGE: _lazy("I punti di una smazzata di burraco stanno fra −9995 e 9995."),
    Refusal.DECK_SUM: _lazy("I punti delle carte delle due linee, tolte le accuse, devono fare 11."),
}


MOST_TABLES_NAMED = 12


def scores_in_words(places: Iterable[tuple[int, int, int]], *, with_round: bool, of_tables: int = 0) -> str:
    """Scores given by round, table and deal: «turno 1, tavolo 2, smazzate 1, 3; turno 1, tavolo 4, smazzata 2».

    Tables that follow each other with the same deals are named together, all of them by their number (of_tables: how
    many there are); of very many the first ones are named, and how many more there are.
    """
    at = [(place, tuple(str(deal) for *_, deal in group)) for place, group in groupby(places, key=itemgetter(0, 1))]
    alike = [
        (key, [table for (_, table), _ in group]) for key, group in groupby(at, key=lambda one: (one[0][0], one[1]))
    ]
    named = [
        _deals_in_words(round_, _tables_in_words(tables, of_tables), deals, with_round=with_round)
        for (round_, deals), tables in alike[:MOST_TABLES_NAMED]
    ]
    if more := sum(len(tables) for _, tables in alike[MOST_TABLES_NAMED:]):
        named.append(ngettext("e un altro tavolo", "e altri %(count)d tavoli", more) % {"count": more})
    return "; ".join(named)


def _tables_in_words(tables: Sequence[int], of_tables: int) -> str:
    if len(tables) == 1:
        return gettext("tavolo %(table)d") % {"table": tables[0]}
    if len(tables) == of_tables:
        return gettext("tutti i %(count)d tavoli") % {"count": of_tables}
    runs = [[table for _, table in run] for _, run in groupby(enumerate(tables), key=lambda one: one[1] - one[0])]
    words = ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
    return gettext("tavoli %(tables)s") % {"tables": words}


def _deals_in_words(round_: int, tables: str, deals: Sequence[str], *, with_round: bool) -> str:
    words = ngettext("%(tables)s, smazzata %(deals)s", "%(tables)s, smazzate %(deals)s", len(deals))
    text = words % {"tables": tables, "deals": ", ".join(deals)}
    return gettext("turno %(round)d, %(place)s") % {"round": round_, "place": text} if with_round else text


def entry_words(contest: str, number: int) -> str:
    if contest == Contest.PAIRS:
        return _("coppia %(number)s") % {"number": number}
    if contest == Contest.TEAMS:
        return _("squadra %(number)s") % {"number": number}
    return _("giocatore %(number)s") % {"number": number}


# How a score or an adjustment names the ruling it comes from: one text in every language, since it is recorded.
_RULING = re.compile(r"Provvedimento n\. (\d+)")


# What appeals are against is recorded likewise (`tournaments.appeals.queries`).
RECORDED: Mapping[str, Promise] = {
    r"Provvedimento n\. (?P<number>\d+)": _lazy("Provvedimento n. %(number)s"),
    r"Classifica n\. (?P<number>\d+)": _lazy("Classifica n. %(number)s"),
    r"Classifica n\. (?P<number>\d+), riga della coppia (?P<entry>\d+), posto (?P<place>\d+)": _lazy(
        "Classifica n. %(number)s, riga della coppia %(entry)s, posto %(place)s"
    ),
    r"Punteggio del turno (?P<round>\d+), tavolo (?P<table>\d+), smazzata (?P<board>\d+)": _lazy(
        "Punteggio del turno %(round)s, tavolo %(table)s, smazzata %(board)s"
    ),
    r"Punteggio fissato del turno (?P<round>\d+), tavolo (?P<table>\d+)": _lazy(
        "Punteggio fissato del turno %(round)s, tavolo %(table)s"
    ),
    JUDGED + r"(?P<n>\d+), decisione (?P<version>\d+)": _lazy(
        "Giudice federale, reclamo n. %(n)s, decisione %(version)s"
    ),
    # Why a ruling was decided anew, or a case put aside, where the program wrote it.
    r"(?s)Reclamo n\. (?P<number>\d+): (?P<reason>.+)": _lazy("Reclamo n. %(number)d: %(reason)s"),
    r"Confluita nel (?P<ruling>Provvedimento n\. \d+)": _lazy("Confluita nel %(ruling)s"),
    r"Nulla era stato annotato": _lazy("Nulla era stato annotato"),
    r"Lo stesso incontro, registrato di nuovo": _lazy("Lo stesso incontro, registrato di nuovo"),
}


def reference_in_words(reference: str) -> str:
    """A recorded reference for a reader: a known record in the reader's words, anything else as it was written."""
    for pattern, words in RECORDED.items():
        if match := re.fullmatch(pattern, reference):
            return str(words) % {name: _told_again(name, part) for name, part in match.groupdict().items()}
    return reference


def _told_again(name: str, part: str) -> str | int:
    if name == "ruling":
        return reference_in_words(part)
    return int(part) if name == "number" else part


def federal_decision(appeal: int, version: int) -> str:
    """How a record names the decision of the federal judge that it comes from, in one language for all."""
    return f"{JUDGED}{appeal}, decisione {version}"


def is_ruling(reference: str) -> bool:
    """Whether what was recorded rests on a ruling, and not on an article alone."""
    return bool(ruling_number(reference))


def ruling_number(reference: str) -> int:
    """The number of the ruling that what was recorded rests on; 0 for none."""
    found = _RULING.fullmatch(reference)
    return int(found[1]) if found else 0


def explain_reading(difference: int, extra: int, read_as: int | None, *, other_room: int | None = None) -> str:
    """Says from which difference of MP the VP come, where it is not the one played; nothing where it is."""
    figures = {"played": signed(difference)}
    sentences = []
    if other_room is not None:
        difference += other_room
        figures |= {"other": signed(other_room), "match": signed(difference)}
        sentences.append(_("MP %(played)s, con l’altra sala (%(other)s) %(match)s.") % figures)
        figures["played"] = signed(difference)
    figures |= {"extra": signed(extra), "sum": signed(difference + extra)}
    if extra:
        sentences.append(_("MP %(played)s, con penalità e bonus (%(extra)s) %(sum)s.") % figures)
    if read_as is not None:
        figures["read"] = signed(read_as)
        sentences.append(_("La tabella non ha %(sum)s: VP letti al multiplo per difetto, %(read)s.") % figures)
    return " ".join(sentences)


def told_reading(reading: TableReading | None) -> str:
    """How a table of VP is read where what is printed leaves room, with the other reading; else nothing."""
    if reading is None:
        return ""
    language = get_language() or "it"
    other = _("L’altra lettura:")
    return f"{reading.text.in_(language)} {other} {reading.other.in_(language)}"


def explain_ruled(ruled: tuple[int, int]) -> str:
    """Says which points of the deals rulings gave or took, where they did."""
    if not any(ruled):
        return ""
    return _("Punti dati o tolti per provvedimento: %(a)s e %(b)s.") % {"a": signed(ruled[0]), "b": signed(ruled[1])}


# More names than these are not read: a sentence then tells the first ones and how many there are besides.
MOST_NAMES = 12


def explain_tie(tie: Tie, names: Mapping[int, str]) -> str:
    """A sentence that says what the criterion compared, and how it left the entries; a lot’s key is apart."""
    if tie.lot:
        return _explain_lot(tie.lot, names)
    if tie.criterion is Criterion.KNOCKOUT:
        winner, loser = tie.order
        left = 2 * (tie.values[loser] - tie.values[winner])
        where = _PUT_OUT.get(left) or _("nel tabellone da %(places)s") % {"places": left}
        words = _("Chi va più avanti sta prima: %(where)s passa %(winner)s, esce %(loser)s.")
        return words % {"where": where, "winner": names[winner], "loser": names[loser]}
    if tie.criterion in _PLAYOFFS:
        return str(_PLAYOFFS[tie.criterion]) % {"winner": names[tie.order[0]], "loser": names[tie.order[1]]}
    if not tie.values:
        return _("Scontro diretto fra %(entries)s: non si sono incontrati tutti, non si applica.") % {
            "entries": _list_with_count([names[entry] for entry in tie.order[:MOST_NAMES]], len(tie.order))
        }
    sentence = _OUTCOMES[tie.criterion][tie.separates]
    values = [f"{names[entry]} {figure(tie.values[entry])}" for entry in tie.order[:MOST_NAMES]]
    return str(sentence) % {"values": _list_with_count(values, len(tie.order))}


def _explain_lot(lot: TieLot, names: Mapping[int, str]) -> str:
    if len(lot.pool) > MOST_NAMES:
        words = _("Sorteggio fra %(count)s pari in tutto: sono nell’ordine in cui escono.")
        return words % {"count": len(lot.pool)}
    return _("Sorteggio fra %(pool)s: escono nell’ordine %(order)s.") % {
        "pool": ", ".join(names[entry] for entry in lot.pool),
        "order": ", ".join(names[entry] for entry in lot.drawn),
    }


def prove_tie(tie: Tie) -> str:
    """By what anybody draws the lot again; nothing where no lot decided."""
    if not tie.lot:
        return ""
    if len(tie.lot.pool) <= MOST_NAMES:
        return _("Chiave RFC 3797 del sorteggio: %(key)s") % {"key": tie.lot.key}
    numbers = "".join(f"{entry}." for entry in tie.lot.pool) + "/"
    words = _(
        "Chiave RFC 3797 del sorteggio: %(key)s, poi i loro numeri in ordine crescente, ognuno con un punto, "
        "e una barra"
    )
    return words % {"key": tie.lot.key.removesuffix(numbers)}


def _list_with_count(words: list[str], how_many: int) -> str:
    if how_many <= len(words):
        return ", ".join(words)
    rest = how_many - len(words)
    others = ngettext("e un altro", "e altri %(count)s", rest) % {"count": rest}
    return f"{', '.join(words)} {others}"


_PLAYOFFS: Mapping[Criterion, Promise] = {
    Criterion.FINAL: _lazy("La finale decide primo e secondo posto: %(winner)s batte %(loser)s."),
    Criterion.THIRD_PLACE: _lazy(
        "La finale per il terzo posto decide terzo e quarto posto: %(winner)s batte %(loser)s."
    ),
}

# By how many places of a bracket were left.
_PUT_OUT: Mapping[int, Promise] = {
    4: _lazy("in semifinale"),
    8: _lazy("ai quarti di finale"),
    16: _lazy("agli ottavi di finale"),
}

_OUTCOMES: Mapping[Criterion, Mapping[bool, Promise]] = {
    Criterion.MP: {
        True: _lazy("A pari VP decidono gli MP: %(values)s."),
        False: _lazy("A pari VP anche gli MP sono pari: %(values)s."),
    },
    Criterion.DIRECT_ENCOUNTER: {
        True: _lazy("A pari VP e MP decide lo scontro diretto (VP fra loro): %(values)s."),
        False: _lazy("A pari VP e MP anche lo scontro diretto è pari (VP fra loro): %(values)s."),
    },
}


def drawn_from(seed: str, inputs: SittingInputs) -> list[tuple[str, str]]:
    """By what anybody draws a sitting again: what each figure is, and the figure."""
    steps = [
        (_("Seme del sorteggio"), seed),
        (_("Chiave RFC 3797 del sorteggio"), rfc3797.key_string([*rfc3797.words(seed), inputs.players])),
        (_("Chi poteva sedere"), " ".join(map(str, inputs.players))),
        (_("Tavoli delle tornate prima"), " · ".join(" ".join(map(str, table)) for table in inputs.before)),
        (_("Chi vi aveva riposato"), " ".join(map(str, inputs.rested))),
    ]
    return [(word, sentence) for word, sentence in steps if sentence]


def sums_rule(place_points: Mapping[str, Sequence[int]], rest_points: int) -> str:
    """By what the standings of the tables of three and five are made: no code says it, the tournament does."""
    if not place_points:
        return _(
            "Ordine: somma dei punti del gioco. È la regola del torneo: nessun codice ne dà una per questi tavoli."
        )
    places = "; ".join(
        _("tavoli di %(size)s: %(worths)s") % {"size": size, "worths": " – ".join(map(str, worths))}
        for size, worths in sorted(place_points.items())
    )
    words = _(
        "Ordine: punti per posto (%(places)s; riposo: %(rest)d), poi somma dei punti del gioco; chi è alla pari a un "
        "tavolo si divide i punti dei posti. È la regola del torneo: nessun codice ne dà una per questi tavoli."
    )
    return words % {"places": places, "rest": rest_points}
