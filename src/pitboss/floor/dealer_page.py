"""The dealer's page of a table with real cards: the due step, what to say, the pad, the seats, the settlement.

All of it is put together here by whitelist: no face that was not read, no player's name. The browser decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from pitboss.cards import RANKS, UNKNOWN, notation, symbols
from pitboss.errors import PitbossError
from pitboss.floor.dealer_ask import Ask, Asking, asking, dummy_faces, tried
from pitboss.floor.dealer_bets import Bets, bets
from pitboss.floor.dealer_chips import ChipMove, chip_moves
from pitboss.floor.dealer_reports import Tile, nameless, tiles
from pitboss.floor.dealer_settlement import Order, Settled, how_played, order, plain_call, settled
from pitboss.floor.dealer_words import asked_aloud, capital, lies, number, still_asked
from pitboss.floor.floor import Floor
from pitboss.floor.live import LiveTable
from pitboss.floor.people import NotAllowedError, Person
from pitboss.floor.phases import phase_of
from pitboss.floor.requests import Request, command_of
from pitboss.floor.summons import Summons
from pitboss.games import steps as s
from pitboss.games.common import HAND
from pitboss.games.game import OnFold
from pitboss.law import Citation, Clause, lookup
from pitboss.money import short_dollars as money
from pitboss.paper.felt_words import inscribed
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.commands import Role
from pitboss.table.dealing import current
from pitboss.table.decide import work_through
from pitboss.table.faces import is_settled_on
from pitboss.table.flow import stacks_total
from pitboss.table.legal import due
from pitboss.table.moves import Draft, Faces, Move
from pitboss.table.rules import Refusal, Rules
from pitboss.table.state import DEALER, Round, State
from pitboss.table.words import seat

_WHERE = {"shuffler": "in the shuffler", "loaded": "in the shoe", "rack": "in the rack", "table": "on the table"}


class Phase(msgspec.Struct, frozen=True):
    """A part of the round: "past", "now" or still to come."""

    name: str
    state: str


class Say(msgspec.Struct, frozen=True, kw_only=True):
    """What is said aloud, and who is asked after that."""

    title: str
    words: str
    after: tuple[tuple[int, str], ...] = ()
    note: str = ""
    clauses: tuple[Citation, ...] = ()


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """A seat as the dealer sees it: where its hand stands, and its stakes; no name."""

    position: int
    says: str
    stakes: tuple[str, ...] = ()
    now: bool = False
    out: bool = False


class Read(msgspec.Struct, frozen=True):
    """A card that was read, and where it lies."""

    card: str
    lies: str
    settled: bool = False
    """A wager was settled on it: only the floor corrects it."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the dealer's page shows; `you` is "dealer" or "floor"."""

    table: str
    version: int
    game: str
    title: str
    house: str
    you: str
    at: int
    open: bool
    playing: bool
    round: int
    deck: str
    stub: tuple[int, int] | None
    """Rounds since the count, of how many."""
    way: tuple[Phase, ...]
    ask: Ask
    say: Say | None
    seats: tuple[Seat, ...]
    used: tuple[Read, ...]
    last: Read | None
    """The card that was read last."""
    points: Mapping[str, tuple[int, ...]]
    """What each rank from two to ace counts, high and low, where hands are set by points."""
    dealer: Mapping[str, Any] | None
    """The dealer's totals, where hands are set by points."""
    bets: Bets | None
    order: Order | None
    settled: Settled | None
    """What is settled by the step that is due, where no card is left to read."""
    moved: tuple[ChipMove, ...]
    """Chips that the record has moved and the dealer has not, yet."""
    tiles: tuple[Tile, ...]
    since: int
    """When the last thing happened; while the floor is awaited, when the waiting began."""
    summons: Summons | None
    law: Mapping[Citation, str]


def page(floor: Floor, live: LiveTable, person: Person) -> Page:
    """What the dealer's page of a table shows now."""
    if not live.rules.real_cards:
        raise PitbossError("software-deals", "the software deals at this table: its felt is the page to look at")
    if not person.is_staff or person.role is Role.AUDITOR:
        raise NotAllowedError("wrong-person", "this page is for the dealer and the floor")
    with live.lock:
        rules, state, now = live.rules, live.state, floor.clock()
        asked, round_ = asking(rules, state, person), state.playing
        called = _just_called(live)
        asked = _with_own_setting(rules, asked) if called else asked
        done = _settling(rules, state, asked.ask, called)
        shown = Page(
            table=live.name,
            version=state.version,
            game=rules.game.short,
            title=rules.game.title,
            house=rules.terms["operator"],
            you="floor" if person.role.supervises else "dealer",
            at=now,
            open=state.open,
            playing=round_ is not None,
            round=round_.number if round_ else state.rounds + 1,
            deck=_deck(rules, state),
            stub=_stub(rules, state),
            way=tuple(_way(rules, asked.state if round_ else state)),
            ask=asked.ask,
            say=_say(rules, asked, done, called),
            seats=tuple(_seats(rules, state, asked)),
            used=tuple(_used(round_)) if round_ else (),
            last=_last(live, round_, person) if round_ else None,
            points=_points(rules),
            dealer=_dealer_totals(rules, round_),
            bets=bets(rules, state),
            order=order(rules, asked.state, asked.ask.position if asked.ask.previewed else None),
            settled=done,
            moved=chip_moves(live, floor.chips_moved.upto(live.name)),
            tiles=tiles(rules, state),
            since=state.at,
            summons=floor.summoning.of(live.name),
            law={},
        )
        return nameless(state, msgspec.structs.replace(shown, law=dict(_law(shown))))


