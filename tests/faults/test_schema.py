"""Whatever a program sends to any address that the description names: the answer is one that the description names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
import requests
import schemathesis
from blotter import Blotter, times
from fastapi.testclient import TestClient
from floors import BETS, Hall
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from serving import Clients, clients_of

from pitboss.web.app import create_app

Case = schemathesis.Case[Any]
Operation = schemathesis.APIOperation[Any, Any, Any, Any]
ROLES = ("nobody", "player", "dealer", "floor", "auditor")
CHECKS = [
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
]
USUAL: dict[str, st.SearchStrategy[Any]] = {
    "table": st.sampled_from("1234"),
    "game": st.sampled_from(sorted(BETS)),
    **dict.fromkeys(("version", "since", "before"), st.integers(0, 80)),
    **dict.fromkeys(("number", "round", "level"), st.integers(1, 3)),
    **dict.fromkeys(("seat", "position"), st.integers(1, 6)),
}
"""What there is on this floor: out of the description alone hardly anything would be found."""
EXAMPLES = times(2, 30)
"""For each operation and role, once with what fits the description and once with what does not."""


@pytest.fixture(scope="module")
def hall() -> Iterator[Hall]:
    """A floor on which a round of every game has been played."""
    hall = Hall()
    for game in BETS:
        hall.play(*hall.seated(game))
    yield hall
    hall.close()


@pytest.fixture(scope="module")
def clients(hall: Hall) -> Iterator[Clients]:
    yield from clients_of(create_app(hall.floor, per_second=10**9, burst=10**9, arrivals=10**9), hall)


@pytest.fixture(scope="module")
def operations(clients: Clients) -> list[Operation]:
    described = schemathesis.openapi.from_dict(clients("nobody").get("/api/openapi.json").json())
    return [found.ok() for found in described.get_all_operations() if isinstance(found, Ok)]


def sent(client: TestClient, case: Case) -> httpx2.Response:
    """A case, as it would go over the wire."""
    prepared = requests.Request(**case.as_transport_kwargs("http://testserver")).prepare()
    assert prepared.method is not None
    assert prepared.url is not None
    assert prepared.body is None or isinstance(prepared.body, str | bytes)
    headers = {name: str(value) for name, value in prepared.headers.items()}
    return client.request(prepared.method, prepared.url, headers=headers, content=prepared.body)


def make_usual(case: Case, usual: dict[str, Any]) -> None:
    """Name what there is, here and there."""
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            part.update({name: value for name, value in usual.items() if name in part and value is not None})


def examine(operation: Operation, client: TestClient, mode: GenerationMode, role: str, blotter: Blotter) -> None:
    """Send what fits the description, or what does not."""

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.generate,),
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(generation_mode=mode),
        usual=st.fixed_dictionaries({name: st.none() | one for name, one in USUAL.items()}),
    )
    def send(case: Case, usual: dict[str, Any]) -> None:
        if mode is GenerationMode.POSITIVE:
            make_usual(case, usual)
        response = sent(client, case)
        blotter.add()
        case.validate_response(response, checks=CHECKS)
        assert response.status_code < 500 or response.json()["code"] == "busy", response.text
        assert role != "nobody" or "security" not in operation.definition.raw or response.is_client_error

    send()


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.fault(
    "requests made up from the OpenAPI description, and against it",
    "every operation, in every role",
    "answers of the described status, type and form; no server error",
)
def test_every_answer_is_one_that_is_described(
    role: str, clients: Clients, operations: list[Operation], blotter: Blotter
) -> None:
    client = clients(role)
    for operation in operations:
        examine(operation, client, GenerationMode.POSITIVE, role, blotter)
        if {"parameters", "requestBody", "security"} & operation.definition.raw.keys():
            examine(operation, client, GenerationMode.NEGATIVE, role, blotter)


@pytest.mark.fault(
    "methods that an address does not know", "every path of the description", "405, with the methods that it knows"
)
def test_a_method_that_is_not_described_is_refused(
    clients: Clients, operations: list[Operation], blotter: Blotter
) -> None:
    client = clients("floor")
    known: dict[str, set[str]] = {}
    for operation in operations:
        known.setdefault(operation.path, set()).add(operation.method.upper())
    for path, methods in known.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"} - methods:
            response = client.request(method, path.format(table=1, version=1, number=1, seat=1, member=1, device=1))
            assert response.status_code == 405
            assert set(response.headers["allow"].split(", ")) <= methods
            assert response.json()["message"]
            blotter.add()
