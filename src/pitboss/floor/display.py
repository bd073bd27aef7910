"""What players read on a wall display, and display devices are sent: the sign, the meter, what was called.

It is put together from the submission, the meter and what was said aloud: never a card, a player's name or a stake.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from pitboss.floor.live import LiveTable
from pitboss.games.terms import Terms
from pitboss.ledger import METER
from pitboss.paper.felt_words import ON_LAYOUT, ON_SIGN, Table, inscribed, pay_tables, sentence, single_odds
from pitboss.paper.sign import payout_limits, position_limit, said_on_sign, unit_limit, wager_limits
from pitboss.table import events as e
from pitboss.table.outcome import meter_read
from pitboss.table.rules import Rules
from pitboss.table.state import State
from pitboss.table.views import screen
from pitboss.table.words import outcome_words, seat, told

_CARDS = re.compile(r"(?:[2-9TJQKA][shdc][ /]*)+(?:: )?")
"""The cards of a hand, where a call begins with them."""


class Limit(msgspec.Struct, frozen=True):
    """What is limited, and to what: "Ante", "$10 to $500"."""

    name: str
    words: str


class Pays(msgspec.Struct, frozen=True):
    """A pay table in force; with `heads`, several side by side, of which the round selects one."""

    name: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Announcement(msgspec.Struct, frozen=True):
    """What was called last: of which hand or of all, and the words."""

    who: str
    words: str


class Display(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a display shows; `screen` is the table of the round, for the number of hands in it."""

    table: str
    version: int
    submission: str
    """The fingerprint of the one in force: only with another one does the sign change."""
    game: str
    title: str
    house: str
    real_cards: bool
    open: bool
    bets_open: bool
    round: int
    """The number of the round in progress, or of the next one."""
    limits: tuple[Limit, ...]
    """The wagers; those of one size stand together."""
    caps: tuple[Limit, ...]
    """The most that is paid, and the positions of a player."""
    statements: tuple[str, ...]
    odds: tuple[str, ...]
    tables: tuple[Pays, ...]
    """The odds in force, wherever the operator has them inscribed besides."""
    awards: Pays | None
    """What the progressive pays."""
    meter: int | None
    """In cents; None where nothing is progressive."""
    screen: Pays | None
    announcement: Announcement | None


def display(live: LiveTable) -> Display:
    """What the display of a table shows now."""
    with live.lock:
        rules, state = live.rules, live.state
        terms, metered = rules.terms, rules.metered.name if rules.metered else None
        tables = [_pays(table) for table in pay_tables(terms)]
        return Display(
            table=live.name,
            version=state.version,
            submission=state.digest,
            game=rules.game.short,
            title=rules.game.title,
            house=terms["operator"],
            real_cards=rules.real_cards,
            open=state.open,
            bets_open=state.open and state.playing is None,
            round=state.playing.number if state.playing else state.rounds + 1,
            limits=tuple(_together(terms)),
            caps=tuple(
                Limit(sentence(c.name), c.words)
                for c in (*payout_limits(terms), *unit_limit(terms), position_limit(terms))
            ),
            statements=tuple(sentence(line.text) for line in said_on_sign(terms, ON_LAYOUT + ON_SIGN)),
            odds=tuple(sentence(line.text) for line in single_odds(terms)),
            tables=tuple(table for table in tables if table.name != metered),
            awards=next((table for table in tables if table.name == metered), None),
            meter=_meter(rules, state),
            screen=_screen(rules, state),
            announcement=_announcement(live),
        )


def _pays(table: Table) -> Pays:
    return Pays(table.name, sentence(table.title), table.heads, table.rows)


def _together(terms: Terms) -> Iterator[Limit]:
    """The posted limits: a wager that equals another before the deal stands with it, and so do those of one size."""
    limits = {wager.name: limit for wager, limit in wager_limits(terms)}
    groups: dict[str, list[str]] = {}
    for wager, limit in wager_limits(terms):
        groups.setdefault(limit.words if wager.after_deal else wager.equals or wager.name, []).append(wager.name)
    for key, names in groups.items():
        *first, last = (limits[name].name for name in sorted(names, key=lambda name: name != key))
        label = f"{', '.join(first)} and {last}{', each' if key in limits else ''}" if first else last
        yield Limit(sentence(label), limits.get(key, limits[names[0]]).words)


def _meter(rules: Rules, state: State) -> int | None:
    """The meter; in a round as its awards are taken from it, for it is read once, after all contributions."""
    if rules.metered is None:
        return None
    return meter_read(state, rules.metered.name) if state.playing else state.books.get(METER, 0)


def _screen(rules: Rules, state: State) -> Pays | None:
    """The payouts of the round's number of hands, from the close of the deal until they are settled (UTH-13(e).3)."""
    shown = screen(rules, state.round) if state.round else None
    if shown is None:
        return None
    wager = rules.game.wager[shown["wager"]]
    title = f"{sentence(inscribed(wager))} pays, {shown['hands']} hands with the dealer’s"
    return Pays(wager.name, title, (), tuple((sentence(label), odds) for label, odds in shown["pays"]))


def _announcement(live: LiveTable) -> Announcement | None:
    """What was called last since the last call of "No more bets"."""
    for moment in reversed(live.recent):
        match moment.event:
            case e.HandAnnounced(position=position, words=words):
                return Announcement(sentence(seat(position)), sentence(_CARDS.sub("", words)))
            case e.WagerSettled(position=position) if live.rules.announced and live.state.round:
                lines = live.state.round.hands[position].lines
                return Announcement(sentence(seat(position)), sentence(outcome_words(lines)))
            case e.HandVoided(position=position):
                return Announcement(sentence(seat(position)), told(moment.event).title)
            case e.RoundVoided():
                return Announcement("All seats", "; ".join(filter(None, told(moment.event))))
            case e.BetsClosed():
                return None
            case _:
                pass
    return None
