"""What a layout says: names of areas, pay tables in force, notices and limits, all from the game and the terms."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pitboss.games.game import Wager
from pitboss.games.pay_tables import PayTable
from pitboss.games.terms import Terms
from pitboss.law import Citation
from pitboss.money import short_dollars

ON_LAYOUT, ON_SIGN = ("layout", "both"), ("sign", "both")
_NARROW, _WIDE = frozenset("fijlrtI.,:;'’·!|()[] -1"), frozenset("mwMW%@&")


class Table(NamedTuple):
    """A pay table as it is inscribed."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    clause: Citation


class Line(NamedTuple):
    """A line of print and the clauses that want it."""

    text: str
    clauses: tuple[Citation, ...]


def inscribed(wager: Wager) -> str:
    """The name of a wager as its area bears it.

    >>> from pitboss.games import find
    >>> [inscribed(wager) for wager in find("uth").wagers]
    ['ante', 'blind', 'play', 'trips', 'progressive', 'Cover All']
    """
    return re.sub(r" (wager|bet)$", "", wager.label, flags=re.IGNORECASE)


def typographic(text: str) -> str:
    """With true quotation marks and apostrophes.

    >>> typographic("the dealer's call, 'No more bets', at Hold 'Em")
    'the dealer’s call, ‘No more bets’, at Hold ’Em'
    """
    text = re.sub(r'"([^"]+)"', r"“\1”", text)
    return re.sub(r"(?<!\w)'([^']+)'(?!\w)", r"‘\1’", text).replace("'", "’")


def sentence(text: str) -> str:
    """With a capital at its start."""
    return text[:1].upper() + text[1:]


def in_two(text: str) -> tuple[str, str]:
    """Two lines about as long as each other, of which the first may be empty.

    >>> in_two("Four of a kind"), in_two("Straight flush"), in_two("Flush")
    (('Four of', 'a kind'), ('Straight', 'flush'), ('', 'Flush'))
    """
    words = text.split()
    ways = [(" ".join(words[:place]), " ".join(words[place:])) for place in range(1, len(words))]
    return min(ways, key=lambda way: abs(len(way[0]) - len(way[1])), default=("", text))


def odds_inscribed(terms: Terms) -> bool:
    """Whether the odds stand on the layout, and not only on a sign."""
    return terms.get("odds_display", ON_LAYOUT[0]) in ON_LAYOUT


def pay_tables(terms: Terms) -> Iterator[Table]:
    """The odds of everything that is offered and not paid even money."""
    game = terms.game
    for wager in game.wagers:
        if terms.offers(wager.name) and (table := _table(terms, wager.name, inscribed(wager))):
            yield table
        if terms.offers(wager.name) and (awards := wager.awards(terms)):
            rows = tuple((sentence(hand), amount.removesuffix(".00")) for hand, amount in awards)
            yield Table(wager.name, f"{inscribed(wager)} pays", (), rows, wager.clause)
    for bonus in game.bonuses:
        if table := _table(terms, bonus.name, bonus.name.replace("_", " ")):
            yield table


def _table(terms: Terms, name: str, label: str) -> Table | None:
    """One table in force, or, where the round selects it, all of them side by side."""
    title = f"{label} pays"
    if name in terms.pay_tables:
        table = terms.pay_tables[name]
        rows = [(sentence(row.label), str(row.odds)) for row in table.rows]
        if table.otherwise == "push":
            rows.append(("Any lower hand", "push"))
        return None if _even(table) else Table(name, title, (), tuple(rows), table.clause)
    if name not in terms.game.payouts:
        return None
    tables = tuple(terms.game.payouts[name].tables.values())
    heads = tuple(sentence(row.label) for row in tables[0].rows)
    side_by_side = tuple((sentence(table.name), *(str(row.odds) for row in table.rows)) for table in tables)
    return Table(name, title, heads, side_by_side, terms.game.wager[name].clause)


def _even(table: PayTable) -> bool:
    return [row.label for row in table.rows] == ["win"]


def notices(terms: Terms) -> Iterator[Line]:
    """What is printed between dealer and players: the wagers paid by one figure, then the game's own notices."""
    if odds_inscribed(terms):
        yield from single_odds(terms)
    for notice in terms.game.layout.notices:
        shown = notice.display is None or terms[notice.display] in ON_LAYOUT
        if shown and (words := notice.words(terms)):
            yield Line(words, notice.clauses)


def single_odds(terms: Terms) -> Iterator[Line]:
    """The wagers that are paid by one figure, together where it is the same."""
    by_odds: dict[str, list[Wager]] = {}
    for wager in terms.game.wagers:
        if terms.offers(wager.name) and wager.name in terms.pay_tables and _even(terms.pay_tables[wager.name]):
            by_odds.setdefault(str(terms.pay_tables[wager.name].top), []).append(wager)
    for odds, wagers in by_odds.items():
        *first, last = (inscribed(wager) for wager in wagers)
        names = f"{', '.join(first)} and {last} pay" if first else f"{last} pays"
        yield Line(f"{names} {odds}", tuple(terms.pay_tables[wager.name].clause for wager in wagers))


def limits(terms: Terms) -> Iterator[Line]:
    """The posted limits, where the rules want them on the layout."""
    clause = terms.game.layout.limits
    if clause is None:
        return
    for wager in terms.game.wagers:
        if wager.after_deal or wager.equals or not terms.offers(wager.name):
            continue
        if bounds := terms.posted[wager.name] or (wager.fixed and (wager.fixed, wager.fixed)):
            yield Line(f"{inscribed(wager)} {amounts(*bounds)}", (clause,))


def amounts(least: int, most: int) -> str:
    """How large a wager may be.

    >>> amounts(1000, 50000), amounts(1000, 1000)
    ('$10 to $500', '$10')
    """
    return short_dollars(least) if least == most else f"{short_dollars(least)} to {short_dollars(most)}"


def rows_of(terms: Terms) -> Iterator[tuple[Wager, ...]]:
    """The wagers offered at a position, row by row from the dealer's side.

    A game that states no rows has its side bets first, then the wagers it asks for, then those made after the deal.
    """
    game = terms.game
    offered = {wager.name: wager for wager in game.wagers if terms.offers(wager.name)}
    rows = game.layout.rows or tuple(
        tuple(wager.name for wager in game.wagers if _turn(wager) == turn) for turn in range(3)
    )
    for row in rows:
        if present := tuple(offered[name] for name in row if name in offered):
            yield present


def _turn(wager: Wager) -> int:
    return 2 if wager.after_deal else int(wager.required)


def width_of(text: str, size: float, tracking: float = 0.0, *, serif: bool = False) -> float:
    """About how long a text is when it is printed; rather too long than too short."""
    ems = sum(0.34 if one in _NARROW else 0.92 if one in _WIDE else 0.72 if one.isupper() else 0.52 for one in text)
    return size * (ems * (0.86 if serif else 1.0) + tracking * len(text))
