"""Browsing the codes: the list, links both ways, the federation's own words, rulings that cited an article, paper."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from codes.library import all_rulebooks, codes, get_rulebook
from codes.reading.official_text import ArticleText
from referee.code_browser.code_in_words import OrderedEffect, in_kinds, ordered_effects, outcomes_of, rows_of
from referee.code_browser.search import search
from referee.management.commands.import_code import TextSource, import_code_text
from tests import factories, reading
from tests.referee.editions.test_editions import edition
from tests.referee.wizard.test_wizard_pages import text_of

CODE = "fitres-tressette"
FACTS = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "napoletana-incompleta"}
OFFICIAL = "Il giocatore arcobaleno <script>alert(1)</script> & gli altri.\n— primo;\n— secondo «così»."


def open_page(client, name, *arguments, **query):
    return client.get(reverse(name, args=[CODE, *arguments]), query)


@pytest.fixture
def official(db):
    """Article 183 in a federation's words, for everybody or for those who signed in."""

    def publish(*, is_public=True):
        import_code_text(
            code=CODE,
            edition="prova",
            articles=[ArticleText(183, OFFICIAL, 1)],
            source=TextSource("codice.txt", "ab" * 32),
            is_public=is_public,
            at=factories.NOON,
        )

    return publish


# -- the list of codes


def test_every_code_is_listed_once_with_its_paper(client, db):
    words = client.get(reverse("codes")).content.decode()
    for code in codes():
        assert reverse("code", args=[code.latest.id]) in words
        assert reverse("export_code", args=[code.latest.id]) in words


def test_the_front_page_leads_to_the_codes(client, db):
    assert f'href="{reverse("codes")}"' in client.get("/").content.decode()


def test_an_earlier_edition_stands_below_the_latest_and_says_so(client, db, library):
    edition(library, "uno")
    edition(library, "due", supersedes="uno")
    listed = client.get(reverse("codes"))
    assert "Edizioni precedenti" in text_of(listed)
    assert "edizione successiva" in text_of(client.get(reverse("code", args=["uno"])))
    assert "edizione successiva" not in text_of(client.get(reverse("code", args=["due"])))


def test_an_installation_without_codes_says_so(client, db, library):
    assert "Nessun codice" in text_of(client.get(reverse("codes")))


# -- links both ways


def test_references_between_articles_lead_both_ways(client, db):
    book = get_rulebook(CODE)
    one = next(article for article in book.articles.values() if article.refers)
    other = one.refers[0]
    assert (
        f'href="{reverse("article", args=[CODE, other])}"' in open_page(client, "article", one.number).content.decode()
    )
    there = open_page(client, "article", other)
    assert "Vi rinviano" in text_of(there)
    assert f'href="{reverse("article", args=[CODE, one.number])}"' in there.content.decode()


@pytest.mark.long
def test_what_can_be_ordered_is_found_and_leads_to_its_anomalies(client, db):
    page = open_page(client, "code", cerca="compltare l’acusa").content.decode()
    assert "Divieti" in page
    assert reverse("procedure", args=[CODE, "accusa-anticipata"]) in page


@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.id)
def test_every_effect_of_every_code_stands_under_one_kind(book):
    effects = ordered_effects(book)
    kinds = in_kinds(effects)
    assert sum(len(group) for _kind, group in kinds) == len(effects) == len({(e.verb, e.words) for e in effects})
    assert "Altro" not in dict(kinds)


def test_an_effect_of_a_kind_without_a_name_is_not_lost():
    with translation.override("it"):
        assert [kind for kind, _group in in_kinds([OrderedEffect("nuovo", "Qualcosa.")])] == ["Altro"]


def test_parts_without_a_number_are_found_too(client, db):
    words = text_of(client.get(reverse("code", args=["fibur-burraco-2019"]), {"cerca": "tavoli separè"}))
    assert "Parti senza numero" in words


