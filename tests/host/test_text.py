"""What a host says: lines for people, lines of JSON for programs."""

from __future__ import annotations

import io
import json
from dataclasses import is_dataclass, replace
from pathlib import Path

import pytest

from sealed_wonders.core.game import Sheet
from sealed_wonders.host import news as news_module
from sealed_wonders.host.news import (
    Away,
    Back,
    Began,
    BotLost,
    BotsSpoke,
    BotsTake,
    Cheated,
    Connected,
    ConnectionNews,
    Crowd,
    Disconnected,
    DrawnAgain,
    Ended,
    GotUp,
    HandedOver,
    Left,
    Listening,
    LoggedIn,
    MessageHeard,
    MessageSent,
    Moved,
    News,
    NotAnnounced,
    OptionsRead,
    PhaseComplete,
    PhaseOpened,
    RequestRefused,
    Rescued,
    Resumed,
    SatDown,
    SetAside,
    SlowChecks,
    Stopped,
    Suspended,
    TableClosed,
    TableNews,
    Trouble,
    TwoVersions,
)
from sealed_wonders.host.output import FAULTS, FAULTS_CAP, Output
from sealed_wonders.host.text import (
    COMPLAINTS,
    is_complaint,
    machine,
    plain,
    result,
    row,
)
from sealed_wonders.net.suites import OPEN, SEALED

LOG = Path("/logs/0123.swlog")
JOIN = "10.0.0.1:1#" + "ab" * 16
ENDED = Ended(
    "oak",
    "wonders",
    "0123" * 16,
    SEALED,
    True,
    ("ann", "bob", "cleo"),
    (),
    ((), (), ()),
    tuple({"board": board, "side": "day"} for board in ("gizah", "rhodos", "carthage")),
    Sheet(("military", "total"), ((-2, 40), (18, 51), (3, 51)), (1, 2)),
    "ab" * 32,
    LOG,
)
ALL: tuple[News, ...] = (
    Listening("0.0.0.0:1#ab", JOIN, "ab", False, "", (JOIN,)),
    Moved((JOIN,)),
    NotAnnounced("Network is down"),
    OptionsRead((), ()),
    OptionsRead(("turn-time",), ()),
    OptionsRead(("bots", "turn-time"), ("listen",)),
    SatDown("oak", "ann", False, "8c81-a2d8-f5e3-3b59"),
    SatDown("oak", "Ada", True, "8c81-a2d8-f5e3-3b58"),
    GotUp("oak", "ann"),
    DrawnAgain("oak", "draw 2: ann did not reveal"),
    Began("oak", "0123" * 16, SEALED, "aardvark adviser", ("ann", "bob", "cleo")),
    Resumed("oak", "0123" * 16, ("ann", "bob", "cleo")),
    Away("oak", "ann"),
    Back("oak", "ann"),
    Cheated("oak", "ann", 2, 41, 9, "PICK", "a bad proof: shuffle"),
    Left("oak", ("ann",), 9, "silent"),
    Left("oak", ("ann", "bob"), 9, "fraud"),
    HandedOver("oak", "ann", "Dido", bytes(32)),
    HandedOver("oak", "ann", "eve", None),
    Rescued("oak", "ann", "Dido", bytes(32), 9),
    Rescued("oak", "ann", "eve", None, 9),
    TwoVersions("oak", "ann", 2, LOG),
    TwoVersions("oak", "ann", 2, None),
    Stopped("oak", "fraud", LOG),
    Stopped("oak", "fraud", None),
    ENDED,
    TableClosed("oak", "nobody sits here any more"),
    Suspended("oak", LOG),
    BotsSpoke("help"),
    BotsTake(2, 150 << 20, 640 << 20),
    BotLost("oak", "Ada", "signal 9"),
    SetAside(LOG, "rubbish"),
    SlowChecks("No module named 'nacl'"),
    Crowd("10.0.0.66", "10.0.0.0/24"),
    Trouble("no room left"),
    Connected(3, "10.0.0.1", 50522),
    LoggedIn(3, "ann", "8c81-a2d8-f5e3-3b59"),
    MessageHeard(3, "", "hello", 140, ""),
    MessageSent(3, "ann", "log", 1800, "oak, 3 entries from 7"),
    RequestRefused(3, "ann", "wrong-phase", "9, expected 10"),
    Disconnected(3, "ann", "left", "closed by the other side"),
    PhaseOpened("oak", 9, "PICK", (0, 1, 2)),
    PhaseComplete("oak", 9, "PICK"),
)


CLASSES = tuple(
    each
    for each in vars(news_module).values()
    if is_dataclass(each) and each not in (TableNews, ConnectionNews)
)


@pytest.mark.parametrize("kind", CLASSES, ids=lambda kind: kind.__name__)
def test_every_class_of_news_has_words_and_a_row_or_is_a_complaint(kind: type) -> None:
    """A new one isn't forgotten, nor left out of what these tests say."""
    assert plain.dispatch(kind) is not plain.dispatch(object)
    has_row = row.dispatch(kind) is not row.dispatch(object)
    assert has_row != (kind in COMPLAINTS)
    assert kind in {type(news) for news in ALL}


def test_news_without_words_is_an_error() -> None:
    """Nothing is shown as the program has it."""
    for tell in (plain, row):
        with pytest.raises(TypeError, match="TableNews"):
            tell(TableNews("oak"))


@pytest.mark.parametrize("news", ALL, ids=lambda news: type(news).__name__)
def test_there_are_words_for_everything(news: News) -> None:
    """No news is shown as the program has it."""
    text = plain(news)
    assert text
    assert "(table=" not in text
    assert "(connection=" not in text


