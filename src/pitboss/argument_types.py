"""Whether a value is of the kind that an annotation says, and functions that see to it before they begin.

>>> @checked
... def greet(name: str, times: int = 1) -> str:
...     return " ".join([name] * times)
>>> greet("Ann", times="twice")
Traceback (most recent call last):
...
pitboss.errors.ArgumentError: times of greet cannot be 'twice': give a whole number (money is in cents)
"""

from __future__ import annotations

import inspect
from collections.abc import Callable as Function
from collections.abc import Collection, Mapping
from functools import cache, wraps
from types import NoneType, SimpleNamespace, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from pitboss.errors import ArgumentError

F = TypeVar("F", bound=Function[..., Any])
Check = Function[[Any], bool]
EXACT = (int, str, bool)
"""Kinds that nothing else passes for: True is no number, and a sub-class may be anything."""
_NAMES: dict[Any, str] = {
    int: "a whole number (money is in cents)",
    str: "text",
    bool: "True or False",
    float: "a number",
    NoneType: "None",
    Mapping: "a mapping, such as a dict",
    Function: "a function",
}


def fits(hint: Any) -> Check:
    """A check for values of a kind, by its annotation. What can be gone through only once is not gone through."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is Any:
        return lambda value: True
    if origin in (UnionType, Union):
        inner = [fits(kind) for kind in arguments]
        return lambda value: any(check(value) for check in inner)
    if origin is tuple and arguments[-1] is Ellipsis:
        each = fits(arguments[0])
        return lambda value: type(value) is tuple and all(map(each, value))
    if origin is tuple:
        parts = [fits(kind) for kind in arguments]
        return lambda value: (
            type(value) is tuple
            and len(value) == len(parts)
            and all(check(part) for check, part in zip(parts, value, strict=True))
        )
    if origin is type:
        return lambda value: isinstance(value, type) and issubclass(value, arguments[0])
    if origin is Collection:
        member = fits(arguments[0])
        return lambda value: isinstance(value, Collection) and all(map(member, value))
    if isinstance(origin, type):
        return lambda value: isinstance(value, origin)
    if hint in EXACT:
        return lambda value: type(value) is hint
    if hint is float:
        return lambda value: type(value) in (float, int)
    if isinstance(hint, type):
        return lambda value: isinstance(value, hint)
    return lambda value: True


def checked(function: F) -> F:
    """A function that refuses arguments of another kind than its annotations say, in a sentence.

    For the ways in from outside; what is called a million times looks after itself. Too many arguments, too few or
    unknown ones are a `TypeError`, as for any function.
    """

    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        places, names, rest, others = _checks(function)
        for number, value in enumerate(args):
            _see(function, places[number] if number < len(places) else rest, value)
        for name, value in kwargs.items():
            _see(function, names.get(name) or (others and (name, *others[1:])), value)
        return function(*args, **kwargs)

    return cast(F, call)


_Argument = tuple[str, Any, Check]


def _see(function: Function[..., Any], argument: _Argument | None, value: Any) -> None:
    if argument and not argument[2](value):
        name, hint, _ = argument
        where = function.__qualname__.removesuffix(".__init__")
        raise ArgumentError("argument", f"{name} of {where} cannot be {value!r:.60}: give {_words(hint)}")


@cache
def _checks(
    function: Function[..., Any],
) -> tuple[list[_Argument | None], dict[str, _Argument], _Argument | None, _Argument | None]:
    """What to see to: by place, by name, of all further places, and of all other names."""
    parameters = inspect.signature(function).parameters
    asked = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    hints = get_type_hints(SimpleNamespace(__annotations__=asked), function.__globals__)
    by_name = {name: (name, hints[name], fits(hints[name])) for name in parameters if name in hints}
    places: list[_Argument | None] = []
    rest = others = None
    for name, parameter in parameters.items():
        match parameter.kind:
            case inspect.Parameter.VAR_POSITIONAL:
                rest = by_name.pop(name, None)
            case inspect.Parameter.VAR_KEYWORD:
                others = by_name.pop(name, None)
            case inspect.Parameter.KEYWORD_ONLY:
                pass
            case _:
                places.append(by_name.get(name))
    return places, by_name, rest, others


def _words(hint: Any) -> str:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        return " or ".join(dict.fromkeys(map(_words, arguments)))
    if origin is type:
        return f"a class of {arguments[0].__name__} (not its name)"
    if origin is not None and arguments and origin not in _NAMES:
        return f"several values, each {_words(arguments[0])}"
    kind = origin or hint
    name = getattr(kind, "__name__", str(kind))
    return _NAMES.get(kind) or f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"
