"""Lines of a lobby about absent players, bots and lent seats."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import pytest

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.log.envelopes import Wire
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.lobbies import HOST, identity_of

NAMES = ("ann", "bob", "cleo", "dora", "emil", "fred", "gina")

KEYS = {name: identity_of(name).public for name in (*NAMES, "the attic")}

COMMITMENT = Wire(b"env", bytes(64))
"""A placeholder that nothing reads."""

KEYRING = Keyring(KEYS["ann"], lambda name, key: Pin.NEW)
"""Ann's keyring; she has met nobody."""

RESCUE: dict[str, Any] = {"when_gone": "rescue"}

OptionalNames = tuple[str | None, ...]


def news(
    seats: int = 4,
    *,
    game: str = "wonders",
    owners: OptionalNames = (),
    lenders: OptionalNames = (),
    bots: int = 0,
    **terms: Any,
) -> LobbyNews:
    """
    Describe a lobby, as ann sees it.

    Args:
        owners: the owner of each other player that is a bot, or None.
        lenders: the lender of each other player's seat, or None.
        bots: the number of the host's bots that will join.
    """
    keys: dict[Any, bytes | None] = {**KEYS, "host": HOST.public, None: None}
    agreed = Terms.of(game, players=seats, **{"suite": SEALED, **terms})
    whose = zip_longest((None, *owners), (None, *lenders))
    people = tuple(
        LobbyPerson(it, KEYS[it], keys[owner], keys[lender], COMMITMENT, True, True)
        for it, (owner, lender) in zip(NAMES, whose, strict=False)
    )
    options = agreed.options(HOST.public, len(people))
    names = ("Atossa", "Dido", "Cadmus")[:bots]
    return LobbyNews("oak", options, 0, people, "", names)


GOES_ON = (
    "If a player is absent for {}, all the others can agree to go on without them."
)
RESCUES = (
    "If a player is absent for {} and all the others agree, a spectator or one of the "
    "host's bots can play on with that player's hand. Or the others can agree to go on "
    "without that player."
)
WAITS = "If a player is absent, the table waits for as long as it takes."
PRICE = "This means that all the other players together could read your hand."


@pytest.mark.parametrize("game", ["wonders", "architects"])
@pytest.mark.parametrize(
    ("seats", "terms", "said", "has_price"),
    [
        (3, {}, GOES_ON.format("1 minute 30 seconds"), False),
        (3, {"gone_after": 5}, GOES_ON.format("5 seconds"), False),
        (3, {"when_gone": "wait"}, WAITS, False),
        (3, {**RESCUE, "gone_after": 300}, RESCUES.format("5 minutes"), True),
        (7, RESCUE, PRICE, True),
        # With open cards, nothing is hidden.
        (3, {**RESCUE, "suite": OPEN}, RESCUES.format("1 minute 30 seconds"), False),
        # With two players, nobody can be outvoted, or has parts of the other's key.
        (2, {}, WAITS, False),
        (2, RESCUE, WAITS, False),
    ],
)
def test_the_lobby_says_what_happens_if_a_player_is_absent(
    game: str, seats: int, terms: dict[str, Any], said: str, has_price: bool
) -> None:
    if (game, seats) == ("wonders", 2):
        pytest.skip("7 Wonders takes three players")
    first, *rest = lobby.terms(news(seats, game=game, **terms))
    assert "gone" not in first
    assert said in rest
    assert has_price == (PRICE in rest)


HOST_READS = (
    "All the other seats belong to the host's bots: the host's operator could read "
    "your hand."
)
ONE_READS = "All the other seats belong to the same owner, who could read your hand."
TWO_READ = (
    "Counting bots with their owners, only 2 people hold the other 3 seats. "
    "Together, they could read your hand."
)
MACHINES_READ = (
    "Only 3 machines play the other 4 seats. Together, they could read your hand."
)
HALF_OF_SEATS = "bob's machine plays 2 of 4 seats: the game ends if it stops."
MAJORITY = (
    "bob's machine plays {} seats. It can vote you out, and the game ends if it stops."
)
READS = (
    "bob's machine plays 3 of 4 seats. It can vote you out and read your hand, and the "
    "game ends if it stops."
)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"owners": ("host",) * 3, **RESCUE}, HOST_READS),
        ({"bots": 3, **RESCUE}, HOST_READS),
        ({"owners": (None, "bob", "bob"), **RESCUE}, ONE_READS),
        ({"owners": (None, "host", "host"), **RESCUE}, TWO_READ),
        ({"owners": (None,), "bots": 2, **RESCUE}, TWO_READ),
        ({"owners": (None, None, None), **RESCUE}, ""),
        ({"owners": (None, None), "bots": 1, **RESCUE}, ""),
        # One part of ann's key is with her own bot, so nobody else has them all.
        ({"owners": ("ann", "host", "host"), **RESCUE}, ""),
        # With two players, nobody has parts of the other's key.
        ({"bots": 1, **RESCUE}, ""),
        # Seats aren't given away, or cards are open.
        ({"owners": ("host",) * 3}, ""),
        ({"owners": ("host",) * 3, "when_gone": "wait"}, ""),
        ({"owners": ("host",) * 3, **RESCUE, "suite": OPEN}, ""),
        ({"lenders": (None, "bob", None)}, HALF_OF_SEATS),
        ({"lenders": (None, "bob", "bob")}, MAJORITY.format("3 of 4")),
        ({"lenders": (None, "bob", "bob"), **RESCUE}, READS),
        ({"seats": 5, "lenders": (None, "bob", None, None)}, ""),
        (
            {"seats": 5, "lenders": (None, "bob", "bob", None)},
            MAJORITY.format("3 of 5"),
        ),
        (
            {"seats": 5, "lenders": (None, "bob", "bob", "bob")},
            MAJORITY.format("4 of 5"),
        ),
        # A lender's bots count with its lent seats.
        (
            {
                "seats": 5,
                "lenders": (None, "bob", None, None),
                "owners": (None, None, None, "bob"),
            },
            MAJORITY.format("3 of 5"),
        ),
        ({"seats": 5, "lenders": (None, "bob", None, None), **RESCUE}, MACHINES_READ),
        # A single seat belongs to a person, whatever machine plays it.
        ({"lenders": ("the attic", None, None)}, ""),
        # The lender knows about it.
        ({"lenders": ("ann", "ann", "ann")}, ""),
    ],
)
def test_the_lobby_says_who_could_read_a_hand_or_end_the_game(
    how: dict[str, Any], said: str
) -> None:
    """
    Bots may belong to the host or to a single player, and one machine may play half of
    the seats.
    """
    shown = news(**how)
    assert ([said] if said else []) == list(lobby.readers(shown, KEYRING))
    assert {said} - {""} <= {*lobby.people(shown, KEYRING)}


def test_spectators_read_nothing_about_who_could_read_a_hand() -> None:
    stranger = Keyring(identity_of("eve").public, lambda name, key: Pin.NEW)
    assert [] == list(lobby.readers(news(owners=("host",) * 3, **RESCUE), stranger))


def test_a_lending_machine_without_a_player_is_named_by_its_key() -> None:
    shown = news(lenders=("the attic",) * 3)
    key = fingerprint(KEYS["the attic"])
    (said, *_) = lobby.readers(shown, KEYRING)
    assert said.startswith(f"The machine {key} plays 3 of 4 seats. ")
    told = list(lobby.people(shown, KEYRING))
    assert any(it.startswith(f"bob (on the machine {key}): ") for it in told)
