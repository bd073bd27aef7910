"""Whether a command is well-formed: every argument of the kind its command says, before any rule is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from pitboss.table.commands import Actor, Command

Check = Callable[[Any], bool]


def malformed(command: Command) -> str:
    """What is wrong with the form of a command; empty if nothing is."""
    if type(command.by) is not Actor:
        return "say who gives the command, as an Actor"
    for name, fits in _checks(type(command)):  # type: ignore[arg-type]
        if not fits(getattr(command, name)):
            return f"{name} cannot be {getattr(command, name)!r:.60}"
    return ""


@cache
def _checks(kind: type[Command]) -> tuple[tuple[str, Check], ...]:
    hints = get_type_hints(kind)
    return tuple((spec.name, _check(hints[spec.name])) for spec in fields(kind))


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
    if hint is Actor:
        return lambda value: type(value) is Actor and isinstance(value.role, Enum) and type(value.name) is str
    if issubclass(hint, Enum):
        return lambda value: isinstance(value, hint)
    return lambda value: type(value) is hint
