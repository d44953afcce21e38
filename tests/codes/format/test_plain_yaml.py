"""YAML is read as plain values with their lines, and nothing is guessed from a word."""

import pytest

from codes.format.plain_yaml import Document


def data(text: str):
    document = Document(text, "x.yaml")
    assert document.problems == []
    return document.data


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("no", "no"),
        ("si", "si"),
        ("on", "on"),
        ("1:30", "1:30"),
        ("012", "012"),
        ("1.5", "1.5"),
        ("2026-11-20", "2026-11-20"),
        ("12", 12),
        ("-3", -3),
        ("'12'", "12"),
        ("true", True),
        ("'true'", "true"),
        ("null", None),
        ("", None),
        ("'null'", "null"),
    ],
)
def test_a_word_is_what_it_looks_like(written, read):
    assert data(f"key: {written}") == {"key": read}


def test_keys_are_text_also_where_they_look_like_numbers():
    assert data("{4: a, no: b}") == {"4": "a", "no": "b"}


def test_every_value_knows_its_line():
    document = Document("a: 1\nb:\n  - c\n  - {d: 2}\n", "x.yaml")
    assert [document.line_of(path) for path in [("a",), ("b",), ("b", 1), ("b", 1, "d"), ("b", 9)]] == [1, 2, 4, 4, 2]


def test_a_key_that_stands_twice_is_a_problem_with_its_line():
    assert [str(problem) for problem in Document("a: 1\nb: 2\na: 3\n", "x.yaml").problems] == [
        "x.yaml:3: the key «a» stands twice"
    ]


def test_what_is_no_yaml_is_a_problem_with_its_line():
    (problem,) = Document("a: 1\nb: [\n", "x.yaml").problems
    assert (problem.line, problem.message.startswith("not valid YAML")) == (3, True)


def test_a_text_named_twice_by_an_anchor_is_read_twice():
    assert data("a: &same {it: x}\nb: *same\n") == {"a": {"it": "x"}, "b": {"it": "x"}}
