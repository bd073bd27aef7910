"""`pitboss seen`: what a player gains from cards that are seen before the first decision."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from pitboss.cli.game_arguments import Chosen, set_option, table_argument
from pitboss.cli.show import console, escape, json_flag, working, write_json
from pitboss.cli.solve import cache_option

if TYPE_CHECKING:
    from pitboss.solvers.solver import Gain

_NORMAL = 1.96
"""Standard errors to either side of an estimate that hold the truth in 95 of 100 cases."""


@click.command()
@table_argument()
@click.argument("what", nargs=-1)
@set_option
@cache_option
@json_flag
def seen(chosen: Chosen, what: tuple[str, ...], options: dict[str, Any], no_cache: bool, as_json: bool) -> None:
    """What a player gains from cards seen before the first decision.

    Each line is something seen beside the own cards, the player's edge by best play for it, and what that is more than
    by best play for the own cards: exactly, or estimated. WHAT is a line of the table, such as "2 other hands"; all of
    them if none is named.

    \b
    pitboss seen uth
    pitboss seen uth "1 dealer card" "2 dealer cards"
    pitboss seen table.toml --json
    """  # noqa: D301
    from pitboss.solvers.advisor import Advisor

    start = time.perf_counter()
    submission = chosen.submission(options)
    with working(submission.game, as_json) as progress:
        advisor = Advisor(submission.terms, cache=not no_cache, progress=progress)
        alone = advisor.report.ev
    lines = what or tuple(advisor.sights)
    for name in lines:
        advisor.sight(name)  # a name that is not known is told before the work begins
    if not as_json:
        console().print(
            f"[bold]{advisor.game.title}[/bold]: by best play for the own cards the player has {_percent(alone)}"
        )
        if not lines:
            console().print("Nothing that could be seen as well was worked out for it")
            return
        _print(lines, "Seen as well", "The player has", "Gain", "", style="bold")
    found = []
    for name in lines:
        with working(advisor.game, as_json) as progress:
            gain = advisor.gain(name, progress)
        found.append(_as_dict(name, alone, gain))
        if not as_json:
            _print(lines, name, _percent(alone + gain.mean), _percent(gain.mean), _how(alone, gain))
    if as_json:
        seconds = round(time.perf_counter() - start, 3)
        write_json({"game": advisor.game.name, "alone": str(alone), "seen": found, "seconds": seconds})


def _print(lines: tuple[str, ...], name: str, edge: str, gain: str, how: str, style: str = "") -> None:
    """One line as soon as it is known, in columns that fit them all."""
    width = max(len(line) for line in (*lines, "Seen as well"))
    console().print(escape(f"{name:{width}}   {edge:>14}   {gain:>10}   {how}".rstrip()), style=style, soft_wrap=True)


def _how(alone: Fraction, gain: Gain) -> str:
    if gain.is_exact:
        return f"exactly {alone + gain.mean}"
    return f"± {100 * _NORMAL * gain.error:.4f} % (95 of 100 times), from {gain.samples:,} deals"


def _percent(value: Fraction | float) -> str:
    return f"{100 * float(value):.4f} %"


def _as_dict(name: str, alone: Fraction, gain: Gain) -> dict[str, Any]:
    return {
        "seen": name,
        "edge": float(alone + gain.mean),
        "gain": float(gain.mean),
        "exact": {"edge": str(alone + gain.mean), "gain": str(gain.mean)} if gain.is_exact else None,
        "estimate": None if gain.is_exact else {"standard_error": gain.error, "samples": gain.samples},
    }
