"""What everybody reads of a ruling that moved figures: order, articles and figures; no scene, notes, measures."""

from django.test import Client
from django.urls import reverse

from referee.decisions.details import Details
from referee.rulings.models import Ruling
from tests.asking import source, text
from tests.referee.told import BY_EAST

SLUG = "coppa-levante"


def page(number=1, slug=SLUG):
    return Client().get(reverse("public_ruling", args=[slug, number]))


def test_a_ruling_that_gave_a_score_is_read_by_everybody_without_its_scene(scored, tournament):
    ruling = Ruling.objects.get()
    words = text(page())
    assert "Tavolo 1, smazzata 1: 7 – 4 artificiale" in words
    assert "La smazzata riceve un punteggio arbitrale artificiale" in words
    assert "art. 81" in words
    for secret in (*ruling.scene["seats"].values(), ruling.title["it"], str(ruling.decided_by)):
        assert secret not in words


def test_the_page_of_a_pair_leads_to_it(scored):
    table = scored.case.table
    shown = source(Client().get(reverse("pair", args=[SLUG, table.line_a.number])))
    assert f'href="{reverse("public_ruling", args=[SLUG, 1])}"' in shown


def test_who_arbitrates_is_led_to_the_whole_ruling(scored, client_of, bruno):
    table = scored.case.table
    shown = source(client_of(bruno).get(reverse("pair", args=[SLUG, table.line_a.number])))
    assert f'href="{reverse("ruling", args=[SLUG, 1])}"' in shown


def test_one_that_moved_no_figure_is_nobody_s_to_read(ruled):
    ruled("altra-anomalia", {"scelta": "sanatoria-sospesa", "gioco-proseguito": "avversari"}, detected=BY_EAST,
          reason="Si vedrà", details=Details(voiced_by="E"))  # fmt: skip
    assert page().status_code == 404


def test_nor_is_one_of_a_tournament_still_hidden(scored, tournament):
    tournament.is_public = False
    tournament.save()
    assert page().status_code == 404
