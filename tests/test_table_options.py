"""Options of a table: declared once, and the same wherever one is typed, read or shown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from sealed_wonders.client.__main__ import run
from sealed_wonders.client.commands.bot import bot
from sealed_wonders.client.commands.join import join
from sealed_wonders.client.commands.play import play
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.tablewords.hosting import AT_OTHERS, EVERY_TABLE, WHICH_GAME
from sealed_wonders.core.games import GAMES
from sealed_wonders.host.hostoptions import host, read_settings
from sealed_wonders.host.hostprogram import run_program
from sealed_wonders.host.offer import choices, read_choices
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.tableoptions import (
    BOT,
    GAME,
    HOST,
    JOIN,
    OPTIONS,
    PLAY,
    PLAYERS,
    THE_GAME,
    Decimal,
    Number,
    Switch,
    TableOption,
    Values,
    Word,
    options_of,
)
from sealed_wonders.net.words import _, spoken
from tests.support.lobbies import HOST as IDENTITY

COMMANDS: dict[str, click.Command] = {PLAY: play, JOIN: join, BOT: bot, HOST: host}

NAMES = [it.name for it in OPTIONS]

each = pytest.mark.parametrize("option", OPTIONS, ids=NAMES)


def params(command: str) -> dict[str, Any]:
    """Return a command's parameters by their names, without dashes."""
    return {
        param.opts[0].removeprefix("--"): param for param in COMMANDS[command].params
    }


def wrong(option: TableOption[Any]) -> Iterator[object]:
    """Yield invalid values of an option."""
    match option:
        case Number() | Decimal():
            yield option.most + 1
            if option.least > 0:
                yield 0 if option is not PLAYERS else 1
        case Word():
            yield "d\N{LATIN SMALL LETTER E WITH ACUTE}" if option.is_open else "dance"
        case Switch():
            yield 3


WRONG = [(it, value) for it in OPTIONS for value in wrong(it)]


# Where it is.


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_exactly_its_options_in_order(command: str) -> None:
    """`wonders bot` has none of the options of the table that it joins."""
    assert [it.name for it in options_of(command)] == [
        name for name in params(command) if name in NAMES
    ]


@each
def test_an_option_is_the_same_in_every_command(option: TableOption[Any]) -> None:
    """Its help, its metavar and its former names are the same."""
    found = [params(it)[option.name] for it in option.programs]
    assert found
    for param, command in zip(found, option.programs, strict=True):
        values = {it: f"`{option.typed(at)}`" for it, at in option.mentions.items()}
        assert option.help.format(**values) == param.help
        assert [f"--{it}" for it in option.former] == list(param.former)
        assert option.heading == param.heading or (command, param.heading) == (BOT, "")
        assert option.param == param.name
    assert 1 == len({param.metavar for param in found})
    wished = [it for it in option.programs if it == JOIN]
    for command in wished:
        assert not params(command)[option.name].default


@each
def test_the_texts_of_an_option_are_translated_into_french(
    option: TableOption[Any],
) -> None:
    """These are its help, heading, label, question and the words for its values."""
    texts = [option.help, option.heading]
    texts += [option.label] if option.label else []
    texts += [option.asks] if option.asks else []
    # "Bots" and "Robots" differ, but a word may be the same in both.
    with spoken("fr"):
        assert option.help != _(option.help)
        missing = [it for it in texts if it == _(it)]
        words = [option.words(it, str) for it in option.steps]
    assert [] == missing
    assert len(words) == len({*words})


# Values.


@each
def test_the_default_and_offered_values_of_an_option_are_valid(
    option: TableOption[Any],
) -> None:
    """Each of them can be read back from the way in which it is typed."""
    if option is GAME:
        return
    for value in (option.default, *option.steps):
        assert option.fits(value)
        if not isinstance(option, Decimal):
            assert value == option.read(option.typed(value))
    assert Values() == Values(**{option.param: option.default})


