"""What a casebook is found by, and its long paper: made of its headnotes, made anew where an erasure changed one.

Headnotes: drafted beside a record of the archive, published under a number for ever, changed, withdrawn.
"""

import hashlib
import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Max
from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from django_tasks import task

from federation.casebook.models import (
    LONGEST_TAG,
    MOST_TAGS,
    CasebookPaper,
    Headnote,
    HeadnoteDraft,
    HeadnoteIndex,
    HeadnoteVersion,
)
from federation.casebook.names import Doubt, NameFindings, ProtectedNames, digest_of, doubts_in, find_names
from federation.casebook.queries import published, search_keys, stamp_of
from federation.casebook.records import Decided, decided, protected_names_for, record_of
from federation.received.queries import why_no_headnote
from people.accounts.models import Federation
from people.offices.log import write_federation_line
from records.action import Actor, action, required_text, save_checked
from records.locks import check_fields_unchanged
from records.requests import Refused
from records.rights import FederationRight
from tournaments.setup.models import Tournament

# So many headnotes are laid out while somebody waits; more by a worker, after each publication.
AT_ONCE = 150
LANGUAGES = ("it", "en")
# Stands above the actions, with what lays papers out.
MAKER = "federation.casebook.layout.casebook_pdf"


def index_headnote(version: HeadnoteVersion) -> None:
    """Let the headnote be found by its last version; one that was withdrawn by nothing."""
    HeadnoteIndex.objects.filter(headnote=version.headnote_id).delete()
    if version.is_published:
        rows = (
            HeadnoteIndex(headnote_id=version.headnote_id, kind=kind, value=value)
            for kind, value in sorted(search_keys(version))
        )
        HeadnoteIndex.objects.bulk_create(rows, batch_size=500)


def renew_casebook(tournament: Tournament) -> None:
    """After an erasure in the tournament: the index of its headnotes, and no paper of before."""
    for version in published(tournament.federation).filter(headnote__tournament=tournament):
        index_headnote(version)
    if CasebookPaper.objects.filter(federation=tournament.federation_id).delete()[0]:
        make_papers_where_long(tournament.federation)


def make_papers_where_long(federation: Federation) -> None:
    """Have a worker lay the casebook out, where that takes longer than anybody waits."""
    if published(federation).count() > AT_ONCE:
        make_papers.enqueue(federation.pk)


@task()
def make_papers(pk: int) -> None:
    """The casebook in both languages; nothing where it is laid out as it stands."""
    federation = Federation.objects.get(pk=pk)
    stamp = stamp_of(federation)
    for language in LANGUAGES:
        if CasebookPaper.objects.filter(federation=federation, language=language, stamp=stamp).exists():
            continue
        with translation.override(language):
            now = timezone.now()
            content = import_string(MAKER)(federation, now)
        if stamp_of(federation) != stamp:
            return  # whoever changed it has asked for another
        made = {"stamp": stamp, "content": content, "made_at": now}
        CasebookPaper.objects.update_or_create(federation=federation, language=language, defaults=made)


State = HeadnoteVersion.State
# What two officers may change in a draft, and see of each other.
DRAFTED = ("text", "comment", "tags", "tells_where")


@dataclass(frozen=True)
class Said:
    """What an officer wrote. no_names: that the words which were shown name nobody here.

    shown: the digest of these, in their sentences; None where whoever says so has just read what is written.
    """

    text: str
    comment: str = ""
    tags: Sequence[str] = ()
    tells_where: bool = False
    no_names: bool = False
    shown: str | None = None


class Names(Refused):
    """The text says words that name somebody, or may; doubts: those that stand once the officer says so.

    is_changed: the officer has said so, of other words or of another sentence.
    """

    def __init__(self, named: NameFindings, doubts: tuple[Doubt, ...] = (), *, is_changed: bool = False) -> None:
        again = _("Da quando hai risposto il testo è cambiato: rileggi le parole segnate qui e conferma di nuovo.")
        surely = _("Il testo nomina persone, luogo o torneo: togli %(words)s.")
        perhaps = _("Può essere il nome di qualcuno: %(words)s. Cambialo, o conferma che qui non nomina nessuno.")
        told = [(surely, named.surely), (perhaps, named.perhaps)]
        words = [said % {"words": _quoted(words)} for said, words in told if words]
        super().__init__(*([again] if is_changed else []), *words)
        self.named, self.doubts = named, doubts


