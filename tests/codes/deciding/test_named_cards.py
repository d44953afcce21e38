"""Cards that orders name: what may be written, in which order they are read out, and what is refused with its line."""

import pytest

from codes.deciding.walk import (
    NO_CARDS,
    ONE_CARD,
    SEVERAL_CARDS,
    Decision,
    NamedCards,
    card_questions,
    most_cards,
    questions_for,
    say,
    walk,
)
from codes.format.effects import Status
from codes.library import get_rulebook
from codes.packs import pack_of
from codes.reading.loader import RulebookError, load_rulebook
from codes.reading.procedure_checks import CARDS, words_of
from tests.codes.mini import fact, procedure, rule, text, write

BURRACO = get_rulebook("fibur-burraco-2019")
TRESSETTE = get_rulebook("fitres-tressette")
PAIRS = {"partita": "quattro-smazzate", "separe": "senza-separe"}
ASKED = {"ask": text("Quali carte?"), "orders": {"forbid": "giocarle"}}


def loaded(tmp_path, *, cards=None, wording="non gioca{cards}", shared=None):
    own = {"cards": cards} if cards else {}
    forbidding = {"forbid": "giocarle", "whom": "tutti"}
    # Two rows, so that what was answered is told on the way.
    rows = [rule({"a": "si"}, forbidding), rule({"a": "no"}, forbidding, {"inform": "niente"})]
    made = procedure("uno", {"a": fact("si", "no")}, rows, **own)
    effects = {
        "wording": {"forbid": {"giocarle": text(wording)}, "inform": {"niente": text("niente")}},
        "whom": {"tutti": text("tutti")},
        "until": {},
        "finality": {},
        "basis": {},
    }
    facts = {"facts": {}, "cards": shared or {}}
    return load_rulebook(write(tmp_path, [made], effects=effects, facts=facts))


def problems(tmp_path, **more):
    with pytest.raises(RulebookError) as refused:
        loaded(tmp_path, **more)
    return "\n".join(str(problem) for problem in refused.value.problems)


def test_an_order_names_the_cards_of_its_procedure_s_question(tmp_path):
    book = loaded(tmp_path, cards={"quali": ASKED})
    decision = walk(book, "uno", facts={"a": "si"}, options={})
    assert list(card_questions(decision, book)) == ["quali"]
    named = NamedCards(1, "Asso", "Asso", "Asso", "", "")
    assert say(decision.effects[0], book, "it", cards=named) == "Non gioca: Asso"
    assert say(decision.effects[0], book, "it") == "Non gioca"


def test_a_shared_question_names_the_cards_where_the_procedure_has_none(tmp_path):
    book = loaded(tmp_path, shared={"comuni": ASKED})
    decision = walk(book, "uno", facts={"a": "si"}, options={})
    assert list(card_questions(decision, book)) == ["comuni"]
    own = loaded(tmp_path, cards={"quali": ASKED}, shared={"comuni": ASKED})
    assert list(card_questions(walk(own, "uno", facts={"a": "si"}, options={}), own)) == ["quali"]


def test_a_question_for_an_order_that_there_is_not_is_refused(tmp_path):
    asked = {"ask": text("Quali?"), "orders": {"forbid": ["giocarle", "darle"]}}
    assert "no wording for «forbid: darle»" in problems(tmp_path, cards={"quali": asked})


def test_an_order_whose_words_have_no_place_for_cards_is_refused(tmp_path):
    assert "has no place for cards" in problems(tmp_path, cards={"quali": ASKED}, wording="non gioca")


def test_words_with_a_place_for_cards_that_nobody_asks_for_are_refused(tmp_path):
    assert "no question for the cards of «forbid: giocarle»" in problems(tmp_path)


MELDS = {"ask": text("Quale gioco?"), "orders": {"forbid": "giocarle"}, "place": "meld"}


def test_an_order_names_its_cards_and_the_meld_that_they_lie_in(tmp_path):
    book = loaded(tmp_path, cards={"quali": ASKED, "dove": MELDS}, wording="non gioca{meld}{cards}")
    decision = walk(book, "uno", facts={"a": "si"}, options={})
    assert list(card_questions(decision, book)) == ["quali", "dove"]
    named = NamedCards(1, "Asso", "Asso", "Asso", "", "", meld="Due e Tre")
    assert say(decision.effects[0], book, "it", cards=named) == "Non gioca (Due e Tre): Asso"
    assert say(decision.effects[0], book, "it") == "Non gioca"


