"""A drill line by line: a hand, an answer, what every choice is worth."""

from __future__ import annotations

from collections.abc import Callable

from pitboss.errors import PitbossError
from pitboss.solvers.solver import Choice
from pitboss.terminal.card_art import in_words
from pitboss.terminal.keys import keys_for
from pitboss.terminal.sentences import exactly, introduced, listed, of_choice, spot_cards, verdict
from pitboss.terminal.tutor import Tutor
from pitboss.terminal.visit import Visit
from pitboss.training.drill import Exercise

AT_ONCE = 1.0
"""Seconds that need no explanation."""
STOP = ("stop", "back", "play")


def wait_for(tutor: Tutor, say: Callable[[str], None]) -> None:
    """Until the game is solved; who has to wait is told why."""
    solving = tutor.wake()
    try:
        solving.result(timeout=AT_ONCE)
    except TimeoutError:
        say("The game is being solved exactly; that is done once and takes some seconds.")
        solving.result()


class Drill:
    """Hands one after the other, until the person has enough."""

    def __init__(self, visit: Visit, read: Callable[[str], str], say: Callable[[str], None]) -> None:
        self.visit, self._read, self._say = visit, read, say

    def run(self) -> None:
        """Until somebody says stop."""
        tutor, missed = self.visit.tutor, len(self.visit.kept.missed)
        self._say(
            f"Drill: {missed or 'no'} missed hand{'s' if missed != 1 else ''}, then close calls. Type stop to end it."
        )
        wait_for(tutor, self._say)
        while exercise := tutor.exercise(self.visit.kept.missed).result():
            if not self._one(exercise):
                break
        if tutor.trouble:
            self._say(f"There is no drill: {tutor.trouble}.")
        score = self.visit.score
        self._say(f"Drill over: {score.right} of {score.asked} right, {exactly(score.lost, plus=False)} given away.")

    def _one(self, exercise: Exercise) -> bool:
        """One hand; False if the person has enough."""
        spot = exercise.spot
        self._say(f"{introduced(exercise)} {spot_cards(spot.cards, spot.board)} ({in_words(spot.cards)}).")
        keys = dict(zip(keys_for([of_choice(Choice(a)) for a in exercise.actions]), exercise.actions, strict=True))
        offered = listed(f"{self._how(exercise, action)} ({key})" for key, action in keys.items())
        while True:
            line = self._read(f"{offered}?")
            if line in (*STOP, "quit", "q"):
                return False
            try:
                choice = self._read_choice(exercise, keys, line)
                if choice is None:
                    self._say(f"{line!r} is no answer: {offered}, or stop.")
                    continue
                judged = self.visit.answer(exercise, choice)
            except PitbossError as error:
                self._say(f"{error}.")
                continue
            score = self.visit.score
            self._say(f"{'Right' if not judged.lost else 'Wrong'}. {verdict(judged)}")
            for one in exercise.advice:
                self._say(f"{of_choice(one.choice)}: {exactly(one.ev * exercise.stakes['ante'])}.")
            self._say(f"{score.right} of {score.asked} right, {score.row} in a row.")
            return True

    def _how(self, exercise: Exercise, action: str) -> str:
        words = of_choice(Choice(action))
        return f"{words} with the places of the low cards" if exercise.sets(action) else words

    def _read_choice(self, exercise: Exercise, keys: dict[str, str], line: str) -> Choice | None:
        word, *rest = line.split() or [""]
        named = {of_choice(Choice(action)).lower().replace("×", "x"): action for action in exercise.actions}
        action = keys.get(word) or named.get(line) or named.get(word)
        if action is None:
            return None
        places = [int(one) for one in rest if one.isdigit()]
        if not exercise.sets(action):
            return Choice(action)
        cards = exercise.spot.cards
        if not places or not set(places) <= set(range(1, len(cards) + 1)):
            raise PitbossError("places", f"name the places of the low cards, 1 to {len(cards)}, such as {word} 1 2")
        return Choice(action, tuple(cards[place - 1] for place in places))
