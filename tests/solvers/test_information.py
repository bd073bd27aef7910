"""Hold 'Em with cards seen before the first decision: on small decks against trying everything, and as published."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from pitboss.cards import ACE, EIGHT, JACK, KING, NINE, QUEEN, TEN, TWO, parse
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.games.ultimate_texas_hold_em import GAME
from pitboss.hands import five
from pitboss.solvers import hold_em_sights
from pitboss.solvers.advisor import advisor_for
from pitboss.solvers.hold_em_boards import CARDS, FLOP, WHOLE, Deck, boards, flops, pair
from pitboss.solvers.hold_em_endings import rule_book
from pitboss.solvers.hold_em_ladder import climb, new_ladder
from pitboss.solvers.hold_em_others import Policy, gain_after_flop, gain_before_flop, over_flops
from pitboss.solvers.hold_em_rounds import Best, best_play
from pitboss.solvers.hold_em_seen import HIDDEN, Won, both_dealer_cards, flop_of, one_dealer_card
from pitboss.solvers.hold_em_showdown import lay_out, new_kinds, order_of
from pitboss.solvers.hold_em_sights import gain_over, policy_of, sights
from pitboss.solvers.hold_em_spots import at_start
from pitboss.solvers.solver import Gain, silent

Cards = tuple[int, ...]
Seen = Callable[[Cards, Cards], Iterator[Cards]]
"""What a player may have seen, each equally likely, by the dealer's cards and the flop."""

TERMS = Terms.of_hand(GAME)
ANTE = 2
"""Cents, so that 3 to 2 is paid in whole cents."""
SMALL = {
    "two suits": Deck((TEN, JACK, QUEEN, KING, ACE), 2),
    "three suits": Deck((TWO, KING, ACE), 3),
}
"""Decks of ten and nine cards: one more than a round needs, and just as many."""
WITH_OTHERS = {"two suits": Deck((EIGHT, NINE, TEN, JACK, QUEEN, ACE), 2), "four suits": Deck((TWO, KING, ACE), 4)}
"""Decks of twelve cards: one more than a round with two players needs."""
PUBLISHED = {
    "1 dealer card": ("13.5922", Fraction(8592081451, 63213204600)),
    "1 dealer card, 1 flop card": ("22.3286", Fraction(182660181577, 818053236000)),
    "2 dealer cards": ("38.5816", Fraction(2682750886069, 6953452506000)),
}
"""The player's edge in percent of an ante, all digits that were published; and as it was found here."""
on_small_decks = pytest.mark.parametrize("name", SMALL)
with_others = pytest.mark.parametrize("name", WITH_OTHERS)


class Table:
    """Every deal of a small deck, with what it pays; hands of the same values are settled once."""

    def __init__(self, deck: Deck) -> None:
        self.cards: Cards = tuple(deck.cards.tolist())
        self.known: dict[tuple[int, int], tuple[int, int]] = {}
        self.value = cache(lambda hand, board: five.value(hand + board))

    def paid(self, own: Cards, board: Cards, dealer: Cards) -> tuple[int, int]:
        values = self.value(own, board), self.value(dealer, board)
        if values not in self.known:
            cards = {"player": own, "community": board, "dealer": dealer}
            wagers = {"ante": ANTE, "blind": ANTE, "play": ANTE}
            settled = settle_hand(GAME, TERMS, FinishedHand(cards, wagers), limited=False)
            self.known[values] = settled["ante"].net + settled["blind"].net, settled["play"].net
        return self.known[values]

    def left(self, *taken: Cards) -> Cards:
        return tuple(card for card in self.cards if not any(card in cards for cards in taken))

    def best(self, seen: Seen) -> Fraction:
        """What best play wins on average in cents, decided at every spot by all that is known there."""
        starts: defaultdict[tuple[Cards, Cards], list[int]] = defaultdict(lambda: [0, 0, 0])
        deals = 0
        for own in combinations(self.cards, 2):
            for flop in combinations(self.left(own), 3):
                spots: defaultdict[Cards, defaultdict[Cards, list[int]]]
                spots = defaultdict(lambda: defaultdict(lambda: [0, 0, 0]))
                for last in combinations(self.left(own, flop), 2):
                    for dealer in combinations(self.left(own, flop, last), 2):
                        base, play = self.paid(own, flop + last, dealer)
                        for sight in seen(dealer, flop):
                            sums = spots[sight][last]
                            for at, add in enumerate((base, play, -2 * ANTE)):
                                sums[at] += add
                            deals += 1
                for sight, rivers in spots.items():
                    river = sum(max(base + play, fold) for base, play, fold in rivers.values())
                    bases, plays = (sum(sums[at] for sums in rivers.values()) for at in (0, 1))
                    start = starts[own, sight]
                    for at, add in enumerate((max(bases + 2 * plays, river), bases + 3 * plays, bases + 4 * plays)):
                        start[at] += add
        return Fraction(sum(map(max, starts.values())), deals)


