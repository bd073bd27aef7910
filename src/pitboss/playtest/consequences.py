"""What follows from every fact at every moment, found by trying each out at a table of the game.

Nothing here says what follows: a table is played through, and at each phase of its day every report that can be made is
worked through. The matrix is the engine's own answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pitboss.games import steps as s
from pitboss.games.common import AUTOMATED, AUTOMATED_SHOE, DEALING, HAND, MANUAL, MANUAL_SHOE, SHUFFLING
from pitboss.games.game import Game
from pitboss.games.handling import Handling
from pitboss.games.irregularities import Remedy
from pitboss.law import Citation
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.autodealer import STAFF
from pitboss.table.commands import Actor, Command, Role
from pitboss.table.counts import WHOLE, expected_stub, hands_to_count
from pitboss.table.dealing import current
from pitboss.table.decide import work_through
from pitboss.table.deck_steps import being_opened, next_deck
from pitboss.table.faults import STATUSES
from pitboss.table.flow import all_settled, breaches_to_rule, short, spent
from pitboss.table.legal import due
from pitboss.table.moves import Distinct
from pitboss.table.rules import COVER_CARD, SHUFFLER, Refusal, Rules, device_words
from pitboss.table.state import DEALER, Round, State
from pitboss.table.table import Table

WAYS: dict[str, dict[str, Any]] = {
    MANUAL_SHOE: {DEALING: MANUAL_SHOE, SHUFFLING: MANUAL},
    HAND: {DEALING: HAND, SHUFFLING: AUTOMATED},
    AUTOMATED_SHOE: {DEALING: AUTOMATED_SHOE, SHUFFLING: AUTOMATED},
}
"""The ways of dealing at which every fact is tried."""
PLAYERS = {1: "Ann", 2: "Bob", 4: "Cid"}
PURSE = 1_000_000
EMPTY = 3
"""A position that nobody plays."""
MOST_STEPS = 2000


class Phase(NamedTuple):
    """A part of a table's day."""

    name: str
    words: str


PHASES = tuple(
    Phase(name, words)
    for name, words in (
        ("no-cards", "the table is open, no cards have come"),
        ("opening", "the cards are received and opened"),
        ("shuffle", "the cards are to be shuffled"),
        ("shuffling", "the shuffler is at work"),
        ("cut", "shuffled, to be cut or loaded"),
        ("ready", "the deck is loaded, wagers are placed"),
        ("called", "no more bets, no card dealt"),
        ("dealing", "the initial cards are dealt"),
        ("dealt", "all have their cards, others are to come"),
        ("stub", "the stub is to be put away or counted"),
        ("count", "a number did not fit and is counted again"),
        ("inquiry", "every hand is to be counted"),
        ("decisions", "players lay down, pick, decide or set"),
        ("waiting", "the dealer's stack waits in the shoe"),
        ("reveal", "all have decided, the dealer's cards are closed"),
        ("settling", "the dealer's hand is announced, wagers are open"),
        ("settled", "the last wager is settled, cards are on the table"),
        ("void-alive", "the round is void, some wagers are still settled"),
        ("void", "the round is void"),
        ("between", "the round is over, its deck in the rack"),
        ("idle", "no play, the cards are spread"),
        ("closed", "the table is closed"),
    )
)
"""From the cards' arrival to the table's closing."""


class Fact(NamedTuple):
    """Something that can be reported, and the commands that report it."""

    words: str
    reports: tuple[Command, ...]


class Cell(NamedTuple):
    """What follows from a fact in a phase."""

    outcome: str
    clauses: tuple[Citation, ...]
    kind: str
    """One of `KINDS`."""


KINDS = ("follows", "nothing", "impossible")
"""Something follows; nothing does, by a ruling; or the fact cannot be at this moment, and its report is refused."""
Matrix = Mapping[str, Mapping[str, Mapping[str, Cell]]]
"""By fact, by phase, by way of dealing."""


