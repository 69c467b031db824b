"""The reference and the manual pages: current, and complete."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from scripts.references.hoststatuses import STATUSES
from scripts.references.manuals import programs
from scripts.references.markdown import anchor
from scripts.references.roff import page, page_name
from sealed_wonders import OpenGame
from sealed_wonders.client.__main__ import wonders
from sealed_wonders.host.commands import COMMANDS
from sealed_wonders.host.hostoptions import host
from sealed_wonders.host.news import KINDS
from sealed_wonders.net.commandline.completion import completion
from tests.host import test_main
from tests.host.test_news import ALL
from tests.support.scriptrunner import run_here

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "scripts" / "reference.py"
REFERENCE, MAN = ROOT / "docs" / "reference", ROOT / "docs" / "man"


def read(name: str) -> str:
    return (REFERENCE / name).read_text("utf-8")


def commands() -> Iterator[tuple[str, click.Command]]:
    """Yield all commands that people may know of, with the names of their pages."""
    context = click.Context(wonders)
    yield "wonders", wonders
    for name in wonders.list_commands(context):
        command = wonders.get_command(context, name)
        assert command is not None
        if not command.hidden:
            yield f"wonders-{name}", command
    for name in ("install", "show"):
        yield f"wonders-completion-{name}", completion.load(name)
    yield "wonders-host", host
    for name in COMMANDS:
        yield f"wonders-host-{name}", host.load(name)


@pytest.fixture(scope="module")
def every() -> dict[str, click.Command]:
    return dict(commands())


def test_all_pages_are_current(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """If one isn't, scripts/reference.py writes it again."""
    status = run_here(SCRIPT, "--check", patch=monkeypatch)
    assert ("", 0) == (capsys.readouterr().out, status)


def test_every_command_has_a_manual_page(every: dict[str, click.Command]) -> None:
    """There are no other pages, except for the second name of the player's program."""
    there = {path.stem for path in MAN.iterdir()}
    assert {*every, "sealed-wonders"} == there
    assert (
        (MAN / "sealed-wonders.1").read_text("utf-8").endswith("\n.so man1/wonders.1\n")
    )


def test_every_option_is_explained(every: dict[str, click.Command]) -> None:
    """Both in the reference and its command's manual page, unless it is hidden."""
    for name, command in every.items():
        manual = (MAN / f"{name}.1").read_text("utf-8").replace("\\-", "-")
        program = "wonders-host" if name.startswith("wonders-host") else "wonders"
        reference = read(f"{program}.md")
        for option in command.params:
            if not isinstance(option, click.Option):
                continue
            for word in (*option.opts, *option.secondary_opts):
                is_there = re.search(rf"\\fB(.* )?{re.escape(word)}[ ,\\]", manual)
                assert bool(is_there) != option.hidden, (name, word)
                if not option.hidden:
                    assert word in reference


def test_links_to_commands_lead_to_their_headings() -> None:
    for program in ("wonders", "wonders-host"):
        text = read(f"{program}.md")
        headings = {anchor(it) for it in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}
        links = set(re.findall(r"\]\(#([^)]*)\)", text))
        assert links
        assert links <= headings


def test_every_key_of_a_configuration_file_is_listed() -> None:
    """The page lists nothing else."""
    listed = set(re.findall(r"^\| `([a-z-]+)`", read("config.md"), re.MULTILINE))
    options = {it.name: it for it in host.params if isinstance(it, click.Option)}
    elsewhere = {"config", "ends-with-input", "lang", "version", "help"}
    words = {it.opts[-1].removeprefix("--") for it in options.values()}
    assert words - elsewhere == listed


def test_every_event_is_listed() -> None:
    """All fields that a host writes are listed and explained, too."""
    page = read("events.md")
    listed = set(re.findall(r"^### `([a-z-]+)`", page, re.MULTILINE))
    rows = [it.row() for it in ALL]
    assert {row["event"] for row in rows if "event" in row} == listed
    for name in {name for row in rows for name in row}:
        assert f"| `{name}` |" in page or name == "text"
    for name in (name for kind in KINDS for name in kind.made_fields):
        assert f"| `{name}` |" in page
    assert not re.findall(r"^\| `.*\|\s*\|$", page, re.MULTILINE)


def test_exactly_the_tested_exit_statuses_are_listed() -> None:
    assert {status for status, *_ in test_main.STATUSES} == set(STATUSES)
    page = read("exit-codes.md")
    for status in STATUSES:
        assert f"| `{status}` |" in page


def test_only_attributes_of_a_game_are_listed_as_such() -> None:
    """Variables of its constructor aren't attributes."""
    _, rest = read("python.md").split("\n## OpenGame\n")
    table = rest.partition("\n### ")[0]
    listed = re.findall(r"^\| `(\w+)\b.*` \|", table, re.MULTILINE)
    assert {"state", "is_over", "sheet", "record"} <= set(listed)
    game = OpenGame(players=3)
    assert [] == [name for name in listed if not hasattr(game, name)]


def test_a_manual_page_can_be_found_by_whatis() -> None:
    """It needs a name and a summary; no line of text may be taken for a request."""
    for manual in (it for some in programs().values() for it in some):
        lines = page(manual, []).splitlines()
        name = lines.index(".SH NAME")
        plain = lines[name + 1].replace("\\-", "-").replace("\\(aq", "'")
        assert plain.startswith(f"{page_name(manual)} - ")
        requests = {it.split()[0] for it in lines if it.startswith((".", "'"))}
        assert requests <= {'.\\"', ".TH", ".SH", ".B", ".TP", ".PP"}
