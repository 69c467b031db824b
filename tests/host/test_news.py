"""The wording of events: text for people, JSON for programs."""

from __future__ import annotations

import ast
import json
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from sealed_wonders.core.game import Sheet
from sealed_wonders.host import news
from sealed_wonders.host.levels import LEVELS, PARTS
from sealed_wonders.host.news import (
    KINDS,
    GameCompleted,
    Listening,
    News,
    PlayerRemoved,
    Trouble,
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
    news.Moved((Invitation(JOIN),)),
    news.NotAnnounced("Network is down"),
    news.LogsRemoved(3, 2 << 20),
    news.Measured("http://127.0.0.1:9777"),
    news.Served((Invitation("http://10.0.0.1:8080/"),), "bundle"),
    news.Commanded("ann", "8c81-a2d8-f5e3-3b59", ("say", "Pizza is here"), True),
    news.Commanded("ann", "8c81-a2d8-f5e3-3b59", ("kick", "eve"), False),
    news.OptionsRead((), ()),
    news.OptionsRead(("turn-time",), ()),
    news.OptionsRead(("bots", "turn-time"), ("listen",)),
    news.SatDown("oak", "ann", False, "8c81-a2d8-f5e3-3b59"),
    news.SatDown("oak", "Ada", True, "8c81-a2d8-f5e3-3b58"),
    news.GotUp("oak", "ann"),
    news.DrawnAgain("oak", "draw 2: ann did not reveal"),
    news.Began("oak", "0123" * 16, SEALED, "aardvark adviser", ("ann", "bob", "cleo")),
    news.Resumed("oak", "0123" * 16, ("ann", "bob", "cleo")),
    news.Away("oak", "ann"),
    news.Back("oak", "ann"),
    news.Cheated("oak", "ann", 2, 41, 9, "PICK", "a bad proof: shuffle"),
    PlayerRemoved("oak", ("ann",), 9, "silent"),
    PlayerRemoved("oak", ("ann", "bob"), 9, "fraud"),
    news.HandedOver("oak", "ann", "Dido", bytes(32)),
    news.HandedOver("oak", "ann", "eve", None),
    news.Rescued("oak", "ann", "Dido", bytes(32), 9),
    news.Rescued("oak", "ann", "eve", None, 9),
    news.WordsUsed("oak", "ann"),
    news.Displaced("oak", "ann"),
    news.Departed("oak", "ann", "salon 'x'", "ab" * 16),
    news.CountsDiffer("oak", 9, ("ann",)),
    news.CountsDiffer("oak", 9, ()),
    news.TwoVersions("oak", "ann", 2, LOG),
    news.TwoVersions("oak", "ann", 2, None),
    news.Stopped("oak", "fraud", LOG),
    news.Stopped("oak", "fraud", None),
    ENDED,
    news.TableClosed("oak", "everybody has left the table"),
    news.Suspended("oak", LOG),
    news.BotsSpoke("help"),
    news.LendingSpoke("amber fox: Bob"),
    news.BotsTake(2, 150, 640),
    news.BotLost("oak", "Ada", "signal 9"),
    news.SetAside(LOG, "rubbish"),
    news.NoLibrary(
        "sealed cards need PyNaCl and rbcl, which can't be loaded: no libsodium with "
        "ristretto255"
    ),
    news.Crowd("10.0.0.66", "10.0.0.0/24"),
    news.FewDescriptors(1024),
    news.FewDescriptors(None),
    Trouble("no room left"),
    news.Bug("no room left", "Traceback"),
    news.DiskTrouble("no room left"),
    news.Connected(3, "10.0.0.1", 50522),
    news.LoggedIn(3, "ann", "8c81-a2d8-f5e3-3b59"),
    news.MessageHeard(3, "", "hello", 140, ""),
    news.MessageSent(3, "ann", "log", 1800, "oak, 3 entries from 7"),
    news.RequestRefused(3, "ann", "wrong-phase", "9, expected 10"),
    news.Disconnected(3, "ann", "left", "closed by the other side"),
    news.PhaseOpened("oak", 9, "PICK", (0, 1, 2)),
    news.PhaseComplete("oak", 9, "PICK"),
)


def test_every_class_of_news_is_created_by_the_host() -> None:
    made = {
        getattr(it.func, "id", "") or getattr(getattr(it.func, "value", None), "id", "")
        for path in HOST.rglob("*.py")
        if path.name != "news.py"
        for it in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(it, ast.Call)
    }
    assert {kind.__name__ for kind in KINDS} <= made


def test_no_two_events_have_the_same_name() -> None:
    """
    All troubles share a name: programs tell them apart by part and level. These tests
    cover every class.
    """
    assert {*KINDS} == {type(event) for event in ALL}
    names = Counter(kind.event for kind in KINDS if not issubclass(kind, Trouble))
    assert {GameCompleted, Listening} == {it for it in KINDS if not it.event}
    assert {2} == {names.pop("")}
    assert {1} == {*names.values()}
    assert Trouble.event not in names


@pytest.mark.parametrize("event", ALL, ids=lambda event: type(event).__name__)
def test_all_news_have_a_text_a_part_a_level_and_a_json_object(event: News) -> None:
    """No text shows internal objects. The object of a complaint also has the text."""
    text = event.text()
    assert text
    assert "(table=" not in text
    assert "(connection=" not in text
    data = json.loads(json.dumps(event.row()))
    assert {"listening", "event", "game"} & set(data)
    assert event.is_complaint == (data.get("text") == text)
    assert event.part in PARTS
    assert event.level in LEVELS


def test_the_result_has_the_documented_json_form() -> None:
    """It has the seats in order, with names, boards, sides and all scores."""
    seats = (
        ("ann", "gizah", {"military": -2, "total": 40}),
        ("bob", "rhodos", {"military": 18, "total": 51}),
        ("cleo", "carthage", {"military": 3, "total": 51}),
    )
    assert {
        "game": "wonders",
        "gid": "0123" * 16,
        "suite": 2,
        "checked": True,
        "seats": [
            {"seat": seat, "name": name, "board": board, "side": "day", "score": score}
            for seat, (name, board, score) in enumerate(seats)
        ],
        "winners": [1, 2],
        "digest": "ab" * 32,
        "log": str(LOG),
    } == ENDED.row()


HERE = Listening("0.0.0.0:1#ab", JOIN, "ab", False)


@pytest.mark.parametrize(
    ("event", "said", "unsaid"),
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
def test_the_text_contains_what_people_need(
    event: News, said: str, unsaid: str
) -> None:
    text = event.text()
    assert said in text
    assert not unsaid or unsaid not in text


def test_rare_facts_have_keys_only_where_they_apply() -> None:
    """Examples are that a player left or took over, and that a game ended early."""
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


def test_the_scores_are_printed_as_a_table() -> None:
    """Names are at the top and numbers are aligned; the winners follow."""
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
    # A character may take two columns, or consist of several code points.
    wide = replace(ENDED, names=("日本", "👩‍👩‍👧", "cleo"), standings=())
    assert (
        "              日本  👩‍👩‍👧  cleo\n"
        "    military    -2  18     3\n"
        "    total       40  51    51\n"
    ) in wide.text()