def _quoted(words: Sequence[str]) -> str:
    return ", ".join(f"«{word}»" for word in words)


@action(FederationRight.EDIT_CASEBOOK)
def draft_headnote(*, by: Actor, federation: Federation, source: str, said: Said) -> HeadnoteDraft:
    """Begin a headnote beside a record of the archive."""
    about = _about(federation, source)
    if why := why_no_headnote(about.received):
        raise Refused(why)
    here = None if about.received else about.tournament
    draft = HeadnoteDraft(federation=federation, tournament=here, received=about.received, source=source)
    _fill(draft, said, by)
    return write_federation_line(by, draft, source=source)


@action(FederationRight.EDIT_CASEBOOK, logs="change_headnote_draft")
def change_draft(*, by: Actor, draft: HeadnoteDraft, said: Said, seen: str | None = None) -> HeadnoteDraft:
    """Write the draft otherwise; of a published headnote nobody sees it before it is published."""
    check_fields_unchanged(draft, DRAFTED, seen)
    _fill(draft, said, by)
    return write_federation_line(by, draft, source=draft.source)


@action(FederationRight.EDIT_CASEBOOK, logs="discard_headnote_draft")
def discard_draft(*, by: Actor, draft: HeadnoteDraft) -> Federation:
    """Throw away what was never published."""
    if draft.headnote_id:
        raise Refused(_("È già pubblicata: si può cambiare o ritirare, non scartare."))
    write_federation_line(by, draft, source=draft.source)
    draft.delete()
    return draft.federation


@action(FederationRight.EDIT_CASEBOOK)
def publish_headnote(*, by: Actor, draft: HeadnoteDraft, seen: str, reason: str = "") -> HeadnoteVersion:
    """Let everybody read what the draft says: under a new number, or as the next version of its headnote."""
    federation = draft.federation
    check_fields_unchanged(draft, DRAFTED, seen)
    about, headnote = _about(federation, draft.source), draft.headnote
    last = _last(headnote) if headnote else None
    if last is not None:
        reason = required_text(reason, _("Scrivi perché la massima cambia."))
    known = protected_names_for(about, with_place=draft.tells_where)
    _refuse(find_names([draft.text, draft.comment, *draft.tags], known), draft.no_names)
    _refuse_in_reason(reason, known)
    version = HeadnoteVersion(
        version=last.version + 1 if last else 1, state=State.PUBLISHED, text=draft.text, comment=draft.comment,
        tags=draft.tags, record=record_of(about, known), reason=reason.strip(), by=by.user, at=by.at,
    )  # fmt: skip
    if draft.tells_where:
        version.place, version.decided_in = about.tournament.place, about.year
    if last is not None and _content(last) == _content(version):
        raise Refused(_("È uguale a quella pubblicata."))
    if headnote is None:
        headnote = draft.headnote = _numbered(by, draft)
        draft.save(update_fields=["headnote"])
    return _add(by, headnote, version)


@action(FederationRight.EDIT_CASEBOOK)
def withdraw_headnote(*, by: Actor, headnote: Headnote, seen: int, reason: str) -> HeadnoteVersion:
    """Say that the headnote no longer holds, and why; its address and what it said stay. seen: the version shown."""
    last = _last(headnote)
    if last.version != seen:
        raise Refused(_("Intanto %(who)s l’ha cambiata: riguarda.") % {"who": last.by})
    if not last.is_published:
        raise Refused(_("È già ritirata."))
    why = required_text(reason, _("Scrivi perché la massima si ritira: lo leggono tutti."))
    about = decided([headnote.source]).get(headnote.source)
    if about:  # of a package that was set aside nobody is known any more
        _refuse_in_reason(why, protected_names_for(about, with_place=bool(last.place)))
    kept = {name: getattr(last, name) for name in ("text", "comment", "tags", "place", "decided_in", "record")}
    version = HeadnoteVersion(
        version=last.version + 1, state=State.WITHDRAWN, reason=why, by=by.user, at=by.at, **kept
    )  # fmt: skip
    return _add(by, headnote, version)


