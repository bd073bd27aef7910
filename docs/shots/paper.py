"""Printed papers: the real command, the first page as a picture."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

PICTURES = {
    "layout": "layout uth --look cloth",
    "sign": "sign hi-lo",
    "card": "card top-five",
    "strategy": "strategy uth",
    "par": "par top-five",
    "submission": "submission pik-it",
}


def take(paper: str) -> bytes:
    """The first page."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pitboss", "print", *paper.split(), "--out", f"{folder}/paper.png"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return min(Path(folder).iterdir()).read_bytes()
