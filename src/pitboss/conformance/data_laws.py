"""The game as data: its register is whole, every citation exists, and what it says of itself agrees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pitboss import law
from pitboss.conformance.failing import must, must_equal
from pitboss.games import find
from pitboss.games.common import ATTESTATIONS, AUTOMATED_SHOE, HAND, MANUAL_SHOE
from pitboss.games.game import EqualTo, Game, Needs, Times
from pitboss.games.irregularities import Irregularity, Remedy
from pitboss.games.steps import Deal, Decide, Pick, Settle, Who
from pitboss.games.terms import Terms
from pitboss.law import Register

RARE = {
    Irregularity.SECOND_FACE_UP_IN_DEAL,
    Irregularity.SECOND_FACE_UP_LATER,
    Irregularity.EARLY_COMMUNITY,
    Irregularity.SHUFFLER_COUNT,
    Irregularity.DEALER_EXPOSED_LATE,
    Irregularity.DEALER_EXPOSED_BY_PLAYER,
    Irregularity.WRONG_SETTING,
    Irregularity.DEALER_WRONG_SETTING,
}
"""Faults that not every game knows."""


def is_found_by_both_names(game: Game) -> None:
    """By its name and by its short name."""
    for name in (game.name, game.short):
        must(find(name) is game, f"{name!r} finds another game")


# --- the register ----------------------------------------------------------------------------------------------------


def register_is_whole(game: Game) -> None:
    """Ids are unique and begin with the prefix, and what entries refer to exists."""
    ids_are_unique(game.law)
    references_exist(game.law)


def ids_are_unique(register: Register) -> None:
    """Each id stands once, and begins with the register's prefix."""
    ids = re.findall(r'^id = "([^"]+)"', law.text_of(register.prefix), re.MULTILINE)
    twice = sorted({one for one in ids if ids.count(one) > 1})
    must(not twice, f"these ids stand more than once: {', '.join(twice)}")
    astray = [one for one in ids if not one.startswith(f"{register.prefix}-")]
    must(not astray, f"these ids do not begin with {register.prefix}-: {', '.join(astray)}")
    must_equal(sorted(ids), sorted([*register.clauses, *register.rulings]), "ids, one a line")


def references_exist(register: Register) -> None:
    """Clauses have words, a check and a known kind; rulings and terms name clauses, rulings are numbered in a row."""
    for clause in register.clauses.values():
        must(clause.text and clause.check, f"{clause.id} has no text or no check")
        must(clause.same_as is None or clause.same_as in register.clauses, f"{clause.id}: there is no {clause.same_as}")
        must(clause.kind in law.KINDS, f"{clause.id}: {clause.kind!r} is none of {', '.join(law.KINDS)}")
    for ruling in register.rulings.values():
        must(ruling.clauses, f"{ruling.id} is about no clause")
        missing = [clause for clause in ruling.clauses if clause not in register.clauses]
        must(not missing, f"{ruling.id}: there is no {', '.join(missing)}")
    for term in register.glossary:
        missing = [one for one in term.clauses if one not in register.clauses and one not in register.rulings]
        must(term.clauses and not missing, f"glossary, {term.name}: there is no {', '.join(missing) or 'clause'}")
    series = [f"{register.prefix}-R{number}" for number in range(1, len(register.rulings) + 1)]
    must_equal(list(register.rulings), series, "the rulings")
    named = set(re.findall(rf"{register.prefix}-R\d+", law.text_of(register.prefix)))
    must(named <= set(series), f"there is no {', '.join(sorted(named - set(series)))}")


def duties_are_physical(game: Game) -> None:
    """Each duty stands for physical clauses, no clause in two; the option to demand them is there, and only then."""
    register = game.law
    names = [duty.name for duty in register.duties]
    must_equal(sorted(set(names)), sorted(names), "the names of duties")
    taken = sorted({rule.name for rule in game.conduct_rules}.intersection(names))
    must(not taken, f"{', '.join(taken)}: a duty and a rule of conduct of the same name")
    for duty in register.duties:
        must(duty.moment in law.MOMENTS, f"duty {duty.name}: {duty.moment!r} is none of {', '.join(law.MOMENTS)}")
        must(duty.words and duty.clauses, f"duty {duty.name} has no words or no clauses")
        must(
            set(duty.dealing) <= {MANUAL_SHOE, HAND, AUTOMATED_SHOE},
            f"duty {duty.name}: it belongs to an unknown way of dealing",
        )
        must(duty.after in ("", "cut", "count"), f"duty {duty.name}: nothing is done that is called {duty.after!r}")
    cited = [clause for duty in register.duties for clause in duty.clauses]
    must_equal(sorted(set(cited)), sorted(cited), "the clauses of duties, each once")
    known = {clause.id for clause in register.clauses.values() if clause.kind == "physical"}
    must(set(cited) <= known, f"duties cite {', '.join(sorted(set(cited) - known))}, which are no physical clauses")
    must_equal(ATTESTATIONS in game.option, bool(cited), f"an option {ATTESTATIONS}")
    must_equal("attest" in register.conduct, bool(cited), "conduct attest")


