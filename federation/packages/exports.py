"""The sealed package of a tournament, as a document that the desk and the command ask for."""

import hmac
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from codes.reading.loader import files_in
from codes.victory_points import get_scale
from federation.packages.actions import signing_key
from federation.packages.models import InstallationKey
from federation.packages.records import CannotPack, Gathered, gather
from federation.sealed.archive import MANIFEST, Part, canonical, sha256, write
from federation.sealed.keys import SigningKey
from federation.sealed.kinds import SEALED
from federation.sealed.manifest import SCHEMA, Listed, signed
from federation.sealed.verification import COLUMNS, LOG, PERSONS, part_of
from papers.sheets import Imprint, Sheet, Tell
from records.replica import one_moment
from records.requests import Refused
from records.rights import Right
from referee.editions.models import CodeEdition
from referee.rulings.exports import rulings_sheet
from referee.rulings.layout import REPORT
from referee.rulings.models import Ruling
from tournaments.papers import imprint_of, pdf
from tournaments.publication.exports import publication_sheets, title_of
from tournaments.publication.models import Publication
from tournaments.publication.proof import engine_version
from tournaments.publication.state import in_force
from tournaments.setup.models import Tournament
from tournaments.staff.documents import Document, LayOut

SCALE = "codes/scale.json"
# Of a larger tournament the report takes minutes, and says nothing that the records do not: its desk makes it apart.
MOST_LINES_OF_REPORT = 20_000
LANGUAGE = "it"  # of the papers, whoever asks: the same data are the same bytes
NEEDS = frozenset({Right.EXPORT, Right.VIEW_CASES, Right.VIEW_LOG})


def package(tournament: Tournament, at: datetime) -> bytes:
    """The package, now. Raises Refused in words where it cannot be made."""
    key = signing_key()
    with one_moment():
        tournament = Tournament.objects.select_related("federation").get(pk=tournament.pk)
        lay_out = _gathered(tournament, at, key)
    return lay_out(lambda _done, _total: None)


def _read(tournament: Tournament, _rights: Collection[Right], at: datetime) -> LayOut:
    if not InstallationKey.objects.exists():
        # Where nothing can be written now: the first package makes the key, and then reads what it tells.
        return lambda _tell: package(tournament, at)
    return _gathered(tournament, at, signing_key())


def _gathered(tournament: Tournament, at: datetime, key: SigningKey) -> LayOut:
    if tournament.is_practice:
        raise Refused(_("Un torneo di prova non si manda a nessuna federazione."))
    try:
        found = gather(tournament, hmac.digest(key.private_bytes_raw(), b"federation.package-salts", "sha256"))
    except CannotPack as error:
        raise Refused(_("Il pacchetto non si può fare: %(record)s non si legge.") % {"record": error}) from error
    if not found.log:
        raise Refused(_("In questo torneo non è ancora successo niente: non c’è niente da inviare."))
    codes, editions = _codes(tournament)
    with translation.override(LANGUAGE):
        papers = list(_papers(tournament, at))
    told = _told(tournament, at, found, editions)

    def lay_out(tell: Tell) -> bytes:
        parts = {name: Part.from_bytes(raw) for name, raw in codes.items()}
        parts |= {part_of(label): Part.from_bytes(_lines(lines)) for label, lines in found.kinds.items()}
        parts[COLUMNS] = Part.from_bytes(canonical(found.columns))
        parts[PERSONS] = Part.from_bytes(_lines(found.texts), stored=True)
        parts[LOG] = Part.from_bytes(_lines(found.log))
        with translation.override(LANGUAGE):
            for place, (name, draw) in enumerate(papers):
                tell(place, len(papers))
                parts[name] = Part.from_bytes(draw())
        return sealed(told, parts, key)

    return lay_out


def sealed(told: Mapping[str, Any], parts: Mapping[str, Part], key: SigningKey) -> bytes:
    """The zip of the parts behind a manifest that lists and signs them."""
    ordered = dict(sorted(parts.items()))
    listed = {name: asdict(Listed.from_part(part)) for name, part in ordered.items()}
    manifest = Part.from_bytes(canonical(signed({**told, "parts": listed}, key)), stored=True)
    return write({MANIFEST: manifest, **ordered})


def _told(
    tournament: Tournament, at: datetime, found: Gathered, editions: Sequence[Mapping[str, str]]
) -> dict[str, Any]:
    """The manifest without its parts."""
    first, last = json.loads(found.log[0]), json.loads(found.log[-1])
    return {
        "schema": SCHEMA,
        "program": engine_version(),
        "made_at": at.astimezone(UTC).isoformat(timespec="microseconds"),
        "tournament": {
            "uid": sha256(found.log[0].encode()),
            "id": first["tournament"],
            "slug": tournament.slug,
            "name": tournament.name,
            "federation": tournament.federation.code,
            "place": tournament.place,
            "starts_on": tournament.starts_on.isoformat(),
            "game": tournament.game,
            "data_version": tournament.data_version,
        },
        "head": {"number": last["sequence"], "hash": sha256(found.log[-1].encode())},
        "editions": list(editions),
        "sealed": sorted(SEALED),
        **({"withheld": sorted(found.withheld)} if found.withheld else {}),
    }


def _codes(tournament: Tournament) -> tuple[dict[str, bytes], list[dict[str, str]]]:
    """The editions by which its rulings decided, whole, and the scale of its VP with how its boards count."""
    hashes = Ruling.objects.filter(tournament=tournament).order_by().values("rulebook_hash")
    parts, editions = {SCALE: canonical(_scale(tournament))}, []
    for one in CodeEdition.objects.filter(hash__in=hashes).order_by("code", "hash"):
        part = f"codes/{one.code}-{one.hash[:12]}.json"
        parts[part] = canonical(files_in(bytes(one.files)))
        editions.append({"code": one.code, "edition": one.edition, "hash": one.hash, "part": part})
    return parts, editions


def _scale(tournament: Tournament) -> dict[str, Any]:
    """As docs/read_package.py applies it: by number of boards (or «any») the winner's VP and the difference they begin
    at."""
    scale = get_scale(tournament.vp_scale)
    return {
        "id": scale.id,
        "total": scale.total,
        "step": scale.step,
        "by_fives": tournament.rules.by_fives,
        "fewest_wins": tournament.fewest_wins,
        "bands": {
            str(boards or "any"): [[one.vp, one.first] for one in bands] for boards, bands in scale.bands.items()
        },
    }


def _papers(tournament: Tournament, at: datetime) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """The report, the latest standings of each stage, the rulings: read now, drawn when asked for."""
    if tournament.data_version <= MOST_LINES_OF_REPORT:
        report = REPORT.read(tournament, REPORT.needs, at)
        yield "papers/report.pdf", lambda: report(lambda _done, _total: None)
    for number, latest in sorted(in_force(tournament).items()):
        whole = Publication.objects.select_related("stage", "tournament").get(pk=latest.pk)
        sheets, imprint = publication_sheets(whole), imprint_of(tournament, title_of(whole), at=at, in_full=True)
        yield f"papers/standings-{number}.pdf", _drawing(sheets, imprint)
    sheet = rulings_sheet(tournament)
    if sheet.rows:
        imprint = imprint_of(tournament, sheet.title, at=at, in_full=True)
        yield "papers/rulings.pdf", _drawing([sheet], imprint)


def _drawing(sheets: Sequence[Sheet], imprint: Imprint) -> Callable[[], bytes]:
    return lambda: pdf(sheets, imprint)


def _lines(lines: Sequence[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


PACKAGE = Document(_lazy("Pacchetto sigillato"), "zip", _read, needs=NEEDS)
