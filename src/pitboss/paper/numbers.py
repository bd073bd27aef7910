"""Names and numbers as a sheet prints them: a true minus, and spaces that do not break."""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

from pitboss import __version__
from pitboss.money import dollars
from pitboss.solvers.pricing import MAIN, Report

MINUS = "−"
NARROW = "\u202f"
"""A space before the sign of percent that does not break."""
_PLACES, _FIGURES = 4, 3
_RARE = Fraction(1, 1000)


def exact(value: Fraction | int) -> str:
    """A fraction, to the last digit."""
    return str(value).replace("-", MINUS)


def percent(value: Fraction, places: int = _PLACES) -> str:
    """A share with four decimals, or more where it would not show three figures.

    >>> percent(Fraction(1, 3)).split(), percent(Fraction(1, 649740)).split()
    (['33.3333', '%'], ['0.000154', '%'])
    """
    share = 100 * float(value)
    small = floor(log10(abs(share))) if share else 0
    text = f"{share:.{max(places, _FIGURES - 1 - small)}f}"
    return f"{text}{NARROW}%".replace("-", MINUS)


def chance(value: Fraction) -> str:
    """A probability in few characters: a share, or "1 in so many" where it is rare."""
    return f"1 in {round(1 / value):,}" if 0 < value < _RARE else percent(value, 2)


def decimal(value: Fraction | float, places: int = 6, *, plus: bool = False) -> str:
    """A number with so many decimals; nothing has no sign."""
    return f"{float(value):{'+' if plus and value else ''},.{places}f}".replace("-", MINUS)


def short(value: Fraction, *, plus: bool = False) -> str:
    """A number as short as it can be written, such as "+1.5"."""
    return f"{float(value):{'+' if plus and value else ''},.10g}".replace("-", MINUS)


def money(cents: Fraction | int) -> str:
    """Dollars; a fraction of a cent is rounded."""
    return dollars(round(cents)).replace("-", MINUS)


def label_of(report: Report, name: str) -> str:
    """What people call a wager."""
    if name == MAIN:
        return "Main game"
    (wager,) = wagers_behind(report, name)
    label = report.game.wager[wager].label
    label = label[0].upper() + label[1:]
    if name not in report.solver.apart:
        return label
    hands = len(report.solved.sides[name].tally.endings[0].others) + 2
    return f"{label}, {hands} hands"


def wagers_behind(report: Report, name: str) -> tuple[str, ...]:
    """The wagers and bonuses that are reported under a name."""
    return report.solver.main if name == MAIN else (report.solver.apart.get(name, name),)


def software() -> str:
    """What made a paper."""
    return f"pitboss {__version__}"
