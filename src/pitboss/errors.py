"""What Pitboss says when it will not do something: a code, the clause, and one plain sentence.

Every error a user can meet is a `PitbossError`. `code` is for programs, `clause` names the rule that stands in the way
(a clause or a ruling of the registers, where one does), and the message tells a person what to do instead.
"""

from __future__ import annotations


class PitbossError(Exception):
    """Base of all typed errors; never shown to a user as a traceback."""

    def __init__(self, code: str, message: str, clause: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.message} [{self.clause}]" if self.clause else self.message

    def as_dict(self) -> dict[str, str | None]:
        """The form programs read: `{"code", "clause", "message"}`."""
        return {"code": self.code, "clause": self.clause, "message": self.message}


class ArgumentError(PitbossError, TypeError):
    """An argument of another kind than a function takes."""


class CardError(PitbossError, ValueError):
    """A card notation that cannot be read, a repeated card, or the wrong number of cards."""


class MoneyError(PitbossError, ValueError):
    """An amount that is not whole cents, or a payment that would not be."""


class HandError(PitbossError, ValueError):
    """A finished hand that the rules of its game do not allow, so it cannot be settled."""


class WagerError(HandError):
    """A wager that the game does not have, or whose amount or conditions are against its rules."""


class OptionError(PitbossError, ValueError):
    """An operator's choice that the rules do not leave open; `keys` are the options concerned."""

    def __init__(self, code: str, message: str, clause: str | None = None, keys: tuple[str, ...] = ()) -> None:
        super().__init__(code, message, clause)
        self.keys = keys


class LawError(PitbossError, LookupError):
    """A game, clause or ruling that does not exist."""


class MissingExtraError(PitbossError, ImportError):
    """A part of Pitboss whose libraries are not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__("missing-extra", f"{what} needs: pip install 'pitboss[{extra}]'")
