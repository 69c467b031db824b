"""docs/HOSTING.md and docs/hosting: their commands work, and their names exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from sealed_wonders.host import supervisor, tableregistry
from sealed_wonders.host.commands import COMMANDS
from sealed_wonders.host.commands.install_service import UNITS
from sealed_wonders.host.guests import BANNED
from sealed_wonders.host.hostoptions import host, read_settings
from sealed_wonders.host.keys import CERTIFICATE, IDENTITY
from sealed_wonders.host.output import FAULTS
from sealed_wonders.host.unit import CONFIG, STATE
from sealed_wonders.host.unit import NAME as UNIT
from sealed_wonders.host.unready import LAST_CALL
from sealed_wonders.net.address import Address
from sealed_wonders.net.history.evening import MORNING
from sealed_wonders.net.history.rating import NEW
from sealed_wonders.net.history.store import NAME
from sealed_wonders.net.limits import NEWCOMERS
from sealed_wonders.net.system.signals import ENDING, UNUSED
from sealed_wonders.net.tableoptions import READY_WITHIN

DOCS = Path(__file__).parents[2] / "docs"

PAGES = {
    path.stem: path.read_text("utf-8")
    for path in (DOCS / "HOSTING.md", *sorted((DOCS / "hosting").glob("*.md")))
}

PAGE = "\n".join(PAGES.values())

PROSE = " ".join(PAGE.split())
"""The text without its line breaks."""

EXAMPLES = re.findall(
    r"^    (?:sudo )?(?:/opt/sealed-wonders/bin/)?(wonders-host.*)$", PAGE, re.MULTILINE
)

TOML = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("command", EXAMPLES)
def test_every_example_is_a_valid_command(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("host.toml").write_text(TOML[0], encoding="utf-8")
    assert str(CONFIG) in PAGE
    command = command.replace(str(CONFIG), "host.toml")
    _, *arguments = shlex.split(command)
    if arguments and arguments[0] in COMMANDS:
        name, *arguments = arguments
        host.load(name).make_context(name, arguments)
        return
    parameters = host.make_context("wonders-host", arguments).params
    Address.parse(parameters["listen"])


def test_every_command_has_an_example() -> None:
    """The page also shows how to start a host."""
    assert len(EXAMPLES) >= 6
    assert TOML
    typed = {words[1] for words in map(str.split, EXAMPLES) if len(words) > 1}
    assert set(COMMANDS) <= typed


@pytest.mark.parametrize("text", TOML)
def test_every_configuration_file_is_valid(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("host.toml").write_text(text, encoding="utf-8")
    assert read_settings(["--config", "host.toml"]) is not None


def test_every_option_of_the_history_is_explained() -> None:
    """Every option named in the section also exists."""
    _, rest = PAGES["RUNNING"].split("\n## Standings\n")
    section = rest.partition("\n## ")[0]
    history = host.load("history")
    everywhere = {"--lang", "--version"}
    options = {option for parameter in history.params for option in parameter.opts}
    names = options - everywhere
    assert names == set(re.findall(r"--[a-z]+", section)) - {"--relay"}
    assert f"`{NAME}`" in section
    assert f"A rating begins at {NEW}," in " ".join(section.split())
    assert 6 == MORNING
    assert "until six in the morning" in section


def test_every_signal_is_explained() -> None:
    (signals,) = re.findall(r"^\| signal .*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    named = {signal.name for signal in (*ENDING, *UNUSED)}
    assert named == set(re.findall(r"`(SIG\w+)`", signals))


def test_the_files_of_every_command_are_listed() -> None:
    """Every file is listed under its real name."""
    (files,) = re.findall(r"^\| command .*?\n\n", PAGE, re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| `(wonders-host[^`]*)`", files, re.MULTILINE)
    assert {"wonders-host", *(f"wonders-host {it}" for it in COMMANDS)} == set(rows)
    for path in (UNITS / f"{UNIT}.service", STATE):
        assert f"`{path}`" in files
    for name in (IDENTITY, CERTIFICATE, FAULTS, BANNED, NAME):
        assert f"| `{name}` |" in PAGE
    for suffix in (".journal", ".swlog", ".unfinished.swlog", ".seatN.evidence"):
        assert f"| `GAME{suffix}` |" in PAGE


def test_limits_on_the_page_match_the_constants() -> None:
    assert f"| connections without a login | {NEWCOMERS} |" in PAGE
    assert (8, 600) == (tableregistry.FINISHED_KEPT, tableregistry.FINISHED_PATIENCE)
    assert "| finished tables that stay open | eight, for ten minutes |" in PAGE
    assert tableregistry.ABANDONED_PATIENCE == 300
    assert "all been gone for five minutes" in PROSE
    assert (900, 60) == (READY_WITHIN.default, LAST_CALL)
    assert supervisor.SUMMONED_CAP == 8
    assert "at most eight of these bots can wait for seats" in PROSE
