"""The same rounds wherever they are played: threads, processes, a cluster that loses a worker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import dask
import numpy as np
import pytest
from distributed import Client, LocalCluster
from slow import die_once

from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.plugins import Guest
from pitboss.simulation import kernel, running
from pitboss.simulation.playing import RANDOM, Play
from pitboss.simulation.results import Run
from pitboss.simulation.running import code_of, play_part, run
from pitboss.simulation.stream import ROUNDS
from pitboss.table.table import practice_submission

SEED = 4
PLAY = Play.at(practice_submission("top-five"), {})
MANY = 40 * ROUNDS + 17


@pytest.fixture(scope="module")
def alone() -> Run:
    return run(PLAY, MANY, SEED, cores=1)


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "BATCHES", 1)


def same(one: Run, other: Run) -> bool:
    return (
        one.rounds == other.rounds
        and np.array_equal(one.counts, other.counts)
        and np.array_equal(one.firsts, other.firsts)
    )


@pytest.mark.parametrize("batches", [1, 7, 100])
@pytest.mark.parametrize("cores", [1, 2])
@pytest.mark.parametrize("ahead", [1, 3, 256])
def test_neither_cores_nor_parts_change_a_count(
    alone: Run, batches: int, cores: int, ahead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "BATCHES", batches)
    monkeypatch.setattr(running, "AHEAD", ahead)
    assert same(run(PLAY, MANY, SEED, cores=cores), alone)


def test_every_round_is_counted_once(alone: Run) -> None:
    assert alone.rounds == alone.counts.sum() == MANY


def test_another_seed_gives_other_rounds(alone: Run) -> None:
    assert not same(run(PLAY, MANY, SEED + 1), alone)


@pytest.mark.usefixtures("small_parts")
def test_a_run_that_is_stopped_has_played_the_first_rounds() -> None:
    seen: list[float] = []
    done = run(PLAY, MANY, SEED, progress=seen.append, stop=lambda: len(seen) == 3)
    assert done.rounds == 3 * ROUNDS
    assert same(done, run(PLAY, 3 * ROUNDS, SEED))
    assert seen == [part / 41 for part in (1, 2, 3)]


@pytest.mark.usefixtures("small_parts")
def test_a_run_that_no_machine_could_finish_begins_at_once() -> None:
    assert run(PLAY, 10**18, SEED, stop=lambda: True).rounds == ROUNDS


@pytest.mark.parametrize(
    ("rounds", "seed", "says"),
    [(0, 1, "has 1 to"), (2**63, 1, "has 1 to"), (1, -1, "a seed is"), (1, 2**64, "a seed is")],
)
def test_what_cannot_be_played_is_refused(rounds: int, seed: int, says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        run(PLAY, rounds, seed)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"errors": 1.5}, "from 0 to 1"),
        ({"errors": 0.1, "strategy": RANDOM}, "makes no errors"),
        ({"players": 0}, "positions for 1 to"),
        ({"players": 40}, "positions for 1 to"),
        ({"strategy": "by-heart"}, "has no strategy 'by-heart'"),
    ],
)
def test_who_cannot_play_is_refused(how: dict[str, Any], says: str) -> None:
    with pytest.raises(PitbossError, match=says):
        Play.at(practice_submission("top-five"), {}, **how)


def test_a_wager_on_six_hands_is_not_played_with_two() -> None:
    table = practice_submission(
        "uth",
        {"cover_all": True, "cover_all_mode": True, "shuffle_method": "automated", "dealing_method": "automated-shoe"},
    )
    for name in ("cover_all", "cover_all_6"):
        assert Play.at(table, {name: 500}, players=5).advisor().stakes["cover_all_6"] == 500
    with pytest.raises(PitbossError, match="cover_all_6 is no wager of a round with 2 hands"):
        Play.at(table, {"cover_all_6": 500})


def test_a_game_from_outside_without_a_kernel_is_not_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "guest", lambda name: Guest(name, "pitboss.law"))
    with pytest.raises(PitbossError, match=r"brings no kernel\.py, so Top Five Poker cannot be simulated"):
        kernel.kernel_of(find("top-five"))


@pytest.mark.usefixtures("small_parts")
def test_processes_count_the_same(alone: Run) -> None:
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert same(run(PLAY, MANY, SEED, executor=pool), alone)


class Deadly(Executor):
    """An executor whose workers die over one of the tasks."""

    def __init__(self, workers: Executor, task: int, marker: Path) -> None:
        self.workers, self.left, self.marker = workers, task, marker

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        self.left -= 1
        if self.left:
            return self.workers.submit(work, *arguments, **more)
        return self.workers.submit(die_once, self.marker, work, *arguments, **more)


class Forgetful(Executor):
    """An executor that loses the results of its first tasks."""

    def __init__(self, workers: Executor, times: int) -> None:
        self.workers, self.times = workers, times

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        self.times -= 1
        return self.workers.submit(lost if self.times >= 0 else work, *arguments, **more)


class Silent(Executor):
    """An executor whose workers answer some tasks and then no more."""

    def __init__(self, parts: int) -> None:
        self.parts = parts
        self.never: list[Future[Any]] = []

    def submit(self, work: Callable[..., Any], /, *arguments: Any, **more: Any) -> Future[Any]:
        self.parts -= 1
        answer: Future[Any] = Future()
        if self.parts >= 0:
            answer.set_result(work(*arguments, **more))
        else:
            self.never.append(answer)
        return answer


def lost(*arguments: Any) -> None:
    raise ConnectionError("gone")


@pytest.mark.usefixtures("small_parts")
def test_a_part_that_is_lost_is_played_again(alone: Run) -> None:
    with ThreadPoolExecutor(1) as pool:
        assert same(run(PLAY, MANY, SEED, executor=Forgetful(pool, 41)), alone)


def test_a_worker_with_another_version_of_the_code_is_not_believed(alone: Run) -> None:
    part = play_part(alone.play, 1, 5, range(1), code_of(alone.play))
    assert part.counts.sum() == 5
    with pytest.raises(PitbossError, match="install the same one on all machines"):
        play_part(alone.play, 1, 5, range(1), "another")


@pytest.mark.usefixtures("small_parts")
def test_a_part_that_is_always_lost_ends_the_run() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(PitbossError, match=r"were lost 3 times .*: gone") as refused:
        run(PLAY, MANY, SEED, executor=Forgetful(pool, 10**9))
    assert isinstance(refused.value.__cause__, ConnectionError)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("parts", [1, 5])
def test_workers_that_fall_silent_do_not_keep_a_run_from_stopping(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.01)
    monkeypatch.setattr(running, "AHEAD", 1)
    silent = Silent(parts)
    assert same(run(PLAY, MANY, SEED, executor=silent, stop=lambda: silent.parts < 0), run(PLAY, parts * ROUNDS, SEED))
    assert all(future.cancelled() for future in silent.never)


def test_a_run_that_is_stopped_before_it_began_has_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "PATIENCE", 0.01)
    with pytest.raises(PitbossError, match="stopped before any round"):
        run(PLAY, MANY, SEED, executor=Silent(0), stop=lambda: True)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Client]:
    patient = {"distributed.comm.timeouts.connect": "300s", "distributed.comm.timeouts.tcp": "300s"}
    with (
        dask.config.set(patient),
        LocalCluster(  # type: ignore[no-untyped-call]
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,  # type: ignore[no-untyped-call]
    ):
        yield client


@pytest.mark.usefixtures("small_parts")
def test_a_cluster_counts_the_same(alone: Run, cluster: Client) -> None:
    executor = cluster.get_executor()  # type: ignore[no-untyped-call]
    assert same(run(PLAY, MANY, SEED, executor=executor), alone)


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("task", [20, 41])
def test_a_worker_that_dies_takes_no_round_with_it(alone: Run, cluster: Client, task: int, tmp_path: Path) -> None:
    """Killed in the middle of a part, with the results of others that nobody has fetched; it comes back, or another."""
    marker = tmp_path / "died"
    executor = Deadly(cluster.get_executor(pure=False), task, marker)  # type: ignore[no-untyped-call]
    assert same(run(PLAY, MANY, SEED, executor=executor), alone)
    assert marker.exists()
    cluster.wait_for_workers(2)
