"""Settlement: what each wager of a finished hand wins or loses, to the cent, with the clauses and facts behind it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from pitboss.games.game import Game
from pitboss.games.hand import FinishedHand, check_limits, read_hand
from pitboss.games.pay_tables import PayTable
from pitboss.games.possible_irregularities import told
from pitboss.games.terms import Terms
from pitboss.law import Citation
from pitboss.money import EVEN_MONEY, Odds, dollars

Clauses = tuple[Citation, ...]
Facts = tuple[str, ...]


class Outcome(StrEnum):
    """What became of a wager."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    VOID = "void"
    FORFEIT = "forfeit"


class Case(NamedTuple):
    """One way in which a wager comes out, as it is settled and as a rule card states it."""

    words: str
    outcome: Outcome
    clauses: Clauses


class Compared(NamedTuple):
    """The clauses by which a player's hand is held against the dealer's."""

    wins: Clauses
    loses: Clauses
    ties: Clauses

    @property
    def cases(self) -> tuple[Case, Case, Case]:
        """The three ways in which it comes out."""
        return (
            Case("your hand ranks higher than the dealer's", Outcome.WIN, self.wins),
            Case("your hand ranks lower than the dealer's", Outcome.LOSE, self.loses),
            Case("both hands rank alike", Outcome.PUSH, self.ties),
        )


BY_RULING = "by a ruling of the floor"
"""Why a wager was lost that the cards did not lose."""


class Result(NamedTuple):
    """One wager settled. `returned` is the stake that goes back, `paid` what is won besides."""

    wager: str
    outcome: Outcome
    stake: int
    paid: int
    returned: int
    clauses: Clauses
    facts: Facts
    odds: Odds | None = None

    @property
    def net(self) -> int:
        """What the player is up (or down) by this wager."""
        return self.paid + self.returned - self.stake

    def as_dict(self, facts: bool = True) -> dict[str, Any]:
        """The form programs read, with or without the facts."""
        plain = {
            "outcome": self.outcome.value,
            "stake": self.stake,
            "odds": str(self.odds) if self.odds else None,
            "paid": self.paid,
            "returned": self.returned,
            "clauses": self.clauses,
        }
        return plain | {"facts": self.facts} if facts else plain


@dataclass(frozen=True, slots=True)
class Settlement:
    """All results of one hand, in the order in which the dealer settles them."""

    game: str
    results: tuple[Result, ...]
    announced: bool = False
    """Outcomes and odds alone: no amounts are known."""

    def __getitem__(self, wager: str) -> Result:
        for result in self.results:
            if result.wager == wager:
                return result
        raise KeyError(wager)

    def __contains__(self, wager: str) -> bool:
        return any(result.wager == wager for result in self.results)

    @property
    def net(self) -> int:
        """What the player is up (or down) in the round, in cents."""
        return sum([result.net for result in self.results])

    def as_dict(self, facts: bool = True) -> dict[str, Any]:
        """The form programs read: `{"results": {wager: ...}, "net": cents}`."""
        return {"results": {result.wager: result.as_dict(facts) for result in self.results}, "net": self.net}

    def explain(self) -> str:
        """The proof as a short tree: each result, its facts, its clauses."""
        lines = [self.game if self.announced else f"{self.game}: net {dollars(self.net)}"]
        for result in self.results:
            odds = f" at {result.odds}" if result.odds and result.outcome is Outcome.WIN else ""
            money = f"stake {dollars(result.stake)}, paid {dollars(result.paid)}, returned {dollars(result.returned)}"
            lines.append(f"  {result.wager}: {result.outcome}{odds}" + ("" if self.announced else f" ({money})"))
            lines.extend(f"    {fact}" for fact in result.facts)
            lines.append(f"    by {', '.join(result.clauses)}")
        return "\n".join(lines)


# --- what a game file says of one wager ------------------------------------------------------------------------------


def win(wager: str, stake: int, odds: Odds, clauses: Clauses, facts: Facts) -> Result:
    """Paid at these odds; the stake goes back."""
    return Result(wager, Outcome.WIN, stake, odds.pays(stake), stake, clauses, facts, odds)


def lose(wager: str, stake: int, clauses: Clauses, facts: Facts) -> Result:
    """Collected."""
    return Result(wager, Outcome.LOSE, stake, 0, 0, clauses, facts)


def push(wager: str, stake: int, clauses: Clauses, facts: Facts) -> Result:
    """Returned, nothing paid."""
    return Result(wager, Outcome.PUSH, stake, 0, stake, clauses, facts)


def forfeit(wager: str, stake: int, clauses: Clauses, facts: Facts) -> Result:
    """Given up by the player's own act."""
    return Result(wager, Outcome.FORFEIT, stake, 0, 0, clauses, facts)


def void(wager: str, stake: int, clauses: Clauses, facts: Facts) -> Result:
    """Returned because the hand, or the wager, does not count."""
    return Result(wager, Outcome.VOID, stake, 0, stake, clauses, facts)


def by_table(
    wager: str, stake: int, table: PayTable, strength: int, *, wins: Clauses = (), loses: Clauses, facts: Facts
) -> Result:
    """Paid by the best row of a pay table that the hand reaches, or lost."""
    row = table.row(strength)
    if row is None:
        return lose(wager, stake, loses, (*facts, f"no row of pay table {table.name} is reached"))
    clauses = (row.clause, *wins) if row.clause == table.clause else (row.clause, table.clause, *wins)
    return win(wager, stake, row.odds, clauses, (*facts, f"{row.label}: {row.odds} (pay table {table.name})"))