def citations(game: Game) -> Iterator[str]:
    """Every clause that the game file names, those made up from parts included."""
    for pays in game.payouts.values():
        for table in pays.tables.values():
            yield from (table.clause, *(row.clause for row in table.rows))
    for wager in game.wagers:
        yield from (wager.clause, wager.area, *(rule.clause for rule in wager.conditions))
        if wager.before_deal:
            yield wager.before_deal
    yield from (clause for step in game.script for clause in step.clauses)
    for then in game.irregularities.values():
        yield from (*then.clauses, *(clause for clauses in then.by_dealing.values() for clause in clauses))
    for named in (game.options, game.forbidden, game.cautions, game.bonuses, game.fields, game.numbers, game.areas):
        yield from (one.clause for one in named)
    yield from (clause for _, clause in (*game.inscriptions, *game.duties))
    yield from (clause for notice in (*game.layout.notices, *game.layout.sign) for clause in notice.clauses)
    yield from (clause for cap in game.caps for clause in cap.clauses)
    yield from game.procedure.clauses
    yield from game.qualifier.clauses if game.qualifier else ()
    cites = game.cites
    yield from (cites.deck, cites.area, cites.amount, cites.choices)
    yield from (cites.decide, cites.folded, cites.coupon, cites.void)


def every_citation_exists(game: Game) -> None:
    """In the game's own register."""
    for clause in citations(game):
        must(law.lookup(clause).id == clause, f"{clause} is not how the register writes it")
        must(clause.startswith(f"{game.prefix}-"), f"{clause} is a clause of another game")


def figures_are_those_of_the_register(game: Game) -> None:
    """Where a register lists its figures (`data.pay_tables`, `data.round`), the game has them and no others."""
    stated = game.law.data
    if "pay_tables" in stated:
        odds_are(game, stated["pay_tables"])
    if "round" in stated:
        found = numbers(game)
        for name, number in stated["round"].items():
            must_equal(found.get(name), number, f"{name}, a number of the round")


