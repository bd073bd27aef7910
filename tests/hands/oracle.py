"""A slow, plain poker evaluator written a second way: rank groups and comparisons, no tables."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

Score = tuple[int, tuple[int, ...]]


def five_score(cards: tuple[int, ...]) -> Score:
    ranks = sorted((card // 4 for card in cards), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = tuple(size for _, size in groups)
    order = tuple(rank for rank, _ in groups)
    flush = len({card % 4 for card in cards}) == 1
    run = ranks if ranks != [12, 3, 2, 1, 0] else [3, 2, 1, 0, -1]
    straight = shape == (1,) * 5 and run[0] - run[4] == 4
    if straight and flush:
        return (9 if run[0] == 12 else 8), (run[0],)
    if straight:
        return 4, (run[0],)
    if flush:
        return 5, order
    return {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), order


def best_score(cards: tuple[int, ...]) -> Score:
    return max(five_score(five) for five in combinations(cards, 5))


def three_score(cards: tuple[int, ...]) -> Score:
    ranks = sorted((card // 4 for card in cards), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    run = ranks if ranks != [12, 1, 0] else [1, 0, -1]
    straight = len(set(ranks)) == 3 and run[0] - run[2] == 2
    if straight:
        return (6 if flush and run[0] == 12 else 5 if flush else 3), (run[0],)
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    order = tuple(rank for rank, _ in groups)
    return (2 if flush else {1: 4, 2: 1, 3: 0}[len(groups)]), order


def best_three_score(cards: tuple[int, ...]) -> Score:
    return max(three_score(three) for three in combinations(cards, 3))


def top_five_score(cards: tuple[int, ...]) -> tuple[int, Score]:
    top = [card for card in cards if card // 4 >= 8]
    if len(top) >= 5:
        number, order = max(five_score(five) for five in combinations(top, 5))
        kinds = {9: 7, 7: 6, 6: 5, 4: 4, 3: 3, 2: 2, 1: 1}
        return len(top), (kinds[number], () if number in (9, 4) else order)
    groups = sorted(Counter(card // 4 for card in top).items(), key=lambda group: (group[1], group[0]), reverse=True)
    shape = tuple(size for _, size in groups)
    kind = {(4,): 6, (3, 1): 3, (3,): 3, (2, 2): 2, (2, 1, 1): 1, (2, 1): 1, (2,): 1}.get(shape, 0)
    return len(top), (kind, tuple(rank for rank, _ in groups))