class Foreseen(msgspec.Struct, frozen=True, kw_only=True):
    """What requests would lead to: the settlement at a seat, and what is asked then; or why they are refused."""

    version: int
    refusal: dict[str, Any] | None = None
    settled: Settled | None = None
    then: Ask | None = None
    law: Mapping[Citation, str] = {}


def foreseen(live: LiveTable, person: Person, requests: Sequence[Request]) -> Foreseen:
    """A dry run of what the dealer is about to record; nothing is written."""
    with live.lock:
        draft = tried_out(live, person, requests)
        version = live.state.version
        if isinstance(draft, Refusal):
            return Foreseen(version=version, refusal=draft.as_dict())
        position = _position(requests)
        shown = settled(live.state, draft, position) if position else None
        then = asking(draft.rules, draft.state, person).ask
        here = then if then.kind == "choose" and then.position == position else None
        if shown and here:
            shown = _then_ask(draft, person, shown)
        found = Foreseen(version=version, settled=shown, then=here)
        return (
            msgspec.structs.replace(found, law=dict(_texts(row.clauses[0] for row in shown.rows if row.clauses)))
            if shown
            else found
        )


def _then_ask(draft: Draft, person: Person, shown: Settled) -> Settled:
    """A settlement after which the same player decides: both are said."""
    asked = asking(draft.rules, draft.state, person)
    assert asked.move is not None
    words = _asked(draft.rules, asked.state, asked.move, "Say").words.removesuffix(".")
    say = ". ".join(part for part in (shown.say, words) if part)
    return msgspec.structs.replace(shown, title=f"Settle {seat(shown.position)}, then ask.", say=say)


def tried_out(live: LiveTable, person: Person, requests: Sequence[Request]) -> Draft | Refusal:
    """The requests worked through one after the other, as one draft; or the first refusal."""
    whole = Draft(live.rules, live.state, live.now())
    for request in requests:
        rest: Mapping[str, Any] = {"salt": "." * 16} if request.command == c.Shuffle.__name__ else {}
        command = command_of(request, person, whole.at, lambda kind, rest=rest: rest, real_cards=True)  # type: ignore[misc]
        draft = work_through(whole.rules, whole.state, command)
        if isinstance(draft, Refusal):
            return draft
        whole.rules, whole.state = draft.rules, draft.state
        whole.events += draft.events
    return whole


def _position(requests: Sequence[Request]) -> int:
    """The seat that the last of these requests is about."""
    found = [one.arguments.get("position", 0) for one in requests]
    return int(found[-1]) if found and isinstance(found[-1], int) else 0


# --- the bar and the way of the round --------------------------------------------------------------------------------


def _deck(rules: Rules, state: State) -> str:
    round_ = state.playing
    if round_:
        if round_.stub == "racked":
            return f"{capital(round_.deck)} deck, stub in the rack"
        in_hand = rules.dealing == HAND or round_.taken_out
        return f"{capital(round_.deck)} deck, {len(round_.undealt)} in {'your hand' if in_hand else 'the shoe'}"
    decks = (f"{capital(deck.name)} deck {_WHERE.get(deck.where, deck.where)}" for deck in state.decks)
    return "; ".join(decks) or "No deck"


def _stub(rules: Rules, state: State) -> tuple[int, int] | None:
    if rules.game.procedure.device_counts(rules.terms):
        return None
    every = rules.stub_count_every
    return min(max((state.uncounted, *(deck.uncounted for deck in state.decks))), every), every


def _way(rules: Rules, state: State) -> Iterator[Phase]:
    """Cards and bets, then the parts of the round as people speak of them."""
    names: list[str] = []
    at: dict[int, int] = {}
    for step in range(len(rules.script)):
        name = phase_of(rules, step) or (names[-1] if names else "Deal")
        if not names or names[-1] != name:
            names.append(name)
        at[step] = len(names) - 1
    round_ = state.playing
    if round_ is None:
        move = due(rules, state)
        cards = move is not None and move.command is not c.NoMoreBets and state.open
        now = 0 if cards else 1
    else:
        now = 2 + (0 if round_.dealt < stacks_total(rules, round_) else at.get(round_.step, len(names)))
    every = ("Cards", "Bets", *names, "Clearing")
    for place, name in enumerate(every):
        yield Phase(name, "past" if place < now else "now" if place == now and state.open else "")


