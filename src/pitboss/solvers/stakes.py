"""The opening wagers that a game is priced at, checked like wagers at a table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from pitboss.errors import WagerError
from pitboss.games.game import Game, Wager
from pitboss.games.hand import check_wagers
from pitboss.games.terms import Terms
from pitboss.money import cents, dollars

NONE: Mapping[str, str] = MappingProxyType({})


def stakes_of(
    game: Game, terms: Terms, given: Mapping[str, int] | None = None, apart: Mapping[str, str] = NONE
) -> dict[str, int]:
    """The opening wagers in cents: those given, and the required ones; an ante that is not given is the minimum.

    `apart` are further names under which a wager may be given.
    """
    stakes = dict(given or {})
    for name, amount in stakes.items():
        _check(game, terms, name, amount, apart)
    stakes.setdefault("ante", _minimum(terms))
    for wager in game.wagers:
        if wager.equals and wager.required:
            stakes.setdefault(wager.name, stakes[wager.equals])
    ordered = {wager.name: stakes[wager.name] for wager in game.wagers if stakes.get(wager.name)}
    sides = {name: amount for name, amount in stakes.items() if name not in game.wager and amount}
    behind = {apart[name]: amount for name, amount in sides.items()}
    if len(behind) < len(sides):
        message = f"a round has one number of hands; stake one of {', '.join(sides)}"
        raise WagerError("one-of-several", message, game.cites.area)
    check_wagers(game, ordered | behind, terms)
    return ordered | sides


def priced_stakes(game: Game, terms: Terms, stakes: Mapping[str, int]) -> dict[str, int]:
    """Every opening wager of the game, so that each can be priced: one that is not staked at its least amount."""
    return {
        wager.name: stakes.get(wager.name) or _least(terms, wager, stakes)
        for wager in game.wagers
        if not wager.after_deal
    }


def _least(terms: Terms, wager: Wager, stakes: Mapping[str, int]) -> int:
    if wager.fixed or wager.equals:
        return wager.fixed or stakes[wager.equals]
    posted = terms.posted[wager.name]
    return posted[0] if posted else stakes["ante"]


def _minimum(terms: Terms) -> int:
    posted = terms.posted["ante"]
    assert posted is not None
    return posted[0]


def _check(game: Game, terms: Terms, name: str, amount: int, apart: Mapping[str, str]) -> None:
    wager = game.wager.get(apart.get(name, name))
    if wager is None or wager.after_deal or (name not in apart and name in apart.values()):
        known = ", ".join([w.name for w in game.wagers if not w.after_deal and w.name not in apart.values()] + [*apart])
        message = f"{game.title} has no opening wager {name!r}; it has {known}"
        raise WagerError("unknown-wager", message, game.cites.area)
    cents(amount, f"the {wager.label}", game.cites.amount)
    posted = terms.posted[wager.name]
    if amount and posted and not posted[0] <= amount <= posted[1]:
        low, high = map(dollars, posted)
        message = f"the {wager.label} is {low} to {high} at this table, not {dollars(amount)}"
        raise WagerError("limits", message, game.cites.amount)
    if posted and amount % terms.unit:
        message = f"the {wager.label} is {dollars(amount)}; wagers are multiples of {dollars(terms.unit)}"
        raise WagerError("unit", message, game.cites.amount)
