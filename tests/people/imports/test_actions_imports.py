"""Staging, accepting and discarding a file: nothing before it is accepted, all of it after, once."""

from datetime import date

import pytest
from django.core.exceptions import PermissionDenied

from people.accounts.models import Club, Federation, Player, User
from people.imports.columns import Target
from people.imports.headings import Datum
from records.log import verify_log
from records.requests import Refused
from tests import factories
from tests.factories import acting
from tests.people.imports.files import PAIRS
from tournaments.entries.models import Entry, EntryEvent
from tournaments.entry_lists.actions import accept_import, choose_columns, discard_import, stage_import
from tournaments.entry_lists.models import ImportBatch
from tournaments.entry_lists.queries import Review
from tournaments.rounds.models import Table
from tournaments.setup.models import Contest, Tournament
from tournaments.staff.log_words import words_of_line

# The tournament of the cast has pairs 1 to 4, and a round being played.
ROWS = "17;Rossi;Mario;11;Verdi;Anna;12;Levante\n;Neri;Luca;;Galli;Sara;14;A.S.D. Ponente\n"


def stage(
    tournament: Tournament, by: User, rows: str = ROWS, *, header: str = PAIRS, kind: str = "entries"
) -> ImportBatch:
    content = (header + rows).encode("cp1252")
    return stage_import(by=acting(by), tournament=tournament, kind=kind, file_name="coppie.csv", content=content)


def accept(batch: ImportBatch, by: User, **fields: object) -> ImportBatch:
    return accept_import(by=acting(by), batch=batch, **{"version": batch.version, "choices": {}, **fields})


def known(last: str, first: str, card: str = "", **fields: object) -> Player:
    fields.setdefault("federation", factories.make_federation())
    return Player.objects.create(first_name=first, last_name=last, card_number=card, **fields)


def entered(tournament: Tournament) -> list[tuple[int, str, list[str]]]:
    """The pairs above the four of the cast, with their players and cards."""
    return [
        (one.number, one.name, [f"{member.player} {member.player.card_number}".strip() for member in one.members.all()])
        for one in tournament.entries.filter(number__gt=4)
    ]


def test_nothing_is_stored_before_acceptance(tournament: Tournament, dora: User) -> None:
    before = (Player.objects.count(), Entry.objects.count(), Club.objects.count(), tournament.log.count())
    batch = stage(tournament, dora)
    assert (batch.is_pending, len(Review(batch).good)) == (True, 2)
    assert (Player.objects.count(), Entry.objects.count(), Club.objects.count(), tournament.log.count()) == before


def test_accepting_enters_every_pair_with_players_clubs_and_history(tournament: Tournament, dora: User) -> None:
    batch = accept(stage(tournament, dora), dora)
    assert entered(tournament) == [
        (5, "Neri – Galli", ["Luca Neri", "Sara Galli 14"]),
        (17, "Rossi – Verdi", ["Mario Rossi 11", "Anna Verdi 12"]),
    ]
    rossi = Player.objects.get(last_name="Rossi")
    assert (rossi.federation, str(rossi.club)) == (tournament.federation, "Levante")
    entry = tournament.entries.get(number=17)
    assert entry.from_round == 2  # round 1 is being played
    event = entry.events.get()
    assert (event.kind, event.by, event.round_number) == (EntryEvent.Kind.ENTERED, dora, 2)
    assert batch.outcome == {"entries": 2, "new_players": 4, "known_players": 0, "completed": 0, "left_out": 0}


def test_who_has_no_number_gets_one_that_nobody_asks_for(tournament: Tournament, dora: User) -> None:
    accept(
        stage(tournament, dora, ";Rossi;Mario;;Verdi;Anna;;\n5;Neri;Luca;;Galli;Sara;;\n;Moro;Ada;;Riva;Leo;;\n"), dora
    )
    assert [(number, name) for number, name, _players in entered(tournament)] == [
        (5, "Neri – Galli"),
        (6, "Rossi – Verdi"),
        (7, "Moro – Riva"),
    ]


def test_accepting_is_one_line_of_the_log(tournament: Tournament, dora: User) -> None:
    before = tournament.log.count()
    accept(stage(tournament, dora), dora)
    line = tournament.log.last()
    assert line and tournament.log.count() == before + 1
    assert (line.action, line.data["entries"]) == ("import_entries", [[17, "Rossi – Verdi"], [5, "Neri – Galli"]])
    words = words_of_line(line)
    assert (words.what, words.about) == ("Iscrizioni importate da un file", "coppie.csv")
    assert words.figures == "2 iscrizioni, 4 giocatori nuovi"


