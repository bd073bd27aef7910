"""Pik-It Poker under other readings of its rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import numpy as np

from pitboss.games.pik_it_poker import CARDS_EACH, GAME, PICKED
from pitboss.hands import three
from pitboss.solvers.advisor import terms_for
from pitboss.solvers.pik_it_hands import FIVE, THREE, Numbers, all_hands
from pitboss.solvers.pik_it_tally import results, values
from prices.entry import (
    NOTHING,
    ROUND,
    Options,
    Price,
    Reading,
    Unpriced,
    asked,
    built,
    edge,
    lost_goes_back,
    lost_unless,
    not_folded,
    solved,
)
from prices.pik_it_orders import CORNERS, Key, ace_high, as_built, corner, highest_card, ordered

NAME = "pik-it"
BONUS = "five_card_bonus"
SIZES = {"three_card_bonus": PICKED, BONUS: CARDS_EACH}
QUALIFIER = {"dealer_must_qualify": True}
BEST_PLAY = "ante and compulsory 5 card bonus on pay table 1, multiples 1 and 1, best play under each reading"
PLAY_3, PLAY_5 = 0, 1
WON, TIED, LOST = 0, 1, 2
"""The player's hand is the higher, equal, the lower."""
SHORT = 0
"""The dealer does not qualify."""
PAIRS = {
    (1, 1): "play 3 and play 5 of one ante: lawful under every reading",
    (2, 1): "play 3 of two antes: not with one multiple for both",
    (1, 2): "play 5 of two antes: not with one multiple for both, nor if play 5 is locked to the ante",
    (2, 2): "both of two antes: not if play 5 is locked to the ante",
}
SUITS = 4


def prices() -> Iterator[Price | Unpriced]:
    """Every ruling of the game whose readings may differ in money."""
    yield from _amounts()
    yield from _settlement()
    yield from _orders()
    yield from _bonuses()
    yield Unpriced(
        "PK-R9",
        "What open hands are worth to later seats is estimated by sampling, not counted; a seat that sees none has the "
        "edge of a game with closed hands.",
    )
    yield Unpriced("PK-R17", "Suits that break ties: no order of the suits is given.")
    yield Unpriced("PK-R18", "A play 3 hand bound to the pick: it would exist only for those who bet the 3 card bonus.")
    yield Unpriced("PK-R29", "A limit on what is paid in a round: no amount is stated.")


def _amounts() -> Iterator[Price]:
    for version, words in ((NOTHING, "without the qualifier"), (QUALIFIER, "with the qualifier")):
        readings = []
        for (play_3, play_5), allowed in PAIRS.items():
            pair = {"play_3_multiple": play_3, "play_5_multiple": play_5}
            readings.append(built(allowed, solved(asked(NAME, {**version, **pair}), ROUND), pair))
        assumed = f"ante and compulsory 5 card bonus on pay table 1, {words}, best play"
        yield Price("PK-R1", ROUND, assumed, tuple(readings), options=version)
    stakes = {"ante": 200}
    advisor = asked(NAME, NOTHING, stakes)
    least = solved(advisor, "main") + solved(advisor, BONUS) * Fraction(10, 200)
    yield Price(
        "PK-R27",
        ROUND,
        "an ante of $200, the starting maximum, multiples 1 and 1, without the qualifier",
        (
            built("the 5 card bonus equals the ante", solved(advisor, ROUND)),
            Reading("any 5 card bonus within the limits: the least, $10", least),
        ),
        stakes=stakes,
    )


def _settlement() -> Iterator[Price]:
    qualified, plain = nets(QUALIFIER), nets()
    ante_back, both_back, ties_lose = qualified.copy(), qualified.copy(), plain.copy()
    ante_back[PLAY_5, SHORT, LOST] = 0
    both_back[PLAY_3, SHORT] = qualified[PLAY_5, SHORT]
    ties_lose[[PLAY_3, PLAY_5], :, TIED] = plain[[PLAY_3, PLAY_5], :, LOST]
    counts = all_hands().counts
    yield _round(
        "PK-R2",
        "no qualify: a lower play 5 hand loses its ante; play 3 is not touched",
        ("the ante of a lower hand goes back", values(counts, ante_back)),
        ("play 3 goes back as play 5 does", values(counts, both_back)),
        options=QUALIFIER,
    )
    yield _round("PK-R3", "ties push", ("a tie is not ranked higher and loses", values(counts, ties_lose)))
    by_five = values(counts, plain)
    won = (counts[..., WON] - counts[..., LOST]).sum(axis=2)
    by_five[:, PLAY_3] = won[:, THREE] + won[:, FIVE]
    yield _round(
        "PK-R8",
        "the ante follows the comparison that the play wager chose",
        ("the ante always follows the five-card hands", by_five),
    )


