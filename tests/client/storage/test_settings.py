"""Settings: their sources, mistakes in them, and writing the file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.commands.join import handed_on
from sealed_wonders.client.person.keys import ACTIONS, bound, is_key
from sealed_wonders.client.signs import symbols
from sealed_wonders.client.storage import settings
from sealed_wonders.client.storage.folders import VARIABLE
from sealed_wonders.client.storage.home import DamagedFile
from sealed_wonders.client.storage.settings import (
    ABOUT,
    FROM_ENVIRONMENT,
    FROM_FILE,
    FROM_OPTION,
    SYMBOLS,
    Settings,
)
from sealed_wonders.client.storage.settingsfile import put, template
from sealed_wonders.client.storage.settingvalues import check, listens_at, load
from tests.support.posix import posix_only


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.toml"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a new home folder, with no setting in the environment."""
    for name in os.environ:
        if name.startswith("WONDERS_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    return tmp_path


# Reading.


def test_without_any_settings_the_defaults_apply(file: Path) -> None:
    """There are no complaints."""
    loaded = load({}, {}, file)
    assert (Settings(), {}, ()) == (loaded.settings, loaded.sources, loaded.complaints)
    assert {*ABOUT, "keys"} == {one.name for one in fields(Settings)}
    assert set(symbols.SETS) == set(SYMBOLS)


@pytest.mark.parametrize(
    ("written", "places"),
    [
        ("", None),
        ("off", ()),
        ("127.0.0.1", ("127.0.0.1",)),
        (" 192.0.2.7 , 127.0.0.1,", ("192.0.2.7", "127.0.0.1")),
    ],
)
def test_discovery_listens_on_the_configured_addresses(
    written: str, places: tuple[str, ...] | None
) -> None:
    """These are all addresses of this machine, some of them, or none."""
    assert places == listens_at(check("discovery", written))


def test_options_override_the_environment_which_overrides_the_file(file: Path) -> None:
    file.write_text('name = "file"\nbell = true\nmouse = false\nreveal = 0')
    environment = {"WONDERS_NAME": "around", "WONDERS_BELL": "off", "WONDERS_PLAIN": ""}
    loaded = load({"name": "line", "symbols": None}, environment, file)
    chosen = loaded.settings
    assert ("line", False, False, 0.0) == (
        chosen.name,
        chosen.bell,
        chosen.mouse,
        chosen.reveal,
    )
    assert {
        "name": FROM_OPTION,
        "bell": FROM_ENVIRONMENT,
        "mouse": FROM_FILE,
        "reveal": FROM_FILE,
    } == loaded.sources
    assert (False, None) == (loaded.explicit("mouse"), loaded.explicit("confirm"))


def test_options_are_passed_to_another_process(file: Path) -> None:
    """They are passed in its environment."""
    file.write_text("bell = true")
    options = {"mouse": False, "symbols": "ascii", "name": "ann", "plain": None}
    variables = handed_on(load(options, {}, file))
    chosen = load({}, variables, file).settings
    assert (True, False, "ascii", "ann", False) == (
        chosen.bell,
        chosen.mouse,
        chosen.symbols,
        chosen.name,
        chosen.plain,
    )
    assert "en" == chosen.language
    assert "WONDERS_BELL" not in variables


def test_keys_are_set_by_the_names_of_actions(file: Path) -> None:
    """An action can have several keys. Spaces separate keys pressed in sequence."""
    file.write_text(
        '[keys]\nbuild = "b"\nsell = ["x", "F5"]\npage_up = "g g,c-b"\nchat = ","\n'
    )
    assert {
        "build": ("b",),
        "sell": ("x", "f5"),
        "page up": ("g g", "c-b"),
        "chat": (",",),
    } == load({}, {}, file).settings.keys


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("colour = 1", "'colour': there is no such setting; choose one of name, lang"),
        *(
            (f"discovery = {it!r}", "addresses of this machine, or off")
            for it in ("here", "off, 127.0.0.1", "300.1.1.1", 7)
        ),
        ("bell = 1.5", "bell can't be 1.5; allowed: true, false"),
        ("symbols = 'emoji'", "symbols can't be 'emoji'; allowed: unicode, ascii"),
        ("language = 'la'", "language can't be 'la'; allowed: en, fr"),
        ("language = 3", "language can't be 3; allowed: en, fr"),
        ("name = 3", "name can't be 3; allowed: a name, in quotation marks"),
        ('name = "a\\u001b"', r"name can't be 'a\x1b'; allowed: "),
        ("reveal = -1", "reveal can't be -1; allowed: seconds, 0 to 60"),
        ("reveal = true", "reveal can't be True; allowed: seconds, 0 to 60"),
        ("reveal = nan", "reveal can't be nan; allowed: seconds, 0 to 60"),
        ("reveal = 'long'", "reveal can't be 'long'; allowed: seconds, 0 to 60"),
        ("keys = 1", "'keys': there is no such setting"),
        (
            "keys.fly = 'x'",
            "keys.fly: there is no such action; choose one of left, right",
        ),
        ("keys.build = 'hyper'", "keys.build can't be 'hyper'; allowed: keys such as"),
        ("keys.build = [1]", "keys.build can't be [1]; allowed: keys such as"),
        ("keys.build = ''", "keys.build can't be ''; allowed: keys such as"),
        ("bell = ", "settings.toml: "),
        ("keys.log = 'z'\nkeys.help = 'z'", "z is set for both keys.log and keys.help"),
    ],
)
def test_a_mistake_is_one_line_and_affects_only_its_setting(
    file: Path, line: str, said: str
) -> None:
    """The line names the file and the allowed values; other settings apply."""
    file.write_text(f"mouse = false\n{line}\n")
    loaded = load({}, {}, file)
    (complaint,) = map(str, loaded.complaints)
    assert complaint.startswith(f"{file}: ")
    assert said in complaint
    assert complaint.isprintable()
    if line != "bell = ":  # such a file can't be parsed
        assert not loaded.settings.mouse


