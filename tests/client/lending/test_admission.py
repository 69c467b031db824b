"""Admission to lent seats: phones need the code, and are admitted by their words."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest

from sealed_wonders.client.browser.access import SecretState
from sealed_wonders.client.lending.admission import (
    CODE_SECONDS,
    GRACE,
    MOST,
    MOVE_SECONDS,
    Phone,
    WhyNoSeat,
)
from sealed_wonders.client.lending.guestbook import GuestBook
from sealed_wonders.client.storage.home import DamagedFile
from tests.support.lent import LendHarness

PHONE = Phone("192.0.2.7", "en")


@pytest.fixture
def lender(tmp_path: Path) -> LendHarness:
    return LendHarness(tmp_path)


def test_enter_seats_the_only_waiting_phone(lender: LendHarness) -> None:
    got = lender.ask("Bob")
    assert f"{got['words']}: Bob" == lender.shown[0]
    assert lender.lending.admission.standing(got["secret"]) is SecretState.WAITING
    lender.lines.typed("")
    assert lender.lending.admission.standing(got["secret"]) is SecretState.IN
    assert ["Bob"] == [it.name for it in lender.lent()]


def test_enter_seats_nobody_if_several_phones_wait(lender: LendHarness) -> None:
    """The phone that asked first may be a stranger's."""
    lender.ask("Mallory")
    mine = lender.ask("Bob")
    lender.lines.typed("")
    assert [] == lender.lent()
    lender.lines.typed(mine["words"].upper())
    assert ["Bob"] == [it.name for it in lender.lent()]


def test_enter_does_not_seat_phones_that_came_after_the_words_shown(
    lender: LendHarness,
) -> None:
    lender.ask("Bob")
    lender.clock.advance(GRACE + 1)  # Bob's phone has left
    lender.ask("Mallory")
    lender.ask("Eve")
    lender.lines.typed("")
    assert [] == lender.lent()


def test_a_code_still_works_for_a_while_after_it_has_changed(
    lender: LendHarness,
) -> None:
    """It changes every two minutes and works long enough for a guest to type a name."""
    code = lender.code
    lender.clock.advance(CODE_SECONDS)
    assert code != lender.code
    assert "words" in lender.ask("Bob", code=code)
    lender.clock.advance(CODE_SECONDS)
    assert {"why": "code"} == lender.ask("Cleo", code=code)
    assert {"why": "code"} == lender.ask("Cleo", code="")
    long_ago = lender.code
    lender.clock.advance(3 * CODE_SECONDS)
    assert {"why": "code"} == lender.ask("Cleo", code=long_ago)


@pytest.mark.parametrize("name", ["", " ", "\x1b[2J", "b\u202eob", "b" * 100])
def test_an_invalid_name_is_refused(lender: LendHarness, name: str) -> None:
    assert {"why": "name"} == lender.ask(name)
    assert [] == lender.shown


def test_a_name_that_another_guest_has_is_refused(lender: LendHarness) -> None:
    lender.seat("Bob")
    assert {"why": "taken"} == lender.ask("bob")


def test_no_phone_is_seated_once_all_seats_are_lent(tmp_path: Path) -> None:
    lender = LendHarness(tmp_path, seats=1)
    first, second = lender.ask("Bob"), lender.ask("Cleo")
    lender.lines.typed(first["words"])
    for _ in "12":
        lender.lines.typed(second["words"])
        assert "All seats are lent." == lender.shown[-1]
    assert {"why": "full"} == lender.ask("Dora")
    assert ["Bob"] == [it.name for it in lender.lent()]
    lender.guest(first["secret"]).leave()
    lender.lines.typed(second["words"])
    assert ["Cleo"] == [it.name for it in lender.lent()], "whose phone has waited on"


def test_the_number_of_waiting_phones_is_limited(lender: LendHarness) -> None:
    admission = lender.lending.admission
    asked = [admission.ask(f"Bob {n}", lender.code, PHONE) for n in range(MOST + 1)]
    assert WhyNoSeat.CROWDED is asked[-1]
    assert MOST == len(tuple(admission.waiting))
    lender.clock.advance(GRACE + 1)
    assert not isinstance(admission.ask("Cleo", lender.code, PHONE), WhyNoSeat)


def test_a_refused_phone_can_no_longer_be_seated(lender: LendHarness) -> None:
    got = lender.ask("Mallory")
    waits = lender.post("wait", secret=got["secret"])
    lender.lines.typed(f"refuse {got['words']}")
    assert {"standing": "out"} == waits.json
    lender.lines.typed(got["words"])
    assert [] == lender.lent()


def test_if_lent_to_anyone_the_code_alone_gets_a_free_seat(tmp_path: Path) -> None:
    """A seat that another guest has still needs the lender's yes."""
    lender = LendHarness(tmp_path, to_anyone=True)
    assert {"why": "code"} == lender.ask("Eve", code="nonsense")
    got = lender.ask("Bob")
    assert lender.lending.find(got["secret"]) is not None
    again = lender.ask("Bob", before=got["words"])
    assert lender.lending.find(again["secret"]) is None
    assert lender.lending.find(got["secret"]) is not None


