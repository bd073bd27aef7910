"""`pitboss settle`: who wins what, to the cent, and because of which clauses."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from pitboss.cli.game_arguments import METAVAR, Chosen, choose, set_parameter
from pitboss.cli.show import cards_markup, cites, console, escape, print_columns
from pitboss.errors import MoneyError, PitbossError
from pitboss.money import Odds, dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.games.game import Game
    from pitboss.games.settlement import Settlement
    from pitboss.games.terms import Terms

_OUTCOME_STYLES = {"win": "green", "lose": "red", "forfeit": "red", "push": "yellow", "void": "yellow"}


def _dollars(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """Cents, from what a person types: `10`, `$10` or `7.50`."""
    try:
        return None if value is None else parse_dollars(value)
    except MoneyError as error:
        raise click.BadParameter(error.message, ctx, param) from error


def _amount(*names: str, words: str) -> click.Option:
    return click.Option(names, metavar="DOLLARS", callback=_dollars, help=words)


class SettleGroup(click.Group):
    """One subcommand a game (or table), its options made from the game's own cards and wagers."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The short names of the games."""
        from pitboss.games import games

        return [game.short for game in games().values()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command:
        """The command that settles this game's hands, or this table's; full names work too."""
        return _command(choose(cmd_name))


@click.group(cls=SettleGroup, short_help="Settle finished hands of a game.", subcommand_metavar=f"{METAVAR} ...")
def settle() -> None:
    """Settle finished hands of a game.

    \b
    One hand for people, amounts in dollars:
      pitboss settle uth --player AsKd --community "7h 8h 9c Td 2c" --dealer QsQd --ante 10 --blind 10 --play 40
    Many hands for programs, amounts in cents, one JSON object a line in and out, in order:
      pitboss settle uth --json < hands.jsonl
    """  # noqa: D301


def _command(chosen: Chosen) -> click.Command:
    from pitboss.games.terms import Terms

    game = chosen.game
    cards = [
        click.Option(
            [f"--{spec.name}"],
            multiple=spec.many,
            metavar="CARDS",
            help=f"{spec.count} cards{' of another player; give it once for each' if spec.many else ''}.",
        )
        for spec in game.fields
    ]
    start = Terms.of_hand(game)
    wagers = [
        _amount(
            f"--{wager.name.replace('_', '-')}",
            wager.name,
            words=f"The {wager.label}" + "".join(f", {rule.words(start)}" for rule in wager.conditions) + ".",
        )
        for wager in game.wagers
    ]
    plain: list[click.Parameter] = [
        click.Option(["--folded"], is_flag=True, help="The player folded."),
        _amount("--match-play", words="The face value of a coupon on the ante."),
        *(
            _amount(f"--{spec.name}", words=f"{spec.help.capitalize()}.")
            if spec.money
            else click.Option([f"--{spec.name}"], type=int, help=f"{spec.help.capitalize()}.")
            for spec in game.numbers
        ),
        click.Option(
            ["--irregularity"],
            metavar="NAME",
            help="What went wrong in the round (see `pitboss rules GAME --irregularities`).",
        ),
        set_parameter(),
        click.Option(
            ["--explain"],
            is_flag=True,
            help="Print the text of every clause cited; with --json, the facts of every result.",
        ),
        click.Option(
            ["--json", "as_json"], is_flag=True, help="Read JSON Lines from standard input, write one a line."
        ),
    ]
    names = ", ".join(option.name for option in game.options)
    return click.Command(
        game.short,
        params=[*cards, *wagers, *plain],
        callback=lambda **given: _settle(chosen, given),
        help=f"Settle a finished hand of {game.title}.",
        short_help=game.title,
        epilog=f"Options for --set: {names}. Amounts are cents or '$10'.",
        no_args_is_help=True,
    )


def _settle(chosen: Chosen, given: dict[str, Any]) -> None:
    from pitboss.games.settlement import settle as settle_given

    game, terms_of = chosen.game, _terms_of(chosen, given["options"])
    if given["as_json"]:
        _refuse_hand_options(game, given)
        if sys.stdin is None:
            raise PitbossError("no-input", "--json reads hands from standard input, which is closed")
        if not settle_lines(game, sys.stdin.buffer, terms_of, given["explain"]):
            sys.exit(1)
        return
    hand: dict[str, Any] = {
        spec.name: list(given[spec.name]) if spec.many else given[spec.name] for spec in game.fields if given[spec.name]
    }
    hand["wagers"] = {wager.name: given[wager.name] for wager in game.wagers if given[wager.name] is not None}
    numbers = [spec.name for spec in game.numbers]
    hand |= {key: given[key] for key in ("match_play", "irregularity", *numbers) if given[key] is not None}
    hand["folded"] = given["folded"]
    _print(game, hand, settle_given(game, hand, terms_of(None)), given["explain"])


def _refuse_hand_options(game: Game, given: dict[str, Any]) -> None:
    """With --json the hands come from standard input; cards or wagers beside it would be ignored in silence."""
    names = [spec.name for spec in game.fields] + [spec.name for spec in game.numbers]
    names += [*game.wager, "folded", "match_play", "irregularity"]
    for name in names:
        if given[name]:
            option = name.replace("_", "-")
            raise click.UsageError(f"--{option} describes one hand; with --json hands are read from standard input")


TermsOf = Callable[[Any], "Terms"]
"""The terms of a line, from the options it carries."""


def _terms_of(chosen: Chosen, stated: Mapping[str, Any]) -> TermsOf:
    """Options on the command line, and in a line, go before those of the table's submission, if one is given."""
    from pitboss.games.terms import Terms

    game = chosen.game
    read: Callable[[Game, Mapping[str, Any]], Terms]
    if chosen.file is None:
        base, read = dict(stated), Terms.of_hand
    else:
        base, read = {**chosen.file.plain(), **stated}, Terms.of_table
        del base["game"]

    def terms(options: Any) -> Terms:
        given = {} if options is None else options
        return read(game, {**base, **given} if isinstance(given, Mapping) else given)

    return terms


def settle_lines(game: Game, lines: Iterable[bytes] | BinaryIO, terms_of: TermsOf, facts: bool) -> bool:
    """Settle JSON Lines to standard output, a line for a line, in order; True if every one could be settled."""
    from pitboss.games.settlement import settle as settle_given

    known: dict[str, Terms] = {}
    all_settled = True
    write, flush, dumps = sys.stdout.write, sys.stdout.flush, json.JSONEncoder(separators=(",", ":")).encode
    for line in lines:
        try:
            hand = _loads(line)
            options = hand.get("options")
            terms = known.get(text := repr(options))
            if terms is None:
                if len(known) > 100:
                    known.clear()
                terms = known[text] = terms_of(options)
            settled = settle_given(game, hand, terms)
            answer = dumps(settled.as_dict()) if facts else _answer(settled)
        except PitbossError as error:
            all_settled = False
            answer = dumps({"error": error.as_dict()})
        write(answer + "\n")
        flush()
    return all_settled


def _answer(settled: Settlement) -> str:
    """What `json.dumps(settled.as_dict(facts=False))` says, written by hand because most of a run's time went there."""
    results = [
        f'"{r.wager}":{{"outcome":"{r.outcome}","stake":{r.stake},"odds":{_quoted(r.odds)},"paid":{r.paid},'
        f'"returned":{r.returned},"clauses":{_listed(r.clauses)}}}'
        for r in settled.results
    ]
    return f'{{"results":{{{",".join(results)}}},"net":{settled.net}}}'


@cache
def _listed(clauses: tuple[str, ...]) -> str:
    return json.dumps(clauses, separators=(",", ":"))


@cache
def _quoted(odds: Odds | None) -> str:
    return json.dumps(str(odds)) if odds else "null"


def _loads(line: bytes) -> dict[str, Any]:
    try:
        hand = json.loads(line, object_pairs_hook=_unique)
    except (ValueError, RecursionError) as error:
        raise PitbossError("json", f"the line is not JSON: {error!s:.100}") from error
    if not isinstance(hand, dict):
        raise PitbossError("json", "the line is not a JSON object with cards and wagers")
    return hand


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a key that is there twice would hide one of its values."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise PitbossError("json", "the line has a key twice; say each thing once")
    return found


def _print(game: Game, hand: Mapping[str, Any], settlement: Settlement, explain: bool) -> None:
    from pitboss import law
    from pitboss.cards import parse

    out = console()
    out.print(f"[bold]{game.title}[/bold]")
    for spec in game.fields:
        for text in hand.get(spec.name, []) if spec.many else [hand[spec.name]] if spec.name in hand else []:
            out.print(f"  {spec.name:<10} {cards_markup(parse(text))}")
    rows = [["Wager", "Result", "Stake", "Odds", "Paid", "Back"]]
    for result in settlement.results:
        money = (dollars(result.stake), str(result.odds or ""), dollars(result.paid), dollars(result.returned))
        rows.append([result.wager, str(result.outcome), *money])
    styles = ["bold", *(_OUTCOME_STYLES[result.outcome] for result in settlement.results)]
    print_columns(rows, left=2, styles=styles)
    style = "green" if settlement.net > 0 else "red" if settlement.net < 0 else "yellow"
    out.print(f"[bold]Net [{style}]{dollars(settlement.net)}[/{style}][/bold]")
    out.print("[bold]Because[/bold]")
    for result in settlement.results:
        facts = escape("; ".join(result.facts))
        out.print(f"  {result.wager}: {facts} {cites(result.clauses)}", soft_wrap=True)
    if explain:
        out.print("[bold]Clauses[/bold]")
        for clause in dict.fromkeys(clause for result in settlement.results for clause in result.clauses):
            entry = law.lookup(clause)
            text = entry.text if isinstance(entry, law.Clause) else entry.decision
            out.print(f"  [cyan]{escape(clause)}[/cyan] {escape(text)}", soft_wrap=True)
