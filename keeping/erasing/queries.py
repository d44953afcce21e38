"""The reasons why a person must not be erased now, and the search for all texts that name somebody.

- Applications add their reasons, each with what to do about it.
- Data derived from records, such as a search index, are dropped by an erasure and made again when they are missing;
  their texts are not searched or marked.
- The search goes through all models and columns, so that no new one is forgotten.
"""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry as AdminEntry
from django.db import models
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from keeping.erasing.models import LegalHold
from keeping.erasing.names import Span, Words
from people.accounts.models import Player
from people.players.queries import records_of
from records.official_records import Sealed
from tournaments.appeals.models import Appeal
from tournaments.entries.models import Entry
from tournaments.setup.models import Tournament


def legal_holds_on(player: Player) -> Iterator[str]:
    """The legal holds that somebody set on the person or on a tournament of theirs: the records stay as they are.

    An open appeal is no legal hold: two records may be merged under it, which changes no result and can be undone.
    """
    records = records_of(player)
    played = Tournament.objects.filter(entries__members__player__in=records).distinct()
    yield from _set_by_hand(Q(player__in=records))
    yield from _set_by_hand(Q(tournament__in=played.values_list("pk", flat=True)))


def holds_on(player: Player) -> Iterator[str]:
    """The reasons why the person must not be erased now, each with what to do about it."""
    records = records_of(player)
    played = Tournament.objects.filter(entries__members__player__in=records).distinct()
    yield from _set_by_hand(Q(player__in=records))
    yield from holds_on_tournaments(played.values_list("pk", flat=True))


def holds_on_tournaments(tournaments: Collection[int]) -> Iterator[str]:
    """The reasons why nothing of these tournaments must be erased now."""
    for appeal in Appeal.objects.filter(tournament__in=tournaments, state=Appeal.State.OPEN).select_related(
        "tournament"
    ):
        words = _("Il reclamo n. %(number)d di %(tournament)s è ancora in esame: va deciso o ritirato prima.")
        yield words % {"number": appeal.number, "tournament": appeal.tournament}
    yield from _set_by_hand(Q(tournament__in=tournaments))


def _set_by_hand(of: Q) -> Iterator[str]:
    for hold in LegalHold.objects.filter(of, lifted_at__isnull=True).select_related("set_by"):
        words = _("C’è un vincolo posto da %(who)s il %(when)s («%(reason)s»): chi amministra può toglierlo.")
        yield words % {"who": hold.set_by, "when": f"{hold.set_at:%d/%m/%Y}", "reason": hold.reason}


# By the label of the data, the function that drops those of a tournament.
MODELS: set[str] = set()
DROPPED_BY: list[Callable[[Tournament], None]] = []


def drop_derived(tournament: Tournament) -> None:
    """Drop the derived data of the tournaments; called in the erasing transaction."""
    for drop in DROPPED_BY:
        drop(tournament)


# Models whose texts name no player, or that are the person's own row, which is erased as a whole.
OTHERS = frozenset(
    """
    people.Player people.Member people.Club people.Federation people.User
    records.RecordSalt tournaments.DealSecret tournaments.DealsOpened
    records.IdempotencyKey people.SignInTries people.Phone people.BackupCodes
    referee.CodeEdition referee.CodeText
    """.split()
)
# Of these the other columns are words of the program, or the text of a rule whose digest must hold.
SEARCHED = {"records.LogEntry": ("data",), "federation.PointsTable": ("reason",)}
# Columns that have a name on purpose, such as a memorial tournament: never surely the person.
NAMED_AFTER = frozenset({"tournaments.Tournament", "tournaments.Stage", "tournaments.Group", "tournaments.Prize"})
Path = tuple[str | int, ...]


@dataclass(frozen=True)
class TextPlace:
    """A text with the words searched, and its place: the record, the column and, within JSON, the path."""

    model: type[models.Model]
    pk: int
    column: str
    path: Path
    text: str
    spans: tuple[Span, ...]
    sure: bool
    tournament: int | None

    @property
    def place(self) -> str:
        """The place as seals name it."""
        return "/".join(map(str, (self.column, *self.path)))

    @property
    def key(self) -> str:
        return f"{self.model._meta.label}:{self.pk}:{self.place}"

    def with_mark(self, mark: str) -> str:
        """The text with the mark in place of the words."""
        parts, last = [], 0
        for span in self.spans:
            parts += [self.text[last : span.begins], mark]
            last = span.ends
        return "".join([*parts, self.text[last:]])


def find_texts(words: Words, tournament: Tournament | None = None) -> list[TextPlace]:
    """All texts with the words, in one tournament or in the whole database."""
    return [text for model in searched_models() for text in _in_model(model, words, tournament)]


def texts_digest(texts: Sequence[TextPlace]) -> str:
    """A digest of the texts, so that only the texts that the page showed are erased."""
    content = json.dumps([[text.key, text.text] for text in texts])
    return salted_hmac("keeping.erasing", content, algorithm="sha256").hexdigest()


@cache
def searched_models() -> tuple[type[models.Model], ...]:
    left_out = OTHERS | MODELS
    mine = [
        model
        for model in apps.get_models()
        if model._meta.app_label in settings.APPLICATIONS and model._meta.label not in left_out
    ]
    return (*(model for model in mine if text_columns(model)), AdminEntry)


