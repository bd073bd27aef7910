"""Pik-It Poker: the solver against the rule book, deal by deal, on small decks; and against all dealer hands."""

from __future__ import annotations

import random
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, hypot

import numpy as np
import numpy.typing as npt
import pytest
from slow_pik_it import STAKES, Cards, Outcome, came, does_qualify, one_by_one, played

from pitboss.cards import ACE, DECK, KING, QUEEN, parse
from pitboss.errors import HandError
from pitboss.games.hand import FinishedHand
from pitboss.games.pik_it_poker import GAME
from pitboss.games.settlement import settle_hand
from pitboss.games.terms import Terms
from pitboss.hands import five, three
from pitboss.solvers.advisor import advisor_for
from pitboss.solvers.judging import concerns
from pitboss.solvers.pik_it_against import against
from pitboss.solvers.pik_it_hands import Deck, Hands, all_hands, keys_of
from pitboss.solvers.pik_it_poker import POLICY, RESULTS, SOLVER, key_of
from pitboss.solvers.pik_it_position import gains_in, position_value
from pitboss.solvers.pik_it_strategy import CHOICES, FOLD, PLAY_3, PLAY_5
from pitboss.solvers.pik_it_tally import best_policy, endings, results, written_policy
from pitboss.solvers.solver import Choice, Solved, Strategy, best
from pitboss.solvers.spots import Spot, parse_spot
from pitboss.solvers.tally import Tally
from support import case

Version = tuple[int, int, bool]
"""The multiples of play 3 and play 5, and whether the dealer must qualify."""

PLAIN: Version = (1, 1, False)
DOUBLED: Version = (2, 1, True)
VERSIONS: tuple[Version, ...] = tuple((a, b, c) for c in (False, True) for a in (1, 2) for b in (1, 2))


def terms_of(version: Version, **more: int) -> Terms:
    names = ("play_3_multiple", "play_5_multiple", "dealer_must_qualify")
    return Terms.of_hand(GAME, dict(zip(names, version, strict=True)) | more)


@cache
def solved(version: Version = PLAIN) -> Solved:
    return SOLVER.solve(terms_of(version), STAKES)


def ev(terms: Terms, found: Tally, *wagers: str) -> Fraction:
    """The expectation of some wagers, per unit of the first."""
    net = 0
    for ending in found.endings:
        settled = settle_hand(GAME, terms, ending.at(STAKES, {})).results
        net += ending.deals * sum(result.net for result in settled if result.wager in wagers)
    return Fraction(net, found.deals * STAKES[wagers[0]])


def sample(number: int, seed: int, size: int = 5) -> list[Cards]:
    rng = random.Random(seed)
    return [tuple(rng.sample(DECK, size)) for _ in range(number)]


# --- small decks, every deal -----------------------------------------------------------------------------------------

SMALL = {
    PLAIN: Deck((QUEEN, KING, ACE), 4),
    (1, 2, False): Deck((0, 1, KING, ACE), 3),
    (2, 1, False): Deck((0, 1, 2, 3, KING, ACE), 2),
    (2, 2, False): Deck((0, 5, ACE), 4),
    (1, 1, True): Deck((0, QUEEN, KING, ACE), 3),
    (1, 2, True): Deck((0, 1, 2, QUEEN, KING, ACE), 2),
    DOUBLED: Deck((0, 1, 2, 3, KING, ACE), 2),
    (2, 2, True): Deck((0, 8, KING, ACE), 3),
}


def solved_small(terms: Terms, deck: Deck, follow: Strategy | None) -> Tally:
    hands = all_hands(deck)
    policy = written_policy(follow, hands) if follow else best_policy(terms, hands, results(terms, hands))
    return Tally(tuple(endings(terms, hands, policy)))


@pytest.mark.parametrize(("version", "deck"), [*SMALL.items()], ids=str)
def test_a_small_deck_equals_trying_everything(version: Version, deck: Deck) -> None:
    terms = terms_of(version)
    worth, expected = one_by_one(terms, deck.cards, None)
    found = solved_small(terms, deck, None)
    counted = Counter[Outcome]()
    for ending in found.endings:
        settled = settle_hand(GAME, terms, ending.at(STAKES, {})).results
        counted[ending.decision, does_qualify(terms, ending.cards["dealer"]), came(settled)] += ending.deals
        assert ending.qualifies == does_qualify(terms, ending.cards["dealer"])
    assert counted == expected
    assert ev(terms, found, *SOLVER.main) == worth
    assert found.deals == comb(len(deck.cards), 5) * comb(len(deck.cards) - 5, 5) * 10


