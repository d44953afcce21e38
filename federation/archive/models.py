"""The archive's index: what every ruling, appeal and arbitral score of a federation is found by.

No official record: it is made of the records, keeps no words of theirs but their stems, and is made anew wherever it is
missing or old (docs/decisions/0081-the-archive.md).
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from people.accounts.models import Federation
from records.guards import Statements, once
from tournaments.setup.models import Tournament

if TYPE_CHECKING:
    from federation.received.models import ReceivedTournament

# A place in time: seconds, which kind of record, its key.
KEY_BITS, KIND_BITS = 28, 3

# SQLite searches a full-text table of its own, which follows the stems. From 3.42 on it overwrites what it deletes;
# before, an erasure makes the table anew (`federation/archive/actions.py`).
FTS = "federation_archivefts"
_DELETED = f"INSERT INTO {FTS} ({FTS}, rowid, stems) VALUES ('delete', OLD.archived_id, OLD.stems);"  # noqa: S608
_INSERTED = f"INSERT INTO {FTS} (rowid, stems) VALUES (NEW.archived_id, NEW.stems);"  # noqa: S608
_FOLLOWING = {"insert": _INSERTED, "delete": _DELETED, "update": f"{_DELETED} {_INSERTED}"}
FULL_TEXT = Statements(
    name="archived_stems_searched",
    making={
        "sqlite": [
            f"CREATE VIRTUAL TABLE IF NOT EXISTS {FTS} USING fts5(stems, content='federation_archivedstems',"
            " content_rowid='archived_id', detail='none', tokenize='unicode61')",
            *(
                f"CREATE TRIGGER archived_stems_{event} AFTER {event.upper()} ON {{table}} BEGIN {follows} END"
                for event, follows in _FOLLOWING.items()
            ),
            f"INSERT INTO {FTS} ({FTS}, rank) SELECT 'secure-delete', 1"
            " WHERE CAST(substr(sqlite_version(), 3) AS REAL) >= 42",
        ],
        # The long texts lie apart: whoever counts ten thousand rows that the index found reads few pages.
        "postgresql": [
            "ALTER TABLE {table} SET (toast_tuple_target = 128)",
            "ALTER TABLE {table} ALTER COLUMN stems SET STORAGE EXTERNAL",
        ],
    },
    removing={"sqlite": [*(f"DROP TRIGGER archived_stems_{event}" for event in _FOLLOWING), f"DROP TABLE {FTS}"]},
)
# PostgreSQL searches words that stand in the short rows: what its index finds is read from few pages. The stems are
# made by us, the same on every database (decision 81); the server only looks them up.
WORDS = Statements(
    name="archived_facets_words",
    making={
        "postgresql": [
            "ALTER TABLE {table} ADD COLUMN words tsvector",
            "CREATE OR REPLACE FUNCTION federation_facets_words() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " NEW.words := (SELECT array_to_tsvector(string_to_array(stems, ' '))"
            " FROM federation_archivedstems WHERE archived_id = NEW.archived_id);"
            " RETURN NEW; END $$",
            "CREATE TRIGGER archived_facets_words BEFORE INSERT ON {table}"
            " FOR EACH ROW EXECUTE FUNCTION federation_facets_words()",
            "CREATE INDEX archived_facets_words ON {table} USING gin (words) WITH (fastupdate = off)",
        ]
    },
    removing={
        "postgresql": [
            "DROP TRIGGER archived_facets_words ON {table}",
            "DROP FUNCTION federation_facets_words()",
            "ALTER TABLE {table} DROP COLUMN words",
        ]
    },
)


def at_place(place: int) -> datetime:
    return datetime.fromtimestamp(place >> (KEY_BITS + KIND_BITS), tz=UTC)


class ArchivedRuling(models.Model):
    """One ruling, appeal or arbitral score, by what it can be asked for.

    Its key is its place in time (`federation/archive/words.py`), so that the newest come first without any sorting.
    """

    class Kind(models.TextChoices):
        RULING = "ruling", _("Provvedimento")
        APPEAL = "appeal", _("Reclamo")
        SCORE = "score", _("Punteggio arbitrale")

    class Standing(models.TextChoices):
        IN_FORCE = "in_force", _("in vigore")
        REVISED = "revised", _("rivisto")
        OVERTURNED = "overturned", _("cambiato in reclamo")
        OPEN = "open", _("in esame")

    place = models.BigIntegerField(primary_key=True)
    # «ruling-12»: the kind of record and its key here; that of another source names its source first.
    source = models.CharField(_("atto"), max_length=80, unique=True)
    federation = models.ForeignKey(Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+")
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, verbose_name=_("torneo"), related_name="+", null=True, blank=True
    )
    # Of what came in a package; then there is no tournament of this installation.
    received = models.ForeignKey(
        "federation.ReceivedTournament", models.CASCADE, related_name="+", null=True, blank=True
    )
    kind = models.CharField(_("tipo"), max_length=10, choices=Kind)
    number = models.PositiveIntegerField(_("numero"))
    version = models.PositiveIntegerField(_("versione"), default=1)
    code = models.CharField(_("codice"), max_length=80, blank=True)
    edition_hash = models.CharField(_("impronta dell’edizione"), max_length=64, blank=True)
    procedure = models.CharField(_("anomalia"), max_length=80, blank=True)
    departed = models.BooleanField(_("diversa dalla proposta"), default=False)
    method = models.CharField(_("punteggio"), max_length=12, blank=True)
    standing = models.CharField(_("stato"), max_length=10, choices=Standing, default=Standing.IN_FORCE)
    # The version that took its place.
    followed_by = models.PositiveIntegerField(_("sostituito dalla versione"), null=True, blank=True)
    rule_changed = models.BooleanField(_("norma cambiata"), default=False)
    # Numbers of articles, verbs of effects, keys of clubs at the table: each once, with blanks between.
    articles = models.CharField(_("articoli"), max_length=400, blank=True)
    effects = models.CharField(_("effetti"), max_length=400, blank=True)
    clubs = models.CharField(_("circoli"), max_length=400, blank=True)
    # Of the first version of a ruling: the penalties it ordered («vp-2»), and how many seconds somebody waited for it.
    penalties = models.CharField(_("sanzioni"), max_length=200, blank=True)
    waited = models.PositiveIntegerField(_("secondi fino alla decisione"), null=True, blank=True)
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("arbitro"), related_name="+", null=True, blank=True
    )
    # Of everything that it is found by: what has not changed is not written again.
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["-place"]
        verbose_name = _("atto dell’archivio")
        verbose_name_plural = _("atti dell’archivio")
        indexes = [
            models.Index(fields=["federation", "-place"], name="archived_by_federation"),
            # All that is counted of them (`federation/consistency/queries.py`), without reading their rows.
            models.Index(
                fields=[
                    "federation", "kind", "version", "code", "procedure", "articles", "departed", "penalties",
                    "waited", "arbiter", "place",
                ],
                name="archived_counted",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return self.source

    @property
    def at(self) -> datetime:
        """When it was decided, to the second."""
        return at_place(self.place)

    @property
    def held(self) -> "Tournament | ReceivedTournament | None":
        """Where it was decided: here or elsewhere, each with name, place and address."""
        return self.tournament or self.received

    @property
    def article_list(self) -> list[str]:
        return self.articles.split()


class ArchivedStems(models.Model):
    """The stems of all words of a record and what it can be asked for, each once; what the database searches."""

    archived = models.OneToOneField(ArchivedRuling, models.CASCADE, primary_key=True, related_name="stems")
    stems = models.TextField()

    class Meta:
        verbose_name = _("radici di un atto")
        verbose_name_plural = _("radici degli atti")
        constraints = [FULL_TEXT]

    def __str__(self) -> str:
        return self.stems[:40]


class ArchivedShape(models.Model):
    """What many records share, in one text, so that they are counted together; its key is made of the text."""

    id = models.BigIntegerField(primary_key=True)
    told = models.TextField(_("caratteri"))

    class Meta:
        verbose_name = _("caratteri di atti")
        verbose_name_plural = _("caratteri degli atti")

    def __str__(self) -> str:
        return self.told


class ArchivedFacets(models.Model):
    """What a record is counted by, in a row as short as may be: a search reads ten thousand of them.

    Written after its stems: on PostgreSQL the row takes from them the words that the server searches.
    """

    archived = models.OneToOneField(ArchivedRuling, models.CASCADE, primary_key=True, related_name="+")
    # No index by these: they are read where the words or the date lead.
    federation = models.ForeignKey(
        Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+", db_index=False
    )
    shape = models.ForeignKey(
        ArchivedShape, models.PROTECT, verbose_name=_("caratteri"), related_name="+", db_index=False
    )
    tournament = models.ForeignKey(
        Tournament, models.CASCADE, verbose_name=_("torneo"), related_name="+", null=True, blank=True, db_index=False
    )
    received = models.ForeignKey(
        "federation.ReceivedTournament", models.CASCADE, related_name="+", null=True, blank=True, db_index=False
    )
    arbiter = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("arbitro"), related_name="+", null=True, blank=True,
        db_index=False,
    )  # fmt: skip
    clubs = models.CharField(_("circoli"), max_length=400, blank=True)

    class Meta:
        verbose_name = _("conteggio di un atto")
        verbose_name_plural = _("conteggi degli atti")
        indexes = [models.Index(fields=["federation", "-archived"], name="archived_facets_newest")]
        constraints = [WORDS]

    def __str__(self) -> str:
        return f"{self.archived_id}: {self.shape_id}"


class ArchiveStem(models.Model):
    """A stem that a federation's archive knows, and how many of its records hold it."""

    federation = models.ForeignKey(Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+")
    stem = models.CharField(_("radice"), max_length=100)
    holds = models.IntegerField(_("atti"))

    class Meta:
        ordering = ["federation", "stem"]
        verbose_name = _("radice dell’archivio")
        verbose_name_plural = _("radici dell’archivio")
        constraints = [once("federation stem")]

    def __str__(self) -> str:
        return self.stem


class ArchivedCitation(models.Model):
    """That a record's reasons name a ruling as a precedent: «coppa-levante n. 12»."""

    archived = models.ForeignKey(ArchivedRuling, models.CASCADE, related_name="citations")
    # As it was named, whether played here or received, known then or only later (`archive_lines`).
    slug = models.CharField(_("torneo"), max_length=320)
    number = models.PositiveIntegerField(_("numero"))

    class Meta:
        ordering = ["pk"]
        verbose_name = _("precedente citato")
        verbose_name_plural = _("precedenti citati")
        constraints = [once("archived slug number")]
        indexes = [models.Index(fields=["slug", "number"], name="archived_citation_of")]

    def __str__(self) -> str:
        return f"{self.slug} n. {self.number}"


class IndexedTournament(models.Model):
    """Up to which version of its data a tournament is in the archive, and by which texts of the codes."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, verbose_name=_("torneo"), related_name="+")
    version = models.PositiveIntegerField(_("versione dei dati"))
    editions = models.CharField(_("edizioni dei codici"), max_length=64)
    # Of its rulings, scores and appeals: a score more at a table need not read them again.
    seen = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("torneo in archivio")
        verbose_name_plural = _("tornei in archivio")

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.version}"


class ArchiveIndex(models.Model):
    """How many records a federation's archive has; another stamp with each change, so that what is kept can tell."""

    federation = models.OneToOneField(Federation, models.CASCADE, verbose_name=_("federazione"), related_name="+")
    stamp = models.CharField(max_length=32)
    records = models.IntegerField(_("atti"), default=0)

    class Meta:
        verbose_name = _("archivio")
        verbose_name_plural = _("archivi")

    def __str__(self) -> str:
        return f"{self.federation_id}: {self.records}"
