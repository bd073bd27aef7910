"""Those who want to know what changes, told in order by a thread of their own."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

from pitboss.journal.stores.store import Callback

_LOG = logging.getLogger(__name__)


class Watchers:
    """Passes each change on once, however often it hears of it, and never goes back to an older one."""

    def __init__(self) -> None:
        self._callbacks: dict[object, Callback] = {}
        self._changes: SimpleQueue[tuple[str, int] | None] = SimpleQueue()
        self._told: dict[str, int] = {}
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()

    def add(self, callback: Callback) -> Callable[[], None]:
        """Tell this one from now on; returns what ends it."""
        mark = object()
        with self._lock:
            self._callbacks = {**self._callbacks, mark: callback}
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="pitboss-watchers", daemon=True)
                self._thread.start()

        def end() -> None:
            with self._lock:
                self._callbacks = {other: kept for other, kept in self._callbacks.items() if other is not mark}

        return end

    def tell(self, name: str, version: int) -> None:
        """Something has changed."""
        if self._thread is not None:
            self._changes.put((name, version))

    def close(self) -> None:
        """Tell what is left, and stop."""
        thread = self._thread
        self._changes.put(None)
        if thread is not None and thread is not threading.current_thread():
            thread.join()

    def _run(self) -> None:
        while (change := self._changes.get()) is not None:
            self._pass_on(*change)

    def _pass_on(self, name: str, version: int) -> None:
        if version <= self._told.get(name, 0):
            return
        self._told[name] = version
        for callback in self._callbacks.values():
            try:
                callback(name, version)
            except Exception:
                _LOG.exception("a watcher failed when it was told of %s at %s", name, version)
