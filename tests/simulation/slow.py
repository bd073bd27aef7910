"""Dealing and playing a second time, one round after the other: slow and obvious; and a worker that dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from math import perm
from pathlib import Path
from typing import Any

from pitboss.games.pik_it_poker import qualifies
from pitboss.hands import five, top_five
from pitboss.simulation.playing import RANDOM, Play
from pitboss.simulation.stream import CARDS_PER_WORD, DEALING, ERRING, ROUNDS
from pitboss.solvers.hi_lo_counts import SPLITS
from pitboss.solvers.solver import Choice
from pitboss.solvers.spots import Spot
from pitboss.solvers.tally import Ending

Cards = tuple[int, ...]
LOW = 0xFFFFFFFF


def philox(counter: Sequence[int], key: Sequence[int]) -> tuple[int, ...]:
    """Philox 4x32-10, as its authors write it."""
    (c0, c1, c2, c3), (k0, k1) = counter, key
    for _ in range(10):
        one, other = 0xD2511F53 * c0, 0xCD9E8D57 * c2
        c0, c1, c2, c3 = other >> 32 ^ c1 ^ k0, other & LOW, one >> 32 ^ c3 ^ k1, one & LOW
        k0, k1 = k0 + 0x9E3779B9 & LOW, k1 + 0xBB67AE85 & LOW
    return c0, c1, c2, c3


def word(seed: int, round_: int, use: int, row: int) -> int:
    """The word of a round for one use: rounds of a batch share a counter two by two, those half a batch apart."""
    batch, place = divmod(round_, ROUNDS)
    half, pair = divmod(place, ROUNDS // 2)
    counter = row * (ROUNDS // 2) + pair, use, batch & LOW, batch >> 32
    words = philox(counter, (seed & LOW, seed >> 32))
    return words[2 * half] | words[2 * half + 1] << 32


def places(word: int, bits: int, left: int, number: int) -> list[int] | None:
    """So many cards' places among those left, from one word of so many bits; None if the word is rejected."""
    ways, size = perm(left, number), 1 << bits
    found = []
    for taken in range(number):
        word *= left - taken
        found.append(word >> bits)
        word %= size
    return None if word < size % ways else found


def deal(seed: int, round_: int, number: int) -> Cards:
    """The cards of a round, taken out of a deck one by one."""
    deck, cards = list(range(52)), []
    for row, first in enumerate(range(0, number, CARDS_PER_WORD)):
        use, taken = DEALING, None
        while taken is None:
            taken = places(word(seed, round_, use, row), 64, len(deck), min(CARDS_PER_WORD, number - first))
            use += 256
        cards += [deck.pop(place) for place in taken]
    return tuple(cards)


class Slow:
    """A player who asks the solver at every spot, and errs by the same words."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play, self.seed, self.advisor = play, seed, play.advisor()
        written = None if play.strategy == RANDOM else self.advisor.strategy(play.strategy)
        self.decide = written.decide if written else self.advisor.decide

    def choose(self, round_: int, street: int, player: int, spot: Spot, choices: Sequence[Choice]) -> Choice:
        """What is done at a spot of which these are all choices."""
        at = next(place for place, one in enumerate(choices) if self._same(one, self.decide(spot)))
        rate = (len(choices) - 1) / len(choices) if self.play.strategy == RANDOM else self.play.errors
        if rate:
            bits = word(self.seed, round_, ERRING + player, street)
            if bits >> 32 < round(rate * 2**32):
                at = [place for place in range(len(choices)) if place != at][(bits & LOW) * (len(choices) - 1) >> 32]
        return choices[at]

    def endings(self, rounds: int, own: int, shared: int) -> Iterator[Ending]:
        """The rounds as the first player sees them."""
        number = own * self.play.players + shared
        for round_ in range(rounds):
            yield self.ending(round_, deal(self.seed, round_, number))

    def ending(self, round_: int, cards: Cards, player: int = 0) -> Ending:
        """One round with these cards."""
        return PLAYED[self.advisor.game.short](self, round_, cards, player)

    @staticmethod
    def _same(one: Choice, other: Choice) -> bool:
        return one.action == other.action and sorted(one.low) == sorted(other.low)


def hi_lo(slow: Slow, round_: int, cards: Cards, player: int) -> Ending:
    hand, dealer = tuple(sorted(cards[:5])), cards[5:10]
    lows = [tuple(hand[card] for card in split) for split in SPLITS]
    choices = [Choice("play", low) for low in lows if sum(card >= 48 for card in low) < 2] + [Choice("fold")]
    choice = slow.choose(round_, 0, player, Spot(slow.advisor.game, "decide", hand), choices)
    if choice.action == "fold":
        return Ending("fold", 1, {"player": hand})
    high = tuple(card for card in hand if card not in choice.low)
    return Ending("play", 1, {"high": high, "low": choice.low, "dealer": dealer}, "play", 1)


def top_five_poker(slow: Slow, round_: int, cards: Cards, player: int) -> Ending:
    hand, dealer = cards[:7], cards[7:14]
    choices = [Choice("play"), Choice("fold")]
    action = slow.choose(round_, 0, player, Spot(slow.advisor.game, "decide", hand), choices).action
    plays, does = action == "play", top_five.qualifies(top_five.value(dealer))
    return Ending(action, 1, {"player": hand, "dealer": dealer}, "play" if plays else None, int(plays), does)


def pik_it(slow: Slow, round_: int, cards: Cards, player: int) -> Ending:
    hand, dealer, terms = cards[:5], cards[5:10], slow.advisor.terms
    choices = [Choice("play_3"), Choice("play_5"), Choice("fold")]
    action = slow.choose(round_, 0, player, Spot(slow.advisor.game, "decide", hand), choices).action
    times = {"play_3": terms["play_3_multiple"], "play_5": terms["play_5_multiple"], "fold": 0}[action]
    does = qualifies(five.value(dealer)) if terms["dealer_must_qualify"] else None
    dealt = {"player": hand, "dealer": dealer, "picked": hand[:3]}
    return Ending(action, 1, dealt, action if action != "fold" else None, times, does)


def hold_em(slow: Slow, round_: int, cards: Cards, player: int) -> Ending:
    game, own, board, dealer = slow.advisor.game, cards[:2], cards[2:7], cards[7:9]
    streets = [
        (Spot(game, "preflop", own), ("4x", "3x", "check")),
        (Spot(game, "flop", own, board[:3]), ("2x", "check")),
        (Spot(game, "river", own, board), ("1x", "fold")),
    ]
    for street, (spot, names) in enumerate(streets):
        action = slow.choose(round_, street, player, spot, [Choice(name) for name in names]).action
        if action != "check":
            break
    does = five.value(board + dealer) >= five.at_least(five.Category.ONE_PAIR)
    others = tuple(cards[at : at + 2] for at in range(9, len(cards), 2))
    wager, times = (None, 0) if action == "fold" else ("play", int(action[0]))
    return Ending(action, 1, {"player": own, "community": board, "dealer": dealer}, wager, times, does, others)


PLAYED: dict[str, Callable[[Slow, int, Cards, int], Ending]] = {
    "hi-lo": hi_lo,
    "top-five": top_five_poker,
    "pik-it": pik_it,
    "uth": hold_em,
}


def die_once(marker: Path, work: Callable[..., Any], *arguments: Any) -> Any:
    """Some work during which the process dies, as if pulled from the wall; another process then gets through."""
    try:
        marker.touch(exist_ok=False)
    except FileExistsError:
        return work(*arguments)
    return os.kill(os.getpid(), signal.SIGKILL)
