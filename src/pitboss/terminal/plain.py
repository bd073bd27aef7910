"""The table line by line: for pipes, for screen readers, and for terminals that can do no more."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TextIO

from pitboss.cards import UNKNOWN, notation, parse
from pitboss.errors import PitbossError
from pitboss.money import parse_dollars
from pitboss.money import short_dollars as money
from pitboss.terminal.card_art import in_words
from pitboss.terminal.keys import keys_for
from pitboss.terminal.plain_drill import Drill, wait_for
from pitboss.terminal.seat import Way
from pitboss.terminal.sentences import asking, calls, exactly, label, listed, of_value, results, signed, verdict
from pitboss.terminal.stats import lines_of, summed_up, worst
from pitboss.terminal.visit import BEFORE, MODES, OFF, Visit
from pitboss.training.choice_values import SET

HELP = """\
Before the deal: a wager and its amount (ante 10; trips 5), min for the least wagers, again for your last ones,
clear, then deal or an empty line. When you are asked: the key or the words of a choice. Picking and setting: the
places of the cards, such as 1 3; house sets the house way. At any time: why explains the last results with their
clauses, table says what lies there, coach off, coach before or coach after, worst lists your worst hands, stats,
drill, buy or buy 500, help, quit."""

MOST_TEXT = 80
"""Letters of a line that are read: nothing that means something is longer."""


class Ended(Exception):  # noqa: N818
    """The person has gone, or the input has come to its end."""


class PlainTable:
    """Reads lines, says sentences; a line that makes no sense costs nothing."""

    def __init__(self, visit: Visit, lines: TextIO, say: Callable[[str], None]) -> None:
        self.visit, self.seat = visit, visit.seat
        self._lines, self._say = lines, say

    def run(self, *, drill: bool = False) -> None:
        """Until the person leaves, or there are no more lines."""
        limits = self.seat.rules.terms.posted["ante"]
        assert limits is not None
        low, high = map(money, limits)
        self._say(
            f"{self.seat.game.title}, ante {low} to {high}. You have {money(self.seat.chips)}. Type help if stuck."
        )
        try:
            if drill:
                Drill(self.visit, self._read, self._say).run()
            while True:
                self._bets()
                self._round()
        except (Ended, KeyboardInterrupt):
            self._part()

    # --- lines ---

    def _read(self, prompt: str) -> str:
        self._say(prompt)
        line = self._lines.readline()
        if not line:
            raise Ended
        return line.strip().lower()[:MOST_TEXT]

    def _ask(self, prompt: Callable[[], str], answer: Callable[[str], bool]) -> None:
        """Ask until there is an answer; `answer` says whether a line was one."""
        while True:
            line = self._read(prompt())
            try:
                if self._is_known(line) or not answer(line):
                    continue
                return
            except PitbossError as error:
                self._say(f"{_sentence(error)} Nothing has changed.")

    def _is_known(self, line: str) -> bool:
        """What can be said at any time."""
        word, _, rest = line.partition(" ")
        match word:
            case "?" | "help":
                self._say(HELP)
            case "quit" | "q" | "exit":
                raise Ended
            case "coach":
                self._coach(rest)
            case "why":
                self._why()
            case "table":
                self._table()
            case "stats":
                for name, figure in lines_of(self.visit.kept):
                    self._say(f"{name}: {figure}")
            case "worst":
                self._say("\n".join(map(worst, self.visit.kept.log.worst)) or "No mistake is known.")
            case "buy":
                bought = self.seat.buy(parse_dollars(rest) if rest else None)
                self._say(f"{money(bought)} bought; you have {money(self.seat.chips)}.")
            case "drill":
                Drill(self.visit, self._read, self._say).run()
            case _:
                return False
        return True

    # --- before the deal ---

    def _bets(self) -> None:
        names = {wager.name.replace("_", " "): wager.name for wager in self.seat.slip.wagers}
        names |= {label(self.seat.game, wager.name).lower(): wager.name for wager in self.seat.slip.wagers}

        def placed(line: str) -> bool:
            slip = self.seat.slip
            match line:
                case "" | "deal":
                    if not slip.amounts:
                        self._say("Nothing lies on the layout: type min, again, or a wager and its amount.")
                        return False
                    self.seat.deal()
                    slip.clear()
                    return True
                case "min":
                    slip.least()
                case "again":
                    slip.again(self.seat.last_wagers)
                case "clear":
                    slip.clear()
                case _:
                    self._wager(line, names)
            self._say(self._lying)
            return False

        self._say(
            f"{self._lying} Wagers: {listed([label(self.seat.game, w.name) for w in self.seat.slip.wagers], 'and')}."
        )
        self._ask(lambda: "Bet, or deal:", placed)

    def _wager(self, line: str, names: dict[str, str]) -> None:
        found = re.fullmatch(r"(?:bet\s+)?(.+?)\s+(\$?[\d.,]+)", line)
        name = names.get(found[1]) if found else None
        if found is None or name is None:
            self._say(
                f"{line!r} is no wager here: write one such as {next(iter(names))} 10, or min, again, clear, deal."
            )
            return
        amount = parse_dollars(found[2])
        if said := self.seat.slip.set(name, amount, up=True):
            self._say(f"{said}.")

    @property
    def _lying(self) -> str:
        wagers = [f"{label(self.seat.game, name)} {money(amount)}" for name, amount in self.seat.slip.amounts.items()]
        return f"On the layout: {', '.join(wagers) or 'nothing'}."

    # --- the round ---

    def _round(self) -> None:
        while self.seat.question:
            for said in calls(self.seat):
                self._say(said)
            self._hand()
            self._advise()
            self._decide()
            self._judge()
        self._over()

    def _decide(self) -> None:
        if self.seat.places:
            self._ask(lambda: asking(self.seat), self._by_places)
        else:
            self._ask(lambda: ", ".join(f"{way.words} ({key})" for key, way in self._ways) + "?", self._chosen)

    @property
    def _ways(self) -> list[tuple[str, Way]]:
        """The choices that are open, by their keys."""
        ways = self.seat.choices
        return list(zip(keys_for([way.name for way in ways]), ways, strict=True))

    def _chosen(self, line: str) -> bool:
        for key, way in self._ways:
            name = way.name.lower()
            if line in (key, name, name.replace("×", "x"), way.words.lower()):
                self.seat.choose(way)
                return True
        offered = listed(f"{key} for {way.name.lower()}" for key, way in self._ways)
        self._say(f"{line!r} is not open here: answer {offered}.")
        return False

    def _by_places(self, line: str) -> bool:
        bounds = self.seat.places
        assert bounds is not None
        words = line.removeprefix("pick").removeprefix("low").replace(",", " ").split()
        if line in ("house", "h") and self.seat.is_setting:
            places = self.seat.reading().house_way
        elif words and all(word.isdigit() for word in words):
            places = tuple(map(int, words))
        else:
            more = ", or house" if self.seat.is_setting else ""
            example = " ".join(map(str, range(1, bounds.number + 1)))
            self._say(f"{line!r} are no places: write {bounds.number} of 1 to {bounds.most}, such as {example}{more}.")
            return False
        if self.seat.is_picking:
            self.seat.pick(places)
        else:
            said = self.seat.reading(places).calls
            self.seat.set(places)
            self._say("; ".join(call.words for call in said) + ".")
        return True

    def _hand(self) -> None:
        cards = self.seat.cards
        if UNKNOWN in cards:
            self._say(f"You have {len(cards)} cards: {notation(cards)}.")
            return
        words = "; ".join(call.words for call in self.seat.reading().calls)
        self._say(f"Your cards: {notation(cards)} ({in_words(cards)}){f': {words}' if words else ''}.")
        if board := self.seat.view["round"]["board"]:
            self._say(f"Board: {board} ({in_words(parse(board))}).")

    def _over(self) -> None:
        for said in calls(self.seat):
            self._say(said)
        dealer = parse(self.seat.view["round"]["hands"][0]["cards"])
        if UNKNOWN not in dealer:
            self._say(f"Dealer's cards: {notation(dealer)} ({in_words(dealer)}).")
        _, told = results(self.seat)
        for one in told:
            self._say(f"{one.wager}: {one.words}.")
        self._judge()
        if self.visit.log.decisions:
            self._say(f"Coach: {summed_up(self.visit.log)}")
        seat, net = self.seat, self.seat.settlement.net if self.seat.settlement else 0
        self._say(f"Round {seat.rounds}: {signed(net)}. You have {money(seat.chips)}; session {signed(seat.net)}.")
        if self.visit.notice:
            self._say(f"{self.visit.notice}.")
            self.visit.notice = ""

    def _why(self) -> None:
        shared, told = results(self.seat)
        if not told:
            self._say("Nothing has been settled yet.")
        for fact in shared:
            self._say(f"{fact[:1].upper()}{fact[1:]}.")
        for one in told:
            self._say(f"{': '.join((one.wager, one.words, *one.facts))} ({', '.join(one.clauses)}).")

    def _table(self) -> None:
        seat = self.seat
        if not seat.is_playing:
            self._say(f"{self._lying} You have {money(seat.chips)}; session {signed(seat.net)}.")
            return
        self._hand()
        wagers = ", ".join(f"{label(seat.game, name)} {money(amount)}" for name, amount in seat.wagers.items())
        self._say(f"Your wagers: {wagers}.")

    # --- the coach ---

    def _coach(self, mode: str) -> None:
        if mode in MODES:
            self.visit.coach(mode)
        self._say(f"The coach is {self.visit.mode}; coach {listed(MODES)} changes that.")

    def _advise(self) -> None:
        seat = self.seat
        if self.visit.mode != BEFORE or seat.is_picking:
            return
        self._wait()
        asked = self.visit.tutor.ask(seat.rules, seat.table.state, seat.position).result()
        if asked is None:
            self._miss_coach()
            return
        for one in asked.choices:
            cost = f", {exactly(one.cost, plus=False)} less than the best" if one.cost else ", the best"
            places = [str(seat.cards.index(card) + 1) for card in one.low] if one.action == SET else []
            where = f" (places {' '.join(places)})" if places else ""
            self._say(f"Coach: {of_value(one, asked.ante)}{where} is worth {exactly(one.ev)}{cost}.")

    def _judge(self) -> None:
        if self.visit.is_judging:
            self._wait()
            for judged in self.visit.collect(wait=True):
                self._say(f"Coach: {verdict(judged)}")
            self._miss_coach()

    def _miss_coach(self) -> bool:
        """Where the game cannot be solved, that is said once."""
        if trouble := self.visit.tutor.trouble:
            self._say(f"There is no coach: {trouble}.")
            self.visit.coach(OFF)
        return bool(trouble)

    def _wait(self) -> None:
        wait_for(self.visit.tutor, self._say)

    # --- leaving ---

    def _part(self) -> None:
        is_playing = self.seat.is_playing
        if is_playing:
            self._say(self.seat.parting)
        self.visit.leave()
        for one in results(self.seat)[1] if is_playing else ():
            self._say(f"{one.wager}: {one.words}.")
        self._say(self.visit.farewell)


def _sentence(error: PitbossError) -> str:
    text = str(error)
    return f"{text[:1].upper()}{text[1:]}."
