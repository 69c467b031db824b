"""
HTML and SVG as text that escapes itself.

Markup is a `Markup` string; whatever is put into it and isn't markup is escaped. So text
chosen by people, such as names, can't become markup anywhere on a page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from markupsafe import Markup

__all__ = ["Markup", "document", "joined", "style", "tag"]

_EMPTY = frozenset(("br", "input", "link", "meta"))
"""Elements without an end tag."""


def joined(parts: Iterable[str]) -> Markup:
    """Join markup, and text, which is escaped."""
    return Markup("").join(parts)


def tag(name: str, /, *children: str, **attributes: object) -> Markup:
    """
    Return an element.

    Args:
        name: its name.
        children: markup, or text.
        attributes: True stands for an attribute without a value; those that are None or
            False are left out. An underscore in a name stands for a hyphen, except for
            a trailing one, which is dropped.
    """
    said = joined(_attributes(attributes))
    if name in _EMPTY:
        return Markup("<{}{}>").format(name, said)
    return Markup("<{0}{1}>{2}</{0}>").format(name, said, joined(children))


def _attributes(attributes: Mapping[str, object]) -> Iterator[Markup]:
    for key, value in attributes.items():
        name = key.rstrip("_").replace("_", "-")
        if value is True:
            yield Markup(" {}").format(name)
        elif value is not None and value is not False:
            yield Markup(' {}="{}"').format(name, value)


def document(lang: str, title: str, head: Iterable[str], body: str) -> Markup:
    """
    Return an HTML document.

    Args:
        lang: its language.
        title: its title.
        head: what else is in its head.
        body: the element ``body``.
    """
    whole = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width"),
        tag("title", title),
        *head,
    )
    return Markup("<!doctype html>\n{}\n").format(tag("html", whole, body, lang=lang))


def style(css: str, policy: str) -> Iterator[Markup]:
    """
    Yield the elements of a page's head for a style sheet and a policy.

    Args:
        css: the style sheet; ours, since it isn't escaped.
        policy: the page's content security policy.
    """
    yield tag("meta", http_equiv="Content-Security-Policy", content=policy)
    yield tag("style", Markup(css))
