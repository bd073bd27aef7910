"""The rulings: a page a game, written from its register, with the prices of the readings."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pitboss.law import Register, Ruling, registers
from references import heading, link, page_of, prose, title

READINGS = Path(__file__).parents[1] / "readings.toml"
"""What the house keeps under each reading, as `python docs/readings.py` works it out."""
Prices = Mapping[str, Mapping[str, Any]]


def ruling_pages() -> dict[str, str]:
    """The text of each page by its path."""
    prices = _prices()
    return {f"rulings/{page_of(register)}": "\n".join(_page(register, prices)) for register in registers()}


def ruling_table() -> str:
    """How many rulings a game has, and how many of them are priced."""
    prices = _prices()
    lines = ["| game | rulings | priced under each reading |", "|---|--:|--:|"]
    for register in registers():
        priced = sum(ruling in prices for ruling in register.rulings)
        lines.append(f"| [{register.game}]({page_of(register)}) | {len(register.rulings)} | {priced} |")
    return "\n".join(lines)


def _prices() -> Prices:
    return tomllib.loads(READINGS.read_text(encoding="utf-8"))


def _page(register: Register, prices: Prices) -> Iterator[str]:
    topics: dict[str, list[Ruling]] = {}
    for ruling in register.rulings.values():
        topics.setdefault(register.clauses[ruling.clauses[0]].topic, []).append(ruling)
    yield f"# {register.game}: the rulings\n"
    yield f"After this page you know how {register.game} is read where its text leaves a choice: the question,"
    yield "what is built, why, and the readings that were not taken.\n"
    if priced := ", ".join(link(ruling) for ruling in register.rulings if ruling in prices):
        yield f"Priced under each reading, where what is below zero is the player's edge: {priced}.\n"
    for topic in sorted(topics):
        yield f"## {title(topic)}\n"
        for ruling in topics[topic]:
            yield from _ruling(ruling, prices.get(ruling.id, {}))


def _ruling(ruling: Ruling, prices: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {heading(ruling)}\n"
    yield f"{prose(ruling.question)}\n{{ .question }}\n"
    yield f"**Decision.** {prose(ruling.decision)}\n{{ .decision }}\n"
    yield f"**Why.** {prose(ruling.why)}\n"
    if ruling.alternatives:
        yield "**Other readings.**\n"
        yield from (f"- {prose(alternative)}" for alternative in ruling.alternatives)
        yield ""
    for price in prices.get("prices", ()):
        yield from _edges(price)
    for words in prices.get("unpriced", ()):
        yield f"Without a price: {prose(words)}\n{{ .about }}\n"
    yield f"On {', '.join(link(clause) for clause in ruling.clauses)}\n{{ .about }}\n"


def _edges(price: Mapping[str, Any]) -> Iterator[str]:
    """What a wager costs under each reading."""
    wager = price["wager"]
    yield f"**What the house keeps** of {wager if ' ' in wager else f'`{wager}`'}; {prose(price['assumed'])}:\n"
    yield "| reading | the house keeps | exactly |\n|---|--:|---|"
    for reading in price["readings"]:
        words = prose(reading["words"])
        shown = f"**{words}** (built)" if reading["built"] else words
        yield f"| {shown} | {_percent(reading)} | `{reading['edge']}` |"
    yield ""
    for published in price.get("published", ()):
        words, source = prose(published["words"]), prose(published["source"])
        yield f"Published: {words}, {_percent(published)} ({source})\n{{ .about }}\n"


def _percent(figure: Mapping[str, Any]) -> str:
    return f"{figure['percent']} %".replace("-", "−")
