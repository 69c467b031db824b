"""
The host's side of a lobby and of its draw: who may sit, when lots are drawn, what is
void.

`test_draw.py` tests the players' side of a draw.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import Coordinator, DrawSide, TablePerson, name_key
from sealed_wonders.net.lobby.coordinator import CoordinatorStage
from sealed_wonders.net.lobby.entries import make_commit
from sealed_wonders.net.log.digests import lobby_commitment
from sealed_wonders.net.log.envelopes import ZERO, Entry, Envelope, Wire, sign
from tests.support.lobbies import HOST, RULES, identity_of, nonce_of, options

NAMES = ("Ann", "Bob", "Cid")


def commit(name: str, draw: int = 0, who: Identity | None = None) -> Entry:
    return make_commit(who or identity_of(name), name, None, draw, nonce_of(name, draw))


def gathered() -> Coordinator:
    coordinator = Coordinator(HOST, options(3))
    for name in NAMES:
        coordinator.sit(commit(name))
    return coordinator


def drawing() -> tuple[Coordinator, list[Entry]]:
    """Announce a table, and return everybody's reveal."""
    coordinator = Coordinator(HOST, options(3))
    draws = [DrawSide(identity_of(name), name, nonce=nonce_of(name)) for name in NAMES]
    for draw in draws:
        coordinator.sit(draw.commit)
    table = coordinator.announce(RULES)
    reveals = [
        draw.accept_table(
            table,
            commits=[each.entry for each in coordinator.commits],
            shown=coordinator.options,
            rules=RULES,
            suites=(0,),
        )
        for draw in draws
    ]
    return coordinator, reveals


def _key(person: TablePerson) -> bytes:
    return person.identity


def state(coordinator: Coordinator) -> tuple[Any, ...]:
    """Return everything that can be seen of a coordinator."""
    return (
        coordinator.stage,
        coordinator.draw,
        coordinator.options,
        coordinator.commits,
        coordinator.table,
        coordinator.missing,
        coordinator.charter,
    )


def test_players_are_listed_in_the_order_in_which_they_sat_down() -> None:
    """A player who returns comes last. An identity sits only once, under any name."""
    coordinator = gathered()
    coordinator.rise(identity_of("Ann").public)
    again = coordinator.sit(commit("Ann"))

    assert TablePerson("Ann", identity_of("Ann").public) == again
    assert ["Bob", "Cid", "Ann"] == [each.person.name for each in coordinator.commits]
    before = state(coordinator)
    with pytest.raises(RemoteProtocolError, match="all 3 seats"):
        coordinator.sit(commit("Dan"))
    assert before == state(coordinator)
    coordinator.change(options(4))
    for name in ("Ann", "Another"):
        with pytest.raises(RemoteProtocolError, match="identity already has a seat"):
            coordinator.sit(commit(name, who=identity_of("Ann")))
    coordinator.sit(commit("Dan"))
    assert 4 == len(coordinator.commits)


def test_a_bots_commitment_names_its_owner() -> None:
    coordinator = Coordinator(HOST, options(2))
    owner = identity_of("Ann").public
    bot = DrawSide(identity_of("b"), "builder", nonce=nonce_of("b"), owner=owner)

    assert TablePerson("builder", identity_of("b").public, owner) == coordinator.sit(
        bot.commit
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Straße", "STRASSE"),
        ("Zoë", "ZOË"),
        ("Ann", "\uff21nn"),  # a full-width A
        ("fi", "\ufb01"),  # a ligature
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
    ],
)
def test_equal_names_are_refused(one: str, other: str) -> None:
    coordinator = Coordinator(HOST, options(3))
    coordinator.sit(commit(one, who=identity_of("first")))
    before = state(coordinator)
    with pytest.raises(RemoteProtocolError, match="called"):
        coordinator.sit(commit(other, who=identity_of("second")))

    assert name_key(one) == name_key(other)
    assert before == state(coordinator)


def changed(**fields: Any) -> Entry:
    """Return Ann's commitment, with other fields in the envelope, signed by her."""
    ann = identity_of("Ann").public
    head: dict[str, Any] = {
        "gid": ZERO,
        "lane": "lobby",
        "phase": 0,
        "kind": "LOBBY_COMMIT",
        "seat": 255,
        "prev": ZERO,
        "body": ("Ann", ann, None, lobby_commitment(ann, nonce_of("Ann"))),
    }
    return sign(identity_of("Ann"), Envelope(**(head | fields)))


ANN = identity_of("Ann").public
SEAL = lobby_commitment(ANN, nonce_of("Ann"))


