"""
A story as one HTML file, which loads nothing from anywhere.

Theory of operation
-------------------
The page is complete without the script, and can be read, printed and searched; the
script only shows one step at a time. Each picture is drawn once, as a symbol, and used
wherever its card appears.

Text chosen by people, such as names, is always escaped. The policy in the page's head
lets a browser run our script and use our style, identified by their hashes, and nothing
else.
"""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files

from sealed_wonders.client.reports.curves import curves, swatch
from sealed_wonders.client.reports.story import (
    Story,
    StoryCity,
    StoryHand,
    StoryPlay,
    StoryStep,
)
from sealed_wonders.client.words import text
from sealed_wonders.core.games import definition
from sealed_wonders.core.pictures.svg import Picture
from sealed_wonders.net.words import _, language, n_


def page(story: Story, start: int | None = None) -> str:
    """
    Return a story as a page, in the current language.

    Args:
        story: the story.
        start: the step to begin with when showing one at a time; None to show all.
    """
    return "".join(_Page(story, start).parts())


def content(story: Story, start: int) -> str:
    """
    Return the title and the body of such a page, for inclusion in another document.

    That document provides the style and runs the script: see `data`.
    """
    return "".join((_title(story), *_Page(story, start).body()))


def title_of(story: Story) -> str:
    return text.noted(story.title, ", ".join(story.names))


@functools.cache
def data(name: str) -> str:
    """Return a file that belongs to such a page: ``report.css`` or ``report.js``."""
    return (files(__package__) / "data" / name).read_text("utf-8").strip()