def test_one_of_each_is_told_in_the_singular(tournament: Tournament, dora: User) -> None:
    known("Rossi", "Mario", "11")
    accept(stage(tournament, dora, "17;Rossi;Mario;11;Verdi;Anna;12;\n18;Solo;Ivo;;;;;\n"), dora, leave_out=True)
    line = tournament.log.last()
    assert line and words_of_line(line).figures == "1 iscrizione, 1 giocatore nuovo, 1 già noto, 1 riga lasciata fuori"


def test_the_log_holds_after_an_import(tournament: Tournament, dora: User) -> None:
    accept(stage(tournament, dora), dora)
    assert verify_log(tournament).holds


def test_the_same_request_twice_enters_once(tournament: Tournament, dora: User) -> None:
    batch, by = stage(tournament, dora), acting(dora)
    first = accept_import(by=by, batch=batch, version=1, choices={})
    assert accept_import(by=by, batch=batch, version=1, choices={}) == first
    assert tournament.entries.count() == 6
    with pytest.raises(Refused, match="già accettata"):
        accept(batch, dora)


def test_people_and_columns_are_forgotten_once_it_is_settled(tournament: Tournament, dora: User) -> None:
    for settled in (
        accept(stage(tournament, dora), dora),
        discard_import(by=acting(dora), batch=stage(tournament, dora)),
    ):
        settled.refresh_from_db()
        assert (settled.tables, settled.columns, settled.settled_by) == ([], {}, dora)


def test_a_discarded_file_enters_nobody(tournament: Tournament, dora: User) -> None:
    batch = discard_import(by=acting(dora), batch=stage(tournament, dora))
    assert batch.state == ImportBatch.State.DISCARDED
    with pytest.raises(Refused, match="già scartata"):
        accept(batch, dora)
    assert tournament.entries.count() == 4


def test_a_new_file_takes_the_place_of_the_one_waiting(tournament: Tournament, dora: User) -> None:
    players = stage(tournament, dora, "Rossi Mario\n", header="Nominativo\n", kind="players")
    first, second = stage(tournament, dora), stage(tournament, dora)
    for batch in (first, players):
        batch.refresh_from_db()
    assert [batch.is_pending for batch in (first, second, players)] == [False, True, True]


def test_who_is_known_by_card_is_entered_as_such_and_completed(tournament: Tournament, dora: User) -> None:
    rossi = known("Rossi", "Mario", "11", category="B")
    accept(stage(tournament, dora), dora)
    assert Player.objects.filter(last_name="Rossi").get() == rossi
    rossi.refresh_from_db()
    assert (str(rossi.club), rossi.category) == ("Levante", "B")


def test_who_seems_known_is_asked_about(tournament: Tournament, dora: User) -> None:
    neri = known("Neri", "Luca", "99")
    batch = stage(tournament, dora)
    (question,) = Review(batch).questions
    assert (question.person.last_name, question.proposed) == ("Neri", str(neri.pk))
    with pytest.raises(Refused, match="Di’ chi è Luca Neri"):
        accept(batch, dora)
    accept(batch, dora, choices={question.field: str(neri.pk)})
    assert tournament.entries.get(number=5).members.get(position=1).player == neri


def test_who_stands_in_the_roster_is_offered_with_their_card(tournament: Tournament, dora: User) -> None:
    member = factories.make_member(tournament.federation, "00417", "Anna García Márquez", club_name="Ponente")
    rows = ";Márquez;Anna García;;Neri;Luca;;\n"
    batch = stage(tournament, dora, rows)
    (line,) = Review(batch).questions
    assert (line.proposed, [option.words for option in line.options]) == (f"t{member.pk}", ["nell’albo"])
    with pytest.raises(Refused, match="Di’ chi è"):
        accept(batch, dora)
    accept(batch, dora, choices={line.field: line.proposed})
    assert entered(tournament) == [(5, "García Márquez – Neri", ["Anna García Márquez 00417", "Luca Neri"])]
    assert str(Player.objects.get(card_number="00417").club) == "Ponente"
    # From then on it is a player known, and the same row again is the same entry.
    assert not Review(stage(tournament, dora, rows)).good


