"""What a floor left behind, looked at by somebody who trusts nobody: journals, keys, and where the money is."""

from __future__ import annotations

import json
from collections import Counter
from itertools import groupby
from typing import NamedTuple

import msgspec
from desks import assert_sound

from pitboss.floor.people import BANKROLL, Person
from pitboss.journal.codec import decode
from pitboss.journal.second_verifier import second_opinion
from pitboss.journal.stores import Store, open_store
from pitboss.ledger import OUTSIDE
from pitboss.table.commands import Role


class Found(NamedTuple):
    """What the journals say."""

    keys: Counter[str]
    """How often a command with this key was carried out."""
    rounds: int


def inspect(url: str, topped_up: int = 0) -> Found:
    """Every journal holds together, a second reader agrees, no key was used twice, and no cent is missing."""
    keys: Counter[str] = Counter()
    bought: Counter[str] = Counter()
    rounds = 0
    with open_store(url) as store:
        for table in store.tables():
            assert_sound(store, table)
            lines = list(store.lines(table))
            checked = second_opinion(lines)
            assert checked.disagreement is None, checked.disagreement
            rounds += checked.rounds
            keys.update(key for key, _ in groupby(json.loads(line).get("key") for line in lines) if key)
            bought.update(_bought(lines))
        _assert_money_is_there(store, bought, topped_up)
    assert not [key for key, count in keys.items() if count > 1]
    return Found(keys, rounds)


def _bought(lines: list[str]) -> Counter[str]:
    """What each player brought to the table, less what they took away."""
    bought: Counter[str] = Counter()
    for event in (decode(line).event for line in lines):
        for source, target, amount in event.money:
            if OUTSIDE in (source, target):
                bought[event.player] += amount if source == OUTSIDE else -amount  # type: ignore[attr-defined]
    return bought


def _assert_money_is_there(store: Store, bought: Counter[str], topped_up: int) -> None:
    """What players came with is in their purses or was taken to tables."""
    people = [msgspec.json.decode(one.body, type=Person) for one in store.all("person")]
    players = [person for person in people if person.role is Role.PLAYER]
    missing = [BANKROLL - store.balance(one.purse) - bought[one.name] for one in players]
    assert -sum(missing) == topped_up
    assert topped_up or not any(missing)
    assert sum(store.balances().values()) == 0
