"""A device that writes lines: each becomes a message of the protocol, and its answer a line."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, NoReturn
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import msgspec

from pitboss.errors import PitbossError
from pitboss.floor import device_messages as m
from pitboss.floor.device_messages import PROTOCOL, Asked, Reply
from pitboss.floor.simulated_devices import SimulatedDevice

PATIENCE = (0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to reach a floor; the last again and again."""
TIMEOUT = 20.0
_NOT_DONE = (400, 403, 409, 422)
_BUSY = (408, 429, 503)
FORMS = {
    "finished": "finished DECK [COUNT]",
    "loaded": "loaded DECK",
    "dispensed": "dispensed CARDS",
    "face": "face CARD CONFIDENCE [PLACE]",
    "jam": "jam [WHAT]",
    "clear": "clear",
    "status": "status [STATE]",
}
"""The lines there are."""


class _NoRedirects(HTTPRedirectHandler):
    """A key goes to the floor that was named, and nowhere else."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Wire:
    """HTTP to a floor; while it cannot be reached, a message is sent again and again."""

    def __init__(
        self, server: str, key: str, say: Callable[[str], None], wait: Callable[[float], None] = time.sleep
    ) -> None:
        address = urlsplit(server if "://" in server else f"http://{server}")
        if address.scheme not in ("http", "https") or not address.netloc:
            raise PitbossError("server", f"name the floor's address, such as http://localhost:8000, not {server!r:.80}")
        if not key.isascii() or not key.isprintable() or " " in key:
            raise PitbossError(
                "key", "a key has letters, digits, dots and dashes: copy it as the floor console shows it"
            )
        self.address = f"{address.scheme}://{address.netloc}"
        self._key, self._say, self._wait = key, say, wait
        self._open = build_opener(_NoRedirects).open

    def send(self, body: bytes) -> Reply:
        """The answer to a message."""
        tries = 0
        while True:
            try:
                return self._sent(body)
            except (URLError, OSError) as error:
                if tries == 0:
                    self._say(f"no answer from {self.address}: trying again ({getattr(error, 'reason', error)})")
            except _LaterError:
                pass
            self._wait(PATIENCE[min(tries, len(PATIENCE) - 1)])
            tries += 1

    def _sent(self, body: bytes) -> Reply:
        headers = {"authorization": f"Bearer {self._key}", "content-type": "application/json"}
        request = Request(f"{self.address}/api/device", body, headers)
        try:
            with self._open(request, timeout=TIMEOUT) as answer:
                return self._reply(answer.read())
        except HTTPError as error:
            with error:
                said = error.read()
            if error.code in _BUSY:
                raise _LaterError from None
            if error.code == 422:
                return self._reply(said)
            self._refuse(error.code, said)

    def _reply(self, body: bytes) -> Reply:
        try:
            return msgspec.json.decode(body, type=Reply)
        except msgspec.MsgspecError:
            self._strange()

    def _refuse(self, status: int, body: bytes) -> NoReturn:
        try:
            told = msgspec.json.decode(body, type=dict[str, str | None])
            raise PitbossError(str(told["code"]), str(told["message"]))
        except (msgspec.MsgspecError, KeyError):
            self._strange(f" (status {status})")

    def _strange(self, more: str = "") -> NoReturn:
        message = f"{self.address} does not answer like a floor{more}: is it the right address?"
        raise PitbossError("server", message) from None


class _LaterError(Exception):
    """The floor has too much to do."""


class Line:
    """One device, told what it says by lines; from one thread at a time."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._lock = threading.Lock()
        self._next = 1
        self.heartbeat = 10.0
        self.round = 0
        self.asked: Asked | None = None

    def hello(self) -> str:
        """Begin: whose key this is decides which table it is."""
        with self._lock:
            reply = self._take(self._wire.send(msgspec.json.encode(m.Hello(protocol=PROTOCOL))))
            self.heartbeat = float(reply.heartbeat)
            return f"table {reply.table}{_asks(reply.asked)}"

    def tell(self, text: str) -> str:
        """Send what a line says; its answer in a line."""
        try:
            kind, arguments = parse_line(text)
            with self._lock:
                message = kind(seq=self._next, at=time.time_ns() // 1_000_000, **arguments)
                return in_words(self._take(self._wire.send(msgspec.json.encode(message))))
        except PitbossError as error:
            if error.code in ("device-key", "server"):
                raise
            return f"refused: {error.message}"

    def beat(self) -> None:
        """A sign of life."""
        self.tell("status")

    def play(self, simulated: SimulatedDevice, *, pace: float, steps: int | None = None) -> Iterator[str]:
        """Do what the table asks of a simulated device, until there were so many messages."""
        sent, beaten = 0, time.monotonic()
        while steps is None or sent < steps:
            simulated.at(self._next)
            for body in simulated.react(self.asked, self.round):
                sent += 1
                yield f"{body.decode()} -> {self._told(body)}"
            if simulated.is_silent and time.monotonic() - beaten > 4 * self.heartbeat:
                simulated.is_silent = False
            elif not simulated.is_silent:
                self.beat()
                beaten = time.monotonic()
            time.sleep(pace)

    def _told(self, body: bytes) -> str:
        try:
            return in_words(self._take(self._wire.send(body)))
        except PitbossError as error:
            if error.code in ("device-key", "server"):
                raise
            return f"refused: {error.message}"

    def _take(self, reply: Reply) -> Reply:
        self._next, self.asked, self.round = reply.next, reply.asked, reply.round
        return reply


def parse_line(text: str) -> tuple[type[m.Message], dict[str, Any]]:
    """What a line says."""
    word, *rest = text.split()
    try:
        match word, rest:
            case "finished", [deck, *counted] if len(counted) <= 1:
                return m.Finished, {"deck": deck, "count": int(counted[0]) if counted else None}
            case "loaded", [deck]:
                return m.Loaded, {"deck": deck}
            case "dispensed", [cards]:
                return m.Dispensed, {"cards": int(cards)}
            case "face", [face, confidence, *place] if len(place) <= 1:
                read = m.ReadFace(face, float(confidence))
                return m.Faces, {"faces": (read,), "place": int(place[0]) if place else None}
            case "jam", what:
                return m.Jam, {"what": " ".join(what)[: m.MOST_WORDS] or "jam"}
            case "clear", []:
                return m.Cleared, {}
            case "status", state:
                return m.Status, {"state": " ".join(state)[: m.MOST_WORDS]}
    except ValueError:
        pass
    known = FORMS.get(word)
    message = f"write it as {known}" if known else f"there is no line {word!r:.40}; there are {', '.join(FORMS)}"
    raise PitbossError("line", message)


def in_words(reply: Reply) -> str:
    """An answer in a line."""
    missed = f", {reply.missed} lost before it" if reply.missed else ""
    done = f"refused: {reply.refusal['message']}" if reply.refusal else f"ok {reply.seq}{missed}"
    return f"{done}{_asks(reply.asked)}"


def _asks(asked: Asked | None) -> str:
    if asked is None:
        return ""
    match asked.step:
        case "read":
            left = asked.cards - len(asked.given) + len(asked.doubtful)
            return f"; read {left} card{'' if left == 1 else 's'}: {asked.lie}"
        case "deal":
            return f"; deal {asked.cards} card{'' if asked.cards == 1 else 's'}"
        case "clear":
            return "; clear what is wrong"
        case step:
            return f"; {step} {asked.deck}"
