"""The box for opening a table on this machine: every option, by keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import click
import pytest

from sealed_wonders.client.commands import playing
from sealed_wonders.client.commands.play import play as command
from sealed_wonders.client.signs.draw import Room
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.tablewords.hosting import (
    AT_OTHERS,
    SettingChoice,
    TableWish,
    choices,
    every_choice,
    recalled,
)
from sealed_wonders.client.terminal.screens.hosting import HostingBox
from sealed_wonders.core import games
from sealed_wonders.host.hostoptions import host
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.tableoptions import (
    BOTS,
    GAME,
    HOST,
    OPTIONS,
    PLAY,
    PLAYERS,
    Switch,
    Values,
    options_of,
)
from sealed_wonders.net.words import use
from tests.support.findharness import FindHarness
from tests.support.french import english


class HostingHarness(FindHarness):
    """Ann in front of a table that isn't open yet."""

    def __init__(self) -> None:
        super().__init__()
        self.go("Host a table")
        (box,) = self.stack.overlays
        assert isinstance(box, HostingBox)
        self.box = box

    def act(self, *actions: str) -> None:
        for action in actions:
            self.look()
            assert self.stack.act(action)

    def at_option(self, name: str, *actions: str) -> None:
        """Move the cursor to an option, and press keys there."""
        names = [choice.name for choice in choices(self.box.wanted)]
        for action in ("first", *["down"] * names.index(name)):
            assert self.stack.act(action)
        self.act(*actions)

    @property
    def opened(self) -> list[str]:
        """Return the words of each table that was opened."""
        return self.navigation.done


@pytest.fixture
def hosting() -> HostingHarness:
    return HostingHarness()


@pytest.fixture
def host_options(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, object]]:
    """Return a list of the options that local hosts would get; none is started."""
    host_options: list[Mapping[str, object]] = []

    def play_here(loaded: object, wanted: Mapping[str, object], **how: object) -> None:
        host_options.append(wanted)

    monkeypatch.setattr(playing, "play_here", play_here)
    return host_options


def test_a_table_can_be_opened_with_the_defaults(hosting: HostingHarness) -> None:
    """One key is enough, as the cursor is at the button. Other keys close the box."""
    hosting.act("enter")
    assert [f"host {' '.join(TableWish().words())}"] == hosting.opened
    assert TableWish() == hosting.box.wanted
    for actions in (["back"], ["down", "down", "right", "up", "enter"]):
        closed = HostingHarness()
        closed.act(*actions)
        assert [] == closed.stack.overlays
        assert [] == closed.opened
        assert closed.box.wanted.game == (
            "architects" if "right" in actions else "wonders"
        )


def test_every_option_cycles_through_its_values(hosting: HostingHarness) -> None:
    """Right goes forward and Left back. Options that don't apply are hidden."""
    assert "  Leaders  " not in hosting.look()
    hosting.at_option("with", "right")
    assert {"with": "leaders"} == hosting.box.wanted.own
    assert " Leaders " in hosting.look()
    hosting.at_option("bots", "right")
    for choice in choices(hosting.box.wanted):
        if choice.asks:
            continue
        hosting.at_option(choice.name)
        before = hosting.box.wanted
        now, values, seen = choice.value(before), choice.values(before), []
        for _ in values:
            seen.append(choice.value(hosting.box.wanted))
            hosting.act("right")
        assert {*values} == {*seen}
        assert now == choice.value(hosting.box.wanted)
        hosting.act("left")
        assert values[values.index(now) - 1] == choice.value(hosting.box.wanted)
        hosting.act("right")


def test_every_option_of_a_host_about_its_tables_can_be_set() -> None:
    """
    Excluded are options that aren't about tables, for example the folder and the host's
    name.
    """
    own = {
        *("listen", "relay", "tables", "once", "json", "folder", "announce", "name"),
        *("resume", "give_up", "verbose", "version", "help", "bot_memory"),
        *("lend", "lend_to_anyone"),
        *("allow", "admins", "password", "config", "levels"),
        *("metrics", "keep_days", "keep_mb", "choose", "web", "bundle"),
        *("ends_with_input", "web_names", "language"),
        *(it.param for it in options_of(HOST) if not it.label),
    }
    agreed = {param.name for param in host.params if param.name not in own}
    assert agreed == {it.name for it in every_choice()}


IN_LISTS = [it for it in options_of(PLAY) if it.label and it is not GAME]

