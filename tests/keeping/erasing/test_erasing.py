"""Erasing a person, blacking out words: the texts go, the proofs hold, and a forged mark is found."""

import json
from io import StringIO

import pytest
from django.core.exceptions import PermissionDenied
from django.core.management import call_command

from keeping.erasing.actions import black_out, erase_person, lift_hold, set_hold
from keeping.erasing.models import Erasure
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts
from keeping.personal_data.actions import merge_players
from papers.sheets import in_words
from people.accounts.models import Player
from people.players.models import PlayerMerge
from records.log import data_digest, write_line
from records.models import IdempotencyKey, LogEntry, RecordSalt
from records.requests import Refused
from records.seals import Salt, content_digest, shape_of
from referee.cases.models import Case
from referee.rulings.models import Ruling
from tests.factories import acting, make_entry, sealed
from tests.keeping.erasing.erased import erase, everything
from tests.outside import troubles, write
from tests.published import publish_something
from tests.tournaments.publication.test_verify_record import check
from tournaments.appeals.models import Appeal
from tournaments.entries.models import Entry
from tournaments.publication.verification_queries import check_all
from tournaments.scores.models import BoardScore

pytestmark = [pytest.mark.dialect, pytest.mark.long]


def test_nothing_of_the_name_is_left_and_every_proof_holds(world, eraser, anna):
    Player.objects.filter(pk=anna.pk).update(card_number="LE-00071")
    anna.refresh_from_db()
    assert everything(world).count("Conti") > 10
    assert troubles(world.tournament) == []
    erased = erase(eraser, anna)
    told = everything(world)
    assert [word for word in ("Conti", "CONTI", "LE-00071") if word in told] == []
    assert troubles(world.tournament) == []
    assert erased.texts > 10
    ruling = Ruling.objects.filter(tournament=world.tournament).first()
    assert f"⟦{erased.number}⟧" in json.dumps(ruling.scene, ensure_ascii=False)


def test_somebody_of_the_register_whom_no_text_names_is_erased_too(world, eraser, anna):
    """As who was only imported: no entry, no line of a log, no score."""
    nobody = Player.objects.create(last_name="Solitari", first_name="Elvio", card_number="LE-00099")
    assert find_texts(Words.of_player(nobody)) == []
    erased = erase(eraser, nobody)
    nobody.refresh_from_db()
    assert (erased.texts, nobody.is_erased, nobody.card_number) == (0, True, "")
    assert troubles(world.tournament) == []


def test_erasing_the_person_erases_every_record_and_leaves_no_name(world, eraser, anna):
    other = Player.objects.create(first_name="Annina", last_name="Contini")
    merge_players(by=acting(world.people["dora"]), kept=anna, merged=other, reason="Annina Contini è Anna Conti")
    found = [one for one in find_texts(Words.of_player(anna)) if one.sure]
    erase_person(by=acting(eraser), player=other, found=found, reason="Lo ha chiesto")
    told = everything(world)
    assert [word for word in ("Conti", "Contini", "Annina") if word in told] == []
    assert not PlayerMerge.objects.filter(reason__contains="Cont").exists()
    assert troubles(world.tournament) == []


def test_no_digest_of_what_a_form_said_is_left(world, eraser, anna):
    """Whoever guesses a name could hash the form that brought it, and compare."""
    key = IdempotencyKey.objects.create(user=eraser, key="k", action="correct_player", content="0" * 64)
    erase(eraser, anna)
    key.refresh_from_db()
    assert (key.key, key.content) == ("k", "")


def test_the_log_tells_who_when_and_why_and_verify_counts_the_texts(world, eraser, anna):
    erased = erase(eraser, anna)
    line = LogEntry.objects.get(tournament=world.tournament, action="erase_person")
    texts = line.data["texts"]
    told = (line.actor, line.data["reason"], line.object)
    assert told == (eraser, "Lo ha chiesto", f"keeping.Erasure:{erased.pk}")
    whats = [one.what for one in check_all(world.tournament)]
    assert f"Cancellazione n. {erased.number}: {texts} testi, il 14/11/2026, da Olga Valli" in whats


