"""Declarations by hand: formulas, cards, limits of the situation, under both sets of rules."""

import pytest

from codes.format.model import RulebookError, read_data
from codes.tressette.cards import FITRES, Rank
from codes.tressette.declaration_lists import (
    DeclarationsFile,
    ImpossibleSuit,
    Rules,
    SuitPlay,
    declarations_file,
    find,
    listed,
)
from codes.tressette.declarations import (
    OtherSituation,
    Silence,
    Situation,
    check,
    check_other,
    fitting,
    others,
)

TRADITIONAL, MODERN = Rules.TRADITIONAL, Rules.MODERN


def keys(verdict):
    return [reason.key for reason in verdict.reasons]


def numbers(play, rules):
    return [one.label for one in fitting(play, rules)]


@pytest.mark.parametrize(
    ("words", "play", "traditional", "modern"),
    [
        ("sola", SuitPlay.from_signs("7", "7"), 1, 1),
        ("piombo", SuitPlay.from_signs("3", "3"), 2, 2),
        ("piombo", SuitPlay.from_signs("A", "A", out="32"), 2, 2),
        ("si liscia", SuitPlay.from_signs("A4", "A"), 3, 3),
        ("si liscia", SuitPlay.from_signs("75", "7"), 3, 3),
        ("terzo", SuitPlay.from_signs("D74", "4"), 5, 4),
        ("è mia, terzo", SuitPlay.from_signs("CD4", "D", out="32AR"), 8, 6),
        ("vero doppio liscio", SuitPlay.from_signs("RC4", "4"), 9, 5),
        ("terzo di Re", SuitPlay.from_signs("RC4", "C"), 9, 5),
        ("lungo", SuitPlay.from_signs("C765", "6"), 10, 7),
        ("lunghissimo", SuitPlay.from_signs("C7654", "C"), 14, 10),
        ("liscio e busso", SuitPlay.from_signs("A75", "7"), 18, 13),
        ("Asso lungo", SuitPlay.from_signs("AR75", "R"), 19, 14),
        ("ribusso lunghissimo", SuitPlay.from_signs("27654", "4"), 23, 18),
        ("busso", SuitPlay.from_signs("3R7", "7"), 24, 19),
        ("Tre lungo", SuitPlay.from_signs("3764", "7"), 25, 20),
        ("liscio, la migliore", SuitPlay.from_signs("2A", "2"), 27, 22),
        ("ventotto terzo", SuitPlay.from_signs("2A4", "A"), 28, 23),
        ("la buona, lungo", SuitPlay.from_signs("3A64", "4"), 33, 28),
        ("venticinque piombo", SuitPlay.from_signs("32", "2"), 35, 30),
        ("È mio, terzo!", SuitPlay.from_signs("32R", "2"), 36, 31),
        ("è mio lunghissimo", SuitPlay.from_signs("32R54", "R"), 40, 33),
        ("napoletana", SuitPlay.from_signs("32A", "3"), None, None),
        ("napoletana lunga", SuitPlay.from_signs("32A4", "4"), None, None),
    ],
)
def test_a_declaration_is_admitted_by_its_number(words, play, traditional, modern):
    for rules, number in ((TRADITIONAL, traditional), (MODERN, modern)):
        verdict = check(words, play, rules)
        assert (verdict.admitted, verdict.number) == (True, number)


@pytest.mark.parametrize(
    ("words", "play", "number"),
    [
        ("è mia e si liscia", SuitPlay.from_signs("A7", "A", out="32"), 4),
        ("si liscia due volte", SuitPlay.from_signs("3R7", "3"), 6),
        ("è mia e si liscia due volte", SuitPlay.from_signs("R74", "R", out="32A"), 7),
        ("si liscia, lungo", SuitPlay.from_signs("2R75", "2"), 11),
        ("si liscia, lunghissimo", SuitPlay.from_signs("RD754", "R"), 15),
        ("è mio e voglio l’Asso", SuitPlay.from_signs("32R", "2"), 37),
        ("venticinque lungo di Re", SuitPlay.from_signs("32R4", "4"), 39),
        ("venticinque lunghissimo di Re", SuitPlay.from_signs("32R54", "3"), 41),
    ],
)
def test_what_the_modern_list_drops_is_admitted_only_by_the_traditional(words, play, number):
    assert check(words, play, TRADITIONAL).number == number
    assert check(words, play, TRADITIONAL).admitted
    refused = check(words, play, MODERN)
    assert (refused.admitted, refused.number, keys(refused)) == (False, None, ["formula-dell-altro-elenco"])
    assert refused.articles == (168,)