def test_a_question_for_a_meld_needs_its_own_place_and_the_place_its_question(tmp_path):
    no_place = problems(tmp_path / "a", cards={"quali": ASKED, "dove": MELDS})
    assert "«forbid: giocarle» has no place for cards" in no_place
    not_asked = problems(tmp_path / "b", cards={"quali": ASKED}, wording="non gioca{meld}{cards}")
    assert "no question for the cards of «forbid: giocarle»" in not_asked


def test_cards_that_nobody_has_seen_are_not_asked_for(tmp_path):
    book = loaded(tmp_path, cards={"quali": ASKED | {"unseen": {"a": "no"}}})
    seen, unseen = (walk(book, "uno", facts={"a": answer}, options={}) for answer in ("si", "no"))
    assert (list(card_questions(seen, book)), list(card_questions(unseen, book))) == (["quali"], [])


@pytest.mark.parametrize("key", ["single", "several", "unseen"])
def test_an_answer_that_no_procedure_has_is_refused(tmp_path, key):
    assert "unknown answer «forse» of «a»" in problems(tmp_path, cards={"quali": ASKED | {key: {"a": "forse"}}})


def test_which_cards_are_named_changes_no_rule(tmp_path):
    plain = loaded(tmp_path / "a", shared={"comuni": ASKED}).procedures["uno"]
    asking = loaded(tmp_path / "b", cards={"quali": ASKED}).procedures["uno"]
    assert plain.digest == asking.digest


# -- the packs -------------------------------------------------------------------------------------------------------


def test_the_forty_cards_and_the_two_packs():
    tressette, burraco = pack_of("tressette"), pack_of("burraco")
    assert (len(tressette.faces), tressette.packs) == (40, 1)
    assert (len(burraco.faces), burraco.packs, sum(burraco.copies.values())) == (53, 2, 108)
    assert pack_of("scopa") is None
    assert all(face.suit for face in tressette.faces)
    assert [face.value for face in burraco.faces if not face.suit] == ["Jolly"]


@pytest.mark.parametrize(
    ("held", "read_out"),
    [
        ("8♠ 9♠", ["9♠", "8♠"]),  # the example of 31: the two cards hooked to the seven taken back
        ("K♠ 8♥", ["8♥", "K♠"]),  # equal points: hearts before spades (definitions)
        ("3♥ 5♠ A♠", ["A♠", "3♥", "5♠"]),
        ("2♠ Jolly", ["Jolly", "2♠"]),
    ],
)
def test_penalised_cards_go_by_points_and_then_by_suit(held, read_out):
    assert list(pack_of("burraco").in_order(held.split(), "rule")) == read_out


def test_by_rank_the_king_of_spades_stands_above_the_eight_of_hearts():
    assert pack_of("burraco").in_order(["8♥", "K♠"], "rank") == ("K♠", "8♥")


def test_melds_are_read_out_suit_by_suit_from_the_lowest_and_jokers_last():
    # 7-8-9 of spades held together by a joker, and three fives.
    held = "9♠ Jolly 5♣ 7♠ 5♥ 5♦".split()
    assert pack_of("burraco").in_order(held, "meld") == ("5♥", "5♦", "5♣", "7♠", "9♠", "Jolly")


@pytest.mark.parametrize("held", [["8♥", "8♥", "8♥"], ["Jolly"] * 5, ["1♥"], ["dA"]])
def test_what_the_packs_do_not_hold_is_refused(held):
    with pytest.raises(ValueError, match="no such cards"):
        pack_of("burraco").in_order(held, "rule")


def test_cards_are_read_out_in_both_languages():
    pack = pack_of("burraco")
    held = pack.in_order(["K♠", "10♥", "10♥", "Jolly"], "rule")
    assert pack.list_in_words(held, "it") == "Jolly, Dieci di cuori (due) e Re di picche"
    assert pack.list_in_words(held, "en") == "Joker, Ten of hearts (two) and King of spades"
    assert pack.sequence_in_words(held[1:], "it") == "Dieci di cuori, poi Dieci di cuori, poi Re di picche"
    assert pack_of("tressette").list_in_words(("d3", "sA"), "en") == "Three of coins and Ace of swords"


# -- the codes -------------------------------------------------------------------------------------------------------


def decided(book, name, facts, options=None):
    reached = walk(book, name, facts=facts, options=options or {})
    assert isinstance(reached, Decision)
    return reached


def test_a_card_that_only_the_opponents_saw_is_not_named():
    # Naming it would show it to the partner (24).
    decision = decided(BURRACO, "carta-esposta", {"visibile-a": "solo-avversari"})
    assert card_questions(decision, BURRACO) == {}


def test_the_exposed_card_and_the_penalised_one_are_the_same_card():
    facts = {"visibile-a": "compagno", "richiamo-sulla-esposta": "no", "uso-esposta": "non-giocata"}
    decision = decided(BURRACO, "carta-esposta", facts)
    assert list(card_questions(decision, BURRACO)) == ["esposte"]
    named = [questions_for(effect, decision.path, BURRACO) for effect in decision.effects]
    assert named == [("esposte",), ("esposte",)]


