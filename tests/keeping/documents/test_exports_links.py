"""Where documents are offered: on the pages they belong to, to those who may take them."""

from django.urls import reverse


def test_the_desk_offers_the_whole_tournament_with_its_rulings(tournament, dora, client_of):
    page = client_of(dora).get(reverse("desk", args=[tournament.slug])).content.decode()
    assert reverse("export_whole_tournament", args=[tournament.slug]) in page


def test_a_scorer_is_offered_the_tournament_without_its_rulings(tournament, sara, client_of):
    page = client_of(sara).get(reverse("desk", args=[tournament.slug])).content.decode()
    assert reverse("export_workbook", args=[tournament.slug]) in page
    assert reverse("export_whole_tournament", args=[tournament.slug]) not in page


def test_the_table_offers_its_sheets(tournament, table, bruno, client_of):
    place = [tournament.slug, 1, table.number]
    page = client_of(bruno).get(reverse("table", args=place)).content.decode()
    assert reverse("export_blank_table_sheet", args=place) in page
    assert reverse("export_table_sheet", args=place) in page


def test_the_round_offers_its_sheets_one_or_two_on_a_page(round_1, dora, client_of):
    place = [round_1.tournament.slug, 1]
    page = client_of(dora).get(reverse("round_grid", args=place)).content.decode()
    assert reverse("export_blank_round_sheets", args=place) in page
    assert reverse("export_blank_round_sheets_in_two", args=place) in page