@pytest.mark.parametrize(
    ("words", "play", "articles"),
    [
        ("busso", SuitPlay.from_signs("374", "3"), [(8, 47)]),  # the Three itself is no simple card
        ("busso", SuitPlay.from_signs("37", "7"), [(57,)]),
        ("busso", SuitPlay.from_signs("32A", "3"), [(46, 48), (8, 47)]),
        ("si liscia", SuitPlay.from_signs("75", "5"), [(55,)]),
        ("sola", SuitPlay.from_signs("3", "3"), [(6, 56)]),
        ("ventinove piombo", SuitPlay.from_signs("3A", "A"), [(48,)]),
        ("è mio, terzo", SuitPlay.from_signs("327", "3"), [(48,)]),
        ("terzo di Re", SuitPlay.from_signs("RC4", "R"), [(50,)]),
    ],
)
def test_a_refusal_tells_each_condition_that_fails(words, play, articles):
    for rules in Rules:
        verdict = check(words, play, rules)
        assert [reason.articles for reason in verdict.reasons] == articles
        assert {reason.key for reason in verdict.reasons} == {"condition"}


def test_a_refusal_names_the_numbers_that_would_fit():
    verdict = check("busso", SuitPlay.from_signs("3A74", "7"), MODERN)
    assert [one.label for one in verdict.fitting] == ["168, 28"]
    assert verdict.fitting[0].text.it == "il palo è quarto; il palo ha un Ventinove (Tre e Asso)"
    assert [reason.text.en for reason in verdict.reasons] == [
        "the suit has three cards",
        "the only tressette card of the suit is the Three",
    ]


def test_the_king_left_behind_is_told_apart_by_the_two_sets_of_rules():
    play = SuitPlay.from_signs("3R7", "3")
    assert numbers(play, TRADITIONAL) == ["127, 5", "127, 6", "127, 7", "127, 8"]
    assert numbers(play, MODERN) == []
    assert numbers(SuitPlay.from_signs("R75", "R"), TRADITIONAL) == ["127, 6"]
    assert numbers(SuitPlay.from_signs("R75", "R"), MODERN) == ["168, 4"]


def test_a_card_is_not_made_sovereign_by_ones_own_king():
    assert not check("è mia, terzo", SuitPlay.from_signs("RC4", "C", out="32A"), TRADITIONAL).admitted
    assert check("è mia, terzo", SuitPlay.from_signs("RC4", "C", out="32A"), TRADITIONAL).good_faith is None
    assert check("è mia, terzo", SuitPlay.from_signs("CD4", "C", out="32A"), TRADITIONAL).good_faith == 52


def test_a_wrong_piombo_in_good_faith_goes_unsanctioned():
    for rules in Rules:
        assert check("piombo", SuitPlay.from_signs("2", "2"), rules).good_faith == 52
        assert check("piombo", SuitPlay.from_signs("27", "2"), rules).good_faith is None


def test_an_unknown_formula_is_refused_with_what_would_fit():
    verdict = check("gioco e mi fermo", SuitPlay.from_signs("374", "7"), TRADITIONAL)
    assert (keys(verdict), verdict.reasons[0].articles) == (["formula-sconosciuta"], (128,))
    assert [one.label for one in verdict.fitting] == ["127, 24"]


def test_venticinque_of_two_cards_brings_a_duty():
    assert (
        check("venticinque piombo", SuitPlay.from_signs("32", "2"), MODERN).duty.it
        == "Gioca di seguito il Due e poi il Tre."
    )
    assert check("venticinque piombo", SuitPlay.from_signs("32", "3"), TRADITIONAL).admitted
    assert not check("venticinque piombo", SuitPlay.from_signs("32", "3"), MODERN).admitted


