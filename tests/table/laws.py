"""Commands out of a hat, lawful and not, and the laws of the house that hold whatever is done with them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, permutations
from typing import Any

from msgspec import NODEFAULT, structs
from msgspec.structs import fields
from tables import DEALER, DEVICE, FLOOR, NAMES, STRANGER, Scene, player

from pitboss.cards import BY_SUIT, DECK, UNKNOWN
from pitboss.games.handling import Handling
from pitboss.law import lookup
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Actor, Command, Observation
from pitboss.table.counts import hands_to_count
from pitboss.table.decide import work_through
from pitboss.table.deciding import is_waited_for
from pitboss.table.flow import live_after_void, spent
from pitboss.table.legal import due, legal
from pitboss.table.moves import Between, Distinct, Faces, Lying, Move, Moves, OneOf, Tried
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import Deck, Report, State, changed
from pitboss.table.views import view

COMMANDS = [kind for kind in vars(c).values() if isinstance(kind, type) and issubclass(kind, Command)]
OBSERVATIONS = [kind for kind in COMMANDS if issubclass(kind, Observation) and kind is not Observation]
REQUESTS = [kind for kind in COMMANDS if not issubclass(kind, Observation) and kind is not Command]
ACTORS = [DEALER, FLOOR, STRANGER, DEVICE, *(player(name) for name in NAMES[:4])]
NOT_SAMPLED = (c.PostSubmission, c.CloseTable)
"""Whether another submission is lawful is another test's question; a closed table would end the example."""
SELDOM = (c.CountRack, c.Exclude, c.RemoveDeck, c.Leave, c.GoIdle, c.OrderRecut, c.OrderShuffle, c.Forfeit)
"""Moves that keep a table from playing."""
OFTEN = (c.Act, c.Bet, c.WagersSeen, c.SetHand, c.Pick, c.LayDown, c.NoMoreBets)
"""Moves that bring a round forward, drawn more often than the floor's orders."""


# --- out of a hat ----------------------------------------------------------------------------------------------------


def in_bounds(bounds: Any, name: str, rng: random.Random) -> Any:
    """Something that an argument may be, by its bounds alone."""
    match bounds:
        case Between():
            if bounds.least > bounds.most:
                return 0
            if bounds.not_nothing:
                return rng.choice([n for n in (bounds.least, -1, 1, 500, bounds.most) if n in bounds])
            top = min(bounds.most, bounds.least + 20_000)
            number = rng.randint(bounds.least, top) if top > bounds.least else bounds.least
            return number - number % bounds.unit if number - number % bounds.unit >= bounds.least else bounds.least
        case Distinct():
            drawn = (tuple(rng.sample(range(1, bounds.most + 1), bounds.number)) for _ in range(1000))
            return next(places for places in drawn if fits(places, bounds))
        case Lying():
            return some_seen(bounds, rng)
        case Tried() if name == "wagers":
            return some_wagers(bounds, rng)
        case Tried() if name == "faces":
            return some_misreading(bounds, rng)
        case Tried() if name == "order" and bounds.trial.rules.real_cards:
            return ()
        case Tried() if name == "cards":
            return next(number for number in rng.sample((52, 51, 26, 10), 4) if fits(number, bounds))
        case Tried():
            value = FREE[name](rng)
            assert fits(value, bounds), (name, value)
            return value
        case OneOf():
            return rng.choice(bounds.values)
        case Faces():
            return tuple(rng.sample(sorted({*DECK} - bounds.used), len(bounds.cards)))
        case _:
            return FREE[name](rng)


