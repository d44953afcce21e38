"""Checks that a federation's official records are unchanged: its log, seals, what it signed, published and found."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from federation.archive import proofs as archive
from federation.casebook import proofs as casebook
from federation.packages.actions import own_key
from federation.packages.models import Homologation
from federation.seasons.models import SeasonPublication
from federation.seasons.queries import hash_of, stored_rows
from federation.second_instance.models import SecondDecision
from people.accounts.models import Federation
from people.offices.log import verify_federation_log
from tournaments.publication.verification_queries import Check, as_far_as_it_goes, clock_checks, log_check, seal_check


def check_federation(federation: Federation) -> list[Check]:
    """Without its tournaments, each of which has a log of its own."""
    verification = verify_federation_log(federation)
    checks = [log_check(verification), *clock_checks(verification), seal_check(federation, verification)]
    proofs = (_signed, _published, archive.proofs, casebook.proofs)
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


def _published(federation: Federation) -> Iterator[Check]:
    publications = SeasonPublication.objects.filter(season__federation=federation)
    publications = publications.select_related("season__federation", "rules__table")
    for publication in publications.order_by("season", "number"):
        holds = hash_of(publication, stored_rows(publication)) == publication.hash
        words = "" if holds else _("L’impronta ricalcolata è un’altra.")
        what = _("Classifica della stagione %(season)s, n. %(number)d")
        yield Check(what % {"season": publication.season, "number": publication.number}, publication.hash, holds, words)