def test_the_napoletana_stands_outside_the_lists():
    verdict = check("napoletana", SuitPlay.from_signs("32A", "A"), MODERN)
    assert (verdict.number, verdict.articles, len(verdict.readings)) == (None, (45, 157), 1)
    assert check("napoletana", SuitPlay.from_signs("32A", "A"), TRADITIONAL).articles == (45, 123)
    assert not check("napoletana", SuitPlay.from_signs("32A4", "A"), MODERN).admitted


@pytest.mark.parametrize(("holding", "card", "out"), [("37", "2", ""), ("37", "3", "7")])
def test_a_suit_that_cannot_be_is_refused(holding, card, out):
    with pytest.raises(ImpossibleSuit):
        SuitPlay.from_signs(holding, card, out)


# Limits of the situation on the suit to be played


PLAY = SuitPlay.from_signs("37654", "7")
LIMITS = [
    ({}, [], []),
    ({"on_lead": False}, ["non-di-mano"], ["non-di-mano"]),
    ({"card_played": True}, ["carta-gia-giocata"], ["carta-gia-giocata"]),
    ({"declared_now": True}, [], ["gia-dichiarato-ora"]),
    ({"led_silently": Silence.STILL_ON_LEAD}, [], ["iniziato-in-silenzio"]),
    ({"led_silently": Silence.LEAD_LOST_SINCE}, [], []),
    ({"earlier": "busso lungo"}, [], ["gia-dichiarato-il-palo"]),
    ({"earlier": "terzo"}, [], ["gia-dichiarato-il-palo"]),
    ({"earlier": "Tre lunghissimo"}, [], []),
    ({"earlier": "lunghissimo"}, [], []),
    ({"sovereignty_notorious": True}, [], []),
]


@pytest.mark.parametrize(("facts", "traditional", "modern"), LIMITS)
def test_limits_on_the_suit_to_be_played(facts, traditional, modern):
    situation = Situation(**facts)
    assert keys(check("busso lunghissimo", PLAY, TRADITIONAL, situation)) == traditional
    assert keys(check("busso lunghissimo", PLAY, MODERN, situation)) == modern


def test_a_suit_declared_lunghissimo_may_not_be_called_lungo_later():
    verdict = check("busso lungo", SuitPlay.from_signs("3765", "7"), MODERN, Situation(earlier="lunghissimo"))
    assert keys(verdict) == ["gia-dichiarato-il-palo"]


def test_a_notorious_sovereignty_is_not_declared_but_piombo_is():
    notorious = Situation(sovereignty_notorious=True)
    own = SuitPlay.from_signs("CD4", "D", out="32AR")
    assert keys(check("è mia, terzo", own, MODERN, notorious)) == ["sovranita-notoria"]
    assert check("è mia, terzo", own, TRADITIONAL, notorious).admitted
    assert check("piombo", SuitPlay.from_signs("3", "3"), MODERN, notorious).admitted


def test_several_limits_are_all_told():
    situation = Situation(on_lead=False, card_played=True, earlier="terzo")
    assert len(check("busso lunghissimo", PLAY, MODERN, situation).reasons) == 3
    assert check("piombo", SuitPlay.from_signs("2", "2"), MODERN, situation).good_faith is None


# On the suit of the trick won, and on others


def other(words, rules=MODERN, holding="", out="", **facts):
    return check_other(
        words, rules, OtherSituation(holding=frozenset(map(Rank, holding)), out=frozenset(map(Rank, out)), **facts)
    )


ELSEWHERE = {"is_trick_suit": False}


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("ho fatto questo piombo", {}),
        ("questo piombo", {}),
        ("liscio qui", {"holding": "7"}),
        ("feci un piombo", ELSEWHERE),
        ("faglio a un palo", ELSEWHERE),
        ("faglio al mio compagno", ELSEWHERE),
        ("liscio al palo del mio compagno", {"holding": "37", **ELSEWHERE}),
    ],
)
def test_other_declarations_are_admitted_under_both_rules(words, facts):
    for rules in Rules:
        verdict = other(words, rules, **facts)
        assert (verdict.admitted, verdict.articles) == (True, (42,) if facts.get("is_trick_suit") is False else (41,))


