"""The full-screen table."""

from __future__ import annotations

from textual.app import App
from textual.message import Message

from pitboss.terminal.dialogs import Dialog
from pitboss.terminal.drill_screen import DrillScreen
from pitboss.terminal.table_screen import TableScreen
from pitboss.terminal.theme import THEME
from pitboss.terminal.visit import Visit


class PlayApp(App[None]):
    """One person's table; `visit` is given when it is played."""

    CSS_PATH = "play.tcss"
    TITLE = "Pitboss"
    ENABLE_COMMAND_PALETTE = False

    class Told(Message):
        """The coach, in a thread of its own, has something new."""

    def __init__(self, *, four_colours: bool = False, drill: bool = False) -> None:
        super().__init__()
        self.register_theme(THEME)
        self.theme = THEME.name
        self.four_colours, self._drill = four_colours, drill
        self.visit: Visit | None = None

    def play(self, visit: Visit) -> None:
        """From sitting down to leaving; however the screen comes to its end, the seat is given up."""
        self.visit = visit
        try:
            self.run()
        finally:
            visit.leave()

    def told(self) -> None:
        """Called by the coach from its thread."""
        self.post_message(self.Told())

    def on_mount(self) -> None:
        assert self.visit is not None
        self.push_screen(TableScreen(self.visit, self))
        if self._drill:
            self.open_drill()

    def on_play_app_told(self) -> None:
        for screen in self.screen_stack:
            if isinstance(screen, TableScreen | DrillScreen) and screen.is_mounted:
                screen.heard()

    def open_drill(self) -> None:
        """Practise; the table waits."""
        assert self.visit is not None
        self.push_screen(DrillScreen(self.visit, self))

    def close_drill(self) -> None:
        """Back to the table."""
        self.pop_screen()
        self.told()

    async def action_quit(self) -> None:
        """Ctrl-Q asks like every other way to leave."""
        match self.screen:
            case TableScreen() as table:
                table.leave()
            case DrillScreen():
                self.close_drill()
            case Dialog() as dialog:
                dialog.answer("q")