@cache
def consequences(game: Game) -> Matrix:
    """Every fact in every phase that a table of this game has, dealt in every way."""
    found: dict[str, dict[str, dict[str, Cell]]] = {}
    for way, options in WAYS.items():
        for phase, moments in moments_of(game, options).items():
            for rules, state in moments:
                for fact in facts_at(rules, state):
                    cells = found.setdefault(fact.words, {}).setdefault(phase, {})
                    cell = _tried(rules, state, fact)
                    if way not in cells or cells[way].kind == "impossible":
                        cells[way] = cell
    return found


# --- the phases of a day ---------------------------------------------------------------------------------------------


def phase_of(rules: Rules, state: State) -> str:
    """The part of its day that a table is in."""
    if not state.open:
        return "closed"
    round_ = state.playing
    return _between(rules, state) if round_ is None else _in_round(rules, state, round_)


def _between(rules: Rules, state: State) -> str:
    deck = next_deck(rules, state)
    if deck is None:
        return "no-cards"
    if state.idle:
        return "idle"
    if being_opened(deck):
        return "opening"
    if not deck.due:
        return "ready"
    if deck.where == "shuffler" and deck.due[0] is Handling.SHUFFLE:
        return "shuffling"
    if Handling.SHUFFLE in deck.due:
        return "between" if deck.where == "rack" else "shuffle"
    return "cut"


def _in_round(rules: Rules, state: State, round_: Round) -> str:
    step = current(rules, state)
    if spent(round_):
        return "void"
    if round_.void:
        return "void-alive"
    if round_.doubts:
        return "count"
    if round_.inquiry:
        return "inquiry"
    if not round_.dealt:
        return "called"
    if isinstance(step, s.Deal) or short(round_):
        return "dealing"
    if round_.waits and isinstance(step, s.Pick | s.Decide | s.Deliver):
        return "waiting"
    match step:
        case s.Stub():
            return "stub"
        case s.LayDown() | s.Pick() | s.Decide() | s.SetHand():
            return "dealt" if round_.step <= rules.last_dealing else "decisions"
        case s.Reveal():
            return "reveal"
        case s.Settle():
            return "settling"
        case None:
            return "settled"
    if all_settled(rules, state):
        return "settled"
    return "dealt"


def moments_of(game: Game, options: Mapping[str, Any]) -> dict[str, list[tuple[Rules, State]]]:
    """A table of the game in each phase of its day; several, where tables of the game differ."""
    found: dict[str, list[tuple[Rules, State]]] = {}
    for more in _variants(game, options):
        table, own = Table.of(game.name, {**options, **more}, seed=1), dict[str, tuple[Rules, State]]()
        for _ in _days(table):
            own.setdefault(phase_of(table.rules, table.state), (table.rules, table.state))
        for rules, state in list(_troubled(own)):
            own.setdefault(phase_of(rules, state), (rules, state))
        for phase, moment in own.items():
            found.setdefault(phase, []).append(moment)
    return found


