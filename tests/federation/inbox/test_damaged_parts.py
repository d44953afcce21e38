"""A part of a kept package that was damaged in the database: every page that reads it says so in words."""

import pytest
from django.urls import reverse

from federation.packages.models import PackagePart
from federation.sealed.archive import MANIFEST
from federation.sealed.verification import part_of

READERS = {
    "package": MANIFEST,
    "packed_standings": part_of("tournaments.Publication"),
    "packed_rulings": part_of("referee.Ruling"),
}


def damage(kept, name, change):
    """Another content in place of what came, as a failing disk leaves it; None: none at all."""
    part = PackagePart.objects.get(package=kept, name=name)
    PackagePart.objects.filter(pk=part.pk).delete()
    if change is not None:
        part.packed = change(bytes(part.packed))
        PackagePart.objects.bulk_create([part])


@pytest.mark.parametrize("change", [lambda packed: packed[:-9], lambda packed: b"\xff" * len(packed), None])
@pytest.mark.parametrize("page", READERS)
def test_a_page_that_reads_it_says_so(client, kept, olga, page, change):
    damage(kept, READERS[page], change)
    client.force_login(olga)
    answer = client.get(reverse(page, args=[kept.federation.code, kept.pk]))
    assert answer.status_code == 422
    assert "Un pacchetto è danneggiato" in answer.content.decode()


def test_checking_it_names_the_part(client, kept, olga):
    damage(kept, "log.jsonl", lambda packed: packed[:-9])
    client.force_login(olga)
    answer = client.post(reverse("check_package", args=[kept.federation.code, kept.pk]), {"key": "guarda-1"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "log.jsonl" in page
