"""Opening a table of one's own: all that can be agreed, gone through by keys."""

from __future__ import annotations

from collections.abc import Mapping

import click
import pytest

from sealed_wonders.client.commands import playing
from sealed_wonders.client.commands.play import play as command
from sealed_wonders.client.terminal.draw import Room, text_of
from sealed_wonders.client.terminal.screens.hosting import OPTIONS, HostingBox, Wanted
from sealed_wonders.client.terminal.symbols import UNICODE
from sealed_wonders.client.words import use
from sealed_wonders.core import games
from sealed_wonders.host.__main__ import host
from sealed_wonders.host.terms import Terms
from tests.support.agreed import agreed
from tests.support.findharness import FindHarness, RecordingNavigation
from tests.support.french import english


class HostingHarness:
    """Ann before a table that isn't open yet."""

    def __init__(self) -> None:
        self.harness = FindHarness(RecordingNavigation())
        self.harness.go("Host a table here")
        (box,) = self.harness.stack.overlays
        assert isinstance(box, HostingBox)
        self.box = box

    def act(self, *actions: str) -> None:
        for action in actions:
            self.harness.stack.draw(80, 24)
            assert self.harness.stack.act(action)

    def go(self, name: str) -> None:
        """Put the cursor at an option."""
        self.act("first")
        for option in OPTIONS:
            if option.name == name:
                return
            if option.counts(self.box.wanted):
                self.act("down")
        raise LookupError(name)

    def look(self) -> str:
        return text_of(self.harness.stack.draw(80, 24))

    @property
    def opened(self) -> list[str]:
        """The words of each table that was opened."""
        return self.harness.navigation.done


@pytest.fixture
def hosting() -> HostingHarness:
    return HostingHarness()


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, object]]:
    """Keep what a host of one's own would have been told, and start none."""
    told: list[Mapping[str, object]] = []

    def play_here(loaded: object, wanted: Mapping[str, object], **how: object) -> None:
        told.append(wanted)

    monkeypatch.setattr(playing, "play_here", play_here)
    return told


def test_a_table_is_opened_with_what_is_usual(hosting: HostingHarness) -> None:
    """Two keys are enough; others come by the dozen."""
    hosting.act("last", "enter")
    assert [f"host {' '.join(Wanted().words())}"] == hosting.opened
    assert Wanted() == hosting.box.wanted


def test_every_option_goes_round_and_back(hosting: HostingHarness) -> None:
    """Right and Enter on, left back; what has no meaning with the rest isn't there."""
    assert "  leaders  " not in hosting.look()
    hosting.go("expansions")
    hosting.act("right")
    assert ("leaders",) == hosting.box.wanted.expansions
    assert " leaders " in hosting.look()
    for option in OPTIONS:
        if option.name == "strategy":
            hosting.go("bots")
            hosting.act("right")
        if option.name == "boards":
            continue
        hosting.go(option.name)
        before = hosting.box.wanted
        now = getattr(before, option.name)
        choices = option.choices(before)
        seen = []
        for _ in choices:
            seen.append(getattr(hosting.box.wanted, option.name))
            hosting.act("right" if len(seen) % 2 else "enter")
        assert {*choices} == {*seen}
        assert now == getattr(hosting.box.wanted, option.name)
        hosting.act("left")
        last = choices[choices.index(now) - 1]
        assert last == getattr(hosting.box.wanted, option.name)
        hosting.act("right")


def test_whatever_a_host_can_be_told_of_its_tables_can_be_set_here() -> None:
    """But for the folder, the name and the like, which are none of a table's."""
    own = {
        *("listen", "relay", "tables", "once", "json", "logs", "announce", "name"),
        *("resume", "give_up", "verbose", "version", "help"),
    }
    agreed = {
        param.opts[0].removeprefix("--")
        for param in host.params
        if param.name not in own
    }
    words = {
        "expansions": "with",
        "players": "seats",
        "turn_time": "turn-time",
        "when_gone": "when-gone",
        "gone_after": "gone-after",
        "memory_aid": "no-memory-aid",
    }
    assert agreed == {words.get(option.name, option.name) for option in OPTIONS}


