"""How many seats a machine lends, and how they move, restart and find their host."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec import structs

from sealed_wonders.client.lending.admission import CODE_SECONDS, Phone, WhyNoSeat
from sealed_wonders.client.lending.guestseat import START_PAUSE, GuestSeat
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.table.actions import Action, GoToHost
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.net.address import Address
from sealed_wonders.net.certificate import PIN_SIZE
from sealed_wonders.net.identity import Identity
from tests.support.lent import LENDER, LendHarness
from tests.support.scenes import PlayedScene


@pytest.mark.parametrize(
    ("wanted", "own", "most"),
    [(0, 0, 3), (7, 0, 3), (7, 1, 2), (5, 0, 2), (4, 0, 1), (3, 0, 1), (2, 0, 1)],
)
def test_fewer_than_half_of_the_seats_are_lent_by_default(
    tmp_path: Path, wanted: int, own: int, most: int
) -> None:
    """
    The lender's own seat counts, but at least one seat is lent. An explicit number
    overrides the limit.
    """
    scene = PlayedScene(tmp_path / "scene", "lobby")
    news = scene.human.person.known.news
    assert news is not None
    one = news.people[0]
    others = [structs.replace(one, identity=LENDER.public)] * own
    news = replace(news, wanted=wanted, people=(one, *others))
    scene.human.person.known.news = news
    lender = LendHarness(tmp_path / "a", person=scene.human.person, seats=None)
    lender.seat("Bob")
    assert most == lender.lending.most
    assert 5 == LendHarness(tmp_path / "b", seats=5).lending.most


def test_a_stopped_client_starts_again_when_its_phone_connects(
    tmp_path: Path,
) -> None:
    lender = LendHarness(tmp_path)
    secret = lender.seat()
    guest = lender.guest(secret)
    starts = guest.starts
    lender.post("events", secret=secret)
    assert starts + 1 == guest.starts


def test_the_old_page_says_that_its_seat_has_moved(tmp_path: Path) -> None:
    lender = LendHarness(tmp_path)
    secret = lender.seat()
    stream = lender.post("events", secret=secret)
    code = lender.post("move", secret=secret).json["code"]
    lender.post("claim", {"code": code})
    assert b"on another phone now" in stream.body


def test_the_seats_command_lists_waiting_phones_and_lent_seats(tmp_path: Path) -> None:
    lender = LendHarness(tmp_path)
    secret = lender.seat("Bob")
    words = lender.lent()[0].words
    waiting = lender.ask("Cleo")["words"]
    lender.shown.clear()
    lender.lines.typed("seats")
    assert [
        f"{waiting}: Cleo (waiting)",
        f"{words}: Bob",
        "2 seats can still be lent.",
    ] == lender.shown
    lender.clock.advance(60)
    lender.shown.clear()
    lender.lines.typed("seats")
    assert f"{words}: Bob (the page is closed)" in lender.shown
    lender.post("events", secret=secret)
    lender.shown.clear()
    lender.clock.advance(100)
    lender.lines.typed("seats")
    assert f"{words}: Bob" in lender.shown


def test_a_client_that_cannot_start_is_retried_only_after_a_pause(
    tmp_path: Path,
) -> None:
    """Here its files can't be used."""
    tried: list[float] = []

    class Damaged(GuestSeat):
        def _connect(self) -> None:  # type: ignore[override]
            tried.append(lender.clock.seconds())
            raise DamagedFile("x", "y")

    lender = LendHarness(tmp_path, make=Damaged)
    got = lender.ask()
    lender.lines.typed(got["words"])
    for _ in range(3):
        stream = lender.post("events", secret=got["secret"])
        assert b"can't keep a file" in stream.body
    assert 1 == len(tried)
    lender.clock.advance(START_PAUSE)
    lender.post("events", secret=got["secret"])
    assert 2 == len(tried)


def test_every_line_a_lender_types_is_answered(tmp_path: Path) -> None:
    """Enter shows the code if nobody waits."""
    lender = LendHarness(tmp_path)
    for line, said in (
        ("nonsense words", "No waiting phone shows these words."),
        ("refuse nonsense words", "No waiting phone shows these words."),
        ("lost nobody", "No seat is lent to nobody."),
        ("", lender.scanned),
    ):
        lender.shown.clear()
        lender.lines.typed(line)
        assert said == lender.shown[0], line
    lender.lines.hung_up()
    assert 1 == lender.ended


def test_an_attempt_with_an_old_code_shows_the_new_one_once(
    tmp_path: Path,
) -> None:
    lender = LendHarness(tmp_path)
    admission = lender.lending.admission
    lender.lines.typed("")
    old, phone = lender.code, Phone("192.0.2.7", "en")
    assert admission.ask("Zoe", "nonsense", phone) is WhyNoSeat.CODE
    assert lender.scanned == lender.shown[-2], "what is shown still works"
    lender.clock.advance(2 * CODE_SECONDS)
    del lender.shown[:]
    for _ in range(2):
        assert admission.ask("Zoe", old, phone) is WhyNoSeat.CODE
    assert lender.shown.count(lender.scanned) == 1
    assert old not in lender.scanned


def test_the_lender_can_move_seats_without_a_host_to_another(
    tmp_path: Path,
) -> None:
    """The lender is responsible for the address; guests can't type one."""
    scene = PlayedScene(tmp_path / "scene", "first")
    person, done = scene.human.person, list[Action]()
    person.table = cast(Any, SimpleNamespace(do=done.append))
    lender = LendHarness(tmp_path / "lender", person=person)
    lender.seat()
    lender.shown.clear()
    lender.lines.typed("there 192.0.2.7:7000")
    assert ["No seat has lost its host."] == lender.shown
    person.known.offline = True
    lender.lines.typed("there nowhere")
    assert "there INVITATION" in lender.shown[-1]
    lender.lines.typed(f"there wonders join Host.local:7000#{'AB' * PIN_SIZE}")
    assert "1 seat is looking for its game on Host.local:7000." == lender.shown[-1]
    at = Address("Host.local", 7000, b"\xab" * PIN_SIZE)
    assert [GoToHost((at,))] == done


def test_moving_a_seat_tells_the_host_about_the_new_phone_at_once(
    tmp_path: Path,
) -> None:
    lender = LendHarness(tmp_path)
    secret = lender.seat()
    guest, logins = lender.guest(secret), list[Participant]()
    ann = Identity.generate()
    guest._connection = cast(
        Any,
        SimpleNamespace(
            log_in_again=lambda: logins.append(guest.participant(ann, "Bob"))
        ),
    )
    before = guest.participant(ann, "Bob").lender
    code = lender.post("move", secret=secret).json["code"]
    lender.post("claim", {"code": code})
    assert before is not None
    (after,) = (it.lender for it in logins)
    assert after is not None
    assert before.phone != after.phone