@pytest.mark.parametrize("news", ALL, ids=lambda news: type(news).__name__)
def test_a_program_gets_all_but_complaints(news: News) -> None:
    """A line of JSON, an object that says what it is."""
    line = machine(news)
    assert is_complaint(news) == (line is None)
    if line is not None:
        row = json.loads(line)
        assert "\n" not in line
        assert {"listening", "event", "game"} & set(row)


def test_the_result_is_as_programs_expect_it() -> None:
    """Seats in order, with names, boards, sides and the whole sheet."""
    assert {
        "game": "wonders",
        "gid": "0123" * 16,
        "suite": 1,
        "checked": True,
        "seats": [
            {
                "seat": 0,
                "name": "ann",
                "board": "gizah",
                "side": "day",
                "score": {"military": -2, "total": 40},
            },
            {
                "seat": 1,
                "name": "bob",
                "board": "rhodos",
                "side": "day",
                "score": {"military": 18, "total": 51},
            },
            {
                "seat": 2,
                "name": "cleo",
                "board": "carthage",
                "side": "day",
                "score": {"military": 3, "total": 51},
            },
        ],
        "winners": [1, 2],
        "digest": "ab" * 32,
        "log": str(LOG),
    } == result(ENDED)


def test_who_has_left_is_said_with_the_result() -> None:
    """Of the others nothing is said: a program finds nothing new in most games."""
    ended = replace(ENDED, left=(0,))
    seats = result(ended)["seats"]
    assert isinstance(seats, list)
    assert [True, None, None] == [seat.get("left") for seat in seats]
    assert "bob and cleo won.\n    ann had left.\n" in plain(ended)


def test_why_the_game_goes_on_without_somebody() -> None:
    """In words, and for programs."""
    silent = Left("oak", ("ann", "bob", "cleo"), 9, "silent")
    assert (
        "oak: the game goes on without ann, bob and cleo, who stayed silent in phase 9."
        == plain(silent)
    )
    fraud = Left("oak", ("ann",), 9, "fraud")
    assert "oak: the game goes on without ann, who cheated in phase 9." == plain(fraud)
    assert {
        "event": "left",
        "table": "oak",
        "names": ("ann",),
        "phase": 9,
        "why": "fraud",
    } == row(fraud)


def test_the_sheet_is_a_table() -> None:
    """Names above, lines below, numbers under each other; then who won."""
    assert (
        "oak: the game is over.\n"
        "                    ann         bob          cleo\n"
        "              gizah day  rhodos day  carthage day\n"
        "    military         -2          18             3\n"
        "    total            40          51            51\n"
        "    bob and cleo won.\n"
        "The log is /logs/0123.swlog.\n"
        "All proofs in it were checked here."
    ) == plain(ENDED)


def test_it_is_said_whether_proofs_were_checked() -> None:
    """Where there are any; who wants to know can see to it."""
    unchecked = replace(ENDED, is_checked=False)
    assert "not checked here; `wonders audit`" in plain(unchecked)
    assert result(unchecked)["checked"] is False
    assert "proofs" not in plain(replace(ENDED, suite=OPEN))


def test_the_invitation_can_be_typed_as_it_stands() -> None:
    """And the first thing said is who could read a hand."""
    text = plain(ALL[0])
    assert f"\n    wonders join {JOIN}\n" in text
    assert "Listening at 0.0.0.0:1." in text
    assert "not even this host can read a hand, or what lies face down" in text
    assert "All proofs are checked here" in text


def test_a_relay_says_that_it_is_one() -> None:
    """Whoever starts it knows what it doesn't do."""
    text = plain(Listening("0.0.0.0:1#ab", JOIN, "ab", True))
    assert "checked here" not in text
    assert "players' programs check them" in text


def test_a_host_that_can_be_found_says_under_which_name() -> None:
    """One that can't says nothing of it; nor does any to a program."""
    here = Listening("0.0.0.0:1#ab", JOIN, "ab", False)
    found = replace(here, announced="Küche")
    assert 'finds it as "Küche".\n' in plain(found)
    assert "finds it" not in plain(here)
    assert machine(here) == machine(found)


# Where it goes.


class ClosedPipe(io.StringIO):
    """A pipe nobody reads from any more."""

    def write(self, text: str) -> int:
        raise BrokenPipeError


def test_news_and_complaints_go_their_own_ways(tmp_path: Path) -> None:
    """What a program reads holds nothing but JSON, and at once."""
    out, err = io.StringIO(), io.StringIO()
    output = Output(out, err, tmp_path, json=True)
    for news in ALL:
        output.say(news)
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert 35 == len(rows)
    assert 8 == len(err.getvalue().splitlines())
    assert "bots: help" in err.getvalue()


def test_nobody_has_to_listen(tmp_path: Path) -> None:
    """A closed pipe is noticed, and stops nothing here."""
    output = Output(ClosedPipe(), ClosedPipe(), tmp_path, json=False)
    for news in ALL:
        output.say(news)
    assert output.is_deaf


def test_traces_go_into_a_file_that_has_an_end(tmp_path: Path) -> None:
    """A person sees one line; who mends the program finds the rest."""
    err = io.StringIO()
    output = Output(io.StringIO(), err, tmp_path, json=False)
    trouble = Trouble("table 'oak': KeyError: 3", "Traceback …\n" * 1000)
    for _ in range(100):
        output.say(trouble)
    assert "trouble: table 'oak': KeyError: 3\n" * 100 == err.getvalue()
    assert 0o600 == (tmp_path / FAULTS).stat().st_mode & 0o777
    faults = (tmp_path / FAULTS).read_text(encoding="utf-8")
    assert faults.startswith("table 'oak': KeyError: 3\nTraceback")
    size = (tmp_path / FAULTS).stat().st_size
    assert FAULTS_CAP <= size < FAULTS_CAP + 20_000
