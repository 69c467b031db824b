"""Admins, who give commands to the host from a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from sealed_wonders.client.table.actions import SignedCommand
from sealed_wonders.host.administration import Administration
from sealed_wonders.host.bots import BotStatus
from sealed_wonders.host.files import BadFile
from sealed_wonders.host.guests import BANNED, Guests
from sealed_wonders.host.news import Commanded
from sealed_wonders.host.requests import COMMAND_LIMIT
from sealed_wonders.net import backups, boxes
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.login import make_manage
from sealed_wonders.net.messages import ANSWER_CAP, Managed, Notice
from sealed_wonders.net.seed import SEED_SIZE, Seed
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost
from tests.support.lobbies import identity_of

ADMIN = identity_of("ann, as one who runs hosts")
"""The listed key, which isn't any player's."""


def tell(client: Client, *words: str, key: Identity = ADMIN) -> Managed:
    """Send a command to the client's host, and return the answer."""
    count = len(client.heard(Managed))
    assert client.connection is not None
    client.act(SignedCommand(words, key, client.connection.exporter))
    (answer,) = client.heard(Managed)[count:]
    return answer


@pytest.fixture
def host(start_host: StartHost, tmp_path: Path) -> HostHarness:
    host = start_host()
    (tmp_path / "admins.txt").write_text(ADMIN.public.hex() + "\n")
    host.folder.mkdir(parents=True, exist_ok=True)
    guests = Guests(None, host.folder / BANNED, tmp_path / "admins.txt")
    host.server.guests = host.server._admission._guests = guests
    guests.read()
    host.server.operated = Administration(
        host.server,
        lambda: BotStatus(0, 0, 0, 0),
        invitations=lambda: (),
        reload=lambda: "",
        ends=cast(Any, None),
    ).run
    return host


def test_only_listed_admins_can_give_the_console_s_commands(
    host: HostHarness,
) -> None:
    """The operator sees which admin gave a command. Refused ones aren't reported."""
    ann, bob = host.client("ann", ready=False), host.client("bob", ready=False)
    host.settle()
    for words in (("kick", "ann"), ("people",), ()):
        answer = tell(bob, *words, key=identity_of("bob, as one who runs hosts"))
        said = "you aren't one of this host's admins"
        assert Managed((said,), False) == answer
    assert not host.news_of(Commanded)
    assert [] == ann.refusals
    answer = tell(ann, "say", "Pizza is", "here")
    assert Managed(("2 people have received the message.",), True) == answer
    assert ["Pizza is here"] == [it.text for it in bob.heard(Notice)]
    lines = tell(ann, "people").lines
    assert 3 == len(lines)
    assert "bob" in lines[2]
    assert not tell(ann, "kick", "nobody").is_well
    assert not tell(ann, "dance").is_well
    told = host.news_of(Commanded)
    first = told[0].name, told[0].words, told[0].is_done
    assert ("ann", ("say", "Pizza is", "here"), True) == first
    assert [True, True, False, False] == [it.is_done for it in told]
    host.server.operated = None
    assert not tell(ann, "people").is_well


def test_a_seat_s_backup_does_not_reveal_the_admin_key(
    host: HostHarness, tmp_path: Path
) -> None:
    """Somebody with a seat's twelve words gets that seat's key, not the listed one."""
    ann = host.connect("ann", ready=False)
    seed = bytes(SEED_SIZE)
    box = backups.seal(
        backups.KeptBackup(ann.identity, b""),
        Seed(seed),
        b"gid",
        bytes(boxes.NONCE_SIZE),
    )
    found = backups.unseal(box, Seed(seed), b"gid").identity
    assert found.public == ann.identity.public
    assert not tell(ann, "people", key=found).is_well
    assert tell(ann, "people").is_well


def test_an_admin_s_signature_counts_for_one_connection_and_command(
    host: HostHarness,
) -> None:
    """
    A signature from another connection is refused, as is one for other words or by
    another key.
    """
    ann, bob = host.client("ann", ready=False), host.client("bob", ready=False)
    host.settle()
    assert ann.connection is not None
    assert bob.connection is not None
    good = make_manage(ADMIN, ["people"], ann.connection.exporter)
    other = identity_of("bob, as one who runs hosts")
    forged = (
        make_manage(ADMIN, ["people"], bob.connection.exporter),
        msgspec.structs.replace(good, words=("bans",)),
        make_manage(other, ["people"], ann.connection.exporter),
        msgspec.structs.replace(
            make_manage(other, ["people"], ann.connection.exporter), key=ADMIN.public
        ),
    )
    for message in (*forged, good):
        ann.outgoing.append(message)
        host.settle()
    assert [False] * 4 + [True] == [it.is_well for it in ann.heard(Managed)]


def test_each_command_gets_one_answer_of_limited_length(
    host: HostHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    Long answers are cut. A refusal for too many commands is an answer, too. Only
    somebody whom the command disconnects gets none.
    """
    ann = host.connect("ann", ready=False)
    lines = "\n".join(["\N{PILE OF POO}" * 1000] * (ANSWER_CAP + 6))
    monkeypatch.setattr(Administration, "_list", lambda self: lines)
    answer = tell(ann, "bans")
    assert ANSWER_CAP == len(answer.lines)
    assert "(and 7 more lines)" == answer.lines[-1]
    for _ in range(COMMAND_LIMIT.burst - 1):
        assert tell(ann, "help").is_well
    answer = tell(ann, "help")
    assert Managed(("you are sending the host commands too often",), False) == answer
    host.pass_time(60)
    ann.received.clear()
    assert ann.connection is not None
    ann.act(SignedCommand(["kick", "ann"], ADMIN, ann.connection.exporter))
    assert "kicked" == ann.refusals[-1]
    assert not ann.heard(Managed)


def test_without_a_list_there_are_no_admins(host: HostHarness) -> None:
    """
    This applies at once and is reported. A list with an error leaves the previous one
    in force.
    """
    ann, guests = host.client("ann", ready=False), host.server.guests
    host.settle()
    path = host.folder / "admins.txt"
    path.write_text("no key\n")
    with pytest.raises(
        BadFile, match="line 1: not a key.*the previous list stays in force"
    ):
        guests.read()
    assert tell(ann, "say", "hello").is_well
    path.unlink()
    with pytest.raises(BadFile, match=r"admins.txt: No such.*there are no admins now"):
        guests.read()
    assert not guests.read()
    assert not tell(ann, "say", "hello").is_well
    path.write_text(ADMIN.public.hex())
    guests.read()
    assert tell(ann, "say", "hello").is_well