def test_a_member_of_the_roster_cannot_be_two_people(tournament: Tournament, dora: User) -> None:
    factories.make_member(tournament.federation, "00417", "Anna Galli")
    batch = stage(tournament, dora, ";Galli;Anna;;Neri;Luca;;Levante\n;Galli;Anna;;Fabbri;Lea;;Ponente\n")
    with pytest.raises(Refused, match="Anna Galli è indicato due volte"):
        accept(batch, dora, choices={line.field: line.proposed for line in Review(batch).questions})


def test_a_namesake_may_be_somebody_new(tournament: Tournament, dora: User) -> None:
    neri = known("Neri", "Luca", "99")
    batch = stage(tournament, dora)
    accept(batch, dora, choices={Review(batch).questions[0].field: "new"})
    assert tournament.entries.get(number=5).members.get(position=1).player != neri
    assert Player.objects.filter(last_name="Neri", first_name="Luca").count() == 2


@pytest.mark.parametrize("answer", ["", "0", "new-ish", "999999"])
def test_an_answer_that_was_not_offered_is_refused(answer: str, tournament: Tournament, dora: User) -> None:
    known("Neri", "Luca", "99")
    batch = stage(tournament, dora)
    with pytest.raises(Refused):
        accept(batch, dora, choices={Review(batch).questions[0].field: answer})
    assert Player.objects.filter(last_name="Rossi").count() == 0


def test_a_card_of_somebody_else_is_not_given_twice(tournament: Tournament, dora: User) -> None:
    known("Bassi", "Elio", "11")
    batch = stage(tournament, dora)
    (question,) = Review(batch).questions
    assert (question.is_card_taken, question.proposed) == (True, "")
    accept(batch, dora, choices={question.field: "new"})
    assert Player.objects.get(last_name="Rossi").card_number == ""


def test_a_known_player_cannot_be_two_people(tournament: Tournament, dora: User) -> None:
    neri = known("Neri", "Luca", "99")
    batch = stage(tournament, dora, "5;Neri;Luca;;Neri;L.;;\n")
    choices = {one.field: str(neri.pk) for one in Review(batch).questions}
    assert len(choices) == 2
    with pytest.raises(Refused, match="due volte"):
        accept(batch, dora, choices=choices)


def test_who_is_entered_already_is_an_error_of_the_row(tournament: Tournament, dora: User) -> None:
    Player.objects.filter(last_name="Conti").update(card_number="11", federation=tournament.federation)
    batch = stage(tournament, dora, "8;Conti;Anna;11;Verdi;Anna;12;\n")
    assert Review(batch).bad[0].errors == ("Anna Conti è già iscritto col numero 1.",)


def test_a_list_that_comes_again_brings_only_what_is_new(tournament: Tournament, dora: User) -> None:
    batch = stage(tournament, dora, ";Conti;Anna;;Serra;Luca;;\n" + ROWS)
    assert Review(batch).bad[0].errors == ("Questa iscrizione c’è già, col numero 1.",)
    accept(batch, dora, leave_out=True)
    again = Review(stage(tournament, dora, ROWS + ";Conti;Ugo;;Ricci;Eva;;\n"))
    assert [line.entry.row for line in again.bad] == [2, 3]
    assert [line.name for line in again.good] == ["Conti – Ricci"]


def test_who_is_entered_already_cannot_be_chosen(tournament: Tournament, dora: User) -> None:
    conti = Player.objects.get(last_name="Conti")
    batch = stage(tournament, dora, "8;Conti;Anna;;Verdi;Anna;12;\n")
    (question,) = Review(batch).questions
    assert (question.options[0].entered, question.proposed) == (1, "")
    with pytest.raises(Refused, match="già iscritto col numero 1"):
        accept(batch, dora, choices={question.field: str(conti.pk)})


def test_who_played_with_a_pair_that_withdrew_does_not_come_back_by_a_file(tournament: Tournament, dora: User) -> None:
    """F.I.Bur. 39: the desk may allow it with a reason, a list may not."""
    Table.objects.filter(round__number=2).delete()  # only a draft
    tournament.entries.filter(number=1).update(state=Entry.State.WITHDRAWN, until_round=1)
    conti = Player.objects.get(last_name="Conti")
    batch = stage(tournament, dora, ";Conti;Anna;;Verdi;Bea;12;\n")
    (question,) = Review(batch).questions
    with pytest.raises(Refused, match="Anna Conti ha giocato col numero 1"):
        accept(batch, dora, choices={question.field: str(conti.pk)})


