"""Actions of guests: only those that the features allow, whatever a page posts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from sealed_wonders.client.browser.seatface import ACTIONS
from sealed_wonders.client.person.features import features, features_of, named
from sealed_wonders.client.person.retelling import NoTable
from sealed_wonders.client.table.actions import (
    Action,
    GoToHost,
    HostHere,
    ManageHost,
    SignedCommand,
)
from sealed_wonders.client.table.events import HostsFound
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from tests.support.lent import LendHarness
from tests.support.scenes import PlayedScene

GUESTS = {it.name for it in features() if it.guests}

LENDERS = {"bot", "here", "host", "trust", "unseat"}
"""Features that guests don't have: they concern the lender's program, keys or machine."""

SCENES = ("lobby", "first", "ballot", "offered", "leaving", "end", "architects")

HOST_B = Address("10.0.0.8", 2, bytes(16))

FORBIDDEN = (GoToHost, HostHere, ManageHost, SignedCommand)


class WatchedTable(NoTable):
    """
    A table that records a guest's actions.

    Attributes:
        done: all actions.
    """

    def __init__(self) -> None:
        super().__init__(lambda: None)
        self.done: list[Action] = []

    def do(self, action: Action) -> bool:
        assert not isinstance(action, FORBIDDEN)
        self.done.append(action)
        return False

    def admin_key(self) -> bytes:
        raise AssertionError


@pytest.fixture(params=SCENES, scope="module")
def scene(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> PlayedScene:
    """Return a scene in which no guest's action has an effect."""
    scene = PlayedScene(tmp_path_factory.mktemp("scene"), request.param)
    scene.human.person.is_guest = True
    return scene


@pytest.fixture
def table(scene: PlayedScene) -> WatchedTable:
    table = WatchedTable()
    scene.human.person.table = table
    return table


@pytest.fixture
def lender(tmp_path: Path, scene: PlayedScene, table: WatchedTable) -> LendHarness:
    return LendHarness(tmp_path / "lender", person=scene.human.person)


def test_every_feature_not_for_guests_is_listed_here() -> None:
    """Somebody has to think about guests before a new feature is available to them."""
    assert LENDERS == {it.name for it in features()} - GUESTS


def test_features_of_the_lender_are_refused_to_guests(
    lender: LendHarness, scene: PlayedScene, table: WatchedTable
) -> None:
    """
    They are refused as keys and as commands, and none of their dialogs opens by itself.
    """
    secret = lender.seat()
    for name in LENDERS:
        feature = named(name)
        assert feature is not None
        lender.clock.advance(10)
        body = {"do": "press", "text": name}
        assert 400 == lender.post("act", body, secret).status
        before = table.done.copy()
        for line in (feature.word(), f"{feature.word()} bob 192.0.2.1"):
            lender.post("act", {"do": "type", "text": line}, secret)
        done = table.done[len(before) :]
        assert {"ShowPresence"} >= {type(it).__name__ for it in done}
    stream = lender.post("events", secret=secret).body.decode()
    data = next(it[5:] for it in stream.split("\n") if it.startswith("data:"))
    sections = json.loads(data)
    dialog = sections.get("dialog") or {"name": ""}
    assert dialog["name"] not in LENDERS
    offered = {it["name"] for it in sections["keys"]["keys"]}
    assert GUESTS >= offered


def test_any_posted_action_is_accepted_or_refused_cleanly(
    lender: LendHarness, scene: PlayedScene, table: WatchedTable
) -> None:
    """This includes contents that no page of ours posts."""
    secret = lender.seat()
    names = [it.name for it in features_of(scene.human.person)]
    bodies: list[object] = [
        *({"do": action} for action in ACTIONS),
        *({"do": action, "text": "x", "ticket": 1, "phase": 0} for action in ACTIONS),
        *({"do": action, "text": 1, "ticket": "x"} for action in ACTIONS),
        *({"do": "press", "text": name} for name in names),
        *({"do": "say", "text": it} for it in ("/host", "/trust bob", "/me x", "hi")),
        *([], 1, "x", None, {"do": []}, {"do": "do"}, {"text": "press"}),
    ]
    for body in bodies:
        lender.clock.advance(10)
        status = lender.post("act", body, secret).status
        assert status in (204, 400)


def test_a_touch_shows_presence_and_an_open_page_does_not(
    lender: LendHarness, scene: PlayedScene, table: WatchedTable
) -> None:
    """A touch counts like a key at a terminal."""
    secret = lender.seat()
    lender.post("events", secret=secret)
    assert [] == table.done
    lender.post("act", {"do": "touch"}, secret)
    expected = [] if scene.human.person.over else ["ShowPresence"]
    assert expected == [type(it).__name__ for it in table.done]


@pytest.fixture
def fresh_scene(tmp_path: Path) -> PlayedScene:
    """Return a scene in which no guest has done anything yet."""
    scene = PlayedScene(tmp_path / "fresh", "first")
    scene.human.person.is_guest = True
    return scene


def test_a_guest_can_only_choose_a_host_that_has_the_game(
    tmp_path: Path, fresh_scene: PlayedScene
) -> None:
    """No client follows an address that a guest types: it could be anywhere."""
    scene = fresh_scene
    lender = LendHarness(tmp_path / "lender", person=scene.human.person)
    known, done = scene.human.person.known, list[Action]()
    scene.human.person.table = cast(Any, SimpleNamespace(do=done.append))
    there = [Nearby("a", Address("10.0.0.7", 1, bytes(16))), Nearby("b", HOST_B)]
    known.offline, secret = True, lender.seat()

    def typed(line: str) -> Sequence[Action]:
        lender.clock.advance(10)
        done.clear()
        assert 204 == lender.post("act", {"do": "type", "text": line}, secret).status
        return [it for it in done if isinstance(it, GoToHost)]

    for line in ("there", "there 1", "there 192.0.2.1:7777", "there 3"):
        assert [] == typed(line)
    scene.human.person.on_hosts_found(HostsFound(there))
    for line in ("there", "there 192.0.2.1:7777", "there 3"):
        assert [] == typed(line)
    assert [GoToHost((HOST_B,))] == typed("there 2")


def test_a_leaving_guest_is_shown_an_address_to_open(
    fresh_scene: PlayedScene,
) -> None:
    """
    A phone has no place to type a command, and the screen must not claim that nobody
    else sees the hand: the lender's machine does.
    """
    person = fresh_scene.human.person
    person.back = "http://192.0.2.1:7788/"
    dialog = person.leaving.dialog()
    assert dialog is not None
    means = [it.means for it in dialog.ways]
    assert person.back == means[0][1]
    said = " ".join(line for some in means for line in some)
    assert "To come back, open:" in said
    assert "type:" not in said
    assert "Nobody else sees your hand" not in said
    before = person.known.narration.total
    person.leaving.leave()
    told = [it.line for it in person.known.narration.since(before)]
    assert told[0].endswith("To come back, open:")
    assert told[1] == person.back
