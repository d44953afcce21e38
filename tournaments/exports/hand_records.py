"""The boards that are over, for the players: the four hands around the table and what every table made of them."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepTogether, Spacer, Table, TableStyle

from codes.seats import Seat
from codes.tressette.whole_deals.solving import DoubleDummy
from tournaments.exports import look, pdf
from tournaments.exports.blocks import ROOM
from tournaments.exports.fonts import REGULAR
from tournaments.exports.imprint import Imprint
from tournaments.exports.pdf import text
from tournaments.exports.rows import Cell, Kind, Sheet, columns
from tournaments.games import SEAT_NAMES
from tournaments.queries.hand_records import BoardResult, HandRecord, HandShown, hands_shown

HAND = 42 * mm
# Where each hand stands around the table: column and row.
AROUND = {Seat.N: (1, 0), Seat.W: (0, 1), Seat.E: (2, 1), Seat.S: (1, 2)}


# By board what each line makes with all cards in view, by who leads.
OpenCards = Mapping[int, Mapping[Seat, DoubleDummy]]


def hand_records_paper(records: Sequence[HandRecord], imprint: Imprint, found: OpenCards | None = None) -> bytes:
    """Each board whole, as many on a page as have room; beside its hands what was found with all cards in view."""
    story: list[Flowable] = [text(imprint.title, look.TITLE)]
    if found:
        story += [text(_explained()), Spacer(0, 8)]
    story += [flowable for record in records for flowable in _board(record, imprint, found or {})]
    if not records:
        story.append(text(_("Nessuna smazzata è finita a tutti i tavoli.")))
    return pdf.build(imprint, story)


def _explained() -> str:
    return _(
        "A carte viste: quanti punti fanno Nord-Sud e quanti Est-Ovest, ultima presa compresa, secondo chi esce per "
        "primo, se tutti e quattro giocano al meglio vedendo tutte le carte. Non dice che cosa si poteva trovare al "
        "tavolo."
    )


def _board(record: HandRecord, imprint: Imprint, found: OpenCards) -> list[Flowable]:
    dealer = _("Mazziere %(seat)s") % {"seat": SEAT_NAMES[record.deal.dealer]}
    title = _("Smazzata %(number)s") % {"number": record.deal.board}
    head = text(f"{title} · {dealer}", look.SECTION)
    sheet = imprint.names.in_all((_results(record.results),))[0]
    results = pdf.table(sheet, ROOM) if sheet.rows else text(_("Nessun risultato."), look.SMALL)
    return [
        KeepTogether([head, _around(record, found.get(record.deal.board, {}))]),
        Spacer(0, 4),
        results,
        Spacer(0, 8),
    ]


def _around(record: HandRecord, by_lead: Mapping[Seat, DoubleDummy]) -> Table:
    cells: list[list[list[Flowable] | str]] = [["", "", ""] for _row in range(3)]
    for hand in hands_shown(record.deal):
        column, row = AROUND[hand.seat]
        cells[row][column] = _hand(hand)
    if by_lead:
        cells[2][2] = _open_cards(by_lead)
    style = [
        ("FONT", (0, 0), (-1, -1), REGULAR),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("LEFTPADDING", (0, 0), (-1, -1), 6),
        ("RIGHTPADDING", (0, 0), (-1, -1), 2),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ("BOX", (1, 1), (1, 1), 1, look.FELT),
    ]
    return Table(cells, colWidths=[HAND + 12 * mm] * 3, style=TableStyle(style), hAlign="LEFT")


def _hand(hand: HandShown) -> list[Flowable]:
    lines = [text(str(SEAT_NAMES[hand.seat]), look.STRONG)]
    lines += [pdf.rich(suit.name, " ".join(suit.signs) or "–") for suit in hand.suits]
    return lines + [text(accusa, look.SMALL) for accusa in hand.accusa]


def _open_cards(by_lead: Mapping[Seat, DoubleDummy]) -> list[Flowable]:
    return [text(_("A carte viste"), look.STRONG)] + [
        pdf.rich(_("Esce %(seat)s") % {"seat": SEAT_NAMES[leader]}, _made(one)) for leader, one in by_lead.items()
    ]


def _made(one: DoubleDummy) -> str:
    """Points of both lines, or between what and what."""
    least, most = (f"{a}–{b}" for a, b in one.points)
    return least if one.is_exact else _("fra %(least)s e %(most)s") % {"least": least, "most": most}


def _results(results: Sequence[BoardResult]) -> Sheet:
    heads = columns(
        ("round", _("Turno"), Kind.INTEGER, 6),
        ("table", _("Tavolo"), Kind.INTEGER, 6),
        ("line_a", _("Nord-Sud"), Kind.TEXT, 30),
        ("line_b", _("Est-Ovest"), Kind.TEXT, 30),
        ("points_a", "N-S", Kind.INTEGER, 6),
        ("points_b", _("E-O"), Kind.INTEGER, 6),
        ("kind", _("Genere"), Kind.TEXT, 10),
    )
    return Sheet(_("Risultati"), heads, tuple(map(_row, results)))


def _row(one: BoardResult) -> tuple[Cell, ...]:
    return (one.round, one.table, one.line_a, one.line_b, one.points_a, one.points_b, one.kind)


def hand_record_sheets(records: Sequence[HandRecord]) -> list[Sheet]:
    """The same as rows: a hand each, then a result each."""
    return [_hands_sheet(records), _results_sheet(records)]


def _hands_sheet(records: Sequence[HandRecord]) -> Sheet:
    heads = columns(
        ("board", _("Smazzata"), Kind.INTEGER, 9),
        ("seat", _("Posto"), Kind.TEXT, 8),
        ("danari", _("Danari"), Kind.TEXT, 12),
        ("spade", _("Spade"), Kind.TEXT, 12),
        ("coppe", _("Coppe"), Kind.TEXT, 12),
        ("bastoni", _("Bastoni"), Kind.TEXT, 12),
        ("accusa", _("Accusa"), Kind.TEXT, 30),
    )
    rows = tuple(_hand_row(record, hand) for record in records for hand in hands_shown(record.deal))
    return Sheet(_("Mani"), heads, rows)


def _hand_row(record: HandRecord, hand: HandShown) -> tuple[Cell, ...]:
    suits = [" ".join(suit.signs) for suit in hand.suits]
    return (record.deal.board, str(SEAT_NAMES[hand.seat]), *suits, ", ".join(hand.accusa))


def _results_sheet(records: Sequence[HandRecord]) -> Sheet:
    heads = (*columns(("board", _("Smazzata"), Kind.INTEGER, 9)), *_results(()).columns)
    rows = tuple((record.deal.board, *_row(one)) for record in records for one in record.results)
    return Sheet(_("Risultati"), heads, rows)