def test_a_taken_number_is_an_error_of_the_row(tournament: Tournament, dora: User) -> None:
    batch = stage(tournament, dora, "2;Rossi;Mario;11;Verdi;Anna;12;\n")
    assert Review(batch).bad[0].errors == ("Il numero 2 è già di un’altra iscrizione.",)


def test_rows_with_errors_are_left_out_only_when_that_is_said(tournament: Tournament, dora: User) -> None:
    batch = stage(tournament, dora, ROWS + "19;Solo;Ivo;;;;;\n")
    with pytest.raises(Refused, match="1 riga ha errori"):
        accept(batch, dora)
    accepted = accept(batch, dora, leave_out=True)
    assert (accepted.outcome["entries"], accepted.outcome["left_out"]) == (2, 1)
    assert not Player.objects.filter(last_name="Solo").exists()


def test_a_file_without_a_good_row_enters_nobody(tournament: Tournament, dora: User) -> None:
    with pytest.raises(Refused, match="nessuna riga"):
        accept(stage(tournament, dora, "19;Solo;Ivo;;;;;\n"), dora, leave_out=True)


def test_players_of_other_federations_are_nobody_here(tournament: Tournament, dora: User) -> None:
    other = Federation.objects.create(code="altra", name="Altra")
    known("Rossi", "Mario", "11", federation=other)
    accept(stage(tournament, dora), dora)
    assert Player.objects.filter(last_name="Rossi", card_number="11").count() == 2


def test_a_player_without_federation_joins_it_unless_the_card_is_taken(tournament: Tournament, dora: User) -> None:
    free = known("Verdi", "Anna", "12", federation=None)
    double = known("Rossi", "Mario", "11", federation=None)
    held = known("Rossi", "Mario", "11")
    batch = stage(tournament, dora)
    (question,) = Review(batch).questions
    accept(batch, dora, choices={question.field: str(double.pk)})
    free.refresh_from_db()
    double.refresh_from_db()
    assert (free.federation, double.federation, held.federation) == (tournament.federation, None, tournament.federation)


def test_clubs_are_found_whatever_their_capitals(tournament: Tournament, dora: User) -> None:
    Club.objects.create(federation=tournament.federation, name="ASD Ponente")
    accept(stage(tournament, dora), dora)
    assert sorted(Club.objects.values_list("name", flat=True)) == ["ASD Ponente", "Levante"]


def test_a_list_of_players_enters_nobody_in_the_tournament(tournament: Tournament, dora: User) -> None:
    header = "Nominativo;Tessera;Circolo;Categoria\n"
    batch = stage(tournament, dora, "Rossi Mario;11;Levante;A\nVerdi Anna;12;;B\n", header=header, kind="players")
    accepted = accept(batch, dora)
    assert (accepted.outcome["new_players"], tournament.entries.count()) == (2, 4)
    assert Player.objects.get(last_name="Verdi").category == "B"
    line = tournament.log.last()
    assert line and (line.action, line.data["entries"]) == ("import_players", [])


def test_minors_are_told_by_a_list_and_a_known_day_is_kept(tournament: Tournament, dora: User) -> None:
    kept = known("Rossi", "Mario", "11", minor_until=date(2028, 1, 2))
    header = "Nominativo;Tessera;Minorenne fino al\n"
    rows = "Rossi Mario;11;31/5/2027\nVerdi Anna;12;31/5/2027\nNeri Ugo;13;\n"
    accept(stage(tournament, dora, rows, header=header, kind="players"), dora)
    kept.refresh_from_db()
    days = dict(Player.objects.filter(last_name__in=["Verdi", "Neri"]).values_list("last_name", "minor_until"))
    assert (kept.minor_until, days) == (date(2028, 1, 2), {"Verdi": date(2027, 5, 31), "Neri": None})


def test_a_team_is_entered_from_a_row_for_each_player(tournament: Tournament, dora: User) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(contest=Contest.TEAMS)
    tournament.refresh_from_db()
    people = ["Rossi Mario", "Verdi Anna", "Neri Luca", "Galli Sara"]
    batch = stage(tournament, dora, "I Gatti;" + "\n;".join(people), header="Squadra;Cognome e nome\n")
    accept(batch, dora)
    assert entered(tournament) == [(5, "I Gatti", ["Mario Rossi", "Anna Verdi", "Luca Neri", "Sara Galli"])]


