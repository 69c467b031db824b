"""The operator's lists of invited people and of bans, and changes to them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.host.admission import STRANGERS_FROM_ADDRESS
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.files import BadFile
from sealed_wonders.host.guests import BANNED, LIST_CAP, Guests, Listed, parse
from sealed_wonders.host.listening import CantBegin
from sealed_wonders.host.news import GotUp, Trouble
from sealed_wonders.host.upkeep import LISTS_INTERVAL
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.messages import Welcome
from sealed_wonders.net.origins import Origin
from tests.host.test_service import ServiceHarness
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    play_on,
    waiting_for_ann,
)
from tests.support.lobbies import identity_of

EVE, ANN = identity_of("eve").public, identity_of("ann").public
AFAR = Origin("10.0.0.66", "10.0.0.0/24", False)


def write(path: Path, text: str, change: int = 0) -> Path:
    """Write a list with a modification time, so that a change is noticed."""
    path.write_text(text)
    os.utime(path, ns=(change, change))
    return path


def refusal(guests: Guests, identity: bytes, origin: Origin | None = AFAR) -> str:
    try:
        guests.check(identity, origin)
    except Denied as denied:
        return denied.reason
    return ""


def test_a_list_has_a_key_on_each_line() -> None:
    """
    A key may be written in two forms and be followed by a comment. A list of bans may
    also contain addresses.
    """
    text = f"# friends\n{ANN.hex()}  # ann\n\n  {fingerprint(EVE).upper()}\n"
    keys = frozenset((ANN.hex(), fingerprint(EVE)))
    assert Listed(keys) == parse(text, addresses=False)
    banned = parse(f"{text}192.168.1.66\n2001:db8::1/64 # them\n", addresses=True)
    assert [True, False] == [banned.has(it) for it in ("192.168.1.66", "192.168.1.67")]
    assert [True, False] == [banned.has(it) for it in ("2001:db8::9", "nowhere")]
    mapped = parse("::ffff:192.168.1.66\n::ffff:10.0.0.0/104\n", addresses=True)
    assert [True, True, False] == [
        mapped.has(it) for it in ("192.168.1.66", "10.9.9.9", "192.168.1.67")
    ]


@pytest.mark.parametrize("line", ["ann", "8c81-a2d8-f5e3", "0" * 63, "192.168.1.66"])
def test_an_error_names_the_bad_line(line: str, tmp_path: Path) -> None:
    """In a list of invited people, an address is an error, too."""
    path = write(tmp_path / "friends.txt", f"# friends\n{line}\n")
    with pytest.raises(BadFile, match=f"friends.txt, line 2: not a key: '{line}'"):
        Guests(path).read()


def test_a_list_that_can_t_be_read_is_refused(tmp_path: Path) -> None:
    """A file from Windows, with a byte order mark and CR LF, can be read."""
    with pytest.raises(BadFile, match=r"nobody.txt: No such file"):
        Guests(tmp_path / "nobody.txt").read()
    path = tmp_path / "friends.txt"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadFile, match=r"friends.txt isn't text"):
        Guests(path).read()
    path.write_bytes(b"#" * LIST_CAP + b"\n")
    with pytest.raises(
        BadFile, match=r"friends.txt is too long: the maximum is 1048576 bytes"
    ):
        Guests(path).read()
    path.write_bytes(b"\xef\xbb\xbf" + ANN.hex().encode() + b"\r\n")
    guests = Guests(path)
    guests.read()
    assert guests.names(ANN)


def test_only_invited_people_are_admitted(tmp_path: Path) -> None:
    """So is everybody on this machine. A ban takes precedence."""
    allow = write(tmp_path / "friends.txt", f"{ANN.hex()}\n{EVE.hex()}\n")
    banned = write(tmp_path / BANNED, f"{fingerprint(EVE)}\n10.0.0.99\n")
    guests = Guests(allow, banned)
    assert guests.read()
    assert not guests.read()
    assert "" == refusal(guests, ANN)
    assert "banned" == refusal(guests, EVE) == refusal(guests, EVE, None)
    assert "banned" == refusal(guests, ANN, AFAR._replace(address="10.0.0.99"))
    bob = identity_of("bob").public
    assert "not-invited" == refusal(guests, bob)
    assert "" == refusal(guests, bob, AFAR._replace(is_near=True))
    banned.unlink()
    assert guests.read()
    assert "" == refusal(guests, EVE)


def test_bans_stay_in_force_without_their_folder(tmp_path: Path) -> None:
    """Its disk may have been removed."""
    folder = tmp_path / "host"
    guests = Guests(None, folder / BANNED)
    assert guests.read()  # before the host has made its folder
    folder.mkdir()
    write(folder / BANNED, f"{fingerprint(EVE)}\n")
    assert guests.read()
    folder.rename(tmp_path / "elsewhere")
    with pytest.raises(BadFile, match="the previous list stays in force"):
        guests.read()
    assert "banned" == refusal(guests, EVE)
    folder.mkdir()
    write(folder / BANNED, "")
    assert guests.read()
    assert "" == refusal(guests, EVE)


def test_a_ban_takes_a_seat_in_a_lobby_at_once(
    open_host: HostHarness, tmp_path: Path
) -> None:
    """The banned person is told why, and can't come back. Others keep their seats."""
    guests = open_host.server.guests
    ann, eve, gone = (
        open_host.client(it, ready=False) for it in ("ann", "eve", "gone")
    )
    open_host.settle()
    gone.disconnect()
    write(tmp_path / BANNED, f"{EVE.hex()}\n{gone.identity.public.hex()}\n")
    assert guests.read()
    open_host.server.put_out_others()
    open_host.settle()
    assert ["banned"] == eve.refusals
    assert ["eve", "gone"] == [it.name for it in open_host.news_of(GotUp)]
    assert ("ann",) == open_host.table.line().players
    assert not ann.is_cut_off
    again = open_host.connect("eve", ready=False)
    assert ["banned"] == again.refusals


