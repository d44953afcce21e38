"""The inbox: a package is received, checked, returned with remarks or homologated; conflicts are chosen.

A package comes here opened (`open_package`): what does not hold is refused before anything is locked or stored.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _

from federation.packages.actions import check_as_signed, known_key, own_key, signing_key
from federation.packages.models import (
    Homologation,
    KnownKey,
    PackagePart,
    PackageText,
    ReceivedPackage,
    Remark,
    UploadToken,
)
from federation.packages.queries import OpenPoint, in_front, manifest_of, part, players_by_name, texts_naming
from federation.packages.words import with_place
from federation.received.actions import join_by_card
from federation.received.models import ReceivedTournament
from federation.sealed.archive import MANIFEST, canonical
from federation.sealed.faults import Unsound
from federation.sealed.manifest import Manifest, fingerprint, signed
from federation.sealed.verification import LOG, PERSONS, Package, lines_of, open_package
from federation.webhooks.actions import notify_of_homologation
from people.accounts.models import Federation
from people.offices.log import write_federation_line
from records.action import Actor, action, require_office, required_text, save_checked
from records.locks import lock_federation
from records.outside import MB, PACKAGE
from records.requests import Refused
from records.rights import FederationRight, Right
from tournaments.setup.models import Tournament

State, Conflict = ReceivedPackage.State, ReceivedPackage.Conflict
PER_WRITE = 2000
MOST_REMARKS = 100


@dataclass(frozen=True)
class Opened:
    """A file that holds, with its own hash and size."""

    package: Package
    sha256: str
    size: int


def opened(content: bytes, *, federation: Federation | None = None) -> Opened:
    """Raises Refused in words, with the place, where the package does not hold.

    federation: that it comes to; of a key that it does not know no more is read than the manifest.
    """
    if len(content) > PACKAGE.size:
        raise Refused(_("Il file è troppo grande: al più %(most)d MB.") % {"most": PACKAGE.size // MB})
    try:
        package = open_package(content, lambda manifest: _admit(federation, manifest))
        return Opened(package, sha256(content).hexdigest(), len(content))
    except Unsound as error:
        raise Refused(with_place(error.trouble)) from error


def _admit(federation: Federation | None, manifest: Manifest) -> None:
    if federation is None:
        return
    digest = sha256(canonical(manifest.told)).hexdigest()
    # What is here already is told so, whatever became of its key.
    if not ReceivedPackage.objects.filter(federation=federation, manifest_sha256=digest).exists():
        _known(federation, manifest)


@action(Right.PUBLISH_STANDINGS, logs="deliver_package")
def deliver(*, by: Actor, tournament: Tournament, content: Opened) -> ReceivedPackage:
    """Hand the package of a tournament over to its federation, whose inbox is kept here and which knows our key."""
    federation, manifest = tournament.federation, content.package.manifest
    if (manifest.key, manifest.tournament["id"]) != (own_key().public, tournament.pk):
        raise Refused(_("Questo pacchetto non è di questo torneo."))
    lock_federation(federation)
    kept = _keep(by, federation, content, way=ReceivedPackage.Way.UPLOAD)
    by.log(tournament, sha256=kept.sha256, package_version=kept.version)
    return kept


@action(logs="receive_package")
def receive(
    *, by: Actor, federation: Federation, content: Opened, way: ReceivedPackage.Way, token: UploadToken | None = None
) -> ReceivedPackage:
    """Keep a package as it came; the same one twice is one."""
    if token is None:
        require_office(by, federation, FederationRight.RECEIVE_PACKAGES)
    else:
        # Whoever made it and has no more the office lets nobody in.
        require_office(by, federation, FederationRight.MANAGE_KEYS)
    lock_federation(federation)
    return _keep(by, federation, content, way=way, token=token)


def _keep(
    by: Actor, federation: Federation, content: Opened, *, way: ReceivedPackage.Way, token: UploadToken | None = None
) -> ReceivedPackage:
    digest = sha256(content.package.parts[MANIFEST].packed).hexdigest()
    # Also what somebody erased from and gave on: it is the same package, with less in it.
    mine = ReceivedPackage.objects.filter(federation=federation)
    if same := mine.filter(sha256=content.sha256).first() or mine.filter(manifest_sha256=digest).first():
        return same
    key = _known(federation, content.package.manifest)
    if token is not None:
        _use(token, by.at)
    kept = _made(by, federation, content, key)
    kept.manifest_sha256, kept.way, kept.token = digest, way, token
    kept.received_by = None if token else by.user
    save_checked(kept)
    note_received(kept, content.package.manifest.tournament)
    _keep_parts(kept, content.package)
    return write_federation_line(by, kept, sha256=kept.sha256, version=kept.version, conflict=kept.conflict)


def note_received(package: ReceivedPackage, of: Mapping[str, Any]) -> None:
    """The tournament under its lasting key here, called as the package in front calls it."""
    told = {"slug": of["slug"], "name": package.name, "place": package.place, "starts_on": package.day}
    key: dict[str, Any] = {"federation": package.federation, "uid": package.uid}
    if package.waits_for_choice:
        ReceivedTournament.objects.get_or_create(**key, defaults=told)
    else:
        ReceivedTournament.objects.update_or_create(**key, defaults=told)


def _known(federation: Federation, manifest: Manifest) -> KnownKey:
    code = manifest.tournament["federation"]
    if code != federation.code:
        raise Refused(_("Questo torneo è di un’altra federazione: «%(code)s».") % {"code": code})
    key = known_key(federation, manifest.key)
    if key is None:
        words = _(
            "È firmato da un’installazione che la federazione non conosce: la sua chiave ha l’impronta «%(print)s». "
            "Se chi l’ha inviato la conferma a voce, aggiungila alle chiavi e ricevilo di nuovo."
        )
        raise Refused(words % {"print": fingerprint(manifest.key)})
    return key


def _use(token: UploadToken, at: datetime) -> None:
    """Mark it used: one that serves once serves of two at once one."""
    fresh = UploadToken.objects.filter(pk=token.pk, revoked_at__isnull=True, expires_at__gt=at)
    if not (fresh if token.standing else fresh.filter(used_at__isnull=True)).update(used_at=at):
        raise Refused(_("Questo permesso di invio non vale, è scaduto o è già servito: chiedine un altro."))


def _made(by: Actor, federation: Federation, content: Opened, key: KnownKey) -> ReceivedPackage:
    package, of = content.package, content.package.manifest.tournament
    number, head = package.manifest.head
    made_at = datetime.fromisoformat(package.manifest.told["made_at"])
    front = in_front(federation, package.manifest.uid)
    every = ReceivedPackage.objects.filter(federation=federation, uid=package.manifest.uid)
    last = every.order_by("-version").first()
    return ReceivedPackage(
        federation=federation, uid=package.manifest.uid, version=last.version + 1 if last else 1,
        sha256=content.sha256, size=content.size, name=of["name"], place=of["place"], starts_on=of["starts_on"],
        game=of["game"], head_number=number, head_hash=head, made_at=made_at, key=key, received_at=by.at,
        conflict=_conflict(package, key, made_at, front),
    )  # fmt: skip


def _conflict(
    package: Package, key: KnownKey, made_at: datetime, front: ReceivedPackage | None
) -> ReceivedPackage.Conflict:
    """What stands between it and the one in front; an older one of the same story is refused."""
    if front is None:
        return Conflict.NONE
    number, head = package.manifest.head
    if package.extends(front.head_number, front.head_hash):
        if number > front.head_number or made_at > front.made_at:
            return Conflict.NONE if key.public == front.key.public else Conflict.KEY
    elif not _goes_through(front, number, head):
        return Conflict.HISTORY
    words = _("Di questo torneo c’è già un pacchetto più nuovo, fino alla riga %(line)d: questo arriva alla %(mine)d.")
    raise Refused(words % {"line": front.head_number, "mine": number})


def _goes_through(front: ReceivedPackage, number: int, head: str) -> bool:
    """Whether the log of the package in front has that line."""
    kept = part(front, LOG)
    if kept is None or number > front.head_number:
        return False
    line = next(islice(kept.lines(), number - 1, None), b"")
    return sha256(line[:-1]).hexdigest() == head


def _keep_parts(kept: ReceivedPackage, package: Package) -> None:
    parts = [
        PackagePart(
            package=kept, place=place, name=name, method=one.method, crc=one.crc, size=one.size, packed=one.packed
        )
        for place, (name, one) in enumerate(package.parts.items())
        if name != PERSONS
    ]
    PackagePart.objects.bulk_create(parts)
    lines = lines_of(package.parts[PERSONS], PERSONS)
    while some := list(islice(lines, PER_WRITE)):
        PackageText.objects.bulk_create(
            PackageText(package=kept, line=number, **_text(said)) for number, _line, said in some
        )


def _text(said: Any) -> dict[str, str]:
    return {name: said[name] for name in ("record", "place", "text", "salt")}


# What the officers do with it


@dataclass(frozen=True)
class Checked:
    """What was found when it was opened again; trouble: in words, where it does not hold."""

    points: list[OpenPoint]
    trouble: str = ""


@action(FederationRight.RECEIVE_PACKAGES, logs="check_package")
def check(*, by: Actor, package: ReceivedPackage, found: Checked) -> ReceivedPackage:
    """Note what is open in it. Looked at again it is checked again."""
    if found.trouble:
        raise Refused(found.trouble)
    if package.state not in (State.RECEIVED, State.CHECKED):
        raise Refused(_("Questo pacchetto è già %(state)s.") % {"state": package.get_state_display()})
    package.state, package.points = State.CHECKED, [point.as_dict for point in found.points]
    package.checked_by, package.checked_at = by.user, by.at
    save_checked(package)
    return write_federation_line(by, package, points=len(found.points))


@action(FederationRight.RECEIVE_PACKAGES)
def add_remark(*, by: Actor, package: ReceivedPackage, text: str) -> Remark:
    """Write down what must be mended; it is told when the package is returned."""
    _refuse_settled(package)
    text = required_text(text, _("Scrivi che cosa va sistemato."))
    if package.remarks.count() >= MOST_REMARKS:
        raise Refused(_("I rilievi sono già troppi: rimanda il pacchetto con questi."))
    remark = Remark(package=package, text=text, made_by=by.user, made_at=by.at)
    save_checked(remark)
    write_federation_line(by, package, remark=remark.pk)
    return remark


@action(FederationRight.HOMOLOGATE, logs="return_package")
def send_back(*, by: Actor, package: ReceivedPackage) -> ReceivedPackage:
    """Return it with its remarks: whoever sent it mends, and sends a newer one."""
    _refuse_settled(package)
    if not package.remarks.exists():
        raise Refused(_("Prima scrivi almeno un rilievo: chi riceve la risposta deve sapere che cosa sistemare."))
    package.state = State.RETURNED
    save_checked(package)
    return write_federation_line(by, package, remarks=package.remarks.count())


@action(FederationRight.HOMOLOGATE)
def homologate(*, by: Actor, package: ReceivedPackage, reason: str = "") -> Homologation:
    """Homologate it, by one's own name; what is still open takes a reason."""
    _refuse_settled(package)
    if package.state != State.CHECKED:
        raise Refused(_("Prima va controllato."))
    front = in_front(package.federation, package.uid)
    if front is None or front.pk != package.pk:
        raise Refused(_("Si omologa solo la versione che sta davanti."))
    reason = reason.strip()
    check_as_signed(package)
    if package.points and not reason:
        raise Refused(_("Ci sono punti aperti: scrivi perché si omologa lo stesso, o rimanda il pacchetto."))
    package.state = State.HOMOLOGATED
    save_checked(package)
    made = Homologation(package=package, officer=by.user, at=by.at, signed=_signed(by, package, reason))
    save_checked(made)
    joined = join_by_card(by, package)
    write_federation_line(by, package, sha256=package.sha256, points=len(package.points), joined=joined)
    notify_of_homologation(package, by.at)
    return made