@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.id)
def test_what_can_come_out_names_every_rule(book):
    for procedure in book.procedures.values():
        rows = rows_of(procedure, book)
        named = {rule for outcome in outcomes_of(rows) for rule in outcome.rules}
        assert named == {row.number for row in rows}
        assert all(len(row.cells) == len(procedure.facts) for row in rows)


def test_a_decision_table_has_a_row_for_each_rule(client, db):
    book = get_rulebook(CODE)
    page = open_page(client, "procedure", "accusa-anticipata").content.decode()
    table = page[page.index("<table") : page.index("</table>")]
    assert table.count("<tr>") == 1 + len(book.procedures["accusa-anticipata"].rules)


# -- the federation's own words


def test_the_official_text_stands_beside_the_summary_escaped(client, official):
    official()
    page = open_page(client, "article", 183).content.decode()
    assert "Testo ufficiale" in page
    assert "<p>Il giocatore arcobaleno &lt;script&gt;alert(1)&lt;/script&gt; &amp; gli altri.</p>" in page
    assert "da codice.txt" in text_of(open_page(client, "article", 183))


def test_search_covers_the_official_text_and_shows_where(client, official):
    assert "Nulla con queste parole" in text_of(open_page(client, "code", cerca="arcobaleno"))
    official()
    page = open_page(client, "code", cerca="arcobalno").content.decode()
    assert "art. 183" in text_of(open_page(client, "code", cerca="arcobalno"))
    assert "«Il giocatore arcobaleno &lt;script&gt;" in page


def test_a_text_kept_for_those_who_signed_in_is_hidden_from_the_public(client, client_of, carla, official):
    official(is_public=False)
    assert "Testo ufficiale" not in text_of(open_page(client, "article", 183))
    assert "Nulla con queste parole" in text_of(open_page(client, "code", cerca="arcobaleno"))
    assert "Testo ufficiale" in text_of(open_page(client_of(carla), "article", 183))


def test_an_article_without_official_text_shows_the_summary_alone(client, official):
    official()
    assert "Testo ufficiale" not in text_of(open_page(client, "article", 182))


@pytest.mark.long
def test_an_excerpt_is_cut_between_words():
    text = f"{'prima ' * 30}la napoletana {'dopo ' * 40}"
    book = get_rulebook(CODE)
    excerpt = search("napoletanna", book, {1: text}).excerpt(text)
    assert excerpt.startswith("… prima ") and excerpt.endswith(" dopo …")
    assert " la napoletana dopo " in excerpt
    assert search("zucchine", book, {}).excerpt(text) == search("", book, {}).excerpt(text) == ""


@pytest.mark.long
def test_slips_are_forgiven_only_where_no_word_is_closer():
    book = get_rulebook(CODE)
    found = {article.number for article in search("rivedere", book, {}).articles}
    assert 29 in found
    assert 95 not in found  # it says «prevedere»
    assert {article.number for article in search("rivedre", book, {}).articles} >= {29}


@pytest.mark.long
def test_rare_words_tell_more_than_common_ones():
    found = [one.id for one in search("accusa antcipata", get_rulebook(CODE), {}).procedures]
    assert found[0] == "accusa-anticipata"
    assert "accusa-dimenticata-o-errata" in found  # further down: it has one of the words


# -- the rulings that cited it


def test_who_may_read_cases_sees_the_rulings_that_cited_an_article(ruled, client_of, bruno, giulia):
    ruling = ruled("accusa-anticipata", FACTS)
    where = reverse("ruling", args=[ruling.tournament.slug, ruling.number])
    for reader in (bruno, giulia):
        assert f'href="{where}"' in open_page(client_of(reader), "article", 183).content.decode()
    assert where not in open_page(client_of(bruno), "article", 84).content.decode()


@pytest.mark.parametrize("who", ["sara", "carla", "ettore", None])
def test_others_see_no_ruling(who, ruled, client, client_of, request):
    ruling = ruled("accusa-anticipata", FACTS)
    reader = client_of(request.getfixturevalue(who)) if who else client
    words = text_of(open_page(reader, "article", 183))
    assert "Provvedimenti che lo citano" not in words
    assert ruling.tournament.name not in words