@posix_only
def test_an_unreadable_file_is_one_line_and_defaults_apply(file: Path) -> None:
    """So is a mistake in a variable."""
    loaded = load({}, {"WONDERS_MOUSE": "rat"}, file)
    (complaint,) = loaded.complaints
    assert "WONDERS_MOUSE: mouse can't be 'rat'; allowed: true, false" == str(complaint)
    assert loaded.settings.mouse
    for data, said in (
        (b"\xff", "invalid start byte"),
        (b"#" * (1 << 17), "more than 65536 bytes"),
    ):
        file.write_bytes(data)
        loaded = load({}, {}, file)
        assert Settings() == loaded.settings
        assert said in str(loaded.complaints[0])
    file.unlink()
    file.mkdir()
    assert [f"{file}: Is a directory"] == [*map(str, load({}, {}, file).complaints)]


def test_the_language_can_be_read_before_the_other_settings(home: Path) -> None:
    """
    An invalid language is reported later, with the other settings. Names are
    normalized.
    """
    (home / "settings.toml").write_text('name = "Zoe\u0308"', "utf-8")
    assert "Zoë" == load().settings.name
    assert "Chloé" == load({}, {"WONDERS_NAME": "Chloe\u0301"}).settings.name
    (home / "settings.toml").unlink()
    assert "" == settings.language({})
    (home / "settings.toml").write_text("language = 'fr'")
    assert "fr" == settings.language({})
    assert "en" == settings.language({"WONDERS_LANGUAGE": "en"})
    assert "" == settings.language({"WONDERS_LANGUAGE": "la"})


# Keys.


def test_no_default_key_has_two_meanings() -> None:
    """Every default key is valid and belongs to a single action."""
    usual = [key for action in ACTIONS.values() for key in action.keys]
    assert len(usual) == len(set(usual))
    assert all(map(is_key, usual))
    # prompt-toolkit would reject these later.
    for written in ("", "  ", "ctrl-x", "c-1", "f13", "ab", "\x1b"):
        assert not is_key(written)


def test_a_chosen_key_is_taken_from_its_former_action() -> None:
    """Other keys of that action stay. Digits can be reassigned, too."""
    keys = bound({"sell": ("b", "1")})
    by_key = {key: name for name, key in keys}
    assert "sell" == by_key["b"] == by_key["1"]
    assert "digit 2" == by_key["2"]
    assert "s" not in by_key


# Writing.


