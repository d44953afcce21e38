"""The casebook: a headnote is drafted beside a record, published under a number for ever, changed, withdrawn."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection, transaction
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from federation.casebook.actions import DRAFTED, Said, change_draft, discard_draft, publish_headnote, withdraw_headnote
from federation.casebook.models import Headnote, HeadnoteDraft, HeadnoteIndex, HeadnoteVersion
from federation.casebook.queries import HeadnoteQuery, changes_of, headnote_rows, search
from people.accounts.models import User
from people.offices.models import FederationLine
from records.locks import fields_digest
from records.requests import Overtaken, Refused
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tests.federation.casebook.headnotes import MASSIMA, drafted, first_ruling, published
from tests.world import Visitor, World
from tournaments.appeals.models import Appeal
from tournaments.setup.models import Tournament

NEXT_YEAR = datetime(2027, 3, 1, 12, tzinfo=UTC)
CASEBOOK = "/federazioni/fitres/massimario/"
HEADNOTES = "/federazioni/fitres/massime/"


def person(world: World, who: str = "aldo") -> User:
    found = world.people[who]
    assert found is not None
    return found


def get(world: World, path: str, who: str = "nobody") -> HttpResponse:
    return Visitor(world.people[who]).send("GET", path)


def post(world: World, path: str, who: str = "aldo", **form: str) -> HttpResponse:
    body = "&".join(f"{name}={value}" for name, value in {"key": uuid4().hex, **form}.items()).encode()
    return Visitor(world.people[who]).send("POST", path, body, "application/x-www-form-urlencoded")


def page(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def draft_of(world: World, text: str = MASSIMA, source: str = "", who: str = "aldo", **said: Any) -> HeadnoteDraft:
    return drafted(person(world, who), world.tournament, text, source, **said)


def publish(world: World, draft: HeadnoteDraft, reason: str = "", who: str = "aldo") -> HeadnoteVersion:
    """In the year after that in which the world has published one."""
    return published(person(world, who), draft, reason, at=NEXT_YEAR)


# -- written, published, changed, withdrawn ---------------------------------------------------------------------------


@pytest.mark.long
def test_the_first_headnote_of_a_year_has_the_number_one_and_tells_rule_and_facts(world: World) -> None:
    version = publish(world, draft_of(world, tags=["Accusa ", "accusa", "buonafede"], comment="Si noti il tempo."))
    ruling = Ruling.objects.get(tournament=world.tournament, procedure="accusa-anticipata")
    assert (version.headnote.reference, version.version, version.tags) == ("2027-1", 1, ["accusa", "buonafede"])
    assert version.record["code"] == "fitres-tressette"
    assert [one["number"] for one in version.record["articles"]] == list(ruling.cites)
    shown = page(get(world, f"{CASEBOOK}2027-1/"))
    assert MASSIMA in shown and "Si noti il tempo." in shown and "Accusa" in shown
    assert f'href="/codice/fitres-tressette/articoli/{ruling.cites[0]}/"' in shown
    assert '<link rel="canonical" href="http://testserver/federazioni/fitres/massimario/2027-1/">' in shown


def test_the_public_page_leads_to_no_tournament_table_or_person(world: World) -> None:
    publish(world, draft_of(world))
    shown = page(get(world, f"{CASEBOOK}2027-1/")) + page(get(world, CASEBOOK))
    names = {*world.tournament.entries.values_list("members__player__last_name", flat=True)} - {None}
    staff = {user.last_name for user in world.people.values() if user}
    told = [world.tournament.name, world.tournament.slug, world.tournament.place, "ruling-", *names, *staff]
    assert [one for one in told if one in shown] == []


def test_place_and_year_are_told_where_the_officer_says_so(world: World) -> None:
    publish(world, draft_of(world, tells_where=True))
    assert f"{world.tournament.place}, 2026" in page(get(world, f"{CASEBOOK}2027-1/"))


def test_numbers_follow_one_another_and_a_federation_has_its_own(world: World) -> None:
    first, second = (publish(world, draft_of(world, f"{MASSIMA} {n}")).headnote for n in (1, 2))
    assert [first.reference, second.reference] == ["2027-1", "2027-2"]


def test_a_changed_headnote_keeps_its_address_and_its_versions(world: World) -> None:
    draft = draft_of(world)
    publish(world, draft)
    change_draft(by=acting(person(world, "remo")), draft=draft, said=Said("Vale solo in tempo."))
    assert MASSIMA in page(get(world, f"{CASEBOOK}2027-1/"))
    draft.refresh_from_db()
    with pytest.raises(Refused, match="Scrivi perché la massima cambia"):
        publish(world, draft)
    publish(world, draft, "Più breve", who="remo")
    now, before = (page(get(world, f"{CASEBOOK}2027-1/{part}")) for part in ("", "versioni/1/"))
    assert "Vale solo in tempo." in now and MASSIMA not in now and "Più breve" in now
    assert MASSIMA in before and "non vale più" in before
    with pytest.raises(Refused, match="È uguale a quella pubblicata"):
        publish(world, draft, "Di nuovo")


def test_a_withdrawn_headnote_says_so_and_why_and_is_found_no_more(world: World) -> None:
    version = publish(world, draft_of(world))
    withdraw_headnote(by=acting(person(world)), headnote=version.headnote, seen=1, reason="Norma superata")
    shown = page(get(world, f"{CASEBOOK}2027-1/"))
    assert "Ritirata." in shown and "Norma superata" in shown
    assert not HeadnoteIndex.objects.filter(headnote=version.headnote).exists()
    assert get(world, f"{CASEBOOK}2027-1/versioni/1/").status_code == 200
    with pytest.raises(Refused, match="È già ritirata"):
        withdraw_headnote(by=acting(person(world)), headnote=version.headnote, seen=2, reason="Ancora")


def test_two_officers_do_not_write_over_each_other(world: World) -> None:
    draft = draft_of(world)
    seen = fields_digest(draft, DRAFTED)
    change_draft(by=acting(person(world, "remo")), draft=draft, said=Said("Un altro testo."), seen=seen)
    with pytest.raises(Overtaken):
        change_draft(by=acting(person(world)), draft=draft, said=Said(MASSIMA), seen=seen)
    with pytest.raises(Overtaken):
        publish_headnote(by=acting(person(world)), draft=draft, seen=seen)
    version = publish(world, HeadnoteDraft.objects.get(pk=draft.pk))
    with pytest.raises(Refused, match="l’ha cambiata"):
        withdraw_headnote(by=acting(person(world)), headnote=version.headnote, seen=2, reason="Troppo tardi")


def test_a_draft_is_thrown_away_only_before_it_is_published(world: World) -> None:
    draft, other = draft_of(world), draft_of(world)
    discard_draft(by=acting(person(world)), draft=draft)
    assert not HeadnoteDraft.objects.filter(pk=draft.pk).exists()
    publish(world, other)
    with pytest.raises(Refused, match="già pubblicata"):
        discard_draft(by=acting(person(world)), draft=other)


def test_the_database_changes_and_deletes_no_headnote(world: World) -> None:
    version = publish(world, draft_of(world))
    changes = [
        lambda: HeadnoteVersion.objects.update(text="x"),
        lambda: Headnote.objects.update(number=7),
        lambda: HeadnoteVersion.objects.all().delete(),
        lambda: Headnote.objects.filter(pk=version.headnote_id)._raw_delete(connection.alias),
    ]
    for change in changes:
        with pytest.raises(DatabaseError, match="Never changed or deleted"), transaction.atomic():
            change()
    assert HeadnoteVersion.objects.get(pk=version.pk).text == MASSIMA


def test_the_log_of_the_federation_tells_each_step_and_names_nobody(world: World) -> None:
    version = publish(world, draft_of(world))
    withdraw_headnote(by=acting(person(world)), headnote=version.headnote, seen=1, reason="Superata")
    lines = FederationLine.objects.filter(federation=world.tournament.federation).order_by("-sequence")[:3]
    assert [line.action for line in lines] == ["withdraw_headnote", "publish_headnote", "draft_headnote"]
    assert (lines[1].data["headnote"], lines[1].data["version"], len(lines[1].data["sha256"])) == ("2027-1", 1, 64)


@pytest.mark.parametrize("who", ["olga", "gemma"])
def test_only_archivist_and_federal_referee_write_headnotes(world: World, who: str) -> None:
    with pytest.raises(PermissionDenied):
        draft_of(world, who=who)


def test_a_record_of_another_federation_or_of_none_has_no_headnote_here(world: World) -> None:
    for source in ("ruling-999999", "ruling-x", "package-1"):
        with pytest.raises(Refused):
            draft_of(world, source=source)
        assert get(world, f"{HEADNOTES}nuova/{source}/", "aldo").status_code == 404
    of = Tournament.objects.filter(pk=world.tournament.pk)
    of.update(federation=factories.make_federation("altra"))
    assert get(world, f"{HEADNOTES}nuova/{first_ruling(world.tournament)}/", "aldo").status_code == 404


# -- what has become of the ruling ------------------------------------------------------------------------------------


def test_a_headnote_says_that_its_ruling_was_overturned(world: World) -> None:
    version = publish(world, draft_of(world))
    assert changes_of([version.headnote.source]) == {version.headnote.source: ()}
    ruling = Ruling.objects.get(pk=int(version.headnote.source.partition("-")[2]))
    entry = world.tournament.entries.get(number=1)
    Appeal.objects.create(
        tournament=world.tournament, number=77, entry=entry, against="x", grounds="y", state="changed",
        record=f"ruling:{ruling.number}:{ruling.version}", filed_by=person(world, "giulia"), filed_at=factories.NOON,
        decided_by=person(world, "giulia"), decided_at=factories.NOON, decision="Si cambia",
    )  # fmt: skip
    assert "poi cambiato in reclamo" in page(get(world, f"{CASEBOOK}2027-1/"))


def test_a_headnote_of_an_appeal_tells_its_outcome_and_not_its_words(world: World) -> None:
    appeal = Appeal.objects.filter(tournament=world.tournament).earliest("pk")
    version = publish(world, draft_of(world, source=f"appeal-{appeal.pk}"))
    assert version.record["outcome"] == appeal.state
    assert appeal.grounds not in page(get(world, f"{CASEBOOK}2027-1/"))


# -- pages ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_an_officer_writes_and_publishes_by_the_pages(world: World) -> None:
    source = first_ruling(world.tournament)
    assert f"{HEADNOTES}nuova/{source}/" in page(get(world, f"/federazioni/fitres/archivio/atti/{source}/", "aldo"))
    assert post(world, f"{HEADNOTES}nuova/{source}/", text="Una+massima", tags="tempo").status_code == 302
    draft = HeadnoteDraft.objects.latest("pk")
    assert "Una massima" in page(get(world, f"{HEADNOTES}{draft.pk}/", "aldo"))
    assert "bozza" in page(get(world, HEADNOTES, "aldo"))
    answer = post(world, f"{HEADNOTES}{draft.pk}/pubblica/", seen=fields_digest(draft, DRAFTED))
    assert answer.status_code == 302
    assert "Una massima" in page(get(world, CASEBOOK))
    read = page(get(world, f"/federazioni/fitres/archivio/atti/{source}/", "gemma"))
    assert "Citata nella massima" in read and "Scrivi la massima" not in read
    assert post(world, f"{HEADNOTES}{draft.pk}/ritira/", seen="1", reason="").status_code == 422
    assert post(world, f"{HEADNOTES}{draft.pk}/ritira/", seen="1", reason="Superata").status_code == 302
    assert post(world, f"{HEADNOTES}{draft.pk}/scarta/").status_code == 302
    assert HeadnoteDraft.objects.filter(pk=draft.pk).exists()


def test_a_refused_text_comes_back_as_it_was_typed_with_the_word_that_names_somebody(world: World) -> None:
    name = world.tournament.entries.get(number=1).members.get(position=1).player.last_name
    answer = post(
        world, f"{HEADNOTES}nuova/{first_ruling(world.tournament)}/", text=f"Il+giocatore+{name}+perde", comment="Nota"
    )
    assert answer.status_code == 422
    assert f"Il giocatore {name} perde" in page(answer) and "Nota" in page(answer)
    assert not HeadnoteDraft.objects.filter(text__contains=name).exists()


def test_a_federation_without_headnotes_has_no_casebook(world: World) -> None:
    factories.make_federation("altra")
    for path in ("", "2026-1/", "massimario.atom", "massimario.pdf", "fitres-tressette/81.atom"):
        assert get(world, f"/federazioni/altra/massimario/{path}").status_code == 404


def test_the_page_of_an_article_tells_its_headnotes(world: World) -> None:
    version = publish(world, draft_of(world))
    number = version.record["articles"][0]["number"]
    shown = page(get(world, f"/codice/fitres-tressette/articoli/{number}/"))
    assert "Massime su questo articolo" in shown and f'href="{CASEBOOK}2027-1/"' in shown
    other = next(one for one in range(1, 200) if one not in {a["number"] for a in version.record["articles"]})
    assert "Massime su questo articolo" not in page(get(world, f"/codice/fitres-tressette/articoli/{other}/"))


@pytest.mark.long
def test_the_list_asks_as_much_of_many_headnotes_as_of_one(world: World) -> None:
    federation, counts = world.tournament.federation, []
    for n in range(2):
        for text in ("uno", "due", "tre"):
            publish(world, draft_of(world, f"{MASSIMA} {text} {n}"))
        with CaptureQueriesContext(connection) as asked:
            lines = headnote_rows(search(federation, HeadnoteQuery()).versions)
        counts.append((len(lines), len(asked)))
    assert counts == [(4, 4), (7, 4)]


def test_the_filters_stand_before_the_list_with_how_many_are_in_use(world: World) -> None:
    publish(world, draft_of(world, tags=["accusa"]))
    every, one = page(get(world, CASEBOOK)), page(get(world, f"{CASEBOOK}?voce=accusa"))
    assert 0 < every.index('class="archive-filter') < every.index('class="archive-lines"')
    assert "Filtra</span>" in every.replace(" </span>", "</span>") and "Filtra (1<span" in one
