"""Commands that come twice, late or in another order, over HTTP and live connections, at once and after a crash."""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from blotter import Blotter, times
from inspection import inspect
from servers import SHARED, new_url
from serving import Server, Started, start
from visitors import House, Line, Visitor, Wire, furnished
from websockets.exceptions import WebSocketException

TABLE = "1"
LETTERS = times(60, 400)
"""Commands a night."""
COPIES = 4
"""Of each, at most."""
CARRIERS = 6
"""At once, every other one over live connections."""


class Letter(NamedTuple):
    """A command, sealed: whoever carries it does not look inside."""

    sender: Visitor
    key: str
    text: str
    is_late: bool = False
    """Whether it was decided on a version that is long past."""


def letters(house: House, night: int, rng: random.Random) -> list[Letter]:
    """Commands of everybody: most are fine, some are late, and some have a key that another one has."""
    written = []
    for number in range(LETTERS):
        sender, key = rng.choice(house.visitors), f"{night} {number}"
        body: dict[str, Any] = {"command": "BuyIn", "arguments": {"amount": rng.randint(1, 9)}, "key": key}
        is_late = rng.random() < 0.1
        if is_late:
            body["version"] = 1
        written.append(Letter(sender, key, json.dumps(body), is_late))
        if rng.random() < 0.1:
            body["arguments"]["amount"] += 10
            written.append(Letter(sender, key, json.dumps(body), is_late))
    return written


class Carrier(threading.Thread):
    """Delivers a stack of letters in its own order, until the server is gone."""

    def __init__(self, server: Server, stack: list[Letter], is_live: bool) -> None:
        super().__init__()
        self._server, self.stack, self._is_live = server, stack, is_live
        self.answers: list[tuple[Letter, str]] = []

    def run(self) -> None:
        try:
            with ExitStack() as open_:
                deliver = self._live(open_) if self._is_live else self._plain(open_)
                while self.stack:
                    answer = deliver(self.stack[-1])
                    if answer.get("code") == "too-many":
                        time.sleep(0.1)
                        continue
                    self.answers.append((self.stack.pop(), json.dumps(answer, sort_keys=True)))
        except (OSError, http.client.HTTPException, WebSocketException):
            return  # the server is gone; what is left is for the next one

    def _plain(self, open_: ExitStack) -> Callable[[Letter], Any]:
        line = open_.enter_context(Line(self._server))
        return lambda one: line.ask(one.sender, "POST", f"/api/tables/{TABLE}/commands", one.text.encode())[1]

    def _live(self, open_: ExitStack) -> Callable[[Letter], Any]:
        wires: dict[Visitor, Wire] = {}

        def deliver(one: Letter) -> Any:
            if one.sender not in wires:
                wires[one.sender] = open_.enter_context(Wire(self._server, one.sender, TABLE))
            answer = wires[one.sender].wish(do=json.loads(one.text))
            del answer["id"]
            return answer.get("error", answer)

        return deliver


@pytest.mark.parametrize("kind", SHARED)
@pytest.mark.fault(
    "commands delivered up to four times, late and in any order, before and after the server is killed",
    "HTTP and live connections, at once",
    "each is done once or refused, and answered alike every time",
)
def test_commands_that_come_twice_late_and_out_of_order(
    started: Started, kind: str, blotter: Blotter, tmp_path: Path
) -> None:
    rng = random.Random(kind)
    house = furnished(new_url(kind, tmp_path), 5)
    server = start(started, house.url)
    with Line(server) as line:
        for visitor in house.visitors:
            assert line.ask(visitor, "POST", f"/api/tables/{TABLE}/sit", b"{}")[0] == 200
    done: set[str] = set()
    for night in range(times(1, 8)):
        copies = [one for one in letters(house, night, rng) for _ in range(rng.randint(1, COPIES))]
        rng.shuffle(copies)
        answers: dict[Letter, set[str]] = defaultdict(set)
        for is_last in (False, True):
            stacks = [copies[number::CARRIERS] for number in range(CARRIERS)]
            carriers = [Carrier(server, stack, number % 2 == 1) for number, stack in enumerate(stacks)]
            for carrier in carriers:
                carrier.start()
            if not is_last:
                while sum(len(carrier.answers) for carrier in carriers) < len(copies) // 2:
                    carriers[0].join(0.002)
                server.kill()
            for carrier in carriers:
                carrier.join()
                for one, answer in carrier.answers:
                    answers[one].add(answer)
                blotter.add(len(carrier.answers))
            copies = [one for carrier in carriers for one in carrier.stack]
            if not is_last:
                server = start(started, house.url)
        assert not copies
        done |= judged(answers)
    assert server.stop() == 0
    assert inspect(house.url).keys.keys() == done


def judged(answers: dict[Letter, set[str]]) -> set[str]:
    """The keys of what was done; everything was answered alike, and of two with one key one was done at most."""
    done: list[str] = []
    for letter, different in answers.items():
        (told,) = map(json.loads, different)
        if told.get("code") != "key-reused":
            refusal = told.get("refusal")
            assert letter.is_late == (refusal is not None and refusal["code"] == "stale"), (letter, told)
            done += [letter.key] if refusal is None else []
    assert len(done) == len(set(done))
    return set(done)
