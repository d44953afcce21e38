"""Headnotes beside rulings that came in packages: without names, beside precedents, told when these stand no more."""

import pytest
from django.urls import reverse

from federation.archive.actions import find_alike, refresh
from federation.archive.models import ArchivedRuling
from federation.archive.records import facts_of
from federation.casebook.actions import Names, withdraw_headnote
from federation.casebook.models import HeadnoteVersion
from federation.casebook.queries import changes_of, stamp_of
from federation.packages.models import ReceivedPackage
from records.requests import Refused
from referee.rulings.models import Ruling
from referee.wizard.queries import PrecedentQuery, precedents
from tests.factories import acting
from tests.federation.casebook.headnotes import drafted, published
from tests.federation.second_instance.road import LATER
from tests.federation.second_instance.test_road import brought, carried, decided, road, shared
from tests.federation.two_installations import beside
from tests.module_database import lent_db
from tournaments.setup.models import Tournament

__all__ = ["beside", "lent_db", "road", "shared"]

MASSIMA = "Lo score lasciato sul tavolo costa un VP anche se il risultato è già noto a tutti."


def there(road):
    """The ruling in force that came, as the archive there names it, with a tournament of there."""
    archived = ArchivedRuling.objects.get(received__isnull=False, kind="ruling", followed_by=None)
    return archived.source, Tournament.objects.get(federation=road.federation)


@pytest.mark.long
def test_a_headnote_is_published_beside_a_ruling_that_came_and_read_by_everybody(road, client):
    with road.beside.there():
        source, native = there(road)
        aldo = road.officers["aldo"]
        version = published(aldo, drafted(aldo, native, MASSIMA, source, tells_where=True))
        assert (version.headnote.received.name, version.headnote.tournament) == ("Coppa Levante", None)
        assert (version.place, version.decided_in, version.record["procedure"]) == (
            "Bari",
            2026,
            "score-non-consegnato",
        )
        page = client.get(reverse("public_headnote", args=["fitres", 2026, 1])).content.decode()
        assert MASSIMA in page
        assert "Coppa Levante" not in page
        client.force_login(aldo)
        assert "Citata nella massima" in client.get(reverse("archived", args=["fitres", source])).content.decode()
        draft = version.headnote.draft
        assert MASSIMA in client.get(reverse("headnote_draft", args=["fitres", draft.pk])).content.decode()


@pytest.mark.long
@pytest.mark.parametrize("words", ["Anna Conti", "Serra", "la coppia Fontana", "Bruno Riva", "Coppa Levante", "a Bari"])
def test_whom_the_package_names_no_headnote_names(road, words):
    with road.beside.there():
        source, native = there(road)
        native.entries.all()
        with pytest.raises(Names):
            drafted(road.officers["aldo"], native, f"Lo score di {words} costa un VP.", source)


def test_of_what_is_not_homologated_there_is_none_yet(road):
    with road.beside.there():
        source, native = there(road)
        ReceivedPackage.objects.update(state="checked")
        with pytest.raises(Refused, match="omologato"):
            drafted(road.officers["aldo"], native, MASSIMA, source)


def test_it_stands_beside_the_precedent_in_the_next_tournament(road):
    with road.beside.there():
        source, native = there(road)
        aldo = road.officers["aldo"]
        published(aldo, drafted(aldo, native, MASSIMA, source))
        archived = ArchivedRuling.objects.get(source=source)
        asked = PrecedentQuery(native, archived.code, archived.procedure, ())
        found = find_alike(asked)
        (case,) = precedents(found.nearest, asked.facts, found.elsewhere)
        assert (case.tournament, case.headnote.text) == ("Coppa Levante", MASSIMA)
        ruling = next(iter(found.elsewhere.values()))
        assert find_alike(PrecedentQuery(native, archived.code, archived.procedure, facts_of(ruling.trail))).same == 1


@pytest.mark.long
def test_what_the_federal_judge_changed_is_told_with_the_headnote(road):
    with road.beside.there():
        source, native = there(road)
        aldo = road.officers["aldo"]
        published(aldo, drafted(aldo, native, MASSIMA, source))
        assert changes_of([source])[source] == ()
        before = stamp_of(road.federation)
        content = decided(road, brought(road))
    carried(road, content)
    assert Ruling.objects.current().get().version == 2
    road.send()
    with road.beside.there():
        assert changes_of([source])[source] == ("il provvedimento è stato poi cambiato in reclamo",)
        assert stamp_of(road.federation) != before
        assert HeadnoteVersion.objects.get().is_published


def test_a_headnote_of_a_package_set_aside_is_still_read_and_withdrawn(road, client):
    with road.beside.there():
        source, native = there(road)
        aldo = road.officers["aldo"]
        version = published(aldo, drafted(aldo, native, MASSIMA, source))
        ReceivedPackage.objects.update(state="set_aside")
        refresh(road.federation, most=None)
        address = reverse("public_headnote", args=["fitres", 2026, 1])
        assert client.get(address).status_code == 200
        client.force_login(aldo)
        draft = version.headnote.draft
        assert client.get(reverse("headnote_draft", args=["fitres", draft.pk])).status_code == 404
        by = acting(aldo, at=LATER)
        gone = withdraw_headnote(by=by, headnote=version.headnote, seen=1, reason="Il torneo non vale")
        assert not gone.is_published


def test_a_headnote_is_offered_only_where_it_may_be_written(road, client):
    with road.beside.there():
        source, native = there(road)
        code = native.federation.code
        record, new = (reverse(name, args=[code, source]) for name in ("archived", "new_headnote"))
        client.force_login(road.officers["aldo"])
        assert new in client.get(record).content.decode()
        assert client.get(new).status_code == 200
        ReceivedPackage.objects.update(state="checked")
        page = client.get(record).content.decode()
        assert new not in page
        assert "si scrivono massime quando è omologato" in page
        assert client.get(new).url == record