def even(
    wager: str,
    stake: int,
    table: PayTable,
    better: int,
    *,
    wins: Clauses,
    loses: Clauses,
    ties: Clauses,
    facts: Facts,
) -> Result:
    """A wager that wins at its one row of odds, loses or pushes as the comparison says."""
    if better > 0:
        (row,) = table.rows
        return win(wager, stake, row.odds, (*wins, row.clause), facts)
    return lose(wager, stake, loses, facts) if better < 0 else push(wager, stake, ties, (*facts, "equal hands"))


def by_case(wager: str, stake: int, table: PayTable, case: Case, facts: Facts) -> Result:
    """A wager with one row of odds, as the case says."""
    facts = (*facts, case.words)
    match case.outcome:
        case Outcome.WIN:
            (row,) = table.rows
            return win(wager, stake, row.odds, (*case.clauses, row.clause), facts)
        case Outcome.PUSH:
            return push(wager, stake, case.clauses, facts)
        case _:
            return lose(wager, stake, case.clauses, facts)


def once(*clauses: Citation) -> Clauses:
    """Each citation once, in order."""
    return tuple(dict.fromkeys(clauses))


# --- the settlement of a hand ----------------------------------------------------------------------------------------


def settle_hand(
    game: Game, terms: Terms, hand: FinishedHand, *, limited: bool = True, only: Collection[str] | None = None
) -> Settlement:
    """Settle every wager of a finished hand, in the order of the game's rules: then coupons, then limits.

    With `only` those wagers alone, where cards that others need have not been read.
    """
    consequence = game.irregularities[hand.irregularity] if hand.irregularity else None
    if consequence and consequence.voids:
        results = list(_voided(game, terms, hand))
    else:
        asked = hand.wagers.keys() if only is None else hand.wagers.keys() & set(only)
        results = [wager.settle(terms, hand) for wager in game.wagers if wager.name in asked]
        bonuses = [bonus.settle(terms, hand) for bonus in game.bonuses if bonus.on in asked]
        results += [result for result in bonuses if result]
    if consequence and hand.irregularity and hand.set_again:
        clauses, fact = consequence.cited(terms["dealing_method"]), told(hand.irregularity, game, hand.wagers)
        results = [r._replace(clauses=once(*r.clauses, *clauses), facts=(fact, *r.facts)) for r in results]
    if hand.match_play:
        place, ante = next((place, result) for place, result in enumerate(results) if result.wager == "ante")
        results.insert(place + 1, _coupon(game, hand, ante))
    return Settlement(game.name, tuple(_capped(game, terms, results) if limited else results))


def settle(game: Game, given: Mapping[str, Any], terms: Terms | None = None) -> Settlement:
    """Settle a hand described by plain values, by a table's terms or by those it carries itself."""
    terms = terms or Terms.of_hand(game, given.get("options"))
    hand = read_hand(game, given, terms)
    check_limits(game, hand.wagers, terms)
    return settle_hand(game, terms, hand)


def _voided(game: Game, terms: Terms, hand: FinishedHand) -> Iterator[Result]:
    """The wagers of a void hand go back, except those that a rule of their own keeps alive."""
    assert hand.irregularity is not None
    consequence = game.irregularities[hand.irregularity]
    clauses = consequence.cited(terms["dealing_method"])
    facts = (told(hand.irregularity, game, hand.wagers),)
    for wager in game.wagers:
        if wager.name in consequence.still_settled and wager.name in hand.wagers:
            result = wager.settle(terms, hand)
            yield result._replace(clauses=once(*clauses, *result.clauses), facts=facts + result.facts)
        elif wager.name in hand.wagers:
            yield void(wager.name, hand.wagers[wager.name], once(*clauses, game.cites.void), facts)


def _coupon(game: Game, hand: FinishedHand, ante: Result) -> Result:
    """A coupon follows the ante it lies on: a win pays its face and takes it, a push or void gives it back."""
    face = dollars(hand.match_play)
    paid, odds = (hand.match_play, EVEN_MONEY) if ante.outcome is Outcome.WIN else (0, None)
    match ante.outcome:
        case Outcome.WIN:
            fact = f"the ante won: the coupon for {face} is paid and taken"
        case Outcome.PUSH | Outcome.VOID:
            fact = f"the ante went back: so does the coupon for {face}"
        case _:
            fact = f"the ante was lost: the coupon for {face} is taken"
    return Result("match_play", ante.outcome, 0, paid, 0, (game.cites.coupon,), (fact,), odds)


def _capped(game: Game, terms: Terms, results: list[Result]) -> list[Result]:
    """Pay in settlement order until a limit is reached; the wager that crosses it is paid in part."""
    for cap, limit in zip(game.caps, terms.limits, strict=True):
        if sum([result.paid for result in results if result.wager in cap.wagers]) <= limit:
            continue
        left = limit
        for place, result in enumerate(results):
            if result.wager in cap.wagers:
                paid = min(result.paid, left)
                if paid < result.paid:
                    fact = f"{cap.words} of {dollars(limit)}: {dollars(result.paid)} cut to {dollars(paid)}"
                    results[place] = result._replace(
                        paid=paid, clauses=once(*result.clauses, *cap.clauses), facts=(*result.facts, fact)
                    )
                left -= paid
    return results
