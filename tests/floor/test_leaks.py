"""Nothing that is sent to a player names a card that this player may not know yet.

What a player may know is worked out here a second way, from the events of the journal alone.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict

import msgspec
import pytest
from floors import BETS, Hall

from pitboss.cards import parse
from pitboss.floor.people import BANKROLL
from pitboss.floor.scenes import scene
from pitboss.journal.codec import decode
from pitboss.table import events as e

ROUNDS = int(os.environ.get("PITBOSS_LEAK_ROUNDS", "1000")) // len(BETS)
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][shdc](?![0-9A-Za-z])")


class Knowledge:
    """What each player may know, event by event."""

    def __init__(self) -> None:
        self.faces: tuple[int, ...] = ()
        self.decks: dict[str, tuple[int, ...]] = {}
        self.open: set[int] = set()
        self.own: defaultdict[str, set[int]] = defaultdict(set)
        self.positions: dict[int, str] = {}

    def learn(self, event: e.Event) -> None:
        match event:
            case e.DeckReceived(deck=deck, order=order) | e.DeckShuffled(deck=deck, order=order) if order:
                self.decks[deck] = order
            case e.DeckHandled(faces=faces) if faces:
                self.open |= set(parse(faces))
            case e.WagerPlaced(player=player, position=position):
                self.positions[position] = player
            case e.BetsClosed(deck=deck):
                self.faces, self.open, self.own = self.decks[deck], set(), defaultdict(set)
            case e.CardsDealt(deals=deals):
                for position, cards in deals:
                    if position:
                        self.own[self.positions[position]] |= {self.faces[card] for card in cards}
            case e.CommunityDealt(faces=faces) | e.CardsPicked(faces=faces) | e.CardsTurnedUp(faces=faces):
                self.open |= set(parse(faces))
            case e.CardSetAside(face=face):
                self.open |= set(parse(face))
            case e.DeckOpened(order=order):
                self.open |= set(parse(order))
            case _:
                pass


@pytest.mark.parametrize("game", sorted(BETS))
def test_no_byte_tells_a_player_a_card_before_its_time(game: str) -> None:
    hall = Hall()
    live, people = hall.seated(game, 2, amount=BANKROLL)
    known, read, told = Knowledge(), 0, 0
    watcher = hall.player()
    since = dict.fromkeys([*people, watcher], 0)

    def look() -> None:
        nonlocal read, told
        for line in hall.store.lines(live.name, after=read):
            known.learn(decode(line, read + 1).event)
            read += 1
        for person in since:
            sent = scene(hall.floor, live, person, since[person])
            sent["you"].pop("sitting")  # speaks of rounds that are over
            message = msgspec.json.encode(sent).decode()
            since[person] = live.state.version
            named = {card for text in CARD.findall(message) for card in parse(text)}
            secret = named - known.open - known.own[person.name]
            assert not secret, f"{person.name} was told {secret} at version {live.state.version}"
            assert 'order":"' not in message or live.state.playing is None
            told += len(named)

    for _ in range(ROUNDS):
        for person in people:
            if live.table.chips(person.name) < 20_000:
                hall.floor.people.top_up(person)
                hall.ask(person, live, "BuyIn", amount=BANKROLL)
            hall.bet(person, live)
            look()
        for person in people:
            hall.floor.ready(person, live.name)
        look()
        while live.state.playing:
            hall.answer(next(person for person in people if hall.asked(person, live)), live)
            look()
    assert live.state.rounds == ROUNDS
    assert told > 10 * ROUNDS
    hall.close()