def free_faces(state: State, cards: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    """Faces that these real cards may have beside those that were read."""
    return tuple(rng.sample(sorted({*DECK} - {*(state.round.order if state.round else ())}), len(cards)))


def fits(value: Any, bounds: Any) -> bool:
    """Whether an argument may be this."""
    return value in bounds


def some_wagers(bounds: Tried, rng: random.Random) -> tuple[tuple[str, int], ...]:
    """Wagers that may go down together: each one that may go down after those before it."""
    together: tuple[tuple[str, int], ...] = ()
    amounts = (500, 1000, 2000, 100, 1, 0)
    for wager in rng.sample(bounds.trial.rules.opening_wagers, len(bounds.trial.rules.opening_wagers)):
        more = ((*together, (wager.name, amount)) for amount in rng.sample(amounts, len(amounts)))
        together = next((wagers for wagers in more if fits(wagers, bounds)), together)
    return together


def some_seen(bounds: Lying, rng: random.Random) -> tuple[tuple[int, tuple[str, ...]], ...]:
    """Wagers without amounts that may lie at some positions: what is required, and perhaps more."""
    names = bounds.wagers
    sets = [tuple(rng.sample(names, number)) for number in range(1, len(names) + 1) for _ in range(8)]
    seen: tuple[tuple[int, tuple[str, ...]], ...] = ()
    for position in rng.sample(bounds.positions, min(3, len(bounds.positions))):
        more = ((*seen, (position, names)) for names in rng.sample(sets, len(sets)))
        seen = next((wagers for wagers in more if fits(wagers, bounds)), seen)
    return seen


def some_misreading(bounds: Tried, rng: random.Random) -> tuple[tuple[int, int], ...]:
    """A face that was read and may be corrected, and another that it may be."""
    round_ = bounds.trial.state.playing
    assert round_ is not None
    read = [face for face in round_.order if face != UNKNOWN]
    free = rng.choice([face for face in DECK if face not in read])
    pairs = (((face, free),) for face in rng.sample(read, len(read)))
    return next(pair for pair in pairs if fits(pair, bounds))


FREE: dict[str, Any] = {
    "reason": lambda rng: "for the record",
    "approval": lambda rng: "shift manager, 12",
    "order": lambda rng: tuple(rng.sample(range(52), 52)),
    "salt": lambda rng: f"{rng.getrandbits(128):032x}",
    "stream": lambda rng: "",
    "count": lambda rng: 52,
    "cards": lambda rng: rng.choice([52, 52, 52, 51]),
    "counts": lambda rng: (),
    "low": lambda rng: None,
    "wagers": lambda rng: (("ante", 1000),),
    "second": lambda rng: "Sam",
    "pieces": lambda rng: (),
    "inspected": lambda rng: False,
    "duties": lambda rng: (),
    "shuffled": lambda rng: False,
    "rule": lambda rng: "",
}

HAT: dict[str, Any] = {
    "position": lambda rng: rng.randint(0, 7),
    "place": lambda rng: rng.randint(0, 8),
    "deck": lambda rng: rng.choice(["red", "blue", "green"]),
    "step": lambda rng: rng.choice(list(Handling)),
    "amount": lambda rng: rng.choice([0, 1, 500, 1000, 1001, 2000, 4000, 10**7, -5]),
    "face": lambda rng: rng.choice([0, 500, 1000]),
    "action": lambda rng: rng.choice(["check", "fold", "play", "play_3", "play_5", "raise"]),
    "places": lambda rng: tuple(rng.sample(range(1, 7), 3)),
    "low": lambda rng: tuple(rng.sample(range(1, 7), 2)),
    "cards": lambda rng: rng.choice([0, 1, 2, 3, 4, 5, 6, 7, 8, 17, 31, 51, 52]),
    "count": lambda rng: rng.choice([None, 1, 3, 52, 51]),
    "hand": lambda rng: rng.choice(["left", "right", "both"]),
    "form": lambda rng: rng.choice(["chips", "plaques", "cash"]),
    "together_with": lambda rng: rng.choice(["", "", "blue"]),
    "face_up": lambda rng: rng.choice([None, True, False]),
    "faces": lambda rng: rng.choice([(), BY_SUIT, DECK, DECK[:51]]),
    "backs": lambda rng: rng.choice([(), ("red",), ("blue",), ("red", "blue")]),
    "inspected": lambda rng: rng.random() < 0.5,
    "shuffled": lambda rng: rng.random() < 0.5,
    "off": lambda rng: rng.choice(["top", "bottom"]),
    "stack": lambda rng: rng.choice([None, 2, 5, 7]),
    "to": lambda rng: rng.choice([None, 0, 1, 2]),
    "covered": lambda rng: rng.random() < 0.5,
    "pays": lambda rng: rng.choice([None, 0, 500, 1000]),
    "displayed": lambda rng: rng.random() < 0.5,
    "counts": lambda rng: tuple((p, rng.choice([2, 5, 7, 6])) for p in (0, 1, 2, 4)),
    "order": lambda rng: tuple(rng.sample(range(52), rng.choice([52, 52, 51]))),
    "salt": lambda rng: "0123456789abcdef",
    "stream": lambda rng: rng.choice(["", "", "", "no such stream"]),
    "player": lambda rng: rng.choice(NAMES[:4]),
    "reason": lambda rng: rng.choice(["", "because"]),
    "approval": lambda rng: rng.choice(["", "shift manager, 12"]),
    "why": lambda rng: rng.choice(["abandoned", "breach", "mood"]),
    "where": lambda rng: rng.choice(["dealer", "player", "burn", "stub", "community"]),
    "device": lambda rng: rng.choice(["shuffler", "automated-shoe", "toaster"]),
    "status": lambda rng: rng.choice(["present", "present", "present", "fault", "covered"]),
    "undealt": lambda rng: rng.choice([None, 44, 45, 46]),
    "hands": lambda rng: rng.randint(1, 7),
    "seen": lambda rng: rng.random() < 0.5,
    "what": lambda rng: rng.choice(["talk", "talk", "opener", "fill", "credit", "closer", "drop"]),
    "total": lambda rng: rng.choice([0, 500, 100_000, -1]),
    "second": lambda rng: rng.choice(["Sam", "", "Flo"]),
    "pieces": lambda rng: rng.choice([(), ((500, 1),), ((100, 5),)]),
    "again": lambda rng: rng.random() < 0.3,
    "in_chips": lambda rng: rng.random() < 0.3,
    "floor": lambda rng: ("Flo",),
    "moment": lambda rng: rng.choice(["opening", "dealing", "closing"]),
    "duties": lambda rng: rng.choice([(), ("cut",), ("shoe-hand", "cut")]),
    "wagers": lambda rng: (("ante", rng.choice([500, 1000, 2000])), ("blind", 1000))[: rng.randint(0, 2)],
}


_fields = cache(fields)


def arguments(kind: type[Command], rules: Rules, rng: random.Random) -> dict[str, Any]:
    """Arguments out of a hat; those that need not be given are, or not."""
    given: dict[str, Any] = {}
    for spec in _fields(kind):
        if spec.default is not NODEFAULT and rng.random() < 0.5:
            continue
        if spec.name == "wager":
            given["wager"] = rng.choice([*rules.game.wager, "nonsense"])
        elif spec.name in HAT and not (kind is c.ReceiveDeck and spec.name == "cards"):
            given[spec.name] = HAT[spec.name](rng)
    return given


def anything(kind: type[Command], rules: Rules, at: int, rng: random.Random) -> Command:
    """A command of anybody, with arguments out of a hat."""
    return kind(by=rng.choice(ACTORS), at=at, **arguments(kind, rules, rng))


def some_move(moves: Iterable[Move], rng: random.Random, seldom: float = 0.05) -> Move:
    """One that may be made, rather one that brings the round forward."""
    open_ = [move for move in moves if move.command not in NOT_SAMPLED]
    forward = [move for move in open_ if move.command in OFTEN]
    usual = [move for move in open_ if move.command not in SELDOM or rng.random() < seldom]
    return rng.choice(forward if forward and rng.random() < 0.8 else usual or open_)


def made(move: Move, at: int, rng: random.Random) -> Command:
    """A move, with what is open chosen within its bounds: it has to be carried out."""
    open_: dict[str, Any] = {}
    for name, bounds in move.open.items():
        nothing = isinstance(bounds, Between) and bounds.or_nothing and rng.random() < 0.1
        open_[name] = 0 if nothing else in_bounds(bounds, name, rng)
    if move.command is c.CountHands and move.trial:
        round_ = move.trial.state.round
        assert round_ is not None
        hands = [(p, len(round_.hands[p].cards)) for p in hands_to_count(round_)]
        open_["counts"] = tuple((p, cards + rng.choice((0, 0, 0, 1))) for p, cards in hands)
    newcomer = next(name for name in (f"Newcomer {number}" for number in count()) if name not in move.barred)
    name = move.player or newcomer
    by = Actor(move.role, FLOOR.name if move.role.supervises else name if move.role == "player" else "staff")
    return move.command(by=by, at=at, **{**move.given, **open_})


# --- what always holds -----------------------------------------------------------------------------------------------


def give(table: Scene, command: Command, *, lawful: bool = False, moves: Moves | None = None) -> bool:
    """A command is carried out or refused, as `legal` says beforehand; whether it was carried out."""
    before = table.state
    open_ = legal(table.rules, before, command.at) if moves is None else moves
    answer = table.try_(command)
    if isinstance(answer, Refusal):
        assert not lawful, (command, answer)
        assert table.state is before
        assert answer.code
        assert answer.message
        lookup(answer.clause)
        assert isinstance(command, Observation) or command not in open_, (command, answer)
        refused = [move.words for move in open_ if move.is_for(command.by) and move.is_act_of(command)]
        assert not set(refused) & set(answer.allowed), (command, answer)
        return False
    if isinstance(command, Observation):
        assert_fact_is_sound(before, command, answer, table.state)
    else:
        assert command in open_, (command, [move.words for move in open_])
        assert answer
        for event in answer:
            assert event.clauses, event
            for clause in event.clauses:
                lookup(clause)
    return True


def assert_due_is_accepted(rules: Rules, state: State, rng: random.Random) -> None:
    """What the table says is due can be done: nothing that is reported, once or twice, leaves it without a way on."""
    move = due(rules, state)
    if move is not None:
        answer = work_through(rules, state, made(move, state.at, rng))
        assert not isinstance(answer, Refusal), (move.words, answer)


# --- facts -----------------------------------------------------------------------------------------------------------


def assert_fact_is_sound(before: State, command: Observation, answer: Iterable[e.Event], after: State) -> None:
    """What was taken for a fact can be one, nothing is silently noted, a slip costs nothing, a bad deck is gone."""
    events = list(answer)
    for event in events:
        if isinstance(event, e.Noted):
            assert any("-R" in clause for clause in event.clauses), event
    if isinstance(command, c.HandCount | c.CountStub):
        assert 0 <= command.cards <= 52
    if isinstance(command, c.HandCount):
        assert before.round
        assert command.position in before.round.hands
    if isinstance(command, c.Departed | c.Returned | c.Breach):
        dealers = isinstance(command, c.Breach) and command.player == "dealer"
        assert dealers or command.player in before.seats.values()
    if any(getattr(event, "again", False) for event in events):
        assert came_to(after) == came_to(before), "a number that is still to be counted again has changed something"
    if isinstance(command, c.ForeignCard):
        bad = command.deck or (before.playing.deck if before.playing else before.decks[0].name)
        assert after.deck(bad) is None, "a deck with a foreign card is still at the table"
    if isinstance(command, c.CountDeck) and command.cards != 52:
        deck = after.deck(command.deck)
        assert deck is None or deck.doubt is not None, "a deck counted wrong twice is still at the table"


def came_to(state: State) -> object:
    """What a table has come to, as far as somebody is owed it: money, void hands, rulings to come, decks, the board."""
    round_ = state.playing
    held = round_ and (
        bool(round_.void),
        round_.still_settled if round_.void and live_after_void(round_) else (),
        sorted(round_.waits_for_ruling),
        {position: bool(hand.void) for position, hand in round_.hands.items()},
        () if spent(round_) else round_.board,
    )
    return dict(state.books), held, sorted(deck.name for deck in state.decks)


def reported(rules: Rules, state: State, *commands: Command) -> State | None:
    """The table after these reports, each number that does not fit counted twice; None if one of them is refused."""
    for command in commands:
        for _ in range(2):
            draft = work_through(rules, state, command)
            if isinstance(draft, Refusal):
                return None
            state = draft.state
            if not any(getattr(event, "again", False) for event in draft.events):
                break
    return state


COUNTS = (c.HandCount, c.CountStub, c.CountHands, c.CountDeck)
DEVICES = (c.DeviceStatus, c.ShoeFault, c.ShufflerFault)


def may_meet(state: State, one: Command, other: Command) -> bool:
    """Whether these facts can be true together, in either order, and no ruling says that their order matters.

    How a wrong number comes to light decides (HL-R15, UTH-R35), and a card that is set aside makes it another number,
    if the rest of the deck is counted too; the hands of two positions are two facts.
    To count the stub is to take it out of the shoe, and then a fault of the shoe has no effect (HL-R24, PK-R48,
    T5-R69, UTH-R64). The hands are counted unless the round is void before: then it is the whole deck, as it is
    gathered (HL-R16, PK-R42, T5-R62, UTH-R36).
    Of the same thing the last report stands: whether a device works, whether a player is there. What a player shows of
    the dealer's hand keeps wagers from going back (HL-R20), and is out of play once they have gone back (HL-R59).
    A card that is set aside makes another one the next of the board.
    """
    both, kinds = (one, other), {type(one), type(other)}
    counts = [command for command in both if isinstance(command, COUNTS)]
    known = state.playing is not None and (state.playing.counted is not None or state.playing.rest is not None)
    by_itself = not known and kinds == {c.HandCount, c.CardExposed} and getattr(counts[0], "undealt", None) is None
    moves = counts and not by_itself and any(moves_a_card(state, command) for command in both)
    if (len(counts) == 2 and not of_two_hands(one, other)) or moves:
        return False
    inquiry = c.CountHands in kinds and state.playing is not None and state.playing.inquiry
    if inquiry or (c.CountStub in kinds and kinds.intersection(DEVICES)):
        return False
    if any(isinstance(command, c.CardExposed) and command.where == "dealer" and command.by_player for command in both):
        return False
    early = [command for command in both if isinstance(command, c.CardExposed) and command.where == "community"]
    if early and any(moves_a_card(state, command) for command in both if command not in early):
        return False
    about = [getattr(command, "device", getattr(command, "player", None)) for command in both]
    return len(kinds.intersection(DEVICES)) < 2 and (about[0] is None or about[0] != about[1])


def of_two_hands(one: Command, other: Command) -> bool:
    """Whether each is the count of another hand, nothing else being counted."""
    hands = [
        command.position for command in (one, other) if isinstance(command, c.HandCount) and command.undealt is None
    ]
    return len(set(hands)) == 2


def moves_a_card(state: State, command: Command) -> bool:
    """Whether a card is set aside, or goes where none belongs."""
    if isinstance(command, c.CardExposed):
        waits = state.playing is not None and state.playing.waits
        return command.where in ("stub", "community") or (waits and command.where == "dealer")
    return isinstance(command, c.FaceUpCard | c.CardDrawn | c.DeadCards)


def at_a_decision(rules: Rules, state: State, at: int) -> Iterator[tuple[Command, Command]]:
    """Pairs of facts while somebody is asked: a wrong number in the hand that is asked, and a card that is seen."""
    round_ = state.playing
    asked = [p for p in round_.positions if is_waited_for(rules, state, p)] if round_ else []
    seen = [c.CardExposed(by=DEALER, at=at, where=where) for where in ("dealer", "community")]
    yield from permutations(seen if asked else (), 2)
    for position in asked:
        for cards in (0, rules.each + 1):
            yield from ((c.HandCount(by=DEALER, at=at, position=position, cards=cards), one) for one in seen)


def assert_order_does_not_matter(rules: Rules, state: State, one: Command, other: Command) -> bool:
    """Two facts come to the same in either order; whether both could be reported in both."""
    if not may_meet(state, one, other):
        return False
    first, second = reported(rules, state, one, other), reported(rules, state, other, one)
    if first is None or second is None:
        return False
    assert came_to(first) == came_to(second), (one, other)
    return True


def same_facts(rules: Rules, state: State, at: int) -> Iterator[tuple[Command, Command]]:
    """Pairs of reports that say the same."""
    by: dict[str, Any] = {"by": DEALER, "at": at}
    yield c.FaceUpCard(**by), c.CardDrawn(seen=True, **by)
    if state.playing and state.playing.dealt:
        yield c.FaceUpCard(**by), c.CardExposed(where="stub", **by)
        for position, hand in state.playing.hands.items():
            count = len(hand.cards) + 1
            yield c.HandCount(position=position, cards=count, **by), c.CountHands(counts=((position, count),), **by)
    for device, kind in (("shuffler", c.ShufflerFault), ("automated-shoe", c.ShoeFault)):
        if device in rules.devices:
            called = state.playing is not None and not state.playing.dealt
            waits = called and device == "shuffler"  # for one to be put right, not for one taken away (T5-R70)
            for status in ("fault",) if waits else ("fault", "removed", "covered", "marked"):
                yield kind(**by), c.DeviceStatus(device=device, status=status, **by)


def assert_one_fact_has_one_outcome(rules: Rules, state: State, at: int) -> None:
    """However a fact is reported, it comes to the same."""
    for one, other in same_facts(rules, state, at):
        first, second = reported(rules, state, one), reported(rules, state, other)
        if first is not None and second is not None:
            assert came_to(first) == came_to(second), (one, other)


def assert_time_goes_forward(rules: Rules, state: State, command: Command) -> None:
    """Nothing happens before what has happened already."""
    late = structs.replace(command, at=state.at - 1)
    answer = work_through(rules, state, late)
    assert isinstance(answer, Refusal)
    assert answer.code in ("clock", "malformed")


# --- cards, money, secrets -------------------------------------------------------------------------------------------


def assert_money_is_kept(state: State) -> None:
    """Money is neither made nor lost."""
    books = state.books
    assert sum(books.values()) == 0
    assert all(balance > 0 for name, balance in books.items() if name.startswith(("player:", "wager:")))


def assert_cards_are_kept(state: State) -> None:
    """Every card is somewhere once."""
    round_ = state.round
    if round_ is None:
        return
    hands = [card for hand in round_.hands.values() if not hand.racked for card in hand.cards]
    board = () if any(group.name == "board" for group in round_.rack) else round_.board
    racked = [card for group in round_.discards for card in group.cards]
    undealt = () if any(group.name == "stub" for group in round_.rack) else round_.undealt
    assert sorted([*hands, *board, *racked, *undealt]) == list(range(52))
    known = [face for face in round_.order if face != UNKNOWN]
    assert len(round_.order) == 52
    assert len(known) == len(set(known))
    assert set(known) <= set(DECK)


def assert_wagers_are_booked(state: State) -> None:
    """The wagers on the layout are in the books."""
    layout = {
        f"wager:{position}:{name}": amount
        for position, bets in state.bets.items()
        for name, amount in bets.wagers.items()
    }
    if state.playing:
        for position in state.playing.positions:
            hand = state.playing.hands[position]
            layout |= {f"wager:{position}:{n}": a for n, a in hand.wagers.items() if not hand.settled(n)}
    known = {name: amount for name, amount in layout.items() if amount}  # where stakes are announced none is known
    assert {name: amount for name, amount in state.books.items() if name.startswith("wager:")} == known


def assert_secrets_are_kept(rules: Rules, state: State, rng: random.Random) -> None:
    """Nobody sees more than they may."""
    if state.playing is None:
        return
    swapped = with_unseen_cards_swapped(state, rng)
    for viewer in (None, DEALER, FLOOR):
        assert view(rules, state, viewer) == view(rules, swapped, viewer)


def with_unseen_cards_swapped(state: State, rng: random.Random) -> State:
    """The same table with other faces on every card that is not public."""
    round_ = state.round
    assert round_ is not None
    seen = {*round_.board, *(card for hand in round_.hands.values() for card in hand.up)}
    seen |= {card for group in round_.rack if group.name == "set aside" for card in group.cards}
    hidden = [card for card in range(52) if card not in seen]
    order = list(round_.order)
    faces = [order[card] for card in hidden]
    rng.shuffle(faces)
    for card, face in zip(hidden, faces, strict=True):
        order[card] = face
    return changed(state, round=changed(round_, order=tuple(order)))


def without_time(state: State) -> State:
    """For a comparison with a table whose events were replayed without their times."""
    decks = _without_time(state.decks)
    return changed(state, at=0, opened_at=0, last_bet_at=0, decks=decks, report=_report_without_time(state.report))


def _report_without_time(report: Report | None) -> Report | None:
    if report is None:
        return None
    return changed(report, decks=_without_time(report.decks), earlier=_report_without_time(report.earlier))


def _without_time(decks: tuple[Deck, ...]) -> tuple[Deck, ...]:
    return tuple(changed(deck, received_at=0) for deck in decks)