@pytest.mark.parametrize(
    "wire",
    [
        changed(gid=b"g" * 32),
        changed(lane="main"),
        changed(phase=1),
        changed(phase=3),
        changed(kind="LOBBY_TABLE"),
        changed(seat=0),
        changed(prev=b"p" * 32),
        changed(body=()),
        changed(body=("Ann", ANN, None)),
        changed(body=("Ann", ANN, None, SEAL, None)),
        changed(body=(b"Ann", ANN, None, SEAL)),
        changed(body=("", ANN, None, SEAL)),
        changed(body=("A" * 25, ANN, None, SEAL)),
        changed(body=("An\x1bn", ANN, None, SEAL)),
        changed(body=(" Ann", ANN, None, SEAL)),
        changed(body=("Ann", ANN, None, SEAL[:31])),
        changed(body=("Ann", ANN, None, "s" * 32)),
        changed(body=("Ann", ANN[:31], None, SEAL)),
        changed(body=("Ann", bytes(32), None, SEAL)),
        changed(body=("Ann", b"\1" + bytes(31), None, SEAL)),
        changed(body=("Ann", identity_of("Bob").public, None, SEAL)),
        changed(body=("Ann", ANN, ANN, SEAL)),
        changed(body=("Ann", ANN, bytes(32), SEAL)),
        changed(body=("Ann", ANN, "Bob", SEAL)),
        changed(body=("Ann", ANN, False, SEAL)),
        Entry.of(Wire(changed().wire.env, identity_of("Bob").sign(b"x"))),
    ],
)
def test_invalid_commitments_get_no_seat(wire: Entry) -> None:
    coordinator = Coordinator(HOST, options(3))
    before = state(coordinator)
    with pytest.raises(RemoteProtocolError):
        coordinator.sit(wire)

    assert before == state(coordinator)
    assert coordinator.sit(changed()).name == "Ann"


def test_a_table_is_drawn_once_all_have_revealed() -> None:
    """Reveals may come in any order, and twice; the charter is the same."""
    found = set()
    for order in itertools.permutations(range(3)):
        coordinator, reveals = drawing()
        first, second, third = (reveals[k] for k in order)
        assert coordinator.reveal(first) is None
        assert coordinator.reveal(first) is None
        assert coordinator.reveal(second) is None
        assert 1 == len(coordinator.missing)
        charter = coordinator.reveal(third)
        assert charter is not None
        assert charter == coordinator.charter == coordinator.reveal(second)
        assert CoordinatorStage.SETTLED is coordinator.stage
        found.add(charter)

    assert 1 == len(found)


def test_a_missing_reveal_voids_the_draw_and_is_named() -> None:
    """All commit again for the next draw; the old commitments aren't valid for it."""
    coordinator, reveals = drawing()
    coordinator.reveal(reveals[0])
    void = coordinator.void()

    late = sorted(
        (TablePerson(name, identity_of(name).public) for name in ("Bob", "Cid")),
        key=_key,
    )
    names = ", ".join(person.name for person in late)
    assert (tuple(late), f"draw 2: {names} did not reveal") == (
        void.missing,
        str(void.note),
    )
    assert (CoordinatorStage.GATHERING, 1, ()) == (
        coordinator.stage,
        coordinator.draw,
        coordinator.commits,
    )
    with pytest.raises(RemoteProtocolError, match="for draw 0, but this is draw 1"):
        coordinator.sit(commit("Ann"))
    assert "Ann" == coordinator.sit(commit("Ann", draw=1)).name


def test_calls_at_the_wrong_time_are_refused_and_change_nothing() -> None:
    """Some come from players, and some from the host itself."""
    coordinator, reveals = drawing()
    calls: list[tuple[Any, type[Exception]]] = [
        (lambda: coordinator.sit(commit("Dan")), RemoteProtocolError),
        (lambda: coordinator.rise(identity_of("Ann").public), RemoteProtocolError),
        (lambda: coordinator.change(options(3, suite=2)), LocalProtocolError),
        (lambda: coordinator.announce(RULES), LocalProtocolError),
    ]
    for _ in range(2):
        before = state(coordinator)
        for call, error in calls:
            with pytest.raises(error, match="at the wrong time"):
                call()
        assert before == state(coordinator)
        for reveal in reveals:
            coordinator.reveal(reveal)
        # Once there is a game, the draw can't be voided either.
        calls.append((coordinator.void, LocalProtocolError))


def test_reveals_are_refused_while_players_gather() -> None:
    """This holds before there is a table, and for a void one."""
    _, reveals = drawing()
    coordinator = gathered()
    with pytest.raises(RemoteProtocolError, match="at the wrong time: GATHERING"):
        coordinator.reveal(reveals[0])
    coordinator.announce(RULES)
    coordinator.void()
    with pytest.raises(RemoteProtocolError, match="at the wrong time: GATHERING"):
        coordinator.reveal(reveals[0])
    with pytest.raises(LocalProtocolError, match="at the wrong time: GATHERING"):
        coordinator.void()


def test_a_host_can_neither_draw_early_nor_for_another_host() -> None:
    coordinator = Coordinator(HOST, options(3))
    coordinator.sit(commit("Ann"))
    with pytest.raises(LocalProtocolError, match="1 people for 3 seats"):
        coordinator.announce(RULES)
    with pytest.raises(LocalProtocolError, match="another host"):
        coordinator.change(options(3, host=identity_of("other").public))
    with pytest.raises(LocalProtocolError, match="another host"):
        Coordinator(identity_of("other"), options(3))
    with pytest.raises(LocalProtocolError, match="option"):
        Coordinator(HOST, ())
    with pytest.raises(RemoteProtocolError, match="nobody with this identity"):
        coordinator.rise(identity_of("Bob").public)