def test_an_article_page_takes_few_queries(ruled, client_of, bruno, django_assert_max_num_queries):
    ruled("accusa-anticipata", FACTS)
    client = client_of(bruno)
    with django_assert_max_num_queries(5):  # session, user, official text, rulings, headnotes
        open_page(client, "article", 183)


# -- paper


@pytest.mark.long
@pytest.mark.parametrize("book", all_rulebooks(), ids=lambda book: book.id)
def test_a_code_is_printed_whole(book, client, db):
    answered = client.get(reverse("export_code", args=[book.id]))
    assert answered["Content-Type"] == "application/pdf"
    words = reading.text_of(answered.content)
    missing = [p.id for p in book.procedures.values() if " ".join(p.title.it.split()[:2]) not in words]
    assert not missing
    assert all(f"art. {number}" in words for number in book.articles)
    assert all(reading.fonts(answered.content).values())
    assert reading.metadata_of(answered.content).title == f"{book.title.it}, {book.edition}"


@pytest.mark.long
def test_a_code_is_printed_in_english_too(client, db):
    answered = client.get(reverse("export_code", args=[CODE]), headers={"Accept-Language": "en"})
    with translation.override("en"):
        assert "Accusa before one’s turn" in reading.text_of(answered.content)


def test_an_unknown_code_has_no_paper(client, db):
    assert client.get("/codice/inventato.pdf").status_code == 404


# -- pages that are made once


def test_a_kept_page_has_the_official_words_as_soon_as_they_are_imported(client, giulia, official):
    for reader in (client, signed_in(giulia)):
        assert "arcobaleno" not in text_of(open_page(reader, "article", 183))
        assert "arcobaleno" not in text_of(open_page(reader, "code", cerca="arcobaleno")).replace("«arcobaleno»", "")
    official()
    for reader in (client, signed_in(giulia)):
        assert "giocatore arcobaleno" in text_of(open_page(reader, "article", 183))
        assert "giocatore arcobaleno" in text_of(open_page(reader, "code", cerca="arcobaleno"))


def test_what_one_reader_may_see_is_not_kept_for_another(client, giulia, official):
    official(is_public=False)
    assert "giocatore arcobaleno" in text_of(open_page(signed_in(giulia), "code", cerca="arcobaleno"))
    assert "giocatore arcobaleno" not in text_of(open_page(client, "code", cerca="arcobaleno"))


def test_a_kept_page_is_headed_by_who_reads_it(client, giulia, bruno):
    assert giulia.get_full_name() in text_of(open_page(signed_in(giulia), "code"))
    page = text_of(open_page(signed_in(bruno), "code"))
    assert bruno.get_full_name() in page and giulia.get_full_name() not in page
    assert "Accedi" in text_of(open_page(client, "code"))


def test_a_kept_page_is_in_the_language_of_its_reader(client, db):
    assert "Le anomalie" in text_of(open_page(client, "code"))
    english = client.get(reverse("code", args=[CODE]), headers={"Accept-Language": "en"})
    assert "Le anomalie" not in text_of(english)


def test_typing_brings_only_what_was_found(client, db):
    address = reverse("code", args=[CODE])
    part = client.get(address, {"cerca": "carta"}, headers={"HX-Request": "true"}).content.decode()
    assert part.count('id="contents"') == 1
    assert "<html" not in part


@pytest.mark.parametrize(
    ("asked", "query", "queries"),
    [
        (["code"], {}, 0),
        (["code"], {"cerca": "carta"}, 1),
        (["article", 183], {}, 2),
        (["procedure", "accusa-anticipata"], {}, 0),
    ],
)
def test_a_kept_page_asks_at_most_whether_words_were_imported_or_headnotes_written(asked, query, queries, client, db):
    open_page(client, *asked, **query)
    with CaptureQueriesContext(connection) as captured:
        open_page(client, *asked, **query)
    assert len(captured) == queries


def signed_in(user):
    browser = Client()
    browser.force_login(user)
    return browser
