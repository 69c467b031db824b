"""Commands on the pages for players are accepted by the programs."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from sealed_wonders.client.__main__ import wonders
from sealed_wonders.host.hostoptions import host

ROOT = Path(__file__).parents[1]

PAGES = (
    "README.md",
    "README.fr.md",
    "docs/PLAYING.md",
    "docs/fr/PLAYING.md",
    "docs/fr/HOSTING.md",
)

PROGRAMS = {"wonders": wonders, "wonders-host": host, "scripts/play": wonders}


def _commands(text: str) -> Iterator[str]:
    """
    Yield the commands in code blocks and code spans, without the remark that follows
    two spaces.
    """
    spans = re.findall(r"^ {4,}(\S.*)$", text, re.MULTILINE)
    spans += re.findall(r"`([^`]+)`", re.sub(r"\s+", " ", text))
    for span in spans:
        typed = re.split(r" {2,}", span)[0].replace(".venv\\Scripts\\", "")
        typed = re.sub(r"\s*>.*", "", typed.replace(".venv/bin/", ""))
        typed = re.sub(r"^WONDERS_\w+=\S+ ", "", typed)
        if re.match(r"(wonders(-host)?|scripts/play)( [a-z-]|$)", typed):
            yield typed


EXAMPLES = {page: {*_commands((ROOT / page).read_text("utf-8"))} for page in PAGES}


@pytest.mark.parametrize("page", sorted({*PAGES, "docs/HOSTING.md"}))
def test_a_page_states_where_commands_are_and_how_to_choose_french(page: str) -> None:
    """
    A shell doesn't find the commands of a checkout, and the system's language may be
    another one.
    """
    text = " ".join((ROOT / page).read_text("utf-8").split())
    assert not page.startswith("docs/") or "`.venv/bin`" in text
    if re.search(r"PLAYING|README\.fr", page):
        assert "--lang fr" in text
        assert "wonders settings language fr" in text


@pytest.mark.parametrize("page", sorted(it for it in PAGES if "fr" in it))
def test_french_pages_keep_double_signs_with_the_word_before(page: str) -> None:
    """A no-break space stands before them, so that none begins a line."""
    text = (ROOT / page).read_text("utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("    ")]
    prose = re.sub(r"`[^`\n]*`|\]\([^)]*\)", "x", "\n".join(lines))
    assert prose.count("\u00a0:") > 5
    assert [] == re.findall(
        r".*(?:[ \n][;:?!»](?!\[)|\w[;?!»]|\w:(?=\s)|«[^\u00a0]).*", prose
    )


def test_every_page_has_examples() -> None:
    assert all(EXAMPLES.values())
    typed = set().union(*EXAMPLES.values())
    assert {"scripts/play learn", "wonders learn", "wonders-host history"} <= typed


@pytest.mark.parametrize("page", PAGES)
def test_every_example_is_accepted_by_its_command(page: str) -> None:
    """The command exists, has these options, and accepts their values."""
    for command in sorted(EXAMPLES[page]):
        understand(command)


def understand(command: str) -> None:
    program, *arguments = shlex.split(command)
    here: click.Command = PROGRAMS[program]
    if program == "scripts/play" and not arguments:
        arguments = ["play"]
    while isinstance(here, click.Group) and arguments and arguments[0][0] != "-":
        found = here.get_command(click.Context(here), arguments[0])
        if found is None:
            break
        here, arguments = found, arguments[1:]
    # A command keeps the help option that it is first asked for.
    context = click.Context(here, help_option_names=["-h", "--help"])
    given, left, _order = here.make_parser(context).parse_args(list(arguments))
    assert left == []
    for option in here.params:
        if isinstance(option, click.Option) and option.name in given:
            option.type_cast_value(context, given[option.name])