@cache
def text_columns(model: type[models.Model]) -> tuple[str, ...]:
    """The columns with texts that somebody wrote."""
    if only := SEARCHED.get(model._meta.label):
        return only
    columns = []
    for field in model._meta.concrete_fields:
        is_written = isinstance(field, models.CharField | models.TextField) and not isinstance(field, models.SlugField)
        if isinstance(field, models.JSONField) or (is_written and not field.choices):
            columns.append(field.attname)
    return tuple(columns)


# Of a tournament that was played here, or of one that came in packages; of the latter nobody is named in our tables.
OF_EITHER = frozenset({"federation.Headnote", "federation.HeadnoteDraft"})
UPWARD = ("tournament", "round", "table", "publication", "stage", "entry", "ruling", "case", "player", "headnote")


@cache
def tournament_of(model: type[models.Model]) -> str | None:
    """The lookup from a record of the model to its tournament's key; None for models of no tournament."""
    if model is Tournament:
        return "pk"
    if issubclass(model, Sealed):
        return model.TOURNAMENT
    may_lack = model._meta.label in OF_EITHER
    fields = [field for field in model._meta.concrete_fields if field.is_relation and (may_lack or not field.null)]
    relations = {field.name: field.related_model for field in fields}
    for name in UPWARD:
        above = relations.get(name)
        if isinstance(above, type) and (way := tournament_of(above)) is not None:
            return name if above is Tournament else f"{name}__{way}"
    return None


def _in_model(model: type[models.Model], words: Words, tournament: Tournament | None) -> Iterator[TextPlace]:
    way, columns = tournament_of(model), text_columns(model)
    if tournament is not None and way is None:
        return
    rows = model._base_manager.filter(_says_something(model, columns)).order_by("pk")
    if tournament is not None:
        rows = rows.filter(**{str(way): tournament.pk})
    for pk, of, *values in rows.values_list("pk", way or "pk", *columns).iterator():
        for column, value in zip(columns, values, strict=True):
            for path, text, spans in _in_value(value, words, ()):
                entry = pk if model is Entry else None
                own = of if way else None
                if own not in words.played and {span.by for span in spans} == {"first"}:
                    continue
                sure = model._meta.label not in NAMED_AFTER and words.is_sure(spans, own, entry)
                yield TextPlace(model, pk, column, path, text, spans, sure, own)


def _says_something(model: type[models.Model], columns: Collection[str]) -> Q:
    texts = [name for name in columns if not isinstance(model._meta.get_field(name), models.JSONField)]
    return Q() if len(texts) < len(columns) else reduce(Q.__or__, (~Q(**{name: ""}) for name in texts))


Said = tuple[Path, str, tuple[Span, ...]]


def _in_value(value: Any, words: Words, path: Path) -> Iterator[Said]:
    """The texts within a value. In JSON, as in a row, a first name alone counts only next to the surname or card."""
    if isinstance(value, str):
        if spans := words.spans(value):
            yield path, value, spans
        return
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    here: list[Said] = []
    for step, child in children:
        if isinstance(child, str):
            here += _in_value(child, words, (*path, step))
        else:
            yield from _in_value(child, words, (*path, step))
    is_row = any(span.by != "first" for _path, _text, spans in here for span in spans)
    yield from (found_text for found_text in here if is_row or any(span.by != "first" for span in found_text[2]))


def value_at(value: Any, path: Path) -> Any:
    inner: Any = value
    for step in path:
        inner = inner[step]
    return inner


def with_text(value: Any, path: Path, text: str) -> Any:
    """A copy of the value with another text at the path."""
    if not path:
        return text
    step, rest = path[0], path[1:]
    copy: Any = list(value) if isinstance(value, list) else dict(value)
    copy[step] = with_text(value[step], rest, text)
    return copy


def texts_by_key(player: Player, keys: Collection[str]) -> list[TextPlace]:
    """The texts that surely mean the person, and those with these keys, chosen before."""
    return [text for text in find_texts(Words.of_player(player)) if text.sure or text.key in keys]


def text_at_place(record: str, place: str, spans: Iterable[Sequence[int]]) -> TextPlace | None:
    """The text at a place of a record; None if there is none, or if it is too short for the spans."""
    label, _colon, pk = record.rpartition(":")
    model = next((model for model in searched_models() if model._meta.label == label), None)
    column, *steps = place.split("/")
    row = model._base_manager.filter(pk=pk).first() if model and column in text_columns(model) else None
    if model is None or row is None:
        return None
    text, path = getattr(row, column), list[str | int]()
    for step in steps:
        path.append(int(step) if isinstance(text, list) else step)
        try:
            text = text[path[-1]]
        except (LookupError, TypeError):
            return None
    marked = tuple(Span(begins, ends, "words") for begins, ends in spans)
    if not isinstance(text, str) or any(span.ends > len(text) for span in marked):
        return None
    way = tournament_of(model)
    tournament = model._base_manager.values_list(way, flat=True).get(pk=row.pk) if way else None
    return TextPlace(model, row.pk, column, tuple(path), text, marked, sure=True, tournament=tournament)
