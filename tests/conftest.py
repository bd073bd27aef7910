"""Every clause a test names must exist; a dangling mark fails the whole run."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from pitboss.errors import LawError
from pitboss.law import lookup
from pitboss.solve.cache import FOLDER

settings.register_profile("pitboss", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pitboss")


@pytest.fixture(scope="session", autouse=True)
def _answers_of_this_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Solved games are shared by the tests of a run, and by no other run."""
    os.environ[FOLDER] = str(tmp_path_factory.mktemp("answers"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                try:
                    lookup(clause)
                except LawError as error:
                    raise pytest.UsageError(f"{item.nodeid}: {error}") from error
