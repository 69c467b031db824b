"""
The help of commands as data.

Every command writes its help as usual, but into a formatter that keeps headings,
paragraphs and lists apart. Groups of options, epilogs and translations need no code
here.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol, cast

import click

from scripts.references.hoststatuses import STATUSES
from sealed_wonders.client.__main__ import wonders
from sealed_wonders.host.hostoptions import host
from sealed_wonders.net import words
from sealed_wonders.net.commandline.statuses import STATUSES as OF_PLAYER

LANGUAGE = "en"

STATUS = "Exit status"
"""The heading of exit statuses."""

Rows = Sequence[tuple[str, str]]
"""Words to type, each with its meaning."""

Part = str | Rows
"""A paragraph or a list."""


@dataclass
class Section:
    """
    A section of a help text; the one before the first heading has an empty heading.
    """

    heading: str
    parts: list[Part] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Manual:
    name: str
    """Includes the names of the groups that contain it: ``wonders play``."""
    summary: str
    usage: str
    description: Sequence[Part]
    sections: Sequence[Section]


class _Recorder(click.HelpFormatter):
    """
    A formatter that keeps what a command writes instead of wrapping it into lines.
    """

    def __init__(self) -> None:
        super().__init__()
        self.usage = ""
        self.sections = [Section("")]

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        self.usage = f"{prog} {args}".strip()

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        self.sections.append(Section(name))
        yield
        self.sections.append(Section(""))

    def write_text(self, text: str) -> None:
        paragraphs = re.split(r"\n\s*\n", inspect.cleandoc(text))
        self._parts.extend(" ".join(it.split()) for it in paragraphs if it.strip())

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 0, col_spacing: int = 0
    ) -> None:
        self._parts.append([(word.strip(), " ".join(it.split())) for word, it in rows])

    @property
    def _parts(self) -> list[Part]:
        return self.sections[-1].parts


class _Page(Protocol):
    """The additional sections that a command may have besides its help."""

    def sections(self) -> Iterator[tuple[str, Rows]]: ...


def programs() -> Mapping[str, Sequence[Manual]]:
    """Return the manuals of each program, the program's own first."""
    words.use(LANGUAGE)
    words.lend(LANGUAGE)
    return {
        "wonders": list(_manuals(wonders, "wonders", "")),
        "wonders-host": list(_manuals(host, "wonders-host", "")),
    }


def _manuals(
    command: click.Command, name: str, summary: str, parent: click.Context | None = None
) -> Iterator[Manual]:
    """Yield the manual of a command, then those of the commands in it."""
    settings = command.context_settings
    context = command.context_class(command, parent, info_name=name, **settings)
    help = _Recorder()
    command.format_help(context, help)
    first, *rest = [it for it in help.sections if it.parts]
    description: Sequence[Part] = () if first.heading else first.parts
    sections = [first, *rest] if first.heading else rest
    yield Manual(
        context.command_path,
        summary.rstrip(".") or _first_sentence(description),
        help.usage,
        description,
        [*sections, *_more(command, {it.heading for it in sections})],
    )
    told = {
        word: about
        for section in sections
        for part in section.parts
        if not isinstance(part, str)
        for word, about in part
    }
    for inner_name, inner in _commands_in(command, context):
        if not inner.hidden:
            about = told.get(inner_name, "")
            yield from _manuals(inner, inner_name, about, context)


def _commands_in(
    command: click.Command, context: click.Context
) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            if inner is not None:
                yield name, inner


def _more(command: click.Command, written: set[str]) -> Iterator[Section]:
    """Yield the sections that aren't in a command's help."""
    page = cast("_Page | None", getattr(command, "page", None))
    for heading, rows in page.sections() if page else ():
        if heading not in written:
            translated = [(words._(word), words._(about)) for word, about in rows]
            yield Section(heading, [translated])
    if command is wonders:
        yield Section(STATUS, [[(it.code, words._(it.means)) for it in OF_PLAYER]])
    if command is host:
        yield Section(STATUS, [[(f"{it}", STATUSES[it]) for it in STATUSES]])


def _first_sentence(description: Sequence[Part]) -> str:
    for part in description:
        if isinstance(part, str):
            return re.split(r"(?<=[.:]) ", part, maxsplit=1)[0].rstrip(".:")
    return ""
