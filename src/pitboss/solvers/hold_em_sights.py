"""What a Hold 'Em player may see before the first decision, and what it is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from itertools import combinations

import numpy as np

from pitboss.solvers.hold_em_boards import PAIRS, WHOLE, Counts, Deck, pair
from pitboss.solvers.hold_em_endings import rule_book
from pitboss.solvers.hold_em_others import Policy, gain_with_others
from pitboss.solvers.hold_em_rounds import FOUR, TIMES, Best, cell
from pitboss.solvers.hold_em_seen import Won, all_deals, both_dealer_cards, one_dealer_card, one_other_card
from pitboss.solvers.solver import Gain, Look, Progress, other_hands, silent

_FIRST = 0.4
"""The part of the work for some other hands that is done once for all of them."""


def sights(best: Best, others: int) -> Mapping[str, Look]:
    """Cards of the dealer's and of the flop, and up to so many other hands, beside best play for the own cards."""
    with_card: list[Won] = []
    policies: list[Policy] = []

    def one_card(place: int, progress: Progress) -> Gain:
        if not with_card:  # both come from the same work
            with_card.extend(one_dealer_card(rule_book(), progress=progress))
        return gain_over(best, with_card[place])

    def both_cards(progress: Progress) -> Gain:
        return gain_over(best, both_dealer_cards(rule_book(), progress=progress))

    def hands(number: int, progress: Progress) -> Gain:
        if not policies:
            policies.append(policy_of(best, progress=lambda part: progress(_FIRST * part)))
        return gain_with_others(
            rule_book(), policies[0], number, progress=lambda part: progress(_FIRST + (1 - _FIRST) * part)
        )

    return {
        "1 dealer card": partial(one_card, 0),
        "1 dealer card, 1 flop card": partial(one_card, 1),
        "2 dealer cards": both_cards,
        **{other_hands(number): partial(hands, number) for number in range(1, others + 1)},
    }


def gain_over(best: Best, won: Won, deck: Deck = WHOLE) -> Gain:
    """What is won with cards seen, over best play for the own cards."""
    book = rule_book()
    alone = np.maximum(best.check, _at_once(best)).sum() - (best.base + book.after_river * best.play).sum()
    return Gain(Fraction(won.total, book.unit * won.deals) - Fraction(int(alone), book.unit * all_deals(deck)))


def policy_of(best: Best, deck: Deck = WHOLE, progress: Progress = silent) -> Policy:
    """Best play for the own cards, as samples are drawn for it and held against it."""
    cards = [tuple(map(int, own)) for own in combinations(deck.cards, 2)]
    alike = Counter(cell(*own) for own in cards)
    ahead, unit = np.zeros(PAIRS), rule_book().unit * all_deals(deck) / len(cards)
    for own in cards:
        at = cell(*own)
        ahead[pair(*own)] = (_at_once(best) - best.check)[at] / (alike[at] * unit)
    return Policy(ahead, one_other_card(rule_book(), deck, progress), best.bets)


def _at_once(best: Best) -> Counts:
    return best.base + TIMES[FOUR] * best.play
