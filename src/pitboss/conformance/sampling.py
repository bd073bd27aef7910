"""Random finished hands of any game, made from its data alone; for benchmarks and tests."""

from __future__ import annotations

import random
from typing import Any

from pitboss.cards import DECK, notation, parse
from pitboss.errors import HandError
from pitboss.games.game import Game, Times, Wager
from pitboss.games.terms import Terms

MOST_OTHERS = 5


def random_hand(game: Game, terms: Terms, rng: random.Random, *, side_wagers: float = 0.5) -> dict[str, Any]:
    """A lawful finished hand: random cards, wagers and decision; `side_wagers` is how likely each of them is made."""
    folded = rng.random() < 0.25
    wagers = {"ante": 100 * rng.randint(1, 500)}
    for wager in sorted(game.wagers, key=lambda wager: wager.rests_on):
        if terms.offers(wager.name) and not wager.after_deal and wager.name != "ante":
            amount = _amount(wager, wagers, rng, side_wagers)
            if amount:
                wagers[wager.name] = amount
    if not folded:
        play = game.wager[rng.choice(game.plays)]
        (times,) = (rule for rule in play.conditions if isinstance(rule, Times))
        wagers[play.name] = wagers[times.other] * rng.choice(times.multiples.at(terms))
    return {**_cards(game, rng, folded), "folded": folded, "wagers": wagers}


def random_options(game: Game, rng: random.Random) -> dict[str, Any]:
    """Random choices of what bears on the money: pay tables, multiples, the qualifier."""
    names = [pays.selected_by for pays in game.payouts.values() if pays.selected_by]
    return {name: rng.choice(game.option[name].values) for name in (*names, *game.versions)}


def _amount(wager: Wager, wagers: dict[str, int], rng: random.Random, side_wagers: float) -> int:
    if wager.equals:
        return wagers[wager.equals]
    missing = any(other not in wagers for other in wager.needs)
    if not wager.required and (missing or rng.random() >= side_wagers):
        return 0
    return wager.fixed or 500 * rng.randint(1, 40)


def _cards(game: Game, rng: random.Random, folded: bool) -> dict[str, Any]:
    """Deal every group of cards that describes such a hand; deal again if the game does not allow the result."""
    while True:
        deck = rng.sample(DECK, len(DECK))
        cards: dict[str, Any] = {}
        for spec in game.fields:
            if (spec.if_folded if folded else spec.if_played) is False:
                continue
            if spec.many:
                cards[spec.name] = [_take(deck, spec.count) for _ in range(rng.randint(0, MOST_OTHERS))]
            elif spec.part_of:
                cards[spec.name] = notation(rng.sample(parse(cards[spec.part_of]), spec.count))
            else:
                cards[spec.name] = _take(deck, spec.count)
        try:
            game.check_cards({name: parse(text) for name, text in cards.items() if isinstance(text, str)})
        except HandError:
            continue
        return cards


def _take(deck: list[int], count: int) -> str:
    taken, deck[:] = deck[:count], deck[count:]
    return notation(taken)
