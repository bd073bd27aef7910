"""Laws of settlement: they hold for any finished hand of a game, drawn here from a seed."""

from __future__ import annotations

import random
from typing import Any

from pitboss import law
from pitboss.cards import SUITS
from pitboss.conformance.failing import must, must_equal
from pitboss.conformance.sampling import random_hand, random_options
from pitboss.errors import PitbossError
from pitboss.games.game import Game
from pitboss.games.possible_irregularities import possible
from pitboss.games.settlement import Outcome, Result, settle
from pitboss.games.terms import Terms


def draw(game: Game, rng: random.Random) -> dict[str, Any]:
    """A lawful finished hand under random options."""
    options = random_options(game, rng)
    return {**random_hand(game, Terms.of_hand(game, options), rng), "options": options}


def every_wager_is_settled_once(game: Game, rng: random.Random) -> None:
    """In order, with facts and clauses, and the net is the sum."""
    hand = draw(game, rng)
    settled = settle(game, hand)
    names = [result.wager for result in settled.results]
    bonuses = [bonus.name for bonus in game.bonuses]
    wagers = [name for name in game.wager if name in hand["wagers"]]
    must_equal([name for name in names if name not in bonuses], wagers, f"what is settled of {hand}")
    must_equal(len(set(names)), len(names), f"results of {hand}")
    plain = settled.as_dict()
    parts = [one["paid"] + one["returned"] - one["stake"] for one in plain["results"].values()]
    must_equal(plain["net"], sum(parts), f"the net of {hand}")
    for result in settled.results:
        must_equal(result.stake, hand["wagers"].get(result.wager, 0), f"the stake of {result.wager}")
        _is_proved(result)
        _pays_what_it_says(result, hand)


def _is_proved(result: Result) -> None:
    must(result.facts, f"{result.wager} is settled without a fact")
    must(len(set(result.clauses)) == len(result.clauses) > 0, f"{result.wager} cites {result.clauses}")
    for clause in result.clauses:
        law.lookup(clause)


def _pays_what_it_says(result: Result, hand: dict[str, Any]) -> None:
    wager, money = result.wager, (result.paid, result.returned)
    match result.outcome:
        case Outcome.WIN:
            must_equal(result.returned, result.stake, f"what goes back of {wager}, which wins")
            most = result.odds.pays(result.stake or hand["wagers"]["ante"]) if result.odds else result.paid
            must(result.paid <= most, f"{wager} is paid {result.paid}, more than {result.odds}")
        case Outcome.LOSE | Outcome.FORFEIT:
            must_equal(money, (0, 0), f"what {wager}, which is lost, gives")
        case _:
            must_equal(money, (0, result.stake), f"what {wager}, which goes back, gives")
    must(result.outcome is not Outcome.FORFEIT or hand["folded"], f"{wager} is forfeit without a fold")


def no_limit_is_exceeded(game: Game, rng: random.Random) -> None:
    """Very large wagers are paid in order of settlement until a limit is reached."""
    hand = draw(game, rng)
    fixed = [name for name, one in game.wager.items() if one.fixed]
    hand["wagers"] = {name: amount * (1 if name in fixed else 400) for name, amount in hand["wagers"].items()}
    settled = settle(game, hand)
    limits = Terms.of_hand(game, hand["options"]).limits
    for cap, limit in zip(game.caps, limits, strict=True):
        paid = sum(result.paid for result in settled.results if result.wager in cap.wagers)
        must(paid <= limit, f"{cap.words}: {paid} is paid, above {limit}")
    if game.caps:
        members = [result for result in settled.results if result.wager in game.caps[0].wagers]
        full = [one.odds.pays(one.stake or hand["wagers"]["ante"]) if one.odds else 0 for one in members]
        before = [sum(full[:place]) for place in range(len(full))]
        expected = [min(pay, max(0, min(limits) - sofar)) for pay, sofar in zip(full, before, strict=True)]
        if len(set(limits)) == 1 or sum(full) <= min(limits):
            must_equal([result.paid for result in members], expected, "what is paid until the limit")


def suits_change_no_settlement(game: Game, rng: random.Random) -> None:
    """A hand with its suits exchanged comes to the same."""
    hand = draw(game, rng)
    letters = dict(zip(SUITS, rng.sample(SUITS, len(SUITS)), strict=True))

    def other(text: str) -> str:
        return " ".join(card[0] + letters[card[1]] for card in text.split())

    cards = {spec.name for spec in game.fields}
    renamed = {
        key: ([other(text) for text in value] if isinstance(value, list) else other(value)) if key in cards else value
        for key, value in hand.items()
    }
    must_equal(settle(game, renamed).net, settle(game, hand).net, f"{hand} with other suits")


def a_void_hand_gives_every_stake_back(game: Game, rng: random.Random) -> None:
    """Except those that a rule of their own keeps alive; what is not void is settled as ever."""
    hand = draw(game, rng)
    kind = rng.choice(list(possible(game, Terms.of_hand(game))))
    then = game.irregularities[kind]
    settled = settle(game, {**hand, "irregularity": kind.name.lower()})
    if not then.voids:
        must_equal(settled.results, settle(game, hand).results, f"the results with {kind.name}")
        return
    must_equal({result.wager for result in settled.results}, set(hand["wagers"]), f"what is settled with {kind.name}")
    for one in settled.results:
        if one.wager not in then.still_settled:
            money = (one.outcome, one.paid, one.returned)
            must_equal(money, (Outcome.VOID, 0, one.stake), f"{one.wager} with {kind.name}")


JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    10**30,
    1.5,
    float("nan"),
    "",
    "As",
    "?? ??",
    "x" * 9,
    [],
    [1, 2, 3],
    {},
)


def damaged_input_is_a_typed_error(game: Game, rng: random.Random) -> None:
    """With a code, a sentence and a clause; or it settles all the same."""
    hand = draw(game, rng)
    match rng.choice(["wagers", "options", "key", "missing", "irregularity"]):
        case "wagers":
            hand["wagers"][rng.choice([*game.wager, "raise"])] = rng.choice(JUNK)
        case "options":
            hand["options"] = {rng.choice([*game.option, "colour"]): rng.choice(JUNK)}
        case "key":
            hand[rng.choice([*sorted(game.keys), "seat"])] = rng.choice(JUNK)
        case "missing":
            hand.pop(rng.choice(sorted(hand)))
        case _:
            hand["irregularity"] = rng.choice(list(game.irregularities)).name.lower()
            hand.pop(rng.choice(sorted(hand)))
    try:
        settle(game, hand)
    except PitbossError as error:
        must(error.code and len(error.message.split()) > 2, f"no sentence: {error.message!r}")
        must(error.clause, f"no clause: {error.message!r}")
        law.lookup(str(error.clause))


LAWS = (
    every_wager_is_settled_once,
    no_limit_is_exceeded,
    suits_change_no_settlement,
    a_void_hand_gives_every_stake_back,
    damaged_input_is_a_typed_error,
)