EVERY = [
    TableWish(),
    TableWish(
        "architects", {"draw": "chosen"}, Values(players=2, bots=1, strategy="random")
    ),
    TableWish(
        own={
            "with": "leaders,edifice",
            "leaders": "expert",
            "boards": "first",
            "draw": "chosen",
            "sides": "night",
            "memory": "off",
        },
        values=Values(
            players=7,
            bots=3,
            turn_time=90,
            game_time=600,
            increment=10,
            when_gone="wait",
            gone_after=300,
        ),
    ),
    TableWish(
        own={"boards": "gizah,rhodos,olympia,carthage"},
        values=Values(players=4, when_gone="rescue"),
    ),
]


@pytest.mark.parametrize("wanted", EVERY)
def test_the_chosen_options_are_passed_to_the_host(
    wanted: TableWish, host_options: list[Mapping[str, object]]
) -> None:
    """They pass through the command line, and a host accepts them."""
    with command.make_context("play", list(wanted.words())) as context:
        command.invoke(context)
    (said,) = host_options
    assert wanted.game == said["--game"]
    values: dict[str, Any] = {
        it.param: said[f"--{it.name}"] for it in IN_LISTS if it is not PLAYERS
    }
    values |= {"players": said.get("--players", 0)}
    assert wanted.values == Values(**values)
    own = games.read(wanted.game, wanted.own)
    assert ("memory" in own) == ("--no-memory-aid" in said)
    for name in own.keys() - {"memory"}:
        assert own[name] == said[f"--{name}"]
    Terms(wanted.game, wanted.values, own)


def test_seats_for_phones_is_a_saved_setting_of_this_machine(
    hosting: HostingHarness,
) -> None:
    """The host doesn't get it."""
    saved: list[tuple[str, object]] = []
    stack = hosting.stack

    def save(name: str, value: object) -> str:
        saved.append((name, value))
        return ""

    stack.save = save
    *_, last = choices(hosting.box.wanted)
    hosting.at_option(last.name, "down", "right")
    assert stack.settings.phones
    assert [("phones", True)] == saved
    assert re.search("Seats for phones +yes", hosting.look())
    assert "They scan a code" in hosting.look(height=40)
    hosting.act("down", "enter")
    assert [f"host {' '.join(TableWish().words())}"] == hosting.opened


def test_enter_lists_the_values_and_changes_nothing(hosting: HostingHarness) -> None:
    """The cursor is at the present value; a digit goes to that number in the list."""
    hosting.at_option("bots", "enter")
    assert re.search(r"╭─ Bots ─", hosting.look())
    assert re.search(r"▸ +none  \(now\)", hosting.look())
    assert "Number of bots." in hosting.look()
    hosting.act("down", "back")
    assert TableWish() == hosting.box.wanted
    hosting.act("enter", "down", "down", "enter")
    assert 2 == hosting.box.wanted.values[BOTS]
    assert hosting.stack.overlays == [hosting.box]
    hosting.act("enter", "enter")
    assert 2 == hosting.box.wanted.values[BOTS], (
        "the cursor begins at the present value"
    )
    hosting.act("enter", "digit 6")
    assert 6 == hosting.box.wanted.values[BOTS]
    hosting.at_option("players", "enter")
    assert re.search(r"│ +3 +│", hosting.look())
    hosting.act("digit 3")
    assert 3 == hosting.box.wanted.values[PLAYERS]
    hosting.at_option("when_gone")
    explained = next(it for it in choices(hosting.box.wanted) if it.name == "when_gone")
    hosting.act("enter")
    last = explained.explained(hosting.box.wanted).split()[-1]
    assert last in hosting.look(), "it isn't cut, as it would be below the form"


def test_changing_game_or_seats_adapts_players_and_bots(
    hosting: HostingHarness,
) -> None:
    """Fewer seats mean fewer bots, and only Architects can have two players."""
    hosting.box.wanted = TableWish("architects", values=Values(players=2, bots=1))
    hosting.at_option("game", "right")
    assert TableWish("wonders", values=Values(players=0, bots=1)) == hosting.box.wanted
    hosting.box.wanted = TableWish(values=Values(players=7, bots=6))
    hosting.at_option("players", "left")
    values = hosting.box.wanted.values
    assert (6, 5) == (values[PLAYERS], values[BOTS])


