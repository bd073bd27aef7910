"""The compiled loops behind the batch forms; imported only when a batch is asked for."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pitboss.errors import CardError
from pitboss.hands import five as f
from pitboss.hands.jit import compiled
from pitboss.hands.lookup_tables import tables
from pitboss.hands.rows import checked

LOW_MASK, HIGH_MASK = np.uint64(f.LOW_MASK), np.uint64(f.HIGH_MASK)
LOW_BITS, SUIT_SHIFT = np.uint64(f.LOW_BITS), np.uint64(f.SUIT_SHIFT)
EMPTY, FLUSH, NOT_A_CARD = np.uint64(f.EMPTY), np.uint64(f.FLUSH), np.uint64(f.NOT_A_CARD)


def five_values(rows: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint16]:
    """See `five.values`."""
    rows = checked(rows, 5, 7, faces=False)
    found = tables(rows.shape[1])
    out = np.empty(len(rows), np.uint16)
    if not _five(np.ascontiguousarray(rows), found.keys, found.low, found.high, found.classes, found.flushes, out):
        raise CardError("card-notation", "a row holds a number above 51, which is no card")
    return out


def five_census(size: int) -> npt.NDArray[np.int64]:
    """See `five.census`."""
    if not 5 <= size <= 7:
        raise CardError("card-count", f"a five-card hand is made of 5 to 7 cards, not {size}")
    found = tables(size)
    counts = np.zeros(f.CLASSES, np.int64)
    _census(size, found.keys, found.low, found.high, found.classes, found.flushes, counts)
    return counts


@compiled
def _five(rows, keys, low, high, classes, flushes, out):  # type: ignore[no-untyped-def]
    size = rows.shape[1]
    seen = np.uint64(0)
    for i in range(rows.shape[0]):
        total = EMPTY + keys[rows[i, 0]] + keys[rows[i, 1]] + keys[rows[i, 2]] + keys[rows[i, 3]] + keys[rows[i, 4]]
        if size > 5:
            total += keys[rows[i, 5]]
        if size > 6:
            total += keys[rows[i, 6]]
        seen |= total
        if total & FLUSH:
            out[i] = flushes[_suited(rows[i], total)]
        else:
            out[i] = classes[low[total & LOW_MASK] + high[total >> LOW_BITS & HIGH_MASK]]
    return seen < NOT_A_CARD


@compiled
def _suited(cards, total):  # type: ignore[no-untyped-def]
    """The ranks of the suit that has five cards or more."""
    suit = 0
    while not (total >> (SUIT_SHIFT + np.uint64(4 * suit))) & np.uint64(8):
        suit += 1
    mask = 0
    for card in cards:
        if card & 3 == suit:
            mask |= 1 << (card >> 2)
    return mask & 0x1FFF  # a number that is no card has no rank either


@compiled
def _census(size, keys, low, high, classes, flushes, counts):  # type: ignore[no-untyped-def]
    """Every hand once: the cards but the last step like an odometer, the last runs in the inner loop."""
    hand = np.arange(size).astype(np.uint8)
    depth = size - 1
    while True:
        total = EMPTY
        for j in range(depth):
            total += keys[hand[j]]
        for last in range(hand[depth - 1] + 1, 52):
            whole = total + keys[last]
            if whole & FLUSH:
                hand[depth] = last
                counts[flushes[_suited(hand, whole)]] += 1
            else:
                counts[classes[low[whole & LOW_MASK] + high[whole >> LOW_BITS & HIGH_MASK]]] += 1
        j = depth - 1
        while j >= 0 and hand[j] == 52 - size + j:
            j -= 1
        if j < 0:
            return
        hand[j] += 1
        for k in range(j + 1, depth):
            hand[k] = hand[k - 1] + 1
