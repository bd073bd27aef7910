"""Whatever is asked of them, stores answer alike: those in a database as the one in memory does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from desks import raised
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from servers import SHARED, new_url

from pitboss.journal.stores import ISSUED, Answer, Document, OverdrawnError, Store, open_store
from pitboss.ledger import Transfer

ACCOUNTS = ("Ann", "Bob", "Cid")
names = st.sampled_from(["1", "2"])
numbers = st.integers(0, 4)
answers = st.builds(Answer, st.sampled_from("kl"), st.sampled_from(["x", "y"]), st.binary(max_size=3), st.just(0))
transfers = st.lists(
    st.builds(Transfer, st.sampled_from([*ACCOUNTS, ISSUED]), st.sampled_from([*ACCOUNTS, ISSUED]), st.integers(1, 99)),
    max_size=4,
)
documents = st.builds(Document, st.just("paper"), st.sampled_from("ab"), st.binary(max_size=3), st.integers(0, 2))
steps = st.lists(
    st.one_of(
        st.tuples(st.just("create"), names),
        st.tuples(
            st.just("append"),
            names,
            numbers,
            st.lists(st.text("xyz♠", min_size=1), max_size=2),
            st.none() | answers,
            transfers,
            st.lists(documents, max_size=2),
        ),
        st.tuples(st.just("remember"), names, answers),
        st.tuples(st.just("answer"), names, st.sampled_from("kl"), st.sampled_from([None, "x", "y"])),
        st.tuples(st.just("lines"), names, numbers, st.none() | numbers),
        st.tuples(st.just("head"), names),
        st.tuples(st.just("save_snapshot"), names, numbers, st.binary(max_size=3)),
        st.tuples(st.just("snapshot"), names),
        st.tuples(st.just("transfer"), transfers),
        st.tuples(st.just("put"), documents),
        st.tuples(st.just("get"), st.just("paper"), st.sampled_from("ab")),
        st.tuples(st.just("all"), st.just("paper")),
        st.tuples(st.just("tables")),
        st.tuples(st.just("balances")),
    ),
    max_size=25,
)


def told(store: Store, prefix: str, step: tuple[object, ...]) -> object:
    """What a store says to a step, in a corner of it that is used by nobody else."""
    what, *given = step
    match what, given:
        case "create" | "remember" | "answer" | "head" | "save_snapshot" | "snapshot", [str(name), *more]:
            said = raised(lambda: getattr(store, str(what))(prefix + name, *more))
        case "lines", [str(name), *more]:
            said = raised(lambda: list(store.lines(prefix + name, *more)))
        case "append", [str(name), int(expected), list(lines), answer, list(moves), list(papers)]:
            said = raised(
                lambda: store.append(
                    prefix + name,
                    expected=expected,
                    lines=lines,
                    head="".join(lines),
                    answer=answer,  # type: ignore[arg-type]
                    transfers=own(moves, prefix),
                    documents=[paper._replace(kind=prefix + paper.kind) for paper in papers],
                )
            )
        case "transfer", [list(moves)]:
            said = raised(lambda: store.transfer(own(moves, prefix)))
        case "put", [Document() as paper]:
            said = raised(lambda: store.put(paper._replace(kind=prefix + paper.kind)))
        case (("get" | "all"), [str(kind), *more]):
            said = raised(lambda: getattr(store, str(what))(prefix + kind, *more))
        case "tables", []:
            said = [name for name in store.tables() if name.startswith(prefix)]
        case _:
            said = store.balances(prefix)
    return repr(said).replace(prefix, "")


def own(moves: list[Transfer], prefix: str) -> list[Transfer]:
    mine = {name: prefix + name for name in ACCOUNTS}
    return [Transfer(mine.get(source, source), mine.get(target, target), cents) for source, target, cents in moves]


@pytest.fixture(params=SHARED, scope="module")
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(new_url(request.param, Path(tmp_path_factory.mktemp("alike")))) as store:
        yield store


corners = iter(range(10**9))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps)
def test_a_store_says_what_the_one_in_memory_says(store: Store, steps: list[tuple[object, ...]]) -> None:
    prefix = f"<{next(corners)}>"
    with open_store("memory:") as model:
        for step in steps:
            assert told(store, prefix, step) == told(model, prefix, step)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(transfers, max_size=12))
def test_money_is_never_made_and_no_account_falls_below_zero(store: Store, rounds: list[list[Transfer]]) -> None:
    prefix = f"<{next(corners)}>"
    for moves in rounds:
        before = store.balances()
        try:
            store.transfer(own(moves, prefix))
        except OverdrawnError:
            assert store.balances() == before
        after = store.balances()
        assert sum(after.values()) == 0
        assert all(balance >= 0 or account == ISSUED for account, balance in after.items())
