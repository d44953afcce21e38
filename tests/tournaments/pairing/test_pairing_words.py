"""What a director reads when asking why these two meet, what is lost, which way out there is."""

import pytest
from django.utils import translation

from tournaments.draw.words import explain_match, explain_note, explain_relaxation, explain_warning
from tournaments.pairing.check import Breach, BrokenRule, check_plan
from tournaments.pairing.danish import danish
from tournaments.pairing.first_round import by_category, by_entry, first_round
from tournaments.pairing.plan import (
    Entrant,
    History,
    NoPairing,
    Note,
    NoteKind,
    PairedTable,
    Relaxation,
    RelaxedRule,
    Why,
)

NAMES = {1: "Rossi – Bianchi", 2: "Neri – Verdi", 3: "Gallo – Moro", 4: "Riva – Sala"}


def field(count, **by_number):
    return [Entrant(number=n, rank=n, **by_number.get(f"e{n}", {})) for n in range(1, count + 1)]


def told(plan):
    return [explain_match(match, NAMES) for match in plan.matches]


def test_neighbours_are_told_by_their_places_and_when_they_met():
    assert told(danish(field(2), History(met={(1, 2): (3,)}), rematches=True)) == [
        "Vicini in classifica: posti 1 e 2. Si sono già incontrati al turno 3."
    ]


def test_who_was_nearer_is_told_with_the_reason():
    plan = danish(field(4), History(met={(1, 2): (1,)}), rematches=False)
    assert told(plan)[0] == (
        "I più vicini in classifica fra chi restava: posti 1 e 3. Rossi – Bianchi ha già incontrato Neri – Verdi."
    )


def test_who_was_spared_for_another_table_is_told():
    plan = danish(field(4), History(met={(3, 4): (1,)}), rematches=False)
    assert told(plan)[0] == (
        "I più vicini in classifica fra chi restava: posti 1 e 3. "
        "Per Rossi – Bianchi non si prende Neri – Verdi, o altri resterebbero senza avversario."
    )
    assert [explain_note(note, NAMES) for note in plan.notes] == [
        "In fondo non bastavano gli avversari più vicini: gli ultimi 4 sono stati abbinati insieme."
    ]


def test_a_forbidden_neighbour_is_told():
    plan = danish(field(4), History(), rematches=True, forbidden=[(1, 2)])
    assert told(plan)[0].endswith("Rossi – Bianchi non può incontrare Neri – Verdi.")


def test_a_rest_is_told_by_the_place_it_falls_on():
    assert told(danish(field(3), History(), rematches=True))[1] == (
        "Riposa chi è più in basso in classifica senza avere ancora riposato: posto 3."
    )


def test_an_exchange_in_the_first_round_is_told_with_those_it_keeps_apart():
    entrants = field(4, e1={"club": "Bari"}, e2={"club": "Bari"})
    assert told(first_round(by_entry(entrants)))[0] == (
        "Spostati dal loro tavolo: erano ai posti 1 e 4. Rossi – Bianchi e Neri – Verdi non devono incontrarsi:"
        " stesso circolo, o tenuti separati."
    )


def test_a_rest_that_moves_on_says_who_has_rested():
    plan = first_round(by_entry(field(3, e3={"rests": 1})))
    assert "Gallo – Moro ha già riposato in questa sessione." in " ".join(told(plan))


def test_a_category_without_a_name_is_told_as_such():
    entrants = field(2, e1={"category": "A"})
    assert told(first_round(by_category(entrants))) == [
        "Per categorie, metà alta contro metà bassa: posti 1 (A) e 2 (senza categoria)."
    ]


def test_a_table_of_individuals_tells_what_it_repeats():
    match = PairedTable(table=1, a=(1, 2), b=(3, 4), why=Why.SPREAD, data={"round": 5, "together": 1, "met": 3})
    assert explain_match(match, NAMES) == (
        "Compagno nuovo finché si può, avversari distribuiti. Ripete 1 coppia già formata. Ripete 3 incontri già avuti."
    )


def test_the_ways_out_of_an_impossible_round_are_told():
    with pytest.raises(NoPairing) as refused:
        danish(field(3, e1={"rests": 1}, e2={"rests": 1}), History(met={(1, 2): (1,)}), rematches=False)
    assert [explain_relaxation(one, NAMES) for one in refused.value.relaxations] == [
        "Ammettere 1 nuovo incontro fra chi si è già incontrato: Rossi – Bianchi contro Neri – Verdi.",
        "Far riposare di nuovo in questa sessione: Neri – Verdi.",
    ]


def test_an_accepted_rematch_is_told_at_its_table_and_for_the_plan():
    accepted = Relaxation(relaxing=RelaxedRule.REMATCHES, count=1, pairs=((1, 2),))
    plan = danish(field(2), History(met={(1, 2): (1, 4)}), rematches=False, accepted=accepted)
    assert told(plan) == [
        "Ammesso dal direttore, perché altrimenti il turno non si componeva: posti 1 e 2. "
        "Si sono già incontrati al turno 4."
    ]
    assert [explain_note(note, NAMES) for note in plan.notes] == [
        "Rossi – Bianchi e Neri – Verdi si incontrano di nuovo: l’ultima volta fu al turno 4."
    ]


def test_what_a_change_breaks_is_told_by_name():
    draft = [PairedTable(table=1, a=(1,), b=(2,), why=Why.BY_HAND)]
    found = check_plan(draft, field(3), History(met={(1, 2): (2,)}))
    assert [explain_warning(one, NAMES) for one in found] == [
        "Gallo – Moro non ha un tavolo.",
        "Rossi – Bianchi e Neri – Verdi si sono già incontrati al turno 2.",
    ]


@pytest.mark.parametrize("language", ["it", "en"])
def test_every_reason_note_warning_and_way_out_has_its_words(language):
    names = "place_a place_b rank_a rank_b seed_a seed_b rank place rests round table seed fixed places"
    figures = dict.fromkeys([*names.split(), "from_board", "to_board"], 7)
    data = figures | {"category_a": "A", "category_b": "B", "club": "Bari", "a": 1, "b": 2, "entry": 3}
    data |= {"table_a": 1, "table_b": 2}
    with translation.override(language):
        words = [explain_match(PairedTable(table=1, a=(1,), why=why, data=data), NAMES) for why in Why]
        words += [explain_note(Note(kind=one, data=data), NAMES) for one in NoteKind]
        words += [explain_warning(Breach(broken=one, data=data), NAMES) for one in BrokenRule]
        words += [
            explain_relaxation(Relaxation(relaxing=one, count=2, pairs=((1, 2), (3, 4)), entries=(1,)), NAMES)
            for one in RelaxedRule
        ]
    assert all(sentence.endswith((".", "?")) and "%(" not in sentence for sentence in words)
    assert len(set(words)) == len(words)


def test_english_has_its_own_words():
    with translation.override("en"):
        assert told(danish(field(2), History(), rematches=True)) == ["Neighbours in the standings: places 1 and 2."]
