"""The operator's commands, and what they show."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.host.administration import Administration
from sealed_wonders.host.bots import BotStatus
from sealed_wonders.host.console import CommandResult, names
from sealed_wonders.host.files import BadFile
from sealed_wonders.host.guests import BANNED
from sealed_wonders.host.tablestate import TableState
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.messages import Notice, Paused
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import (
    HostHarness,
    StartHost,
    open_terms,
    waiting_for_ann,
)
from tests.support.lobbies import HOST

INVITATIONS = (
    Invitation("10.0.0.1#ab"),
    Invitation("10.8.0.2#ab", Reach.TUNNEL),
)


class Console:
    """The console of a host in this process."""

    def __init__(self, host: HostHarness, *people: Client) -> None:
        self.host = host
        self.people = people
        self.ended: list[str] = []
        self.complaint = ""
        self.time = datetime(2026, 1, 1, tzinfo=UTC)
        self.operated = Administration(
            host.server,
            lambda: BotStatus(2, 1, 70 << 20, 640 << 20),
            invitations=lambda: INVITATIONS,
            reload=self.reload,
            ends=cast(Any, self),
            now=lambda: self.time,
        )

    def now(self) -> None:
        self.ended.append("now")

    def when_over(self) -> None:
        self.ended.append("when over")

    def never(self) -> None:
        self.ended.append("never")

    def reload(self) -> str:
        if self.complaint:
            raise BadFile(self.complaint)
        return "The options were read again."

    def tell(self, *words: str) -> CommandResult:
        """Say something; what it is for a program can be written as JSON."""
        answer = self.operated.run(words)
        json.dumps(answer.data)
        self.host.settle()
        return answer

    def do(self, *words: str) -> Any:
        answer = self.tell(*words)
        assert answer.is_well, answer
        return answer.data

    def complains(self, *words: str) -> str:
        """Say something that isn't done; gives why."""
        answer = self.tell(*words)
        assert not answer.is_well
        assert "\n" not in answer.text
        assert {"error": answer.text} == answer.data
        return answer.text


@pytest.fixture
def console(start_host: StartHost) -> Console:
    """That of three people in a game, which waits for ann, and of dan in a lobby."""
    host, people = waiting_for_ann(start_host)
    people.append(host.client("dan", table="oak"))
    host.settle()
    return Console(host, *people)


def test_what_there_is(console: Console) -> None:
    """Each line says what a program finds, too."""
    ann, *_, dan = console.people
    console.time += timedelta(seconds=90)
    report = console.do("status")
    assert {"lobby": 1, "playing": 1} == report["tables"]
    assert ("10.0.0.1#ab", "10.8.0.2#ab") == report["join"]
    assert {"10.8.0.2#ab": "tunnel"} == report["reach"]
    assert "10.8.0.2#ab tunnel" in console.tell("status").text
    assert (4, 2, 90) == (report["people"], report["bots"], report["seconds"])
    game, lobby = console.do("tables")
    assert "playing" == game["state"]
    assert {"ann", "bob", "cleo"} == set(game["players"])
    assert ("ann",) == game["waits_for"]
    assert ("oak", "lobby", ("dan",)) == (
        lobby["table"],
        lobby["state"],
        lobby["players"],
    )
    first, *_, last = console.do("people")
    assert (ann.name, game["table"]) == (first["name"], first["table"])
    assert (dan.name, "oak") == (last["name"], last["table"])
    for words in ("tables", "people"):
        assert "oak" in console.tell(words).text
    console.host.come("eve", table=game["table"], looks_on=True)
    assert "eve" in {it["name"] for it in console.do("people")}
    assert [1, 0] == [it["look_on"] for it in console.do("tables")]


def test_a_bot_of_the_host_s_is_nobody_who_is_told_of(start_host: StartHost) -> None:
    """Neither in a game nor before one."""
    host = start_host(open_terms(3, bots=1))
    ann = host.come("ann", ready=False)
    console = Console(host)
    bot = host.client("Atossa", owner=HOST.public, near=True, table=ann.session.table)
    host.server.registry.find(ann.session.table).called.add("Atossa")  # type: ignore[union-attr]
    host.settle()
    assert ["lobby"] == [it["state"] for it in console.do("tables")]
    assert [False, True] == [it["bot"] for it in console.do("people")]
    assert 1 == console.do("status")["people"]
    assert {"heard": 1} == console.do("say", "hello")
    assert ["hello"] == [it.text for it in bot.heard(Notice)]


