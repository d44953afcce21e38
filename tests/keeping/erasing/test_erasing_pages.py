"""The pages that erase a person and black out words; what every page says afterwards: tests/addresses/test_walk.py."""

import re

import pytest
from django.db.models.signals import post_save
from django.test import Client

from keeping.erasing.models import Erasure, LegalHold
from tests.asking import send, text
from tournaments.appeals.models import Appeal
from tournaments.entries.models import Entry

pytestmark = pytest.mark.long

SAID = "Persona cancellata n. "


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def field(page, name):
    return re.search(rf'name="{name}" value="([^"]*)"', page.content.decode())[1]


def test_the_page_counts_asks_and_erases(world, eraser, anna):
    client, path = signed_in(eraser), f"/giocatori/{anna.pk}/cancella/"
    page = client.get(path)
    assert "Forse è un altro con lo stesso nome" in text(page)
    more = {"seen": field(page, "seen"), "texts": field(page, "texts"), "reason": "Lo ha chiesto"}
    assert send(client, path, **more).status_code == 422  # not told that they are sure
    assert send(client, path, **more, sure="on").status_code == 302
    anna.refresh_from_db()
    number = Erasure.objects.get(player=anna).number
    assert f"{SAID}{number}" in text(client.get(path))
    english = client.get(path, headers={"Accept-Language": "en"})
    assert f"Erased person no. {number}" in text(english)
    assert send(client, path, **more, sure="on").status_code == 422


def test_a_text_that_changed_since_the_page_was_shown_is_shown_first(world, eraser, anna):
    client, path = signed_in(eraser), f"/giocatori/{anna.pk}/cancella/"
    page = client.get(path)
    Entry.objects.filter(name="Le Conti").update(name="Conti e Serra")
    more = {"seen": field(page, "seen"), "reason": "Lo ha chiesto", "sure": "on"}
    again = send(client, path, texts=field(page, "texts"), **more)
    assert (again.status_code, "è cambiato" in text(again)) == (422, True)
    assert send(client, path, texts=field(again, "texts"), **more).status_code == 302


def test_a_text_written_while_the_person_is_erased_is_told(world, eraser, anna):
    client, path = signed_in(eraser), f"/giocatori/{anna.pk}/cancella/"
    page = client.get(path)

    def somebody_writes(**_sent):
        Entry.objects.filter(tournament=world.tournament, number=2).update(name="Amici di Anna Conti")

    post_save.connect(somebody_writes, sender=Erasure)
    try:
        more = {"seen": field(page, "seen"), "reason": "Lo ha chiesto", "sure": "on"}
        send(client, path, texts=field(page, "texts"), **more)
    finally:
        post_save.disconnect(somebody_writes, sender=Erasure)
    assert f"in 1 testo: cancellalo con «Oscura parole» ({world.tournament.name})." in text(client.get("/giocatori/"))


def test_a_hold_is_set_and_lifted_on_the_page(world, eraser, anna):
    client, path = signed_in(eraser), f"/giocatori/{anna.pk}/cancella/"
    send(client, f"/giocatori/{anna.pk}/vincolo/", reason="Procedimento 12/2026")
    assert "Procedimento 12/2026" in text(client.get(path))
    assert "Cancella per sempre" not in text(client.get(path))
    send(client, f"/giocatori/{anna.pk}/vincolo/togli/", placed=LegalHold.objects.get().pk)
    assert "Cancella per sempre" in text(client.get(path))


def test_words_are_looked_for_chosen_and_blacked_out(world, eraser, anna):
    slug = world.tournament.slug
    client, path = signed_in(world.people["dora"]), f"/tornei/{slug}/direzione/oscura/"
    assert "Nessun testo" in text(send(client, path, words="zzzz"))
    page = send(client, path, words="Anna Conti non insiste")
    (key,) = re.findall(r'value="(tournaments\.Appeal:[^"]+)"', page.content.decode())
    more = {"words": "Anna Conti non insiste", "reason": "Superfluo", "sure": "on"}
    assert send(client, path, **more).status_code == 422  # nothing chosen
    assert send(client, path, **more, text=key).status_code == 302
    assert Appeal.objects.get(pk=key.split("/")[0].split(":")[1].split(":")[0]).decision == "⟦⟧"