@pytest.mark.parametrize(("strategy", "version"), [*zip(SOLVER.strategies, (PLAIN, DOUBLED), strict=True)])
def test_a_page_of_rules_fares_on_a_small_deck_as_trying_everything_says(strategy: Strategy, version: Version) -> None:
    terms, deck = terms_of(version), Deck((0, 1, 9, 10, KING, ACE), 2)
    worth, _ = one_by_one(terms, deck.cards, strategy)
    assert ev(terms, solved_small(terms, deck, strategy), *SOLVER.main) == worth
    assert worth < ev(terms, solved_small(terms, deck, None), *SOLVER.main)


# --- the whole deck --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "main", "game"),
    [
        case("PK-R1 PK-R2 PK-R8 PK-R27", PLAIN, "0.700818", "-6.64%"),
        case("PK-R1 PK-R2 PK-R8", (2, 1, False), "0.925580", "15.84%"),
        case("PK-R1 PK-R2 PK-R8", (1, 2, False), "0.915926", "14.87%"),
        case("PK-R1 PK-R2 PK-R8", (2, 2, False), "1.106978", "33.98%"),
        case("PK-R1 PK-R2 PK-R8", (1, 1, True), "0.505940", "-26.13%"),
        case("PK-R1 PK-R2 PK-R8", DOUBLED, "0.740117", "-2.71%"),
        case("PK-R1 PK-R2 PK-R8", (1, 2, True), "0.520402", "-24.68%"),
        case("PK-R1 PK-R2 PK-R8", (2, 2, True), "0.746058", "-2.11%"),
    ],
)
def test_best_play_is_worth_what_the_register_says(version: Version, main: str, game: str) -> None:
    terms, found = terms_of(version), solved(version).tally
    worth = ev(terms, found, *SOLVER.main)
    assert f"{float(worth):.6f}" == main
    assert f"{float(worth + ev(terms, found, 'five_card_bonus')):.2%}" == game
    assert found.deals == comb(52, 5) * comb(47, 5) * comb(5, 3)


def test_best_play_of_a_new_submission_exactly() -> None:
    found = solved().tally
    assert ev(terms_of(PLAIN), found, *SOLVER.main) == Fraction("5543476511/7910012110")
    done = {name: sum(one.deals for one in found.endings if one.decision == name) for name in SOLVER.decisions}
    assert {name: Fraction(deals, found.deals) for name, deals in done.items()} == {
        "play_3": Fraction("253901/649740"),
        "play_5": Fraction("332239/649740"),
        "fold": Fraction("1060/10829"),
    }


@pytest.mark.parametrize(
    ("wager", "table", "edge"),
    [
        case("PK-R27", "five_card_bonus", 1, "-0.767191"),
        case("PK-R27", "five_card_bonus", 2, "-0.775432"),
        case("PK-R7", "three_card_bonus", 1, "-0.043801"),
        case("PK-R7", "three_card_bonus", 2, "-0.041991"),
        case("PK-R7", "three_card_bonus", 3, "-0.037647"),
    ],
)
def test_the_bonuses_by_every_pay_table(wager: str, table: int, edge: str) -> None:
    terms = terms_of(PLAIN, **{f"{wager}_pay_table": table})
    found = ev(terms, solved().tally, wager)
    size, order = (5, five) if wager == "five_card_bonus" else (3, three)
    strengths = Counter(order.values(every_hand(52, size).astype(np.uint8)).tolist())
    rows = terms.pay_tables[wager]
    paid = sum(number * (row.odds.pays(1) if (row := rows.row(one)) else -1) for one, number in strengths.items())
    assert found == Fraction(paid, comb(52, size))
    assert f"{float(found):.6f}" == edge


@pytest.mark.clause("PK-R30")
def test_the_dealer_does_not_qualify_with_1135260_of_all_hands() -> None:
    found = solved(DOUBLED).tally
    short = sum(ending.deals for ending in found.endings if ending.qualifies is False)
    assert Fraction(short, found.deals) == Fraction(1_135_260, 2_598_960)


