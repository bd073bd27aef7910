"""A step of a shift, as it was noted down."""

from __future__ import annotations

from typing import NamedTuple

from pitboss.table.commands import Command
from pitboss.table.events import Event
from pitboss.table.rules import Rules
from pitboss.table.state import State


class Step(NamedTuple):
    """Something that was done: the table before, the command, what came of it, the table after."""

    rules: Rules
    state: State
    command: Command
    events: tuple[Event, ...]
    after: State
