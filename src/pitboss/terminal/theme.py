"""The colours of the room as a theme of the full screen."""

from __future__ import annotations

from textual.theme import Theme

from pitboss.terminal.colours import BAD, BRASS, FAINT, GOOD, QUIET, TEXT

THEME = Theme(
    name="pitboss",
    dark=True,
    primary=BRASS,
    secondary=QUIET,
    accent=BRASS,
    foreground=TEXT,
    background="#100f0d",
    surface="#191714",
    panel="#221f1b",
    success=GOOD,
    error=BAD,
    warning=BRASS,
    variables={"quiet": QUIET, "faint": FAINT},
)
