"""The hash on the paper of published standings outlives the names in them, and gives none of them away."""

import hmac
import json
import re
import subprocess
import sys
from datetime import timedelta
from hashlib import sha256

import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from keeping.erasing.actions import black_out
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts
from people.accounts.models import Player
from records.models import RecordSalt
from records.seals import Salt
from tests.factories import acting
from tests.keeping.erasing.erased import erase, everything
from tests.outside import guard, troubles, unguard
from tests.published import publish_something
from tests.tournaments.publication.test_verify_record import VERIFIER, check
from tests.walking import said
from tests.world import Visitor
from tournaments.appeals.actions import withdraw_appeal
from tournaments.appeals.models import Appeal
from tournaments.publication.models import Publication
from tournaments.publication.proof import Hash, canonical_publication, hash_of, hash_state, texts_of


@pytest.fixture
def shown(world, eraser, anna) -> Publication:
    """Standings published with Anna in them."""
    dora = world.people["dora"]
    publish_something(world.tournament, dora)
    for appeal in Appeal.objects.filter(tournament=world.tournament, state="open"):
        withdraw_appeal(
            by=acting(world.people["giulia"]), appeal=appeal, member=appeal.entry.members.first(), reason="Non insiste"
        )
    return world.tournament.publications.latest("number")


def address(world, publication):
    return f"/tornei/{world.tournament.slug}/classifica/{publication.number}/"