@pytest.mark.parametrize(
    ("option", "value"), WRONG, ids=[f"{it.name}={value}" for it, value in WRONG]
)
def test_invalid_values_of_an_option_are_refused_in_one_line(
    option: TableOption[Any],
    value: object,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The error is in the same words on each command line and for a host's file."""
    with pytest.raises(ValueError, match=rf"^{option.name} must be "):
        option.checked(value)
    texts = []
    if HOST in option.programs:
        file = tmp_path / "host.toml"
        file.write_text(f"{option.name} = {json.dumps(value)}\n", "utf-8")
        assert 2 == run_program(["check-config", str(file)])
        in_file = capsys.readouterr().err
        assert f"{file}: {option.name}: " in in_file
        assert 1 == in_file.count("\n")
        texts.append(in_file.partition(f": {option.name}: ")[2].strip())
    if isinstance(option, Switch):
        return
    typed = f"--{option.name}={value}"
    for command in option.programs:
        if command == HOST:
            assert 2 == run_program([typed])
        else:
            assert 2 == run([command, *_where(command), typed])
        line = capsys.readouterr().err
        assert 1 == line.count("\n")
        assert f"'--{option.name}'" in line
        texts.append(line.partition(f"'--{option.name}': ")[2].partition(" Try '")[0])
    # A person takes one of the seats, so there can be one bot fewer.
    words = {it.replace(" to 6,", " to 7,").rstrip(".") for it in texts}
    if option is PLAYERS:  # a number in a file, and a word on a command line
        words = {it.replace("'", "") for it in words}
    assert 1 == len(words)


def _where(command: str) -> tuple[str, ...]:
    return () if command == PLAY else ("127.0.0.1:1",)


# Where an option is used.


@each
def test_an_option_that_guests_may_choose_is_offered_everywhere(
    option: TableOption[Any],
) -> None:
    """Everywhere is a guest's command, `--may-choose` of a host, and the screens."""
    is_choice = JOIN in option.programs
    assert (option.wish in choices()) == is_choice
    if is_choice:
        for name in (option.name, *option.former):
            assert {option.wish} == read_choices(name)
    else:
        with pytest.raises(
            ValueError, match=f"^'{option.name}' isn't an option that can be chosen"
        ):
            read_choices(option.name)
    shown = [it.option for it in (WHICH_GAME, *EVERY_TABLE, *AT_OTHERS)]
    assert (option in shown) == bool(option.label)


@each
def test_an_option_reaches_the_host_and_is_signed(option: TableOption[Any]) -> None:
    """A default isn't signed unless it always was, so tables keep the same bytes."""
    settings = read_settings([])
    assert settings is not None
    assert option.name in settings.options()
    if option is GAME or not option.key:
        return
    before = dict(Terms().options(IDENTITY.public, 3))
    assert option.is_always_signed == (option.key in before)
    others = (it for it in option.steps if it != option.default)
    value = next(others, "ann")  # or any text, where there is nothing to go through
    needs = {"game_time": 60} if option.name == "increment" else {}
    terms = Terms(values=Values(**needs, **{option.param: value}))
    assert value == option.agreed(terms.options(IDENTITY.public, 3))
    assert option.default == option.agreed([(option.key, b"strange")])


def test_an_option_without_a_sentence_is_shown_by_label_in_the_lobby(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So players see even a new option before they agree to it."""
    moon = Word(
        "moon",
        help="Moon to play under.",
        heading=THE_GAME,
        programs=(PLAY, JOIN, HOST),
        key="moon",
        label="moon",
        values={"new": "a new one", "full": "a full one"},
        default="new",
    )
    monkeypatch.setattr(lobby, "TABLE_OPTIONS", (*OPTIONS, moon))
    agreed = Terms().options(IDENTITY.public, 3)
    assert "Moon" not in " ".join(lobby.options(agreed, 3))
    there = tuple(sorted((*agreed, ("moon", "full"))))
    assert "Moon: a full one." in lobby.options(there, 3)


def test_an_open_word_accepts_any_text_of_1_to_128_ascii_characters() -> None:
    """Screens show a text that isn't one of its known values as it is."""
    first = Word(
        "first",
        help="Who begins.",
        heading=THE_GAME,
        programs=(PLAY, JOIN, HOST),
        values={"lot": "at random"},
        is_open=True,
        default="lot",
    )
    for text in ("lot", "ann", "a b", "x" * 128):
        assert text == first.read(text)
    for text in ("", "é", "a\nb", "x" * 129):
        with pytest.raises(
            ValueError, match="^first must be 1 to 128 ASCII characters, not "
        ):
            first.read(text)
    assert ("at random", "ann") == (first.words("lot", str), first.words("ann", str))


def test_the_help_of_may_choose_lists_every_option_for_guests() -> None:
    """Each listed name is accepted by the option."""
    (param,) = (it for it in host.params if it.opts == ["--may-choose"])
    assert isinstance(param, click.Option)
    assert param.help is not None
    names = param.help.partition("some of ")[2].partition(".")[0].split(", ")
    assert [*choices()] == [
        next(iter(read_choices(name))) for name in names if len(read_choices(name)) == 1
    ]


def test_every_command_offers_all_games() -> None:
    for command in (PLAY, JOIN, HOST):
        kind = params(command)["game"].type
        assert isinstance(kind, click.Choice)
        assert GAMES == tuple(kind.choices)
