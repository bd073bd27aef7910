"""Whether a command is well-formed: every argument of the kind its command says, before any rule is asked."""

from __future__ import annotations

from functools import cache
from typing import get_type_hints

from msgspec.structs import fields

from pitboss.argument_types import EXACT, Check, fits
from pitboss.table.commands import LATEST, Actor, Command, Role

_ENVELOPE = ("by", "at", "version", "key")


def malformed(command: object) -> str:
    """What is wrong with the form of a command; empty if nothing is."""
    if not isinstance(command, Command):
        return f"{command!r:.60} is not a command: give one of those in pitboss.table.commands"
    by = command.by
    if (
        type(by) is not Actor
        or type(by.name) is not str
        or not by.name.strip()
        or type(by.entered_by) is not str
        or type(by.role) is not Role
        or type(command.at) is not int
        or not 0 <= command.at < LATEST
    ):
        return "say who gives the command, as an Actor with a name, and when, in milliseconds since 1970"
    version, key = command.version, command.key
    if (version is not None and type(version) is not int) or (key is not None and type(key) is not str):
        return "the version is a whole number and the key is text; leave out what you do not need"
    for name, kind, check in _own_arguments(type(command)):
        value = getattr(command, name)
        if type(value) is not kind and (check is None or not check(value)):
            return f"{name} cannot be {value!r:.60}"
    return ""


@cache
def _own_arguments(kind: type) -> tuple[tuple[str, type | None, Check | None], ...]:
    """Each argument with the one type it must have, or with a check where that does not say it all."""
    hints = get_type_hints(kind)
    names = [spec.name for spec in fields(kind) if spec.name not in _ENVELOPE]
    return tuple(
        (name, hints[name], None) if hints[name] in EXACT else (name, None, fits(hints[name])) for name in names
    )