@pytest.mark.parametrize("version", [PLAIN, DOUBLED])
def test_every_deal_comes_out_like_an_ending(version: Version) -> None:
    terms, known = terms_of(version), set[Outcome]()
    for ending in solved(version).tally.endings:
        settled = settle_hand(GAME, terms, ending.at(STAKES, {})).results
        known.add((ending.decision, ending.qualifies, came(settled)))
    for cards in sample(3000, 3, 10):
        player, dealer = cards[:5], cards[5:]
        choice = SOLVER.decide(terms, STAKES, solved(version), Spot(GAME, "decide", player))
        hand = played(terms, choice, player, dealer)
        pick = GAME.wager["three_card_bonus"].settle(terms, FinishedHand({"picked": player[1:4]}, STAKES))
        settled = settle_hand(GAME, terms, hand).results
        assert (choice.action, does_qualify(terms, dealer), came((pick, *settled))) in known


@cache
def every_hand(cards: int, size: int) -> npt.NDArray[np.int64]:
    """Every choice of so many places among some, one row each."""
    found = np.fromiter((place for hand in combinations(range(cards), size) for place in hand), np.int64)
    return found.reshape(-1, size)


def counted(cards: Cards, seen: Cards = ()) -> list[list[list[int]]]:
    """The dealer's hands against a hand, by the rule book's evaluators for many hands at once."""
    left = np.array([card for card in DECK if card not in cards + seen], np.uint8)
    rows = left[every_hand(len(left), 5)]
    by_five = five.values(rows).astype(np.int64)
    does = by_five >= five.value(parse("As Kd 4h 3c 2s"))
    standings = [
        np.sign(three.values(rows).astype(np.int64) - three.value(cards)),
        np.sign(by_five - five.value(cards)),
    ]
    return [
        [[int(((one == sign) & (does == so)).sum()) for sign in (-1, 0, 1)] for so in (False, True)]
        for one in standings
    ]


def place_of(hands: Hands, cards: Cards) -> int:
    return int(np.searchsorted(hands.keys, key_of(cards)))


@pytest.mark.parametrize("text", ["As Ah Kd Kc 2s", "Kd Qh 9s 8c 4c", "5c 5d Ah Kh 2h", "2c 3d 4h 9s Js"])
def test_a_hand_against_every_hand_of_the_dealer_one_by_one(text: str) -> None:
    cards, hands = parse(text), all_hands()
    expected = counted(cards)
    assert hands.counts[place_of(hands, cards)].tolist() == expected
    assert against(cards).tolist() == expected


@pytest.mark.parametrize("size", [3, 5, 20, 25, 40, 42])
def test_a_hand_against_what_the_dealer_may_hold_with_cards_seen(size: int) -> None:
    for cards in sample(1 if size < 20 else 5, size, 5 + size):
        assert against(cards[:5], cards[5:]).tolist() == counted(cards[:5], cards[5:])


def test_both_ways_to_count_agree() -> None:
    hands = all_hands()
    assert len(hands.keys) == 134_459
    assert hands.times.sum() == comb(52, 5)
    assert (hands.counts.sum((2, 3)) == comb(47, 5)).all()
    for cards in sample(60, 5):
        assert (hands.counts[place_of(hands, cards)] == against(cards)).all()


def test_hands_that_differ_only_in_suits_are_one() -> None:
    for cards in sample(200, 6):
        same = [tuple(card & ~3 | suits[card & 3] for card in cards) for suits in permutations(range(4))]
        assert {key_of(one) for one in same} == {key_of(cards)}
        assert set(keys_of(np.array(same, np.uint8)).tolist()) == {key_of(cards)}
    assert len({key_of(cards) for cards in combinations(range(12), 5)}) == 57


# --- advice ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_decided_is_what_is_advised(version: Version) -> None:
    terms = terms_of(version)
    for cards in sample(40, 7, 30):
        for seen in ((), cards[5:], cards[5:25]):
            spot = Spot(GAME, "decide", cards[:5], seen=seen)
            choice = SOLVER.decide(terms, STAKES, solved(version), spot)
            assert choice == best(SOLVER.advise(terms, STAKES, solved(version), spot)).choice


