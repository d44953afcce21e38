"""What the roster says, in words: a short one beside its sign, a sentence, what may be done."""

from collections.abc import Iterable, Mapping
from datetime import date

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy

from tournaments.entries.admission_queries import Flag
from tournaments.entries.eligibility import Finding
from tournaments.entries.models import FindingKind

# Beside the word, by its name among the icons.
SIGNS: Mapping[FindingKind, str] = {
    FindingKind.SUSPENDED: "ban",
    FindingKind.EXPIRED: "calendar-x-2",
    FindingKind.NOT_YET: "calendar-clock",
    FindingKind.LEFT: "log-out",
    FindingKind.FOREIGN: "flag",
    FindingKind.UNKNOWN: "circle-question-mark",
    FindingKind.NO_CARD: "circle-question-mark",
    FindingKind.TWICE: "copy",
    FindingKind.NAME: "info",
    FindingKind.CLUB: "info",
}
WHOLE: Mapping[FindingKind, Promise] = {
    FindingKind.SUSPENDED: _lazy("è sospeso il giorno del torneo"),
    FindingKind.EXPIRED: _lazy("la tessera è scaduta il %(about)s"),
    FindingKind.NOT_YET: _lazy("la tessera vale dal %(about)s"),
    FindingKind.LEFT: _lazy("è uscito dall’albo il %(about)s"),
    FindingKind.FOREIGN: _lazy("la tessera %(about)s è di un’altra federazione"),
    FindingKind.UNKNOWN: _lazy("la tessera %(about)s non è nell’albo"),
    FindingKind.NO_CARD: _lazy("non ha una tessera"),
    FindingKind.TWICE: _lazy("è iscritto due volte: anche col numero %(about)s"),
    FindingKind.NAME: _lazy("nell’albo questa tessera è di %(about)s"),
    FindingKind.CLUB: _lazy("nell’albo il circolo è %(about)s"),
}
_DAYS = frozenset({FindingKind.EXPIRED, FindingKind.NOT_YET, FindingKind.LEFT})


def finding_in_words(finding: Finding) -> str:
    """A sentence without its subject: «la tessera è scaduta il 30/06/2026»."""
    about = f"{date.fromisoformat(finding.about):%d/%m/%Y}" if finding.kind in _DAYS else finding.about
    return str(WHOLE[finding.kind]) % {"about": about}


def flag_in_words(flag: Flag) -> str:
    """«Anna Conti: la tessera è scaduta il 30/06/2026»."""
    return f"{flag.name}: {', '.join(map(finding_in_words, flag.findings))}"


def flags_in_words(flags: Iterable[Flag], *, most: int = 10) -> str:
    """The first of them, each with the number of the entry, and how many more there are."""
    listed = list(flags)
    named = [f"{flag.number} {flag_in_words(flag)}" for flag in listed[:most]]
    if len(listed) > most:
        named.append(_("e altri %(count)d") % {"count": len(listed) - most})
    return "; ".join(named)


def admitted_for(data: Mapping[str, list[str]]) -> str:
    """What an admission was about, in short words."""
    return ", ".join(str(FindingKind(kind).label) for kind in data["kinds"])
