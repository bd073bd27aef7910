"""Ultimate Texas Hold 'Em under other readings of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np

from pitboss.cards import DECK
from pitboss.games.hand import FinishedHand
from pitboss.games.pay_tables import PayTable
from pitboss.games.ultimate_texas_hold_em import BLIND, COVER_ALL, GAME, TRIPS
from pitboss.hands import five
from pitboss.hands.five import Category
from pitboss.solvers.advisor import Advisor
from pitboss.solvers.cover_all import layouts
from pitboss.solvers.hold_em_boards import boards
from pitboss.solvers.hold_em_showdown import order_of
from pitboss.solvers.pricing import Report
from prices import hold_em_play as play
from prices.cover_all import LEFT, reached
from prices.entry import (
    NOTHING,
    ROUND,
    Price,
    Published,
    Reading,
    Unpriced,
    asked,
    built,
    edge,
    edge_of_round,
    lost_goes_back,
    lost_unless,
    not_folded,
    solved,
)

NAME = "uth"
BEST_PLAY = "best play under each reading"
WIZARD = "Wizard of Odds, Ultimate Texas Hold 'Em"
STARTING_TRIPS = "pay table C, with which a submission starts"
TRIPS_PUBLISHED = {"A": "0.90", "B": "1.90", "C": "3.50", "D": "6.18"}
FOUR_WAGERS = ("ante", "blind", "play", "trips")
AT_MAXIMUM = {"ante": 500, "blind": 500, "trips": 100}
ROWS = {"royal_flush": "100%", "straight_flush": "10%", "four_of_a_kind": "$300"}
PROGRESSIVE = {
    "seed": "$10,000",
    "contribution": "$1",
    "rows": ROWS,
}
PROGRESSIVE_WORDS = "seed $10,000, where the meter stands; royal flush 100 %, straight flush 10 %, four of a kind $300"


def prices() -> Iterator[Price | Unpriced]:
    """Every ruling of the game whose readings may differ in money."""
    yield from _main()
    yield from _trips()
    yield from _limits()
    yield from _cover_all()
    yield from _progressive()
    yield from _unpriced()


def _unpriced() -> Iterator[Unpriced]:
    for ruling, words in (
        ("UTH-R4", "A progressive without the operator's definition: the text has no award."),
        ("UTH-R20", "'Unsuited' word for word: no straight could exist, and its rows would be empty."),
        (
            "UTH-R48",
            "Folded hands: the figures of Cover All are for every hand dealt being counted, as if all players kept "
            "theirs; what folds take away hangs on the other players.",
        ),
        ("UTH-R54", "A share paid in the order of the seats: it hangs on who else hits it, and where they sit."),
        ("UTH-R72", "Fractions of a cent: less than a cent of an award."),
        (
            "UTH-R76",
            "The meter after an award: it changes the awards of later rounds, not what a round at a meter is worth.",
        ),
    ):
        yield Unpriced(ruling, words)


# --- ante, blind and play --------------------------------------------------------------------------------------------


def _main() -> Iterator[Price]:
    chosen = solved(asked(NAME), "main")
    assert play.main() == chosen

    def priced(ruling: str, taken: str, *others: tuple[str, Fraction]) -> Price:
        readings = (built(taken, chosen), *(Reading(*other) for other in others))
        return Price(ruling, "main", BEST_PLAY, readings)

    below_a_pair = priced(
        "UTH-R5",
        "dealer below a pair: the ante goes back, blind and play are settled by the hands",
        ("a player who loses loses the ante too", play.main(results=play.loser_pays_ante)),
        ("all three go back", play.main(results=play.all_go_back)),
    )
    yield below_a_pair._replace(published=(Published("ante, blind and play, of an ante", "2.185", WIZARD),))
    yield priced(
        "UTH-R19",
        "A-K-Q-J-10 of one suit is a royal flush, 500 to 1 on the blind",
        (
            "it is the highest straight flush, 50 to 1",
            play.main(play.blind_of({Category.ROYAL_FLUSH: BLIND["straight_flush"].odds.pays(2)}, unit=2)),
        ),
    )
    yield priced(
        "UTH-R21",
        "pairs, triples and so on first, then the other cards; the ace low in A-2-3-4-5",
        (
            "the highest card that the other hand lacks, an ace always high",
            play.main(order_of=lambda size: play.highest_card_lacked()),
        ),
    )
    yield priced(
        "UTH-R22",
        "a hand is folded at the last opportunity only",
        ("a hand may be given up at an earlier one", play.with_early_fold()),
    )
    not_qualified = 1 - (asked(NAME).report.qualifies or Fraction(0))
    both = play.main(lay_out=play.both_cards_play, order_of=lambda size: order_of(5))
    yield priced(
        "UTH-R24",
        "the best five of seven cards",
        ("both hole cards with three of the board, for player and dealer", both),
    )
    yield priced(
        "UTH-R38",
        "a folded ante stays lost",
        ("it goes back where the dealer is below a pair", play.main(results=play.folded_ante_back) - not_qualified),
    )
    yield priced(
        "UTH-R42",
        "the blind is paid whenever the player's hand ranks higher, and on no tie",
        ("not against a dealer below a pair", play.main(results=play.blind_needs_pair)),
        ("on a tie as well", play.main(results=play.blind_paid_on_tie)),
    )
    yield Price(
        "UTH-R45",
        "main",
        "a blind of $5, the table's minimum being $5; best play under each reading",
        (
            built("a flush pays $7.50", chosen),
            Reading("rounded up to a dollar: $8", play.main(play.blind_of({Category.FLUSH: 16}, unit=10))),
            Reading("rounded down to a dollar: $7", play.main(play.blind_of({Category.FLUSH: 14}, unit=10))),
        ),
    )


# --- trips -----------------------------------------------------------------------------------------------------------


def _trips() -> Iterator[Price]:
    readings, published = [], []
    for table in map(str, TRIPS.tables):
        options = {"trips_pay_table": table}
        readings.append(built(f"pay table {table}", solved(asked(NAME, options), "trips"), options))
        published.append(Published(f"pay table {table}", TRIPS_PUBLISHED[table], WIZARD))
    yield Price("UTH-R44", "trips", "the operator's choice", tuple(readings), tuple(published))
    advisor, settle = asked(NAME), GAME.wager["trips"].settle
    chosen, rows = edge(advisor, "trips"), advisor.terms.pay_tables["trips"]
    lower = rows["royal_flush"].odds.win - rows["straight_flush"].odds.win
    yield Price(
        "UTH-R19",
        "trips",
        STARTING_TRIPS,
        (
            built("A-K-Q-J-10 of one suit is a royal flush", chosen),
            Reading("it is a straight flush", chosen + lower * _part(Category.ROYAL_FLUSH)),
        ),
    )
    yield Price(
        "UTH-R41",
        "trips",
        STARTING_TRIPS,
        (
            built("below three of a kind it loses", chosen),
            Reading("it goes back", edge(advisor, "trips", lost_goes_back(settle))),
        ),
    )
    yield Price(
        "UTH-R55",
        "trips",
        f"{STARTING_TRIPS}, a hand played as is best for ante, blind and play",
        (
            built("settled on all seven cards, folded or not, the board alone included", chosen),
            Reading("a fold loses it", edge(advisor, "trips", lost_unless(not_folded, settle))),
            Reading("a hand that lies wholly on the board does not win", chosen + on_the_board(rows)),
        ),
    )


def _part(kind: Category) -> Fraction:
    """How often seven cards make this kind of hand."""
    census = five.census(7)
    first, after = five.at_least(kind), five.at_least(Category(kind + 1)) if kind < max(Category) else None
    return Fraction(int(census[first:after].sum()), comb(52, 7))


def on_the_board(rows: PayTable) -> Fraction:
    """What trips wins, stake and all, on hands that are no better than the board by itself."""
    every = boards()
    strengths = five.values(every.cards)
    lost = 0
    for place in np.flatnonzero(strengths >= five.at_least(Category.THREE_OF_A_KIND)).tolist():
        board, own = every.cards[place], int(strengths[place])
        row = rows.row(own)
        assert row is not None
        lost += int(every.copies[place]) * (row.odds.win + 1) * _no_better(tuple(board.tolist()), own)
    return Fraction(lost, comb(52, 5) * comb(LEFT, 2))


def _no_better(board: tuple[int, ...], own: int) -> int:
    """How many hole cards leave a board as good as it is."""
    left = np.array([*combinations([card for card in DECK if card not in board], 2)], np.uint8)
    cards = np.concatenate([left, np.broadcast_to(np.array(board, np.uint8), (len(left), len(board)))], axis=1)
    return int((five.values(cards) == own).sum())


# --- limits ----------------------------------------------------------------------------------------------------------


def _limits() -> Iterator[Price]:
    advisor = asked(NAME, NOTHING, AT_MAXIMUM)
    four, every = advisor.terms.limits
    chosen = -advisor.report.ev
    words = "ante and blind $500, trips $100, the starting maximums; best play"

    def limited(limit: int, *, stakes: bool = False, at: Advisor = advisor) -> Fraction:
        return edge_of_round(at, limit, FOUR_WAGERS, stakes=stakes)

    yield Price(
        "UTH-R3",
        ROUND,
        words,
        (
            built("both limits: $50,000 for ante, blind, play and trips, $75,000 with Cover All", chosen),
            Reading("the excess is taken from all winning wagers in proportion", limited(four)),
            Reading("only the limit of 14(d), $75,000", limited(every)),
            Reading("for comparison: no limit", -advisor.report.unlimited.ev),
        ),
        stakes=AT_MAXIMUM,
    )
    yield Price(
        "UTH-R7",
        ROUND,
        words,
        (
            built("a limit is for winnings, stakes go back on top", chosen),
            Reading("it is for winnings and stakes together", limited(four, stakes=True)),
        ),
        stakes=AT_MAXIMUM,
    )
    dear_options = {"table_minimum": "$100"}
    dear = asked(NAME, dear_options, AT_MAXIMUM)
    ante, trips = int(dear.terms["table_minimum"]), dear.terms.pay_tables["trips"].top.win
    top = 1 + 4 + BLIND.top.win
    yield Price(
        "UTH-R8",
        ROUND,
        f"a minimum of $100 for the ante and $5 for trips; {words}",
        (
            built("each wager at its own minimum: a limit of $50,750", -dear.report.ev),
            Reading("the table minimum multiplies all: $55,500", limited(ante * (top + trips), at=dear)),
        ),
        options=dear_options,
        stakes=AT_MAXIMUM,
    )


# --- Cover All -------------------------------------------------------------------------------------------------------


def _cover_all() -> Iterator[Price | Unpriced]:
    report = asked(NAME).report
    three_of_a_kind = reached(map(int, COVER_ALL.tables))
    for hands in sorted(map(int, COVER_ALL.tables)):
        name = f"cover_all_{hands}"
        chosen = report.wagers[name].edge
        assert covered(report, hands, hands) == chosen
        between = (
            Fraction(three_of_a_kind[hands], comb(52, 5) * layouts(LEFT, hands)) - report.wagers[name].hit_frequency
        )
        yield Price(
            "UTH-R1",
            name,
            f"{hands} hands in the round, all of them counted",
            (
                built("a highest hand below a full house loses", chosen),
                Reading("three of a kind, a straight or a flush goes back", chosen - between),
                Reading("three of a kind, a straight or a flush pays 1 to 1", chosen - 2 * between),
            ),
        )
        if hands - 1 in COVER_ALL.tables:
            yield Price(
                "UTH-R2",
                name,
                f"{hands - 1} players and the dealer, all hands counted",
                (
                    built(f"column {hands}: the dealer's hand is counted", chosen),
                    Reading(f"column {hands - 1}: players only", covered(report, hands, hands - 1)),
                ),
            )
    yield Unpriced("UTH-R2", "Players only, with one player: there is no column 1.")


def covered(report: Report, hands: int, column: int) -> Fraction:
    """What the house keeps of Cover All with so many hands, paid by a column."""
    tally, net = report.solved.sides[f"cover_all_{hands}"].tally, 0
    for ending in tally.endings:
        board = ending.cards["community"]
        row = COVER_ALL.tables[column].row(
            max(five.value(held + board) for held in (ending.cards["player"], ending.cards["dealer"], *ending.others))
        )
        net += ending.deals * (row.odds.win if row else -1)
    return Fraction(-net, tally.deals)


# --- the progressive -------------------------------------------------------------------------------------------------


def _progressive() -> Iterator[Price]:
    options = {"progressive": PROGRESSIVE}
    advisor = asked(NAME, options)
    figures, settle = advisor.report.wagers["progressive"], GAME.wager["progressive"].settle
    on_flop = asked(NAME, {"progressive": {**PROGRESSIVE, "basis": "hole-plus-flop"}}).report.wagers["progressive"]
    yield Price(
        "UTH-R54",
        "progressive",
        PROGRESSIVE_WORDS,
        (
            built("the best five of seven cards, folded or not, whatever the dealer has", edge(advisor, "progressive")),
            Reading("the player's two cards and the flop", on_flop.edge),
            Reading("a fold loses it", edge(advisor, "progressive", lost_unless(not_folded, settle))),
            Reading("the hand must beat the dealer's", edge(advisor, "progressive", lost_unless(beats_dealer, settle))),
        ),
        options=options,
    )
    yield Price(
        "UTH-R73",
        "progressive",
        PROGRESSIVE_WORDS,
        (
            built("the $5 goes back with an award", figures.edge),
            Reading("the $5 is spent", figures.edge + figures.hit_frequency),
        ),
        options=options,
    )
    with_a_gap = {"progressive": {**PROGRESSIVE, "rows": {**ROWS, "full_house": "$40", "straight": "$10"}}}
    gap = solved(asked(NAME, with_a_gap), "progressive")
    yield Price(
        "UTH-R74",
        "progressive",
        f"{PROGRESSIVE_WORDS}, full house $40, straight $10, no award named for a flush",
        (
            built("a flush is paid as a straight", gap),
            Reading("a flush wins nothing", gap + _part(Category.FLUSH) * Fraction(10 + 5, 5)),
        ),
        options=with_a_gap,
    )


def beats_dealer(hand: FinishedHand) -> bool:
    """Whether a hand was played and is the higher."""
    player, dealer, board = (hand.cards[whose] for whose in ("player", "dealer", "community"))
    return not hand.folded and five.value(player + board) > five.value(dealer + board)