def _orders() -> Iterator[Price]:
    paid = nets()

    def under(key: Key) -> Numbers:
        return values(ordered(all_hands(), key), paid)

    assert main(under(as_built)) == solved(asked(NAME), "main")
    yield _round(
        "PK-R4",
        "pairs, triples and so on first, then the other cards",
        ("the highest card that the other hand lacks", under(highest_card)),
    )
    yield _round(
        "PK-R15",
        "5-4-3-2-A and 3-2-A are the lowest runs",
        ("their ace is high: only the run down from it is above them", under(ace_high)),
    )
    yield _round(
        "PK-R16",
        "K-A-2 and Q-K-A-2-3 of one suit are flushes",
        ("they are straight flushes, the lowest of them", under(corner)),
        bonus=solved(asked(NAME), BONUS) - corner_gain(BONUS),
    )


def _bonuses() -> Iterator[Price]:
    advisor = asked(NAME)
    for wager in SIZES:
        chosen, settle = edge(advisor, wager), GAME.wager[wager].settle
        yield Price(
            "PK-R16",
            wager,
            "pay table 1",
            (
                built("a run round the corner of the ace is a flush", chosen),
                Reading("it is a straight flush", chosen - corner_gain(wager)),
            ),
        )
        yield Price(
            "PK-R24",
            wager,
            "pay table 1, best play",
            (
                built("a hand below the lowest row loses; a fold leaves the bonus alone", chosen),
                Reading("a fold loses it too", edge(advisor, wager, lost_unless(not_folded, settle))),
                Reading("below the lowest row it goes back", edge(advisor, wager, lost_goes_back(settle))),
            ),
        )
    for table in GAME.payouts["three_card_bonus"].tables:
        options = {"three_card_bonus_pay_table": table}
        yield Price(
            "PK-R7",
            "three_card_bonus",
            f"pay table {table}",
            (
                built("three cards are picked unseen", solved(asked(NAME, options), "three_card_bonus")),
                Reading("the best three are picked with sight of all five", sighted(table)),
            ),
            options=options,
        )


# --- counts ----------------------------------------------------------------------------------------------------------


def _round(
    ruling: str,
    taken: str,
    *others: tuple[str, Numbers],
    options: Options = NOTHING,
    bonus: Fraction | None = None,
) -> Price:
    """A round with ante and 5 card bonus under readings that give each action this worth."""
    advisor = asked(NAME, options)
    staked = solved(advisor, BONUS) if bonus is None else bonus
    readings = [Reading(words, main(worth) + staked) for words, worth in others]
    assumed = f"with the qualifier; {BEST_PLAY}" if options else BEST_PLAY
    return Price(ruling, ROUND, assumed, (built(taken, solved(advisor, ROUND)), *readings), options=options)


def nets(options: Options = NOTHING) -> Numbers:
    """(action, dealer qualifies, standing): what ante and play wager net, by the rule book."""
    return results(terms_for(GAME, options), all_hands())


def main(worth: Numbers) -> Fraction:
    """What the house keeps of ante and play wager, per ante, if the best action for each hand is taken."""
    hands = all_hands()
    won = sum(int(times) * int(most) for times, most in zip(hands.times, worth.max(axis=1), strict=True))
    return Fraction(-won, int(hands.times.sum()) * hands.dealers)


def sighted(table: str | int) -> Fraction:
    """What the house keeps of a 3 card bonus if the best of the ten picks is taken."""
    hands, rows = all_hands(), GAME.payouts["three_card_bonus"].tables[table]
    best = len(three.Category) - 1 - np.argmax(hands.picks[:, ::-1] > 0, axis=1)
    odds = [rows.row(three.at_least(kind)) for kind in three.Category]
    won = np.array([row.odds.win if row else -1 for row in odds])[best]
    return Fraction(-int((won * hands.times).sum()), int(hands.times.sum()))


def corner_gain(wager: str) -> Fraction:
    """What a bonus on pay table 1 pays more if runs round the corner of the ace are straight flushes."""
    rows, cards = GAME.payouts[wager].tables[1], SIZES[wager]
    more = rows["straight_flush"].odds.win - rows["flush"].odds.win
    runs = sum(len(run) == cards for run in CORNERS)
    return Fraction(more * runs * SUITS, comb(52, cards))