def test_the_phantom_card_is_one_also_where_it_is_penalised():
    facts = {"dove-fantasma": "gioco-prima-dello-scarto", "compatibile": "no", "chi-rileva": "avversari"}
    decision = decided(BURRACO, "carta-fantasma", facts)
    asked = card_questions(decision, BURRACO)
    assert list(asked) == ["fantasma"]
    assert most_cards(asked["fantasma"], decision) == 1


@pytest.mark.parametrize(("how_many", "most"), [("una", 1), ("piu-di-una", None)])
def test_how_many_are_penalised_was_asked_already(how_many, most):
    facts = {"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": how_many}
    decision = decided(BURRACO, "carta-penalizzata", facts)
    assert most_cards(card_questions(decision, BURRACO)["penalizzate"], decision) == most


def test_of_several_penalised_cards_the_first_goes_now_and_the_others_later():
    # 25: by rule, first by points and then by suit; those left are discarded at later turns.
    named = NamedCards(3, "", "", "A", "B e C", "B, poi C")
    facts = {"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": "piu-di-una"}
    words = [say(one, BURRACO, "it", cards=named) for one in decided(BURRACO, "carta-penalizzata", facts).effects]
    assert any("scartare ora la prima" in one and "♠: A; le altre nei turni dopo: B, poi C." in one for one in words)
    assert any("le altre carte penalizzate, una per turno: B, poi C." in one for one in words)


def test_one_penalised_card_is_not_spoken_of_as_several():
    named = NamedCards(1, "A", "A", "A", "", "")
    one, more = (
        say(Status(status="penalizzata", whom="responsabile"), BURRACO, "it", cards=c) for c in (named, many())
    )
    assert "la carta è penalizzata: A. Se a fine smazzata non è stata scartata" in one
    assert "le carte sono penalizzate: A e B. Quelle non scartate" in more


@pytest.mark.parametrize(
    ("cards", "now", "later"),
    [
        (
            NO_CARDS,
            "la carta penalizzata; se sono più d’una, prima la più alta",
            "le altre carte penalizzate, una per turno",
        ),
        (ONE_CARD, "scartare la carta penalizzata.", "le altre carte penalizzate, una per turno"),
        (NamedCards(2, "", "", "A", "B", "B"), "♠: A; l’altra al turno dopo: B.", "l’altra carta penalizzata: B."),
        (SEVERAL_CARDS, "la prima delle carte penalizzate", "le altre carte penalizzate, una per turno."),
    ],
)
def test_the_words_follow_the_number_of_the_cards(cards, now, later):
    """25: of one there is no order; of two the other one is left, and not the others."""
    facts = {"momento": "prima-dello-scarto", "chi-rileva": "avversari", "numero-penalizzate": "piu-di-una"}
    orders = [one for one in decided(BURRACO, "carta-penalizzata", facts).effects if one.verb == "oblige"]
    first, others = (say(one, BURRACO, "it", cards=cards) for one in orders)
    assert now in first
    assert later in others
    assert ("più d’una" in first) is (cards is NO_CARDS)


def many():
    return NamedCards(2, "A e B", "A, poi B", "A", "B", "B")


def test_a_card_shown_ready_is_named_and_one_dropped_by_mistake_is_not():
    options = {"forma": "ordinario", "norme": "tradizionali", "accusa": "con-accusa"}
    told = {"modalita": "contestazione", "tempo": "tempestiva", "punteggio-annotato": "no"}
    ready = {**told, "esposizione": "pronta", "compagno-dopo-vista": "no"}
    assert list(card_questions(decided(TRESSETTE, "carte-esposte", ready, options), TRESSETTE)) == ["mostrata"]
    dropped = {**told, "esposizione": "visibile", "chi-ha-visto": "avversari"}
    assert card_questions(decided(TRESSETTE, "carte-esposte", dropped, options), TRESSETTE) == {}


ORDINARY = {"forma": "ordinario", "norme": "tradizionali", "accusa": "con-accusa"}
IN_TIME = {"modalita": "contestazione", "tempo": "tempestiva", "punteggio-annotato": "no"}
REVOKED = IN_TIME | {"aveva-palo": "si", "battuta-rifiuto": "in-corso", "scelta": "sanatoria-sospesa"}


def asked_at_tressette(name, facts):
    """The questions for cards of that decision, each with the most that may be named."""
    decision = decided(TRESSETTE, name, facts, ORDINARY)
    return {one: most_cards(asked, decision) for one, asked in card_questions(decision, TRESSETTE).items()}


