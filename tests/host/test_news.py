"""The wording of events: lines for people, JSON for programs."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from sealed_wonders.core.game import Sheet
from sealed_wonders.host.levels import LEVELS, PARTS
from sealed_wonders.host.news import (
    KINDS,
    Away,
    Back,
    Began,
    BotLost,
    BotsSpoke,
    BotsTake,
    Bug,
    Cheated,
    Commanded,
    Connected,
    CountsDiffer,
    Crowd,
    Departed,
    Disconnected,
    DiskTrouble,
    Displaced,
    DrawnAgain,
    FewDescriptors,
    GameCompleted,
    GotUp,
    HandedOver,
    LendingSpoke,
    Listening,
    LoggedIn,
    LogsRemoved,
    Measured,
    MessageHeard,
    MessageSent,
    Moved,
    News,
    NoLibrary,
    NotAnnounced,
    OptionsRead,
    PhaseComplete,
    PhaseOpened,
    PlayerRemoved,
    RequestRefused,
    Rescued,
    Resumed,
    SatDown,
    Served,
    SetAside,
    Stopped,
    Suspended,
    TableClosed,
    Trouble,
    TwoVersions,
    WordsUsed,
)
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.suites import OPEN, SEALED

HOST = Path(__file__).parents[2] / "host"

LOG = Path("/logs/0123.swlog")
JOIN = "10.0.0.1:1#" + "ab" * 16
ENDED = GameCompleted(
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
    Listening("0.0.0.0:1#ab", JOIN, "ab", False, "", (Invitation(JOIN),)),
    Moved((Invitation(JOIN),)),
    NotAnnounced("Network is down"),
    LogsRemoved(3, 2 << 20),
    Measured("http://127.0.0.1:9777"),
    Served((Invitation("http://10.0.0.1:8080/"),), "bundle"),
    Commanded("ann", "8c81-a2d8-f5e3-3b59", ("say", "Pizza is here"), True),
    Commanded("ann", "8c81-a2d8-f5e3-3b59", ("kick", "eve"), False),
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
    PlayerRemoved("oak", ("ann",), 9, "silent"),
    PlayerRemoved("oak", ("ann", "bob"), 9, "fraud"),
    HandedOver("oak", "ann", "Dido", bytes(32)),
    HandedOver("oak", "ann", "eve", None),
    Rescued("oak", "ann", "Dido", bytes(32), 9),
    Rescued("oak", "ann", "eve", None, 9),
    WordsUsed("oak", "ann"),
    Displaced("oak", "ann"),
    Departed("oak", "ann", "salon 'x'", "ab" * 16),
    CountsDiffer("oak", 9, ("ann",)),
    CountsDiffer("oak", 9, ()),
    TwoVersions("oak", "ann", 2, LOG),
    TwoVersions("oak", "ann", 2, None),
    Stopped("oak", "fraud", LOG),
    Stopped("oak", "fraud", None),
    ENDED,
    TableClosed("oak", "everybody has left the table"),
    Suspended("oak", LOG),
    BotsSpoke("help"),
    LendingSpoke("amber fox: Bob"),
    BotsTake(2, 150, 640),
    BotLost("oak", "Ada", "signal 9"),
    SetAside(LOG, "rubbish"),
    NoLibrary(
        "sealed cards need PyNaCl and rbcl, which can't be loaded: no libsodium with "
        "ristretto255"
    ),
    Crowd("10.0.0.66", "10.0.0.0/24"),
    FewDescriptors(1024),
    FewDescriptors(None),
    Trouble("no room left"),
    Bug("no room left", "Traceback"),
    DiskTrouble("no room left"),
    Connected(3, "10.0.0.1", 50522),
    LoggedIn(3, "ann", "8c81-a2d8-f5e3-3b59"),
    MessageHeard(3, "", "hello", 140, ""),
    MessageSent(3, "ann", "log", 1800, "oak, 3 entries from 7"),
    RequestRefused(3, "ann", "wrong-phase", "9, expected 10"),
    Disconnected(3, "ann", "left", "closed by the other side"),
    PhaseOpened("oak", 9, "PICK", (0, 1, 2)),
    PhaseComplete("oak", 9, "PICK"),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_class_of_news_is_tried(kind: type[News]) -> None:
    """A new one isn't left out of what these tests and the reference say."""
    assert kind in {type(news) for news in ALL}


