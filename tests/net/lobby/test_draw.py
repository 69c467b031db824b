"""A player's side of a draw: every way in which a host or a player could cheat."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from sealed_wonders.net.errors import LocalProtocolError, RemoteProtocolError
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.lobby import Charter, Coordinator, DrawSide, Options, void_note
from sealed_wonders.net.lobby.draw import MAX_DRAWS, DrawStage
from sealed_wonders.net.lobby.entries import make_table, read_commit
from sealed_wonders.net.log.envelopes import (
    ZERO,
    Body,
    Entry,
    Envelope,
    Value,
    Wire,
    pack_wire,
    sign,
)
from tests.support.lobbies import (
    HOST,
    RULES,
    identity_of,
    nonce_of,
    options,
    signed_charter,
)

NAMES = ("Ann", "Bob", "Cid")
SHOWN = options(3, sides="day")
LACKS = "table lacks commitments that"


def draw(name: str, number: int = 0) -> DrawSide:
    """Commit as *name*."""
    return DrawSide(
        identity_of(name), name, nonce=nonce_of(name, number), number=number
    )


def bodies(draws: Sequence[DrawSide]) -> tuple[Body, ...]:
    """Return the rows of a valid table."""
    found = [read_commit(each.commit) for each in draws]
    return tuple(
        each.body for each in sorted(found, key=lambda each: each.person.identity)
    )


@dataclass
class Lobby:
    """Three players who have committed, and what the host might show them."""

    draws: tuple[DrawSide, ...]
    commits: tuple[Entry, ...]

    @property
    def ann(self) -> DrawSide:
        """The draw of the player whose client is tested."""
        return self.draws[0]

    def table(
        self,
        host: Identity = HOST,
        *,
        number: int = 0,
        rules: bytes = RULES,
        shown: Options = SHOWN,
        rows: tuple[Body, ...] | None = None,
    ) -> Entry:
        """Sign a table, which is valid unless arguments change it."""
        given = bodies(self.draws) if rows is None else rows
        return make_table(host, number, rules, shown, given)

    def show(self, table: Entry, **others: Any) -> Entry:
        arguments: dict[str, Any] = {
            "commits": self.commits,
            "shown": SHOWN,
            "rules": RULES,
            "suites": frozenset((0,)),
        }
        return self.ann.accept_table(table, **(arguments | others))


def lobby(number: int = 0) -> Lobby:
    draws = tuple(draw(name, number) for name in NAMES)
    return Lobby(draws, tuple(each.commit for each in draws))


def rows_with(change: Callable[[list[list[Value]]], None]) -> tuple[Body, ...]:
    """Return the rows of a valid table with a change."""
    rows = [list(row) for row in bodies(lobby().draws)]
    change(rows)
    return tuple(tuple(row) for row in rows)


def other(rows: list[list[Value]]) -> list[Value]:
    return next(row for row in rows if row[0] != "Ann")


def anns(rows: list[list[Value]]) -> list[Value]:
    return next(row for row in rows if row[0] == "Ann")


def resigned(wire: Entry, signer: Identity = HOST, **fields: Any) -> Entry:
    """Change an envelope and sign it again."""
    envelope = wire.envelope
    names = ("gid", "lane", "phase", "kind", "seat", "prev", "body")
    head: dict[str, Any] = {name: getattr(envelope, name) for name in names}
    return sign(signer, Envelope(**(head | fields)))


def refuse(found: Lobby, table: Entry, why: str | None, **others: Any) -> None:
    """Check that Ann's client refuses a table, and can still accept the right one."""
    with pytest.raises(RemoteProtocolError, match=why):
        found.show(table, **others)
    assert DrawStage.COMMITTED is found.ann.stage
    assert () == tuple(found.ann.missing)


def test_only_a_valid_table_is_answered_with_the_nonce() -> None:
    """The reveal is for exactly this table, and always has the same bytes."""
    found, mallory = lobby(), identity_of("Mallory")
    suite = options(3, sides="day", suite=2)
    refuse(found, found.table(shown=suite), "doesn't accept suite 2", shown=suite)
    refuse(found, found.table(), "doesn't accept suite 0", suites=frozenset((1,)))
    refuse(found, found.table(mallory), "signed by the host")
    own = options(3, sides="day", host=mallory.public)
    refuse(found, found.table(mallory, shown=own), "was shown different ones")
    two, commits = options(2, sides="day"), found.commits
    table = found.table(shown=two, rows=rows_with(lambda it: it.remove(anns(it))))
    lacks_ours = "table lacks your program's commitment"
    refuse(found, table, lacks_ours, shown=two, commits=commits[1:])
    table = found.table(shown=two, rows=rows_with(lambda it: it.remove(other(it))))
    refuse(found, table, LACKS, shown=two)
    bob = commits[1].wire.env
    forged = commits[0], Entry.of(Wire(bob, HOST.sign(bob))), commits[2]
    refuse(found, found.table(), "not signed by 'Bob'", commits=forged)

    table = found.table()
    reveal = found.show(table)
    assert (nonce_of("Ann"), None) == reveal.envelope.body
    assert reveal == found.show(table)
    assert {"Bob", "Cid"} == {person.name for person in found.ann.missing}