def test_what_is_said_to_all_and_to_a_table(console: Console) -> None:
    """In one line, as everything that people read."""
    assert {"heard": 4} == console.do("say", "Pizza", "is", "here")
    assert {"heard": 1} == console.do("say", "--table", "oak", "Only you")
    said = [[it.text for it in client.heard(Notice)] for client in console.people]
    assert [["Pizza is here"]] * 3 + [["Pizza is here", "Only you"]] == said
    assert "no table 'elm'" in console.complains("say", "--table", "elm", "Who?")
    assert "control characters" in console.complains("say", "a\nb")
    assert "at most 400 characters" in console.complains("say", "x" * 401)


def test_a_game_is_stopped_for_a_while_or_for_good(console: Console) -> None:
    """Whatever those who play want; it is over only where that is said."""
    ann = console.people[0]
    table = ann.session.table
    console.do("pause", table)
    assert "is already stopped" in console.complains("pause", table)
    assert ["the house"] == [it.by for it in ann.heard(Paused)]
    console.do("resume", table)
    assert "isn't stopped" in console.complains("resume", table)
    assert "no game is in progress" in console.complains("pause", "oak")
    console.do("close", "oak")
    assert f"a game is in progress at {table!r}" in console.complains("close", table)
    record = console.host.server.registry.find(table)
    assert record is not None
    console.do("close", "--in-play", table)
    assert TableState.STOPPED is record.state
    assert "is over" in console.complains("close", table)
    assert "no table" in console.complains("close", "elm")


def test_somebody_is_put_out(console: Console) -> None:
    """Their seat in a lobby is free, that in a game is theirs; their program is told why."""
    ann, *_, dan = console.people
    console.do("kick", "DAN")
    assert dan.is_cut_off
    assert ["kicked"] == dan.refusals[-1:]
    assert [] == [it for it in console.do("tables") if "dan" in it["players"]]
    console.do("kick", fingerprint(ann.identity.public))
    assert ann.is_cut_off
    assert "ann" in console.do("tables")[0]["players"]
    assert "nobody called 'zoe'" in console.complains("kick", "zoe")


def test_a_name_is_the_rest_of_the_line(open_host: HostHarness) -> None:
    """That of a person or a table may have spaces in it; nobody needs quotes."""
    client = open_host.come("Jo ra", table="the oak")
    console = Console(open_host)
    assert "no game is in progress" in console.complains("pause", "the", "oak")
    console.do("kick", "Jo", "ra")
    assert client.is_cut_off
    open_host.come("ann", table="the elm")
    console.do("close", "the", "elm", "--in-play")
    assert "is over" in console.complains("close", "the", "elm")


def test_nobody_is_put_out_by_a_name_that_looks_like_another_s(
    open_host: HostHarness,
) -> None:
    """Whoever types one can't see which of them they mean."""
    fake = "\N{CYRILLIC SMALL LETTER A}nn"
    clients = [
        open_host.client("ann", table="oak"),
        open_host.client(fake, table="elm"),
    ]
    open_host.settle()
    console = Console(open_host)
    keys = [fingerprint(client.identity.public) for client in clients]
    for typed in ("ann", fake):
        for word in ("kick", "ban"):
            why = console.complains(word, typed)
            assert all(key in why for key in keys)
    console.do("kick", keys[1])
    assert [False, True] == [client.is_cut_off for client in clients]
    open_host.come("Zoë", table="oak")
    console.do("kick", "zoe\u0308")


def test_who_is_banned_stands_in_the_list(console: Console) -> None:
    """With the name, for people; what the operator has written there stays."""
    ann = console.people[0]
    path = console.host.folder / BANNED
    path.write_text("# them\n10.0.0.0/8  # the neighbours")
    key = ann.identity.public.hex()
    console.do("ban", "ann")
    console.do("ban", "192.168.1.66")
    console.do("ban", "8c81-a2d8-f5e3-3b59")
    lines = [
        "# them",
        "10.0.0.0/8  # the neighbours",
        f"{key}  # ann",
        "192.168.1.66/32",
        "8c81-a2d8-f5e3-3b59",
    ]
    assert lines == path.read_text().splitlines() == console.do("bans")
    console.do("unban", "ann")
    console.do("unban", "192.168.1.66/32")
    del lines[2:4]
    assert lines == console.do("bans")
    assert "zoe isn't banned" == console.complains("unban", "zoe")
    assert "nobody called 'zoe'" in console.complains("ban", "zoe")


