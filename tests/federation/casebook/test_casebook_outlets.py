"""How the casebook is found and taken along: search, feeds, paper, programs, precedents; and what an erasure leaves."""

import json
from io import BytesIO
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.contrib.auth.models import Permission
from django.db import DatabaseError, transaction
from django.test import Client
from pypdf import PdfReader

from federation.casebook import actions as casebook_index
from federation.casebook.actions import withdraw_headnote
from federation.casebook.models import CasebookPaper, HeadnoteIndex, HeadnoteVersion
from federation.casebook.queries import HeadnoteQuery, facets, search, search_keys, stamp_of
from keeping.erasing.actions import erase_person
from keeping.erasing.names import Words
from keeping.erasing.queries import find_texts
from people.accounts.models import Player, User
from referee.rulings.models import Ruling
from referee.wizard.queries import precedents
from tests.factories import acting
from tests.federation.casebook.headnotes import drafted, first_ruling, published
from tests.world import World

CASEBOOK = "/federazioni/fitres/massimario/"
API = "/api/v1/federations/fitres/casebook"
ATOM = "{http://www.w3.org/2005/Atom}"
Kind = HeadnoteIndex.Kind


@pytest.fixture
def aldo(world: World) -> User:
    found = world.people["aldo"]
    assert found is not None
    return found


def get(world: World, path: str, **headers: str) -> Any:
    return Client().get(path, headers=headers)


def words(found: Any) -> list[str]:
    return [one.headnote.reference for one in found.versions]


@pytest.mark.long
def test_words_find_with_other_endings_slips_and_in_english(world: World, aldo: User) -> None:
    published(
        aldo, drafted(aldo, world.tournament, "La carta scoperta dal sipario torna in mano.", source=other(world))
    )
    federation = world.tournament.federation
    for asked in ("sipario", "sipari", "siparoi", "SIPARIO mano"):
        assert words(search(federation, HeadnoteQuery(asked))) == ["2026-2"], asked
    assert words(search(federation, HeadnoteQuery("incompleta contestare"))) == ["2026-1"]
    nearest = search(federation, HeadnoteQuery("sipario pappagallo"))
    assert (words(nearest), nearest.nearest) == (["2026-2"], True)
    assert words(search(federation, HeadnoteQuery("pappagallo"))) == []


def other(world: World) -> str:
    return f"ruling-{Ruling.objects.filter(tournament=world.tournament).order_by('pk')[1].pk}"


def test_article_tag_code_and_anomaly_narrow_the_search(world: World, aldo: User) -> None:
    published(aldo, drafted(aldo, world.tournament, "Un’altra.", source=other(world), tags=["tempo"]))
    federation = world.tournament.federation
    first = HeadnoteVersion.objects.get(headnote__number=1)
    number = str(first.record["articles"][0]["number"])
    asked = {
        "2026-1": [{Kind.ARTICLE: f"fitres-tressette/{number}"}, {Kind.ARTICLE: number}, {Kind.TAG: "accusa"},
                   {Kind.PROCEDURE: "accusa-anticipata", Kind.CODE: "fitres-tressette"}],
        "2026-2": [{Kind.TAG: "tempo"}],
    }  # fmt: skip
    for reference, several in asked.items():
        for filters in several:
            assert words(search(federation, HeadnoteQuery(filters=filters))) == [reference], filters
    assert words(search(federation, HeadnoteQuery(filters={Kind.CODE: "fibur-burraco-2019"}))) == []
    assert words(search(federation, HeadnoteQuery(f"art. {number}"))) == ["2026-1"]
    assert facets(federation)["tag"] == [("accusa", 1), ("buonafede", 1), ("tempo", 1)]


def test_a_page_begins_after_the_last_one_shown(world: World, aldo: User) -> None:
    for n in range(4):
        published(aldo, drafted(aldo, world.tournament, f"Massima di prova {n}"))
    federation, seen, after = world.tournament.federation, [], ""
    while True:
        found = search(federation, HeadnoteQuery(), after=after, per_page=2)
        seen.append(words(found))
        after = found.after
        if not after:
            break
    assert seen == [["2026-5", "2026-4"], ["2026-3", "2026-2"], ["2026-1"]]
    assert words(search(federation, HeadnoteQuery(), after="x-1")) == words(search(federation, HeadnoteQuery()))


def test_the_feeds_tell_every_version_under_its_own_id(world: World, aldo: User) -> None:
    def ids(path: str) -> list[str]:
        root = ET.fromstring(get(world, path).content)  # noqa: S314  # ours
        return [str(one.findtext(f"{ATOM}id")) for one in root.iter(f"{ATOM}entry")]

    first = HeadnoteVersion.objects.get(headnote__number=1)
    number = first.record["articles"][0]["number"]
    before = ids(f"{CASEBOOK}massimario.atom")
    assert len(before) == 1 and ids(f"{CASEBOOK}fitres-tressette/{number}.atom") == before
    assert ids(f"{CASEBOOK}fitres-tressette/1.atom") == []
    assert get(world, f"{CASEBOOK}fitres-tressette/9999.atom").status_code == 404
    assert get(world, f"{CASEBOOK}nessuno/1.atom").status_code == 404
    withdraw_headnote(by=acting(aldo), headnote=first.headnote, seen=1, reason="Superata")
    assert len(ids(f"{CASEBOOK}massimario.atom")) == 1 and ids(f"{CASEBOOK}massimario.atom") != before


