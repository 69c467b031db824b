"""The operator's commands, and their output."""

from __future__ import annotations

import json
import shutil
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
from sealed_wonders.host.lending import LendingOptions, LentSeats
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
from tests.support.processreactor import ProcessReactor

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
        """Run a command, and check that its data can be written as JSON."""
        answer = self.operated.run(words)
        json.dumps(answer.data)
        self.host.settle()
        return answer

    def do(self, *words: str) -> Any:
        answer = self.tell(*words)
        assert answer.is_well, answer
        return answer.data

    def complains(self, *words: str) -> str:
        """Run a command that fails, and return the error."""
        answer = self.tell(*words)
        assert not answer.is_well
        assert "\n" not in answer.text
        assert {"error": answer.text} == answer.data
        return answer.text


@pytest.fixture
def console(start_host: StartHost) -> Console:
    """Return the console of a host with a game waiting for ann, and dan in a lobby."""
    host, people = waiting_for_ann(start_host)
    people.append(host.client("dan", table="oak"))
    host.settle()
    return Console(host, *people)


def test_status_tables_and_people_show_what_is_on_the_host(console: Console) -> None:
    """Text and data contain the same facts."""
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
    console.host.connect("eve", table=game["table"], looks_on=True)
    assert "eve" in {it["name"] for it in console.do("people")}
    assert [1, 0] == [it["look_on"] for it in console.do("tables")]


def test_the_status_of_a_host_without_its_folder_shows_no_free_space(
    console: Console,
) -> None:
    """Its disk may have been removed, and the operator looks for what is wrong."""
    shutil.rmtree(console.host.folder)
    assert 0 == console.do("status")["megabytes_free"]


def test_bots_of_the_host_do_not_count_as_people(start_host: StartHost) -> None:
    host = start_host(open_terms(3, bots=1))
    ann = host.connect("ann", ready=False)
    console = Console(host)
    bot = host.client("Atossa", owner=HOST.public, near=True, table=ann.session.table)
    host.server.registry.find(ann.session.table).called.add("Atossa")  # type: ignore[union-attr]
    host.settle()
    assert ["lobby"] == [it["state"] for it in console.do("tables")]
    assert [False, True] == [it["bot"] for it in console.do("people")]
    assert 1 == console.do("status")["people"]
    assert {"heard": 1} == console.do("say", "hello")
    assert ["hello"] == [it.text for it in bot.heard(Notice)]


def test_a_notice_reaches_everybody_or_one_table(console: Console) -> None:
    """A notice is a single line of limited length."""
    assert {"heard": 4} == console.do("say", "Pizza", "is", "here")
    assert {"heard": 1} == console.do("say", "--table", "oak", "Only you")
    said = [[it.text for it in client.heard(Notice)] for client in console.people]
    assert [["Pizza is here"]] * 3 + [["Pizza is here", "Only you"]] == said
    assert "no table 'elm'" in console.complains("say", "--table", "elm", "Who?")
    assert "control characters" in console.complains("say", "a\nb")
    assert "at most 400 characters" in console.complains("say", "x" * 401)


def test_the_operator_can_pause_resume_or_close_a_game(console: Console) -> None:
    """The players aren't asked. Only ``close --in-play`` ends a game."""
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


def test_kick_disconnects_somebody_and_frees_a_seat_in_a_lobby(
    console: Console,
) -> None:
    """A kicked player keeps a seat in a running game. The client is told the reason."""
    ann, *_, dan = console.people
    console.do("kick", "DAN")
    assert dan.is_cut_off
    assert ["kicked"] == dan.refusals[-1:]
    assert [] == [it for it in console.do("tables") if "dan" in it["players"]]
    console.do("kick", fingerprint(ann.identity.public))
    assert ann.is_cut_off
    assert "ann" in console.do("tables")[0]["players"]
    assert "nobody called 'zoe'" in console.complains("kick", "zoe")


def test_names_with_spaces_need_no_quotes(open_host: HostHarness) -> None:
    client = open_host.connect("Jo ra", table="the oak")
    console = Console(open_host)
    assert "no game is in progress" in console.complains("pause", "the", "oak")
    console.do("kick", "Jo", "ra")
    assert client.is_cut_off
    open_host.connect("ann", table="the elm")
    console.do("close", "the", "elm", "--in-play")
    assert "is over" in console.complains("close", "the", "elm")


def test_names_that_look_alike_are_refused_by_kick_and_ban(
    open_host: HostHarness,
) -> None:
    """The operator can't see which of the two is meant, and gives a key instead."""
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
    open_host.connect("Zoë", table="oak")
    console.do("kick", "zoe\u0308")


def test_a_ban_is_written_to_the_list(console: Console) -> None:
    """It is written with the name as a comment. The operator's own lines stay."""
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


def test_unban_needs_one_exact_entry(console: Console) -> None:
    """
    An empty name and a name that two entries share lift no ban. Comments without a ban
    stay, and so does a list that can't be read.
    """
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


def test_a_key_or_address_taken_as_a_name_bans_nobody_else(
    console: Console,
) -> None:
    """The error names the keys that the operator can ban instead."""
    ann = console.people[0]
    host, key = console.host, fingerprint(ann.identity.public)
    eve = host.client(key, sits=False)
    zoe = host.connect("10.0.0.0/8", sits=False)
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


def test_stop_stay_and_reload_report_their_result(console: Console) -> None:
    """
    ``stop`` reports how many games are running, and ``reload`` what is wrong with the
    options.
    """
    assert {"games": 1} == console.do("stop")
    console.do("stay")
    assert {"games": 1} == console.do("stop", "--now")
    assert ["when over", "never", "now"] == console.ended
    assert {"reloaded": "The options were read again."} == console.do("reload")
    console.complaint = "host.toml: seats: must be a number"
    assert console.complaint == console.complains("reload")


def test_a_host_that_ends_soon_opens_no_table(console: Console) -> None:
    """Lobbies are closed, games continue, and newcomers are refused with the reason."""
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
"""The console of a host without people."""


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
def test_a_wrong_command_is_refused_with_an_error(
    words: list[str], complaint: str
) -> None:
    assert complaint in NOBODY.complains(*words)


def test_only_printable_lines_are_said_or_typed(console: Console) -> None:
    """A shell passes bytes that aren't text, or several lines, in one word."""
    console.operated.lent = LentSeats(
        cast(Any, ProcessReactor()),
        console.host.folder,
        LendingOptions(2),
        lambda line: None,
    )
    console.operated.lent.start("127.0.0.1:7777")
    for said in ("a\udcff", "a\nb"):
        for words in (("say", said), ("lend", said)):
            assert "control characters" in console.complains(*words)


def test_help_lists_every_command() -> None:
    assert NOBODY.tell() == NOBODY.tell("help")
    lines = NOBODY.tell("help").text.splitlines()
    assert list(names()) == [line.split()[0] for line in lines]
    assert all(len(line) < 80 for line in lines)


@given(st.lists(st.text(max_size=20), max_size=4))
def test_any_words_get_an_answer(words: list[str]) -> None:
    assert isinstance(NOBODY.operated.run(words).text, str)