# Moving to another phone.


def test_a_seat_moves_to_another_phone_with_a_code_that_works_once(
    lender: LendHarness,
) -> None:
    """The old phone loses the seat at once, and so does anybody with its secret."""
    old = lender.seat("Bob")
    code = lender.post("move", secret=old).json["code"]
    new = lender.post("claim", {"code": code}).json["secret"]
    assert lender.lending.find(old) is None
    guest = lender.lending.find(new)
    assert guest is not None
    assert "Bob" == guest.seat.name
    assert {"why": "code"} == lender.post("claim", {"code": code}).json
    for path in ("events", "act", "words", "move"):
        assert 403 == lender.post(path, {}, old).status


def test_a_code_for_moving_a_seat_expires_or_is_replaced(lender: LendHarness) -> None:
    secret = lender.seat("Bob")
    first, code = (lender.post("move", secret=secret).json["code"] for _ in "12")
    assert {"why": "code"} == lender.post("claim", {"code": first}).json, "replaced"
    lender.clock.advance(MOVE_SECONDS)
    assert {"why": "code"} == lender.post("claim", {"code": code}).json
    assert lender.lending.find(secret) is not None


def test_the_lender_can_move_a_lost_phones_seat_to_another_phone(
    lender: LendHarness,
) -> None:
    old = lender.seat("Bob")
    lender.lines.typed("lost bob")
    code = next(it for it in lender.shown[-1].split() if len(it) == 8 and it.isalnum())
    new = lender.post("claim", {"code": code.upper()}).json["secret"]
    assert lender.lending.find(old) is None
    assert lender.lending.find(new) is not None


def test_a_phone_regains_its_seat_by_its_words_and_the_lenders_yes(
    lender: LendHarness,
) -> None:
    """
    This happens when the lender's address has changed, and the browser knows nothing
    about the seat.
    """
    old = lender.seat("Bob")
    words = lender.lent()[0].words
    got = lender.ask("Bob", before=words)
    said = f"{got['words']}: Bob, wants the seat of Bob ({words})"
    assert said == lender.shown[-3]
    assert lender.lending.find(got["secret"]) is None
    lender.lines.typed(got["words"])
    assert lender.lending.find(old) is None
    assert 1 == len(lender.lent())
    assert lender.lending.find(got["secret"]) is not None


def test_a_name_alone_does_not_regain_a_seat(lender: LendHarness) -> None:
    """Everybody at the table knows the name; only the guest knows the two words."""
    old = lender.seat("Bob")
    got = lender.ask("Mallory", before="Bob")
    lender.lines.typed(got["words"])
    assert lender.lending.find(old) is not None
    assert ["Bob", "Mallory"] == [it.name for it in lender.lent()]
    assert {"why": "taken"} == lender.ask("Bob", before="Bob")


# Stored data.


def test_only_hashes_of_secrets_are_stored_in_private_files(
    lender: LendHarness,
) -> None:
    secret = lender.seat("Bob")
    code = lender.post("move", secret=secret).json["code"]
    for path in lender.folder.rglob("*"):
        if path.is_file():
            assert secret.encode() not in path.read_bytes()
            assert code.encode() not in path.read_bytes()
            if os.name == "posix":
                assert 0o600 == stat.S_IMODE(path.stat().st_mode)


def test_a_restarted_lender_recognizes_its_guests(lender: LendHarness) -> None:
    secret = lender.seat("Bob")
    again = LendHarness(lender.folder)
    assert again.lending.find(secret) is None  # its client isn't running yet
    again.lending.begin(0.0)
    guest = again.lending.find(secret)
    assert guest is not None
    assert ("Bob", lender.lent()) == (guest.seat.name, again.lent())


def test_a_guest_who_has_left_has_no_seat(lender: LendHarness) -> None:
    secret = lender.seat("Bob")
    lender.guest(secret).leave()
    assert [] == lender.lent()
    assert lender.lending.find(secret) is None
    assert "Bob has left" in lender.shown[-1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"port": 1, "seats": [{}]}',
        '{"port": "x", "seats": []}',
        '{"port": 1, "key": "00", "seats": []}',
        json.dumps(
            {
                "port": 1,
                "seats": [
                    {
                        "id": "../../etc",
                        "name": "Bob",
                        "words": "a b",
                        "key": "00",
                        "language": "en",
                        "phone": "00" * 16,
                        "address": "",
                    }
                ],
            }
        ),
    ],
)
def test_a_damaged_file_of_guests_is_rejected(tmp_path: Path, text: str) -> None:
    (tmp_path / "guests.json").write_text(text, "utf-8")
    with pytest.raises(DamagedFile):
        GuestBook(tmp_path)
