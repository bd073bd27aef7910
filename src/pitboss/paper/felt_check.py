"""Whether a layout has everything its rules list; it may have more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pitboss.law import Citation
from pitboss.paper.felt_parts import Felt
from pitboss.paper.felt_words import inscribed, notices, odds_inscribed, pay_tables, typographic


class Lack(NamedTuple):
    """Something that a layout must have and has not, and the clause that wants it."""

    what: str
    clause: Citation


def lacking(felt: Felt) -> tuple[Lack, ...]:
    """What a layout lacks under its table's terms."""
    return (*_areas(felt), *_cards(felt), *_print(felt))


def _areas(felt: Felt) -> Iterator[Lack]:
    """Each wager offered has an area at every position that no other wager shares."""
    terms = felt.terms
    if len(felt.positions) != terms["positions"]:
        yield Lack(f"{terms['positions']} positions", terms.game.option["positions"].clause)
    for position in felt.positions:
        places = {(ring.x, ring.y): ring.wager for ring in position.rings}
        for wager in terms.game.wagers:
            if terms.offers(wager.name) and wager.name not in places.values():
                yield Lack(f"{inscribed(wager)} at position {position.number}", wager.area)


def _cards(felt: Felt) -> Iterator[Lack]:
    """Each area for cards is there, with room for its cards."""
    count = {field.name: field.count for field in felt.terms.game.fields}
    for area in felt.terms.game.areas:
        if area.holds is None:
            continue
        for position in felt.positions if area.each_position else ():
            room = sum(slot.count for slot in position.slots if slot.clause == area.clause and slot.name == area.holds)
            if room != count[area.holds]:
                yield Lack(f"{area.name} at position {position.number}", area.clause)
        if not area.each_position and count[area.holds] != sum(
            slot.count for slot in felt.dealer if slot.name.partition("-")[0] == area.holds
        ):
            yield Lack(area.name, area.clause)


def _print(felt: Felt) -> Iterator[Lack]:
    """The house's name, the odds in force where they are inscribed, and the notices."""
    game, said = felt.terms.game, " ".join(line.text for line in felt.inscriptions).casefold()
    if typographic(felt.house).casefold() not in said or not felt.house:
        yield Lack("the operator's name", game.option["operator"].clause)
    if odds_inscribed(felt.terms):
        printed = {panel.name: panel.rows for panel in felt.panels}
        for table in pay_tables(felt.terms):
            if printed.get(table.name) != table.rows:
                yield Lack(table.title, table.clause)
    for line in notices(felt.terms):
        if typographic(line.text).casefold() not in said:
            yield from (Lack(line.text, clause) for clause in line.clauses)
