from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import MoneyError
from pitboss.money import EVEN_MONEY, Odds, cents, dollars, parse_dollars

amounts = st.integers(min_value=0, max_value=10**9)
odds = st.builds(Odds, st.integers(1, 1000), st.integers(1, 10))


@pytest.mark.clause("UTH-R45", "UTH-11(c)[flush]")
def test_three_to_two_is_exact_or_refused() -> None:
    assert Odds(3, 2).pays(500) == 750
    with pytest.raises(MoneyError, match="not whole cents") as caught:
        Odds(3, 2).pays(5)
    assert caught.value.code == "inexact-payment"


@given(odds, amounts)
def test_a_payment_is_exact_or_refused_never_rounded(rate: Odds, stake: int) -> None:
    if stake * rate.win % rate.stake:
        with pytest.raises(MoneyError):
            rate.pays(stake)
    else:
        assert rate.pays(stake) * rate.stake == stake * rate.win


@pytest.mark.clause("HL-40.11(a)-1", "HL-40.11(a)-2", "UTH-11(a).1", "UTH-11(a).2")
@given(odds)
def test_odds_are_printed_with_to_and_never_with_for(rate: Odds) -> None:
    assert str(rate) == f"{rate.win} to {rate.stake}"
    assert Odds.parse(str(rate)) == rate
    assert Odds.parse(f"win {rate.win} to {rate.stake}") == rate
    with pytest.raises(MoneyError, match="never with 'for'") as caught:
        Odds.parse(f"{rate.win} for {rate.stake}")
    assert caught.value.code == "odds-wording"


@pytest.mark.parametrize("text", ["3", "3:2", "3 to", "to 2", "0 to 1", "1 to 0", "-1 to 1", "1.5 to 1", ""])
def test_other_wordings_of_odds_are_refused(text: str) -> None:
    with pytest.raises(MoneyError):
        Odds.parse(text)


@pytest.mark.parametrize("amount", [-1, 10**15, 10.0, 10.5, "1000", None, True, float("nan")])
def test_an_amount_is_whole_non_negative_cents(amount: object) -> None:
    with pytest.raises(MoneyError) as caught:
        cents(amount, "the ante", "UTH-R45")
    assert caught.value.clause == "UTH-R45"


@given(amounts)
def test_dollars_are_read_as_they_are_written(amount: int) -> None:
    assert parse_dollars(dollars(amount)) == amount


@pytest.mark.parametrize(
    ("text", "amount"), [("10", 1000), ("$10", 1000), ("7.50", 750), ("7.5", 750), ("$50,000", 5_000_000)]
)
def test_people_write_dollars(text: str, amount: int) -> None:
    assert parse_dollars(text) == amount


@pytest.mark.parametrize("text", ["", "$", "-5", "1.", "1.234", "١٠", "ten", "1,00", "10 $"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_dollars(text)


def test_odds_compare_by_what_they_pay() -> None:
    assert EVEN_MONEY < Odds(3, 2) < Odds(2)
    assert max(Odds(3, 2), Odds(4, 3)) == Odds(3, 2)