def test_bans_apply_to_the_last_address_of_absent_members(
    open_host: HostHarness, tmp_path: Path
) -> None:
    """A member on the host's own machine needs no place on a list."""
    allow = write(tmp_path / "friends.txt", ANN.hex() + "\n" + EVE.hex())
    guests = open_host.server.guests = Guests(allow, tmp_path / BANNED)
    me = open_host.client("me", near=True, ready=False)
    ann = open_host.client("ann", ready=False)
    eve = open_host.connect("eve", address="10.0.0.66", ready=False)
    for one in (me, ann, eve):
        one.disconnect()
    write(tmp_path / BANNED, "10.0.0.66")
    assert guests.read()
    open_host.server.put_out_others()
    assert ("me", "ann") == open_host.table.line().players


def test_a_player_who_is_banned_during_a_game_keeps_the_seat(
    start_host: StartHost, tmp_path: Path
) -> None:
    """The others wait until they all agree to go on, or until the ban is lifted."""
    host, people = waiting_for_ann(start_host)
    guests = host.server.guests
    write(tmp_path / BANNED, ANN.hex())
    assert guests.read()
    host.server.put_out_others()
    host.settle()
    assert "banned" == people[0].refusals[-1]
    assert [False] == [here for here in people[1].player.seats_connected if not here]
    write(tmp_path / BANNED, "# nobody\n", change=1)
    assert guests.read()
    play_on(host, people)


def test_invited_people_do_not_count_as_strangers(
    open_host: HostHarness, tmp_path: Path
) -> None:
    allow = write(tmp_path / "friends.txt", ANN.hex())
    guests = open_host.server._admission._guests = Guests(allow)
    guests.read()
    for _ in range(STRANGERS_FROM_ADDRESS.at_once + 1):
        open_host.server._admission._logins.take(AFAR, 0)
    ann = Client(open_host, "ann", address=AFAR.address, ready=False)
    open_host.let_in(ann)
    assert isinstance(ann.received[0], Welcome)


# The host that reads the lists.


def test_a_host_rereads_its_lists_after_a_change(tmp_path: Path) -> None:
    """A bad list is reported once, and the previous one stays in force."""
    harness = ServiceHarness(tmp_path)
    harness.service.start()
    write(tmp_path / BANNED, f"{EVE.hex()}\n10.0.0.99\n")
    harness.reactor.advance(LISTS_INTERVAL)
    assert "banned" == refusal(harness.service._guests, EVE)
    door: Any = harness.reactor.tcpServers[0][1]
    there = AFAR._replace(address="10.0.0.99")
    assert [True, False] == [door.lets_in(it) for it in (AFAR, there)]
    write(tmp_path / BANNED, "rubbish", change=1)
    harness.reactor.advance(LISTS_INTERVAL)
    harness.reactor.advance(LISTS_INTERVAL)
    (trouble,) = [it for it in harness.news if isinstance(it, Trouble)]
    assert (
        "line 1: neither a key nor an address: 'rubbish'; the previous list stays in force"
        in (trouble.what)
    )
    assert "banned" == refusal(harness.service._guests, EVE)


def test_a_bad_list_does_not_stop_a_change_to_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A banned person is disconnected though the other list is bad, and the reverse."""
    allow = write(tmp_path / "friends.txt", ANN.hex())
    harness = ServiceHarness(tmp_path, allow=allow)
    server = harness.service.server
    server.guests.read()
    put_out: list[str] = []
    monkeypatch.setattr(
        server, "put_out_others", lambda: put_out.append(refusal(server.guests, ANN))
    )
    write(tmp_path / BANNED, ANN.hex())
    write(allow, "rubbish", change=1)
    server.read_lists()
    write(tmp_path / BANNED, "rubbish", change=1)
    write(allow, EVE.hex(), change=2)
    server.read_lists()
    server.read_lists()
    assert ["banned", "banned"] == put_out
    assert "" == refusal(server.guests, EVE)
    assert ["Trouble", "Trouble"] == harness.kinds()


def test_a_host_with_a_bad_list_does_not_start(tmp_path: Path) -> None:
    allow = write(tmp_path / "friends.txt", "ann")
    harness = ServiceHarness(tmp_path, allow=allow)
    with pytest.raises(CantBegin, match="line 1: not a key: 'ann'"):
        harness.service.start()


def test_the_list_of_admins_changes_with_the_options(tmp_path: Path) -> None:
    """
    Admins still need an invitation. If a list can't be read, even that of bans, nothing
    changes.
    """
    allow = write(tmp_path / "friends.txt", EVE.hex())
    banned = write(tmp_path / "banned.txt", "")
    admins = write(tmp_path / "admins.txt", ANN.hex())
    guests = Guests(allow, banned, admins)
    guests.read()
    assert ("not-invited", "") == (refusal(guests, ANN), refusal(guests, EVE))
    assert (True, False) == (guests.is_admin(ANN), guests.is_admin(EVE))
    with pytest.raises(BadFile, match="can't read .*nowhere.txt"):
        guests.take(None, tmp_path / "nowhere.txt")
    write(banned, "nobody's key", change=1)
    with pytest.raises(BadFile, match="line 1"):
        guests.take(None, None)
    assert guests.is_admin(ANN)
    write(banned, "", change=2)
    guests.take(allow, allow)
    assert ("not-invited", True) == (refusal(guests, ANN), guests.is_admin(EVE))
    guests.take(None, None)
    assert not guests.is_admin(EVE)
