"""HTML that escapes text automatically."""

from __future__ import annotations

from sealed_wonders.net.web.markup import Markup, document, joined, tag

NAME = "<b>&\"'"
ESCAPED = "&lt;b&gt;&amp;&#34;&#39;"


def test_text_never_becomes_markup() -> None:
    """It is escaped between tags and in attributes. Markup stays as it is."""
    made = tag("p", NAME, tag("i", "x"), title=NAME)
    assert f'<p title="{ESCAPED}">{ESCAPED}<i>x</i></p>' == made
    assert f"{ESCAPED}<i></i>" == joined((NAME, tag("i")))
    page = document("en", NAME, (), tag("body"))
    assert f"<title>{ESCAPED}</title>" in page


def test_attributes_from_keywords_and_elements_without_an_end_tag() -> None:
    made = tag("div", class_="a", data_state="b", hidden=True, id=None, open=False)
    assert '<div class="a" data-state="b" hidden></div>' == made
    assert Markup('<link href="x">') == tag("link", href="x")
