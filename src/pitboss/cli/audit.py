"""`pitboss audit`: prove a journal, list its rounds, and settle a dispute about a hand from the record."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from pitboss.cli.out import out_option, table_file, write, write_pages
from pitboss.cli.print import page_option
from pitboss.cli.show import cards_markup, cites, console, escape, json_flag, print_columns, write_json
from pitboss.errors import PitbossError
from pitboss.money import dollars

FORMS = (".pdf", ".svg", ".png", ".html")
journal_argument = click.argument("file", type=click.Path(dir_okay=False))
_OUTCOME_STYLES = {"win": "green", "lose": "red", "forfeit": "red", "push": "yellow", "void": "yellow"}


@click.group(short_help="Prove a journal; settle a dispute from it.")
def audit() -> None:
    """Prove what a table's journal says.

    \b
      pitboss audit verify table.jsonl --head HASH
      pitboss audit hand table.jsonl --round 12 --seat 3
    """  # noqa: D301


# --- verify, head ----------------------------------------------------------------------------------------------------


@audit.command(short_help="Check a journal from end to end.")
@journal_argument
@click.option("--head", metavar="HASH", help="The head that was saved earlier (see `pitboss audit head`).")
@json_flag
def verify(file: str, head: str | None, as_json: bool) -> None:
    """Check the chain of records, the seals, the money, and that the events can have happened.

    A second verifier, written apart from the first, then deals every round again from the opened decks and has the
    rule book settle every wager. The exit status is 1 if anything is wrong.
    """
    from pitboss.journal.second_verifier import second_opinion
    from pitboss.journal.verify import verify as verify_journal

    verdict = verify_journal(file, head)
    second = second_opinion(file) if verdict.ok else None
    ok = verdict.ok and second is not None and second.disagreement is None
    if as_json:
        write_json({"file": file, **verdict.as_dict(), "ok": ok, "second": second and second._asdict()})
    else:
        out = console()
        if verdict.fault:
            out.print(f"[red]{escape(f'{file}, {verdict.fault}')}[/red]", soft_wrap=True)
            if verdict.records:
                out.print(f"{verdict.records:,} records before it hold together.", soft_wrap=True)
        else:
            out.print(f"[green]{verdict.records:,} records hold together.[/green] Head {verdict.head}", soft_wrap=True)
        if verdict.redacted:
            out.print(f"{verdict.redacted:,} sealed parts have been taken out; the commitments stand.", soft_wrap=True)
        if second:
            checked = f"{second.rounds:,} rounds, {second.hands:,} hands and {second.wagers:,} wagers worked out again"
            found = ": all agree." if ok else f"; line {second.line}: {second.disagreement}"
            style = "green" if ok else "red"
            out.print(f"[{style}]Second verifier: {escape(checked + found)}[/{style}]", soft_wrap=True)
        for caution in verdict.cautions:
            out.print(f"[yellow]Note: {escape(caution)}.[/yellow]", soft_wrap=True)
    if not ok:
        sys.exit(1)


@audit.command(short_help="Print the hash of the last record.")
@journal_argument
def head(file: str) -> None:
    """Print the head: the hash of the last record, to be kept where nobody who can change the journal gets at it."""
    from pitboss.journal.chain import head_of

    click.echo(head_of(file))


@audit.command(short_help="Set a torn last command aside.")
@journal_argument
def mend(file: str) -> None:
    """Take a last command away that a crash has torn, so that the journal can go on; it is kept in FILE.torn.

    Nothing else is changed: whoever looks for what is wrong in a journal uses `pitboss audit verify`.
    """
    from pitboss.journal.journal import mend as mend_journal

    aside = mend_journal(file)
    click.echo(f"what was torn is in {aside}, and {file} can go on" if aside else f"{file} is not torn")


# --- rounds ----------------------------------------------------------------------------------------------------------


@audit.command(short_help="Write rounds or wagers as CSV or Parquet.")
@journal_argument
@click.option(
    "--what",
    type=click.Choice(["rounds", "wagers"]),
    default="wagers",
    show_default=True,
    help="A row for each round, or for each wager.",
)
@out_option([".csv", ".parquet"], help="The file to write: .csv or, with the extra `data`, .parquet.")
def export(file: str, what: str, out: Path) -> None:
    """Write what was played as flat rows, which spreadsheets, pandas and Polars read; amounts are cents."""
    from pitboss.journal.journal import Journal

    journal = Journal.read(file)
    rows = list(journal.rounds() if what == "rounds" else journal.wagers())
    if not rows:
        raise PitbossError("no-round", f"{file} has no round that has ended: there is nothing to write")
    write({out: table_file(rows, out.suffix.lower())})
    click.echo(f"{len(rows):,} {what} in {out}")


@audit.command(short_help="List the rounds of a journal.")
@journal_argument
@json_flag
def rounds(file: str, as_json: bool) -> None:
    """List every round that has ended: when, with which deck, who was in play, and what the house won or lost."""
    from pitboss.journal.chain import head_of
    from pitboss.journal.disputes import rounds_of, summary

    head_of(file)  # what does not hold together is not shown as if it did
    found = [summary(played) for played in rounds_of(file)]
    if as_json:
        write_json(found)
        return
    rows = [["Round", "Ended", "Deck", "Positions", "", "House"]]
    for one in found:
        positions = ", ".join(map(str, one["positions"]))
        void = "void" if one["void"] else ""
        rows.append([str(one["round"]), one["time"], one["deck"], positions, void, _amount(one["house"])])
    print_columns(rows, left=5, styles=["bold", *("yellow" if one["void"] else "" for one in found)])


# --- rack ------------------------------------------------------------------------------------------------------------


@audit.command(short_help="Print the counts of the rack, and what they say the table won.")
@journal_argument
@json_flag
def rack(file: str, as_json: bool) -> None:
    """Print every session of the rack, from its opener to its drop: the counts with their signatures, and the win.

    The win by the counts is drop, closer and credits less opener and fills; beside it stands what the ledger tracked.
    """
    from pitboss.journal.chain import head_of
    from pitboss.journal.rack_history import racks

    head_of(file)  # what does not hold together is not shown as if it did
    found = list(racks(file))
    if as_json:
        write_json(found)
        return
    out = console()
    if not found:
        out.print("Nobody counted the rack in this journal.")
    for number, one in enumerate(found, 1):
        out.print(f"[bold]Session {number}[/bold]")
        rows = [["What", "Counted", "Signed", "When", ""]]
        for count in one["counts"]:
            again = f"counted again: {count['reason']}" if count["again"] else ""
            signed = " and ".join(count["signed"])
            rows.append([count["what"], dollars(count["total"]), escape(signed), count["time"], escape(again)])
        print_columns(rows, left=1, styles=["bold", *[""] * len(one["counts"])])
        won = {
            "by the counts": one["counted_win"],
            "by the ledger": one["tracked_win"],
            "difference": one["difference"],
        }
        out.print("Won " + ", ".join(f"{how} {_amount(cents) or 'not known'}" for how, cents in won.items()))


# --- hand ------------------------------------------------------------------------------------------------------------


@audit.command(short_help="Print the dispute sheet of a hand.")
@journal_argument
@click.option("--round", "number", type=int, required=True, metavar="R", help="The number of the round.")
@click.option("--seat", type=int, required=True, metavar="S", help="The position at the table.")
@out_option(FORMS, required=False, help="Write it to a file instead: .pdf, .svg, .png or .html.")
@page_option
@json_flag
def hand(file: str, number: int, seat: int, out: Path | None, page: str, as_json: bool) -> None:
    """Print everything about one hand: the cards in the order dealt, the decisions, each payment and why.

    \b
    pitboss audit hand day.jsonl --round 17 --seat 3 --out sheet.pdf
    """  # noqa: D301
    from pitboss.journal.chain import head_of
    from pitboss.journal.disputes import dispute_sheet, rounds_of

    head_of(file)  # what does not hold together is not shown as if it did
    played = next((one for one in rounds_of(file) if one.end.number == number), None)
    if played is None:
        raise PitbossError("no-round", f"{file} has no round {number} that has ended")
    if seat not in played.end.positions:
        inside = ", ".join(map(str, played.end.positions))
        raise PitbossError("no-seat", f"position {seat} was not in play in round {number}; {inside} were")
    if out:
        from pitboss.paper.dispute_sheet import dispute_paper
        from pitboss.paper.pdf import SIZES
        from pitboss.paper.printing import paper_in

        for path in write_pages(out, paper_in(out.suffix.lower(), dispute_paper(played, seat), SIZES[page])):
            click.echo(path)
        return
    sheet = dispute_sheet(played, seat)
    if as_json:
        write_json(sheet)
    else:
        _print(sheet)


# --- for people ------------------------------------------------------------------------------------------------------


def _print(sheet: dict[str, Any]) -> None:
    from pitboss.cards import parse
    from pitboss.journal.disputes import NOT_SEALED

    out = console()
    title = f"{sheet['game']}, round {sheet['round']}, position {sheet['seat']}: {sheet['player']}"
    out.print(f"[bold]{escape(title)}[/bold]\n[dim]{sheet['time']} UTC, dealt from the {sheet['dealing']}[/dim]")
    _head("Cards, in the order dealt")
    for entry in sheet["cards"]:
        _line(entry, f"{entry['to']:<12} {cards_markup(parse(entry['cards']))}")
    _head("Wagers")
    coupon = {"match play coupon": sheet["coupon"]} if sheet["coupon"] else {}
    print_columns([[n.replace("_", " "), _amount(c)] for n, c in {**sheet["wagers"], **coupon}.items()],
                  left=1, styles=[""] * (len(sheet["wagers"]) + len(coupon)), indent="  ")  # fmt: skip
    _head("Decisions and announcements")
    said = [{**entry, "text": f"{entry['of']}: {entry['words']}"} for entry in sheet["announcements"]]
    for entry in sheet["decisions"]:
        why = f" ({entry['reason']})" if entry["reason"] else ""
        said.append({**entry, "text": f"{entry['by']}: {entry['what']}{why}"})
    for entry in sorted(said, key=lambda entry: int(entry["line"])):
        _line(entry, escape(entry["text"]))
    _head("Settlement")
    for entry in sheet["settlement"]:
        style = _OUTCOME_STYLES[entry["outcome"]]
        odds = f" at {entry['odds']}" if entry["odds"] else ""
        amounts = zip(("stake", "paid", "back"), ("stake", "paid", "returned"), strict=True)
        money = "" if sheet["announced"] else ": " + ", ".join(f"{word} {dollars(entry[key])}" for word, key in amounts)
        _line(entry, f"[bold]{entry['wager']}[/bold] [{style}]{entry['outcome']}{odds}[/{style}]{money}")
        out.print(f"         {escape('; '.join(entry['facts']))} {cites(entry['clauses'])}", soft_wrap=True)
    if sheet["announced"]:
        out.print(f"  {escape('; '.join(('Stakes are announced: no amounts are known', *sheet['limits'])))}")
    else:
        out.print(f"  [bold]Net {dollars(sheet['net'])}[/bold]")
    if sheet["notes"]:
        _head("Notes")
        for entry in sheet["notes"]:
            _line(entry, f"{escape(entry['what'])} {cites(entry['clauses'])}")
    if sheet["read"]:
        _head("Cards read")
        for entry in sheet["read"]:
            _line(entry, f"{cards_markup(parse(entry['cards']))} [dim]by {escape(entry['by'])}[/dim]")
    deck = sheet["deck"]
    _head(f"The {deck['name']} deck")
    if not deck["order_sealed"]:
        out.print(f"  {NOT_SEALED}", soft_wrap=True)
        return
    out.print(f"  committed to before the deal: {deck['commitment']}", soft_wrap=True)
    out.print(f"  salt: {escape(deck['salt'])}\n  order: {cards_markup(parse(deck['order']))}", soft_wrap=True)
    if deck["first_dealt"] is not None:
        after = "after the cut, " if deck["cut"] else ""
        out.print(f"  {after}the first card dealt was number {deck['first_dealt'] + 1}", soft_wrap=True)
    verdict = "[green]matches[/green]" if deck["matches"] else "[red]does not match[/red]"
    out.print(f"  SHA-256 of salt, colon and order {verdict} the commitment", soft_wrap=True)
    if deck["stream"]:
        made = "[green]makes[/green]" if deck["from_seed"] else "[red]does not make[/red]"
        out.print(f"  the generator {made} this order of the salt, its seed ({deck['stream']})", soft_wrap=True)


def _amount(cents: int | None) -> str:
    """An amount, where it is known."""
    return "" if cents is None else dollars(cents)


def _head(text: str) -> None:
    console().print(f"\n[bold underline]{escape(text)}[/bold underline]")


def _line(entry: dict[str, Any], markup: str) -> None:
    console().print(f"  [dim]{entry['line']:>5}[/dim]  {markup}", soft_wrap=True)