@posix_only
def test_writing_a_setting_keeps_the_rest_of_the_file(file: Path) -> None:
    """It keeps comments, the order, and settings that this version doesn't know."""
    before = "# mine\nlater = 1  # of another version\nbell = false # quiet\n\n[keys]\n"
    file.write_text(f"{before}# none yet\n")
    put(file, {"bell": True, "mouse": False, "keys.build": ("b", "f5")})
    text = file.read_text()
    for line in ("# mine\nlater = 1  # of another version\n", "# none yet\n"):
        assert line in text
    assert "bell = true # quiet" in text
    loaded = load({}, {}, file)
    assert (True, False) == (loaded.settings.bell, loaded.settings.mouse)
    assert {"build": ("b", "f5")} == loaded.settings.keys
    put(file, {"bell": None, "mouse": None, "keys.build": None})
    assert not load({}, {}, file).sources
    assert 0o600 == file.stat().st_mode & 0o777


def test_a_new_file_lists_every_setting_with_its_default(file: Path) -> None:
    lines = [line for line in template().split("\n") if " = " in line]
    file.write_text("\n".join(line.removeprefix("# ") for line in lines[:-1]))
    loaded = load({}, {}, file)
    assert ((), Settings()) == (loaded.complaints, loaded.settings)
    assert set(ABOUT) == set(loaded.sources)


def test_a_file_that_cannot_be_parsed_is_not_overwritten(file: Path) -> None:
    file.write_text("bell = ")
    with pytest.raises(DamagedFile, match=r"settings\.toml: "):
        put(file, {"bell": True})
    assert "bell = " == file.read_text()


# The command.


def wonders(
    capsys: pytest.CaptureFixture[str], *words: str, status: int = 0
) -> tuple[str, str]:
    assert status == run(["settings", *words])
    said = capsys.readouterr()
    return said.out, said.err


def test_the_command_shows_all_settings_with_their_sources(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It shows the path of the file as well."""
    (home / "settings.toml").write_text("bell = true\nkeys.chat = 'c'\nrubbish = 1")
    out, err = wonders(capsys)
    lines = [line.split() for line in out.splitlines()]
    assert ["bell", "true", "file"] in lines
    assert ["reveal", "4", "default"] in lines
    assert ["keys.chat", '["c"]', "file"] in lines
    assert str(home / "settings.toml") in out
    assert 1 == len(err.splitlines())


def test_the_command_changes_and_resets_a_setting(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It prints the value in effect, and warns if a change has no effect now."""
    assert ("bell  true  file\n", "") == wonders(capsys, "bell", "on")
    assert "bell  true  file\n" in wonders(capsys, "bell")[0]
    assert ("bell  false  default\n", "") == wonders(capsys, "bell", "--reset")
    assert 'keys.page_up  ["g g"]  file\n' == wonders(capsys, "keys.page_up", "g g")[0]
    wonders(capsys, "keys.page_up", "--reset")
    assert 'keys.page_up  ["pageup"]  default\n' == wonders(capsys, "keys.page_up")[0]
    assert "keys.quit" in wonders(capsys, "--keys")[0]
    monkeypatch.setenv("WONDERS_BELL", "no")
    out, err = wonders(capsys, "bell", "yes")
    assert "bell  false  environment\n" == out
    assert "WONDERS_BELL" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bell", "loud"), "bell can't be 'loud'; allowed: true, false"),
        (("colour",), "'colour': there is no such setting"),
        (("colour", "--reset"), "'colour': there is no such setting"),
        (("keys.fly", "x"), "keys.fly: there is no such action"),
        (("keys.", "x"), "choose one of"),
        (("--reset",), "only one of these"),
        (("bell", "on", "--reset"), "only one of these"),
        (("bell", "--edit"), "only one of these"),
    ],
)
def test_wrong_use_of_the_command_is_one_line(
    home: Path, capsys: pytest.CaptureFixture[str], words: Sequence[str], said: str
) -> None:
    """The line says what is allowed. Nothing is written."""
    out, err = wonders(capsys, *words, status=2)
    assert ("", 1) == (out, err.count("\n"))
    assert said in err
    assert not (home / "settings.toml").exists()


@posix_only
def test_the_editor_opens_a_file_with_comments(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake made there is reported at once."""
    monkeypatch.setenv("VISUAL", "sed -i 's/^# bell = false/bell = 7/'")
    _out, err = wonders(capsys, "--edit", status=1)
    assert "bell can't be 7" in err
    monkeypatch.setenv("VISUAL", "sed -i 's/^bell = 7/bell = true/'")
    assert ("", "") == wonders(capsys, "--edit")
    assert load().settings.bell
