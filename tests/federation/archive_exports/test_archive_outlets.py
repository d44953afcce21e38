"""What leaves the archive: feeds with an officer's key, files, precedents for whoever decides; and what is erased."""

import json
from io import BytesIO
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree as ET

import pytest
from django.http import HttpResponse
from openpyxl import load_workbook
from pypdf import PdfReader

from federation.archive.actions import refresh
from federation.archive.models import ArchivedFacets, ArchivedRuling, ArchiveStem
from federation.archive.queries import Search
from federation.archive_exports.actions import ask_for_export, make_export, make_feed_key, put_in_order, revoke_feed_key
from federation.archive_exports.models import ArchiveExport, ArchiveExportFile, ArchiveFeed, feed_key
from people.offices.models import FederationLine, FederationOffice
from referee.cases.actions import answer, open_case
from referee.cases.models import Case
from referee.cases.walk import book_of
from referee.rulings.models import Ruling
from referee.wizard.steps import position
from tests.factories import acting
from tests.world import BY_EAST, Answers, Visitor, World
from tournaments.setup.models import Tournament

pytestmark = pytest.mark.dialect

ARCHIVE = "/federazioni/fitres/archivio/"
ATOM = "{http://www.w3.org/2005/Atom}"


def get(world: World, path: str, who: str = "aldo") -> HttpResponse:
    return Visitor(world.people[who]).send("GET", path)


def post(world: World, path: str, who: str = "aldo", **form: str) -> HttpResponse:
    body = "&".join(f"{name}={value}" for name, value in {"key": uuid4().hex, **form}.items()).encode()
    return Visitor(world.people[who]).send("POST", path, body, "application/x-www-form-urlencoded")


def titles(answer: HttpResponse) -> list[str]:
    return [str(one.findtext(f"{ATOM}id")) for one in ET.fromstring(answer.content).iter(f"{ATOM}entry")]  # noqa: S314  # ours


# -- feeds ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_feed_tells_what_the_search_finds(world: World) -> None:
    answer = get(world, f"{ARCHIVE}atom/?anomalia=accusa-anticipata")
    ruling = Ruling.objects.get(tournament=world.tournament, procedure="accusa-anticipata")
    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert titles(answer) == [f"urn:referee:fitres:ruling-{ruling.pk}"]
    assert get(world, f"{ARCHIVE}atom/?articolo=x").status_code == 422


def test_a_key_opens_the_feed_without_a_log_in_until_it_is_taken_back(world: World) -> None:
    feed = ArchiveFeed.objects.get(user=world.people["aldo"])
    address = f"{ARCHIVE}feed/{feed_key(feed)}/"
    assert len(titles(get(world, address, "nobody"))) == 5
    assert post(world, f"{ARCHIVE}chiave/ritira/").status_code == 302
    assert get(world, address, "nobody").status_code == 404
    assert post(world, f"{ARCHIVE}chiave/").status_code == 302
    assert get(world, address, "nobody").status_code == 404
    anew = ArchiveFeed.objects.get(user=world.people["aldo"], revoked_at__isnull=True)
    assert get(world, f"{ARCHIVE}feed/{feed_key(anew)}/", "nobody").status_code == 200
    told = FederationLine.objects.filter(federation=world.tournament.federation).values_list("action", flat=True)
    assert list(told)[-2:] == ["revoke_feed_key", "make_feed_key"]


def test_a_key_opens_nothing_once_the_office_or_the_account_has_ended(world: World) -> None:
    aldo = world.people["aldo"]
    assert aldo is not None
    address = f"{ARCHIVE}feed/{feed_key(ArchiveFeed.objects.get(user=aldo))}/"
    type(aldo).objects.filter(pk=aldo.pk).update(is_active=False)
    assert get(world, address, "nobody").status_code == 404
    type(aldo).objects.filter(pk=aldo.pk).update(is_active=True)
    FederationOffice.objects.filter(user=aldo).update(ends_at="2026-11-01T00:00Z")
    assert get(world, address, "nobody").status_code == 404


@pytest.mark.parametrize("key", ["x", "1", "1.x", "1.1:2", "0.", "⟦"])
def test_a_key_made_up_is_not_found(world: World, key: str) -> None:
    assert get(world, f"{ARCHIVE}feed/{key}/", "nobody").status_code == 404