def _signed(by: Actor, package: ReceivedPackage, reason: str) -> dict[str, Any]:
    told = {
        "schema": "referee-homologation/1",
        "federation": package.federation.code,
        "tournament": package.uid,
        "package": package.sha256,
        "head": {"number": package.head_number, "hash": package.head_hash},
        "officer": str(by.user),
        "at": by.at.isoformat(),
        "reason": reason,
    }
    return signed(told, signing_key())


@action(FederationRight.HOMOLOGATE, logs="choose_package")
def choose(*, by: Actor, package: ReceivedPackage, keep: bool, reason: str) -> ReceivedPackage:
    """Settle a conflict: let the package stand in front, or set it aside; both stay."""
    if not package.waits_for_choice:
        raise Refused(_("Qui non c’è niente da scegliere."))
    check_as_signed(package)
    package.chosen_reason = required_text(reason, _("Scrivi perché."))
    package.chosen_by, package.chosen_at = by.user, by.at
    if not keep:
        package.state = State.SET_ASIDE
    save_checked(package)
    if keep:
        note_received(package, manifest_of(package).tournament)
    return write_federation_line(by, package, keep=keep)


def player_called(package: ReceivedPackage, who: str, card: str) -> int:
    """The one player of that name. Raises Refused where there is none, or more than one."""
    found = players_by_name(package, who, card)
    if not found:
        raise Refused(_("Nel pacchetto non c’è nessuno con questo nome."))
    if len(found) > 1:
        raise Refused(_("Con questo nome ce n’è più d’uno: scrivi anche la tessera."))
    return found[0]


@action(FederationRight.RECEIVE_PACKAGES, logs="erase_packed")
def erase_texts(*, by: Actor, package: ReceivedPackage, player: int) -> ReceivedPackage:
    """Erase what names one of its players, in every version of the tournament that was received; all else still holds.

    The papers go whole: they name everybody.
    """
    erased = 0
    for one in ReceivedPackage.objects.filter(federation=package.federation, uid=package.uid).order_by("pk"):
        keys = texts_naming(one, player)
        for place in range(0, len(keys), PER_WRITE):
            some = keys[place : place + PER_WRITE]
            PackageText.objects.filter(pk__in=some).update(text="", salt="", erased_at=by.at)
        erased += len(keys)
    if not erased:
        raise Refused(_("Di questa persona non c’è più niente da cancellare."))
    return write_federation_line(by, package, player=player, texts=erased)


def _refuse_settled(package: ReceivedPackage) -> None:
    if package.waits_for_choice:
        raise Refused(_("Prima scegli fra questo pacchetto e quello che c’era."))
    if package.state in (State.HOMOLOGATED, State.RETURNED, State.SET_ASIDE):
        raise Refused(_("Questo pacchetto è già %(state)s.") % {"state": package.get_state_display()})
