"""Rulings walked again in their own edition, arbitral scores worked out again: also where their seals were forged."""

import json
from shutil import copytree

import pytest

from codes.library import RULEBOOKS, get_rulebook
from codes.reading.files import law_hash
from codes.reading.loader import EditionDamaged, files_in, packed, unpacked
from referee.arbitral_scores.actions import set_arbitral_score
from referee.arbitral_scores.score import Choice
from referee.editions.models import CodeEdition
from referee.rulings.models import Ruling
from tests.factories import acting, make_score, sealed
from tests.outside import write
from tests.referee.told import ANNULLED
from tournaments.publication.verification_queries import check_all

CODE = "fitres-tressette"


def proved(tournament):
    """The checks of rulings and arbitral scores, after all was sealed as it stands."""
    checks = check_all(sealed(tournament))
    assert all(one.holds for one in checks[:2])
    return [(one.what, one.trouble) for one in checks if "ripercors" in one.what or "rifatt" in one.what]


@pytest.fixture
def ruling(ruled):
    return ruled("numero-carte-errato", ANNULLED)


@pytest.fixture
def elsewhere(tmp_path):
    """The code with a word of an article changed, as another program may carry it."""
    folder = tmp_path / CODE
    copytree(RULEBOOKS / CODE, folder)
    path = folder / "rulebook.yaml"
    path.write_text(path.read_text() + "\n# later\n")
    return folder


@pytest.mark.long
def test_the_edition_that_decided_is_kept_once_and_stays_readable(ruling):
    kept = CodeEdition.objects.get()
    assert (kept.code, kept.hash) == (CODE, ruling.rulebook_hash)
    files = files_in(bytes(kept.files))
    assert files["articles.yaml"] == (RULEBOOKS / CODE / "articles.yaml").read_text()
    assert "synonyms.yaml" in files and not [name for name in files if name.startswith("tellings")]
    assert unpacked(bytes(kept.files), kept.hash).articles == get_rulebook(CODE).articles


def test_a_ruling_follows_from_its_facts(ruling):
    assert proved(ruling.tournament) == [("Provvedimenti, 1 ripercorso", "")]


def test_a_ruling_with_other_answers_is_found_though_its_seal_was_forged_too(ruling):
    trail = Ruling.objects.get().trail
    [step] = [one for one in trail if one["fact"] == "origine-numero"]
    step["answer"] = "x"  # which the code does not know
    write("UPDATE referee_ruling SET trail = %s", json.dumps(trail))
    [(_what, trouble)] = proved(ruling.tournament)
    assert trouble == "Provvedimento n. 1, versione 1: dalle sue risposte il codice decide altro."


def test_one_that_orders_something_else_is_found(ruling):
    write("UPDATE referee_ruling SET effects = %s", "[]")
    assert "decide altro" in proved(ruling.tournament)[0][1]


@pytest.mark.long
def test_a_ruling_is_walked_in_the_edition_that_was_kept(ruling, elsewhere):
    now = law_hash(elsewhere)
    assert now != ruling.rulebook_hash
    CodeEdition.objects.create(code=CODE, hash=now, files=packed(elsewhere))
    write("UPDATE referee_ruling SET rulebook_hash = %s", now)
    assert proved(ruling.tournament) == [("Provvedimenti, 1 ripercorso", "")]


def test_a_ruling_whose_edition_nobody_kept_is_counted_apart(ruling):
    write("UPDATE referee_ruling SET rulebook_hash = %s", "0" * 64)
    words = "Provvedimenti, 0 ripercorsi; 1 di un’edizione che non c’è più"
    assert proved(ruling.tournament) == [(words, "")]


@pytest.mark.parametrize("kept", [b"", b"x", packed(RULEBOOKS / "tressette-online")])
def test_a_kept_edition_that_is_another_is_found(ruling, kept):
    write("UPDATE referee_ruling SET rulebook_hash = %s", "0" * 64)
    CodeEdition.objects.create(code=CODE, hash="0" * 64, files=kept)
    assert "l’edizione conservata non è quella" in proved(ruling.tournament)[0][1]
    with pytest.raises(EditionDamaged):
        unpacked(kept, "0" * 64)


def test_a_kept_edition_that_was_forged_is_found_while_the_program_has_its_own(ruling):
    CodeEdition.objects.update(files=packed(RULEBOOKS / "tressette-online"))
    assert proved(ruling.tournament) == [
        ("Provvedimenti, 1 ripercorso", f"L’edizione conservata di {CODE} non è quella.")
    ]


@pytest.fixture
def score(ruling, round_1, board, bruno):
    make_score(round_1.tables.get(number=2), board, (7, 4), bruno)
    ruling.case.refresh_from_db()
    return set_arbitral_score(
        by=acting(bruno), case=ruling.case, expected_version=ruling.case.version, score_version=1, choice=Choice()
    )


def test_an_arbitral_score_comes_out_of_its_inputs(score):
    assert proved(score.case.tournament)[1] == ("Punteggi arbitrali, 1 rifatto", "")


@pytest.mark.parametrize(
    "change",
    [
        "points_a = 8, points_b = 3",
        'inputs = \'[{"table": "2", "a": 6, "b": 5}]\'',
        "inputs_hash = 'x'",
        "arithmetic = '{}'",
        "method = 'assigned'",
    ],
)
def test_one_that_does_not_is_found_though_its_seal_was_forged_too(score, change):
    write(f"UPDATE referee_arbitralscore SET {change}")  # noqa: S608 - our own words
    trouble = proved(score.case.tournament)[1][1]
    assert trouble == "Il punteggio arbitrale del Provvedimento n. 1, rifatti i conti, è un altro."
