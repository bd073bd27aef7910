"""The colours of the room, the same as on the web; every sign is readable without them."""

from __future__ import annotations

TEXT, QUIET, FAINT = "#f1e9d8", "#c8bea9", "#9d9480"
BRASS = "#d9bb80"
"""Your seat and the step that is due, nothing else."""
GOOD, BAD = "#a3cfae", "#e8a08d"
SIGNS = {"win": "▲", "push": "=", "lose": "▼", "forfeit": "▼", "void": "○"}
"""What became of a wager, for those who do not see the colour."""
TONES = {"win": GOOD, "lose": BAD, "forfeit": BAD}