def test_the_card_of_a_revoke_and_those_that_may_then_be_replaced_are_named():
    # 73: the play is rectified, and opponents who follow may replace theirs.
    played = REVOKED | {"carta-ferma": "si", "gioco-proseguito": "avversari"}
    assert asked_at_tressette("mancata-risposta", played) == {"ripresa": 1, "sostituibili": 2}


def test_where_nobody_has_played_since_there_is_no_card_to_replace():
    alone = REVOKED | {"carta-ferma": "si", "gioco-proseguito": "nessuno"}
    assert asked_at_tressette("mancata-risposta", alone) == {"ripresa": 1}


def test_a_card_put_back_before_anybody_saw_it_is_not_named():
    # 23: naming it would show it.
    assert asked_at_tressette("mancata-risposta", REVOKED | {"carta-ferma": "no"}) == {}


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        # 182 mended unprompted; 185 shown by play; 183 and 184 contested in time.
        ("accusa-dimenticata-o-errata", {"modalita": "ravvedimento", "difetto-accusa": "errata"}),
        ("accusa-constatata", {"caso-constatato": "carta-fagliante"}),
        ("accusa-anticipata", {"contestazione-battuta": "in-tempo", "dichiarato": "incompleta"}),
        ("accusa-tardiva", {"prima-battuta": "finita", "contestazione-battuta": "in-tempo", "napoletana": "no"}),
    ],
)
def test_the_accuse_that_let_opponents_replace_an_answer_name_it(name, facts):
    first = {"prima-battuta": "in-corso", "avversari-vittoria": "no", "esercizio-monte": "nessuno"}
    first |= {"risposta-avversaria": "si"}
    assert asked_at_tressette(name, IN_TIME | first | facts) == {"sostituibili": 2}


def test_the_card_that_counts_of_several_is_named_and_those_that_go_back_are_not():
    meant = IN_TIME | {"messa-a-terra": "no", "carta-voluta": "si", "gioco-proseguito": "nessuno"}
    assert asked_at_tressette("carte-in-piu", meant | {"scelta": "nessun-effetto"}) == {"vale": 1}
    settled = meant | {"carta-voluta": "no", "scelta": "nessun-effetto"}
    assert asked_at_tressette("carte-in-piu", settled) == {"vale": 1}


OUT_OF_TURN = {"gioco-proseguito": "no", "gioco-regolare": "si"}


@pytest.mark.parametrize(
    ("name", "facts", "asked"),
    [
        ("carta-penalizzata", {"momento": "gioco-proseguito"}, ["congelati", "penalizzate"]),
        ("gioco-fuori-turno", OUT_OF_TURN | {"giocato-fuori-turno": "aperto"}, ["congelati"]),
        ("gioco-fuori-turno", OUT_OF_TURN | {"giocato-fuori-turno": "legate"}, ["restano", "congelati"]),
    ],
)
def test_a_frozen_meld_is_told_by_its_cards(name, facts, asked):
    assert list(card_questions(decided(BURRACO, name, facts), BURRACO)) == asked


@pytest.mark.parametrize("book", [BURRACO, TRESSETTE])
def test_without_cards_nothing_is_left_of_their_place(book):
    rest = dict.fromkeys("whom until finality basis amount score".split(), "")
    told = [one for objects in book.effects.wording.values() for one in objects.values()]
    named = [words for one in told for words in words_of(one) if any(f"{{{place}}}" in words for place in CARDS)]
    assert named
    for words in named:
        filled = words.format(**rest, **NO_CARDS.places())
        assert ":." not in filled
        assert " ." not in filled


# -- one card alone, by any of the answers that say so -------------------------------------------


def closing(play):
    told = {
        "tipo-uscita": "chiusura",
        "gioco-proseguito": "no",
        "scarto-finale": "regolare",
        "burraco-realizzato": "no",
    }
    return walk(BURRACO, "chiusura-senza-burraco", facts=told | {"ultimo-gioco": play}, options=PAIRS)


def test_the_last_card_added_is_penalised_alone_and_the_last_meld_with_all_its_cards():
    asked = BURRACO.cards["penalizzate"]
    assert (most_cards(asked, closing("legata")), most_cards(asked, closing("aperto"))) == (1, None)


def test_a_joker_put_where_prompted_is_one_card():
    told = {"da-allora": "gioca", "tipo-suggerimento": "jolly", "jolly-gia-messo": "si"}
    decision = walk(BURRACO, "suggerimento", facts=told, options=PAIRS)
    assert {name: most_cards(asked, decision) for name, asked in card_questions(decision, BURRACO).items()} == {
        "jolly": 1
    }
