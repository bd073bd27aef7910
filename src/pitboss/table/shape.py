"""Whether a command is well-formed: every argument of the kind its command says, before any rule is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec.structs import fields

from pitboss.table.commands import LATEST, Actor, Command, Role

Check = Callable[[Any], bool]
_ENVELOPE = ("by", "at", "version", "key")


def malformed(command: object) -> str:
    """What is wrong with the form of a command; empty if nothing is."""
    if not isinstance(command, Command):
        return f"{command!r:.60} is not a command: give one of those in pitboss.table.commands"
    by = command.by
    if (
        type(by) is not Actor
        or type(by.name) is not str
        or type(by.role) is not Role
        or type(command.at) is not int
        or not 0 <= command.at < LATEST
    ):
        return "say who gives the command, as an Actor, and when, in milliseconds since 1970"
    if type(command.version) not in (int, NoneType) or type(command.key) not in (str, NoneType):
        return "the version is a whole number and the key is text; leave out what you do not need"
    for name, kind, fits in _own_arguments(type(command)):
        value = getattr(command, name)
        if type(value) is not kind and (fits is None or not fits(value)):
            return f"{name} cannot be {value!r:.60}"
    return ""


@cache
def _own_arguments(kind: type) -> tuple[tuple[str, type | None, Check | None], ...]:
    """Each argument with the one type it must have, or with a check where that does not say it all."""
    hints = get_type_hints(kind)
    names = [spec.name for spec in fields(kind) if spec.name not in _ENVELOPE]
    return tuple(
        (name, hints[name], None) if _is_plain(hints[name]) else (name, None, _check(hints[name])) for name in names
    )


def _is_plain(hint: Any) -> bool:
    return isinstance(hint, type) and get_origin(hint) is None and not issubclass(hint, Enum)


def _check(hint: Any) -> Check:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is UnionType:
        inner = [_check(kind) for kind in arguments if kind is not NoneType]
        return lambda value: value is None or any(fits(value) for fits in inner)
    if origin is tuple and arguments[-1] is Ellipsis:
        each = _check(arguments[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    if origin is tuple:
        parts = [_check(kind) for kind in arguments]
        return lambda value: (
            type(value) is tuple
            and len(value) == len(parts)
            and all(fits(part) for fits, part in zip(parts, value, strict=True))
        )
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return lambda value: isinstance(value, Mapping)
    if _is_plain(hint):
        return lambda value: type(value) is hint
    return lambda value: isinstance(value, hint)
