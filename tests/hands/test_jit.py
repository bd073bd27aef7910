"""Compiled loops are kept between runs, and compiled anew when anything they may call has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HELPER = "from pitboss.hands.jit import compiled\n@compiled\ndef more(x):\n    return x + {}\n"
LOOP = "from helper import more\nfrom pitboss.hands.jit import compiled\n@compiled\ndef loop(x):\n    return more(x)\n"
ASK = (
    "from pathlib import Path\nimport sys\nimport pitboss.hands.jit as jit\n"
    "jit._PACKAGE, jit._LOOPS = Path(sys.argv[1]), ('loops',)\n"
    "sys.path.insert(0, str(jit._PACKAGE / 'loops'))\nfrom loop import loop\n"
    "print(loop(1), sum(loop.stats.cache_hits.values()))\n"
)


@pytest.fixture
def loops(tmp_path: Path) -> Path:
    (tmp_path / "loops").mkdir()
    (tmp_path / "loops" / "helper.py").write_text(HELPER.format(1))
    (tmp_path / "loops" / "loop.py").write_text(LOOP)
    return tmp_path


def ask(loops: Path) -> tuple[int, int]:
    """What the loop gives in a process of its own, and how often it was found compiled."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(loops / "kept")}
    said = subprocess.run(
        [sys.executable, "-c", ASK, str(loops)], env=environment, capture_output=True, text=True, check=True
    )
    answer, hits = map(int, said.stdout.split())
    return answer, hits


def test_a_loop_is_kept_until_what_it_calls_changes(loops: Path) -> None:
    assert ask(loops) == (2, 0)
    assert ask(loops) == (2, 1)
    (loops / "loops" / "helper.py").write_text(HELPER.format(5))
    assert ask(loops) == (6, 0)
    assert ask(loops) == (6, 1)
