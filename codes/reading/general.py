"""Checks of the general part: its clauses and their tables, and that every anomaly answers for each clause."""

from collections.abc import Iterator, Set

from codes.deciding.table import THE_ANOMALY
from codes.format.errors import Placed
from codes.format.schema import GeneralFile, ProcedureFile
from codes.reading.files import Sources


def clause_problems(sources: Sources, articles: Set[int]) -> Iterator[Placed]:
    """What is wrong with the clauses of a code, each with its place in general.yaml."""
    for name, clause in sources.general.clauses.items():
        place = ("clauses", name)
        for number in sorted({*clause.articles} - articles):
            yield place, f"unknown article {number}"
        table = sources.procedures.get(clause.table)
        if table is None:
            yield place, f"unknown procedure «{clause.table}»"
            continue
        if table.listed or table.takes or table.leaves:
            yield place, f"«{clause.table}» is itself an anomaly of the list: a table of the general part is not"
        gos = (effect for rule in table.rules for effect in rule.then if effect.verb == "go")
        leads_on = any(go.what == THE_ANOMALY for go in gos)
        if leads_on == bool(clause.after):
            yield place, f"«{clause.table}» {'leads on' if leads_on else 'never leads on'} to the anomaly"
        for verb, objects in clause.after.items():
            for target in objects:
                if target not in sources.effects.wording.get(verb, {}):
                    yield (*place, "after", verb), f"no wording for «{verb}: {target}»"
    for name, departure in sources.general.departures.items():
        for number in sorted({*departure.cites} - articles):
            yield ("departures", name), f"unknown article {number}"
        if not any(name in procedure.leaves.values() for procedure in sources.procedures.values()):
            yield ("departures", name), f"no procedure departs for «{name}»"


def answer_problems(procedure: ProcedureFile, general: GeneralFile) -> Iterator[Placed]:
    """What a procedure says of the general part; a listed one takes or leaves every clause, and never both."""
    for clause in procedure.takes:
        if clause not in general.clauses:
            yield ("takes",), f"unknown clause «{clause}» of the general part"
        if clause in procedure.leaves:
            yield ("leaves", clause), f"the clause «{clause}» is taken and left"
    for clause, departure in procedure.leaves.items():
        if clause not in general.clauses:
            yield ("leaves", clause), f"unknown clause «{clause}» of the general part"
        if departure not in general.departures:
            yield ("leaves", clause), f"unknown departure «{departure}» in general.yaml"
    if procedure.listed:
        for clause in general.clauses.keys() - {*procedure.takes, *procedure.leaves}:
            yield (
                (),
                f"of the clause «{clause}» of the general part nothing is said: take it, or leave it with a reason",
            )