def swap(rows: list[list[Value]]) -> None:
    """Exchange the commitments of two players."""
    one, two = anns(rows), other(rows)
    one[3], two[3] = two[3], one[3]


def rename(rows: list[list[Value]]) -> None:
    """Let another player have Ann's name."""
    other(rows)[0] = "ANN"


def double(rows: list[list[Value]]) -> None:
    rows[rows.index(other(rows))] = anns(rows)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (rename, "two people with the same"),
        (double, "aren't sorted by identity"),
        (lambda rows: rows.reverse(), "aren't sorted by identity"),
        (swap, LACKS),
        (lambda rows: other(rows).__setitem__(3, bytes(32)), LACKS),
        (lambda rows: anns(rows).__setitem__(3, bytes(32)), LACKS),
        (lambda rows: other(rows).__setitem__(0, "Zed"), LACKS),
        (lambda rows: other(rows).__setitem__(2, HOST.public), LACKS),
        # With a point of small order, one signature would fit several messages.
        (lambda rows: other(rows).__setitem__(1, b"\1" + bytes(31)), "not an identity"),
        (lambda rows: other(rows).pop(), "not the body of a LOBBY_COMMIT"),
        (lambda rows: other(rows).append(None), "not the body of a LOBBY_COMMIT"),
        (lambda rows: rows.clear(), "0 people"),
    ],
)
def test_changed_rows_are_refused(
    change: Callable[[list[list[Value]]], None], why: str
) -> None:
    found = lobby()
    refuse(found, found.table(rows=rows_with(change)), why)
    assert found.show(found.table())


def test_a_copied_commitment_can_never_be_revealed() -> None:
    """Mallory copies Ann's and can sit, but it is bound to Ann's identity."""
    ann, mallory = draw("Ann"), identity_of("Mallory")
    seal = read_commit(ann.commit).commitment
    copied = resigned(
        draw("Bob").commit, mallory, body=("Mallory", mallory.public, None, seal)
    )
    shown = options(2)
    coordinator = Coordinator(HOST, shown)
    coordinator.sit(ann.commit)
    coordinator.sit(copied)
    table = coordinator.announce(RULES)
    reveal = ann.accept_table(
        table, commits=(ann.commit, copied), shown=shown, rules=RULES, suites=(0,)
    )
    assert coordinator.reveal(reveal) is None
    for side in (coordinator.reveal, ann.accept_reveal):
        assert side(reveal) is None
        with pytest.raises(RemoteProtocolError, match="not signed by 'Ann'"):
            side(resigned(reveal, mallory))
    assert ["Mallory"] == [person.name for person in coordinator.missing]
    assert ["Mallory"] == [person.name for person in ann.missing]


def test_an_old_table_is_refused() -> None:
    """It contains an old commitment of ours, or of a player whose nonce is public."""
    old, new = lobby(), lobby(number=1)
    refuse_new = {"commits": old.commits}
    for table in (old.table(), old.table(number=1), new.table(number=0)):
        for others in ({}, refuse_new):
            refuse(new, table, None, **others)
    draws = (new.draws[0], new.draws[1], draw("Cid", 0))
    table = new.table(number=1, rows=bodies(draws))
    commits = [each.commit for each in draws]
    refuse(new, table, "'Cid' signed for draw 0", commits=commits)
    assert new.show(new.table(number=1))


@pytest.mark.parametrize(
    "fields",
    [
        {"gid": b"g" * 32},
        {"lane": "main"},
        {"phase": 0},
        {"phase": 2},
        {"phase": 4},
        {"kind": "LOBBY_REVEAL"},
        {"seat": 0},
        {"prev": b"p" * 32},
        {"body": ()},
        {"body": (RULES, SHOWN)},
        {"body": (RULES, SHOWN, None)},
        {"body": (RULES[:31], SHOWN, bodies(lobby().draws))},
        {"body": (RULES + b"r", SHOWN, bodies(lobby().draws))},
        {"body": (RULES, None, bodies(lobby().draws))},
        {"body": (RULES, SHOWN[::-1], bodies(lobby().draws))},
        {"body": (RULES, SHOWN, (None, None, None))},
        {"body": (RULES, SHOWN, bodies(lobby().draws), None)},
    ],
)
def test_invalid_tables_are_refused(fields: dict[str, Any]) -> None:
    found = lobby()
    refuse(found, resigned(found.table(), **fields), None)
    assert found.show(found.table())


