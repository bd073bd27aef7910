"""What players at a table read on a wall display, and display devices are sent: the sign, the meter, what was called.

It is put together from the submission, the meter and what was said aloud: never a card, a player's name or a stake.
"""

from __future__ import annotations

import re

import msgspec

from pitboss.floor.live import LiveTable
from pitboss.ledger import METER
from pitboss.paper.felt_words import inscribed, pay_tables, sentence, single_odds
from pitboss.paper.sign import payout_limits, said_on_sign, wager_limits
from pitboss.table import events as e
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import screen
from pitboss.table.words import seat

_SET_OUT = re.compile(r"^[2-9TJQKA][shdc][^:]*: ")
"""The cards of a hand, where a call begins with them."""


class Limit(msgspec.Struct, frozen=True):
    """A wager, or what is paid at most, and its amounts: "ante", "$10 to $500"."""

    name: str
    words: str


class Pays(msgspec.Struct, frozen=True):
    """A pay table in force; with `heads`, several side by side, of which the round selects one."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Announcement(msgspec.Struct, frozen=True):
    """What the dealer called last: whose hand, and the words."""

    who: str
    words: str


class Display(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a display shows; `screen` is the table of the round, for the number of hands in it."""

    table: str
    version: int
    game: str
    title: str
    house: str
    real_cards: bool
    open: bool
    bets_open: bool
    round: int
    """The number of the round in progress, or of the last one."""
    limits: tuple[Limit, ...]
    caps: tuple[Limit, ...]
    statements: tuple[str, ...]
    odds: tuple[str, ...]
    tables: tuple[Pays, ...]
    meter: int | None
    """In cents; None where nothing is progressive."""
    screen: Pays | None
    announcement: Announcement | None


def display(live: LiveTable) -> Display:
    """What the display of a table shows now."""
    with live.lock:
        rules, state = live.rules, live.state
        terms = rules.terms
        return Display(
            table=live.name,
            version=state.version,
            game=rules.game.short,
            title=rules.game.title,
            house=terms["operator"],
            real_cards=rules.real_cards,
            open=state.open,
            bets_open=state.open and state.playing is None,
            round=state.round.number if state.round else 0,
            limits=tuple(Limit(sentence(limit.name), limit.words) for limit in wager_limits(terms)),
            caps=tuple(Limit(sentence(limit.name), limit.words) for limit in payout_limits(terms)),
            statements=tuple(sentence(line.text) for line in said_on_sign(terms)),
            odds=tuple(sentence(line.text) for line in single_odds(terms)),
            tables=tuple(Pays(t.name, sentence(t.title), t.heads, t.rows) for t in pay_tables(terms)),
            meter=state.books.get(METER, 0) if rules.metered else None,
            screen=_screen(rules, state),
            announcement=_announcement(live),
        )


def _screen(rules: Rules, state: State) -> Pays | None:
    """The payouts of the round's number of hands, from the close of the deal until they are settled (UTH-13(e).3)."""
    shown = screen(rules, state.round) if state.round else None
    if shown is None:
        return None
    wager = rules.game.wager[shown["wager"]]
    title = f"{sentence(inscribed(wager))} pays, {shown['hands']} hands with the dealer’s"
    return Pays(wager.name, title, (), tuple((sentence(label), odds) for label, odds in shown["pays"]))


def _announcement(live: LiveTable) -> Announcement | None:
    """The last hand that was called since the last call of "No more bets"."""
    for moment in reversed(live.recent):
        match moment.event:
            case e.HandAnnounced(position=position, words=words):
                return Announcement(sentence(seat(position)), sentence(_SET_OUT.sub("", words)))
            case e.BetsClosed():
                return None
    return None
