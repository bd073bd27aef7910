"""A round in which everybody has folded goes on to the dealer's reveal, and until then it can be voided."""

from __future__ import annotations

from typing import Any

import pytest
from playing import seats
from tables import DEALER, METHODS, Scene, scene

from pitboss.table import commands as c
from pitboss.table.commands import Command
from support import case

LATE_STACK = {**METHODS["automated-shoe"], "dealer_stack_delivery": "after-decisions"}
Fact = tuple[type[Command], dict[str, Any]]
EXPOSED: Fact = (c.CardExposed, {"where": "dealer"})
WRONG_DEALER: Fact = (c.HandCount, {"position": 0, "cards": 1})
FOREIGN: Fact = (c.ForeignCard, {})
BOTH = pytest.mark.parametrize("second", ["fold", "play"], ids=["everybody folds", "one player stays in"])


def decided(game: str, second: str, *by_hand: type[Command], **options: Any) -> tuple[Scene, dict[str, int]]:
    """One player folds, the other one folds or plays; what both had before."""
    table = scene(game, seats(game, 1, 3), by_hand=(c.Reveal, *by_hand), **options)
    before = table.purses()
    table.run()
    for _ in range(2 if game == "uth" else 0):
        table.answer(others="check")
        table.run()
    play = "play_5" if game == "pik-it" else "play"
    for _ in ("one", "the other"):
        table.answer(Ann="fold", Bob=second if second == "fold" else play)
        table.run()
    if game == "hi-lo" and second == "play":
        table.set("Bob", 1, 2)
    table.run()
    return table, before


@BOTH
@pytest.mark.parametrize(
    ("game", "fact", "kind"),
    [
        case("PK-39.12(d) PK-R46 PK-R47", "pik-it", EXPOSED, "DEALER_EXPOSED"),
        case("PK-39.12(c) PK-R47", "pik-it", WRONG_DEALER, "DEALER_COUNT"),
        case("PK-R42 PK-R47", "pik-it", FOREIGN, "FOREIGN_CARD"),
        case("HL-40.12(d)-s3 HL-R6", "hi-lo", WRONG_DEALER, "DEALER_COUNT"),
        case("HL-R16 HL-R6", "hi-lo", FOREIGN, "FOREIGN_CARD"),
        case("UTH-15(d).2 UTH-R61 UTH-R37", "uth", WRONG_DEALER, "DEALER_COUNT"),
        case("UTH-R36 UTH-R61", "uth", FOREIGN, "FOREIGN_CARD"),
        case("T5-R67 T5-R64 T5-R24", "top-five", EXPOSED, "DEALER_EXPOSED"),
        case("T5-13.C.1 T5-R64", "top-five", WRONG_DEALER, "DEALER_COUNT"),
    ],
)
def test_until_the_dealers_hand_is_turned_up_folded_players_get_their_wagers_back_whether_or_not_somebody_plays(
    game: str, fact: Fact, kind: str, second: str
) -> None:
    table, before = decided(game, second)
    kind_of, said = fact
    table.asks(kind_of, DEALER, **said)
    assert (table.round.void, table.purses()) == (kind, before)
    table.plays_on()


@BOTH
@pytest.mark.clause("PK-39.7(e)2/3", "PK-R39", "PK-R43", "PK-R47")
def test_a_late_count_that_does_not_fit_voids_the_round_whether_or_not_somebody_plays(second: str) -> None:
    table, before = decided("pik-it", second, c.RackStub, c.CountStub, **LATE_STACK)
    assert table.purses() != before
    table.asks(c.CountStub, DEALER, cards=36)
    table.asks(c.CountHands, DEALER, counts=((1, 5), (3, 5), (0, 5)))
    assert (table.round.void, table.purses(), table.state.decks) == ("STUB_DECK", before, ())
    table.plays_on()


@pytest.mark.clause("PK-39.12(f)/1", "PK-R43")
def test_a_jam_on_the_dealers_stack_voids_a_round_in_which_everybody_has_folded() -> None:
    table, before = decided("pik-it", "fold", c.Deliver, **LATE_STACK)
    table.asks(c.ShoeFault, DEALER, kind=c.FAULT_KINDS[0])
    assert (table.round.void, table.purses()) == ("SHOE_FAULT", before)


@pytest.mark.clause("PK-39.12(d)", "PK-R45", "PK-R70")
@pytest.mark.parametrize("fact", [EXPOSED, (c.FaceUpCard, {"place": 2}), (c.CardDrawn, {"seen": True})], ids=str)
def test_a_card_of_the_dealers_stack_seen_in_the_shoe_voids_a_round_in_which_everybody_has_folded(fact: Fact) -> None:
    table, before = decided("pik-it", "fold", c.Deliver, **LATE_STACK)
    kind, said = fact
    table.asks(kind, DEALER, **said)
    assert (table.round.void, table.purses()) == ("DEALER_EXPOSED", before)
    table.plays_on()