def test_doubtful_columns_must_be_named_first(tournament: Tournament, dora: User) -> None:
    batch = stage(tournament, dora, "Rossi Mario;Verdi Anna\n", header="")
    with pytest.raises(Refused, match="colonne"):
        accept(batch, dora)
    targets = {0: Target(Datum.LAST_FIRST, 1), 1: Target(Datum.LAST_FIRST, 2)}
    batch = choose_columns(by=acting(dora), batch=batch, version=1, table=0, header=0, targets=targets)
    accept(batch, dora)
    assert entered(tournament) == [(5, "Rossi – Verdi", ["Mario Rossi", "Anna Verdi"])]


def test_what_is_accepted_is_what_was_seen(tournament: Tournament, dora: User) -> None:
    batch = stage(tournament, dora)
    targets = {1: Target(Datum.FIRST, 1), 2: Target(Datum.LAST, 1), 4: Target(Datum.LAST, 2), 5: Target(Datum.FIRST, 2)}
    choose_columns(by=acting(dora), batch=batch, version=1, table=0, header=1, targets=targets)
    with pytest.raises(Refused, match="cambiata nel frattempo"):
        accept(batch, dora, version=1)


def test_a_file_that_cannot_be_read_says_why(tournament: Tournament, dora: User) -> None:
    with pytest.raises(Refused, match="È un PDF"):
        stage_import(by=acting(dora), tournament=tournament, kind="entries", file_name="a.csv", content=b"%PDF-1.4")
    assert not tournament.imports.exists()


def test_a_file_is_read_before_anybody_has_to_wait_for_it(
    tournament: Tournament, dora: User, django_assert_num_queries: object
) -> None:
    pdf = {"kind": "entries", "file_name": "a.csv", "content": b"%PDF-1.4"}
    by = acting(dora)
    with django_assert_num_queries(1), pytest.raises(Refused):  # type: ignore[operator]
        stage_import(by=by, tournament=tournament, **pdf)  # what the actor may do, and no transaction


def test_the_same_file_sent_twice_waits_once(tournament: Tournament, dora: User) -> None:
    file = {"kind": "entries", "file_name": "a.csv", "content": (PAIRS + ROWS).encode()}
    by = acting(dora)
    first = stage_import(by=by, tournament=tournament, **file)
    assert stage_import(by=by, tournament=tournament, **file) == first
    assert tournament.imports.get() == first


def test_who_does_not_manage_entries_imports_nothing(
    tournament: Tournament, dora: User, giulia: User, sara: User
) -> None:
    batch = stage(tournament, dora)
    for user in (giulia, sara):
        with pytest.raises(PermissionDenied):
            stage(tournament, user)
        with pytest.raises(PermissionDenied):
            accept(batch, user)
        with pytest.raises(PermissionDenied):
            discard_import(by=acting(user), batch=batch)


def test_after_the_end_nobody_is_entered(tournament: Tournament, dora: User) -> None:
    batch = stage(tournament, dora)
    Tournament.objects.filter(pk=tournament.pk).update(ending="concluded", ended_at=factories.NOON)
    with pytest.raises(Refused, match="finito"):
        accept(batch, dora)


@pytest.mark.long
@pytest.mark.parametrize("known", ["nobody", "everybody", "everybody, by card alone"])
@pytest.mark.parametrize("pairs", [30, 300])
def test_pairs_are_accepted_in_few_queries_however_many(
    known: str, pairs: int, tournament: Tournament, dora: User, django_assert_max_num_queries: object
) -> None:
    """What grows is only how often SQLite is given as many values as it takes at once."""
    rows = "".join(f";Primo{n};Ugo;{2 * n};Altro{n};Ivo;{2 * n + 1};Circolo {n}\n" for n in range(1, pairs + 1))
    if known != "nobody":
        elsewhere = factories.make_tournament("coppa-altrove")
        factories.give_role(dora, elsewhere, factories.Role.DIRECTOR)
        accept(stage(elsewhere, dora, rows), dora)
    if known == "everybody, by card alone":
        Player.objects.update(federation=None, club=None)
    batch = stage(tournament, dora, rows)
    with django_assert_max_num_queries(35 + pairs // 25):  # type: ignore[operator]
        batch = accept(batch, dora)
    assert (tournament.entries.count(), Club.objects.count()) == (4 + pairs, pairs)
    assert batch.outcome["known_players" if known != "nobody" else "new_players"] == 2 * pairs
    clubs = Player.objects.filter(federation=tournament.federation, club__isnull=False)
    assert {(one.last_name[5:], str(one.club)) for one in clubs} == {
        (f"{n}", f"Circolo {n}") for n in range(1, pairs + 1)
    }
