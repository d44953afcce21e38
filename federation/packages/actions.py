"""The installation's own key, made on first use; the keys and the tokens by which a federation takes packages."""

from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.packages.models import InstallationKey, KnownKey, PackagePart, ReceivedPackage, UploadToken
from federation.sealed.archive import MANIFEST, Part
from federation.sealed.faults import Unsound
from federation.sealed.keys import SigningKey, key_of, new_key
from federation.sealed.manifest import Manifest, is_key, read_manifest
from federation.sealed.verification import PERSONS
from people.accounts.models import Federation
from people.offices.log import write_federation_line
from people.sign_in.actions import claim_try, forget_tries
from records.action import Actor, action, required_text, save_checked
from records.requests import Refused, too_often
from records.rights import FederationRight
from records.secrets import KeyMissing, decrypt, encrypt, encrypt_anew

ONCE_HOLDS, STANDING_HOLDS = timedelta(days=30), timedelta(days=366)


def own_key() -> InstallationKey:
    """This installation's key; whoever asks first has it made."""
    found = InstallationKey.objects.first()
    if found is None:
        made = new_key()
        public, private = made.public_key().public_bytes_raw().hex(), encrypt(made.private_bytes_raw())
        with transaction.atomic():
            defaults = {"public": public, "private": private, "made_at": timezone.now()}
            # Of two at once one makes it, and both get that one.
            found, _made = InstallationKey.objects.get_or_create(only=True, defaults=defaults)
    return found


def signing_key() -> SigningKey:
    """The private half. Raises Refused where this installation can no longer open it."""
    try:
        return key_of(decrypt(own_key().private))
    except KeyMissing as error:
        raise Refused(_("La chiave di questa installazione non si apre più: manca il suo segreto.")) from error


def encrypt_key_anew() -> None:
    """By the first of the installation's secrets, so that the others may go. Raises KeyMissing where none opens it."""
    own = own_key()
    own.private = encrypt_anew(own.private)
    own.save(update_fields=["private"])


@action(FederationRight.MANAGE_KEYS)
def add_key(*, by: Actor, federation: Federation, name: str, public: str) -> KnownKey:
    """Let packages signed by that key be received."""
    public = public.strip().lower().replace(" ", "")
    if not is_key(public):
        raise Refused(_("Una chiave pubblica ha 64 cifre, da 0 a 9 e da a ad f."))
    if known_key(federation, public):
        raise Refused(_("Questa chiave è già conosciuta."))
    name = required_text(name, _("Scrivi di quale installazione è la chiave."))
    key = KnownKey(federation=federation, name=name, public=public, added_by=by.user, added_at=by.at)
    save_checked(key)
    return write_federation_line(by, key, key=public)


@action(FederationRight.MANAGE_KEYS)
def revoke_key(*, by: Actor, key: KnownKey) -> KnownKey:
    """Receive nothing more that it signs; what was received stays."""
    if key.revoked_at:
        raise Refused(_("Questa chiave è già revocata."))
    key.revoked_by, key.revoked_at = by.user, by.at
    save_checked(key)
    return write_federation_line(by, key, key=key.public)


def known_key(federation: Federation, public: str) -> KnownKey | None:
    return KnownKey.objects.filter(federation=federation, public=public, revoked_at__isnull=True).first()


def check_as_signed(package: ReceivedPackage) -> None:
    """Whether what lies here of a package is what was signed: whoever has the database could have written another.

    Asked by every action at the moment it acts on what a package says. The signature, the key by which it came, the
    bytes of every part and what its row tells are compared; an erased text, or the papers that name it, may be gone.
    Raises Refused.
    """
    stored = PackagePart.objects.filter(package=package)
    first = stored.filter(name=MANIFEST).first()
    try:
        manifest = read_manifest({MANIFEST: _as_it_lay(first)} if first else {})
    except Unsound:
        raise Refused(_altered()) from None
    if sha256(first.packed).hexdigest() != package.manifest_sha256 or not _tells(package, manifest):  # type: ignore[union-attr]
        raise Refused(_altered())
    listed = {name: one.packed_sha256 for name, one in manifest.parts.items() if name != PERSONS}
    others = stored.exclude(name=MANIFEST).iterator(chunk_size=1)
    found = {one.name: sha256(one.packed).hexdigest() for one in others}
    must = {name for name in listed if not name.startswith("papers/")}
    if not must <= found.keys() <= listed.keys() or any(listed[name] != digest for name, digest in found.items()):
        raise Refused(_altered())


def _as_it_lay(one: PackagePart) -> Part:
    return Part(one.method, one.crc, one.size, bytes(one.packed))


def _tells(package: ReceivedPackage, manifest: Manifest) -> bool:
    return (manifest.key, manifest.uid, manifest.head, manifest.tournament["federation"]) == (
        package.key.public, package.uid, (package.head_number, package.head_hash), package.federation.code,
    )  # fmt: skip


def _altered() -> str:
    return _(
        "Il pacchetto che sta qui non è più quello firmato da chi l’ha inviato: qualcuno l’ha cambiato fuori dal "
        "programma. Non si fa niente con quello che dice: fai verificare la federazione e richiedi il file."
    )


@action(FederationRight.MANAGE_KEYS)
def make_token(*, by: Actor, federation: Federation, name: str, token: str, standing: bool) -> UploadToken:
    """Let whoever has the token send packages: one, or any number until it is revoked or its year is over."""
    name = required_text(name, _("Scrivi per chi è il permesso di invio."))
    ends = by.at + (STANDING_HOLDS if standing else ONCE_HOLDS)
    made = UploadToken(
        federation=federation, name=name, digest=token_digest(token), standing=standing, made_by=by.user, made_at=by.at,
        expires_at=ends,
    )  # fmt: skip
    save_checked(made)
    return write_federation_line(by, made, standing=standing)


@action(FederationRight.MANAGE_KEYS)
def revoke_token(*, by: Actor, token: UploadToken) -> UploadToken:
    if token.revoked_at:
        raise Refused(_("Questo permesso di invio è già revocato."))
    token.revoked_by, token.revoked_at = by.user, by.at
    save_checked(token)
    return write_federation_line(by, token)


def token_that_serves(federation_code: str, token: str, *, address: str, at: datetime) -> UploadToken:
    """The token, with its federation. Raises Refused in words; wrong ones are counted, and held back."""
    if minutes := claim_try(name=f"package:{federation_code}", address=address, at=at):
        raise Refused(too_often(minutes))
    found = UploadToken.objects.select_related("federation", "made_by").filter(
        digest=token_digest(token), federation__code=federation_code, revoked_at__isnull=True, expires_at__gt=at
    )
    kept = found.first()
    if kept is None or (kept.used_at and not kept.standing):
        raise Refused(_("Questo permesso di invio non vale, è scaduto o è già servito: chiedine un altro."))
    forget_tries(name=f"package:{federation_code}", address=address, at=at)
    return kept


def token_digest(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()