def test_a_text_of_several_is_erased_and_the_others_are_still_proved(world, eraser, anna, tmp_path):
    ruling = Ruling.objects.filter(tournament=world.tournament).first()
    erase(eraser, anna)
    file = tmp_path / "record.json"
    call_command("export_record", f"referee.Ruling:{ruling.pk}", str(file), verbosity=0)
    code, said = check(file)
    assert (code, "OK" in said) == (0, True)
    told = file.read_text()
    assert "Conti" not in told
    assert "Luca Serra" in told
    proof = json.loads(told)
    # Its first line is the one that sealed it before anything was erased.
    assert json.loads(proof["lines"][0])["action"] not in ("erase_person", "black_out")
    proof["content"] = proof["content"].replace('"erased":[[', '"erased":[[1,"0"],[')
    file.write_text(json.dumps(proof))
    assert check(file)[0] == 1


def test_a_mark_without_the_line_that_tells_of_it_is_a_forgery(world, eraser, anna):
    ruling = Ruling.objects.filter(tournament=world.tournament).first()
    name = f"referee.Ruling:{ruling.pk}"
    scene = json.dumps(ruling.scene).replace("Luca Serra", "⟦1⟧")
    kept = RecordSalt.objects.get(record=name)
    write("UPDATE referee_ruling SET scene = %s WHERE id = %s", scene, ruling.pk)
    assert troubles(world.tournament) == [f"Provvedimento {ruling.pk} non è come fu registrato."]
    texts = {f"scene/seats/{seat}": {"erased": [[999, "0" * 64]]} for seat in ruling.scene["seats"]}
    write("UPDATE records_recordsalt SET texts = %s WHERE id = %s", json.dumps(texts), kept.pk)
    assert troubles(world.tournament) == [f"Provvedimento {ruling.pk} non è come fu registrato."]


def test_a_line_that_says_otherwise_without_another_that_tells_of_it_is_a_forgery(world, anna):
    line = LogEntry.objects.get(tournament=world.tournament, action="change_entry")
    was = data_digest(line)
    write(
        "UPDATE records_logentry SET data = %s, erased = %s WHERE id = %s",
        json.dumps({"entry": 2}), json.dumps([[999, was]]), line.pk,
    )  # fmt: skip
    assert troubles(world.tournament)[0] == f"La riga {line.sequence} non torna."


def test_under_an_erasing_line_no_figure_changes(world, eraser, anna):
    """Whoever appends a line that says it erased has not sealed other figures by it."""
    score = BoardScore.objects.filter(table__round__tournament=world.tournament).first()
    write("UPDATE tournaments_boardscore SET points_a = 8, points_b = 3 WHERE id = %s", score.pk)
    shape = shape_of(BoardScore)
    values = BoardScore.objects.values_list(*shape.columns).get(pk=score.pk)
    forged = {f"tournaments.BoardScore:{score.pk}": content_digest(shape.content(score.pk, values, Salt("")))}
    write_line(
        tournament=world.tournament, actor=eraser, at=acting(eraser).at, action="black_out", record="x",
        data={"erasure": 1, "texts": 1}, seals=forged,
    )  # fmt: skip
    assert troubles(world.tournament) == [f"Punteggio {score.pk} non è come fu registrato."]


def test_records_that_change_after_an_erasure_still_hold(world, eraser, anna):
    erase(eraser, anna)
    luca = Player.objects.get(first_name="Luca", last_name="Serra", memberships__entry__tournament=world.tournament)
    erase(eraser, luca)
    publish_something(world.tournament, world.people["dora"])
    assert troubles(world.tournament) == []
    assert "Serra" not in everything(world)


