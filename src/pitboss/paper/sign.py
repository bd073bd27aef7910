"""The sign at a table: odds that the layout does not bear, what the rules have it state, limits; and "out of order".

>>> from pitboss.games import find
>>> from pitboss.submission import new_submission, parse_submission
>>> [line.text for line in sign(parse_submission(new_submission(find("top-five")))).statements]
['dealer below queen-jack: the ante pushes']
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from pitboss.errors import PitbossError
from pitboss.games.game import EqualTo, Exactly, Times, Wager
from pitboss.games.terms import Terms
from pitboss.money import short_dollars
from pitboss.paper.felt import Lack
from pitboss.paper.felt_words import ON_SIGN, Line, Table, amounts, inscribed, pay_tables, sentence, single_odds
from pitboss.paper.numbers import software
from pitboss.submission import Submission
from pitboss.table.rules import Rules


class Limit(msgspec.Struct, frozen=True):
    """A wager or a payout, and the amounts it is kept to."""

    name: str
    words: str
    clauses: tuple[str, ...]


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """What stands on a sign."""

    house: str
    title: str
    statements: tuple[Line, ...]
    odds: tuple[Line, ...]
    tables: tuple[Table, ...]
    wagers: tuple[Limit, ...]
    payouts: tuple[Limit, ...]
    authority: str
    foot: str
    digest: str


def sign(submission: Submission) -> Sign:
    """The sign of a table, whole."""
    terms, game = submission.terms, submission.game
    shown = odds_on_sign(terms)
    return Sign(
        house=terms["operator"],
        title=game.title,
        statements=tuple(said_on_sign(terms)),
        odds=tuple(single_odds(terms)) if shown else (),
        tables=tuple(pay_tables(terms)) if shown else (),
        wagers=_limits(terms),
        payouts=tuple(payout_limits(terms)),
        authority=game.law.authority,
        foot=software(),
        digest=submission.digest,
    )


def odds_on_sign(terms: Terms) -> bool:
    """Whether the odds stand on the sign; in a game that leaves no choice they do."""
    return terms.get("odds_display", ON_SIGN[0]) in ON_SIGN


def said_on_sign(terms: Terms, where: tuple[str, ...] = ON_SIGN) -> Iterator[Line]:
    """What a sign states in any case, then the notices that an option puts in one of these places."""
    layout = terms.game.layout
    by_option = [one for one in layout.notices if one.display and terms[one.display] in where]
    for notice in (*layout.sign, *by_option):
        if words := notice.words(terms):
            yield Line(words, notice.clauses)


def wager_limits(terms: Terms) -> Iterator[tuple[Wager, Limit]]:
    """The wagers that are offered, and how large they may be."""
    for wager in terms.game.wagers:
        if terms.offers(wager.name):
            yield wager, Limit(inscribed(wager), _amounts(terms, wager), (_limited_by(terms, wager),))


def position_limit(terms: Terms) -> Limit:
    """On how many positions a player may bet."""
    number, law = int(terms.get("positions_per_player", 1)), terms.game.law
    adjacent = law.cited("adjacent") if number > 1 else ()
    words = "1 position" if number == 1 else f"up to {number} {'adjacent ' if adjacent else ''}positions"
    return Limit("each player", words, tuple(dict.fromkeys((*law.cited("positions"), *adjacent))))


def _limits(terms: Terms) -> tuple[Limit, ...]:
    return (*(limit for _, limit in wager_limits(terms)), *unit_limit(terms), position_limit(terms))


def unit_limit(terms: Terms) -> Iterator[Limit]:
    """What wagers are whole multiples of, where it is more than a cent."""
    if terms.unit > 1:
        clause = terms.game.option["betting_unit"].clause
        yield Limit("every wager", f"in steps of {short_dollars(terms.unit)}", (clause,))


def _amounts(terms: Terms, wager: Wager) -> str:
    """How large a wager may be."""
    for rule in wager.conditions:
        if isinstance(rule, EqualTo | Exactly | Times):
            return rule.words(terms).removesuffix(".00")
    posted = terms.posted[wager.name]
    assert posted is not None, wager.name
    return amounts(*posted)


def _limited_by(terms: Terms, wager: Wager) -> str:
    rule = next((rule for rule in wager.conditions if isinstance(rule, EqualTo | Exactly | Times)), None)
    return rule.clause if rule else terms.game.option["table_minimum"].clause


def payout_limits(terms: Terms) -> Iterator[Limit]:
    """The most that is paid."""
    for cap, limit in zip(terms.game.caps, terms.limits, strict=True):
        yield Limit(cap.words, short_dollars(limit), cap.clauses)


def lacking(sign: Sign, terms: Terms) -> tuple[Lack, ...]:
    """What a sign lacks under a table's terms; it may have more."""
    return (*_unsaid(sign, terms), *_unpaid(sign, terms), *_unlimited(sign, terms))


def _unsaid(sign: Sign, terms: Terms) -> Iterator[Lack]:
    said = {line.text for line in sign.statements}
    for number, line in enumerate(said_on_sign(terms), 1):
        if line.text not in said:
            yield from (Lack(f"statement {number}: {line.text}", clause) for clause in line.clauses)


def _unpaid(sign: Sign, terms: Terms) -> Iterator[Lack]:
    if not odds_on_sign(terms):
        return
    option = terms.game.option.get("odds_display")
    said, printed = {line.text for line in sign.odds}, {table.name: table.rows for table in sign.tables}
    for line in single_odds(terms):
        if line.text not in said:
            yield Lack(line.text, option.clause if option else line.clauses[0])
    for table in pay_tables(terms):
        if printed.get(table.name) != table.rows:
            yield Lack(table.title, option.clause if option else table.clause)


def _unlimited(sign: Sign, terms: Terms) -> Iterator[Lack]:
    said = {*sign.wagers, *sign.payouts}
    for limit in (*_limits(terms), *payout_limits(terms)):
        if limit not in said:
            yield Lack(f"{sentence(limit.name)}: {limit.words}", (*limit.clauses, terms.game.cites.choices)[0])


class OutOfOrder(msgspec.Struct, frozen=True, kw_only=True):
    """One page for each device of a table."""

    house: str
    title: str
    devices: tuple[str, ...]
    clauses: tuple[str, ...]
    foot: str
    digest: str


def out_of_order(submission: Submission) -> OutOfOrder:
    """The signs of a table's devices; refused where the rules want a broken device taken away, or there is none."""
    rules = Rules(submission.game, submission.terms)
    clauses = rules.cite("device-away")
    if not submission.game.procedure.device_may_stay_covered:
        message = "a device that is out of order is taken away from this table: a sign on it is not enough"
        raise PitbossError("device-present", message, clauses[0] if clauses else None)
    if not rules.devices:
        raise PitbossError("no-device", "this table is shuffled and dealt by hand: it has no device to put a sign on")
    return OutOfOrder(
        house=submission.terms["operator"],
        title=submission.game.title,
        devices=tuple(device.replace("-", " ") for device in rules.devices),
        clauses=clauses,
        foot=software(),
        digest=submission.digest,
    )
