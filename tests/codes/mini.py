"""A small invented code, written as real files, for the tests of the engine."""

import json
from pathlib import Path
from typing import Any


def text(words: str) -> dict[str, str]:
    return {"it": words, "en": f"{words} (en)"}


def fact(*answers: str, ask: str = "?", source: str = "arbiter") -> dict[str, Any]:
    return {"ask": text(ask), "source": source, "answers": {answer: text(answer) for answer in answers}}


def rule(when: dict[str, Any], *then: dict[str, Any], cites: tuple[int | dict[str, Any], ...] = (1,)) -> dict[str, Any]:
    return {"when": when, "then": list(then) or [{"inform": "niente"}], "cites": list(cites)}


def procedure(name: str, facts: dict[str, Any], rules: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    return {
        "id": name,
        "title": text(name),
        "family": "varie",
        "articles": [1],
        "facts": facts,
        "rules": rules,
        **more,
    }


OUTCOMES = ("niente", "uno", "due", "tre")


def write(folder: Path, procedures: list[dict[str, Any]], **files: Any) -> Path:
    """Writes the code's files (JSON is YAML) and returns the folder."""
    contents = {
        "rulebook": {
            "id": "mini",
            "title": text("Mini"),
            "federation": "PROVA",
            "game": "prova",
            "edition": "1",
            "source": text("inventato"),
            "options": {
                "forma": {"title": text("Forma"), "answers": {"ordinario": text("o"), "duplicato": text("d")}},
                "norme": {"title": text("Norme"), "answers": {"tradizionali": text("t"), "moderne": text("m")}},
            },
            "constraints": [{"when": {"forma": "duplicato"}, "then": {"norme": "moderne"}, "cites": [1]}],
            "families": {"varie": text("Varie")},
        },
        "articles": {
            "parts": {"p": text("Parte")},
            "articles": [
                {"number": n, "part": "p", "title": text(f"Articolo {n}"), "summary": text("…")} for n in range(1, 6)
            ],
        },
        "facts": {"answer_sets": {"si-no": {"si": text("Sì"), "no": text("No")}}, "facts": {}},
        "effects": {
            "wording": {
                "inform": {name: text(name) for name in OUTCOMES},
                "forbid": {"parlare": text("{whom} non parla{until}")},
            },
            # The one between is a person, whom only a procedure that names it may mean.
            "whom": {"compagno": text("il compagno"), "accusatore": text("chi accusa"), "tutti": text("tutti")},
            "until": {"fine-passata": text("fino al termine")},
            "finality": {},
            "basis": {},
        },
    } | files
    (folder / "procedures").mkdir(parents=True, exist_ok=True)
    for under in ("examples", "tellings"):
        (folder / under).mkdir(exist_ok=True)
    for name, content in contents.items():
        written = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False, indent=1)
        (folder / f"{name}.yaml").write_text(written, encoding="utf-8")
    for content in procedures:
        path = folder / "procedures" / f"{content['id']}.yaml"
        path.write_text(json.dumps(content, ensure_ascii=False, indent=1), encoding="utf-8")
    return folder