def play(names: Sequence[str] = NAMES) -> tuple[Lobby, list[Entry]]:
    """Let everybody accept the table, and return the reveals of all but Ann."""
    found = lobby()
    table = found.table()
    found.show(table)
    reveals = [
        each.accept_table(
            table, commits=found.commits, shown=SHOWN, rules=RULES, suites=(0,)
        )
        for each in found.draws
        if each.stage is DrawStage.COMMITTED
    ]
    return found, reveals


def test_all_players_get_the_same_charter() -> None:
    """A reveal may arrive twice. After the last one, no host can make the draw void."""
    found, (bob, cid) = play()

    assert found.ann.accept_reveal(cid) is None
    assert found.ann.accept_reveal(cid) is None
    charter = found.ann.accept_reveal(bob)
    assert isinstance(charter, Charter)
    assert charter == found.ann.accept_reveal(cid) == found.ann.charter
    assert charter == signed_charter(NAMES, sides="day")
    assert not found.ann.missing
    assert found.show(found.table())
    with pytest.raises(RemoteProtocolError, match="VOIDED at the wrong time: AGREED"):
        found.ann.again(nonce_of("Ann", 1))
    assert charter == found.ann.charter


@pytest.mark.parametrize(
    "fields",
    [
        {"prev": b"p" * 32},
        {"prev": ZERO},
        {"phase": 5},
        {"phase": 1},
        {"lane": "main"},
        {"kind": "LOBBY_COMMIT"},
        {"seat": 1},
        {"gid": b"g" * 32},
        {"body": ()},
        {"body": (nonce_of("Cid"), None)},
        {"body": (nonce_of("nobody"), None)},
        {"body": (nonce_of("Bob")[:31], None)},
        {"body": (nonce_of("Bob"),)},
        {"body": (nonce_of("Bob"), bytes(64))},
        {"body": ("n" * 32, None)},
    ],
)
def test_a_swapped_or_changed_reveal_is_refused(fields: dict[str, Any]) -> None:
    """
    A nonce counts only if it opens its owner's commitment, is for this table, and is
    signed.
    """
    found, (bob, cid) = play()
    for signer in (identity_of("Bob"), HOST):
        with pytest.raises(RemoteProtocolError):
            found.ann.accept_reveal(resigned(bob, signer, **fields))
    with pytest.raises(RemoteProtocolError, match="not signed by 'Bob'"):
        found.ann.accept_reveal(resigned(bob, HOST))
    assert 2 == len(found.ann.missing)
    found.ann.accept_reveal(cid)
    assert found.ann.accept_reveal(bob)


def test_reveals_before_a_table_are_refused() -> None:
    _, (bob, _) = play()
    found = lobby()
    with pytest.raises(RemoteProtocolError, match="at the wrong time: COMMITTED"):
        found.ann.accept_reveal(bob)


def test_a_void_draw_accepts_nothing_more() -> None:
    """The next draw has another nonce and number."""
    found, (bob, cid) = play()
    found.ann.accept_reveal(bob)
    missing = found.ann.missing
    with pytest.raises(LocalProtocolError, match="a nonce is for one draw"):
        found.ann.again(nonce_of("Ann"))
    new = found.ann.again(nonce_of("Ann", 1))

    assert "draw 2: Cid did not reveal" == str(void_note(new.number, missing))
    assert draw("Ann", 1).commit == new.commit
    assert DrawStage.VOID is found.ann.stage
    with pytest.raises(RemoteProtocolError, match="at the wrong time: VOID"):
        found.ann.accept_reveal(cid)
    with pytest.raises(RemoteProtocolError, match="at the wrong time: VOID"):
        found.show(found.table())
    with pytest.raises(RemoteProtocolError, match="at the wrong time: VOID"):
        found.ann.again(nonce_of("Ann", 2))


def test_the_number_of_draws_is_limited() -> None:
    last = draw("Ann", MAX_DRAWS - 1)
    with pytest.raises(RemoteProtocolError, match="at most"):
        last.again(nonce_of("Ann", MAX_DRAWS))
    with pytest.raises(RemoteProtocolError, match="at most"):
        draw("Ann", -1)


def test_an_invalid_name_or_owner_of_our_own_is_a_local_error() -> None:
    with pytest.raises(LocalProtocolError, match="name"):
        DrawSide(identity_of("Ann"), "", nonce=nonce_of("Ann"))
    with pytest.raises(LocalProtocolError, match="owner"):
        DrawSide(identity_of("Ann"), "Ann", nonce=nonce_of("Ann"), owner=bytes(32))


def test_a_draw_does_not_show_its_nonce() -> None:
    ann = draw("Ann")

    assert nonce_of("Ann") not in pack_wire(ann.commit.wire)
    assert nonce_of("Ann").hex() not in repr(ann)
