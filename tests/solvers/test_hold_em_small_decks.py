"""Hold 'Em on decks so small that the rule book can settle every deal, one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Protocol

import numpy as np
import pytest
from slow_hold_em import Cards, Slow, played, rest

from pitboss.cards import ACE, DECK, EIGHT, FIVE, FOUR, JACK, KING, NINE, QUEEN, TEN, THREE, TWO
from pitboss.games.ultimate_texas_hold_em import GAME
from pitboss.solvers.hold_em_boards import Bytes, Deck, boards, flop_number, flops, moved_pairs, pair, pair_cards
from pitboss.solvers.hold_em_endings import rule_book
from pitboss.solvers.hold_em_plans import best_plan, plan_of
from pitboss.solvers.hold_em_rounds import NEVER, TIMES, Best, Endings, best_play, cell, count_endings
from pitboss.solvers.hold_em_spots import Worth, at_flop, at_river, at_start
from pitboss.solvers.hold_em_strategy import COUNT_THE_OUTS, Page
from pitboss.solvers.spots import Spot

DECKS = {
    "wheel": Deck((TWO, THREE, FOUR, FIVE, ACE), 2),
    "broadway": Deck((TEN, JACK, QUEEN, KING, ACE), 2),
    "two suits": Deck((EIGHT, NINE, TEN, JACK, QUEEN, ACE), 2),
    "four suits": Deck((TWO, KING, ACE), 4),
}
DECISIONS = ("4x", "3x", "2x", "1x", "fold")
LOSS = 2
on_every_deck = pytest.mark.parametrize("name", DECKS)


def cards_of(name: str) -> Cards:
    return tuple(DECKS[name].cards.tolist())


class Way(Protocol):
    """A way to play, spot by spot."""

    def decide(self, own: Cards, board: Cards) -> str: ...


class Reader:
    """A page of rules, read aloud at every spot; cards that are not in the deck are as good as seen."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.missing = page, rest(DECK, cards_of(name))

    @cache  # noqa: B019
    def decide(self, own: Cards, board: Cards) -> str:
        stage = {0: "preflop", 3: "flop", 5: "river"}[len(board)]
        return self.page.decide(Spot(GAME, stage, own, board, self.missing)).action


def endings_of(name: str, way: Way) -> Counter[tuple[str, bool, int, int]]:
    """How all rounds end, flop by flop."""
    found: Counter[tuple[str, bool, int, int]] = Counter()
    for own, by_board in played(cards_of(name)).items():
        for board, result in by_board.items():
            for decision, times in _decisions(way, own, board).items():
                for (qualifies, outcome, kind), dealers in result.ends.items():
                    shown = LOSS if decision == "fold" else outcome
                    found[decision, qualifies, shown, kind] += times * dealers
    return found


def _decisions(way: Way, own: Cards, board: Cards) -> Counter[str]:
    if (start := way.decide(own, ())) != "check":
        return Counter({start: 10})
    after = Counter(way.decide(own, flop) for flop in combinations(board, 3))
    return Counter({"2x": after["2x"], way.decide(own, board): after["check"]})


def as_counter(counted: Endings) -> Counter[tuple[str, bool, int, int]]:
    return Counter(
        {
            (DECISIONS[decision], bool(qualifies), outcome, kind): int(deals)
            for (decision, qualifies, outcome, kind), deals in np.ndenumerate(counted.deals)
            if deals
        }
    )


def is_bet(bets: Bytes, deck: Deck, own: Cards, flop: Cards) -> bool:
    known, number = flops(deck.suits), flop_number(*flop)
    return bool(bets[known.standard[number], moved_pairs()[known.order[number], pair(*own)]])


@cache
def solved(name: str) -> Best:
    return best_play(rule_book(), DECKS[name])


@on_every_deck
def test_every_start_is_worth_what_trying_everything_says(name: str) -> None:
    slow, best = Slow(cards_of(name)), solved(name)
    sums = Counter[tuple[str, tuple[int, int]]]()
    for own in played(cards_of(name)):
        for what, won in zip(("check", "base", "play"), slow.at_start(own), strict=True):
            sums[what, cell(*own)] += won
    for (what, at), won in sums.items():
        assert getattr(best, what)[at] == won
    for own in played(cards_of(name)):
        action = DECISIONS[best.starts[cell(*own)]]
        assert slow.decide(own, ()) == (action if action in ("4x", "3x") else "check")