def test_a_namesake_keeps_the_name(world, eraser, anna):
    twin = make_entry(world.other, 60, ["Anna Conti", "Ugo Ricci"])
    found = find_texts(Words.of_player(anna))
    assert {one.sure for one in found if one.model is Entry and one.pk == twin.pk} == {False}
    erase(eraser, anna)
    twin.refresh_from_db()
    assert (twin.name, str(twin.members.get(position=1).player)) == ("Conti – Ricci", "Anna Conti")


def test_a_note_is_blacked_out_by_its_words(world, anna):
    dora, tournament = world.people["dora"], world.tournament
    case = Case.objects.filter(tournament=tournament).first()
    Case.objects.filter(pk=case.pk).update(note="Dice che Rita ha bevuto, e ha pianto.")
    sealed(tournament)
    found = find_texts(Words.typed_as("ha bevuto"), tournament)
    erased = black_out(by=acting(dora), tournament=tournament, found=found, reason="Non serve a decidere")
    case.refresh_from_db()
    assert case.note == "Dice che Rita ⟦⟧, e ha pianto."
    assert in_words(case.note) == "Dice che Rita [oscurato], e ha pianto."
    assert "bevuto" not in everything(world)
    assert (erased.texts, troubles(tournament)) == (1, [])


def test_whoever_may_not_erases_nothing(world, eraser, anna):
    for name in ("giulia", "dora", "sara"):
        with pytest.raises(PermissionDenied):
            erase(world.people[name], anna)
    found = find_texts(Words.typed_as("Conti"), world.tournament)
    with pytest.raises(PermissionDenied):
        black_out(by=acting(world.people["giulia"]), tournament=world.tournament, found=found, reason="x")
    with pytest.raises(PermissionDenied):
        black_out(by=acting(world.people["ettore"]), tournament=world.other, found=found, reason="x")
    assert not Erasure.objects.exists()


def test_an_open_appeal_or_a_hold_forbids_it(world, eraser, anna):
    appeal = Appeal.objects.filter(tournament=world.tournament).first()
    write("UPDATE tournaments_appeal SET state = 'open', decision = '', decided_by_id = NULL, decided_at = NULL"
          " WHERE id = %s", appeal.pk)  # fmt: skip
    with pytest.raises(Refused, match="va deciso o ritirato prima"):
        erase(eraser, anna)
    write("UPDATE tournaments_appeal SET state = 'rejected', decision = 'x', decided_by_id = %s, decided_at = %s"
          " WHERE id = %s", eraser.pk, acting(eraser).at, appeal.pk)  # fmt: skip
    placed = set_hold(by=acting(eraser), player=anna, reason="Procedimento 12/2026")
    with pytest.raises(Refused, match="Procedimento 12/2026"):
        erase(eraser, anna)
    lift_hold(by=acting(eraser), placed=placed)
    assert erase(eraser, anna).player == anna


def test_the_reason_does_not_say_the_name_again(world, eraser, anna):
    with pytest.raises(Refused, match="senza ciò che si cancella"):
        erase_person(by=acting(eraser), player=anna, found=[], reason="Lo ha chiesto Anna Conti")


def test_what_changed_meanwhile_is_looked_at_again(world, eraser, anna):
    found = find_texts(Words.of_player(anna))
    Entry.objects.filter(name="Le Conti").update(name="Conti e Serra")
    with pytest.raises(Refused, match="è cambiato"):
        erase_person(by=acting(eraser), player=anna, found=found, reason="Lo ha chiesto")
    anna.refresh_from_db()
    assert str(anna) == "Anna Conti"


def test_the_command_tells_before_it_erases(world, eraser, anna):
    said = StringIO()
    call_command("erase", str(anna.pk), stdout=said)
    assert "Nothing was erased" in said.getvalue()
    assert "referee.Ruling" in said.getvalue()
    call_command("erase", str(anna.pk), "--yes", "--by", "olga", "--reason", "Lo ha chiesto", stdout=said)
    assert "Conti" not in everything(world)
