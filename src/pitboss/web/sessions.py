"""Who sends a request: a signed cookie for people, the same text as a bearer token for programs.

Cookies are HttpOnly and SameSite, so no script reads them and no other site sends them along; on top of that, a request
that changes something must come from our own pages.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from typing import NamedTuple
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from pitboss.floor.floor import Floor
from pitboss.floor.people import NotAllowedError, Person
from pitboss.journal.stores import Document, StaleError, Store

COOKIE = "pitboss"
YEAR = 365 * 86_400
STAFF_MS = 16 * 3_600_000
"""How long a staff session lasts: a shift, and a long one. No session comes from as far in the future either."""
SAFE = ("GET", "HEAD", "OPTIONS")


class Signed(NamedTuple):
    """Whose session it is, of which epoch, and since when."""

    id: str
    epoch: int
    at: int


class Sessions:
    """Makes and reads sessions; all processes of a floor share the key that signs them."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._signer = URLSafeSerializer(_secret(floor.store), salt="session")

    def token(self, person: Person) -> str:
        """What proves that somebody is this person."""
        return self._signer.dumps([person.id, person.epoch, self._floor.clock()])

    def begin(self, response: Response, person: Person, secure: bool) -> None:
        """Give the browser its cookie."""
        response.set_cookie(
            COOKIE, self.token(person), max_age=YEAR, httponly=True, samesite="lax", secure=secure, path="/"
        )

    def signed(self, connection: HTTPConnection) -> Signed | None:
        """What is in a session that was signed here; whether it is over, only `person` says."""
        token = bearer(connection)
        if token is None:
            token = connection.cookies.get(COOKIE, "")
        try:
            return Signed(*self._signer.loads(token))
        except (BadSignature, ValueError, TypeError):
            return None

    def person(self, connection: HTTPConnection) -> Person | None:
        """Who sends this, if they have a session."""
        found = self.signed(connection)
        person = self._floor.people.find(found.id) if found else None
        if found is None or person is None or person.epoch != found.epoch:
            return None
        return None if person.is_staff and abs(self._floor.clock() - found.at) > STAFF_MS else person

    def staff(self, connection: HTTPConnection) -> Person:
        """The member of staff who sends this."""
        person = self.person(connection)
        if person is None or not person.is_staff:
            raise NotAllowedError("staff-only", "this is for staff: open it with a staff link")
        return person


def check_origin(connection: HTTPConnection) -> None:
    """Refuse what another site's page makes a browser send."""
    if connection.scope["type"] == "http" and connection.scope["method"] in SAFE:
        return
    if bearer(connection) is not None:
        return  # no page of another site can add it, and no cookie is looked at
    origin = connection.headers.get("origin")
    if origin is None:
        if connection.headers.get("sec-fetch-site", "same-origin") in ("same-origin", "none"):
            return
    elif (ours := urlsplit(origin).netloc) and ours == connection.headers.get("host"):
        return
    raise NotAllowedError("other-origin", "this came from another site's page: use the pages of this floor")


def bearer(connection: HTTPConnection) -> str | None:
    """What a program sends instead of a cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token if scheme.lower() == "bearer" else None


def _secret(store: Store) -> str:
    """The key that signs sessions, made at the first start."""
    found = store.get("secret", "sessions")
    if found is None:
        with suppress(StaleError):  # another process made it
            store.put(Document("secret", "sessions", secrets.token_hex(32).encode(), 0))
        found = store.get("secret", "sessions")
    assert found is not None
    return found.body.decode()