def verified(*words):
    command = [sys.executable, "-I", "-S", str(VERIFIER), *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own file
    return done.returncode, done.stdout


def forge(table, column, value, pk):
    unguard()
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {column} = %s WHERE id = %s", [value, pk])  # noqa: S608
    guard()


@pytest.mark.long
def test_after_an_erasure_the_hash_on_the_paper_is_made_again(world, eraser, anna, shown):
    printed, file = shown.hash, canonical_publication(shown)
    assert "Conti" in json.dumps(shown.rows)
    assert "Conti" not in file.decode()
    luca = Player.objects.get(last_name="Serra", memberships__entry__tournament=world.tournament)
    for person in (anna, luca):  # of one text the name of the pair is erased twice
        erase(eraser, person)
        after = Publication.objects.get(pk=shown.pk)
        assert after.rows != shown.rows
        assert sha256(canonical_publication(after)).hexdigest() == printed
        assert canonical_publication(after) == file
        assert hash_state(after) is Hash.SAME
        assert troubles(world.tournament) == []
    assert said(Visitor(None), address(world, shown)).count("L’impronta ricalcolata è la stessa") == 1


@pytest.mark.long
def test_who_guesses_the_name_cannot_confirm_it(world, eraser, anna, shown):
    """Nothing that is left makes the digest of the name again: not its own salt, nor the record's, nor another's."""
    place = next(one for one in texts_of(shown) if one["text"] == "Anna Conti")
    path = place["place"].replace("standings", "rows", 1)
    record = RecordSalt.objects.get(record=f"tournaments.Publication:{shown.pk}")
    erase(eraser, anna)
    left = RecordSalt.objects.get(pk=record.pk)
    ((_line, kept),) = left.texts[path]["erased"]
    assert left.texts[path].keys() == {"erased"}
    salts = [
        Salt(left.salt).of_text(path),
        *(bytes.fromhex(one["salt"]) for one in left.texts.values() if "salt" in one),
    ]
    assert kept == hmac.digest(bytes.fromhex(place["salt"]), b"Anna Conti", "sha256").hex()
    assert kept not in [hmac.digest(salt, b"Anna Conti", "sha256").hex() for salt in salts]
    assert not {record.salt, place["salt"]} & set(re.findall("[0-9a-f]{32,}", everything(world)))
    names = said(Visitor(None), address(world, shown) + "nomi.json")
    assert place["place"] not in {one["place"] for one in json.loads(names)["texts"]}


@pytest.mark.long
def test_the_two_files_of_the_page_prove_the_hash_and_the_names(world, eraser, anna, shown, tmp_path):
    rows, names = tmp_path / "righe.json", tmp_path / "nomi.json"
    for _before_and_after in range(2):
        rows.write_text(said(Visitor(None), address(world, shown) + "righe.json"))
        names.write_text(said(Visitor(None), address(world, shown) + "nomi.json"))
        assert verified(rows, shown.hash, names) == (0, f"{rows}: OK\n")
        assert "Luca Serra" in names.read_text()
        assert verified(rows, shown.hash[::-1]) == (1, f"{rows}: the file has another hash\n")
        if "Conti" in names.read_text():
            erase(eraser, anna)
            caches["pages"].clear()  # as the sweep after it does
    assert "Conti" not in names.read_text() + rows.read_text()
    names.write_text(names.read_text().replace("Luca Serra", "Luca Serri"))
    assert verified(rows, shown.hash, names)[0] == 1


def test_of_a_minor_no_salt_is_given(world, eraser, anna, shown):
    Player.objects.filter(last_name="Serra").update(minor_until=timezone.localdate() + timedelta(days=9))
    told = said(Visitor(None), address(world, shown) + "nomi.json")
    assert "Anna Conti" in told
    assert {"Serra", "L. S."} & {word for word in ("Serra", "L. S.") if word in told} == set()
    assert sha256(said(Visitor(None), address(world, shown) + "righe.json").encode()).hexdigest() == shown.hash


@pytest.mark.long
def test_an_exported_record_holds_the_bytes_of_the_hash(world, eraser, anna, shown, tmp_path):
    file = tmp_path / "record.json"
    erase(eraser, anna)
    call_command("export_record", f"tournaments.Publication:{shown.pk}", str(file), verbosity=0)
    assert check(file)[0] == 0
    proof = json.loads(file.read_text())
    assert sha256(proof["hashed"].encode()).hexdigest() == shown.hash
    told = json.loads(proof["hashed"])
    told["standings"][0]["rows"][0]["vp"] += 1
    file.write_text(json.dumps({**proof, "hashed": json.dumps(told)}))
    code, words = check(file)
    assert (code, words.count("\n")) == (1, 2)
    assert "the hash of the standings is another one" in words
    assert "another thing in standings" in words


@pytest.mark.parametrize("what", ["vp", "name", "mark", "hash"])
def test_what_is_forged_in_standings_is_named(world, eraser, anna, shown, what):
    """Also where the forger makes the hash, the salts and the digests of erased texts follow."""
    rows = json.loads(json.dumps(shown.rows))
    table, name = "tournaments_publication", f"tournaments.Publication:{shown.pk}"
    if what == "vp":
        rows[0]["rows"][0]["vp"] += 1
    if what in ("name", "mark"):
        rows[0]["rows"][0]["players"][0] = "⟦1⟧" if what == "mark" else "Ugo Ricci"
    forge(table, "rows", json.dumps(rows), shown.pk)
    if what == "mark":  # the hash follows: the text is told as erased, with the digest that it had
        was = json.loads(canonical_publication(shown))["standings"][0]["rows"][0]["players"][0]["hmac"]
        texts = {"rows/0/rows/0/players/0": {"erased": [[999, was]]}}
        forge("records_recordsalt", "texts", json.dumps(texts), RecordSalt.objects.get(record=name).pk)
        assert hash_of(Publication.objects.get(pk=shown.pk)) == shown.hash
    else:
        forge(table, "hash", hash_of(Publication.objects.get(pk=shown.pk)) if what != "hash" else "0" * 64, shown.pk)
    found = troubles(world.tournament)
    assert found[0] == f"Classifica pubblicata {shown.pk} non è come fu registrato."
    assert len(found) == 2
    if what == "mark":
        assert hash_state(Publication.objects.get(pk=shown.pk)) is Hash.OTHER


def test_salts_swapped_between_records_are_found(world, eraser, anna, shown):
    salts = RecordSalt.objects.filter(tournament=world.tournament, record__startswith="tournaments.Publication:")
    first, second = salts.order_by("pk")[:2]
    forge("records_recordsalt", "salt", second.salt, first.pk)
    forge("records_recordsalt", "salt", first.salt, second.pk)
    names = [one.record.replace("tournaments.Publication:", "Classifica pubblicata ") for one in (first, second)]
    assert troubles(world.tournament)[0] == f"{names[0]} non è come fu registrato. Con questo non tornano 2 atti."


def test_a_reason_blacked_out_leaves_the_hash_as_it_is(world, eraser, anna, shown):
    assert shown.reason == "Half-way"
    found = [one for one in find_texts(Words.typed_as("Half-way"), world.tournament) if one.model is Publication]
    black_out(by=acting(world.people["dora"]), tournament=world.tournament, found=found, reason="Non serve")
    after = Publication.objects.get(pk=shown.pk)
    assert (after.reason, hash_of(after)) == ("⟦⟧", shown.hash)
    assert troubles(world.tournament) == []
