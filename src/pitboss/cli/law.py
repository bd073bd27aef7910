"""`pitboss law`: browse clauses and rulings, and see which clauses no test names yet."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.game_arguments import Chosen, table_argument
from pitboss.cli.show import console, escape, json_flag, write_json

if TYPE_CHECKING:
    from pitboss.law import Clause, Register, Ruling


@click.group()
def law() -> None:
    """Browse the clauses and rulings of the games."""


@law.command("list")
@table_argument(required=False)
@click.option("--topic", help="Only this topic, such as payouts or irregularities.")
@click.option(
    "--kind", type=click.Choice(["enforce", "procedure", "config", "display", "physical"]), help="Only this kind."
)
@click.option("--rulings", is_flag=True, help="List the rulings instead of the clauses.")
@click.option("--search", metavar="WORDS", help="Only entries that hold these words.")
@json_flag
def list_entries(
    chosen: Chosen | None, topic: str | None, kind: str | None, rulings: bool, search: str | None, as_json: bool
) -> None:
    """List clauses (or rulings) of one game or all."""
    from pitboss import law as book

    entries: list[Clause | Ruling] = []
    for register in _registers(chosen):
        entries += [*register.rulings.values()] if rulings else [*register.clauses.values()]
    topics = sorted({entry.topic for entry in entries if isinstance(entry, book.Clause)})
    if topic is not None and topic not in topics:
        known = ", ".join(topics) if topics else "none for rulings"
        raise click.UsageError(f"there is no topic {topic!r}; there are {known}")
    shown = [entry for entry in entries if _matches(entry, topic, kind, search)]
    if as_json:
        write_json([_plain(entry) for entry in shown])
        return
    out = console()
    for entry in shown:
        out.print(f"[cyan]{escape(entry.id)}[/cyan] {_summary(entry)}", soft_wrap=True)
    out.print(f"[dim]{len(shown)} {'rulings' if rulings else 'clauses'}[/dim]")


@law.command()
@click.argument("ids", nargs=-1, required=True, metavar="CLAUSE...")
@json_flag
def show(ids: tuple[str, ...], as_json: bool) -> None:
    """Show clauses or rulings in full, such as UTH-10(g).2 or PK-R7."""
    from pitboss import law as book

    entries = [book.lookup(text) for text in ids]
    if as_json:
        write_json([_plain(entry) for entry in entries] if len(entries) > 1 else _plain(entries[0]))
        return
    out = console()
    for entry in entries:
        out.print(f"[bold cyan]{escape(entry.id)}[/bold cyan]")
        for name, value in _plain(entry).items():
            if name != "id" and value:
                text = ", ".join(value) if isinstance(value, list) else value
                out.print(f"  [bold]{name}[/bold]: {escape(text)}", soft_wrap=True)
        if isinstance(entry, book.Clause):
            for ruling in book.register(entry.id.partition("-")[0]).rulings_on(entry.id):
                out.print(f"  [bold]ruling[/bold] [cyan]{ruling.id}[/cyan]: {escape(ruling.decision)}", soft_wrap=True)


@law.command()
@table_argument(required=False)
@click.option("--tests", default="tests", type=click.Path(path_type=Path), help="The folder of the tests.")
@json_flag
def coverage(chosen: Chosen | None, tests: Path, as_json: bool) -> None:
    """List the clauses of kind enforce, procedure, config and display that no test names.

    Physical clauses, which people keep, are counted by what stands for them: an attestation, a test, or print alone.
    """
    from pitboss.law.coverage import physical, testable, tests_by_clause, uncovered

    named = tests_by_clause(tests)
    report = [(register, uncovered(register, named)) for register in _registers(chosen)]
    if as_json:
        write_json(
            {
                register.prefix: {
                    "game": register.game,
                    "testable": testable(register),
                    "covered": testable(register) - len(missing),
                    "uncovered": [clause.id for clause in missing],
                    "physical": {
                        how: [clause.id for clause in clauses] for how, clauses in physical(register, named).items()
                    },
                }
                for register, missing in report
            }
        )
        return
    out = console()
    for register, missing in report:
        out.print(f"[bold]{register.game}[/bold]")
        for clause in missing:
            out.print(f"  [cyan]{escape(clause.id)}[/cyan] {_summary(clause)}", soft_wrap=True)
        total = testable(register)
        out.print(f"  {total - len(missing)} of {total} clauses are named by a test")
        people = physical(register, named)
        count = {how: len(clauses) for how, clauses in people.items()}
        out.print(
            f"  of {sum(count.values())} physical clauses {count['attested']} are attested by people, "
            f"{count['tested']} only named by a test, {count['printed']} only printed",
            soft_wrap=True,
        )
        for clause in people["printed"]:
            out.print(f"    [cyan]{escape(clause.id)}[/cyan] {_summary(clause)}", soft_wrap=True)


@law.command()
@table_argument()
@click.option("--search", metavar="WORDS", help="Only facts that hold these words, such as 'foreign card'.")
@click.option("--phase", help="Only this phase of a table's day, such as settling.")
@json_flag
def consequences(chosen: Chosen, search: str | None, phase: str | None, as_json: bool) -> None:
    """Show what follows from every fact that can be reported, in every phase of a table's day.

    Nothing of it is written by hand: each fact is tried out at a table in each phase, dealt in each way.
    """
    from pitboss.playtest.consequences import KINDS, PHASES
    from pitboss.playtest.consequences import rows as rows_of

    phases = {one.name: one.words for one in PHASES}
    if phase is not None and phase not in phases:
        raise click.UsageError(f"there is no phase {phase!r}; there are {', '.join(phases)}")
    words = (search or "").lower().split()
    shown = [
        row
        for row in rows_of(chosen.game)
        if all(word in row.fact for word in words) and (phase is None or phase in row.phases)
    ]
    if as_json:
        write_json([{**row._asdict(), "cell": row.cell._asdict()} for row in shown])
        return
    out, fact = console(), ""
    for row in shown:
        if row.fact != fact:
            out.print(f"[bold]{escape(row.fact[:1].upper() + row.fact[1:])}[/bold]")
            fact = row.fact
        style = dict(zip(KINDS, ("cyan", "yellow", "dim"), strict=True))[row.cell.kind]
        refused = "refused: " if row.cell.kind == "impossible" else ""
        cited = f" [dim]{escape(', '.join(row.cell.clauses))}[/dim]" if row.cell.clauses else ""
        out.print(f"  [{style}]{refused}{escape(row.cell.outcome)}[/{style}]{cited}", soft_wrap=True)
        only = f" (dealt by {', '.join(row.ways)})" if row.ways else ""
        out.print(f"    [dim]{', '.join(row.phases)}{only}[/dim]", soft_wrap=True)
    if not shown:
        out.print("[dim]no such fact[/dim]")


def _registers(chosen: Chosen | None) -> tuple[Register, ...]:
    from pitboss.law import registers

    return (chosen.game.law,) if chosen else registers()


def _matches(entry: Clause | Ruling, topic: str | None, kind: str | None, search: str | None) -> bool:
    plain = _plain(entry)
    words = " ".join(str(value) for value in plain.values()).lower()
    return (
        (topic is None or plain.get("topic") == topic)
        and (kind is None or plain.get("kind") == kind)
        and (search is None or all(word in words for word in search.lower().split()))
    )


def _summary(entry: Clause | Ruling) -> str:
    from pitboss.law import Clause

    if isinstance(entry, Clause):
        return f"[dim]{entry.kind}[/dim] {escape(entry.text)}"
    return escape(entry.decision)


def _plain(entry: Clause | Ruling) -> dict[str, Any]:
    from dataclasses import asdict

    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(entry).items()}