def test_a_key_of_another_federation_is_not_found_here(world: World) -> None:
    feed = ArchiveFeed.objects.get(user=world.people["aldo"])
    other = type(feed.federation).objects.create(code="altra", name="Altra")
    assert get(world, f"/federazioni/{other.code}/archivio/feed/{feed_key(feed)}/", "nobody").status_code == 404


def test_two_who_make_a_key_at_once_get_the_same_and_only_officers_make_one(world: World) -> None:
    gemma, federation = world.people["gemma"], world.tournament.federation
    assert gemma is not None
    first, second = (make_feed_key(by=acting(gemma), federation=federation) for _time in range(2))
    assert first == second
    revoke_feed_key(by=acting(gemma), federation=federation)
    assert (
        post(world, f"{ARCHIVE}chiave/ritira/", "gemma").status_code == 302
    )  # nothing left to take back: said in words
    assert post(world, f"{ARCHIVE}chiave/", "olga").status_code == 403


# -- files ------------------------------------------------------------------------------------------------------------


def exported(world: World, form: str, query: str = "") -> bytes:
    assert post(world, f"{ARCHIVE}esporta/", form=form, query=query).status_code == 302
    export = ArchiveExport.objects.get(asked_by=world.people["aldo"])
    make_export.func(export.pk)
    export.refresh_from_db()
    assert (export.state, export.trouble) == ("done", "")
    return bytes(get(world, f"{ARCHIVE}esporta/file/").content)


def test_json_lines_have_every_record_of_the_search(world: World) -> None:
    lines = [json.loads(line) for line in exported(world, "jsonl").decode().splitlines()]
    assert len(lines) == ArchivedRuling.objects.filter(federation=world.tournament.federation).count() == 5
    ruling = Ruling.objects.get(tournament=world.tournament, procedure="accusa-anticipata")
    one = next(line for line in lines if line["source"] == f"ruling-{ruling.pk}")
    assert one["articles"] == list(ruling.cites)
    assert one["orders"] == [effect["words"]["it"] for effect in ruling.effects]
    assert one["edition_sha256"] == ruling.rulebook_hash
    assert (one["tournament"]["slug"], one["reason"], one["standing"]) == (
        "coppa-levante",
        "Come si è visto",
        "in_force",
    )


def test_a_workbook_has_texts_that_are_no_formulas(world: World) -> None:
    sheet: Any = load_workbook(BytesIO(exported(world, "xlsx", "tipo%3Druling"))).worksheets[0]
    texts = [cell.value for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)]
    assert "Come si è visto" in texts
    assert not [text for text in texts if text.startswith("=")]
    assert all(cell.data_type != "f" for row in sheet.iter_rows() for cell in row)


def test_a_pdf_reads_as_the_rulings_do(world: World) -> None:
    text = "".join(page.extract_text() for page in PdfReader(BytesIO(exported(world, "pdf"))).pages)
    ruling = Ruling.objects.get(tournament=world.tournament, procedure="accusa-anticipata")
    assert ruling.title["it"] in text
    assert "Come si è visto" in text


def test_an_export_is_refused_for_what_cannot_be_read_and_for_who_may_not(world: World) -> None:
    assert post(world, f"{ARCHIVE}esporta/", form="doc", query="").status_code == 422
    assert post(world, f"{ARCHIVE}esporta/", form="pdf", query="articolo%3Dx").status_code == 422
    assert post(world, f"{ARCHIVE}esporta/", "gemma", form="pdf").status_code == 403
    assert get(world, f"{ARCHIVE}esporta/file/").status_code == 302
    assert not ArchiveExport.objects.exists()


def ask(world: World, form: str = "jsonl") -> ArchiveExport:
    aldo = world.people["aldo"]
    assert aldo is not None
    given = {"federation": world.tournament.federation, "query": "", "search": Search(), "form": form}
    return ask_for_export(by=acting(aldo), **given)


def test_whoever_asks_twice_waits_for_the_first_and_no_other_fetches_it(world: World) -> None:
    first = ask(world)
    assert ask(world, "pdf") == first
    make_export.func(first.pk)
    make_export.func(first.pk)  # a second worker finds it done
    assert ArchiveExportFile.objects.count() == 1
    assert get(world, f"{ARCHIVE}esporta/file/", "remo").status_code == 302


def test_an_office_that_ended_meanwhile_gets_no_file(world: World) -> None:
    export = ask(world)
    FederationOffice.objects.filter(user=world.people["aldo"]).update(ends_at="2026-11-01T00:00Z")
    make_export.func(export.pk)
    export.refresh_from_db()
    assert export.state == "failed"
    assert "non hai più l’incarico" in export.trouble


