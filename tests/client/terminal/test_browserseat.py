"""A seat played at a screen and in a browser: the dialog that admits the page."""

from __future__ import annotations

from typing import Any

import pytest
from twisted.internet.testing import MemoryReactorClock

from sealed_wonders.client.terminal.browserseat import SeatInBrowser
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from tests.support.gates import OWN, Connection
from tests.support.stacks import Seated, Sit


class Browser:
    """
    Ann at a screen, and the browser that she opens.

    Attributes:
        visited: The addresses that were opened in it.
    """

    def __init__(self, seated: Seated) -> None:
        self.reactor: Any = MemoryReactorClock()
        self.seated = seated
        self.stack: ScreenStack = seated.stack
        self.visited: list[str] = []
        self.pages = SeatInBrowser(self.reactor, self.stack, visit=self.visited.append)
        self.pages.show(seated.human.person)
        self.stack.browse = self.pages.open

    def post(self, path: str, secret: str = "") -> Connection:
        (_port, factory, *_rest) = self.reactor.tcpServers[0]
        one = Connection(factory)
        said = {**OWN, "Authorization": f"Bearer {secret}"} if secret else OWN
        lines = [f"{name}: {value}" for name, value in said.items()]
        one.send("\r\n".join((f"POST {path} HTTP/1.1", *lines, "", "")).encode())
        return one

    def ask(self) -> tuple[str, str]:
        said = self.post("/ask").json
        return said["secret"], said["words"]

    def sees(self, secret: str) -> bool:
        """Return whether a page has access to the seat."""
        return self.post("/words", secret).status == 200


@pytest.fixture
def browser(sit: Sit) -> Browser:
    seated = sit()
    seated.begin()
    RootScreen(seated.stack, lambda: seated.stack.base).put()
    return Browser(seated)


def test_a_page_is_admitted_after_its_words_are_confirmed(browser: Browser) -> None:
    """Declining admits nobody. When the program ends, its pages end too."""
    browser.stack.act("browser")
    assert ["http://127.0.0.1:0/"] == browser.visited
    assert "Your browser should open" in browser.seated.look()
    secret, words = browser.ask()
    browser.stack.act("back")
    assert not browser.stack.overlays
    assert not browser.sees(secret)
    browser.stack.act("browser")
    assert f"Does your browser show the words {words}?" in browser.seated.look(100, 30)
    browser.stack.act("enter")
    assert browser.sees(secret)
    assert not browser.stack.overlays
    assert "Your browser now shows your seat, too." in browser.seated.look()
    stream = browser.post("/events", secret)
    assert b'"place":"table"' in stream.body
    browser.pages.end()
    assert b'"ended":{"why":"","further":' in stream.body
    browser.stack.browse = None
    browser.stack.act("browser")
    assert "There is no seat here to show in a browser." in browser.seated.look()


def test_the_words_must_be_typed_if_several_pages_are_waiting(browser: Browser) -> None:
    """A stranger is announced once: repeated attempts must not hide other notices."""
    browser.stack.act("browser")
    (own, words), (other, _theirs) = browser.ask(), browser.ask()
    assert "Several pages are waiting" in browser.seated.look()
    browser.stack.act("enter")
    browser.stack.typed("no such words")
    assert not browser.sees(own)
    browser.stack.act("browser")
    assert "Several pages are waiting" in browser.seated.look(), (
        "a wrong entry changes nothing"
    )
    browser.stack.act("enter")
    browser.stack.typed(words)
    assert browser.sees(own)
    assert not browser.sees(other)
    (_port, factory, *_rest) = browser.reactor.tcpServers[0]
    factory._stranger(4711)
    browser.stack.overlays.clear()
    browser.stack.say("something else")
    factory._stranger(4711)
    assert browser.stack.messages.notice == "something else"


def test_a_page_that_is_opened_later_is_announced_with_the_key_for_it(
    browser: Browser,
) -> None:
    """For example in a second tab. The key opens the dialog, and no further page."""
    browser.stack.act("browser")
    own, _words = browser.ask()
    browser.stack.act("enter")
    assert browser.sees(own)
    browser.stack.act("log")
    browser.stack.act("log")
    other, words = browser.ask()
    assert (
        "waiting to show your seat. If it is yours, press F10." in browser.seated.look()
    )
    browser.stack.act("browser")
    assert 1 == len(browser.visited)
    assert f"Does your browser show the words {words}?" in browser.seated.look(100, 30)
    browser.stack.act("enter")
    assert browser.sees(other)