def _about(federation: Federation, source: str) -> Decided:
    found = decided([source]).get(source)
    if found is None or found.federation_id != federation.pk:
        raise Refused(_("Questo atto non è nell’archivio della federazione: non se ne può scrivere la massima."))
    return found


def _fill(draft: HeadnoteDraft, said: Said, by: Actor) -> None:
    draft.text = required_text(said.text, _("Scrivi la massima."))
    draft.comment, draft.tags, draft.tells_where = said.comment.strip(), _tags(said.tags), said.tells_where
    known = protected_names_for(_about(draft.federation, draft.source), with_place=said.tells_where)
    texts = [draft.text, draft.comment, *draft.tags]
    found = find_names(texts, known)
    stood = set(draft.no_names)
    doubts = doubts_in(texts, [one for one in found.perhaps if one not in stood])
    is_answered = said.no_names and said.shown in (None, digest_of(doubts))
    if is_answered:
        stood |= set(found.perhaps)
    _refuse(found, stood, doubts, is_changed=bool(doubts) and said.no_names and not is_answered)
    draft.no_names = sorted(stood.intersection(found.perhaps))
    draft.changed_by, draft.changed_at = by.user, by.at
    save_checked(draft)


def _tags(typed: Sequence[str]) -> list[str]:
    tags = list(dict.fromkeys(" ".join(one.lower().split()) for one in typed if one.strip()))
    if len(tags) > MOST_TAGS:
        raise Refused(_("Al più %(most)d voci.") % {"most": MOST_TAGS})
    if any(len(one) > LONGEST_TAG for one in tags):
        raise Refused(_("Una voce ha al più %(most)d caratteri.") % {"most": LONGEST_TAG})
    return tags


def _refuse_in_reason(reason: str, known: ProtectedNames) -> None:
    """A reason is short: whatever may name somebody is told otherwise."""
    found = find_names([reason], known)
    if found:
        raise Names(NameFindings((*found.surely, *found.perhaps)))


def _refuse(
    found: NameFindings, stood: Collection[str], doubts: tuple[Doubt, ...] = (), *, is_changed: bool = False
) -> None:
    left = NameFindings(found.surely, tuple(one for one in found.perhaps if one not in stood))
    if left:
        raise Names(left, doubts, is_changed=is_changed)


def _numbered(by: Actor, draft: HeadnoteDraft) -> Headnote:
    """The next number of the year, under the federation's lock."""
    year = timezone.localtime(by.at).year
    of_year = Headnote.objects.filter(federation=draft.federation, year=year).order_by()
    last: int | None = of_year.aggregate(last=Max("number"))["last"]
    headnote = Headnote(
        federation=draft.federation, tournament=draft.tournament, received=draft.received, source=draft.source,
        year=year, number=(last or 0) + 1, made_by=by.user, made_at=by.at,
    )  # fmt: skip
    save_checked(headnote)
    return headnote


def _last(headnote: Headnote) -> HeadnoteVersion:
    return headnote.versions.select_related("by").order_by("-version")[0]


def _content(version: HeadnoteVersion) -> tuple[Any, ...]:
    names = ("state", "text", "comment", "tags", "place", "decided_in", "record")
    return tuple(getattr(version, name) for name in names)


def _add(by: Actor, headnote: Headnote, version: HeadnoteVersion) -> HeadnoteVersion:
    version.headnote = headnote
    save_checked(version)
    index_headnote(version)
    make_papers_where_long(headnote.federation)
    digest = hashlib.sha256(json.dumps(_content(version), sort_keys=True, default=str).encode()).hexdigest()
    return write_federation_line(by, version, headnote=headnote.reference, version=version.version, sha256=digest)
