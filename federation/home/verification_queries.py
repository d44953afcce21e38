"""Checks that a federation's official records are unchanged: its log, seals, what it signed, published and found."""

from collections.abc import Iterator

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.api.models import ApiToken
from federation.archive import proofs as archive
from federation.casebook import proofs as casebook
from federation.packages.actions import own_key
from federation.packages.models import Homologation, ReceivedPackage
from federation.received.models import ReceivedTournament
from federation.seasons.models import SeasonPublication
from federation.seasons.queries import hash_of, stored_rows
from federation.second_instance.models import SecondDecision
from people.accounts.models import Federation, User
from people.offices.log import verify_federation_log
from records.models import LogEntry
from referee.editions.models import CodeEdition
from referee.rulings.models import Ruling
from tournaments.publication.verification_queries import Check, as_far_as_it_goes, clock_checks, log_check, seal_check


def check_federation(federation: Federation) -> list[Check]:
    """Without its tournaments, each of which has a log of its own."""
    verification = verify_federation_log(federation)
    checks = [log_check(verification), *clock_checks(verification), seal_check(federation, verification)]
    proofs = (_signed, _heads, _published, archive.proofs, casebook.proofs)
    return checks + [check for proof in proofs for check in as_far_as_it_goes(proof, federation)]


def _signed(federation: Federation) -> Iterator[Check]:
    """Whether decisions and homologations are what this installation signed, and the page shows no other words."""
    decisions = SecondDecision.objects.filter(appeal__federation=federation).select_related("appeal")
    homologations = Homologation.objects.filter(package__federation=federation).select_related("package")
    if not (decisions or homologations):
        return
    ours = own_key().public
    for decision in decisions:
        holds = decision.is_as_signed and decision.signed.get("key") == ours
        words = "" if holds else _("La decisione mostrata non è quella firmata.")
        what = _("Decisione del giudice federale, reclamo %(number)d, versione %(version)d")
        names = {"number": decision.appeal.number, "version": decision.version}
        yield Check(what % names, "", holds, words)
    for homologation in homologations:
        holds = homologation.is_as_signed and homologation.signed.get("key") == ours
        words = "" if holds else _("L’omologazione non è quella firmata.")
        yield Check(_("Omologazione di «%(tournament)s»") % {"tournament": homologation.package}, "", holds, words)


def _heads(federation: Federation) -> Iterator[Check]:
    """Whether the log of a tournament played here goes through the head in each package of it that we signed."""
    slugs = dict(ReceivedTournament.objects.filter(federation=federation).values_list("uid", "slug"))
    packages = ReceivedPackage.objects.filter(federation=federation, key__public=own_key().public) if slugs else ()
    for package in packages:
        lines = LogEntry.objects.filter(tournament__federation=federation, tournament__slug=slugs.get(package.uid))
        if not lines.exists():
            continue
        holds = lines.filter(sequence=package.head_number, hash=package.head_hash).exists()
        words = "" if holds else _("Il registro di adesso non passa per la riga firmata: è stato tagliato o riscritto.")
        what = _("Pacchetto di «%(tournament)s», riga %(number)d del registro")
        yield Check(what % {"tournament": package, "number": package.head_number}, package.head_hash, holds, words)


def _published(federation: Federation) -> Iterator[Check]:
    publications = SeasonPublication.objects.filter(season__federation=federation)
    publications = publications.select_related("season__federation", "rules__table")
    for publication in publications.order_by("season", "number"):
        holds = hash_of(publication, stored_rows(publication)) == publication.hash
        words = "" if holds else _("L’impronta ricalcolata è un’altra.")
        what = _("Classifica della stagione %(season)s, n. %(number)d")
        yield Check(what % {"season": publication.season, "number": publication.number}, publication.hash, holds, words)


def under_no_log() -> Iterator[str]:
    """What no log tells and gives rights, so that whoever verifies may look whether they know it; editions not kept."""
    charged = Q(is_superuser=True) | Q(is_staff=True) | Q(user_permissions__isnull=False) | Q(groups__isnull=False)
    for user in User.objects.filter(charged, is_active=True).distinct().order_by("username"):
        rights = "everything" if user.is_superuser else ", ".join(sorted(user.get_all_permissions())) or "nothing more"
        yield f"account {user.username} may do what no log tells of: {rights}"
    for token in ApiToken.objects.filter(revoked_at=None, expires_at__gt=timezone.now()).select_related("user"):
        yield f"token «{token}» of {token.user.username} is in force: {', '.join(token.scopes)}"
    given = Ruling.objects.order_by().exclude(rulebook_hash__in=CodeEdition.objects.values("hash"))
    for rulebook, digest in given.values_list("rulebook", "rulebook_hash").distinct():
        yield f"edition {digest[:16]} of {rulebook}, by which was ruled, is not kept"
