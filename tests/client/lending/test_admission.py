"""Who gets a lent seat: phones with the code, seated by their words."""

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


def test_a_phone_is_seated_by_its_words(lender: LendHarness) -> None:
    got = lender.ask("Bob")
    assert f"{got['words']}: Bob" == lender.shown[0]
    assert lender.lending.admission.standing(got["secret"]) is SecretState.WAITING
    lender.lines.typed("")
    assert lender.lending.admission.standing(got["secret"]) is SecretState.IN
    assert ["Bob"] == [it.name for it in lender.lent()]


def test_enter_seats_nobody_where_several_wait(lender: LendHarness) -> None:
    """As the one that asked first may be a stranger's."""
    lender.ask("Mallory")
    mine = lender.ask("Bob")
    lender.lines.typed("")
    assert [] == lender.lent()
    lender.lines.typed(mine["words"].upper())
    assert ["Bob"] == [it.name for it in lender.lent()]


def test_enter_does_not_seat_whoever_comes_after_the_words_were_shown(
    lender: LendHarness,
) -> None:
    lender.ask("Bob")
    lender.clock.advance(GRACE + 1)  # Bob's phone has left
    lender.ask("Mallory")
    lender.ask("Eve")
    lender.lines.typed("")
    assert [] == lender.lent()


def test_a_code_works_for_two_minutes_and_while_a_name_is_typed(
    lender: LendHarness,
) -> None:
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
def test_nobody_is_called_what_no_name_is(lender: LendHarness, name: str) -> None:
    assert {"why": "name"} == lender.ask(name)
    assert [] == lender.shown


def test_two_guests_have_two_names(lender: LendHarness) -> None:
    lender.seat("Bob")
    assert {"why": "taken"} == lender.ask("bob")


def test_no_more_seats_are_lent_than_there_are(tmp_path: Path) -> None:
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


def test_a_flood_of_phones_is_bounded(lender: LendHarness) -> None:
    admission = lender.lending.admission
    asked = [admission.ask(f"Bob {n}", lender.code, PHONE) for n in range(MOST + 1)]
    assert WhyNoSeat.CROWDED is asked[-1]
    assert MOST == len(tuple(admission.waiting))
    lender.clock.advance(GRACE + 1)
    assert not isinstance(admission.ask("Cleo", lender.code, PHONE), WhyNoSeat)


def test_a_phone_that_is_refused_is_out(lender: LendHarness) -> None:
    got = lender.ask("Mallory")
    waits = lender.post("wait", secret=got["secret"])
    lender.lines.typed(f"refuse {got['words']}")
    assert {"standing": "out"} == waits.said
    lender.lines.typed(got["words"])
    assert [] == lender.lent()


def test_anybody_gets_a_seat_where_the_lender_says_so(tmp_path: Path) -> None:
    """But only with the code, and not somebody else's."""
    lender = LendHarness(tmp_path, to_anyone=True)
    assert {"why": "code"} == lender.ask("Eve", code="nonsense")
    got = lender.ask("Bob")
    assert lender.lending.find(got["secret"]) is not None
    again = lender.ask("Bob", before=got["words"])
    assert lender.lending.find(again["secret"]) is None
    assert lender.lending.find(got["secret"]) is not None


# Another phone.


def test_a_seat_moves_to_another_phone_with_a_code_that_works_once(
    lender: LendHarness,
) -> None:
    """The phone before is out at once, and so is whoever has its secret."""
    old = lender.seat("Bob")
    code = lender.post("move", secret=old).said["code"]
    new = lender.post("claim", {"code": code}).said["secret"]
    assert lender.lending.find(old) is None
    guest = lender.lending.find(new)
    assert guest is not None
    assert "Bob" == guest.seat.name
    assert {"why": "code"} == lender.post("claim", {"code": code}).said
    for path in ("events", "act", "words", "move"):
        assert 403 == lender.post(path, {}, old).status


def test_a_code_for_a_seat_works_for_two_minutes(lender: LendHarness) -> None:
    secret = lender.seat("Bob")
    first, code = (lender.post("move", secret=secret).said["code"] for _ in "12")
    assert {"why": "code"} == lender.post("claim", {"code": first}).said, "replaced"
    lender.clock.advance(MOVE_SECONDS)
    assert {"why": "code"} == lender.post("claim", {"code": code}).said
    assert lender.lending.find(secret) is not None


def test_the_lender_gives_a_lost_phones_seat_to_another(lender: LendHarness) -> None:
    old = lender.seat("Bob")
    lender.lines.typed("lost bob")
    code = next(it for it in lender.shown[-1].split() if len(it) == 8 and it.isalnum())
    new = lender.post("claim", {"code": code.upper()}).said["secret"]
    assert lender.lending.find(old) is None
    assert lender.lending.find(new) is not None


def test_a_phone_comes_back_by_its_words_and_a_yes(lender: LendHarness) -> None:
    """As when the lender's address has changed, and the browser knows nothing."""
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


def test_a_name_is_no_way_to_a_seat(lender: LendHarness) -> None:
    """Anybody at the table knows it; only the two words are the guest's own."""
    old = lender.seat("Bob")
    got = lender.ask("Mallory", before="Bob")
    lender.lines.typed(got["words"])
    assert lender.lending.find(old) is not None
    assert ["Bob", "Mallory"] == [it.name for it in lender.lent()]
    assert {"why": "taken"} == lender.ask("Bob", before="Bob")


# What is kept.


def test_only_hashes_of_secrets_are_kept_and_only_for_the_lender(
    lender: LendHarness,
) -> None:
    secret = lender.seat("Bob")
    code = lender.post("move", secret=secret).said["code"]
    for path in lender.folder.rglob("*"):
        if path.is_file():
            assert secret.encode() not in path.read_bytes()
            assert code.encode() not in path.read_bytes()
            if os.name == "posix":
                assert 0o600 == stat.S_IMODE(path.stat().st_mode)


def test_a_restart_knows_every_phone(lender: LendHarness) -> None:
    secret = lender.seat("Bob")
    again = LendHarness(lender.folder)
    assert again.lending.find(secret) is None  # its program doesn't run yet
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
def test_a_damaged_book_is_not_used(tmp_path: Path, text: str) -> None:
    (tmp_path / "guests.json").write_text(text, "utf-8")
    with pytest.raises(DamagedFile):
        GuestBook(tmp_path)