def test_every_class_of_news_is_told_somewhere() -> None:
    made = {
        getattr(it.func, "id", "") or getattr(getattr(it.func, "value", None), "id", "")
        for path in HOST.rglob("*.py")
        if path.name != "news.py"
        for it in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(it, ast.Call)
    }
    assert {kind.__name__ for kind in KINDS} <= made


def test_no_two_events_have_one_name() -> None:
    """Troubles share theirs: a program tells them apart by part and level."""
    names = Counter(kind.event for kind in KINDS if not issubclass(kind, Trouble))
    assert {GameCompleted, Listening} == {it for it in KINDS if not it.event}
    assert {2} == {names.pop("")}
    assert {1} == {*names.values()}
    assert Trouble.event not in names


@pytest.mark.parametrize("news", ALL, ids=lambda news: type(news).__name__)
def test_all_news_have_words_a_part_a_level_and_an_object(news: News) -> None:
    """None is shown as the program has it; of a complaint the object has the words, too."""
    text = news.text()
    assert text
    assert "(table=" not in text
    assert "(connection=" not in text
    data = json.loads(json.dumps(news.row()))
    assert {"listening", "event", "game"} & set(data)
    assert news.is_complaint == (data.get("text") == text)
    assert news.part in PARTS
    assert news.level in LEVELS


def test_the_result_is_as_programs_expect_it() -> None:
    """Seats in order, with names, boards, sides and the whole sheet."""
    assert {
        "game": "wonders",
        "gid": "0123" * 16,
        "suite": 2,
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
    } == ENDED.row()


def test_wide_names_line_up_in_the_sheet() -> None:
    """A character may take two columns of a terminal, and some are several long."""
    ended = replace(ENDED, names=("日本", "👩‍👩‍👧", "cleo"), standings=())
    assert (
        "              日本  👩‍👩‍👧  cleo\n"
        "    military    -2  18     3\n"
        "    total       40  51    51\n"
    ) in ended.text()


HERE = Listening("0.0.0.0:1#ab", JOIN, "ab", False)


@pytest.mark.parametrize(
    ("news", "said", "unsaid"),
    [
        (HERE, f"\n    wonders join {JOIN}\n", "list this host"),
        (HERE, "not even this host can read a hand, or see face-down cards", "relays"),
        (HERE, "This host checks all proofs", ""),
        (HERE, "This machine has no network address yet.", ""),
        (replace(HERE, relay=True), "this host only relays them", "host checks all"),
        (replace(HERE, announced="Küche"), 'list this host as "Küche".\n', ""),
        (
            replace(ENDED, is_checked=False),
            "has not checked the proofs in it; `wonders audit`",
            "has checked all proofs",
        ),
        (replace(ENDED, suite=OPEN), "bob and cleo won.", "proofs"),
        (replace(ENDED, left=(0,)), "bob and cleo won.\n    ann had left.\n", ""),
        (
            replace(ENDED, handed=(("dan", "eve"), (), ())),
            "won.\n    ann took over from dan and eve.\n",
            "",
        ),
        (
            replace(ENDED, is_early=True),
            "oak: the players have ended the game early.\n",
            "the game is over",
        ),
        (
            PlayerRemoved("oak", ("ann", "bob", "cleo"), 9, "silent"),
            "goes on without ann, bob and cleo, who stayed silent in phase 9.",
            "",
        ),
        (
            PlayerRemoved("oak", ("ann",), 9, "fraud"),
            "oak: the game goes on without ann, who cheated in phase 9.",
            "",
        ),
    ],
)
def test_people_are_told_what_they_can_go_by(
    news: News, said: str, unsaid: str
) -> None:
    text = news.text()
    assert said in text
    assert not unsaid or unsaid not in text


def test_programs_find_nothing_new_in_most_news() -> None:
    """Who left or took over, and that a game was ended early, stands only where it is so."""
    seats = replace(ENDED, left=(0,), handed=((), ("dan",), ())).row()["seats"]
    assert isinstance(seats, list)
    assert [True, None, None] == [seat.get("left") for seat in seats]
    assert [None, ["dan"], None] == [seat.get("handed") for seat in seats]
    assert replace(ENDED, is_checked=False).row()["checked"] is False
    early = replace(ENDED, is_early=True)
    assert (True, None) == (early.row()["early"], ENDED.row().get("early"))
    assert HERE.row() == replace(HERE, announced="Küche").row()
    assert {
        "event": "left",
        "table": "oak",
        "names": ("ann",),
        "phase": 9,
        "why": "fraud",
    } == PlayerRemoved("oak", ("ann",), 9, "fraud").row()


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
        "This host has checked all proofs in it."
    ) == ENDED.text()
