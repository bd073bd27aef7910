"""The conduct of a table: `decide` turns a command into events or a refusal, `evolve` turns events into the state.

    command --> decide(rules, state, command) --> events | Refusal
                                                    |
                  evolve(state, event) --> state --> view(rules, state, viewer)

`legal` lists what may be done and `due` what must be done next; they agree with `decide`. The autodealer stands
outside and issues what is due. `Table` puts all of it together for people who just want a table.
"""

from __future__ import annotations

from pitboss.argument_types import checked
from pitboss.table.autodealer import Autodealer
from pitboss.table.commands import Actor, Role
from pitboss.table.decide import decide
from pitboss.table.evolve import evolve
from pitboss.table.legal import due, legal
from pitboss.table.rules import Refusal, Refused, Rules
from pitboss.table.state import State
from pitboss.table.table import Table
from pitboss.table.views import view

decide, due, evolve, legal, view = checked(decide), checked(due), checked(evolve), checked(legal), checked(view)

__all__ = [
    "Actor",
    "Autodealer",
    "Refusal",
    "Refused",
    "Role",
    "Rules",
    "State",
    "Table",
    "decide",
    "due",
    "evolve",
    "legal",
    "view",
]