@pytest.mark.parametrize(
    ("words", "facts", "against"),
    [
        ("questo piombo", {"holding": "4"}, "ha-carte-del-palo"),
        ("liscio qui", {}, "nessuna-soggetta"),
        ("liscio qui", {"holding": "3"}, "nessuna-soggetta"),
        ("liscio qui", {"holding": "32A"}, "nessuna-soggetta"),  # nobody else can beat them
        ("liscio al mio compagno", {"holding": "3", **ELSEWHERE}, "nessuna-non-sovrana"),
        ("faglio al mio compagno", {"holding": "3", **ELSEWHERE}, "ha-carte-del-palo"),
        ("liscio qui", {"holding": "7", **ELSEWHERE}, "non-palo-di-pigliata"),
        ("faglio a un palo", {}, "palo-di-pigliata-o-di-giocata"),
        ("faglio a un palo", {"is_play_suit": True, **ELSEWHERE}, "palo-di-pigliata-o-di-giocata"),
        ("feci un piombo", {"led_before": True, **ELSEWHERE}, "palo-gia-giocato"),
        ("questo piombo", {"led_silently": True}, "pigliata-su-giocata-tacita"),
        ("questo piombo", {"on_lead": False}, "non-di-mano"),
        ("questo piombo", {"card_played": True}, "carta-gia-giocata"),
        ("qualcos'altro", {}, "formula-sconosciuta"),
    ],
)
def test_limits_of_other_declarations_under_both_rules(words, facts, against):
    assert keys(other(words, TRADITIONAL, **facts)) == keys(other(words, MODERN, **facts)) == [against]


@pytest.mark.parametrize(
    ("words", "facts", "against"),
    [
        ("questo piombo", {"trick_put_down": True}, "pigliata-gia-deposta"),
        ("questo piombo", {"other_suit_declared": True}, "altro-palo-gia-dichiarato"),
        ("questo piombo", {"declared_before": True}, "gia-dichiarato-il-palo"),
        ("faglio a un palo", {"play_suit_declared": True, **ELSEWHERE}, "gia-dichiarato-ora"),
        ("feci un piombo", {"notorious": True, **ELSEWHERE}, "piombo-notorio"),
        ("faglio al mio compagno", {"notorious": True, **ELSEWHERE}, "piombo-notorio"),
        ("liscio al mio compagno", {"holding": "7", "notorious": True, **ELSEWHERE}, "liscio-notorio"),
    ],
)
def test_limits_of_other_declarations_under_modern_rules_only(words, facts, against):
    assert other(words, TRADITIONAL, **facts).admitted
    assert keys(other(words, MODERN, **facts)) == [against]


def test_liscio_of_the_trick_suit_obliges_to_lead_another_under_modern_rules():
    assert other("liscio qui", MODERN, holding="7").duty.it.endswith("a un altro palo (159).")
    assert other("liscio qui", TRADITIONAL, holding="7").duty is None


def test_an_error_on_the_partners_suit_in_good_faith_goes_unsanctioned():
    assert other("faglio al mio compagno", holding="7", **ELSEWHERE).good_faith == 43
    assert other("faglio a un palo", holding="7", **ELSEWHERE).good_faith == 43
    assert other("faglio al mio compagno", holding="7", notorious=True, **ELSEWHERE).good_faith is None


# The data


def test_the_lists_have_forty_one_and_thirty_three_numbers():
    assert [len(declarations_file().lists[rules].numbers) for rules in Rules] == [41, 33]


def test_every_formula_finds_its_number():
    for rules in Rules:
        for one in listed(rules):
            assert all(find(words, rules) is one for words in one.entry.formulas)
    assert len(list(others())) == 6


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("reading: sola}", "reading: altro}", "readings named"),
        ('formulas: ["piombo"]', 'formulas: ["sola"]', "a formula that stands twice"),
        ("{number: 2,", "{number: 3,", "a number out of order"),
        ("played: semplice\n", "played: semplice\n    rest: semplici\n", "exactly one test"),
        ("when: [lunghezza-1, sovrana]", "when: [lunghezza-9]", "conditions named"),
    ],
)
def test_unsound_lists_are_refused(tmp_path, old, new, problem):
    text = (FITRES / "declarations.yaml").read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "declarations.yaml"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(RulebookError, match=problem):
        read_data(broken, DeclarationsFile)
