"""How a drawing is coloured: by the page it stands in, as the cloth of a table, or in ink on white paper."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from pitboss.games.game import Game
from pitboss.paper.felt_svg import INK, PRINT, SHADE

_FONTS = {
    "felt-serif": "Times New Roman, Times, Liberation Serif, serif",
    "felt-sans": "Arial, Liberation Sans, Helvetica Neue, sans-serif",
    "serif": "Palatino, Times New Roman, serif",
    "sans": "Arial, Liberation Sans, sans-serif",
}
_CARDS = {
    "card": "#fcf9f2",
    "card-edge": "#cfc6b4",
    "back": "#5d1c27",
    "back-ink": "#e9d9bd",
    "suit-s": "#1c1a18",
    "suit-h": "#b3222c",
    "suit-d": "#b3222c",
    "suit-c": "#1c1a18",
}
_CLOTH = {
    "ink": "#efe6d2",
    "text-2": "#c8bea9",
    "accent": "#c9a561",
    "accent-text": "#d9bb80",
    "rail": "#2d221b",
    "rail-deep": "#17110d",
}
_PAPER = {
    "felt": "#ffffff",
    "felt-deep": "#ffffff",
    "ink": "#1d1a16",
    "text-2": "#1d1a16",
    "accent": "#1d1a16",
    "accent-text": "#1d1a16",
    "rail": "#ffffff",
    "rail-deep": "#ffffff",
}


class Look(Enum):
    """Where the colours of a drawing come from."""

    PAGE = "from the custom properties of the page it stands in"
    CLOTH = "its own: ivory on felt"
    PAPER = "its own: lines on white"

    def colours(self, game: Game) -> Mapping[str, str]:
        """The colours and type faces by their names; none where the page gives them."""
        felt, deep = game.layout.cloth
        return {
            Look.PAGE: {},
            Look.CLOTH: {**_FONTS, **_CARDS, **_CLOTH, "felt": felt, "felt-deep": deep},
            Look.PAPER: {**_FONTS, **_CARDS, **_PAPER},
        }[self]

    def resolve(self, drawing: str, game: Game) -> str:
        """The drawing with colours instead of custom properties, unless the page gives them."""
        colours = self.colours(game)
        if not colours:
            return drawing
        drawing = drawing.replace(INK, PRINT)
        if self is Look.PAPER:
            drawing = drawing.replace(SHADE, 'fill="none"')
        return re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: colours[found[1]], drawing)
