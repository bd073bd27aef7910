"""What people and programs are told when something cannot be done: the sentence, and the status that goes with it."""

from __future__ import annotations

import logging

from pitboss.errors import PitbossError
from pitboss.floor.people import NotAllowedError
from pitboss.journal.stores import KeyReusedError, StaleError, StoreError
from pitboss.web.guard import TooManyError

_log = logging.getLogger(__name__)
OUT_OF_REACH = ("store", "closed")
"""What a store says when it cannot be read or written to: words for the operator, with files and servers in them."""
_STATUS: tuple[tuple[type[PitbossError], int], ...] = (
    (NotAllowedError, 403),
    (TooManyError, 429),
    (KeyReusedError, 409),
    (StaleError, 409),
)
_STATUS_BY_CODE = {
    "no-table": 404,
    "no-session": 401,
    "device-key": 401,
    "not-enrolled": 404,
    "number-used": 409,
    "too-late": 409,
    "too-slow": 408,
    "too-large": 413,
    "no-round": 404,
    "no-seat": 404,
    "no-record": 404,
    "busy": 503,
    "store": 503,
    "closed": 503,
    "uncertain": 503,
    "damaged": 503,
}


def status_of(error: PitbossError) -> int:
    """The status that goes with an error."""
    known = next((status for kind, status in _STATUS if isinstance(error, kind)), None)
    return known or _STATUS_BY_CODE.get(error.code, 400)


def told_of(error: PitbossError) -> PitbossError:
    """An error as others may hear of it: what is wrong with the store is for the log."""
    if not isinstance(error, StoreError) or error.code not in OUT_OF_REACH:
        return error
    _log.error("%s", error)
    return PitbossError(error.code, "the books of the house cannot be reached: nothing was done, try again in a moment")
