"""The devices of a table in the floor console, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from felts import AUTOMATED, Felt
from floors import Hall
from playwright.sync_api import Browser, expect
from serving import served
from test_floor_page import Console, says

from pitboss.floor.device_messages import Kind
from pitboss.table.commands import Role
from pitboss.web.app import create_app


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    with served(create_app(hall.floor)) as address:
        yield address


@pytest.fixture
def console(browser: Browser, hall: Hall, address: str) -> Iterator[Console]:
    console = Console(browser, hall, address)
    yield console
    console.close()


def test_a_device_is_enrolled_with_the_keyboard_and_its_key_is_shown_once(console: Console, hall: Hall) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    page = console.open(felt.live)
    page.get_by_role("button", name="Devices").focus()
    page.keyboard.press("Enter")
    says(page, ".devices", "No device is enrolled at this table.")
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.type("Deck Mate")
    page.keyboard.press("Enter")
    field = page.get_by_label("The key of Deck Mate. It is shown only now")
    expect(field).to_be_focused()
    device = hall.floor.devices.by_key(field.input_value())
    assert (device.kind, device.table, device.by) == (Kind.SHUFFLER, felt.live.name, "Some floor")
    says(page, ".devices", "has never been heard")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.get_by_role("button", name="Devices").click()
    expect(field).to_have_count(0)


def test_what_is_wrong_with_a_device_is_seen_in_the_list_on_the_desk_and_in_the_panel_until_it_is_revoked(
    console: Console, hall: Hall
) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    reader = felt.enrol(Kind.READER, "Eye")
    reader.say("status", state="warm")
    page = console.open(felt.live)
    says(page, "#equip", "warm, heard")
    reader.say("jam", what="lamp is dark")
    says(page, "#equip", "jam: lamp is dark")
    says(page, "#tables", "Reader Eye jam: lamp is dark")
    page.get_by_role("button", name="Devices").click()
    says(page, ".devices", "! jam: lamp is dark")
    page.get_by_role("button", name="Revoke Eye").click()
    says(page, "#sheet-body", "Eye is revoked: its key opens nothing any more.")
    says(page, ".devices", "No device is enrolled at this table.")
    assert hall.floor.devices.of(felt.live.name) == ()


def test_a_dealer_sees_the_devices_and_enrols_none(browser: Browser, hall: Hall, address: str) -> None:
    felt = Felt(hall, "uth", AUTOMATED)
    felt.enrol(Kind.READER, "Eye")
    console = Console(browser, hall, address, Role.DEALER)
    page = console.open(felt.live)
    page.get_by_role("button", name="Devices").click()
    says(page, ".devices", "Eye")
    expect(page.get_by_role("button", name="Revoke Eye")).to_have_count(0)
    expect(page.get_by_role("button", name="Make a key")).to_have_count(0)
    console.close()
