"""Forms of the entries: who enters, who replaces whom, what is corrected. What was typed is kept whatever is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from pages.forms import NumberField, ReasonForm, SeenField, choice, number_in
from people.accounts.models import Player
from people.imports.likeness import Sureness, compare_people
from people.imports.names import tidy
from people.imports.rows import WrittenPlayer, card_key
from people.players.fields import MinorField
from people.players.models import Member
from people.players.queries import (
    as_known,
    cardless_in_roster,
    club_called,
    found_members,
    in_order,
    kept_keys,
    kept_of,
    members_called,
    search_players,
    with_merged,
)
from records.locks import fields_digest
from tournaments.entries.actions import CHANGEABLE, MAX_FIXED_TABLE, Completed, Newcomer, Person
from tournaments.entries.models import Entry, EntryMember
from tournaments.entries.rules import DealsLeft, Leaving
from tournaments.rounds.models import Round
from tournaments.setup.models import Contest, Tournament

NEW = "new"
OF_ROSTER = "t"  # how the key of somebody of the roster begins
MOST_OFFERED = 5
ENOUGH_LETTERS = 4


@dataclass(frozen=True)
class OfferedPlayer:
    """A known player who may be meant; entered: the number under which they play here already, 0 for none."""

    player: Player
    entered: int


class PersonForm(forms.Form):
    """A player: known ones are recognised by what is typed of them, and where in doubt somebody says who it is."""

    last_name = forms.CharField(label=_("Cognome"), required=False, max_length=100)
    first_name = forms.CharField(label=_("Nome"), required=False, max_length=100)
    card_number = forms.CharField(label=_("Tessera"), required=False, max_length=40)
    minor_until = MinorField()
    # The key of a known player, that of a member of the roster after its letter, «new», or nothing: not said yet.
    player = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, tournament: Tournament, legend: str = "", may_stay_empty: bool = False, **kwargs: Any
    ):
        super().__init__(*args, **kwargs)
        self.tournament, self.legend, self.may_stay_empty = tournament, legend, may_stay_empty
        for field in self.fields.values():
            field.widget.attrs |= {"autocomplete": "off", "class": "form-control"}
        self.person: Person | None = None
        # Those whom what was typed may mean, when nobody has said which.
        self.doubtful: Sequence[Player] = ()
        # And those of the roster who bear the name, of whom there is no record yet.
        self.members: Sequence[Member] = ()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        written = WrittenPlayer(
            tidy(cleaned.get("first_name", "")), tidy(cleaned.get("last_name", "")), cleaned.get("card_number", "")
        )
        chosen = cleaned.get("player", "")
        if chosen.startswith(OF_ROSTER):
            self._take_member(number_in(chosen.removeprefix(OF_ROSTER)) or 0)
        elif chosen and chosen != NEW:
            found = Player.objects.filter(pk=number_in(chosen) or 0).first()
            self.person = kept_of(found) if found else None
            if self.person is None:
                self.add_error(None, _("Questo giocatore non c’è più: scegline un altro."))
        elif written.is_nobody:
            if not self.may_stay_empty or cleaned.get("minor_until"):
                self.add_error("last_name", _("Scrivi cognome e nome, o la tessera."))
        elif chosen == NEW:
            self._take_new(written)
        else:
            self._recognise(written)
        self._tell_minor(cleaned.get("minor_until"))
        return cleaned

    def _take_member(self, key: int) -> None:
        """Somebody of the roster: with the name and the card that it has, and the club where it is known here."""
        federation = self.tournament.federation_id
        member = Member.objects.filter(pk=key, federation=federation, left_at__isnull=True).first()
        if member is None:
            self.add_error(None, _("Questo giocatore non c’è più: scegline un altro."))
            return
        self.members = [member]
        club = club_called(member.club_name) if member.club_name else None
        self.person = _with_card(self.tournament, member.card_number) or Newcomer(
            first_name=member.first_name,
            last_name=member.last_name,
            card_number=member.card_number,
            club=club if club and club.federation_id == federation else None,
            category=member.category,
            minor_until=member.minor_until,
        )

    def _take_new(self, written: WrittenPlayer) -> None:
        if not (written.first_name and written.last_name):
            empty = "last_name" if not written.last_name else "first_name"
            self.add_error(empty, _("Di un giocatore nuovo servono cognome e nome."))
            return
        self.person = Newcomer(first_name=written.first_name, last_name=written.last_name, card_number=written.card)

    def _tell_minor(self, day: date | None) -> None:
        """Of a newcomer, or of somebody known of whom it was not known yet; what is written of a player stays."""
        if day is None or self.person is None:
            return
        if isinstance(self.person, Newcomer):
            self.person = replace(self.person, minor_until=day)
        elif self.person.minor_until is None:
            self.person = Completed(player=self.person, minor_until=day)
        elif self.person.minor_until != day:
            words = gettext("Nella sua scheda c’è un altro giorno, %(day)s: lascia vuoto, o correggilo là.")
            self.add_error("minor_until", words % {"day": date_format(self.person.minor_until, "SHORT_DATE_FORMAT")})

    def _recognise(self, written: WrittenPlayer) -> None:
        """The one with this card; a new one if nobody is like them; else whoever enters them says."""
        by_card = _with_card(self.tournament, written.card)
        if by_card is not None and not (written.first_name or written.last_name):
            self.person = by_card
            return
        verdict = compare_people([written], as_known(Player.objects.all()))[0].of_one(kept_keys())
        self.doubtful = in_order(
            Player.objects.select_related("club"), [one.key for one in verdict.candidates]
        ) or search_players(f"{written.last_name} {written.first_name}", limit=MOST_OFFERED)
        if verdict.verdict is Sureness.SAME:
            self.person = self.doubtful[0]
        elif self.doubtful and (verdict.verdict is Sureness.PROBABLY or not written.first_name):
            self.add_error(None, _("Di’ chi è: uno di questi o una persona nuova."))
        elif members := members_called([written], self.tournament.federation_id)[0]:
            self.members = members
            self.add_error(None, _("L’albo conosce questo nome: di’ se è questa tessera o una persona nuova."))
        else:
            self._take_new(written)

    @property
    def chosen(self) -> str:
        return str(self["player"].value() or "")

    @property
    def offered(self) -> list[OfferedPlayer]:
        """Those in doubt, with the one chosen before them."""
        players = list(self.doubtful)
        chosen = self.person.player if isinstance(self.person, Completed) else self.person
        if isinstance(chosen, Player) and chosen not in players:
            players.insert(0, chosen)
        return offered(self.tournament, players)


def offered_members(tournament: Tournament, typed: str) -> list[Member]:
    """The members whom the words typed may mean, and whose card nobody here has yet."""
    if len(typed.strip()) < ENOUGH_LETTERS:  # of a roster of thousands nearly everybody
        return []
    rows = Member.objects.filter(federation=tournament.federation_id, left_at__isnull=True).exclude(card_key="")
    keys = found_members(typed, rows)
    members = {one.pk: one for one in cardless_in_roster(tournament.federation_id)} if keys else {}
    return [members[key] for key in keys if key in members][:MOST_OFFERED]


def offered(tournament: Tournament, players: Sequence[Player]) -> list[OfferedPlayer]:
    """The players with the number under which they play here, if they do."""
    places = EntryMember.objects.filter(
        entry__tournament=tournament, player__in=with_merged(players), until_round__isnull=True
    )
    held, kept = places.exclude(entry__state=Entry.State.WITHDRAWN).values_list("player", "entry__number"), kept_keys()
    numbers = {kept.get(player, player): number for player, number in held}
    return [OfferedPlayer(player, numbers.get(player.pk, 0)) for player in players]


def _with_card(tournament: Tournament, card: str) -> Player | None:
    if not card:
        return None
    held = Player.objects.filter(federation=tournament.federation_id).exclude(card_number="")
    found = next((player for player in held if card_key(player.card_number) == card_key(card)), None)
    return kept_of(found) if found else None


class PeopleForm(forms.Form):
    """A form with one for each of its people besides."""

    people: Sequence[PersonForm] = ()

    def is_valid(self) -> bool:
        # A list: each is asked, so that all their errors show at once.
        return all([super().is_valid(), *(person.is_valid() for person in self.people)])


class EntryForm(PeopleForm):
    """An entry with as many players as its contest has; numbers and names come by themselves."""

    name = forms.CharField(label=_("Nome"), required=False, max_length=200)
    number = NumberField(label=_("Numero"), required=False, min_value=1, max_value=9999)
    category = forms.CharField(label=_("Categoria"), required=False, max_length=40)
    fixed_table = NumberField(
        label=_("Tavolo fisso"),
        required=False,
        min_value=1,
        max_value=MAX_FIXED_TABLE,
        help_text=_("Per chi non può spostarsi."),
    )
    is_here = forms.BooleanField(label=_("È già qui: segnala presente"), required=False)
    departure = forms.CharField(
        label=_("Perché la direzione l’ammette lo stesso"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data: Any = None, *, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self.tournament = tournament
        least, most = tournament.members_per_entry
        legends = legends_of(tournament)
        self.people = [
            PersonForm(
                data, prefix=f"p{place}", tournament=tournament, legend=legends[place - 1], may_stay_empty=place > least
            )
            for place in range(1, most + 1)
        ]
        if tournament.contest == Contest.TEAMS:
            self.fields["name"].label = _("Nome della squadra")
            self.fields["name"].required = True
        self.shows_departure = bool(data and data.get("departure"))

    @property
    def advanced(self) -> list[forms.BoundField]:
        is_team = self.tournament.contest == Contest.TEAMS
        return [self[name] for name in ("number", *(() if is_team else ("name",)), "category", "fixed_table")]

    @property
    def advanced_is_open(self) -> bool:
        return any(field.errors or field.value() for field in self.advanced)

    @property
    def arguments(self) -> dict[str, Any]:
        people = [one.person for one in self.people if one.person is not None]
        return self.cleaned_data | {"people": people}


def legends_of(tournament: Tournament) -> list[str]:
    _least, most = tournament.members_per_entry
    seat_names = tournament.seat_names
    if tournament.contest == Contest.PAIRS:
        words = gettext("%(place)s (%(seats)s)")
        return [
            words % {"place": gettext("Primo giocatore"), "seats": seat_names.first_member},
            words % {"place": gettext("Secondo giocatore"), "seats": seat_names.second_member},
        ]
    if most == 1:
        return [gettext("Giocatore")]
    return [gettext("Giocatore %(number)d") % {"number": number} for number in range(1, most + 1)]


class ChangeEntryForm(forms.Form):
    """What may be corrected of an entry."""

    name = forms.CharField(label=_("Nome"), max_length=200)
    category = forms.CharField(label=_("Categoria"), required=False, max_length=40)
    fixed_table = NumberField(label=_("Tavolo fisso"), required=False, min_value=1, max_value=MAX_FIXED_TABLE)
    reason = forms.CharField(label=_("Motivo"), required=False, max_length=500)
    seen = SeenField()

    @classmethod
    def of(cls, entry: Entry, data: Any = None) -> "ChangeEntryForm":
        now = {name: getattr(entry, name) for name in CHANGEABLE}
        return cls(data, initial=now | {"seen": fields_digest(entry, CHANGEABLE)})


class LeaveForm(forms.Form):
    """Why an entry leaves, and how."""

    leaving = forms.TypedChoiceField(
        label=_("Come"),
        coerce=Leaving,
        choices=[
            (Leaving.AUTHORISED.value, _("D’accordo con la direzione")),
            (Leaving.UNAUTHORISED.value, _("Senza avvisare: va deferita (art. 39)")),
            (Leaving.QUARREL.value, _("Per litigio o contestazione: va deferita e non rientra (art. 39)")),
        ],
    )
    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)

    def __init__(self, data: QueryDict | None = None) -> None:
        # It stands on one page with the correction of the entry, which asks a reason too.
        super().__init__(data, auto_id="leave_%s")


class AdmitForm(ReasonForm):
    """Why somebody flagged plays, and what the page said of them."""

    seen = SeenField()


class SubstitutionForm(PeopleForm):
    """Who takes whose place; the places left empty stay as they are."""

    from_deal = forms.TypedChoiceField(
        label=_("Da quando"), coerce=int, empty_value=None, required=False, widget=forms.RadioSelect
    )
    reason = forms.CharField(label=_("Motivo"), widget=forms.Textarea(attrs={"rows": 2}), max_length=1000)
    announced = forms.TypedChoiceField(
        label=_("Chi manca aveva avvisato l’organizzazione di non poter partecipare?"),
        choices=[("si", _("Sì, aveva avvisato")), ("no", _("No"))],
        coerce=lambda answer: answer == "si",
        widget=forms.RadioSelect,
        required=False,
    )
    departure = forms.CharField(
        label=_("Perché la direzione la concede lo stesso"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self,
        data: Any = None,
        *,
        entry: Entry,
        members: Sequence[EntryMember],
        asks_announced: bool,
        begins: int,
        left: DealsLeft | None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        if left is None:
            del self.fields["from_deal"]
        else:
            now = [(deal, _deal_words(entry.tournament, left.round, deal)) for deal in left.deals]
            choice(self, "from_deal").choices = [("", gettext("Dal turno %(n)d") % {"n": begins}), *now]
            self.initial["from_deal"] = ""
        self.asks_announced = asks_announced
        self.fields["announced"].required = asks_announced
        self.places = {
            member.position: PersonForm(
                data,
                prefix=f"p{member.position}",
                tournament=entry.tournament,
                legend=gettext("Al posto di %(player)s") % {"player": member.player},
                may_stay_empty=True,
            )
            for member in members
        }
        self.people = list(self.places.values())
        self.shows_departure = bool(data and data.get("departure"))

    @property
    def arguments(self) -> Mapping[str, Any]:
        arriving = {position: form.person for position, form in self.places.items() if form.person is not None}
        return {**self.cleaned_data, "announced": self.cleaned_data["announced"] is True, "arriving": arriving}


def _deal_words(tournament: Tournament, round: Round, deal: int) -> str:
    """A deal of the round being played, by its place among those of the table."""
    words = gettext("Dalla smazzata %(deal)d di %(n)d del turno %(round)d, in corso")
    return words % {"deal": deal, "n": tournament.boards_per_round, "round": round.number}
