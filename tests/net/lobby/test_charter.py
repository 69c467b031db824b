"""The lobby's part of a log is checked byte for byte, and results in one charter."""

from __future__ import annotations

import hashlib

import pytest

from sealed_wonders.core.game import permutation
from sealed_wonders.net.lobby import (
    BadEntry,
    Charter,
    Coordinator,
    DrawSide,
    open_charter,
    parse_options,
    table_code,
)
from sealed_wonders.net.lobby.words import words_of
from sealed_wonders.net.log.digests import NONCE_SIZE
from sealed_wonders.net.log.envelopes import Entry, parse_entries, wires_of
from sealed_wonders.net.log.file import read, write
from tests.support.lobbies import identity_from_seed, identity_of, signed_charter
from tests.support.vectors import vectors

KNOWN = vectors("log")["lobby"]
FILE = bytes.fromhex(KNOWN["file"])


def replayed() -> Charter:
    host = identity_from_seed(bytes.fromhex(KNOWN["host"]["seed"]))
    agreed = parse_options(bytes.fromhex(KNOWN["packed_options"]))
    coordinator = Coordinator(host, agreed)
    draws = []
    for draw in range(KNOWN["draw"] + 1):
        draws = [
            DrawSide(
                identity_from_seed(bytes.fromhex(person["seed"])),
                person["name"],
                nonce=bytes.fromhex(person["nonce"])
                if draw == KNOWN["draw"]
                else bytes(NONCE_SIZE),
                owner=bytes.fromhex(person["owner"]) if person["owner"] else None,
                lender=identity_from_seed(bytes.fromhex(person["lender"]))
                if person["lender"]
                else None,
                number=draw,
            )
            for person in KNOWN["people"]
        ]
        for each in draws:
            coordinator.sit(each.commit)
        table = coordinator.announce(bytes.fromhex(KNOWN["rules"]))
        if draw < KNOWN["draw"]:
            coordinator.void()
    for each in draws:
        coordinator.reveal(
            each.accept_table(
                table,
                commits=[each.commit for each in draws],
                shown=agreed,
                rules=bytes.fromhex(KNOWN["rules"]),
                suites=(0,),
            )
        )
    if coordinator.charter is None:
        raise RuntimeError("the lobby isn't settled")
    return coordinator.charter


def test_a_known_lobby_file_results_in_its_known_charter() -> None:
    """Independent code made the file, and our code writes the same bytes."""
    charter = open_charter(parse_entries(read(FILE)))

    assert KNOWN["table"] == charter.table.hex()
    assert KNOWN["gid"] == charter.gid.hex()
    assert KNOWN["seats"] == [person.name for person in charter.people]
    assert words_of(bytes.fromhex(KNOWN["code"])) == table_code(charter.gid)
    assert KNOWN["rules"] == charter.rules.hex()
    assert KNOWN["host"]["public"] == charter.host.hex()
    assert KNOWN["draw"] == charter.draw
    assert 0 == charter.suite
    assert parse_options(bytes.fromhex(KNOWN["packed_options"])) == charter.options
    ours = replayed()
    assert KNOWN["file"] == write(wires_of(ours.entries)).hex()
    assert charter == ours


def test_seats_are_drawn_by_the_permutation_of_the_game_id() -> None:
    """It permutes the players in the order of their identities."""
    charter = signed_charter(("Ann", "Bob", "Cid", "Dan"))

    by_identity = sorted(charter.people, key=lambda person: person.identity)
    seats = permutation(charter.gid, "seats", 4)
    assert (0, 1, 2, 3) != seats
    assert tuple(by_identity[k] for k in seats) == charter.people


def test_lobby_entries_must_be_complete_and_in_order() -> None:
    """No entry may be swapped, left out or repeated."""
    wires = open_charter(parse_entries(read(FILE))).entries
    for at in range(len(wires)):
        with pytest.raises(BadEntry) as short:
            open_charter(wires[:at] + wires[at + 1 :])
        assert short.value.entry <= len(wires)
        with pytest.raises(BadEntry):
            open_charter((*wires[: at + 1], *wires[at:]))
        for to in range(at):
            order = list(wires)
            order[at], order[to] = order[to], order[at]
            with pytest.raises(BadEntry):
                open_charter(order)


@pytest.mark.parametrize(
    ("entry", "other", "text"),
    [
        (0, 1, "entry 1: the people aren't sorted by identity"),
        (3, 0, "entry 3: the people aren't sorted by identity"),
        (4, 5, "entry 4: expected .* to reveal"),
        (6, 5, "entry 6: expected .* to reveal"),
        (6, 3, "entry 6: not a LOBBY_REVEAL"),
    ],
)
def test_an_error_names_the_wrong_entry_of_a_lobby(
    entry: int, other: int, text: str
) -> None:
    wires = list(open_charter(parse_entries(read(FILE))).entries)
    wires[entry] = wires[other]
    with pytest.raises(BadEntry, match=text):
        open_charter(wires)


def test_a_lobby_with_eight_commitments_is_refused() -> None:
    """It is refused before any of the commitments is checked."""
    charter = signed_charter(tuple("ABCDEFG"))
    extra = DrawSide(identity_of("H"), "H", nonce=hashlib.sha256(b"H").digest()).commit
    wires: list[Entry] = [*charter.entries[:7], extra, *charter.entries[7:]]

    assert 7 == len(charter.people)
    with pytest.raises(BadEntry, match="entry 7: more than 7 people"):
        open_charter(wires)
