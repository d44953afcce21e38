"""What a headnote may not say: whoever is known in its tournament, in any letters, accents and endings."""

import re
from urllib.parse import urlencode
from uuid import uuid4

import pytest

from federation.casebook.actions import Names, Said, change_draft
from federation.casebook.models import HeadnoteDraft
from federation.casebook.names import (
    Doubt,
    NameFindings,
    ProtectedNames,
    digest_of,
    doubts_in,
    find_names,
    without_names,
)
from people.accounts.models import Player
from tests.factories import acting
from tests.federation.casebook.headnotes import drafted, first_ruling
from tests.world import Visitor, World
from tournaments.entries.models import EntryMember

KNOWN = ProtectedNames(
    people=frozenset({"Anna Conti", "José Muñoz", "Ugo D’Amico", "Piero Quilleri", "Li Re", "Rita De Luca"}),
    cards=frozenset({"TX-90817"}),
    places=frozenset({"Coppa Levante", "coppa-levante", "Valfredda"}),
    clubs=frozenset({"Amici del Tressette"}),
)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Quilleri gioca fuori turno", "Quilleri"),
        ("la carta di QUILLERI resta esposta", "QUILLERI"),
        ("il compagno, Munoz, tace", "Munoz"),
        ("il compagno, Múñoz, tace", "Múñoz"),
        ("Quil\u00adleri tace", "Quilleri"),
        ("tocca ad Amico", "Amico"),
        ("tocca a Damico", "Damico"),
        ("tocca a Deluca", "Deluca"),
        ("anna conti dichiara", "anna conti"),
        ("dichiara Conti Anna", "Conti Anna"),
        ("la carta li re resta", "li re"),
        ("tessera tx 90817", "TX-90817"),
        ("giocata alla coppa levante", "coppa levante"),
        ("un torneo a valfredda", "valfredda"),
    ],
)
def test_a_name_written_as_one_never_stands(text: str, word: str) -> None:
    assert word in find_names([text], KNOWN).surely


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("si rifanno i conti della mano", "conti"),
        ("la mano di quilleri", "quilleri"),
        ("i Quillera tacciono", "Quillera"),
        ("gli amici del tressette", "amici del tressette"),
    ],
)
def test_a_word_that_may_be_another_is_asked_about(text: str, word: str) -> None:
    found = find_names([text], KNOWN)
    assert word in found.perhaps
    assert word not in found.surely


@pytest.mark.parametrize("text", ["Chi scopre una carta la lascia sul tavolo", "", "il re di coppe prende", "…"])
def test_a_text_without_names_stands(text: str) -> None:
    assert find_names([text], KNOWN) == NameFindings()


def test_what_a_ruling_says_loses_the_names_left_in_it() -> None:
    assert without_names("La linea di Quilleri perde", KNOWN) == "La linea di … perde"


@pytest.mark.long
def test_every_player_and_arbiter_of_the_tournament_is_refused(world: World) -> None:
    aldo, of = world.people["aldo"], EntryMember.objects.filter(entry__tournament=world.tournament)
    assert aldo is not None
    bruno = world.people["bruno"]
    assert bruno is not None
    names = [*map(str, Player.objects.filter(memberships__in=of)), bruno.get_full_name(), world.tournament.place]
    for name in names:
        for text in (f"Qui {name} dichiara", f"qui {name.lower()} dichiara", f"qui {name.upper()} dichiara"):
            with pytest.raises(Names):
                drafted(aldo, world.tournament, text)
        with pytest.raises(Names):
            drafted(aldo, world.tournament, comment=f"E {name} tace")
        with pytest.raises(Names):
            drafted(aldo, world.tournament, tags=[name.lower()])


def test_an_officer_says_once_that_a_word_names_nobody(world: World) -> None:
    aldo = world.people["aldo"]
    assert aldo is not None
    Player.objects.filter(memberships__entry=world.tournament.entries.get(number=1)).update(last_name="Conti")
    with pytest.raises(Names, match="Può essere il nome di qualcuno: «conti»"):
        drafted(aldo, world.tournament, "Si rifanno i conti della mano.")
    draft = drafted(aldo, world.tournament, "Si rifanno i conti della mano.", no_names=True)
    assert draft.no_names == ["conti"]
    again = change_draft(by=acting(aldo), draft=draft, said=Said("Si rifanno i conti, sempre."))
    assert again.no_names == ["conti"]
    with pytest.raises(Names, match="togli"):
        change_draft(by=acting(aldo), draft=again, said=Said("Perde Anna Conti, o Conti.", no_names=True))


ASKED = "Si rifanno i conti della mano. Poi si gioca."


def test_a_word_is_asked_about_in_every_sentence_that_has_it_and_in_no_other() -> None:
    texts = [ASKED, "Fatti i conti, si segna.\nI racconti non contano"]
    told = [Doubt("conti", "Si rifanno i conti della mano."), Doubt("conti", "Fatti i conti, si segna.")]
    assert list(doubts_in(texts, ["conti"])) == told
    assert digest_of(told) != digest_of(told[:1]) != digest_of(())


def called_conti(world: World) -> str:
    """Where a headnote is written beside a ruling of a tournament in which somebody is called Conti."""
    Player.objects.filter(memberships__entry=world.tournament.entries.get(number=1)).update(last_name="Conti")
    return f"/federazioni/fitres/massime/nuova/{first_ruling(world.tournament)}/"


def written(world: World, path: str, text: str, **more: str) -> tuple[int, str, str]:
    """The answer of the page to that text: its status, what it says, and the digest that its form carries."""
    body = urlencode({"key": uuid4().hex, "text": text, **more}).encode()
    answer = Visitor(world.people["aldo"]).send("POST", path, body, "application/x-www-form-urlencoded")
    page = answer.content.decode()
    shown = re.search(r'name="shown" value="(\w*)"', page)
    return answer.status_code, " ".join(page.split()), shown[1] if shown else ""


def test_a_tick_holds_for_the_sentences_that_were_shown(world: World) -> None:
    path = called_conti(world)
    status, page, shown = written(world, path, ASKED)
    assert status == 422 and "«conti»: Si rifanno i conti della mano." in page
    assert 'type="checkbox" name="no_names"' in page
    assert written(world, path, f"{ASKED} E si segna.", no_names="on", shown=shown)[0] == 302
    assert HeadnoteDraft.objects.latest("pk").no_names == ["conti"]


@pytest.mark.parametrize("text", ["Si rifanno i conti di quella mano.", f"{ASKED} Conti tace, e i conti tornano."])
def test_a_tick_for_another_sentence_is_asked_for_again_and_nothing_is_lost(world: World, text: str) -> None:
    path = called_conti(world)
    _status, _page, shown = written(world, path, ASKED)
    before = HeadnoteDraft.objects.count()
    status, page, now = written(world, path, text, no_names="on", shown=shown)
    assert status == 422 and "il testo è cambiato: rileggi le parole segnate" in page
    assert f"{text}</textarea>" in page and now not in ("", shown)
    assert 'name="no_names" checked' not in page and HeadnoteDraft.objects.count() == before
    assert written(world, path, text, no_names="on", shown=now)[0] == 302


def test_a_tick_without_what_was_shown_says_nothing(world: World) -> None:
    path = called_conti(world)
    assert written(world, path, ASKED, no_names="on")[0] == 422
    assert written(world, path, ASKED, no_names="on", shown="x" * 64)[0] == 422
