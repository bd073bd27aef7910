"""What other players' hands are worth to one who sees them, in the games with one decision; and `pitboss seen`."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, prod
from statistics import NormalDist

import numpy as np
import pytest
from click.testing import CliRunner, Result

from pitboss.cards import ACE, DECK, SEVEN, TEN, TWO, rank
from pitboss.cli import cli
from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.games.five_card_hi_lo import CARDS_EACH
from pitboss.games.hand import FinishedHand
from pitboss.games.settlement import settle_hand
from pitboss.hands import top_five
from pitboss.solvers import pik_it_position
from pitboss.solvers.advisor import Advisor, advisor_for
from pitboss.solvers.five_card_hi_lo import FOLDED, best_policy
from pitboss.solvers.hi_lo_counts import SPLITS, pattern_of, patterns
from pitboss.solvers.hi_lo_others import gain_with_one, gain_with_others
from pitboss.solvers.solver import Gain, other_hands
from pitboss.solvers.spots import Spot
from pitboss.solvers.top_five_counts import Deck
from pitboss.solvers.top_five_others import best_with_others

Cards = tuple[int, ...]


@cache
def advisor(game: str) -> Advisor:
    return advisor_for(game)


# --- Top Five Poker --------------------------------------------------------------------------------------------------


class TopFive:
    """Every way to share out the top cards among player, others, dealer and stub; lower cards only fill up."""

    def __init__(self, deck: Deck, others: int) -> None:
        self.tops = [card for card in deck.cards if rank(card) >= TEN]
        self.sizes = (7, 7 * others, 7, len(deck.cards) - 14 - 7 * others)
        self.paid: dict[tuple[int, int], int] = {}
        self.folded = settle_hand(
            find("top-five"),
            advisor("top-five").terms,
            FinishedHand({"player": deck.cards[:7]}, {"ante": 1}, folded=True),
        ).net

    def best(self) -> Fraction:
        spots: defaultdict[tuple[Cards, Cards], list[int]] = defaultdict(lambda: [0, 0])
        for shared in product(range(3 + bool(self.sizes[3])), repeat=len(self.tops)):
            held = [tuple(card for card, to in zip(self.tops, shared, strict=True) if to == who) for who in range(4)]
            lower = [size - len(cards) for size, cards in zip(self.sizes, held, strict=True)]
            if min(lower) >= 0:
                deals = factorial(sum(lower))
                for number in lower:
                    deals //= factorial(number)
                spot = spots[held[0], held[1]]
                spot[0] += deals
                spot[1] += deals * self.net(held[0], held[2])
        best = sum(max(deals * self.folded, won) for deals, won in spots.values())
        return Fraction(best, sum(deals for deals, _ in spots.values()))

    def net(self, player: Cards, dealer: Cards) -> int:
        """By the rule book; hands of the same values are settled once."""
        filled = (*player, *range(7 - len(player))), (*dealer, *range(7, 14 - len(dealer)))
        values = top_five.value(filled[0]), top_five.value(filled[1])
        if values not in self.paid:
            hand = FinishedHand(dict(zip(("player", "dealer"), filled, strict=True)), {"ante": 1, "play": 1})
            self.paid[values] = settle_hand(find("top-five"), advisor("top-five").terms, hand, limited=False).net
        return self.paid[values]


@pytest.mark.parametrize(("deck", "others"), [(Deck(2, 11), 1), (Deck(1, 17), 1), (Deck(1, 24), 2)], ids=str)
def test_top_five_hands_seen_are_worth_what_sharing_out_every_card_says(deck: Deck, others: int) -> None:
    assert best_with_others(advisor("top-five").terms, others, deck) == TopFive(deck, others).best()


def test_no_hand_seen_is_best_play_for_the_own_hand() -> None:
    assert best_with_others(advisor("top-five").terms, 0) == advisor("top-five").report.wagers["main"].ev


def test_another_hand_gives_the_top_five_player_the_edge() -> None:
    asked = advisor("top-five")
    assert asked.report.ev < 0 < asked.report.ev + asked.gain("1 other hand").mean


# --- 5 Card Hi-Lo ----------------------------------------------------------------------------------------------------


def test_a_hi_lo_deal_with_hands_seen_is_worth_what_its_spot_says() -> None:
    asked, samples = advisor("hi-lo"), 5
    policy = asked.solved.tables["policy"].astype(np.int64)
    for others in range(1, 7):
        found = gain_with_others(asked.terms, asked.stakes, policy, others, samples=samples)
        cards = np.argsort(np.random.default_rng([1, others]).random((samples, len(DECK))), axis=1).tolist()
        gains = Fraction(0)
        for row in cards:
            own, seen = tuple(sorted(row[:5])), tuple(row[5 : 5 * (others + 1)])
            advice = asked.advise(Spot(asked.game, "decide", own, seen=seen))
            alone = asked.decide(Spot(asked.game, "decide", own))
            (same,) = (one for one in advice if asked.solver.is_alike(own, one.choice, alone))
            gains += advice[0].ev - same.ev
        assert found.mean == pytest.approx(float(gains / samples), abs=1e-12)


def test_with_fifteen_cards_another_hi_lo_hand_tells_the_dealers() -> None:
    """Every setting is then held against the five cards that are left."""
    deck = tuple(card for card in DECK if rank(card) in (TWO, SEVEN, TEN, ACE))[1:]
    asked, every = advisor("hi-lo"), patterns(deck)
    policy = best_policy(asked.terms, asked.stakes, every)
    gain = deals = 0
    for own, dealer, ways in pairs_of_hands(deck):
        nets = {FOLDED: -1}
        place = every.place[pattern_of(own)]
        for split, low in enumerate(SPLITS):
            if every.legal[place, split]:
                laid = tuple(own[card] for card in low)
                high = tuple(card for card in own if card not in laid)
                hand = FinishedHand({"high": high, "low": laid, "dealer": dealer}, {"ante": 1, "play": 1})
                nets[split] = settle_hand(asked.game, asked.terms, hand, limited=False).net
        gain += ways * (max(nets.values()) - nets[int(policy[place])])
        deals += ways
    assert gain > 0
    assert gain_with_one(asked.terms, asked.stakes, policy.astype(np.int64), deck=deck) == Gain(Fraction(gain, deals))


def pairs_of_hands(deck: Cards) -> Iterator[tuple[Cards, Cards, int]]:
    """Two hands of each pair of patterns, and how many such pairs there are; both ascending."""
    alike = [[card for card in deck if pattern_of([card]) == (points,)] for points in range(2, 12)]
    shares = [[(a, b) for a in range(len(cards) + 1) for b in range(len(cards) + 1 - a)] for cards in alike]
    for taken in product(*shares):
        if sum(a for a, _ in taken) == sum(b for _, b in taken) == CARDS_EACH:
            both = list(zip(alike, taken, strict=True))
            own = [card for cards, (a, _) in both for card in cards[:a]]
            dealer = [card for cards, (a, b) in both for card in cards[a : a + b]]
            ways = prod(comb(len(cards), a) * comb(len(cards) - a, b) for cards, (a, b) in both)
            yield tuple(sorted(own)), tuple(sorted(dealer)), ways


def test_hi_lo_estimates_meet_the_exact_figure_for_one_hand() -> None:
    asked = advisor("hi-lo")
    policy, exact = asked.solved.tables["policy"].astype(np.int64), asked.gain("1 other hand")
    estimate = gain_with_others(asked.terms, asked.stakes, policy, 1, samples=20_000)
    assert exact.is_exact
    assert abs(estimate.mean - float(exact.mean)) < 4 * estimate.error


# --- Pik-It Poker ----------------------------------------------------------------------------------------------------


def test_pik_it_looks_as_its_last_seat_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pik_it_position, "THOROUGH", pik_it_position.QUICK)
    asked = advisor_for("pik-it", {"positions": 9}, cache=False)
    late = asked.late_seat
    assert late is not None
    assert asked.gain("8 other hands") == Gain(late.gain, late.error, late.samples)


# --- the command -----------------------------------------------------------------------------------------------------


def pitboss(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["seen", *arguments])


def test_the_command_prints_what_is_seen_line_by_line() -> None:
    done = pitboss("top-five", "5 other hands")
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert "-0.4931 %" in lines[0]
    assert lines[2].split()[:7] == ["5", "other", "hands", "11.6689", "%", "12.1620", "%"]
    assert lines[2].endswith("exactly 7781663097242702/66687156621110025")


def test_the_command_tells_programs_how_sure_it_is() -> None:
    found = json.loads(pitboss("hi-lo", "2 other hands", "--json").stdout)
    (one,) = found["seen"]
    assert found["game"] == "five-card-hi-lo"
    assert one["exact"] is None
    assert one["edge"] == pytest.approx(float(Fraction(found["alone"])) + one["gain"])
    assert 0 < one["estimate"]["standard_error"] < one["gain"] / 20
    half = 100 * NormalDist().inv_cdf(0.975) * one["estimate"]["standard_error"]
    assert f"± {half:.4f} % (95 of 100 times)" in pitboss("hi-lo", "2 other hands").stdout


def test_an_answer_is_kept() -> None:
    asked = advisor_for("top-five")
    first = asked.gain("5 other hands")
    again = advisor_for("top-five")
    again.sights = {"5 other hands": lambda progress: pytest.fail("it was kept")}
    assert again.gain("5 other hands") == first


@pytest.mark.parametrize("game", ["uth", "hi-lo", "top-five", "pik-it"])
def test_every_game_tells_what_can_be_seen(game: str) -> None:
    done = pitboss(game, "the stub")
    assert done.exit_code != 0
    assert isinstance(done.exception, PitbossError)
    assert done.exception.code == "no-sight"
    others = advisor(game).terms["positions"] - 1
    assert [name for name in advisor(game).sights if "hand" in name] == [other_hands(n) for n in range(1, others + 1)]
