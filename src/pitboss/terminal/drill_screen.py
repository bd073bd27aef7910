"""A drill on the whole screen: hands that were missed, and close calls, with all values after the answer."""

from __future__ import annotations

from concurrent.futures import Future

from rich.text import Text
from textual.events import Key

from pitboss.errors import PitbossError
from pitboss.games import steps as s
from pitboss.paper.numbers import exact
from pitboss.solvers.solver import Choice
from pitboss.terminal import panels
from pitboss.terminal.colours import BAD, FAINT, GOOD, QUIET
from pitboss.terminal.keys import keys_for
from pitboss.terminal.panels import beside, keyed, lines
from pitboss.terminal.sentences import exactly, of_choice, verdict
from pitboss.terminal.table_screen import Host, Room
from pitboss.terminal.visit import Visit
from pitboss.training.choice_values import Judged
from pitboss.training.drill import Exercise

MOST_VALUES = 8


class DrillScreen(Room):
    """One hand after the other; Escape goes back to the table."""

    def __init__(self, visit: Visit, host: Host) -> None:
        super().__init__(visit, host)
        self.exercise: Exercise | None = None
        self.judged: Judged | None = None
        self.low: list[int] = []
        self.note = ""
        self._coming: Future[Exercise | None] | None = None

    def on_mount(self) -> None:
        self._next()

    def heard(self) -> None:
        """The next hand is there, or the game is further solved."""
        self.visit.collect()
        if self._coming and self._coming.done():
            self.exercise, self._coming = self._coming.result(), None
        self.draw()

    def _next(self) -> None:
        self.exercise = self.judged = None
        self.low = []
        self._coming = self.visit.tutor.exercise(self.visit.kept.missed)
        self._coming.add_done_callback(lambda _: self.host.told())
        self.draw()

    # --- keys ---

    def on_key(self, event: Key) -> None:
        event.stop()
        self.note = ""
        if event.key in ("escape", "g", "q", "ctrl+c"):
            self.host.close_drill()
            return
        if self.scroll(event.key) or self.is_too_small:
            return
        try:
            self._answer(event.key)
        except PitbossError as error:
            self.note = str(error)
        self.draw()

    def _answer(self, key: str) -> None:
        exercise = self.exercise
        if exercise is None:
            return
        if self.judged:
            if key in ("enter", "space", "n"):
                self._next()
            return
        if key.isdigit() and self._setting and 1 <= int(key) <= len(exercise.spot.cards):
            place = int(key)
            self.low = [one for one in self.low if one != place] + [place] * (place not in self.low)
            self.low = self.low[-self._setting.low :]
            return
        for own, action in self._keys(exercise):
            if key == own:
                low = tuple(exercise.spot.cards[place - 1] for place in self.low) if exercise.sets(action) else ()
                if exercise.sets(action) and self._setting and len(low) != self._setting.low:
                    raise PitbossError("places", f"lay {self._setting.low} cards low first, by their numbers")
                self.judged = self.visit.answer(exercise, Choice(action, low))

    def _keys(self, exercise: Exercise) -> list[tuple[str, str]]:
        names = [of_choice(Choice(action)) for action in exercise.actions]
        return list(zip(keys_for(names), exercise.actions, strict=True))

    @property
    def _setting(self) -> s.SetHand | None:
        return next((step for step in self.visit.seat.rules.script if isinstance(step, s.SetHand)), None)

    # --- drawing ---

    def draw(self) -> None:
        """Everything, from the exercise as it stands."""
        exercise, seat = self.exercise, self.visit.seat
        self.fit(seat.game.layout.cloth)
        score = self.visit.score
        told = (
            f"{score.right} of {score.asked} right, {score.row} in a row, {exactly(score.lost, plus=False)} given away"
        )
        self.put("bar", Text.assemble((f"Drill: {seat.game.title}", "bold"), (f"  {told}", QUIET)))
        board = exercise.spot.board if exercise else ()
        self.put_on_felt(
            others=None,
            dealer=None,
            board=beside("Board", self.looks.row(board)) if board else None,
            hand=self._hand(exercise) if exercise else None,
            wagers=None,
        )
        self.put("first", self._values(exercise) if exercise and self.judged else None)
        waiting = len(self.visit.kept.missed)
        self.put("second", Text(f"{waiting or 'No'} missed hand{'' if waiting == 1 else 's'} to practise.", FAINT))
        self.put("third", None)
        self.put("fourth", None)
        self.put(
            "call",
            Text(
                "You missed this hand before." if exercise and exercise.missed else "A close call." if exercise else "",
                QUIET,
            ),
        )
        self.query_one("#call").display = True
        self.put("dock", self._dock(exercise))
        self.put("keys", Text("Esc back to the table", no_wrap=True))

    def _hand(self, exercise: Exercise) -> Text:
        if self._setting:
            return beside("You", panels.set_hand(exercise.spot.cards, self.looks, self.low, numbered=not self.judged))
        return beside("You", self.looks.row(exercise.spot.cards))

    def _values(self, exercise: Exercise) -> Text:
        ante = exercise.stakes["ante"]
        best = exercise.best.ev
        rows = [
            Text.assemble(
                (exactly(one.ev * ante).rjust(10), "bold"),
                f"  {of_choice(one.choice)}",
                ("" if one.ev < best else "  ✓ best", GOOD),
            )
            for one in exercise.advice[:MOST_VALUES]
        ]
        return lines(Text("VALUES", panels.CAPS), *rows, Text(f"Exactly {exact(best)} antes.", FAINT))

    def _dock(self, exercise: Exercise | None) -> Text:
        tutor = self.visit.tutor
        if tutor.trouble:
            return Text(f"There is no drill: {tutor.trouble}.", BAD)
        if exercise is None:
            share = f" {tutor.part:.0%}" if tutor.part and not tutor.is_ready else ""
            return Text("Looking for a hand…" if tutor.is_ready else f"Solving the game{share}…", QUIET)
        if self.judged:
            return lines(Text(verdict(self.judged), BAD if self.judged.lost else GOOD), keyed([("Enter", "next hand")]))
        keys = [(key, of_choice(Choice(action))) for key, action in self._keys(exercise)]
        if self._setting:
            keys.insert(0, (f"1 … {len(exercise.spot.cards)}", "move"))
        return lines(
            Text.assemble(("What do you do?", "bold"), (f"  {self.note}" if self.note else "", BAD)), keyed(keys)
        )