SIGHTS: dict[str, Seen] = {
    "1 dealer card": lambda dealer, flop: ((card,) for card in dealer),
    "1 dealer card, 1 flop card": lambda dealer, flop: ((card, also) for card in dealer for also in flop),
    "2 dealer cards": lambda dealer, flop: iter([dealer]),
}


@cache
def table(name: str) -> Table:
    return Table(SMALL[name])


@cache
def found(name: str) -> dict[str, Gain]:
    deck, book = SMALL[name], rule_book()
    won = (*one_dealer_card(book, deck), both_dealer_cards(book, deck))
    return {sight: gain_over(best_play(book, deck), one, deck) for sight, one in zip(SIGHTS, won, strict=True)}


@on_small_decks
@pytest.mark.parametrize("sight", SIGHTS)
def test_what_is_gained_is_what_trying_everything_says(name: str, sight: str) -> None:
    alone = table(name).best(lambda dealer, flop: iter([()]))
    gained = (table(name).best(SIGHTS[sight]) - alone) / ANTE
    assert gained > 0
    assert found(name)[sight] == Gain(gained)


@pytest.mark.parametrize("cards", ["Ac Kc Qc", "Ac Kc 7d", "Ac Kd 7h", "9c 9d 4c", "2c 2d 2h"])
def test_some_hands_on_a_flop_stand_for_all_that_are_alike(cards: str) -> None:
    flop = flop_of(np.array(sorted(parse(cards)), np.uint8), WHOLE)
    assert flop.hands.sum() == flop.free.sum() == comb(CARDS - FLOP, 2) == len(flop.boards)
    assert (flop.hands <= 24).all()


def test_standard_flops_stand_for_all_flops() -> None:
    assert sum(flop_of(cards, WHOLE).copies for cards in flops().cards) == comb(CARDS, FLOP)


def test_no_board_has_more_rungs_than_a_byte_can_tell() -> None:
    kinds, ladder, masks, highest = new_kinds(), new_ladder(), np.zeros(4, np.int64), 0
    for board in boards().cards[::37]:
        number = lay_out(board, WHOLE.cards, order_of(7), masks, kinds)
        climb(kinds, number, ladder)
        highest = max(highest, int(ladder.rung[:number].max()))
    assert 100 < highest < HIDDEN - 1


# --- other players' hands --------------------------------------------------------------------------------------------


@cache
def solved(name: str) -> Best:
    return best_play(rule_book(), WITH_OTHERS[name])


@cache
def policy(name: str) -> Policy:
    return policy_of(solved(name), WITH_OTHERS[name])


def rest(name: str, *taken: Cards) -> Cards:
    return tuple(card for card in WITH_OTHERS[name].cards.tolist() if not any(card in cards for cards in taken))


def starts(name: str) -> list[tuple[int, int]]:
    return list(combinations(rest(name), 2))[::5]


