"""A person erased from a package that came: what is left is whole, and says that something is gone."""

import json
from datetime import timedelta

import pytest

from federation.inbox.actions import erase_texts, opened, player_called
from federation.inbox.exports import as_it_came
from federation.packages.exports import package
from federation.packages.models import PackageText
from federation.packages.queries import standings
from federation.sealed.archive import read_parts, write
from federation.sealed.verification import open_package
from records.requests import Refused
from tests.factories import NOON, acting
from tests.federation.inbox.bringing import bring


@pytest.mark.long
def test_erasing_a_person_leaves_all_else_whole(kept, olga, fitres, world):
    player = world.tournament.entries.get(number=1).members.earliest("pk").player
    assert player.last_name == "Conti"
    erase_texts(by=acting(olga), package=kept, player=player.pk)
    left = as_it_came(kept, NOON)
    found = open_package(left)
    assert found.erased > 0
    assert b"Conti" not in b"".join(part.raw for part in found.parts.values())
    assert [name for name in found.parts if name.startswith("papers/")] == []
    assert PackageText.objects.filter(package=kept, text__contains="Conti").count() == 0
    assert bring(olga, fitres, left) == kept
    assert "⟦⟧" in json.dumps(standings(kept)[0].sections, ensure_ascii=False)
    with pytest.raises(Refused, match="niente da cancellare"):
        erase_texts(by=acting(olga), package=kept, player=player.pk)


def test_a_name_finds_one_player_of_the_package(kept, world):
    player = world.tournament.entries.get(number=1).members.earliest("pk").player
    assert [player_called(kept, who, "") for who in ("Anna Conti", " conti  anna ")] == [player.pk, player.pk]
    with pytest.raises(Refused, match="nessuno con questo nome"):
        player_called(kept, "Anna", "")


@pytest.mark.long
def test_a_surname_that_two_bear_is_erased_beside_the_first_name_alone(known, olga, fitres, world):
    player = world.tournament.entries.get(number=1).members.earliest("pk").player
    other = world.tournament.entries.get(number=3).members.earliest("pk").player
    type(other).objects.filter(pk=other.pk).update(last_name="Conti")
    kept = bring(olga, fitres, package(world.tournament, NOON + timedelta(hours=1)))
    erase_texts(by=acting(olga), package=kept, player=player.pk)
    left = PackageText.objects.filter(package=kept, record=f"people.Player:{other.pk}", place="last_name")
    assert left.get().text == "Conti"
    assert not PackageText.objects.filter(package=kept, text__contains="Anna Conti").exists()
    assert not PackageText.objects.filter(package=kept, text="Conti – Serra").exists()
    assert open_package(as_it_came(kept, NOON)).erased > 0


def test_what_was_erased_is_told_by_who_erased_and_by_nobody_else(kept, olga, world):
    player = world.tournament.entries.get(number=1).members.earliest("pk").player
    erase_texts(by=acting(olga), package=kept, player=player.pk)
    parts = read_parts(as_it_came(kept, NOON))
    told = parts.pop("zz-erased.json")
    assert b"signature" in told.raw
    with pytest.raises(Refused, match="manifesto elenca"):
        opened(write(parts))


def test_an_erasure_of_the_person_here_reaches_the_package_too(kept):
    one = PackageText.objects.filter(package=kept, text="Conti").first()
    PackageText.objects.filter(pk=one.pk).update(text="⟦3⟧")
    one.refresh_from_db()
    assert (one.text, one.salt) == ("⟦3⟧", "")
    assert not kept.parts.filter(name__startswith="papers/").exists()
    assert open_package(as_it_came(kept, NOON)).erased == 1
