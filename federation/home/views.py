"""What waits for an officer, as lines that lead there: only what their offices let them see and do.

Of a room that is closed to them nothing is even counted. An anomaly stands apart where the lower bound of its share
lies above the share of all together in the last year: chance alone would not tell it. It leads to the figures, and
judges nobody. Rulings are counted as the archive's index has them.

A federation's own pages: what there is to do for its officers, who they are, what they did.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as _lazy
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from federation.archive.models import ArchivedRuling
from federation.home import queries as waiting
from federation.home.actions import end_office, give_office
from federation.home.queries import Waits
from federation.home.words import action_in_words, record_in_words, waits_since
from federation.roster.queries import ENDING, EXPIRED
from federation.second_instance.models import SecondAppeal
from federation.second_instance.queries import term_of
from hall.listing.inbox_queries import Waiting
from pages.views import FormPage, PostedForm, form_page
from papers.sheets import local
from people.accounts.models import NAMELESS, Federation, User
from people.offices.access import federations_of, get_federation, names_officers
from people.offices.log import head_of, verify_federation_log
from people.offices.models import FederationLine, FederationOffice
from people.players.fields import ActiveUserField
from records.requests import Request
from records.rights import OFFICE_NAMES, FederationRight, Office, federation_rights
from tournaments.appeals.models import Appeal


class OfficeForm(forms.Form):
    """Who gets which office."""

    user = ActiveUserField()
    office = forms.TypedChoiceField(
        label=_lazy("Incarico"), choices=[(office.value, name) for office, name in OFFICE_NAMES.items()], coerce=Office
    )


# Of the appeals so many stand by themselves; the rest are on the judge's own page.
MOST_APPEALS = 5


@dataclass(frozen=True)
class Line:
    """What waits, in words, where it is done, and what to know of it. is_pressing: it is of today."""

    symbol: str
    words: str
    href: str
    aside: str = ""
    is_pressing: bool = False


@dataclass(frozen=True)
class Duties:
    """The lines of a federation on a day."""

    federation: Federation
    today: date

    def lines(self, rights: frozenset[FederationRight]) -> list[Line]:
        told: dict[FederationRight, Callable[[], Iterator[Line]]] = {
            FederationRight.JUDGE_APPEALS: self._appeals,
            FederationRight.HOMOLOGATE: self._packages,
            FederationRight.MANAGE_MEMBERS: self._members,
            FederationRight.EDIT_CASEBOOK: self._casebook,
            FederationRight.VIEW_ARBITERS: self._consistency,
            FederationRight.TRY_EDITIONS: self._drafts,
        }
        found = [line for right, lines in told.items() if right in rights for line in lines()]
        if FederationRight.HOMOLOGATE not in rights and FederationRight.VIEW_PACKAGES in rights:
            found += self._packages_to_read()
        return found

    def _appeals(self) -> Iterator[Line]:
        if term_of(self.federation) is None:
            words = _("Il termine del secondo grado non è ancora scritto")
            yield Line("clock", words, self._at("second_instance"), _("senza termine non si riceve nessun reclamo"))
        several = list(waiting.appeals_waiting(self.federation)[: MOST_APPEALS + 1])
        for one in several[:MOST_APPEALS]:
            words = _("Reclamo n. %(number)s, %(tournament)s") % {"number": one.number, "tournament": one.held}
            yield Line("scale", words, self._at("second_appeal", one.number), _clock(one, self.today), is_pressing=True)
        if len(several) > MOST_APPEALS:
            yield Line("scale", _("Altri reclami aspettano"), self._at("second_instance"))
        if count := waiting.deposits_waiting(self.federation):
            words = ngettext(
                "%(count)d deposito da restituire o trattenere", "%(count)d depositi da restituire o trattenere", count
            )
            yield Line("coins", words % {"count": count}, self._at("second_instance"), _("il reclamo è chiuso"))

    def _packages(self) -> Iterator[Line]:
        found = waiting.packages_waiting(self.federation)
        for name, words, aside in (
            ("choose", _to_choose, _("due storie dello stesso torneo")),
            ("check", _to_check, _("si guarda che cosa resta aperto")),
            ("homologate", _to_homologate, _("si omologa, o si rimanda con un rilievo")),
        ):
            if found[name].count:
                yield Line("inbox", words(found[name].count), self._package(found[name]), aside, is_pressing=True)

    def _packages_to_read(self) -> Iterator[Line]:
        found = waiting.packages_waiting(self.federation)
        if count := sum(one.count for one in found.values()):
            words = ngettext(
                "%(count)d pacchetto aspetta l’omologazione", "%(count)d pacchetti aspettano l’omologazione", count
            )
            firsts = [one.first for one in found.values() if one.count]
            where = self._package(Waits(count, firsts[0]))
            yield Line("inbox", words % {"count": count}, where, _("omologa il segretario"))

    def _package(self, waits: Waits) -> str:
        return self._at("package", waits.only) if waits.only else self._at("packages")

    def _members(self) -> Iterator[Line]:
        expired, soon = waiting.cards_ending(self.federation, self.today)
        members = self._at("members")
        if soon:
            words = ngettext("%(count)d tessera sta per scadere", "%(count)d tessere stanno per scadere", soon)
            yield Line("id-card", words % {"count": soon}, f"{members}?chi={ENDING}", _("entro sessanta giorni"))
        if expired:
            words = ngettext("%(count)d tessera è scaduta", "%(count)d tessere sono scadute", expired)
            yield Line("id-card", words % {"count": expired}, f"{members}?chi={EXPIRED}", _("ancora nell’albo"))
        if count := waiting.doubles(self.federation):
            words = ngettext(
                "%(count)d nome sta su più tessere", "%(count)d nomi stanno su più tessere", count
            )  # fmt: skip
            aside = _("stesso nome e stesso circolo: una persona, o due?")
            yield Line("users", words % {"count": count}, self._at("member_doubles"), aside)

    def _casebook(self) -> Iterator[Line]:
        drafts, untagged = waiting.headnotes_waiting(self.federation)
        if drafts.count:
            words = ngettext("%(count)d massima in bozza", "%(count)d massime in bozza", drafts.count)
            yield Line("book-open", words % {"count": drafts.count}, self._headnote(drafts), _("da pubblicare"))
        if untagged.count:
            words = ngettext("%(count)d massima senza voci", "%(count)d massime senza voci", untagged.count)
            aside = _("senza voci l’indice del massimario non la trova")
            yield Line("tag", words % {"count": untagged.count}, self._headnote(untagged), aside)
        if count := waiting.overturned_untold(self.federation):
            words = ngettext(
                "%(count)d provvedimento cambiato in reclamo, senza massima",
                "%(count)d provvedimenti cambiati in reclamo, senza massima",
                count,
            )
            where = urlencode({"stato": ArchivedRuling.Standing.OVERTURNED.value})
            href = f"{self._at('archive')}?{where}"
            yield Line("archive", words % {"count": count}, href, _("da leggere: forse se ne ricava una regola"))

    def _headnote(self, waits: Waits) -> str:
        return self._at("headnote_draft", waits.only) if waits.only else self._at("headnotes")

    def _consistency(self) -> Iterator[Line]:
        if count := waiting.standing_apart(self.federation, self.today):
            words = ngettext(
                "%(count)d anomalia in cui ci si discosta più che nelle altre",
                "%(count)d anomalie in cui ci si discosta più che nelle altre",
                count,
            )
            href = f"{self._at('consistency')}?{urlencode({'dal': self.today - waiting.A_YEAR})}"
            yield Line("chart-bar", words % {"count": count}, href, _("nell’ultimo anno, e non per caso"))

    def _drafts(self) -> Iterator[Line]:
        found = waiting.untried_drafts(self.federation)
        if found.count:
            words = ngettext(
                "%(count)d bozza di un codice da provare", "%(count)d bozze di un codice da provare", found.count
            )
            where = self._at("draft", found.only) if found.only else self._at("drafts")
            yield Line("git-compare", words % {"count": found.count}, where, _("caricata, e mai provata sull’archivio"))

    def _at(self, name: str, *arguments: object) -> str:
        return reverse(name, args=[self.federation.code, *arguments])


def _clock(appeal: SecondAppeal, today: date) -> str:
    """Since when it waits, and for what."""
    told = [waits_since(appeal.filed_at, today)]
    told.append(_("da decidere") if vars(appeal)["has_panel"] else _("collegio da nominare"))
    if appeal.deposit == Appeal.Deposit.DUE:
        told.append(_("deposito da ricevere"))
    return " · ".join(told)


def _to_choose(count: int) -> str:
    words = ngettext("%(count)d pacchetto da scegliere", "%(count)d pacchetti da scegliere", count)
    return words % {"count": count}


def _to_check(count: int) -> str:
    words = ngettext("%(count)d pacchetto da controllare", "%(count)d pacchetti da controllare", count)
    return words % {"count": count}


def _to_homologate(count: int) -> str:
    words = ngettext("%(count)d pacchetto da omologare", "%(count)d pacchetti da omologare", count)
    return words % {"count": count}


PER_PAGE = 100


@require_safe
def federation_home(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    duties = Duties(federation, local(timezone.now()).date())
    context = {"federation": federation, "lines": duties.lines(request.federation_rights)}
    return render(request, "federation/home/home.html", context)


@require_safe
def federation_log(request: Request, code: str) -> HttpResponse:
    federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
    lines = FederationLine.objects.filter(federation=federation).select_related("actor").order_by("-sequence")
    page = Paginator(lines, PER_PAGE).get_page(request.GET.get("page"))
    lines_told = [(one, action_in_words(one.action), record_in_words(one.object)) for one in page]
    context = {"federation": federation, "page": page, "lines": lines_told}
    found = verify_federation_log(federation)
    context |= {"broken": found.first_wrong, "backwards": found.backwards, "head": head_of(federation)}
    return render(request, "federation/home/log.html", context)


def _for_naming(request: Request, code: str, **_right: None) -> Federation:
    """The federation, for whoever administers, or for its officers, who only read."""
    if not names_officers(request.user):
        federation = get_federation(request, code, FederationRight.VIEW_FEDERATION)
        if request.method == "POST":
            raise PermissionDenied("add_federationoffice")
        return federation
    request.federation_rights = frozenset({FederationRight.VIEW_FEDERATION})
    return get_object_or_404(Federation.objects.exclude(code__in=NAMELESS), code=code)


def _offices_page(
    request: Request, federation: Federation, form: OfficeForm, *, refused: Sequence[str] = ()
) -> HttpResponse:
    held = FederationOffice.objects.filter(federation=federation).select_related("user")
    context = {"federation": federation, "held": held, "names": names_officers(request.user), "refused": refused}
    answer = form_page(request, "federation/home/offices.html", form, **context)
    answer.status_code = 422 if refused else answer.status_code
    return answer


def _office(request: Request, code: str, pk: int, **_right: None) -> FederationOffice:
    held = FederationOffice.objects.select_related("federation")
    office: FederationOffice = get_object_or_404(held, pk=pk, federation=_for_naming(request, code))
    return office


offices = FormPage(
    find=_for_naming, of="federation", form=OfficeForm, act=give_office,
    said=_lazy("Incarico registrato."), to=("offices", "code"), page=_offices_page,
)  # fmt: skip
end = PostedForm(
    find=_office, of="given", act=end_office, said=_lazy("Incarico tolto."), to=("offices", "code"), name="refused",
    page=lambda request, given, refused: _offices_page(request, given.federation, OfficeForm(), refused=refused),
)  # fmt: skip


def waiting_for(user: User) -> Iterator[Waiting]:
    """What presses in all the federations in which somebody holds an office, for their first page."""
    for federation in federations_of(user):
        for line in Duties(federation, timezone.localdate()).lines(federation_rights(user, federation)):
            if line.is_pressing:
                yield Waiting(line.symbol, line.words, line.href, federation.name)