def test_the_paper_has_every_headnote_and_an_index_by_article_and_by_tag(world: World) -> None:
    first = HeadnoteVersion.objects.get(headnote__number=1)
    answer = get(world, f"{CASEBOOK}massimario.pdf")
    assert answer["Content-Disposition"] == 'attachment; filename="massimario.pdf"'
    text = " ".join(" ".join(page.extract_text() for page in PdfReader(BytesIO(answer.content)).pages).split())
    assert "2026-1" in text and "combinazione incompleta" in text
    by_article = text[text.index("Indice per articolo") : text.index("Indice per voce")]
    assert [one["number"] for one in first.record["articles"] if f"art. {one['number']} 2026-1" not in by_article] == []
    assert "buonafede 2026-1" in text[text.index("Indice per voce") :]


def test_a_long_casebook_is_laid_out_by_a_worker(world: World, aldo: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casebook_index, "AT_ONCE", 0)
    monkeypatch.setattr("federation.casebook.views.AT_ONCE", 0)
    answer = get(world, f"{CASEBOOK}massimario.pdf")
    assert (answer.status_code, answer["Retry-After"]) == (503, "120")
    casebook_index.make_papers.func(world.tournament.federation.pk)
    assert CasebookPaper.objects.count() == 2
    assert get(world, f"{CASEBOOK}massimario.pdf").content.startswith(b"%PDF")


def test_programs_read_the_same_and_are_told_when_nothing_changed(world: World, aldo: User) -> None:
    answer = get(world, API)
    told = json.loads(answer.content)
    assert (told["total"], told["next"], [one["reference"] for one in told["headnotes"]]) == (1, None, ["2026-1"])
    assert get(world, API, **{"If-None-Match": answer["ETag"]}).status_code == 304
    one = json.loads(get(world, f"{API}/2026/1").content)
    assert (one["version"], one["tags"], one["code"], one["changed"]) == (
        1,
        ["accusa", "buonafede"],
        "fitres-tressette",
        [],
    )
    assert "tournament" not in one and one["place"] == "" and one["decided_in"] is None
    headnote = HeadnoteVersion.objects.get(headnote__number=1).headnote
    withdraw_headnote(by=acting(aldo), headnote=headnote, seen=1, reason="Superata")
    assert get(world, API, **{"If-None-Match": answer["ETag"]}).status_code == 200
    assert json.loads(get(world, f"{API}/2026/1").content)["state"] == "withdrawn"
    assert json.loads(get(world, f"{API}/2026/1?version=1").content)["state"] == "published"
    for path in ("/2026/9", "/2026/1?version=7"):
        assert get(world, API + path).status_code == 404
    assert get(world, "/api/v1/federations/nessuna/casebook").status_code == 404


def test_a_precedent_shows_the_headnote_that_was_drawn_from_it(world: World) -> None:
    key = int(first_ruling(world.tournament).partition("-")[2])
    (found,) = precedents([key], ())
    assert found.headnote is not None
    assert (found.headnote.reference, found.headnote.address) == ("2026-1", f"{CASEBOOK}2026-1/")


def test_a_search_that_cannot_be_read_is_answered_in_words(world: World) -> None:
    for query in ("articolo=x", "codice=nessuno", "anomalia=a b", f"q={'a' * 201}"):
        assert get(world, f"{CASEBOOK}?{query}").status_code == 422
    assert get(world, f"{CASEBOOK}?dopo=%D9%A1-1").status_code == 200


def test_the_index_is_what_the_version_in_force_says(world: World) -> None:
    version = HeadnoteVersion.objects.get(headnote__number=1)
    kept = set(HeadnoteIndex.objects.filter(headnote=version.headnote).values_list("kind", "value"))
    assert kept == search_keys(version)
    assert (Kind.TAG.value, "buonafede") in kept


@pytest.mark.long
def test_who_is_erased_is_gone_from_headnotes_drafts_and_index(world: World, aldo: User) -> None:
    text = "Il caso del signor Pappagallini insegna che si attende."
    version = published(aldo, drafted(aldo, world.tournament, text))
    draft = drafted(aldo, world.tournament, text)
    assert words(search(world.tournament.federation, HeadnoteQuery("pappagallini"))) == ["2026-2"]
    # Nobody of the tournament, so that no guard could know the name.
    player = Player.objects.create(first_name="Ivo", last_name="Pappagallini")
    aldo.user_permissions.add(Permission.objects.get(codename="add_erasure"))
    eraser = User.objects.get(pk=aldo.pk)
    found = find_texts(Words.of_player(player))
    assert {"federation.HeadnoteVersion", "federation.HeadnoteDraft"} <= {one.model._meta.label for one in found}
    before = stamp_of(world.tournament.federation)
    erase_person(by=acting(eraser), player=player, found=found, reason="Lo ha chiesto")
    version.refresh_from_db()
    draft.refresh_from_db()
    assert "Pappagallini" not in version.text + draft.text
    assert words(search(world.tournament.federation, HeadnoteQuery("pappagallini"))) == []
    assert words(search(world.tournament.federation, HeadnoteQuery("insegna attende"))) == ["2026-2"]
    assert stamp_of(world.tournament.federation) != before
    assert "Persona cancellata" in get(world, f"{CASEBOOK}2026-2/").content.decode()
    with pytest.raises(DatabaseError, match="Never changed"), transaction.atomic():
        HeadnoteVersion.objects.update(text="x")
