"""The help box, which describes the screen below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from sealed_wonders.client.person import keys
from sealed_wonders.client.person.features import help_lines
from sealed_wonders.client.signs import meanings
from sealed_wonders.client.signs.draw import Room, Rows, row
from sealed_wonders.client.signs.symbols import ASCII, UNICODE
from sealed_wonders.client.terminal import availability
from sealed_wonders.client.terminal.screens.kept import DrawingCache
from sealed_wonders.net import words
from sealed_wonders.net.messages import Timing
from sealed_wonders.net.times import Times
from tests.support.fakescreen import FakeScreen
from tests.support.scenes import At
from tests.support.stacks import Seated

T = TypeVar("T")


@pytest.fixture
def first(at: At) -> Seated:
    """Return Ann at her first choice of a card."""
    scene = at("first")
    scene.draw()
    return scene.seated


def text(seated: Seated) -> str:
    """Return the text of the whole help, one column after the other."""
    room = seated.look(200, 60).split("\n")
    return " ".join(" ".join(room).replace(".", " ").split())


def test_the_help_describes_the_screen_and_its_configured_keys(seated: Seated) -> None:
    """If a box is on top, the help describes the box."""
    stack = seated.stack
    stack.settings = replace(stack.settings, keys={"build": ("f5",)})
    stack.act("help")
    seen = seated.look(120, 40)
    assert "─ Help: Fake ─" in seen
    assert "There is nothing to see here." in seen
    assert "← →    move" in seen
    assert "Enter  choose" in seen
    assert "F5" in seen
    for name in ("build", "chat", "command", *availability.OF_PROGRAM):
        assert f"{stack.key(name)} " in seen
        assert keys.long(name).split()[0] in seen
    for action in ("help", "log", "help"):
        stack.act(action)
    assert "─ Help: Log ─" in seated.look()
    assert "Everything that has happened since you sat down" in seated.look()


def test_actions_that_would_do_nothing_are_left_out(seated: Seated) -> None:
    """
    For example, a game can't be paused before it begins. The other keys are in groups.
    """
    seated.stack.act("help")
    before = text(seated)
    seated.stack.act("back")
    seated.begin()
    seated.stack.act("help")
    for name in ("pause", "compare"):
        begins = " ".join(keys.long(name).split()[:3])
        assert begins not in before
        assert begins in text(seated)
    assert "see the edifices" not in text(seated)
    seen = seated.look(120, 60)
    parts = [seen.index(f"│ {group.title} ") for group in availability.GROUPS]
    assert parts == sorted(parts)
    assert parts[0] < seen.index(keys.long("log")) < parts[1]
    assert parts[1] < seen.index(keys.long("chat")) < parts[2]
    assert parts[2] < seen.index(keys.long("settings"))


def listed(seated: Seated) -> set[str]:
    """Return the actions that the help would list."""
    return {it for group in availability.working(seated.stack) for it in group.actions}


def among_bots(seated: Seated, *, is_private: bool = True) -> None:
    """Turn all other players into the host's bots."""
    known = seated.stack.known
    known.is_private = is_private
    known.people = tuple(
        it if seat == known.ours else it._replace(owner=known.host_key)
        for seat, it in enumerate(known.people)
    )


IN_COMPANY = {"pause", "break", "compare", "words"}
"""Actions that make no difference to bots."""


def test_actions_that_only_matter_to_people_are_left_out_among_bots(
    first: Seated,
) -> None:
    """
    The twelve words are still listed at an open host, and pauses if there is a clock.
    """
    stack = first.stack
    in_company = listed(first)
    typed = {usage for usage, _means in help_lines(stack.known)}
    among_bots(first, is_private=False)
    assert "words" in listed(first)
    assert "chat" not in listed(first)
    among_bots(first)
    assert in_company - listed(first) == IN_COMPANY | {"chat", "mute"}
    left_out = typed - {usage for usage, _means in help_lines(stack.known)}
    assert left_out == IN_COMPANY | {"resume", "disown"}
    assert "chat" not in availability.offered(stack)
    stack.known.timing = Timing("table", Times(30), None, None)
    assert listed(first) >= {"pause", "break"}


class Counted(FakeScreen):
    """A screen that counts how often it is drawn."""

    drawn = 0
    shown = "?"

    def draw(self, room: Room) -> Rows:
        self.drawn += 1
        return [row(f"{self.shown} {room.symbols.coin}")]


def test_symbols_are_collected_again_only_after_a_change(seated: Seated) -> None:
    screen = seated.stack.base = Counted(seated.stack)
    seated.stack.act("help")
    seated.look()
    drawn = screen.drawn
    seated.look()
    assert screen.drawn == drawn + 1
    screen.shown = "!"
    seated.look()
    assert screen.drawn == drawn + 3


def test_the_help_leaves_the_drawings_of_a_table_in_their_cache(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene = at("first")
    scene.draw()
    made = list[str]()

    def get(
        kept: DrawingCache, name: str, of: tuple[object, ...], make: Callable[[], T]
    ) -> T:
        def note() -> T:
            made.append(name)
            return make()

        return usual(kept, name, of, note)

    usual = DrawingCache.get
    monkeypatch.setattr(DrawingCache, "get", get)
    scene.act("help")
    assert made  # while the help collects symbols
    made.clear()
    scene.draw()
    assert not made


def test_the_help_explains_the_symbols_on_the_screen(at: At) -> None:
    """They are those of the terminal's symbol set, and include the letters of goods."""
    for symbols in (UNICODE, ASCII):
        scene = at("first", symbols=symbols)
        scene.act("help")
        seen = text(scene.seated).partition("Signs on this screen")[2]
        for name in ("yes", "no", "coin", "good clay", "science gear", "unbuilt"):
            sign = meanings.signs(symbols)[name]
            assert f"{sign} {meanings.meaning(name)} " in seen, name
        for name in ("cat", "pawn", "away", "laid"):
            assert f" {meanings.meaning(name)} " not in seen
        scene.act("back", "build", "help")
        assert f"{symbols.laid} laid down, not yet sealed" in text(scene.seated)
        assert scene.stack.symbols is symbols


def test_the_help_of_a_modal_dialog_lists_only_its_answers(seated: Seated) -> None:
    seated.stack.act("quit")
    seated.stack.act("help")
    seen = text(seated)
    assert "Help: Are you sure?" in seen
    assert "Enter yes" in seen
    assert "This program" not in seen


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_all_keys_of_an_action_are_named_in_full(seated: Seated, language: str) -> None:
    """Actions of the screen below can't be clicked in the help."""
    words.use(language)
    seated.stack.act("help")
    assert "Ctrl-C Ctrl-D" in text(seated)
    rows = seated.stack.top.draw(Room(80, 22, seated.stack.symbols))
    does = {part.does for row in rows for part in row}
    assert "build" not in does
    assert "log" in does
