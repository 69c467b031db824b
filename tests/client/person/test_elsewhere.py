"""Moving to another host: what people read, type and press."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.person import elsewhere
from sealed_wonders.client.person.takeoverhost import HERE_PATIENCE
from sealed_wonders.client.table.actions import Insist
from sealed_wonders.client.table.events import (
    Apart,
    HostsFound,
    StateMatches,
    StateMismatch,
)
from sealed_wonders.client.words import endings
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from tests.support.evening import Four
from tests.support.inprocess.players import RecordingTable

SALON = Nearby("salon", Address("192.0.2.5", 7777, b"s" * 16))
INN = Nearby("inn", Address("192.0.2.6", 7777, b"i" * 16))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Four]:
    made = Four(tmp_path)
    yield made
    made.host.close()


def test_in_lines_a_host_with_nobody_is_offered(evening: Four) -> None:
    """With the first digits of its pin, and what that is worth; a word goes there."""
    dan = evening.dan
    dan.disconnect()
    dan.look()
    dan.person.told(HostsFound([SALON]))
    said = "\n".join(dan.look())
    assert (
        "Another host, salon (pin 73737373), says that your game continues there."
        in said
    )
    assert elsewhere.means() in said
    assert "To move to that host, type: there" in said
    dan.person.told(HostsFound([SALON]))
    assert [] == dan.look()
    assert "there" in dan.commands.words()
    assert "Moving to salon." in evening.type(dan, "there")
    assert [SALON.address] == dan.gone_to


def test_of_several_one_is_chosen_by_its_number(evening: Four) -> None:
    dan = evening.dan
    dan.disconnect()
    dan.person.told(HostsFound([SALON, INN]))
    for typed in ("there", "there 3", "there 0"):
        said = evening.type(dan, typed)
        assert "1: salon (pin 73737373); 2: inn (pin 69696969)" in said
        assert "type: there 1" in said
    evening.type(dan, "there 2")
    assert [INN.address] == dan.gone_to


@pytest.mark.parametrize(
    "typed", ["192.0.2.7:7777", "wonders join 192.0.2.7:7777#" + "70" * 16]
)
def test_an_invitation_is_taken_while_one_waits(evening: Four, typed: str) -> None:
    """As it was sent; also if nobody nearby says anything."""
    dan = evening.dan
    dan.disconnect()
    assert "type: there INVITATION" in evening.type(dan, "there")
    assert "type: there INVITATION" in evening.type(dan, "there rubbish")
    assert "there INVITATION" in evening.type(dan, "help")
    evening.type(dan, f"there {typed}")
    (at,) = dan.gone_to
    assert ("192.0.2.7", 7777) == (at.host, at.port)


def test_with_a_host_only_an_invitation_leads_elsewhere(evening: Four) -> None:
    """The others may have gone on there, and ended the game, say."""
    dan = evening.dan
    assert elsewhere.not_now() in evening.type(dan, "there")
    evening.type(dan, "there 192.0.2.7:7777")
    assert 1 == len(dan.gone_to)


def test_at_the_screen_a_box_asks(evening: Four) -> None:
    """Enter goes there; it goes away when there is a host."""
    ann = evening.ann
    ann.disconnect()
    ann.person.told(HostsFound([SALON]))
    assert "Go to another host?" in evening.screen()
    evening.screen.press("back")
    assert "Go to another host?" in evening.screen.press("without")
    evening.screen.press("enter")
    assert [SALON.address] == ann.gone_to
    evening.screen.press("without")
    ann.person.told(HostsFound([]))
    assert "Go to another host?" not in evening.screen()


def test_the_box_of_one_s_own_host_says_how_to_type_an_invitation(
    evening: Four,
) -> None:
    for human in evening.people:
        human.can_host = True
        human.disconnect()
    evening.host.clock.advance(HERE_PATIENCE)
    assert "there INVITATION" in " ".join(evening.screen().replace("│", " ").split())


def test_a_program_that_has_halted_continues_with_one_key(evening: Four) -> None:
    """In lines with a word; what may come of it is said before."""
    dan, ann = evening.dan, evening.ann
    assert endings.not_halted() in evening.type(dan, "continue")
    for human in (dan, ann):
        human.person.told(StateMismatch(Apart(31, (1,), None, {}, {}, stops=True)))
    said = "\n".join(dan.look())
    assert "STOP! Your program's result differs" in said
    assert endings.insisting_means() in said
    assert "type: continue" in said
    assert "continue" in dan.commands.words()
    tables = RecordingTable(), RecordingTable()
    for human, table in zip((dan, ann), tables, strict=True):
        human.do = table.do  # type: ignore[method-assign, assignment]
    evening.type(dan, "continue")
    assert "Continue anyway?" in evening.screen()
    evening.screen.press("enter")
    assert all([Insist()] == it.done[-1:] for it in tables)
    dan.person.told(StateMatches())
    assert endings.continues() in dan.look()
    assert "continue" not in dan.commands.words()
