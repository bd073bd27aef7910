"""Every clause a test names must exist; a dangling mark fails the whole run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from pitboss.errors import LawError
from pitboss.law import lookup

settings.register_profile("pitboss", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("pitboss")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("clause"):
            for clause in mark.args:
                try:
                    lookup(clause)
                except LawError as error:
                    raise pytest.UsageError(f"{item.nodeid}: {error}") from error