def odds_are(game: Game, stated: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
    """The odds of every pay table are those stated, by wager and table; the names of rows may differ."""
    must_equal(set(game.payouts), set(stated), "what is paid")
    for name, pays in game.payouts.items():
        must_equal({str(table) for table in pays.tables}, set(stated[name]), f"pay tables of {name}")
        for key, table in pays.tables.items():
            ours = sorted((row.odds.win, row.odds.stake) for row in table.rows)
            wanted = sorted(tuple(odds) for odds in stated[name][str(key)].values())
            must_equal(ours, wanted, f"odds of {name}, table {key}")


def numbers(game: Game) -> dict[str, Any]:
    """The numbers of the round and the card procedures, from the game's data."""
    (deal,) = (step for step in game.script if isinstance(step, Deal))
    procedure = game.procedure
    return {
        "each": deal.each,
        "cut": procedure.cut_least,
        "stub": procedure.stub_count_rounds,
        "cover": procedure.cover_cards,
        "hours": (procedure.deck_hours_by_hand, procedure.deck_hours_by_shoe),
        "plays": [
            [list(action.multiples.numbers) or action.multiples.option for action in step.actions if action.wager]
            for step in decisions(game)
        ],
    }


# --- wagers and the round --------------------------------------------------------------------------------------------


def decisions(game: Game) -> list[Decide]:
    """The steps at which players decide."""
    return [step for step in game.script if isinstance(step, Decide)]


def has_an_ante_and_a_play(game: Game) -> None:
    """Everything is measured in antes, and after the deal a player plays or folds."""
    must("ante" in game.wager, "there is no wager called ante")
    must(game.plays, "no wager is made after the deal")


def script_settles_every_wager_once(game: Game) -> None:
    """Wagers in the order in which the game lists them, bonuses anywhere among them."""
    settled: list[str] = []
    for step in game.script:
        match step:
            case Settle() if step.of is not Who.FOLDED:  # folded hands are settled at a place of their own
                settled += step.wagers
            case Pick():
                settled.append(step.wager)
            case Decide():
                settled += step.settles_first
            case _:
                pass
    must_equal(sorted(settled), sorted([*game.wager, *(bonus.name for bonus in game.bonuses)]), "what is settled")
    wagers = [name for name in settled if name in game.wager]
    must_equal(wagers, list(game.wager), "the wagers in the order of their settlement")


def play_wagers_are_open_in_their_amounts(game: Game) -> None:
    """Each at some decision, in the multiples it has and in no other; the last decision lets a player fold."""
    terms = Terms.of_hand(game)
    for name in game.plays:
        rules = [rule for rule in game.wager[name].conditions if isinstance(rule, Times)]
        must(len(rules) == 1, f"{name} needs one condition `Times`")
        actions = [action for step in decisions(game) for action in step.actions if action.wager == name]
        opened = {times for action in actions for times in action.multiples.at(terms)}
        must_equal(opened, set(rules[0].multiples.at(terms)), f"multiples of {name} at the decisions")
    last = [action.name for action in decisions(game)[-1].actions]
    must("fold" in last, f"at the last decision a player may {', '.join(last)}, but not fold")


def conditions_and_caps_speak_of_wagers_that_exist(game: Game) -> None:
    """And so does every irregularity that keeps a wager alive."""
    for wager in game.wagers:
        for rule in wager.conditions:
            others: tuple[str, ...] = ()
            if isinstance(rule, Needs):
                others = rule.others
            elif isinstance(rule, EqualTo | Times):
                others = (rule.other,)
            must(set(others) <= set(game.wager), f"{wager.name} speaks of {others}, which are not all wagers")
    paid = {*game.wager, "match_play", *(bonus.name for bonus in game.bonuses)}
    for cap in game.caps:
        must(set(cap.wagers) <= paid, f"{cap.words} speaks of wagers that do not exist")


def no_pay_table_pays_a_better_hand_less(game: Game) -> None:
    """From row to row the odds never rise."""
    for name, pays in game.payouts.items():
        for table in pays.tables.values():
            odds = [row.odds for row in table.rows]
            must_equal(odds, sorted(odds, reverse=True), f"odds of {name}, table {table.name}")


# --- irregularities --------------------------------------------------------------------------------------------------


def every_irregularity_has_a_consequence(game: Game) -> None:
    """A fault may happen at any table; only a few are unknown to some games."""
    missing = set(Irregularity) - RARE - set(game.irregularities)
    must(not missing, f"no consequence for {', '.join(sorted(kind.name for kind in missing))}")


def a_void_round_says_what_becomes_of_the_cards(game: Game) -> None:
    """Shuffled again or taken away; only a void keeps single wagers alive."""
    for kind, then in game.irregularities.items():
        cards = [remedy for remedy in then.remedies if remedy in (Remedy.RESHUFFLE, Remedy.REMOVE_DECK)]
        must(Remedy.VOID_ROUND not in then.remedies or len(cards) == 1, f"{kind.name}: what becomes of the cards?")
        must(set(then.still_settled) <= set(game.wager), f"{kind.name} keeps wagers alive that do not exist")
        must(then.voids or not then.still_settled, f"{kind.name} keeps wagers alive, but nothing is void")


def a_deck_leaves_only_if_it_is_not_whole(game: Game) -> None:
    """For a wrong number of cards or a foreign one, and then always."""
    leaves = {kind for kind, then in game.irregularities.items() if Remedy.REMOVE_DECK in then.remedies}
    wanted = {
        Irregularity.STUB_DECK, Irregularity.FOREIGN_CARD, Irregularity.SHUFFLER_COUNT, Irregularity.BAD_DECK,
    }  # fmt: skip
    must_equal(leaves, wanted & set(game.irregularities), "what a deck leaves the table for")


CHECKS = (
    is_found_by_both_names,
    register_is_whole,
    duties_are_physical,
    every_citation_exists,
    figures_are_those_of_the_register,
    has_an_ante_and_a_play,
    script_settles_every_wager_once,
    play_wagers_are_open_in_their_amounts,
    conditions_and_caps_speak_of_wagers_that_exist,
    no_pay_table_pays_a_better_hand_less,
    every_irregularity_has_a_consequence,
    a_void_round_says_what_becomes_of_the_cards,
    a_deck_leaves_only_if_it_is_not_whole,
)
