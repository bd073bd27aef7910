"""The house edge under each reading of the rulings: `python docs/readings.py --write` writes readings.toml beside it.

The decision of a ruling is priced by the product's own solver. The other readings are not built; they are priced here,
by the same counts settled in another way, or by a small exact count that is first held to the solver.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pitboss.law import registers
from prices import hi_lo, hold_em, pik_it, top_five
from prices.entry import Price, Published, Reading, Unpriced

FILE = Path(__file__).with_suffix(".toml")
GAMES = (hi_lo, top_five, pik_it, hold_em)
HEAD = """\
# What the house keeps under each reading of a ruling; written by `python docs/readings.py --write`.
#
# prices: wager, as `pitboss solve` names it, or "the whole round": all that is staked, per ante (other names are no
#   wagers of the solver's); assumed, in words; options and stakes (cents) where they differ from a new submission;
#   readings, with the exact edge, the same in percent, and whether it is the one built; published figures of others.
# unpriced: readings that have no price, and why.
"""


def written() -> str:
    """The whole file, the rulings in the order of the registers."""
    return "\n".join([HEAD, *lines(entry for game in GAMES for entry in game.prices())])


def lines(entries: Iterator[Price | Unpriced]) -> Iterator[str]:
    """The file's lines for some entries."""
    by_ruling: defaultdict[str, list[Price | Unpriced]] = defaultdict(list)
    for entry in entries:
        by_ruling[entry.ruling].append(entry)
    for ruling in (ruling for register in registers() for ruling in register.rulings if ruling in by_ruling):
        yield f"[{ruling}]"
        if unpriced := [entry.words for entry in by_ruling[ruling] if isinstance(entry, Unpriced)]:
            yield f"unpriced = {_toml(unpriced)}"
        yield ""
        for entry in by_ruling[ruling]:
            if isinstance(entry, Price):
                yield from _price(entry)


def _price(price: Price) -> Iterator[str]:
    yield f"[[{price.ruling}.prices]]"
    yield f"wager = {_toml(price.wager)}"
    yield f"assumed = {_toml(price.assumed)}"
    if price.options:
        yield f"options = {_toml(price.options)}"
    if price.stakes:
        yield f"stakes = {_toml({name: 100 * amount for name, amount in price.stakes.items()})}"
    yield from _listed("readings", [_reading(reading) for reading in price.readings])
    if price.published:
        yield from _listed("published", [_published(published) for published in price.published])
    yield ""


def _reading(reading: Reading) -> dict[str, Any]:
    edge = {"edge": str(reading.edge), "percent": f"{float(100 * reading.edge):.4f}", "built": reading.built}
    return {"words": reading.words, **edge, **({"options": reading.options} if reading.options else {})}


def _published(published: Published) -> dict[str, Any]:
    return published._asdict()


def _listed(name: str, entries: list[dict[str, Any]]) -> Iterator[str]:
    yield f"{name} = ["
    yield from (f"  {_toml(entry)}," for entry in entries)
    yield "]"


def _toml(value: Any) -> str:
    match value:
        case Mapping():
            return "{ " + ", ".join(f"{key} = {_toml(entry)}" for key, entry in value.items()) + " }"
        case list():
            return "[" + ", ".join(map(_toml, value)) + "]"
        case _:
            return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        FILE.write_text(written(), encoding="utf-8")
    else:
        sys.stdout.write(written())
