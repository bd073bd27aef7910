"""The parts of a round as people speak of them: the deal, each decision, the reveal, the settlement."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.games import steps as s
from pitboss.table.rules import Rules


class Phase(NamedTuple):
    """A part of a round, with the record it begins with."""

    begins: int
    name: str


_NAMES: dict[type[s.Step], str] = {
    s.NoMoreBets: "Deal",
    s.Deal: "Deal",
    s.Pick: "Pick",
    s.SetHand: "Setting",
    s.Reveal: "Reveal",
    s.Settle: "Settlement",
}


def phase_of(rules: Rules, step: int) -> str | None:
    """The part that a step of the script belongs to; None if it goes on with the part before it.

    Cards for everyone belong to the decision they are dealt for.
    """
    if step >= len(rules.script):
        return None
    here = rules.script[step]
    decisions = [one for one in rules.script if isinstance(one, s.Decide)]
    if isinstance(here, s.Burn | s.Community | s.LayDown):
        here = next((one for one in rules.script[step:] if isinstance(one, s.Decide)), here)
    if isinstance(here, s.Decide):
        return here.when.capitalize() if len(decisions) > 1 else "Decisions"
    return _NAMES.get(type(here))
