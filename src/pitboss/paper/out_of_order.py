"""A sign for a device that does not work, where such a sign may stay on it instead of taking it away."""

from __future__ import annotations

import msgspec

from pitboss.errors import PitbossError
from pitboss.paper.wording import software
from pitboss.submission import Submission
from pitboss.table.rules import Rules


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
