"""Money is integer cents and odds are integer pairs: a payment is exact or it is refused, never a float.

>>> Odds(3, 2).pays(1000)
1500
>>> str(Odds(3, 2)), dollars(1550)
('3 to 2', '$15.50')
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from pitboss.errors import MoneyError

_ODDS = re.compile(r"(?:win\s+)?(\d{1,9})\s+to\s+(\d{1,9})|win\s+(\d{1,9})", re.IGNORECASE | re.ASCII)
_DOLLARS = re.compile(r"\$?(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.(\d{1,2}))?", re.ASCII)
_NUMBER = (
    r"(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    r"|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand)\b)"
)
_FOR = re.compile(rf"{_NUMBER}[\W_]*for[\W_]*{_NUMBER}", re.IGNORECASE)
MOST_CENTS = 10**14
"""A trillion dollars; what is more is a slip of the keyboard."""


def cents(amount: object, what: str = "an amount", clause: str | None = None) -> int:
    """The amount itself if it is whole, non-negative cents; a typed error otherwise.

    >>> cents(10.5, "the ante")
    Traceback (most recent call last):
    ...
    pitboss.errors.MoneyError: the ante is 10.5; give whole cents (1000 is $10.00)
    """
    if type(amount) is not int:
        raise MoneyError("amount", f"{what} is {amount!r}; give whole cents (1000 is $10.00)", clause)
    if amount < 0:
        raise MoneyError("amount", f"{what} is {amount}; an amount cannot be negative", clause)
    if amount > MOST_CENTS:
        raise MoneyError("amount", f"{what} is more than {dollars(MOST_CENTS)}", clause)
    return amount


def dollars(amount: int) -> str:
    """Cents as people read them.

    >>> dollars(5_000_000), dollars(-750)
    ('$50,000.00', '-$7.50')
    """
    sign = "-" if amount < 0 else ""
    whole, rest = divmod(abs(amount), 100)
    return f"{sign}${whole:,}.{rest:02d}"


def short_dollars(amount: int) -> str:
    """As `dollars`, with cents only where there are any, and a true minus.

    >>> short_dollars(2500), short_dollars(-750)
    ('$25', '\N{MINUS SIGN}$7.50')
    """
    return dollars(amount).removesuffix(".00").replace("-", "\N{MINUS SIGN}")


def parse_dollars(text: str) -> int:
    """Read what a person types: `10`, `$10`, `7.50`, `$50,000`.

    >>> parse_dollars("$7.50")
    750
    """
    found = _DOLLARS.fullmatch(text.strip())
    if not found:
        raise MoneyError("amount", f"{text!r} is not an amount in dollars; write it like 10, $10 or 7.50")
    return int(found[1].replace(",", "")) * 100 + int((found[2] or "").ljust(2, "0"))


def is_worded_for(text: str) -> bool:
    """Whether a text states odds with "for" between numbers, in figures or words; the word alone states none.

    >>> is_worded_for("pays 3-for-1"), is_worded_for("five hundred for one"), is_worded_for("Food for two")
    (True, True, False)
    """
    return _FOR.search(unicodedata.normalize("NFKC", text)) is not None


@dataclass(frozen=True, slots=True)
class Odds:
    """Payout odds, "win to stake"; always worded with "to", never "for" (HL-40.11(a), UTH-11(a))."""

    win: int
    stake: int = 1

    def __post_init__(self) -> None:
        if type(self.win) is not int or type(self.stake) is not int or self.win < 1 or self.stake < 1:
            raise MoneyError("odds", f"odds are two whole numbers from 1, not {self.win!r} and {self.stake!r}")

    @classmethod
    def parse(cls, text: str, clause: str | None = None) -> Odds:
        """Read `"3 to 2"` (or `"win 3 to 2"`, or `"win 3"` for 3 to 1); odds worded with "for" are refused.

        >>> Odds.parse("500 to 1"), Odds.parse("win 8")
        (Odds(win=500, stake=1), Odds(win=8, stake=1))
        """
        if is_worded_for(text):
            raise MoneyError("odds-wording", f"{text!r}: odds are worded with 'to', never with 'for'", clause)
        found = _ODDS.fullmatch(text.strip())
        if not found:
            raise MoneyError("odds", f"{text!r} is not odds; write them like '3 to 2'", clause)
        return cls(int(found[1] or found[3]), int(found[2] or 1))

    def pays(self, stake: int) -> int:
        """What a winning stake is paid, to the cent; the stake itself goes back besides.

        >>> Odds(3, 2).pays(25)
        Traceback (most recent call last):
        ...
        pitboss.errors.MoneyError: 3 to 2 on $0.25 is not whole cents; the stake must be a multiple of $0.02
        """
        paid, rest = divmod(stake * self.win, self.stake)
        if rest:
            raise MoneyError(
                "inexact-payment",
                f"{self} on {dollars(stake)} is not whole cents; the stake must be a multiple of {dollars(self.stake)}",
            )
        return paid

    def __str__(self) -> str:
        return f"{self.win} to {self.stake}"

    def __lt__(self, other: Odds) -> bool:
        return self.win * other.stake < other.win * self.stake


EVEN_MONEY = Odds(1, 1)
