"""Bots from installed packages, as docs/BOTS.md describes them."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from sealed_wonders.client.__main__ import wonders
from sealed_wonders.client.bots import STRATEGIES, own, strategy
from sealed_wonders.core.game import Over, seeded
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.local import Dealer
from sealed_wonders.host.hostoptions import host as wonders_host
from sealed_wonders.net import botnames
from tests.support.clirunner import CliRunner

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "BOTS.md").read_text("utf-8")
STRENGTH = (DOCS / "bots" / "STRENGTH.md").read_text("utf-8")

WRONG = """
def failing(seed):
    def choose(state, seat, faces):
        raise ZeroDivisionError("of course")
    return choose

def cheating(seed):
    return lambda state, seat, faces: state.moves(seat, faces)[0]._replace(text="win")
"""

Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """
    Yield a function that installs a package of one module, as pip does for an editable
    one.
    """

    def installed(code: str, described: str) -> None:
        project = tomllib.loads(described)
        (module,) = project["tool"]["setuptools"]["py-modules"]
        (tmp_path / f"{module}.py").write_text(code, "utf-8")
        name, version = project["project"]["name"], project["project"]["version"]
        info = tmp_path / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Name: {name}\nVersion: {version}\n", "utf-8")
        lines = [
            line
            for group, entries in project["project"]["entry-points"].items()
            for line in (f"[{group}]", *(f"{k} = {v}" for k, v in entries.items()))
        ]
        (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")
        monkeypatch.syspath_prepend(tmp_path)
        botnames.found.cache_clear()

    yield installed
    botnames.found.cache_clear()


def on_the_page(language: str) -> str:
    (block,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return str(block)


def test_the_example_bot_of_the_docs_plays(cli: CliRunner, install: Install) -> None:
    """It is found by its name wherever strategies are accepted, and beats chance."""
    install(on_the_page("python"), on_the_page("toml"))
    words = ("arena", "random", "thrifty", "--players", "3", "--deals", "2", "--json")
    told = json.loads(cli(*words))
    assert ["thrifty", "random"] == [it["strategy"] for it in told["ladder"]]
    said = cli("arena", "thrifty", "x", status=2)
    assert (
        f"no strategy called 'x'; choose one of {', '.join(STRATEGIES)}, thrifty"
        in said
    )


def test_commands_accept_installed_bots_and_builtin_strategies(
    install: Install,
) -> None:
    """Unknown names are refused."""
    install(on_the_page("python"), on_the_page("toml"))
    play = wonders.get_command(click.Context(wonders), "play")
    for command in (play, wonders_host):
        assert command is not None
        for name in (*STRATEGIES, "thrifty"):
            with command.make_context("", ["--strategy", name]) as context:
                assert name == context.params["strategy"]
        with pytest.raises(
            click.BadParameter, match="'genius' is not one of 'builder'"
        ):
            command.make_context("", ["--strategy", "genius"])


def test_errors_of_installed_bots_are_attributed_to_them(
    cli: CliRunner, install: Install
) -> None:
    """
    In an arena, an error ends the games with one line; at a table, another move is made
    instead.
    """
    install(
        WRONG,
        '[project]\nname = "wrong"\nversion = "1"\n'
        '[project.entry-points."sealed_wonders.bots"]\n'
        'failing = "wrong:failing"\ncheating = "wrong:cheating"\n'
        'missing = "wrong:missing"\n'
        '[tool.setuptools]\npy-modules = ["wrong"]\n',
    )
    for name, said in (
        ("failing", "bot failing failed: ZeroDivisionError: of course"),
        ("cheating", "bot cheating chose an illegal move: 'win'"),
    ):
        assert f"wonders: {said}\n" == cli("arena", "random", name, status=1)
    said = cli("arena", "random", "missing", status=2)
    assert "bot missing can't be created: AttributeError" in said
    told: list[str] = []
    bots = [
        own.enduring(strategy(name, ""), lambda why: told.append(str(why)))
        for name in ("failing", "cheating", "random")
    ]
    dealer = Dealer(ruleset("wonders", 3, {}), seeded("own"))
    for _ in dealer.steps(bots):
        pass
    assert isinstance(dealer.state.ask, Over)
    assert {"bot failing failed", "bot cheating chose"} == {
        " ".join(it.split()[:3]).rstrip(":") for it in told
    }


@pytest.mark.parametrize("page", [PAGE, STRENGTH], ids=["BOTS", "STRENGTH"])
def test_commands_in_the_docs_can_be_parsed(
    page: str, install: Install, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.jsonl").touch()
    install(on_the_page("python"), on_the_page("toml"))
    lines = re.findall(r"^    (wonders .+)$|`(wonders \w+ [^`]+)`", page, re.MULTILINE)
    assert len(lines) >= 5
    for line in lines:
        _, name, *words = shlex.split(next(filter(None, line)))
        command = wonders.get_command(click.Context(wonders), name)
        assert command is not None
        with command.make_context(name, words):
            pass
