"""Backups of seats that players leave at a host."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.host.requests import BACKUP_LIMIT, RECALL_LIMIT
from sealed_wonders.host.terms import Terms
from sealed_wonders.net import backups
from sealed_wonders.net.errors import RemoteProtocolError
from sealed_wonders.net.messages import Backup, Read, Recall, Recalled, Refused
from sealed_wonders.net.seed import Seed
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost, waiting_for_ann
from tests.support.lobbies import identity_of
from tests.support.vectors import vectors

SEED = Seed(bytes(range(16)))
TAG, BOX = b"t" * 16, b"sealed"
KNOWN = vectors("seed")


def recalled(client: Client, tag: bytes = TAG, table: str = "table 1") -> bytes | None:
    """Request the backup with this tag."""
    client.send(Recall(table, tag))
    client.exchange()
    last = client.received[-1]
    assert isinstance(last, Recalled), last
    return last.box


def files(host: HostHarness) -> list[Path]:
    return sorted(host.folder.glob("*.backups"))


def test_a_backup_matches_the_test_vector() -> None:
    """
    It contains an identity, encrypted under a key of the seed. Other keys don't open
    it.
    """
    box = bytes.fromhex(KNOWN["box"])
    kept = backups.unseal(box, SEED, b"g" * 32)
    assert (b"i" * 32, b"") == (kept.identity.seed, kept.told)
    assert repr(kept) == f"<the backup of {kept.identity!r}>"
    assert box == backups.seal(kept, SEED, b"g" * 32, b"n" * 24)
    for seed, gid, bad in (
        (Seed(bytes(16)), b"g", box),
        (SEED, b"h", box),
        (SEED, b"g", box[:-1]),
        (SEED, b"g", b""),
    ):
        with pytest.raises(RemoteProtocolError, match="the box wasn't encrypted with"):
            backups.unseal(bad, seed, gid * 32)


def test_anybody_with_the_tag_gets_a_player_s_last_backup(
    host: HostHarness,
) -> None:
    """People without a seat can't leave a backup."""
    ann, bob, _cleo = host.clients
    eve = host.connect("eve", sits=False, ready=False)
    ann.send(Backup("table 1", b"a" * 16, b"first"))
    ann.send(Backup("table 1", TAG, BOX))
    bob.send(Backup("table 1", b"b" * 16, b"bob's"))
    eve.send(Backup("table 1", b"e" * 16, b"eve's"))
    eve.send(Backup("oak", b"o" * 16, b"eve's"))
    assert [BOX, b"bob's"] == [recalled(eve), recalled(eve, b"b" * 16)]
    assert [None] * 3 == [recalled(eve, tag * 16) for tag in (b"a", b"e", b"o")]
    assert None is recalled(eve, TAG, "oak")
    assert [] == eve.refusals


def test_backups_survive_a_restart_and_are_removed_after_the_game(
    start_host: StartHost, short_terms: Terms
) -> None:
    """Only the owner can read the file."""
    host, (ann, *_) = waiting_for_ann(lambda: start_host(short_terms))
    ann.send(Backup("table 1", TAG, BOX))
    (path,) = files(host)
    assert (0o600, host.game.gid.hex()[:16]) == (path.stat().st_mode & 0o777, path.stem)
    host.restart()
    host.reconnect(host.clients)
    assert BOX == recalled(ann)
    host.answer_at_once([ann])
    assert [] == files(host)
    assert None is recalled(ann)


def test_a_damaged_or_unwritable_backup_file_stops_no_game(host: HostHarness) -> None:
    """No backup is found then. A failure to write is reported."""
    ann = host.clients[0]
    path = host.folder / f"{host.game.gid.hex()[:16]}.backups"
    path.write_bytes(b"\xc1 no such thing")
    assert None is recalled(ann)
    ann.send(Backup("table 1", TAG, BOX))
    assert BOX == recalled(ann)
    path.unlink()
    path.mkdir()
    ann.send(Backup("table 1", TAG, BOX))
    assert None is recalled(ann)
    assert ["can't write backups: Is a directory"] == [
        getattr(it, "what", str(it)) for it in host.news if "backups" in str(it)
    ]
    path.rmdir()


def test_leaving_and_requesting_backups_is_limited(host: HostHarness) -> None:
    """Each backup costs the host a write. Too many requests are refused."""
    ann = host.clients[0]
    for number in range(BACKUP_LIMIT.burst + 1):
        ann.send(Backup("table 1", TAG, b"%d" % number))
    assert b"%d" % (BACKUP_LIMIT.burst - 1) == recalled(ann)
    ann.speak(*[Recall("table 1", TAG)] * RECALL_LIMIT.burst)
    *_, last = ann.heard(Refused)
    assert "too-fast" == last.reason
    assert "you are asking for backups too often" == last.detail


def test_a_player_s_client_leaves_a_backup_by_itself(start_host: StartHost) -> None:
    """It does so when the game begins and on each new connection; a bot doesn't."""
    host = start_host()
    ann, bob = (host.client(name) for name in ("ann", "bob"))
    cleo = host.client("cleo", owner=identity_of("zoe").public)
    for client, seed in ((ann, bytes(range(16))), (cleo, bytes(16))):
        client.store.begin(seed)
    host.leave_unanswered([ann])
    gid = host.game.gid
    box = recalled(bob, SEED.backup_tag(gid))
    assert box is not None
    assert ann.identity.seed == backups.unseal(box, SEED, gid).identity.seed
    assert None is recalled(bob, Seed(bytes(16)).backup_tag(gid))
    # The host may have changed.
    files(host)[0].unlink()
    ann.disconnect()
    host.reconnect([ann])
    again = recalled(bob, SEED.backup_tag(gid))
    assert again is not None
    assert again != box  # each box has a new nonce
    # Abandoning a game removes its backups together with the journal.
    host.kill()
    host.start_server()
    host.server.resumption.discard(gid.hex()[:16])
    assert [] == [*files(host), *host.folder.glob("*.journal")]


@pytest.mark.usefixtures("cheap_passwords")
def test_requesting_a_backup_reveals_nothing_of_a_locked_table(
    start_host: StartHost,
) -> None:
    host = start_host()
    host.client("ann", password="open sesame", table="oak")
    eve = host.connect("eve", sits=False, ready=False)
    eve.speak(Read("oak", 0))
    assert ["password"] == eve.refusals
    assert None is recalled(eve, TAG, "oak")
