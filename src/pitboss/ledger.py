"""The table's money by double entry: every movement goes from one account to another, so all of them sum to zero.

Accounts are text: `player:Ann` (chips in front of her), `wager:3:ante` (a stake on the layout, pending until it is
settled), `rack` (the table inventory container), `drop` and `tips` (the boxes), `progressive` (the meter),
`held:Ann` (what the house keeps for a player who walked away), and `outside` (whatever is not at this table: pockets,
the cage).

>>> books = post({}, [buy_in_cash := Transfer("outside", "drop", 50_000), Transfer("rack", player("Ann"), 50_000)])
>>> books[player("Ann")], sum(books.values())
(50000, 0)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

RACK, DROP, TIPS, METER, OUTSIDE = "rack", "drop", "tips", "progressive", "outside"


class Transfer(NamedTuple):
    """Cents that go from one account to another; always a positive amount."""

    source: str
    target: str
    amount: int


Money = tuple[Transfer, ...]
Books = Mapping[str, int]
"""The balance of every account that is not zero."""


def player(name: str) -> str:
    """The chips in front of a player."""
    return f"player:{name}"


def held(name: str) -> str:
    """What the house keeps for a player who walked away."""
    return f"held:{name}"


def wager(position: int, name: str) -> str:
    """A stake on the layout."""
    return f"wager:{position}:{name}"


def post(books: Books, money: Iterable[Transfer]) -> Books:
    """The books after these movements; an account that comes to zero is closed."""
    balances = dict(books)
    for source, target, amount in money:
        assert amount > 0, "money moves in positive amounts"
        for account, change in ((source, -amount), (target, amount)):
            balance = balances.get(account, 0) + change
            if balance:
                balances[account] = balance
            else:
                balances.pop(account, None)
    return balances


def reversed_money(money: Iterable[Transfer]) -> Money:
    """The movements that undo these."""
    return tuple([Transfer(target, source, amount) for source, target, amount in money])