@pytest.mark.clause("PK-R9")
@pytest.mark.parametrize("version", [PLAIN, DOUBLED])
def test_advice_is_the_rule_books_result_over_every_hand_the_dealer_may_hold(version: Version) -> None:
    terms = terms_of(version)
    for cards in sample(3, 11, 40):
        player, seen = cards[:5], cards[5:]
        dealers = list(combinations([card for card in DECK if card not in cards], 5))
        advice = SOLVER.advise(terms, STAKES, solved(version), Spot(GAME, "decide", player, seen=seen))
        assert [one.wagers for one in advice] == [version[0], version[1], 0]
        for one in advice:
            hands = (played(terms, one.choice, player, dealer) for dealer in dealers)
            net = sum(result.net for hand in hands for result in settle_hand(GAME, terms, hand).results[1:])
            assert one.ev == Fraction(net, 100 * len(dealers))


def test_seen_cards_change_a_mind() -> None:
    spots = ("pik-it Kc Jd Th 5s 2c", "pik-it Kc Jd Th 5s 2c seen As Ah Ad Ac Ks")
    assert [SOLVER.decide(terms_of(PLAIN), STAKES, solved(), parse_spot(spot)) for spot in spots] == [FOLD, PLAY_5]


def test_seen_cards_must_leave_the_dealer_a_hand() -> None:
    spot = Spot(GAME, "decide", DECK[:5], seen=DECK[5:48])
    with pytest.raises(HandError, match="43 open cards leave fewer than 5 for the dealer"):
        SOLVER.advise(terms_of(PLAIN), STAKES, solved(), spot)


def test_only_the_versions_of_the_game_bear_on_best_play() -> None:
    other = terms_of(PLAIN, five_card_bonus_pay_table=2, three_card_bonus_pay_table=3, positions=9)
    assert SOLVER.depends_on(other, {"ante": 2500}) == SOLVER.depends_on(terms_of(PLAIN), STAKES)
    assert len({str(SOLVER.depends_on(terms_of(version), STAKES)) for version in VERSIONS}) == len(VERSIONS)


# --- pages of rules --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "single", "qualifier"),
    [
        ("5c 6d 7h 8s 9c", PLAY_5, PLAY_3),
        ("2c 5c 8c Jc Kc", PLAY_5, PLAY_5),
        ("Ac Ad Ah Kc Kd", PLAY_5, PLAY_3),
        ("7c 8c 9c 9d 2h", PLAY_3, PLAY_3),
        ("7c 8c 9c 9d 8h", PLAY_3, PLAY_3),
        ("9c 9d 8h 8c 2s", PLAY_5, PLAY_5),
        ("9c 9d 8h 8c 7s", PLAY_5, PLAY_3),
        ("9c 9d 9h 8c 2s", PLAY_5, PLAY_3),
        ("7c 8d 9h 2s Kc", PLAY_3, PLAY_3),
        ("7c 8d 9h Js Jc", PLAY_3, PLAY_3),
        ("7c 8d 9h Qs Qc", PLAY_5, PLAY_3),
        ("Tc Jd Qh Qs 2c", PLAY_3, PLAY_3),
        ("Ac Ad 2h 3s 7c", PLAY_5, PLAY_3),
        ("2c 2d Tc 7c 4h", PLAY_3, PLAY_3),
        ("2c 2d 9c 7c 4h", PLAY_5, PLAY_3),
        ("6c 6d Ac 8c 4h", PLAY_3, PLAY_3),
        ("6c 6d Qc 8c 4h", PLAY_5, PLAY_3),
        ("7c 7d Ac 9c 4h", PLAY_5, PLAY_3),
        ("9c 9d Qc 7c 4h", PLAY_5, PLAY_5),
        ("Jc Jd Kc 8c 4h", PLAY_5, PLAY_3),
        ("Qc Qd Kc 8c 4h", PLAY_5, PLAY_5),
        ("Ac Ad Jc 8c 4h", PLAY_5, PLAY_3),
        ("9c 9d Kh 7s 4h", PLAY_5, PLAY_5),
        ("2c 5c 8c Jd Kh", PLAY_3, PLAY_3),
        ("Ac 9d 7h 5s 4c", PLAY_5, PLAY_5),
        ("Kc Qd 7h 5s 4c", PLAY_5, FOLD),
        ("Kc Jd 7h 5s 4c", FOLD, FOLD),
    ],
)
def test_a_page_is_followed_to_the_letter(cards: str, single: Choice, qualifier: Choice) -> None:
    spot = Spot(GAME, "decide", parse(cards))
    assert [page.decide(spot) for page in SOLVER.strategies] == [single, qualifier]