def test_nobody_is_let_in_again_by_chance(console: Console) -> None:
    """By saying nothing, or a name that two have; and what isn't a ban, or a list, stays."""
    path = console.host.folder / BANNED
    lines = ["# ann", "10.0.0.1  # ann", "10.0.0.2  # ann", "10.0.0.3", "", "#"]
    path.write_text("\n".join(lines))
    for nobody in ("", " ", "#"):
        assert "isn't banned" in console.complains("unban", nobody)
    assert "give one of them: 10.0.0.1, 10.0.0.2" in console.complains("unban", "ann")
    assert lines == console.do("bans")
    console.do("unban", "10.0.0.2")
    console.do("unban", "Ann")
    assert ["# ann", "10.0.0.3", "", "#"] == console.do("bans")
    path.write_bytes(b"\xff")
    assert "isn't text" in console.complains("ban", "ann")
    assert b"\xff" == path.read_bytes()


def test_nobody_is_banned_for_whoever_has_taken_their_key_for_a_name(
    console: Console,
) -> None:
    """Nor an address; it is said whom to ban instead."""
    ann = console.people[0]
    host, key = console.host, fingerprint(ann.identity.public)
    eve = host.client(key, sits=False)
    zoe = host.come("10.0.0.0/8", sits=False)
    why = console.complains("kick", key)
    for one in (ann, eve):
        assert one.identity.public.hex() in why
    assert eve.identity.public.hex() in console.complains("ban", key)
    assert zoe.identity.public.hex() in console.complains("ban", "10.0.0.0/8")
    assert [] == console.do("bans")
    console.do("ban", eve.identity.public.hex())
    assert [True, False] == [it.is_cut_off for it in (eve, ann)]
    console.do("ban", key)
    assert ann.is_cut_off


def test_the_host_ends_now_or_later_or_reads_its_options(console: Console) -> None:
    """What comes of it is said at once: how many games go on, or what is wrong."""
    assert {"games": 1} == console.do("stop")
    console.do("stay")
    assert {"games": 1} == console.do("stop", "--now")
    assert ["when over", "never", "now"] == console.ended
    assert {"reloaded": "The options were read again."} == console.do("reload")
    console.complaint = "host.toml: seats: must be a number"
    assert console.complaint == console.complains("reload")


def test_a_host_that_ends_soon_begins_nothing(console: Console) -> None:
    """The lobbies are closed, the game goes on, and whoever comes is told why not."""
    server = console.host.server
    server.end_soon(ends=True)
    console.host.settle()
    assert ["playing", "over"] == [it["state"] for it in console.do("tables")]
    assert server.has_games
    zoe = console.host.client("zoe")
    console.host.settle()
    assert ["closing"] == zoe.refusals
    server.end_soon(ends=False)
    console.host.client("eve")
    console.host.settle()
    assert "lobby" in [it["state"] for it in console.do("tables")]


NOBODY = Console(HostHarness(Path("nowhere")))
"""That of a host at which nobody is."""


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["sit"], "No such command 'sit'."),
        (["kick"], "Missing argument 'WHO'."),
        (["kick", "ann", "bob"], "nobody called 'ann bob' is connected"),
        (["reload", "now"], "Got unexpected extra argument (now)"),
        (["stop", "--soon"], "No such option '--soon'"),
        (["--help"], "No such option '--help'"),
    ],
)
def test_what_is_said_wrong_is_complained_of(words: list[str], complaint: str) -> None:
    assert complaint in NOBODY.complains(*words)


def test_help_tells_of_every_command() -> None:
    assert NOBODY.tell() == NOBODY.tell("help")
    lines = NOBODY.tell("help").text.splitlines()
    assert list(names()) == [line.split()[0] for line in lines]
    assert all(len(line) < 80 for line in lines)


@given(st.lists(st.text(max_size=20), max_size=4))
def test_any_words_are_answered(words: list[str]) -> None:
    assert isinstance(NOBODY.operated.run(words).text, str)