# --- what to say -----------------------------------------------------------------------------------------------------


def _say(rules: Rules, asked: Asking, done: Settled | None, called: str) -> Say | None:
    ask, state, move = asked
    if done and done.say:
        return Say(title="Say", words=f"{done.say}.")
    if called and ask.kind in ("cards", "go"):
        return Say(title="Say", words=f"{called}.")
    if move is None or move.command is c.WagersSeen or ask.kind == "wait":
        return Say(title="Say", words="Place your bets.") if ask.kind == "bets" else None
    if move.command is c.NoMoreBets:
        return Say(title="Say when all have bet", words="No more bets.")
    if move.command is c.Act:
        return _asked(rules, state, move, "Say")
    if move.command is c.Pick:
        position = int(move.given["position"])
        return Say(title="Say", words=f"Seat {number(position)}: pick {number(len(ask.slots))} cards.")
    if move.command is c.LayDown:
        return Say(title="Say", words="Look at your cards, and lay them down.")
    if move.command is c.SetHand:
        return Say(
            title="Say",
            words=f"{capital(number(rules.setting.high))} high, {number(rules.setting.low)} low."
            if rules.setting
            else "",
        )
    faces = move.open.get("faces")
    if isinstance(faces, Faces) and move.command in (c.DealCommunity,) and state.round:
        draft = tried(rules, state, move, faces=dummy_faces(state.round, len(faces.cards)))
        then = asking(draft.rules, draft.state, _ANYBODY) if draft else None
        if then and then.move and then.move.command is c.Act:
            return _asked(rules, then.state, then.move, "Say when the cards lie")
    return None


def _just_called(live: LiveTable) -> str:
    """What is called of the dealer's hand, until another hand is turned up or settled."""
    found: list[str] = []
    for moment in reversed(live.recent):
        event = moment.event
        if isinstance(event, e.HandAnnounced) and event.position == DEALER:
            found.append(plain_call(event.words))
        elif found or isinstance(event, (e.WagerSettled, e.BetsClosed, e.RoundVoided)):
            break
    return f"Dealer: {'; '.join(reversed(found))}" if found else ""


def _with_own_setting(rules: Rules, asked: Asking) -> Asking:
    """Before the first seat is turned up, how the dealer's own cards are set."""
    round_ = asked.state.round
    if rules.setting is None or round_ is None or not round_.dealer.low or asked.ask.kind not in ("cards", "go"):
        return asked
    hand = round_.dealer
    high = symbols(round_.faces(card for card in hand.cards if card not in hand.low))
    how = f"First set your own: {high} high, {symbols(round_.faces(hand.low))} low."
    return asked._replace(ask=msgspec.structs.replace(asked.ask, how=how))


_ANYBODY = Person("", Role.DEALER.value, Role.DEALER)


def _asked(rules: Rules, state: State, move: Move, title: str) -> Say:
    step, round_, position = current(rules, state), state.round, move.given["position"]
    assert isinstance(step, s.Decide)
    assert round_ is not None
    after = tuple(still_asked(rules, round_, step, position)) if step.direction else ()
    note = capital(step.direction.value.replace("the dealer's", "your")) if step.direction else "In any order"
    return Say(
        title=title, words=asked_aloud(rules, round_, step, position), after=after, note=note, clauses=step.clauses
    )


# --- seats and cards -------------------------------------------------------------------------------------------------


def _seats(rules: Rules, state: State, asked: Asking) -> Iterator[Seat]:
    round_ = state.playing
    for position in range(1, int(rules.terms["positions"]) + 1):
        hand = round_.hands.get(position) if round_ else None
        if hand is None:
            down, taken = state.bets.get(position), position in state.seats
            says = "Bets down" if down else "Not in this round" if round_ and taken else "Seated" if taken else "Empty"
            stakes = _stakes(rules, down.wagers if down else {})
            yield Seat(position=position, says=says, stakes=stakes, out=not (down or taken))
        else:
            now, out = asked.ask.position == position, hand.folded or bool(hand.void) or hand.racked
            lie = {name: amount for name, amount in hand.wagers.items() if not hand.settled(name)}
            says, stakes = _says(rules, position, asked, now=now), _stakes(rules, lie)
            yield Seat(position=position, says=says, stakes=stakes, now=now, out=out)


