"""
A story as one HTML file, which loads nothing from anywhere.

Theory of operation
-------------------
The page's script draws the table from data in the page (`tale.py`), with the modules that
the pages of hosts and seats use as well; `bundling.py` makes one script of them. Without
the script, the page says the result, the score sheet and all turns in words.

The policy in the page's head lets a browser run our script and use our style, identified
by their hashes, show pictures that are in the page, and nothing else.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.reports.bundling import bundle
from sealed_wonders.client.reports.story import Story, StoryStep
from sealed_wonders.client.reports.tale import tale, title_of
from sealed_wonders.client.reports.talewords import words
from sealed_wonders.client.words import text
from sealed_wonders.core.chronicle import Decisive
from sealed_wonders.core.pictures.svg import written
from sealed_wonders.net.web import markup
from sealed_wonders.net.web.markup import Markup, document, joined, tag
from sealed_wonders.net.web.pagefiles import data_of, shared
from sealed_wonders.net.words import _, language

STYLES = ("shared.css", "audience.css", "report.css")
ENTRY = "report.js"
"""The module that runs in a page by itself."""


def page(story: Story, start: int | None = None) -> str:
    """
    Return a story as a page, in the current language.

    Args:
        story: the story.
        start: the step to show first; None to begin with the result.
    """
    head = markup.style(style(), policy())
    known = tag(
        "script", Markup(data(story, start)), type="application/json", id="tale"
    )
    body = tag(
        "body",
        tag("main", *_told(story), class_="told"),
        known,
        tag("script", Markup(script())),
    )
    return document(language(), title_of(story), head, body)


def data(story: Story, start: int | None) -> str:
    """Return the data of a page, as JSON that can stand in a script element."""
    written = json.dumps(tale(story, start), ensure_ascii=False, separators=(",", ":"))
    return written.replace("<", "\\u003c")


@functools.cache
def modules() -> Mapping[str, bytes]:
    """Return the scripts and styles of the page, by file name."""
    return {**shared(*STYLES[:2]), **data_of(__package__)}


@functools.cache
def script() -> str:
    """Return all scripts as one."""
    sources = {
        name: source.decode()
        for name, source in modules().items()
        if name.endswith(".js")
    }
    return bundle(sources, ENTRY)


@functools.cache
def style() -> str:
    return "\n".join(modules()[name].decode().strip() for name in STYLES)


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def policy() -> str:
    """Return the content security policy of such a page."""
    return (
        f"default-src 'none'; style-src {_hash(style())}; "
        f"script-src {_hash(script())}; img-src data:; base-uri 'none'; "
        "form-action 'none'"
    )


# What the page says without its script.


def _told(story: Story) -> Iterator[Markup]:
    yield tag("h1", title_of(story))
    yield from _paragraphs(_facts(story))
    if story.sheet is not None:
        yield tag("h2", _("The result") if story.is_whole else _("The points so far"))
        if story.is_whole:
            yield tag("p", _result(story), class_="verdict")
        yield _sheet(story)
    if story.decisive:
        yield tag("h2", _("Decisive turns"))
        yield _list([_decided(it, story) for it in story.decisive])
    yield tag("h2", _("Was it fair?"))
    yield from _paragraphs((story.verdict, *story.about, *story.known))
    yield tag("h2", _("Turn by turn"))
    for step in story.steps:
        yield from _step(step, story)
    if story.disclosed:
        yield tag("h2", _("Disclosed after the game"))
        yield _list(story.disclosed)


def _paragraphs(lines: Sequence[str]) -> Iterator[Markup]:
    return (tag("p", line) for line in lines)


def _facts(story: Story) -> list[str]:
    facts = []
    if story.saved:
        facts.append(words()["saved"].format(when=story.saved))
    if story.code:
        facts.append(words()["code_is"].format(words=story.code))
    return facts


def _result(story: Story) -> str:
    sheet = story.sheet
    if sheet is None:
        return ""
    names = [story.names[seat] for seat in sheet.winners]
    points = sheet.rows[sheet.winners[0]][-1]
    said = words()["they_win" if len(names) > 1 else "one_wins"]
    return said.format(who=text.listing(names), n=written(points))


def _sheet(story: Story) -> Markup:
    """Return the score sheet, with a row for each player."""
    sheet = story.sheet
    if sheet is None:
        return Markup("")
    heads = (tag("th", column, scope="col") for column in story.columns)
    rows = (
        tag(
            "tr",
            tag("th", story.names[seat], scope="row"),
            *(tag("td", written(points)) for points in row),
        )
        for seat, row in enumerate(sheet.rows)
    )
    whole = tag(
        "table",
        tag("thead", tag("tr", tag("td"), *heads)),
        tag("tbody", *rows),
        class_="sheet",
    )
    return tag("div", whole, class_="scrolls", tabindex="0")


def _list(lines: Sequence[str]) -> Markup:
    return tag("ul", *(tag("li", line) for line in lines)) if lines else joined(())


def _decided(it: Decisive, story: Story) -> str:
    said = words()["decisive.leads" if it.leads else "decisive.gains"]
    name = story.names[it.seat]
    gain = f"+{it.gain}" if it.gain > 0 else written(it.gain)
    return said.format(at=_turn(it.at, story), who=name, n=gain)


def _turn(at: Sequence[int], story: Story) -> str:
    """Return the title of a turn."""
    found = (it.title for it in story.steps if at and it.turn[: len(at)] == tuple(at))
    return next(found, _("Before the first turn"))


def _step(step: StoryStep, story: Story) -> Iterator[Markup]:
    yield tag("h3", step.title)
    yield _list(step.lines)
    if step.sections["table"]["cities"]:
        rows = step.sections["points"]["rows"]
        far = ", ".join(
            _("{who} {n}").format(who=name, n=written(row[-1]))
            for name, row in zip(story.names, rows, strict=True)
        )
        yield tag("p", _("Points: {rows}").format(rows=far), class_="none")
