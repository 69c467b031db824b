"""The settings box: changes apply at once, and are saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import ASCII, UNICODE
from sealed_wonders.client.storage.folders import VARIABLE
from sealed_wonders.client.storage.settings import ABOUT, Settings
from sealed_wonders.client.storage.settingsfile import saved
from sealed_wonders.client.storage.settingvalues import check, load
from sealed_wonders.client.terminal.screens.settings import CHOICES, SettingsBox
from sealed_wonders.client.terminal.screens.waiting import WaitingScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.net import words
from sealed_wonders.net.pins import Pin


class SettingsHarness:
    """A stack with the settings box open."""

    def __init__(self, why: str = "") -> None:
        known = TableModel(Keyring(bytes(32), lambda name, key: Pin.NEW))
        self.stack = ScreenStack(known, Settings(), UNICODE, lambda: 0.0)
        self.stack.base = WaitingScreen(lambda: "")
        self.saved: list[tuple[str, object]] = []
        self.why = why
        self.stack.save = self.save
        self.stack.open(SettingsBox(self.stack))

    def save(self, name: str, value: object) -> str:
        self.saved.append((name, value))
        return self.why

    def look(self) -> str:
        return text_of(self.stack.draw(80, 24))

    def change(self, name: str) -> object:
        """Move to a setting, change it, and return the value that was saved."""
        place = [one[0] for one in CHOICES].index(name)
        for action in ("first", *["down"] * place, "right"):
            self.stack.act(action)
        assert name == self.saved[-1][0]
        return self.saved[-1][1]


@pytest.mark.parametrize("name", ["phones", "mouse", "bell", "confirm", "window_title"])
def test_changing_a_switch_toggles_it_at_once(name: str) -> None:
    """Changing it again restores the previous value."""
    box = SettingsHarness()
    before = getattr(box.stack.settings, name)
    assert (not before) is box.change(name)
    assert (not before) is getattr(box.stack.settings, name)
    assert before is box.change(name)


def test_symbols_times_and_language_change_at_once() -> None:
    """Changing a setting repeatedly goes through all of its values."""
    box = SettingsHarness()
    assert "╭" in box.look()
    assert "ascii" == box.change("symbols")
    assert box.stack.symbols is ASCII
    assert "╭" not in box.look()
    assert "4 seconds" in box.look()
    assert [8.0, 60.0, 0.0, 2.0, 4.0] == [box.change("reveal") for _ in range(5)]
    assert "English" in box.look()
    assert "fr" == box.change("language")
    assert "fr" == words.language()
    assert "français" in box.look()


@pytest.mark.parametrize("key", ["digit 1", "enter"])
def test_a_digit_or_enter_lists_the_values_of_a_setting(key: str) -> None:
    """Listing them changes nothing by itself; Left steps back through the values."""
    box = SettingsHarness()
    assert "Enter 1-9 change" in box.look()
    box.stack.act(key)
    assert "2 français" in box.look()
    assert "Enter 1-9 choose" in box.look()
    assert [] == box.saved
    box.stack.act("digit 2")
    assert [("language", "fr")] == box.saved
    assert "Réglages" in box.look()
    box.stack.act("left")
    assert "en" == words.language()


def test_a_setting_that_cannot_be_saved_says_so_and_still_applies() -> None:
    box = SettingsHarness("settings.toml: No space left")
    box.change("bell")
    assert box.stack.settings.bell
    assert "No space left" in box.look()


def test_the_box_can_be_closed_in_three_ways() -> None:
    """By the key that opened it, by Esc, and by its last line."""
    for keys in (["settings"], ["back"], ["up", "right", "enter"]):
        box = SettingsHarness()
        for key in keys:
            assert box.stack.act(key)
        assert [] == box.stack.overlays


def test_every_offered_value_is_valid_in_the_settings_file() -> None:
    for name, _means, choices in CHOICES:
        assert name in ABOUT
        assert list(choices) == [check(name, value) for value in choices]


def test_settings_are_written_to_the_file_that_the_program_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If that fails, the message names the file."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert "" == saved("bell", True)
    assert load({}, {}).settings.bell
    (tmp_path / "settings.toml").write_text("bell = ")
    assert str(tmp_path) in saved("bell", False)