def test_an_export_whose_worker_was_lost_is_made_again_once_and_an_old_one_goes(world: World) -> None:
    export = ask(world)
    lost = {"state": "working", "seen_at": "2026-11-14T11:00Z", "tries": 1}
    ArchiveExport.objects.filter(pk=export.pk).update(**lost)
    put_in_order(export.asked_at)
    export.refresh_from_db()
    assert export.state == "waiting"
    ArchiveExport.objects.filter(pk=export.pk).update(**lost | {"tries": 2})
    put_in_order(export.asked_at)
    export.refresh_from_db()
    assert export.state == "failed"
    ArchiveExport.objects.filter(pk=export.pk).update(ended_at="2026-11-13T11:00Z")
    put_in_order(export.asked_at)
    assert not ArchiveExport.objects.exists()


# -- precedents -------------------------------------------------------------------------------------------------------


def like_the_first(world: World) -> Case:
    """A case in a tournament under way, told as the one on which the world's first ruling stands."""
    ruling = Ruling.objects.get(tournament=world.tournament, procedure="accusa-anticipata")
    bruno = world.people["bruno"]
    assert bruno is not None
    case = open_case(by=acting(bruno), table=world.table, board=ruling.case.board)
    told = Answers(procedure="accusa-anticipata", responsible="N", detected=BY_EAST, facts=dict(ruling.case.facts))
    return answer(by=acting(bruno), case=case, expected_version=1, answers=told)


def test_the_decisions_screen_asks_for_cases_like_it_afterwards(world: World) -> None:
    case = like_the_first(world)
    page = get(world, f"/tornei/coppa-levante/casi/{case.number}/", "bruno").content.decode()
    assert f'hx-get="/tornei/coppa-levante/casi/{case.number}/precedenti/"' in page
    assert "casi come questo:" not in page


def test_cases_like_it_are_counted_and_told_without_persons_and_change_nothing(world: World) -> None:
    case = like_the_first(world)
    refresh(world.tournament.federation)
    before = position(case, book_of(case.tournament)).decision
    text = get(world, f"/tornei/coppa-levante/casi/{case.number}/precedenti/", "bruno").content.decode()
    assert " ".join("In 1 caso come questo: 1 come proposto, 0 diversamente".split()) in " ".join(text.split())
    assert "coppa-levante n. 1" in text
    for name in ("Anna", "Conti", "Serra", "Galli", "Fontana"):
        assert name not in text
    case.refresh_from_db()
    assert position(case, book_of(case.tournament)).decision == before


def test_a_tournament_that_nobody_may_see_yet_or_that_goes_on_is_no_precedent(world: World) -> None:
    case = like_the_first(world)
    elsewhere = Tournament.objects.create(
        slug="altrove", name="Coppa Altrove", federation=world.tournament.federation, place="Lecce",
        starts_on="2026-11-01", boards_per_round=2, lot_seed="x", is_public=True,
    )  # fmt: skip
    refresh(world.tournament.federation)
    moved = ArchivedRuling.objects.filter(tournament=world.tournament, procedure="accusa-anticipata")
    ArchivedFacets.objects.filter(archived__in=list(moved)).update(tournament=elsewhere)
    moved.update(tournament=elsewhere)
    address = f"/tornei/coppa-levante/casi/{case.number}/precedenti/"

    def told() -> str:
        return " ".join(get(world, address, "bruno").content.decode().split())

    assert "Nessun precedente" in told()
    Tournament.objects.filter(pk=elsewhere.pk).update(ending="concluded", ended_at="2026-11-02T00:00Z")
    assert "In 1 caso come questo" in told()
    Tournament.objects.filter(pk=elsewhere.pk).update(is_public=False)
    assert "Nessun precedente" in told()


def test_precedents_of_a_case_that_is_not_decided_yet_are_none(world: World) -> None:
    text = get(world, "/tornei/coppa-levante/casi/4/precedenti/", "bruno").content.decode()
    assert "Nessun precedente" in text
    assert get(world, "/tornei/coppa-levante/casi/99/precedenti/", "bruno").status_code == 404


def test_the_index_knows_no_name_of_those_who_sat_there(world: World) -> None:
    refresh(world.tournament.federation)
    stems = set(ArchiveStem.objects.values_list("stem", flat=True))
    assert not {"anna", "serra", "serr", "gall", "galli", "fontan", "fontana"} & stems
