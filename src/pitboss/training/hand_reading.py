"""A player's hand in words, as the dealer would announce it, and how the house would set it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from pitboss.errors import PitbossError
from pitboss.games import steps as s
from pitboss.table.rules import Rules


class Reading(NamedTuple):
    """What there is to say about cards."""

    calls: tuple[s.Call, ...] = ()
    """None while the cards are too few to be a hand."""
    house_way: tuple[int, ...] = ()
    """The places the house would lay low, where hands are set."""
    refusal: PitbossError | None = None
    """Why the cards may not lie like this."""


def read(rules: Rules, held: s.HeldCards, low: Collection[int] = ()) -> Reading:
    """Read a hand, with the cards at the places `low` laid low; all of them must be known."""
    setting, refusal = setting_of(rules), None
    if setting and low:
        if len(set(low)) != setting.low or not set(low) <= set(range(1, len(held.cards) + 1)):
            raise PitbossError("setting", f"lay {setting.low} cards low, by their places from 1 to {len(held.cards)}")
        held = held._replace(low=tuple(held.cards[place - 1] for place in sorted(low)))
        try:
            rules.game.check_cards({"low": held.low})
        except PitbossError as error:
            refusal = error
    house_way = tuple(held.cards.index(card) + 1 for card in setting.house_way(held.cards)) if setting else ()
    return Reading(_announced(rules, held), house_way, refusal)


def setting_of(rules: Rules) -> s.SetHand | None:
    """The step at which hands are set, in games where they are."""
    return next((step for step in rules.script if isinstance(step, s.SetHand)), None)


def _announced(rules: Rules, held: s.HeldCards) -> tuple[s.Call, ...]:
    calls = (step.announces for step in rules.script if isinstance(step, s.Settle) and step.announces)
    try:
        return next(calls)(rules.terms, held)
    except PitbossError:
        return ()
