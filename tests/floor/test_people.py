"""Names, bankrolls, and links for staff that work once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from floors import Hall

from pitboss.errors import PitbossError
from pitboss.floor.people import BANKROLL, INVITATION_MS, NotAllowedError
from pitboss.table.commands import Role


def test_everybody_comes_with_a_name_of_their_own_and_the_same_bankroll(hall: Hall) -> None:
    people = [hall.player() for _ in range(50)]
    assert len({person.name.casefold() for person in people}) == 50
    assert {hall.store.balance(person.purse) for person in people} == {BANKROLL}
    assert sum(hall.store.balances().values()) == 0


def test_a_name_is_one_persons(hall: Hall) -> None:
    ann, bob = hall.player(), hall.player()
    ann = hall.floor.rename(ann, "  Ann   Lindqvist ")
    assert ann.name == "Ann Lindqvist"
    with pytest.raises(PitbossError, match="already"):
        hall.floor.rename(bob, "ann lindqvist")
    anna = hall.floor.rename(ann, "Anna")
    with pytest.raises(PitbossError, match="already"):
        hall.floor.rename(bob, "Ann Lindqvist")
    assert hall.floor.people.named("ANNA") == hall.floor.people.named("Ann Lindqvist") == anna
    assert hall.floor.rename(anna, "Ann Lindqvist").name == "Ann Lindqvist"


@pytest.mark.parametrize(
    "name",
    ["", "   ", "a\x00b", "x" * 33, "\u202eabc", "A\u200bnn", "Ann\ufe0f", "\u3164", "\u2800", "\u0301a",
     "Z" + "\u0335" * 9, "\ufdfa" * 20, "\ud800"],
)  # fmt: skip
def test_names_can_be_shown(hall: Hall, name: str) -> None:
    with pytest.raises(PitbossError):
        hall.floor.rename(hall.player(), name)


@pytest.mark.parametrize(
    ("one", "other"), [("Ann", "ＡＮＮ"), ("Zoë", "Zoe\u0308"), ("fi", "ﬁ"), ("Straße", "STRASSE")]
)
def test_names_that_look_alike_are_one_name(hall: Hall, one: str, other: str) -> None:
    hall.floor.rename(hall.player(), one)
    with pytest.raises(PitbossError, match="already"):
        hall.floor.rename(hall.player(), other)


def test_a_seated_player_keeps_the_name(hall: Hall) -> None:
    _, (ann,) = hall.seated("uth")
    with pytest.raises(PitbossError, match="seat"):
        hall.floor.rename(ann, "Ann")


def test_play_money_is_filled_up_to_what_everybody_comes_with(hall: Hall) -> None:
    _, (ann,) = hall.seated("uth")
    added = hall.floor.people.top_up(ann)
    assert added > 0
    assert hall.store.balance(ann.purse) == BANKROLL
    assert hall.floor.people.top_up(ann) == 0


def test_a_staff_link_works_once(hall: Hall) -> None:
    token = hall.floor.people.invite(Role.FLOOR, "K. Haddad")
    person = hall.floor.people.accept(token)
    assert (person.name, person.role) == ("K. Haddad", Role.FLOOR)
    with pytest.raises(NotAllowedError):
        hall.floor.people.accept(token)


def test_a_second_link_for_the_same_person_leads_to_the_same_person(hall: Hall) -> None:
    people = hall.floor.people
    first = people.accept(people.invite(Role.FLOOR, "K. Haddad"))
    assert people.accept(people.invite(Role.FLOOR, "K. Haddad")) == first
    with pytest.raises(PitbossError, match="already"):
        people.invite(Role.DEALER, "K. Haddad")


def test_the_name_of_somebody_invited_is_theirs_before_they_come(hall: Hall) -> None:
    people = hall.floor.people
    token = people.invite(Role.FLOOR, "Floor")
    with pytest.raises(PitbossError, match="already"):
        hall.floor.rename(hall.player(), "floor")
    again = people.invite(Role.FLOOR, "Floor")
    first, second = people.accept(again), people.accept(token)
    assert first == second == people.named("Floor")


def test_a_link_gives_the_role_it_was_made_for_or_none(hall: Hall) -> None:
    people = hall.floor.people
    as_dealer, as_floor = people.invite(Role.DEALER, "J. Moreau"), people.invite(Role.FLOOR, "J. Moreau")
    assert people.accept(as_floor).role is Role.FLOOR
    with pytest.raises(NotAllowedError):
        people.accept(as_dealer)


def test_of_two_who_use_a_link_at_once_one_gets_in(hall: Hall) -> None:
    token = hall.floor.people.invite(Role.FLOOR, "K. Haddad")

    def gets_in(_: int) -> bool:
        try:
            hall.floor.people.accept(token)
        except NotAllowedError:
            return False
        return True

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(gets_in, range(8))) == 1


@pytest.mark.parametrize("token", ["", ".", "a.b", "0123456789abcdef.wrong"])
def test_a_wrong_link_is_refused(hall: Hall, token: str) -> None:
    with pytest.raises(NotAllowedError):
        hall.floor.people.accept(token)


def test_a_link_with_a_wrong_secret_stays_good_for_the_right_one(hall: Hall) -> None:
    token = hall.floor.people.invite(Role.DEALER, "J. Moreau")
    with pytest.raises(NotAllowedError):
        hall.floor.people.accept(token[:-1] + ("a" if token[-1] != "a" else "b"))
    assert hall.floor.people.accept(token).role is Role.DEALER


def test_an_old_link_is_refused(hall: Hall) -> None:
    token = hall.floor.people.invite(Role.DEALER, "J. Moreau")
    hall.clock.forward(INVITATION_MS / 1000 + 1)
    with pytest.raises(NotAllowedError):
        hall.floor.people.accept(token)


def test_only_the_hash_of_a_links_secret_is_kept(hall: Hall) -> None:
    token = hall.floor.people.invite(Role.FLOOR, "K. Haddad")
    secret = token.partition(".")[2].encode()
    assert all(secret not in document.body for document in hall.store.all("invitation"))


def test_players_need_no_link(hall: Hall) -> None:
    with pytest.raises(PitbossError):
        hall.floor.people.invite(Role.PLAYER, "Ann")