def _variants(game: Game, options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The table as it starts; with a dealer's stack that waits; with a device that shows a number of hands."""
    yield {}
    option = game.option.get("dealer_stack_delivery")
    if option and options[DEALING] == AUTOMATED_SHOE:
        yield {"dealer_stack_delivery": option.values[-1]}
    for wager in game.wagers:
        if wager.keeps_hand and wager.offered and options[DEALING] == AUTOMATED_SHOE:
            modes = (wager.offered, f"{wager.offered}_mode")
            yield {name: True for name in modes if name in game.option}


def _days(table: Table) -> Iterator[None]:
    """Two rounds, an idle hour and the closing, step by step."""
    yield
    for position, name in PLAYERS.items():
        table.sit(name, PURSE, position)
    for _ in range(2):
        _bet(table)
        yield from _until_over(table)
    for name in PLAYERS.values():
        table.do(c.Leave, Actor(Role.PLAYER, name))
    yield from _steps(table)
    yield
    table.do(c.CloseTable, STAFF[Role.FLOOR])
    yield


def _bet(table: Table) -> None:
    rules = table.rules
    placed: dict[str, int] = {}
    for wager in sorted(rules.opening_wagers, key=lambda wager: len(rules.needed_by(wager.name))):
        limits = rules.limits(wager)
        placed[wager.name] = limits[0] if limits else 500
    for position, name in PLAYERS.items():
        table.bet(name, position, **placed)


def _steps(table: Table) -> Iterator[None]:
    """What the autodealer does, a step at a time; of a deal a card or stack at a time."""
    for _ in range(MOST_STEPS):
        move = due(table.rules, table.state)
        if move and move.command is c.Deal and table.state.playing and not short(table.round):
            table.do(c.Deal, STAFF[Role.DEALER], count=1)
        elif not table.step():
            return
        yield


def _until_over(table: Table) -> Iterator[None]:
    """A round: each player takes the first choice there is, or folds, by turns."""
    rounds = table.state.rounds
    while True:
        yield from _steps(table)
        if table.state.rounds > rounds and table.state.playing is None:
            return
        if due(table.rules, table.state):
            _answer(table)
        else:
            table.do(c.NoMoreBets, STAFF[Role.DEALER])
        yield


def _answer(table: Table) -> None:
    move = due(table.rules, table.state)
    assert move is not None
    given = dict(move.given)
    if move.command is c.Act:
        ways = [m.given for m in table.legal(move.player) if m.command is c.Act]
        given = dict(ways[-1] if move.player == PLAYERS[2] else ways[0])
    elif move.command is c.Pick:
        bounds = move.open["places"]
        assert isinstance(bounds, Distinct)
        given["places"] = tuple(range(1, bounds.number + 1))
    elif move.command is c.SetHand:
        faces = table.round.faces(table.round.hands[given["position"]].cards)
        given["low"] = tuple(faces.index(card) + 1 for card in table.rules.house_way(faces))
    table.do(move.command, Actor(Role.PLAYER, move.player), **given)


def _troubled(found: Mapping[str, tuple[Rules, State]]) -> Iterator[tuple[Rules, State]]:
    """Phases that only come about when something has gone wrong."""
    dealer = STAFF[Role.DEALER]
    for phase in ("stub", "decisions", "dealt"):
        if phase in found:
            rules, state = found[phase]
            at = state.at
            wrong = c.HandCount(by=dealer, at=at, position=2, cards=rules.each + 1)
            yield from _after(rules, state, wrong)
            yield from _after(rules, state, c.ForeignCard(by=dealer, at=at))
            yield from _after(rules, state, c.CardExposed(by=dealer, at=at, where="dealer"))
    if "stub" in found:
        rules, state = found["stub"]
        assert state.round is not None
        count = c.CountStub(by=dealer, at=state.at, cards=expected_stub(state.round) - 1)
        yield from _after(rules, state, count, count)


def _after(rules: Rules, state: State, *commands: Command) -> Iterator[tuple[Rules, State]]:
    for command in commands:
        draft = work_through(rules, state, command)
        if isinstance(draft, Refusal):
            return
        state = draft.state
    yield rules, state


# --- the facts -------------------------------------------------------------------------------------------------------


def facts_at(rules: Rules, state: State) -> Iterator[Fact]:
    """Every kind of report, as it is made at this table now; a number that does not fit is reported twice."""
    round_ = state.round
    each, at = rules.each, state.at
    stub = expected_stub(round_) if round_ else each
    deck = state.decks[0].name if state.decks else str(rules.terms["deck_backs"][0])
    held = {p: len(hand.cards) for p, hand in round_.hands.items()} if round_ else {1: each, 2: each, DEALER: each}

    def fact(words: str, kind: type[c.Observation], /, **said: Any) -> Fact:
        return Fact(words, (kind(by=STAFF[Role.DEALER], at=at, **said),))

    def twice(words: str, kind: type[c.Observation], /, **said: Any) -> Fact:
        once = fact(words, kind, **said)
        return once._replace(reports=once.reports * 2)

    short_by_one, fewer = "the dealer is a card short", {"position": DEALER, "cards": max(held[DEALER] - 1, 0)}
    if (repair := rules.game.procedure.repair) and repair.counted:
        short_by_one, fewer = f"{short_by_one}, the deck whole", fewer | {"undealt": min(stub + 1, WHOLE)}
    right = tuple((p, held[p]) for p in (hands_to_count(round_) if round_ else held))
    yield fact("a card lies face up", c.FaceUpCard)
    yield fact("a card is drawn in error, unseen", c.CardDrawn, seen=False)
    yield fact("a card is drawn in error and seen", c.CardDrawn, seen=True)
    yield fact("a dealer's card is exposed", c.CardExposed, where="dealer", place=2)
    yield fact(
        "a dealer's card is exposed by a player", c.CardExposed, where="dealer", place=2, by_player=True, position=1
    )
    yield fact("a player's card is exposed by the dealer", c.CardExposed, where="player", position=1)
    yield fact("a player's card is exposed by the player", c.CardExposed, where="player", position=1, by_player=True)
    yield fact("a burned card is seen", c.CardExposed, where="burn")
    yield fact("a card of the stub is seen", c.CardExposed, where="stub")
    yield fact("a community card is seen", c.CardExposed, where="community")
    yield fact("a player's hand has the right number of cards", c.HandCount, position=1, cards=held.get(1, each))
    yield twice("a player's hand has a card too many", c.HandCount, position=1, cards=held.get(1, each) + 1)
    yield twice("a player was passed over", c.HandCount, position=1, cards=0)
    yield twice(short_by_one, c.HandCount, **fewer)
    yield twice("the dealer has a card too many", c.HandCount, position=DEALER, cards=held[DEALER] + 1)
    yield fact("the stub has the right number of cards", c.CountStub, cards=stub)
    yield twice("the stub has a card too few", c.CountStub, cards=max(stub - 1, 0))
    yield fact("every hand is counted and right", c.CountHands, counts=right)
    yield fact("a deck is counted and whole", c.CountDeck, deck=deck, cards=WHOLE)
    yield twice("a deck has 51 cards", c.CountDeck, deck=deck, cards=WHOLE - 1)
    yield fact("a foreign or double card is seen", c.ForeignCard, deck=deck)
    yield fact("cards lie at an empty position, noticed at once", c.DeadCards, position=EMPTY, at_once=True)
    yield fact("cards lie at an empty position, noticed later", c.DeadCards, position=EMPTY)
    yield fact("the shuffler jams", c.ShufflerFault)
    yield fact("the automated shoe jams", c.ShoeFault)
    for device in (SHUFFLER, AUTOMATED_SHOE):
        for status in STATUSES[2:]:
            yield fact(device_words(device, status), c.DeviceStatus, device=device, status=status)
    yield fact("the cover card is gone", c.DeviceStatus, device=COVER_CARD, status="removed")
    hands = round_.deal_closed if round_ else 0
    yield fact("the device shows a wrong number of hands", c.DeviceCount, hands=hands + 1)
    yield fact("a player walks away", c.Departed, player=PLAYERS[1])
    gone = fact("a player who walked away is back", c.Departed, player=PLAYERS[1])
    back = fact("", c.Returned, player=PLAYERS[1])
    yield gone._replace(reports=(*gone.reports, *back.reports))
    asked = due(rules, state)
    yield fact("a player does not answer", c.NoAnswer, position=int(asked.given.get("position", 1)) if asked else 1)
    for rule in rules.game.conduct_rules:
        said = {"player": PLAYERS[1], "what": rule.words, "rule": rule.name}
        yield fact(f"a breach is reported: {rule.words}", c.Breach, **said)
    yield fact("a player's hand lies set against the rules", c.SettingFound, position=1, low=(1, 2, 3))
    yield fact("the dealer's hand lies set otherwise than the house way", c.SettingFound, position=DEALER, low=(1,))


# --- what follows ----------------------------------------------------------------------------------------------------


def _tried(rules: Rules, state: State, fact: Fact) -> Cell:
    """What the table answers."""
    events: list[e.Event] = []
    for command in fact.reports:
        draft = work_through(rules, state, command)
        if isinstance(draft, Refusal):
            return Cell(draft.message, (draft.clause,), "impossible")
        events, state = draft.events, draft.state
    told = [event for event in events if not isinstance(event, e.FactReported)]
    ruled_on = breaches_to_rule(rules, state.playing) if state.playing else ()
    return Cell(*_outcome(told, ruled_on))


def _outcome(events: list[e.Event], ruled_on: tuple[tuple[str, str], ...]) -> tuple[str, tuple[Citation, ...], str]:
    """In words; `ruled_on` are the breaches that the floor may rule on."""
    words: list[str] = []
    for event in events:
        if (said := _said(event, ruled_on)) and not any(said in other for other in words):
            words.append(said)
    decisive = [event for event in events if not isinstance(event, e.WagerSettled | e.CardsTurnedUp)]
    clauses = tuple(dict.fromkeys(clause for event in decisive[:2] for clause in event.clauses))
    nothing = all(isinstance(event, e.Noted) or _orders_nothing(event) for event in decisive)
    return "; ".join(words), clauses, "nothing" if nothing else "follows"


def _orders_nothing(event: e.Event) -> bool:
    return isinstance(event, e.IrregularityFound) and event.order == Remedy.NOTHING


def _said(event: e.Event, ruled_on: tuple[tuple[str, str], ...]) -> str:
    """What an event comes to, in a few words."""
    match event:
        case e.IrregularityFound(order=order):
            return order
        case e.Noted():
            return "nothing follows"
        case e.HandCounted(inquiry=True):
            return "every hand is counted"
        case e.StubCounted(right=False):
            return "the second count stands: every hand is counted, or the whole deck when it is gathered"
        case e.HandCounted() | e.StubCounted() | e.DeckCounted() | e.HandsCounted():
            return "the count is on record" if _fits(event) else "the second count stands"
        case e.CardsDead(recount=True):
            return "the stub is counted again, and every hand if it does not fit"
        case e.StubRacked():
            return "the stub goes to the discard rack"
        case e.DeckRemoved():
            return Remedy.REMOVE_DECK
        case e.StepsOrdered(due=due_):
            return f"the deck goes through: {', '.join(step.value.replace('-', ' ') for step in due_)}"
        case e.DeviceChanged(status=status):
            return "it is not used until it is in order" if status != "present" else "it is in order"
        case e.DealClosed():
            return "the device shows the right number"
        case e.PlayerDeparted():
            return "the floor may stand in for the player"
        case e.PlayerReturned():
            return "the player plays on"
        case e.PlayerCalled():
            return "the floor may act for the player"
        case e.BreachReported(player=player, rule=rule):
            return "it is on record" + (", and the floor rules on the wagers" if (player, rule) in ruled_on else "")
        case e.HandVoided():
            return Remedy.VOID_HAND
        case _:
            return ""


def _fits(event: e.Event) -> bool:
    match event:
        case e.HandCounted(cards=cards, expected=expected):
            return cards == expected
        case e.DeckCounted(cards=cards):
            return cards == WHOLE
        case _:
            return True


def silent(game: Game) -> list[str]:
    """Cells in which a fact is only noted although no ruling says that nothing follows."""
    return [
        f"{fact} / {phase} / {way}: {', '.join(cell.clauses)}"
        for fact, phases in consequences(game).items()
        for phase, ways in phases.items()
        for way, cell in ways.items()
        if cell.kind == "nothing" and not any(clause in game.law.rulings for clause in cell.clauses)
    ]


class Row(NamedTuple):
    """An outcome of a fact, with the phases in which it is that."""

    fact: str
    cell: Cell
    phases: tuple[str, ...]
    ways: tuple[str, ...]
    """The ways of dealing, where not all come to the same."""


def rows(game: Game) -> Iterator[Row]:
    """The matrix with equal cells put together, what follows first and what is impossible last."""
    for fact, phases in consequences(game).items():
        found: dict[tuple[Cell, tuple[str, ...]], list[str]] = {}
        for phase in PHASES:
            ways = {way: _merged(cell) for way, cell in phases.get(phase.name, {}).items()}
            for cell in dict.fromkeys(ways.values()):
                those = tuple(way for way, other in ways.items() if other == cell)
                found.setdefault((cell, () if len(those) == len(ways) else those), []).append(phase.name)
        for (cell, those), names in sorted(found.items(), key=lambda one: KINDS.index(one[0][0].kind)):
            yield Row(fact, cell, tuple(names), those)


def _merged(cell: Cell) -> Cell:
    """Why a fact is impossible is told by its sentence; the clause differs with the way of dealing."""
    return cell._replace(clauses=()) if cell.kind == "impossible" else cell
