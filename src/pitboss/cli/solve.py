"""`pitboss solve`, `advise` and `compare`: what a game is worth, exactly, and what to do with a hand."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.game_arguments import Chosen, choose, set_option, table_argument
from pitboss.cli.show import (
    cards_markup,
    console,
    escape,
    json_flag,
    print_columns,
    working,
    write_json,
)
from pitboss.errors import MoneyError
from pitboss.money import dollars, parse_dollars

if TYPE_CHECKING:
    from pitboss.solvers.advisor import Advisor
    from pitboss.solvers.figures import Figures
    from pitboss.solvers.pricing import Report
    from pitboss.solvers.solver import Advice

Command = Callable[..., Any]
_PERCENT = 100
_EVENTS = 12
"""So many rows of a distribution are printed."""


def _stakes(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> dict[str, int]:
    """Cents by wager, from `ante=10` or `tie=$2.50`."""
    stakes = {}
    for text in value:
        name, equals, amount = text.partition("=")
        try:
            if not equals:
                raise MoneyError("amount", f"{text!r}: write a stake as WAGER=DOLLARS")
            if name in stakes:
                raise MoneyError("amount", f"{name} is given twice")
            stakes[name] = parse_dollars(amount)
        except MoneyError as error:
            raise click.BadParameter(error.message, ctx, param) from error
    return stakes


stake_option = click.option(
    "--stake", "stakes", multiple=True, metavar="WAGER=DOLLARS", callback=_stakes, help="An opening wager."
)
cache_option = click.option("--no-cache", is_flag=True, help="Work everything out anew and keep nothing.")


@click.command()
@table_argument()
@set_option
@stake_option
@click.option("--strategy", metavar="NAME", default="optimal", help="A written strategy instead of best play.")
@click.option("--meter", metavar="DOLLARS", help="The progressive meter as it is read; its seed if not given.")
@click.option("--late-seat", is_flag=True, help="Estimate what the last seat gains from the hands it has seen.")
@cache_option
@json_flag
def solve(
    chosen: Chosen,
    options: dict[str, Any],
    stakes: dict[str, int],
    strategy: str,
    meter: str | None,
    late_seat: bool,
    no_cache: bool,
    as_json: bool,
) -> None:
    """Solve a game exactly: best play, and what every wager is worth.

    \b
    pitboss solve uth
    pitboss solve hi-lo --stake ante=10 --stake tie=5
    pitboss solve pik-it --set dealer_must_qualify=true --json
    pitboss solve table.toml
    """  # noqa: D301
    start = time.perf_counter()
    with working(chosen.game, as_json) as progress:
        found = _advisor(chosen, options, stakes, no_cache, progress, meter)
        written = found.strategy(strategy)
        report = found.report_of(written)
        best = found.report
        late = found.late_seat if late_seat else None
    seconds = time.perf_counter() - start
    if as_json:
        more = {"late_seat": late._asdict()} if late else {}
        write_json(_as_dict(report, best, strategy, found.break_even_meter, seconds) | more)
        return
    _print(report, best, seconds)
    if found.break_even_meter is not None:
        stands, even = dollars(report.meter), dollars(ceil(found.break_even_meter))
        console().print(f"[bold]Meter[/bold] at {stands}; the progressive costs nothing from {even} on")
    if late:
        console().print(
            f"[bold]The last seat[/bold] gains {100 * late.gain:.2f} % of an ante (standard error "
            f"{100 * late.error:.2f} %) from {late.seen} hands it has seen; estimated from {late.samples:,} deals",
            soft_wrap=True,
        )
    elif late_seat:
        console().print("[bold]The last seat[/bold] sees no other hand before it decides: it gains nothing")
    if written is not None:
        console().print(f"[bold]{escape(written.title)}[/bold]")
        for number, rule in enumerate(written.rules, 1):
            console().print(f"  {number}. {escape(rule)}", soft_wrap=True)


@click.command()
@click.argument("spot", nargs=-1, required=True)
@set_option
@stake_option
@cache_option
@json_flag
def advise(
    spot: tuple[str, ...], options: dict[str, Any], stakes: dict[str, int], no_cache: bool, as_json: bool
) -> None:
    """What to do with a hand: the exact value of every choice.

    SPOT is GAME or TABLE.TOML, the decision where the game has several, the cards, and `seen` with those seen besides.

    \b
    pitboss advise uth flop AsKd 7h8h9c
    pitboss advise hi-lo "As Kd 9c 5d 3s" --stake tie=5
    pitboss advise pik-it 2c3c4c5cAd seen KhKdKs9h2d
    """  # noqa: D301
    from pitboss.solvers.spots import parse_spot

    named, *cards = " ".join(spot).split() or [""]
    chosen = choose(named)
    found = parse_spot(" ".join((chosen.game.short, *cards)))
    with working(found.game, as_json) as progress:
        advisor = _advisor(chosen, options, stakes, no_cache, progress)
        advice = advisor.advise(found)
    if as_json:
        write_json({"spot": str(found), "game": found.game.name, "choices": [_choice(one) for one in advice]})
        return
    out = console()
    board = f"  board {cards_markup(found.board)}" if found.board else ""
    out.print(f"[bold]{found.game.title}[/bold], {found.stage}: {cards_markup(found.cards)}{board}")
    rows = [["", "Choice", "Expected, in antes", "Exactly", "Costs"]]
    for place, one in enumerate(advice):
        low = f" ({_cards(one.choice.low)} low)" if one.choice.low else ""
        cost = f"{float(advice[0].ev - one.ev):.6f}" if place else ""
        words = one.choice.action.replace("_", " ") + low
        rows.append(["best" if not place else "", words, f"{float(one.ev):+.6f}", str(one.ev), cost])
    print_columns(rows, left=2, styles=["bold", "green", *["" for _ in advice[1:]]])
    if advisor.report.cost_of_limits:
        out.print("The game's limits, which can be reached at these stakes, are left out of account", soft_wrap=True)


@click.command()
@table_argument()
@cache_option
@json_flag
def compare(chosen: Chosen, no_cache: bool, as_json: bool) -> None:
    """Compare the pay tables and versions of a game."""
    from pitboss.solvers.comparing import by_pay_table, by_version

    game = chosen.game
    with working(game, as_json) as progress:
        reports: dict[str, Report] = {}

        def ask(options: Mapping[str, Any]) -> Report:
            key = repr(sorted(options.items()))
            if key not in reports:
                reports[key] = _advisor(chosen, options, {}, no_cache, progress).report
            return reports[key]

        tables, versions = list(by_pay_table(game, ask)), list(by_version(game, ask))
    if as_json:
        write_json(
            {
                "game": game.name,
                "versions": [one.as_dict() for one in versions],
                "pay_tables": [one.as_dict() for one in tables],
            }
        )
        return
    rows = [[*game.versions, "of an ante", "of all opening wagers", "of all that is wagered", "Deviation"]]
    for options, report in versions:
        percents = (-report.ev, -report.ev / report.opening, report.element_of_risk)
        deviation = f"{report.total.standard_deviation:.3f}"
        rows.append([*map(str, options.values()), *map(_percent, percents), deviation])
    console().print("[bold]The compulsory wagers: the house keeps[/bold]")
    print_columns(rows, left=len(game.versions), styles=["bold", *["" for _ in versions]])
    rows = [["Wager", "Pay table", "The house keeps", "Wins", "Deviation"]]
    for wager, table, figures in tables:
        chances = (figures.edge, figures.hit_frequency)
        rows.append([wager, str(table), *map(_percent, chances), f"{figures.standard_deviation:.3f}"])
    console().print("[bold]Each wager by itself[/bold]")
    print_columns(rows, left=2, styles=["bold", *["" for _ in tables]])


# --- working ---------------------------------------------------------------------------------------------------------


def _advisor(
    chosen: Chosen,
    options: Mapping[str, Any],
    stakes: Mapping[str, int],
    no_cache: bool,
    progress: Callable[[float], None],
    meter: str | None = None,
) -> Advisor:
    from pitboss.solvers.advisor import Advisor

    stands = None if meter is None else parse_dollars(meter)
    return Advisor(chosen.terms(options), stakes, meter=stands, cache=not no_cache, progress=progress)


# --- showing ---------------------------------------------------------------------------------------------------------


def _as_dict(
    report: Report, best: Report, strategy: str, break_even: Fraction | None, seconds: float
) -> dict[str, Any]:
    """The form programs read; `total` in antes, all stakes together, as they are paid with the game's limits.

    Stakes named in `apart` are in its expectation and average wager, before limits, and in none of its other figures.
    """
    total = report.total.as_dict() | {
        "ev": str(report.ev),
        "edge": float(-report.ev),
        "edge_of_opening_wagers": float(-report.ev / report.opening),
        "average_wager": float(report.average_wager),
        "element_of_risk": float(report.element_of_risk),
        "standard_deviation": None if report.apart else report.total.standard_deviation,
        "cost_of_limits": str(report.cost_of_limits),
        "apart": list(report.apart),
        "stakes": dict(report.stakes),
    }
    return {
        "game": report.game.name,
        "options": {name: option.plain(report.terms[name]) for name, option in report.game.option.items()},
        "strategy": strategy,
        "cost_of_strategy": str(best.ev - report.ev),
        "wagers": {name: figures.as_dict() for name, figures in report.wagers.items()},
        "total": total,
        "decisions": {name: str(part) for name, part in report.decisions.items()},
        "dealer_qualifies": None if report.qualifies is None else str(report.qualifies),
        "meter": report.meter,
        "break_even_meter": None if break_even is None else str(break_even),
        "seconds": round(seconds, 3),
    }


def _print(report: Report, best: Report, seconds: float) -> None:
    out = console()
    out.print(f"[bold]{report.game.title}[/bold] [dim]solved in {seconds:.2f} s[/dim]")
    rows = [["Wager", "The house keeps", "Wins", "Even", "Deviation", "Most", "Expected, exactly"]]
    for name, figures in report.wagers.items():
        rows.append([name, *_row(figures), _short(figures.ev)])
    print_columns(rows, left=1, styles=["bold", *["" for _ in report.wagers]])
    stakes = ", ".join(f"{name} {dollars(amount)}" for name, amount in report.stakes.items())
    out.print(f"[bold]A round[/bold] with {stakes}", soft_wrap=True)
    deviation = "" if report.apart else f", standard deviation {report.total.standard_deviation:.4f} antes"
    out.print(
        f"  the house keeps {_percent(-report.ev)} of an ante, {_percent(-report.ev / report.opening)} of all opening "
        f"wagers, {_percent(report.element_of_risk)} of all that is wagered "
        f"({float(report.average_wager):.4f} antes on average){deviation}; the most it can lose is "
        f"{dollars(report.total.most)}",
        soft_wrap=True,
    )
    for name, figures in report.apart.items():
        most = dollars(figures.most)
        out.print(f"  besides, it can lose {most} on {name}, which is reckoned apart and before limits", soft_wrap=True)
    if report.cost_of_limits:
        taken = _percent(report.cost_of_limits, 6)
        words = f"the game's limits take {taken} of an ante at these stakes; best play leaves them out of account"
        out.print(f"  {words}", soft_wrap=True)
    if report.ev != best.ev:
        out.print(f"  best play would be worth {_percent(best.ev - report.ev)} of an ante more")
    parts = ", ".join(f"{name.replace('_', ' ')} {_percent(part, 3)}" for name, part in report.decisions.items())
    out.print(f"[bold]Decisions[/bold] {parts}")
    if report.qualifies is not None:
        out.print(f"[bold]Dealer qualifies[/bold] {_percent(report.qualifies, 3)}")


def _row(figures: Figures) -> list[str]:
    return [
        _percent(figures.edge),
        _percent(figures.hit_frequency, 3),
        _percent(figures.push_frequency, 3),
        f"{figures.standard_deviation:.4f}",
        f"{float(Fraction(figures.most, figures.unit)):g}",
    ]


def _percent(value: Fraction, digits: int = 4) -> str:
    return f"{_PERCENT * float(value):.{digits}f} %"


def _short(value: Fraction) -> str:
    """A fraction, if it fits on a line."""
    text = str(value)
    return text if len(text) <= 44 else f"{float(value):+.12f}"


def _cards(cards: tuple[int, ...]) -> str:
    from pitboss.cards import notation

    return notation(cards)


def _choice(one: Advice) -> dict[str, Any]:
    low = {"low": _cards(one.choice.low)} if one.choice.low else {}
    return {"action": one.choice.action, **low, "ev": str(one.ev), "value": float(one.ev), "wagers": one.wagers}