def test_boards_can_be_typed_by_name(hosting: HostingHarness) -> None:
    """
    That choice follows the named sets. A wrong name is explained and stays for
    correction.
    """
    stack = hosting.stack
    hosting.at_option("boards", "right", "right", "right")
    assert stack.field is not None
    stack.typed("gizah, atlantis")
    said = " ".join(hosting.look().replace("│", " ").split())
    assert "there is no board ' atlantis' in this game" in said
    hosting.act("back")
    assert stack.field is not None
    assert "gizah, atlantis" == stack.field.text
    stack.typed("Gizah,rhodos")
    assert "Gizah,rhodos" == hosting.box.wanted.typed["boards"]
    hosting.act("last", "up", "enter")
    assert [] == hosting.opened
    assert "3 players need more than 2 boards" in hosting.look()
    hosting.at_option("boards", "enter")
    assert re.search(r"▸ +4 Gizah,rhodos  \(now\)", hosting.look())
    hosting.act("last", "enter")
    stack.typed("")
    assert "base" == hosting.box.wanted.typed["boards"]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_whole_box_fits_the_smallest_terminal(
    hosting: HostingHarness, language: str
) -> None:
    use(language)
    for wanted in EVERY:
        hosting.box.wanted = wanted
        seen = hosting.look()
        opened = "Ouvrir la table" if language == "fr" else "Open the table"
        assert opened in seen
        if language == "fr":
            assert [] == english(seen.split("\n"))
            named = "Leaders et Édifices" in seen
            assert named == (wanted.own.get("with") == "leaders,edifice"), (
                "as on other screens"
            )


@pytest.mark.parametrize("wanted", EVERY)
def test_the_options_of_the_last_table_are_proposed_again(wanted: TableWish) -> None:
    harness = FindHarness(options={"table": wanted.kept()})
    harness.find.host()
    box = harness.stack.top
    assert isinstance(box, HostingBox)
    assert box.wanted.words() == wanted.words()
    harness.stack.act("enter")
    assert harness.navigation.options == {"table": wanted.kept()}


def test_unusable_remembered_options_take_their_defaults() -> None:
    for kept in (
        {"game": "chess", "bots": "many", "players": 3, "turn_time": "-1"},
        {"sides": "inside", "boards": "nowhere", "draw": None},
    ):
        assert recalled(kept) == TableWish()


def as_typed(said: str, choice: SettingChoice, wanted: TableWish) -> str:
    """Return an explanation with its values as they are typed on the command line."""
    option = choice.option
    if option is not None:
        values = {it: option.typed(it) for it in option.mentions.values()}
    else:
        own = {it.name: it for it in games.OPTIONS[wanted.game]}[choice.name]
        values = {it: str(it) for it in own.help.fields.values()}
    for value, typed in values.items():
        assert f"“{choice.shown(value)}”" in said
        said = said.replace(f"“{choice.shown(value)}”", f"`{typed}`")
    return said


@pytest.mark.parametrize("name", [it.name for it in choices(TableWish())])
def test_the_option_at_the_cursor_is_explained(
    hosting: HostingHarness, name: str
) -> None:
    """
    The text is that of the command line, with values as shown here. It is below the
    options, and first in the help.
    """
    hosting.at_option(name)
    (choice,) = (it for it in choices(hosting.box.wanted) if it.name == name)
    if name == "memory":
        # The command line has a word only for the other value.
        assert "shown: Show each player" in " ".join(hosting.look().split())
        hosting.act("right")
    said = choice.explained(hosting.box.wanted)
    help = command.get_help(click.Context(command, terminal_width=500))
    typed = as_typed(said, choice, hosting.box.wanted)
    assert typed.partition(": ")[2] in help or typed in help
    assert "`" not in said
    assert said[:40] in hosting.look()
    assert hosting.box.help[0].endswith(said)
    high = len(hosting.box.draw(Room(80, 22, UNICODE)))
    hosting.act("down")
    assert high == len(hosting.box.draw(Room(80, 22, UNICODE)))
    hosting.act("last")
    assert said not in "".join(hosting.box.help)


@pytest.mark.parametrize("option", [it for it in OPTIONS if isinstance(it, Switch)])
def test_a_switch_is_explained_by_its_present_value(option: Switch) -> None:
    """
    This also holds for tables at other hosts, and for pages, which use the same text.
    """
    (choice,) = (it for it in AT_OTHERS if it.option is option)
    off = TableWish()
    on = choice.settled(off, True)
    assert f"{option.off}: {option.off_help}" == choice.explained(off)
    assert f"{option.on}: {option.help}" == choice.explained(on)
