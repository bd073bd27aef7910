"""What programs are told of the interface: OpenAPI, with all that FastAPI does not know of.

Bodies are read by msgspec, sessions by ourselves, and everything that can go wrong has one form, whoever says it.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import Depends
from fastapi.security import APIKeyCookie, HTTPBearer

from pitboss.floor.requests import KINDS
from pitboss.web.sessions import COOKIE, SAFE

_TOKEN = HTTPBearer(scheme_name="token", description="What a program got from POST /api/players.", auto_error=False)
_COOKIE = APIKeyCookie(name=COOKIE, scheme_name="cookie", description="What a browser got.", auto_error=False)
_REF = "#/components/schemas/{name}"
CARDS = (
    "Cards as numbers from 0 to 51: four times the rank (two is 0, ace is 12) and the suit (clubs 0, diamonds 1, "
    "hearts 2, spades 3). 2c is 0, Qd is 41, As is 51."
)
MISREAD = f"Pairs: as it was read, as it is. {CARDS}"
_KINDS: list[Any] = []
"""What has to be described because msgspec reads or writes it."""
_WORDS = {
    400: "It cannot be read, or not be done.",
    401: "You have no session, or it is over.",
    403: "It is not yours to ask.",
    404: "There is no such thing.",
    408: "It did not come to its end in time.",
    409: "Somebody else was faster: look again.",
    413: "It is too large.",
    429: "You ask too often.",
    503: "The books of the house cannot be reached: try again in a moment.",
}


def _either(token: Annotated[object, Depends(_TOKEN)], cookie: Annotated[object, Depends(_COOKIE)]) -> None:
    """The two ways to say who you are, for OpenAPI; `Sessions` reads them."""


Identified = Annotated[None, Depends(_either)]
"""A dependency of whatever asks who sends something."""


class Wrong(msgspec.Struct, frozen=True):
    """What went wrong: a code for programs, a sentence for people, and the clause, where one stands in the way."""

    code: str
    message: str
    clause: str | None


def body_of(kind: Any, *, required: bool = True) -> dict[str, Any]:
    """How OpenAPI describes a body that msgspec reads."""
    return {"requestBody": {"required": required, "content": _json(kind)}}


def answer_of(words: str, *kinds: Any) -> dict[str, Any]:
    """How OpenAPI describes an answer of one of these kinds."""
    return {"description": words, "content": _json(*kinds)}


def file_of(media: str) -> dict[str, Any]:
    """How OpenAPI describes an answer that is not JSON."""
    return {"description": "Successful Response", "content": {media: {"schema": {"type": "string"}}}}


def describe(openapi: dict[str, Any]) -> dict[str, Any]:
    """Add what FastAPI does not know of: the commands and what they take, and what can go wrong anywhere."""
    for path, operations in openapi["paths"].items():
        for method, operation in operations.items():
            said = operation["responses"]
            if "HTTPValidationError" in str(said.get("422")):
                del said["422"]  # what cannot be read is a 400 here, in the same form as everything else
            for status in _possible(path, method.upper(), "security" in operation):
                said.setdefault(str(status), answer_of(_WORDS[status], Wrong))
    kinds = list(dict.fromkeys([*_KINDS, *KINDS.values()]))
    _, components = msgspec.json.schema_components(kinds, ref_template=_REF)
    schemas = openapi.setdefault("components", {}).setdefault("schemas", {})
    schemas.update(components)
    schemas["Request"]["properties"]["command"]["enum"] = list(KINDS)
    for name in KINDS:
        for part in ("faces", "order"):
            if described := schemas[name]["properties"].get(part):
                described["description"] = MISREAD if name == "CorrectFaces" else CARDS
    for name in ("HTTPValidationError", "ValidationError"):
        schemas.pop(name, None)
    return openapi


def _possible(path: str, method: str, is_for_somebody: bool) -> list[int]:
    """What can go wrong, by what is asked of whom."""
    found = {400, 413, 429, 503}  # the guard's, and the store's
    if method not in SAFE:
        found |= {403, 408, 409}  # from another site; too slow; somebody was faster
    if is_for_somebody:
        found |= {401, 403}
    if "{" in path:
        found.add(404)
    return sorted(found)


def _json(*kinds: Any) -> dict[str, Any]:
    _KINDS.extend(kinds)
    schemas, _ = msgspec.json.schema_components(kinds, ref_template=_REF)
    return {"application/json": {"schema": schemas[0] if len(kinds) == 1 else {"anyOf": list(schemas)}}}


NO_TABLE = answer_of(_WORDS[404], Wrong)
"""For what names a table elsewhere than in its address."""