EVERY = [
    Wanted(),
    Wanted("architects", players=2, bots=1, draw="chosen", strategy="random"),
    Wanted(
        expansions=("leaders", "edifice"),
        leaders="expert",
        boards="first",
        draw="chosen",
        sides="night",
        players=7,
        bots=3,
        turn_time=90,
        when_gone="wait",
        gone_after=300,
        memory_aid=False,
    ),
    Wanted(boards="gizah,rhodos,olympia,carthage", players=4),
]


@pytest.mark.parametrize("wanted", EVERY)
def test_what_is_wanted_is_what_the_host_is_told(
    wanted: Wanted, told: list[Mapping[str, object]]
) -> None:
    """Word for word, by way of the command; and a host takes it."""
    with click.Context(command) as context:
        command.parse_args(context, list(wanted.words()))
        command.invoke(context)
    (said,) = told
    assert wanted.game == said["--game"]
    assert (wanted.players or None) == said.get("--seats")
    assert wanted.bots == said["--bots"]
    assert wanted.turn_time == said["--turn-time"]
    assert wanted.when_gone == said["--when-gone"]
    assert wanted.gone_after == said["--gone-after"]
    assert wanted.memory_aid == ("--no-memory-aid" not in said)
    assert (wanted.draw == "chosen") == (said.get("--draw") == "chosen")
    Terms(
        wanted.game,
        wanted.players,
        wanted.bots,
        wanted.turn_time,
        when_gone=wanted.when_gone,
        gone_after=wanted.gone_after,
        own=agreed(
            wanted.sides,
            wanted.expansions,
            wanted.leaders if "leaders" in wanted.expansions else "standard",
            games.read(wanted.game, wanted.typed).get("boards", "").split(",")
            if wanted.game == "wonders"
            else (),
            wanted.draw,
        ),
    )


def test_another_game_leaves_what_it_can_have(hosting: HostingHarness) -> None:
    """With fewer seats there are fewer bots, and two play Architects alone."""
    hosting.box.wanted = Wanted("architects", players=2, bots=1)
    hosting.go("game")
    hosting.act("right")
    assert Wanted("wonders", players=0, bots=1) == hosting.box.wanted
    hosting.box.wanted = Wanted(players=7, bots=6)
    hosting.go("players")
    hosting.act("left")
    assert (6, 5) == (hosting.box.wanted.players, hosting.box.wanted.bots)


def test_boards_are_named(hosting: HostingHarness) -> None:
    """After those there are words for; what is none is said, and stays to be changed."""
    hosting.go("boards")
    hosting.act("right", "right", "right")
    field = hosting.harness.stack.field
    assert field is not None
    hosting.harness.stack.typed("gizah, atlantis")
    box = hosting.harness.stack.overlays[-1]
    said = " ".join(text_of(box.draw(Room(80, 22, UNICODE))).replace("│", " ").split())
    assert "atlantis' can be played here" in said
    hosting.act("back")
    field = hosting.harness.stack.field
    assert field is not None
    assert "gizah, atlantis" == field.text
    hosting.harness.stack.typed("Gizah,rhodos")
    assert "Gizah,rhodos" == hosting.box.wanted.boards
    hosting.act("last", "enter")
    assert [] == hosting.opened
    assert "2 boards are too few for 3 players" in hosting.look()
    hosting.go("boards")
    hosting.act("right")
    hosting.harness.stack.typed("")
    assert "base" == hosting.box.wanted.boards


def test_it_is_closed_without_a_table(hosting: HostingHarness) -> None:
    hosting.act("back")
    assert [] == hosting.harness.stack.overlays
    assert [] == hosting.opened


@pytest.mark.parametrize("wanted", EVERY)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_all_of_it_is_seen_at_once(
    hosting: HostingHarness, wanted: Wanted, language: str
) -> None:
    """In the smallest terminal, who may come in included."""
    use(language)
    hosting.box.wanted = wanted
    seen = hosting.look()
    opened = "Ouvrir la table" if language == "fr" else "Open the table"
    assert opened in seen
    if language == "fr":
        assert [] == english(seen.split("\n"))
        named = "Leaders et Édifices" in seen
        assert named == (len(wanted.expansions) == 2), "as everywhere else"
