"""HTML that escapes text by itself."""

from __future__ import annotations

from sealed_wonders.net.web.markup import Markup, document, joined, tag

NAME = "<b>&\"'"
ESCAPED = "&lt;b&gt;&amp;&#34;&#39;"


def test_text_never_becomes_markup() -> None:
    """Neither between tags nor in an attribute; markup stays as it is."""
    made = tag("p", NAME, tag("i", "x"), title=NAME)
    assert f'<p title="{ESCAPED}">{ESCAPED}<i>x</i></p>' == made
    assert f"{ESCAPED}<i></i>" == joined((NAME, tag("i")))
    page = document("en", NAME, (), tag("body"))
    assert f"<title>{ESCAPED}</title>" in page


def test_attributes_are_named_as_python_can_and_some_elements_have_no_end() -> None:
    made = tag("div", class_="a", data_state="b", hidden=True, id=None, open=False)
    assert '<div class="a" data-state="b" hidden></div>' == made
    assert Markup('<link href="x">') == tag("link", href="x")
