"""A rule card: the steps a table has, what can go wrong at it, and in the words of what the table does."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pitboss.errors import PitbossError
from pitboss.games import find
from pitboss.games.irregularities import Irregularity
from pitboss.games.possible_irregularities import described, possible
from pitboss.games.rule_card import rule_card
from pitboss.games.settlement import settle
from pitboss.games.terms import Terms
from pitboss.table.table import practice_submission
from support import case, play

GAMES = ("uth", "hi-lo", "top-five", "pik-it")
SHOE: dict[str, Any] = {"dealing_method": "manual-shoe", "shuffle_method": "manual"}
HAND: dict[str, Any] = {"dealing_method": "hand", "shuffle_method": "automated"}
STACKS: dict[str, Any] = {"dealing_method": "automated-shoe", "shuffle_method": "manual"}
COVER_ALL = {**STACKS, "shuffle_method": "automated", "cover_all": True, "cover_all_mode": True}
WAITS = {**STACKS, "dealer_stack_delivery": "after-decisions"}
COUNTS = {**HAND, "shuffler_counts": True}
STUB, COUNT = "the stub goes unseen to the discard rack", ", or is counted first when a count is due"


def card(game: str, **options: Any) -> dict[str, Any]:
    table = practice_submission(game, options)
    return rule_card(table.game, table.terms)


@pytest.mark.clause("PK-39.3(b)/3", "PK-39.1/play-3-wager/2", "PK-39.10(f)/1", "PK-39.1/qualifying-hand")
def test_the_card_of_a_game_says_what_tables_of_it_may_choose() -> None:
    game = find("pik-it")
    bare = rule_card(game, Terms.of_hand(game))
    plays = {one["name"]: one["conditions"] for one in bare["wagers"] if one["made"] == "after the deal"}
    chosen = "1 or 2 times the ante, as the table chooses"
    assert {name: [rule["words"] for rule in rules] for name, rules in plays.items()} == {
        "play_3": [chosen],
        "play_5": [chosen],
    }
    assert any(f"play 3, {chosen}; or play 5, {chosen}; or fold" in step["words"] for step in bare["round"])
    assert bare["qualifier"]["words"].startswith("where the table has the dealer qualify: the dealer needs A-K-4-3-2")
    assert bare["outcomes"][0]["words"].startswith("where the table has the dealer qualify (an option)")
    assert card("pik-it")["qualifier"] is None
    assert card("pik-it", dealer_must_qualify=True)["qualifier"]["words"].startswith("the dealer needs A-K-4-3-2")


@pytest.mark.parametrize(
    ("game", "options", "has", "lacks"),
    [
        case("UTH-9(d).1", "uth", SHOE, [], ["shoe", "the device", "Cover All"]),
        case("UTH-9(d).1", "uth", HAND, [], ["shoe", "the device", "Cover All"]),
        case(
            "UTH-9(d).1", "uth", STACKS, ["taken out of the shoe into the dealer's hand"], ["the device", "Cover All"]
        ),
        case(
            "UTH-13(e).1", "uth", COVER_ALL, ["out of the shoe", "the dealer closes the deal", "Cover All"], ["with "]
        ),
        case("PK-39.9(c)2", "pik-it", SHOE, [STUB + COUNT], ["shoe"]),
        case("PK-39.9(c)2", "pik-it", STACKS, [STUB + COUNT], ["shoe"]),
        case("PK-39.9(c)2 PK-R39", "pik-it", WAITS, ["the dealer's wait in the automated shoe", "is delivered"], []),
        case("PK-39.7(f)/1", "pik-it", COUNTS, [STUB], [COUNT]),
        case("T5-5.B(1) T5-R59", "top-five", COUNTS, [STUB], [COUNT]),
        case("UTH-R44", "uth", {**SHOE, "trips": False}, [], ["trips", "progressive"]),
    ],
)
def test_the_round_has_the_steps_of_this_table_only(
    game: str, options: dict[str, Any], has: list[str], lacks: list[str]
) -> None:
    said = [step["words"] for step in card(game, **options)["round"]]
    assert all(any(words in step for step in said) for words in has), said
    assert not [step for step in said for words in lacks if words in step.replace("with 5", "")]
    assert len([step for step in said if step.startswith(STUB)]) == 1


@pytest.mark.parametrize("game", GAMES)
def test_without_a_table_every_step_is_listed(game: str) -> None:
    known = find(game)
    assert len(rule_card(known, Terms.of_hand(known))["round"]) == len(known.script)


@pytest.mark.clause("HL-40.7(b)", "PK-39.8(b)3/1", "T5-10.A(2)", "UTH-9(b)(2)")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("way", "chapter"), [(SHOE, 0), (HAND, 1), (STACKS, 2)])
def test_a_step_cites_the_rules_on_this_way_of_dealing(game: str, way: dict[str, Any], chapter: int) -> None:
    """Each document has three chapters one after the other, on shoe, hand and automated shoe."""
    first = 8 if game == "top-five" else 7
    for step in card(game, **way)["round"]:
        for clause in step["clauses"]:
            found = re.match(r"\w+-(?:40\.|39\.)?(\d+)", clause)
            if found and int(found[1]) in range(first, first + 3) and clause not in ALWAYS:
                assert int(found[1]) == first + chapter, (step["words"], clause)


ALWAYS = ("HL-40.7(b)", "PK-39.7(f)/1")
"""Rules of one chapter that hold for all ways."""


@pytest.mark.parametrize(
    ("game", "options", "has", "lacks"),
    [
        case("UTH-15(e) UTH-15(f).1", "uth", SHOE, "EARLY_COMMUNITY", "SHOE_FAULT SHUFFLER_FAULT"),
        case("UTH-15(e)", "uth", HAND, "SHUFFLER_FAULT", "SHOE_FAULT"),
        case("UTH-15(f).1", "uth", STACKS, "SHOE_FAULT DEALER_SHORT", "SHUFFLER_FAULT SHUFFLER_COUNT"),
        case("HL-40.12(e)", "hi-lo", HAND, "SHUFFLER_FAULT DEALER_SHORT", "SHUFFLER_COUNT SHOE_FAULT EARLY_COMMUNITY"),
        case("HL-40.9(f)-s2", "hi-lo", COUNTS, "SHUFFLER_FAULT SHUFFLER_COUNT", "SHOE_FAULT"),
        case("PK-39.12(c)", "pik-it", SHOE, "DEALER_COUNT", "DEALER_SHORT SHUFFLER_FAULT SHUFFLER_COUNT SHOE_FAULT"),
        case("T5-5.B(2)", "top-five", COUNTS, "SHUFFLER_COUNT", "DEALER_SHORT SHOE_FAULT"),
        case("PK-R46", "pik-it", SHOE, "DEALER_EXPOSED", "DEALER_EXPOSED_LATE"),
        case("T5-R67 T5-R22", "top-five", SHOE, "DEALER_EXPOSED", "DEALER_EXPOSED_LATE"),
    ],
)
def test_only_what_can_happen_at_this_table_is_listed(game: str, options: dict[str, Any], has: str, lacks: str) -> None:
    table = practice_submission(game, options)
    found = {kind.name for kind in possible(table.game, table.terms)}
    assert found >= set(has.split())
    assert not found & set(lacks.split())
    assert set(card(game, **options)["irregularities"]) == {name.lower() for name in found}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [None, SHOE, HAND, STACKS, COUNTS], ids=str)
def test_settle_takes_the_irregularities_that_the_card_lists_and_no_others(
    game: str, options: dict[str, Any] | None
) -> None:
    if game == "uth" and options == COUNTS:
        return
    chosen = find(game)
    terms = Terms.of_hand(chosen) if options is None else practice_submission(game, options).terms
    for kind in Irregularity:
        name, refused = kind.name.lower(), ""
        try:
            settle(chosen, {"irregularity": name, "wagers": {}}, terms)
        except PitbossError as error:
            refused = error.code
        assert (refused != "irregularity") is (name in rule_card(chosen, terms)["irregularities"]), name


@pytest.mark.parametrize(
    ("game", "kind", "words"),
    [
        case("UTH-15(d).3 UTH-R60", "uth", "DEALER_SHORT", "the dealer one or two cards short, with no community card"),
        case("UTH-15(d).2", "uth", "DEALER_COUNT", "the dealer with any other wrong number of cards"),
        case("HL-40.12(d)-s2 HL-R21", "hi-lo", "DEALER_SHORT", "the dealer one card short"),
        case("PK-39.12(c)", "pik-it", "DEALER_COUNT", "the dealer with a wrong number of cards"),
        case("UTH-15(a).1", "uth", "DEALER_EXPOSED", "a dealer's card exposed before every player has decided"),
        case("PK-39.12(d) PK-R46", "pik-it", "DEALER_EXPOSED", "a dealer's card exposed before the dealer's hand is"),
        case("T5-R67", "top-five", "DEALER_EXPOSED", "a dealer's card exposed before the dealer's hand is revealed"),
        case("UTH-R56", "uth", "DEALER_EXPOSED_LATE", "a dealer's card exposed after every player has decided"),
    ],
)
def test_an_irregularity_is_told_as_the_table_tells_it_apart(game: str, kind: str, words: str) -> None:
    assert described(Irregularity[kind], find(game)).startswith(words)
    assert card(game)["irregularities"][kind.lower()]["what"].startswith(words)


@pytest.mark.clause("UTH-15(d).3")
def test_a_repair_says_on_what_terms() -> None:
    said = described(Irregularity.DEALER_SHORT, find("uth"))
    assert "no card of the dealer's face up" in said
    assert said.endswith("the deck counted and whole")
    assert described(Irregularity.DEALER_SHORT, find("hi-lo")) == "the dealer one card short"


@pytest.mark.clause("UTH-R53")
@pytest.mark.parametrize(("trips", "kept"), [(True, ", except trips, which is settled all the same"), (False, "")])
def test_only_wagers_that_the_table_offers_are_kept_alive(trips: bool, kept: str) -> None:
    assert card("uth", trips=trips)["irregularities"]["dealer_exposed"]["then"] == (
        f"all hands are void and every wager goes back{kept}; the cards are reshuffled"
    )


@pytest.mark.parametrize(
    ("game", "hand"),
    [
        case("PK-39.12(d) PK-R46", "pik-it", {"wagers": {"ante": 10, "five_card_bonus": 10}}),
        case("T5-R67", "top-five", {"wagers": {"ante": 10}}),
    ],
)
def test_a_settlement_says_until_when_an_exposed_card_voids_the_round(game: str, hand: dict[str, Any]) -> None:
    settled = play(game, irregularity="dealer_exposed", **hand)
    (fact,) = settled["ante"].facts
    assert fact.startswith("a dealer's card exposed before the dealer's hand is revealed: all hands are void")


# --- what a player needs to decide -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "part", "has", "lacks"),
    [
        case(
            "HL-40.5(a)3.i HL-40.5(a)3.ii HL-40.5(b)-s1 HL-40.5(b)-s2a HL-40.5(b)-s2b",
            "hi-lo",
            {},
            "reading",
            [
                "in a high hand counts 11",
                "in a low hand counts 1",
                "never more than one",
                "every ace dealt to the house",
                "with four aces",
            ],
            [],
        ),
        case("HL-R5 HL-R3 HL-40.10(f)", "hi-lo", {}, "reading", ["an equal total wins neither", "no ante bonus"], []),
        case(
            "HL-40.10(d)i HL-40.10(d)ii HL-40.10(d)iii-a HL-40.10(d)iii-b",
            "hi-lo",
            {},
            "outcomes",
            [
                "both parts won: ante and play win",
                "only the high hand won: ante and play push",
                "only the low hand won: ante and play push",
                "neither part won: ante and play lose",
            ],
            [],
        ),
        case(
            "HL-40.6(g)1 HL-40.6(g)2.i HL-40.6(g)2.ii HL-R9",
            "hi-lo",
            {"positions_per_player": 3},
            "positions",
            [
                "up to 3 positions",
                "antes are of equal amount",
                "until the player has played or folded the first",
                "or is folded unseen",
            ],
            ["next to"],
        ),
        case("HL-R9", "hi-lo", {"positions_per_player": 1}, "positions", ["1 position"], ["antes", "unseen"]),
        case("PK-39.3(e)/2", "pik-it", {"positions_per_player": 3}, "positions", ["next to one another"], ["antes"]),
        case("T5-7.F.2", "top-five", {"positions_per_player": 2}, "positions", ["next to each other"], ["antes"]),
        case("UTH-12", "uth", {}, "positions", ["1 position"], ["next to"]),
        case(
            "T5-11.C(2) T5-11.C(3)(b) T5-11.C(4)(e)",
            "top-five",
            {},
            "outcomes",
            [
                "dealer below queen-jack, whatever you hold: ante pushes",
                "more cards than the dealer: ante and play win",
                "as many cards of equal rank: ante and play push",
            ],
            [],
        ),
        case("T5-R9", "top-five", {"poker_bonus": False}, "reading", ["need five cards"], ["Poker Bonus"]),
        case(
            "PK-39.10(f)/2 PK-R8 PK-R3",
            "pik-it",
            {"dealer_must_qualify": True},
            "outcomes",
            ["does not qualify, whatever you hold: play 5 pushes", "both hands rank alike: ante and play 3 push"],
            [],
        ),
        case("PK-39.10(f)/2", "pik-it", {}, "outcomes", ["by five cards"], ["qualify"]),
        case(
            "UTH-10(g).2 UTH-10(h)(2).1 UTH-10(h)(2).2 UTH-10(h)(3)",
            "uth",
            {},
            "outcomes",
            [
                "less than a pair, whatever you hold: ante pushes",
                "it ranks higher with less than a straight: blind pushes",
                "both hands rank alike: ante, blind and play push",
            ],
            [],
        ),
        case("UTH-R48 UTH-R52", "uth", COVER_ALL, "reading", ["no hand that is void", "a fold without trips"], []),
        case(
            "UTH-R48 UTH-R55", "uth", {}, "reading", ["trips goes by your own best five"], ["Cover All", "progressive"]
        ),
        case(
            "UTH-R54",
            "uth",
            {"progressive": {"seed": 0, "contribution": 0, "rows": {"flush": "1%"}}},
            "reading",
            ["the progressive goes by your best five of seven cards", "divide it"],
            [],
        ),
        case("UTH-R44", "uth", {"trips": False}, "reading", [], ["trips goes"]),
    ],
)
def test_a_card_has_every_rule_a_player_needs_and_none_that_the_table_lacks(
    game: str, options: dict[str, Any], part: str, has: list[str], lacks: list[str]
) -> None:
    said = [f"{rule['words']}: {rule.get('then', '')}" for rule in card(game, **options)[part]]
    assert all(any(words in line for line in said) for words in has), said
    assert not [line for line in said for words in lacks if words in line]


@pytest.mark.parametrize(
    ("game", "wager", "fold"),
    [
        case("HL-40.10(a)1-s1b", "hi-lo", "tie", "collected at once"),
        case("HL-40.10(b)-s2", "hi-lo", "poker_bonus", "settled later, the cards staying under it"),
        case("UTH-R48", "uth", "cover_all", "settled later, without the cards"),
        case("PK-39.10(b)/3", "pik-it", "three_card_bonus", None),
        case("PK-39.10(c)2", "pik-it", "five_card_bonus", None),
    ],
)
def test_a_card_says_what_a_fold_costs(game: str, wager: str, fold: str | None) -> None:
    options = COVER_ALL if game == "uth" else {}
    (found,) = [one for one in card(game, **options)["wagers"] if one["name"] == wager]
    assert found["on_fold"] == fold


@pytest.mark.clause("HL-R41", "HL-R40", "PK-R26")
def test_a_card_says_how_much_may_be_bet_and_with_what() -> None:
    assert [one["posted"] for one in card("hi-lo")["wagers"]][:2] == ["$10 to $500, in steps of $1", None]
    assert next(one["posted"] for one in card("pik-it")["wagers"]) == "$5 to $50"
    assert card("hi-lo")["coupon"] is None
    assert card("hi-lo", match_play="ante")["coupon"]["clauses"] == ("HL-R40",)