def _hash(content: str) -> str:
    digest = hashlib.sha256(content.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def policy() -> str:
    """Return the content security policy of such a page."""
    style, script = _hash(data("report.css")), _hash(data("report.js"))
    return (
        f"default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; "
        "form-action 'none'"
    )


def tag(name: str, *children: str, **attributes: object) -> str:
    """
    Return an element.

    Args:
        name: its tag.
        children: markup; text in it must have been escaped.
        attributes: those that are None are left out; a trailing ``_`` isn't part of the
            name.
    """
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{said}>{''.join(children)}</{name}>"


class _Page:
    """One page while it is being written."""

    def __init__(self, story: Story, start: int | None) -> None:
        self._story = story
        self._start = start
        self._pictures: Mapping[str, Picture] = definition(story.game).pictures()
        self._used: dict[str, None] = {}

    def parts(self) -> Iterator[str]:
        meta = f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
        yield f'<!doctype html>\n<html lang="{language()}"><head><meta charset="utf-8">'
        yield f'{meta}<meta name="viewport" content="width=device-width">'
        yield f"{_title(self._story)}<style>{data('report.css')}</style></head>"
        yield from self.body(f"<script>{data('report.js')}</script>")
        yield "</html>\n"

    def body(self, script: str = "") -> Iterator[str]:
        title = escape(title_of(self._story))
        body = "".join((*self._front(), *self._steps()))
        yield "<body>" if self._start is None else f'<body data-start="{self._start}">'
        yield from self._symbols(language())
        yield f"<main><h1>{title}</h1>{self._nav()}{body}</main>{script}</body>"

    # Pictures.

    def _symbols(self, lang: str) -> Iterator[str]:
        yield '<svg class="defs" aria-hidden="true">'
        for id in self._used:
            it = self._pictures[id]
            yield f'<symbol id="p-{id}" viewBox="0 0 {it.width} {it.height}">'
            yield f"{it.body(lang)}</symbol>"
        yield "</svg>"

    def _name(self, id: str) -> str:
        it = self._pictures.get(id)
        return id if it is None else it.names[language()]

    def _picture(self, id: str, shape: str = "card", said: str = "") -> str:
        it = self._pictures.get(id)
        if it is None:
            return escape(id)
        self._used[id] = None
        name = said or it.names[language()]
        return (
            f'<svg class="{shape}" viewBox="0 0 {it.width} {it.height}" role="img" '
            f'aria-label="{escape(name)}"><title>{escape(name)}</title>'
            f'<use href="#p-{id}"/></svg>'
        )

    # The part above the steps.

    def _nav(self) -> str:
        def button(key: str, says: str) -> str:
            return tag("button", escape(says), type="button", data_key=key)

        return (
            "<nav hidden>"
            + button("ArrowLeft", f"← {_('back')}")
            + button("ArrowRight", f"{_('next')} →")
            + button("Escape", _("one turn or all turns"))
            + '<span id="where" aria-live="polite"></span>'
            + tag("span", escape(_("Keys: arrow keys, Home, End, Esc")), class_="dim")
            + "</nav>"
        )

    def _verdict(self) -> list[str]:
        story = self._story
        shape = "good" if story.is_good else "bad"
        said = [tag("p", escape(story.verdict), class_=f"verdict {shape}")]
        said += [tag("p", escape(line)) for line in story.about]
        said += [tag("p", escape(line), class_="dim") for line in story.known]
        if story.code:
            said.append(tag("p", escape(text.noted(_("Table code"), story.code))))
        return said

    def _front(self) -> Iterator[str]:
        story = self._story
        yield _panel(_("Was it fair?"), self._verdict())
        if story.sheet is not None:
            yield _panel(
                _("The result") if story.is_whole else _("The points so far"),
                [self._sheet()],
            )
        if story.decisive:
            yield _panel(_("Decisive turns"), [_list(story.decisive)])
        if len(story.curves) > 1:
            yield _panel(
                _("Points by turn"),
                [tag("div", curves(story), class_="wrap", tabindex="0")],
            )
        if story.trades:
            yield _panel(_("Who paid whom"), [self._trades()])
        if story.opened:
            yield _panel(_("Disclosed after the game"), [_list(story.opened)])

    def _sheet(self) -> str:
        story, sheet = self._story, self._story.sheet
        if sheet is None:
            return ""
        heads = "".join(
            tag("th", escape(f"★ {name}" if self._won(seat) else name), scope="col")
            for seat, name in enumerate(story.names)
        )
        rows = "".join(
            tag(
                "tr",
                tag("th", escape(column), scope="row"),
                *(tag("td", str(row[at])) for row in sheet.rows),
            )
            for at, column in enumerate(story.columns)
        )
        return _table(tag("td") + heads, rows)

    def _won(self, seat: int) -> bool:
        story = self._story
        return (
            story.is_whole and story.sheet is not None and seat in story.sheet.winners
        )

    def _trades(self) -> str:
        names = self._story.names
        heads = "".join(tag("th", escape(name), scope="col") for name in names)
        total = [sum(row[at] for row in self._story.trades) for at in range(len(names))]
        rows = [
            *zip(names, self._story.trades, strict=True),
            (_("total"), total),
        ]
        written = "".join(
            tag(
                "tr",
                tag("th", escape(name), scope="row"),
                *(tag("td", str(coins or "·")) for coins in row),
            )
            for name, row in rows
        )
        above = tag("th", escape(_("paid, in coins, to")), scope="col")
        return _table(above + heads, written)

    # The steps.

    def _steps(self) -> Iterator[str]:
        yield tag("h2", escape(_("Turn by turn")), class_="turns")
        for number, step in enumerate(self._story.steps):
            yield tag("section", *self._step(step), class_="step", id=f"s{number + 1}")

    def _step(self, step: StoryStep) -> Iterator[str]:
        yield tag("h3", escape(step.title), tabindex="-1")
        if step.plays:
            yield tag("ul", *map(self._play, step.plays), class_="row")
        yield _list(step.lines)
        if step.points:
            far = ", ".join(
                _("{who} {n}").format(who=name, n=points)
                for name, points in zip(self._story.names, step.points, strict=True)
            )
            yield tag("p", escape(_("Points: {rows}").format(rows=far)), class_="dim")
        if step.hands:
            summary = tag("summary", escape(_("What each hand held")))
            hands = "".join(map(self._hand, step.hands))
            yield tag("details", summary, hands, class_="hands")
        if step.cities:
            summary = tag("summary", escape(_("The cities at that point")))
            cities = "".join(map(self._city, step.cities))
            yield tag("details", summary, tag("div", cities, class_="cities"))

    def _play(self, play: StoryPlay) -> str:
        name = escape(self._story.names[play.seat])
        under = self._picture(play.under, "small") if play.under else ""
        return tag("li", tag("b", name), self._picture(play.picture), under)

    def _hand(self, hand: StoryHand) -> str:
        cards = [
            tag(
                "li",
                self._picture(held.picture),
                escape(held.fate),
                class_="now" if held.now else None,
            )
            for held in hand.cards
        ]
        if hand.hidden:
            said = n_("{n} never shown", "{n} never shown", hand.hidden)
            unseen = tag("span", escape(said.format(n=hand.hidden)), class_="hidden")
            cards.append(tag("li", unseen))
        return tag("p", escape(hand.title)) + tag("ul", *cards, class_="row")

    def _city(self, city: StoryCity) -> str:
        name = self._story.names[city.seat]
        head = escape(text.noted(name, self._name(city.board)))
        hue = self._pictures[city.board].hue
        stages = [
            tag("li", self._picture(it, "small"), class_=None if built else "off")
            for it, built in city.stages
        ]
        cards = [
            tag("li", self._picture(it, "small")) for it in (*city.cards, *city.more)
        ]
        return tag(
            "div",
            swatch(hue) if hue else "",
            tag("b", head),
            tag("p", escape(", ".join(city.facts)), class_="dim"),
            tag("ul", *stages, class_="row"),
            tag("ul", *cards, class_="row") if cards else "",
        )


def _title(story: Story) -> str:
    return tag("title", escape(title_of(story)))


def _panel(title: str, parts: Sequence[str]) -> str:
    return tag("section", tag("h2", escape(title)), *parts, class_="panel front")


def _list(lines: Sequence[str]) -> str:
    return tag("ul", *(tag("li", escape(line)) for line in lines)) if lines else ""


def _table(head: str, rows: str) -> str:
    whole = tag("table", tag("thead", tag("tr", head)), tag("tbody", rows))
    return tag("div", whole, class_="wrap", tabindex="0")