@pytest.mark.parametrize(
    ("page", "version", "cost"),
    [(0, PLAIN, "351083/1031740710"), (1, DOUBLED, "8634761/15100932210")],
)
def test_what_a_page_costs(page: int, version: Version, cost: str) -> None:
    terms = terms_of(version)
    followed = SOLVER.solve(terms, STAKES, strategy=SOLVER.strategies[page]).tally
    lost = ev(terms, solved(version).tally, *SOLVER.main) - ev(terms, followed, *SOLVER.main)
    assert lost == Fraction(cost)
    assert 0 < lost < Fraction(6, 10_000)


# --- the value of position -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [PLAIN, DOUBLED])
def test_a_gain_is_the_best_advice_over_the_action_for_the_hand_alone(version: Version) -> None:
    terms, found = terms_of(version), solved(version)
    deals = sample(25, 13, 30) + sample(5, 17, 45)
    for cards in deals:
        alone = SOLVER.decide(terms, STAKES, found, Spot(GAME, "decide", cards[:5]))
        advice = SOLVER.advise(terms, STAKES, found, Spot(GAME, "decide", cards[:5], seen=cards[5:]))
        gain = best(advice).ev - next(one.ev for one in advice if one.choice == alone)
        (counted_gain,) = gains_in(
            np.array([cards], np.uint8),
            np.array([CHOICES.index(alone)]),
            found.tables[RESULTS].astype(np.int64),
        )
        assert gain == Fraction(int(counted_gain), comb(52 - len(cards), 5))


@pytest.mark.parametrize(
    ("version", "last_seat"),
    [
        case("PK-R6", PLAIN, {6: 0.713, 7: 0.716, 8: 0.737, 9: 0.856}),
        case("PK-R6", DOUBLED, {6: 0.754, 7: 0.756, 8: 0.782, 9: 0.938}),
        case("PK-R6", (2, 2, True), {6: 0.760, 7: 0.763, 8: 0.796, 9: 0.976}),
    ],
)
def test_the_last_seat_gains_what_the_register_says(version: Version, last_seat: dict[int, float]) -> None:
    tables = solved(version).tables
    policy, paid = (tables[name].astype(np.int64) for name in (POLICY, RESULTS))
    alone = float(ev(terms_of(version), solved(version).tally, *SOLVER.main))
    for positions, worth in last_seat.items():
        found = position_value(policy, paid, positions - 1, samples=3000)
        assert abs(alone + found.gain - worth) < 4 * hypot(found.error, 0.004)


def test_the_same_seed_draws_the_same_deals() -> None:
    tables = solved().tables
    policy, paid = (tables[name].astype(np.int64) for name in (POLICY, RESULTS))
    first, again, other = (position_value(policy, paid, 7, samples=250, seed=seed) for seed in (1, 1, 2))
    assert first == again != other
    assert first.samples == 250
    assert first.seen == 7
    assert first.gain > 0 < first.error


@pytest.mark.clause("PK-R6")
def test_what_is_said_of_nine_players_when_a_submission_is_checked_is_what_the_ruling_says() -> None:
    advisor = advisor_for("pik-it", {"positions": 9})
    (said,) = [one.message for one in concerns(advisor.report, advisor.late_seat)]
    ruling = GAME.law.rulings["PK-R6"]
    (figure,) = re.findall(r"\+(\d\.\d)% with 9", ruling.why)
    assert said.endswith(f"gains the edge: about {figure} % of an ante")


@pytest.mark.clause("PK-R9")
def test_the_last_seat_of_a_full_table_has_seen_every_other_hand() -> None:
    parts: list[float] = []
    late = SOLVER.late_seat(terms_of(PLAIN, positions=9), solved(), progress=parts.append)
    assert late is not None
    assert late.seen == 8
    assert late.gain > 0.1
    assert parts == sorted(parts)
    assert parts[-1] == 1
    assert SOLVER.late_seat(terms_of(PLAIN, positions=1), solved()) is None
