"""The configuration file: the same names, types and errors as on the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import click
import pytest

from sealed_wonders.host.config import CONFIG_CAP, ELSEWHERE, name_in_file
from sealed_wonders.host.hostoptions import host, read_settings
from sealed_wonders.host.hostprogram import run_program
from sealed_wonders.host.settings import Settings
from sealed_wonders.net.tableoptions import (
    BOTS,
    HOST,
    PLAYERS,
    options_of,
)

OPTIONS = {
    name_in_file(it): it
    for it in host.params
    if isinstance(it, click.Option) and it.name not in ELSEWHERE
}

UNUSUAL: dict[str, object] = {
    "listen": "127.0.0.1:7000",
    "game": "wonders",
    "players": 5,
    "bots": 2,
    "bot-memory": 100,
    "lend": 2,
    "strategy": "random",
    "think": 0.5,
    "may-choose": "game,with",
    "ready-within": 0,
    "pause-time": 60,
    "tables": 3,
    "name": "oak",
    "give-up": "0123456789abcdef",
    "sides": "day",
    "with": "leaders",
    "leaders": "expert",
    "boards": "all",
    "draw": "chosen",
    "allow": "allowed.txt",
    "admins": "admins.txt",
    "password-file": "password.txt",
    "logs": "kept",
    "keep-days": 30,
    "keep-mb": 100,
    "metrics": 9777,
    "web": 8080,
    "web-name": ["tables.example", "pi.example"],
    "bundle": "bundle",
    "log-level": "warn,messages=debug",
}
for option in options_of(HOST):
    if option.steps:
        UNUSUAL.setdefault(option.name, option.steps[-1])
"""A value other than the default for each option except flags."""


def written(folder: Path, text: str | bytes) -> str:
    path = folder / "host.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def settings(*arguments: str) -> Settings:
    said = read_settings(arguments)
    assert said is not None
    return said


def flags() -> dict[str, object]:
    """Return every flag, set."""
    return {name: True for name, it in OPTIONS.items() if it.is_flag}


def test_every_option_can_be_set_in_a_file(tmp_path: Path) -> None:
    """It has the same meaning as on the command line, which takes precedence."""
    values = {**flags(), **UNUSUAL}
    assert set(OPTIONS) == {*values, "resume"}
    file = written(
        tmp_path, "".join(f"{it} = {json.dumps(values[it])}\n" for it in values)
    )
    words = []
    for name, value in values.items():
        if value is True:
            words.append(OPTIONS[name].opts[-1])
        elif isinstance(value, list):
            words += [f"--{name}={it}" for it in value]
        elif isinstance(OPTIONS[name].type, click.Path):
            words.append(f"--{name}={tmp_path / str(value)}")
        else:
            words.append(f"--{name}={value}")
    by_file, by_words = settings("--config", file), settings(*words)
    assert by_words.options() == by_file.options()
    assert settings().options() != by_file.options()
    both = settings("--players", "4", "--config", file)
    assert (4, UNUSUAL["bots"]) == (both.terms[PLAYERS], both.terms[BOTS])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("players = 'any'\nbots = 1", "--players=any --bots=1"),
        ("seats = 5\nonlookers-after = 30", "--players=5 --spectator-delay=30"),
        ("seats = 5\nonlookers-after = 30", "--seats=5 --onlookers-after=30"),
        ('with = ["leaders", "edifice"]', "--with=leaders,edifice"),
        ("turn_time = 30", "--turn-time=30"),
        ('name = "Cafe\u0301"', "--name=Café"),
        ('name = "Café"', "--name=Cafe\u0301"),
    ],
)
def test_options_can_be_written_in_several_ways(
    text: str, words: str, tmp_path: Path
) -> None:
    """
    A list may be words with commas, and a dash an underscore. Older names stay for a
    release.
    """
    said = settings("--config", written(tmp_path, text))
    assert said.options() == settings(*words.split()).options() != settings().options()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("player = 5", "unknown option 'player'; did you mean 'players'?"),
        ("zzz = 5", "unknown option 'zzz'"),
        ("config = 'a'", "unknown option 'config'"),
        ("players = 9", "players: must be 2 to 7, or any, not 9"),
        ("players = '5'", "players: must be a number"),
        ("players = true", "players: must be a number"),
        ("players = 5.0", "players: must be a number"),
        ("relay = 1", "relay: must be true or false"),
        ("name = 5", "name: must be text in quotation marks"),
        ("with = [5]", "with: must be text in quotation marks"),
        ("[players]\na = 1", "players: must be a number"),
        (
            "game = 'chess'",
            "game: 'chess' is not one of 'wonders', 'architects'.",
        ),
        ("seats 5", "isn't valid TOML: Expected '=' after a key"),
        ("a = " + "[" * 5000, "isn't valid TOML"),
        (b"name = '\xff'", "isn't text"),
        ("#" * CONFIG_CAP + "#", "is too long"),
        ("sides = 'day'\ngame = 'architects'", "has no option --sides"),
        ('log-level = "loud"', "log-level: there is no level 'loud', only debug,"),
        ("bots = 7", "7 bots leave nobody a seat"),
    ],
)
def test_a_wrong_file_is_refused_with_one_line(
    tmp_path: Path,
    text: str | bytes,
    complaint: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """``check-config`` and the host itself print the same line."""
    file = written(tmp_path, text)
    assert 2 == run_program(["check-config", file])
    said = capsys.readouterr().err
    assert 1 == said.count("\n")
    assert complaint in said
    assert 2 == run_program(["--config", file])
    assert said == capsys.readouterr().err


def test_checking_a_file_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """
    The files that it names are checked, too. A missing configuration file is a usage
    error.
    """
    file = written(tmp_path, "logs = 'kept'\nallow = 'allowed.txt'\n")
    assert 1 == run_program(["check-config", file])
    assert re.search("can't read .*allowed.txt", capsys.readouterr().err)
    (tmp_path / "allowed.txt").write_text("0123-4567-89ab-cdef\n")
    assert 0 == run_program(["check-config", file])
    assert not (tmp_path / "kept").exists()
    assert 2 == run_program(["--config", str(tmp_path / "none.toml")])
    assert "No such file" in capsys.readouterr().err
