"""The clause index: a page a game, written from its register."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from pitboss.law import TESTED_KINDS, Clause, Register, registers
from references import heading, link, page_of, prose, title

KINDS = (*TESTED_KINDS, "physical")
Tests = Mapping[str, Sequence[str]]
"""For each clause or ruling, the tests that name it."""


def clause_pages(tests: Tests) -> dict[str, str]:
    """The text of each page by its path."""
    return {f"clauses/{page_of(register)}": "\n".join(_page(register, tests)) for register in registers()}


def clause_table(tests: Tests) -> str:
    """How many clauses of each kind a game has, and how many are proved."""
    lines = [f"| game | clauses | {' | '.join(KINDS)} | proved by a test |", f"|---|--:{'|--:' * len(KINDS)}|--:|"]
    for register in registers():
        kinds = Counter(clause.kind for clause in register.clauses.values())
        proved = sum(clause.kind in TESTED_KINDS and clause.id in tests for clause in register.clauses.values())
        counts = " | ".join(str(kinds[kind]) for kind in KINDS)
        lines.append(f"| [{register.game}]({page_of(register)}) | {len(register.clauses)} | {counts} | {proved} |")
    return "\n".join(lines)


def _page(register: Register, tests: Tests) -> Iterator[str]:
    topics: dict[str, list[Clause]] = {}
    for clause in register.clauses.values():
        topics.setdefault(clause.topic, []).append(clause)
    yield f"# {register.game}: the clauses\n"
    yield f"After this page you know what each rule of {register.game} asks for, and which tests fail if it is broken."
    yield f"The document: {prose(register.authority)}. Where it is silent or contradicts itself:"
    yield f"[the rulings](../rulings/{page_of(register)}).\n"
    for topic, clauses in topics.items():
        yield f"## {title(topic)}\n"
        for clause in clauses:
            yield from _clause(register, clause, tests.get(clause.id, ()))


def _clause(register: Register, clause: Clause, tests: Sequence[str]) -> Iterator[str]:
    yield f"### {heading(clause)}\n"
    yield f"{prose(clause.text)}\n"
    about = [clause.kind, clause.actor]
    if clause.same_as:
        about.append(f"the same rule as {link(clause.same_as)}")
    if rulings := ", ".join(link(ruling.id) for ruling in register.rulings_on(clause.id)):
        about.append(f"read by {rulings}")
    yield f"{' · '.join(about)}\n{{ .about }}\n"
    yield f"*Check:* {prose(clause.check)}\n{{ .check }}\n"
    cases = Counter(test.partition("[")[0] for test in tests)
    if cases:
        yield f'??? proof "Proved by {len(cases)} test{"s" if len(cases) > 1 else ""}"\n'
        for test, times in cases.items():
            yield f"    - `{test}`" + (f" ({times} cases)" if times > 1 else "")
        yield ""