@with_others
def test_another_players_card_moves_a_start_as_going_through_every_deal_says(name: str) -> None:
    ahead, book = policy(name).ahead_with, rule_book()
    for own in starts(name):
        for card in rest(name, own):
            worth = at_start(book, own, np.array(rest(name, own, (card,)), np.uint8))
            expected = (worth.base + 4 * worth.play - worth.wait) / (book.unit * worth.deals)
            assert ahead[pair(*own), card] == pytest.approx(expected, abs=1e-12)


@with_others
def test_a_deal_with_another_hand_seen_wins_what_going_through_it_says(name: str) -> None:
    book = rule_book()
    deals = [own + other for own in starts(name) for other in combinations(rest(name, own), 2)]
    won = over_flops(book, policy(name), np.array(deals, np.uint8), WITH_OTHERS[name])
    for cards, at_once, wait in zip(deals, won.at_once, won.wait, strict=True):
        worth = at_start(book, cards[:2], np.array(rest(name, cards), np.uint8))
        assert (at_once, wait) == (3 * worth.play, worth.wait - worth.base - worth.play)


@with_others
def test_play_for_the_own_cards_wins_the_same_whoever_else_is_dealt_in(name: str) -> None:
    alone = over_flops(rule_book(), policy(name), np.array(starts(name), np.uint8), WITH_OTHERS[name])
    assert (alone.wait == alone.alone).all()
    spare = comb(len(rest(name)) - 9, 2)
    for own, wins in zip(starts(name), alone.alone, strict=True):
        deals = np.array([own + other for other in combinations(rest(name, own), 2)], np.uint8)
        assert over_flops(rule_book(), policy(name), deals, WITH_OTHERS[name]).alone.sum() == wins * spare


@with_others
def test_the_estimates_meet_what_all_deals_together_say(name: str) -> None:
    book, deck, plan = rule_book(), WITH_OTHERS[name], policy(name)
    deals = [own + other for own in combinations(rest(name), 2) for other in combinations(rest(name, own), 2)]
    won = over_flops(book, plan, np.array(deals, np.uint8), deck)
    wagers = np.array([plan.ahead[pair(*cards[:2])] > 0 for cards in deals])
    left = len(rest(name)) - 4
    unit = book.unit * comb(left, 3) * comb(left - 3, 2) * comb(left - 5, 2) * len(deals)
    before = (np.maximum(won.at_once, won.wait) - np.where(wagers, won.at_once, won.wait)).sum() / unit
    after = (won.wait - won.alone)[~wagers].sum() / unit
    for estimate, exact in (
        (gain_before_flop(book, plan, 1, 400, deck=deck), before),
        (gain_after_flop(book, plan, 1, 400, deck=deck), after),
    ):
        assert exact > 0
        assert abs(estimate.mean - exact) < 4 * estimate.error


def test_each_sight_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    told = {"1 dealer card": 1, "1 dealer card, 1 flop card": 2, "2 dealer cards": 3}
    won = {name: Won(total * 10**9, 1000) for name, total in told.items()}
    one, also, both = won.values()
    monkeypatch.setattr(hold_em_sights, "one_dealer_card", lambda book, progress: (one, also))
    monkeypatch.setattr(hold_em_sights, "both_dealer_cards", lambda book, progress: both)
    looks = sights(solved("two suits"), 0)
    assert looks.keys() == won.keys()
    for name in reversed(won):
        assert looks[name](silent) == gain_over(solved("two suits"), won[name])


@pytest.mark.skipif("PITBOSS_LONG" not in os.environ, reason="takes minutes; PITBOSS_LONG=1 runs it")
@pytest.mark.parametrize("sight", PUBLISHED)
def test_the_published_figures_come_out_to_all_their_digits(sight: str) -> None:
    advisor, (published, exact) = advisor_for("uth"), PUBLISHED[sight]
    assert advisor.report.ev + advisor.gain(sight).mean == exact
    assert f"{100 * float(exact):.4f}" == published