def _stakes(rules: Rules, wagers: Mapping[str, int]) -> tuple[str, ...]:
    """What lies at a seat; a wager that equals another stands beside it."""
    by_name, said = rules.game.wager, dict[str, list[str]]()
    for name in wagers:
        twin = by_name[name].equals
        here = said.get(twin) if wagers.get(twin) == wagers[name] else None
        label = inscribed(by_name[name]).replace("progressive", "progr.")
        here.append(label) if here else said.setdefault(name, []).append(label)
    names = {name: " + ".join(labels) for name, labels in said.items()}
    return tuple(f"{names[name]} {money(wagers[name])}" if wagers[name] else names[name] for name in names)


def _says(rules: Rules, position: int, asked: Asking, *, now: bool) -> str:
    """How a hand stands, as a dealer would say it."""
    round_ = asked.state.round
    assert round_ is not None
    hand, step = round_.hands[position], current(rules, asked.state)
    if hand.void or hand.departed:
        return "Void" if hand.void else "Walked away"
    if hand.folded:
        stays = (OnFold.KEEPS_CARDS, OnFold.STAYS)
        kept = [name for name in hand.wagers if rules.game.wager[name].on_fold in stays and not hand.settled(name)]
        return "Folded" + (f", {inscribed(rules.game.wager[kept[0]])} kept" if kept else "")
    if now:
        return "Next to act" if asked.ask.kind in ("choose", "pick") else "Now"
    if hand.lines and all(hand.settled(name) for name in hand.wagers):
        return "Settled"
    if hand.played:
        return capital(how_played(rules, hand) or "played")
    if isinstance(step, s.Decide):
        return "Checked" if hand.acted >= round_.step else "To act"
    return "Checked" if hand.acted >= 0 else "In play"


def _used(round_: Round) -> Iterator[Read]:
    for card, face in enumerate(round_.order):
        if face != UNKNOWN:
            yield _read(round_, card)


def _last(live: LiveTable, round_: Round, person: Person) -> Read | None:
    """The card read last in this round, if this person may correct it."""
    for moment in reversed(live.recent):
        if isinstance(moment.event, e.BetsClosed):
            return None
        if isinstance(moment.event, e.FacesSeen):
            card = moment.event.cards[-1]
            settled_on = is_settled_on(round_, (card,))
            if round_.order[card] == UNKNOWN or (settled_on and not person.role.supervises):
                return None
            return _read(round_, card)
    return None


def _read(round_: Round, card: int) -> Read:
    return Read(notation((round_.order[card],)), lies(round_, card), is_settled_on(round_, (card,)))


def _points(rules: Rules) -> dict[str, tuple[int, ...]]:
    totals = rules.setting.totals if rules.setting else None
    if totals is None:
        return {}
    faces = [(4 * rank,) for rank in range(len(RANKS))]
    return {"high": tuple(totals(one, ())[0] for one in faces), "low": tuple(totals((), one)[1] for one in faces)}


def _dealer_totals(rules: Rules, round_: Round | None) -> dict[str, Any] | None:
    totals = rules.setting.totals if rules.setting else None
    if totals is None or round_ is None or not round_.dealer.announced or not round_.dealer.low:
        return None
    hand = round_.dealer
    high = round_.faces(card for card in hand.cards if card not in hand.low)
    return dict(zip(("high", "low"), totals(high, round_.faces(hand.low)), strict=True))


# --- settlement and law ----------------------------------------------------------------------------------------------


def _settling(rules: Rules, state: State, ask: Ask, called: str) -> Settled | None:
    """What the due step settles, where no card is left to read."""
    if ask.kind != "go" or not ask.previewed or ask.position is None:
        return None
    here = Draft(rules, state, state.at)
    for request in ask.requests:
        command = command_of(request, _ANYBODY, state.at, lambda kind: {}, real_cards=True)
        draft = work_through(here.rules, here.state, command)
        if isinstance(draft, Refusal):
            return None
        here.rules, here.state = draft.rules, draft.state
        here.events += draft.events
    found = settled(state, here, ask.position)
    own = (
        f"{capital(seat(ask.position))}: {found.say[:1].lower()}{found.say[1:]}" if called and found.say else found.say
    )
    return msgspec.structs.replace(found, say=". ".join(filter(None, (called, own))))


def _law(shown: Page) -> Iterator[tuple[Citation, str]]:
    cited = [*shown.ask.clauses, *(shown.say.clauses if shown.say else ())]
    cited += [clause for move in shown.moved for clause in move.clauses]
    cited += [clause for row in (shown.settled.rows if shown.settled else ()) for clause in row.clauses[:1]]
    yield from _texts(cited)


def _texts(clauses: Any) -> Iterator[tuple[Citation, str]]:
    for clause in dict.fromkeys(clauses):
        entry = lookup(clause)
        yield clause, entry.text if isinstance(entry, Clause) else entry.decision
