"""Ultimate Texas Hold 'Em solved: best play at every spot, how rounds end, and Cover All for every number of hands."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from pitboss.cards import DECK, rank, suit
from pitboss.errors import PitbossError
from pitboss.games.game import Wagers
from pitboss.games.progressive import FLOP, HOLE_PLUS_FLOP
from pitboss.games.terms import Terms
from pitboss.games.ultimate_texas_hold_em import (
    AFTER_FLOP,
    AFTER_RIVER,
    ANY_TIME,
    COVER_ALL,
    GAME,
    HOLE_CARDS,
    LAST_CARDS,
    PREFLOP,
)
from pitboss.solvers.hold_em_strategy import COUNT_THE_OUTS, Page
from pitboss.solvers.solver import Advice, Choice, Look, Progress, Solved, Solver, Strategy, silent
from pitboss.solvers.spots import Spot, Stage, check_cards_left
from pitboss.solvers.tally import Side, Tally

if TYPE_CHECKING:
    import numpy.typing as npt

    from pitboss.solvers.hold_em_rounds import Best, Plan
    from pitboss.solvers.hold_em_spots import Worth

BOARD = FLOP + LAST_CARDS
CHECK, FOLD = Choice("check"), Choice("fold")
BETS = {times: Choice(f"{times}x") for times in ANY_TIME.numbers}
STARTS, BET_BITS = "starts", "bets"
"""What is kept: what each start wins, and for each flop with which hole cards to bet."""


class HoldEmSolver(Solver):
    """The solver of Ultimate Texas Hold 'Em.

    The side wagers are settled whatever the player does, so they change no play; nor do limits, which best play leaves
    out of account. A deal also says which three cards of the board came first, so there are 27,813,810,024,000.
    """

    main = ("ante", "blind", *GAME.plays)
    stages = (Stage("preflop", HOLE_CARDS), Stage("flop", HOLE_CARDS, FLOP), Stage("river", HOLE_CARDS, BOARD))
    decisions = (*(BETS[times].action for times in sorted(BETS, reverse=True)), FOLD.action)
    apart = MappingProxyType({f"cover_all_{hands}": "cover_all" for hands in sorted(map(int, COVER_ALL.tables))})
    strategies: tuple[Strategy, ...] = (COUNT_THE_OUTS,)

    def reported_as(self, wager: str, hands: int) -> str:
        """Cover All by the number of hands."""
        return f"{wager}_{hands}" if wager in self.apart.values() else wager

    def depends_on(self, terms: Terms, stakes: Wagers) -> Mapping[str, Any]:
        """Nothing bears on best play; a progressive on the player's cards and the flop is counted apart."""
        return {"progressive": HOLE_PLUS_FLOP} if _is_on_flop(terms) else {}

    def solve(
        self, terms: Terms, stakes: Wagers, *, strategy: Strategy | None = None, progress: Progress = silent
    ) -> Solved:
        """Best play, or how a page of rules fares."""
        import numpy as np

        from pitboss.solvers.hold_em_endings import cover_all, endings, five_cards, rule_book
        from pitboss.solvers.hold_em_plans import best_plan, plan_of
        from pitboss.solvers.hold_em_rounds import best_play, count_endings

        book = rule_book()
        tables: dict[str, npt.NDArray[np.generic]] = {}
        if strategy is None:
            found = best_play(book, progress=lambda part: progress(0.4 * part))
            plan = best_plan(found)
            starts = np.stack([found.base, found.play, found.check])
            tables = {STARTS: starts, BET_BITS: np.packbits(found.bets, axis=1)}
        elif isinstance(strategy, Page):
            plan = plan_of(strategy)
        else:
            raise PitbossError("strategy", f"only a Page of rules can be followed through every deal, not {strategy!r}")
        counted = count_endings(book, plan, progress=lambda part: progress(0.4 + 0.5 * part))
        sides = dict(cover_all(lambda part: progress(0.9 + 0.1 * part)))
        if _is_on_flop(terms):
            sides["progressive"] = Side("progressive", five_cards())
        return Solved(Tally(tuple(endings(counted, plan, self.decisions))), sides, tables)

    def plan(self, strategy: Strategy | None, solved: Solved) -> Plan:
        """A way to play as the loops follow it: a page of rules, or best play from what is kept of it."""
        from pitboss.solvers.hold_em_plans import best_plan, plan_of

        if isinstance(strategy, Page):
            return plan_of(strategy)
        return best_plan(_best(solved))

    def advise(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> tuple[Advice, ...]:
        """Counted over every card that may come; starts are looked up, unless other players' cards are known."""
        ways, parts = _ways(terms, solved, spot)
        return tuple(Advice(way.choice, Fraction(way.won, parts), way.times) for way in ways)

    def decide(self, terms: Terms, stakes: Wagers, solved: Solved, spot: Spot) -> Choice:
        """Looked up before the river; counted at the river, and where other players' cards are known."""
        if spot.stage == "flop" and not spot.seen:
            from pitboss.solvers.hold_em_plans import is_bet

            (times,) = AFTER_FLOP.at(terms)
            return BETS[times] if is_bet(solved.tables[BET_BITS], spot.cards, spot.board) else CHECK
        ways, _ = _ways(terms, solved, spot)
        return max(ways, key=lambda way: (way.won, -way.times)).choice

    def sights(self, terms: Terms, stakes: Wagers, solved: Solved) -> Mapping[str, Look]:
        """Cards of the dealer's and of the flop, exactly; other players' hands, estimated."""
        from pitboss.solvers.hold_em_sights import sights

        return sights(_best(solved), terms["positions"] - 1)


def _best(solved: Solved) -> Best:
    """Best play from what is kept of it."""
    import numpy as np

    from pitboss.solvers.hold_em_boards import PAIRS
    from pitboss.solvers.hold_em_rounds import Best

    bets = np.unpackbits(solved.tables[BET_BITS].astype(np.uint8), axis=1, count=PAIRS)
    base, play, check = solved.tables[STARTS].astype(np.int64)
    return Best(base, play, check, bets)


class _Way(NamedTuple):
    choice: Choice
    won: int
    """Over all deals that may follow."""
    times: int
    """The play wager in antes."""


def _ways(terms: Terms, solved: Solved, spot: Spot) -> tuple[list[_Way], int]:
    """What may be done at a spot, and the parts of an ante by deals that results are counted in."""
    from pitboss.solvers.hold_em_endings import rule_book
    from pitboss.solvers.hold_em_spots import at_flop, at_river, at_start, unseen

    book, wait = rule_book(), CHECK
    if spot.stage == "preflop" and not spot.seen:
        worth, multiples = _start(solved, spot.cards), PREFLOP
    else:
        check_cards_left(spot, BOARD - len(spot.board) + HOLE_CARDS, "the board and the dealer")
        left = unseen(spot.cards, spot.board, spot.seen)
        match spot.stage:
            case "preflop":
                worth, multiples = at_start(book, spot.cards, left), PREFLOP
            case "flop":
                worth, multiples = at_flop(book, spot.cards, spot.board, left), AFTER_FLOP
            case _:
                worth, multiples, wait = at_river(book, spot.cards, spot.board, left), AFTER_RIVER, FOLD
    bets = [_Way(BETS[times], worth.base + times * worth.play, times) for times in multiples.at(terms)]
    return [_Way(wait, worth.wait, 0), *bets], book.unit * worth.deals


def _is_on_flop(terms: Terms) -> bool:
    progressive = terms["progressive"]
    return progressive is not None and progressive.basis == HOLE_PLUS_FLOP


def _start(solved: Solved, cards: tuple[int, ...]) -> Worth:
    """What a start wins, over the deals of all hole cards that are alike."""
    from pitboss.solvers.hold_em_boards import FLOPS_OF_A_BOARD
    from pitboss.solvers.hold_em_rounds import cell
    from pitboss.solvers.hold_em_spots import Worth

    first, second = cards
    alike = 6 if rank(first) == rank(second) else 4 if suit(first) == suit(second) else 12
    base, play, check = solved.tables[STARTS][:, *cell(first, second)].tolist()
    left = len(DECK) - HOLE_CARDS
    deals = alike * comb(left, BOARD) * FLOPS_OF_A_BOARD * comb(left - BOARD, HOLE_CARDS)
    return Worth(base, play, check, deals)


SOLVER = HoldEmSolver()