@on_every_deck
def test_every_flop_is_bet_just_where_that_is_better(name: str) -> None:
    slow, bets = Slow(cards_of(name)), solved(name).bets
    for own in played(cards_of(name)):
        for flop in combinations(rest(cards_of(name), own), 3):
            assert is_bet(bets, DECKS[name], own, flop) == (slow.decide(own, flop) == "2x")


@on_every_deck
def test_rounds_of_best_play_end_as_they_do_one_by_one(name: str) -> None:
    counted = count_endings(rule_book(), best_plan(solved(name)), DECKS[name])
    assert as_counter(counted) == +endings_of(name, Slow(cards_of(name)))


SHY = replace(COUNT_THE_OUTS, pairs=KING, suited={ACE: KING}, offsuit={ACE: KING}, draw=ACE, outs=(0, 1))
BOLD = replace(COUNT_THE_OUTS, pairs=ACE, suited={}, offsuit={}, draw=TWO, outs=(2, 3))
PAGES = {"as written": COUNT_THE_OUTS, "shy": SHY, "bold": BOLD}


@on_every_deck
@pytest.mark.parametrize("page", PAGES)
def test_rounds_of_a_page_end_as_they_do_when_it_is_read_at_every_spot(name: str, page: str) -> None:
    counted = count_endings(rule_book(), plan_of(PAGES[page], DECKS[name].suits), DECKS[name])
    assert as_counter(counted) == +endings_of(name, Reader(PAGES[page], name))


@on_every_deck
def test_a_plan_may_bet_three_antes_as_well(name: str) -> None:
    plan = best_plan(solved(name))
    three = plan._replace(starts=np.where(plan.starts == 0, 1, plan.starts).astype(np.uint8))
    four, changed = (as_counter(count_endings(rule_book(), one, DECKS[name])) for one in (plan, three))
    assert changed == Counter({("3x" if way[0] == "4x" else way[0], *way[1:]): deals for way, deals in four.items()})


@on_every_deck
def test_the_example_of_an_ending_is_one_of_its_deals(name: str) -> None:
    counted, slow = count_endings(rule_book(), best_plan(solved(name)), DECKS[name]), Slow(cards_of(name))
    every = boards(DECKS[name]).cards
    for way in np.argwhere(counted.examples != NEVER).tolist():
        decision, qualifies, outcome, kind = way
        at, hand = divmod(int(counted.examples[tuple(way)]), len(pair_cards()))
        own, board = tuple(pair_cards()[hand].tolist()), tuple(every[at].tolist())
        assert _decisions(slow, own, board)[DECISIONS[decision]] > 0
        ends = {
            (q, o if DECISIONS[decision] != "fold" else LOSS, k) for q, o, k in played(cards_of(name))[own][board].ends
        }
        assert (bool(qualifies), outcome, kind) in ends


@on_every_deck
def test_a_spot_is_worth_what_trying_everything_says(name: str) -> None:
    deck, book, slow = cards_of(name), rule_book(), Slow(cards_of(name))
    left = {own: np.array(rest(deck, own), np.uint8) for own in list(played(cards_of(name)))[::7]}
    for own, cards in left.items():
        check, base, play = slow.at_start(own)
        assert at_start(book, own, cards)[:3] == (base, play, check)
        flop = tuple(cards[::2][:3].tolist())
        worth = at_flop(book, own, flop, np.array(rest(deck, own + flop), np.uint8))
        assert (worth.wait, worth.base + 2 * worth.play) == slow.on_flop(own, flop)
        for board in list(played(cards_of(name))[own])[::5]:
            result = played(cards_of(name))[own][board]
            expected = Worth(result.base, result.play, result.fold, sum(result.ends.values()))
            assert at_river(book, own, board, np.array(rest(deck, own + board), np.uint8)) == expected


def test_the_play_wager_is_of_as_many_antes_as_it_is_called() -> None:
    assert [f"{times}x" for times in TIMES[:4]] == list(DECISIONS[:4])
