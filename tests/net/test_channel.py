"""What a web server does with a browser that doesn't read the response."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from twisted.internet.address import IPv4Address
from twisted.internet.testing import StringTransport
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.net.web.channel import PATIENCE, site
from tests.support.clock import Clock

BODY = bytes(range(256)) * 100

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


class UnreadTransport(StringTransport):
    """A transport that is full as soon as anything is written, until it is read."""

    def write(self, data: bytes) -> None:
        super().write(data)
        if self.producer is not None:
            self.producer.pauseProducing()

    def writeSequence(self, data: Iterable[bytes]) -> None:
        self.write(b"".join(data))

    @property
    def is_read_from(self) -> bool:
        """Whether the server reads what the browser sends."""
        return bool(self.producerState == "producing")

    def read(self) -> bytes:
        """Read everything that was written so far."""
        found: bytes = self.value()
        self.clear()
        assert self.producer is not None
        self.producer.resumeProducing()
        return found


class LatePage(Resource):
    """A page that answers at once, or below ``/later`` when the test does."""

    isLeaf = True

    def __init__(self) -> None:
        super().__init__()
        self.waiting: list[Request] = []

    def render_GET(self, request: Request) -> Any:
        if request.path == b"/":
            return BODY
        self.waiting.append(request)
        return NOT_DONE_YET


class BrowserHarness:
    """A browser that has connected to a page."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.page = LatePage()
        self.transport = UnreadTransport()
        factory = site(self.page, Request, self.clock)
        self._channel = factory.buildProtocol(IPv4Address("TCP", "10.0.0.9", 50_000))
        self._channel.makeConnection(self.transport)

    def send(self, data: bytes) -> None:
        self._channel.dataReceived(data)


@pytest.fixture
def browser() -> BrowserHarness:
    return BrowserHarness()


def test_requests_sent_at_once_are_answered_as_fast_as_the_responses_are_read(
    browser: BrowserHarness,
) -> None:
    browser.send(3 * GET)
    for _ in range(3):
        assert not browser.transport.is_read_from
        found = browser.transport.read()
        assert (1, True) == (found.count(b"200 OK"), found.endswith(BODY))
    assert b"" == browser.transport.value()
    assert browser.transport.is_read_from


def test_nothing_is_received_while_a_response_waits_to_be_read(
    browser: BrowserHarness,
) -> None:
    """Twisted would keep what follows the request, however much that is."""
    browser.send(b"GET /later HTTP/1.1\r\nHost: x\r\n\r\n")
    (request,) = browser.page.waiting
    assert browser.transport.is_read_from
    request.write(BODY)
    assert not browser.transport.is_read_from
    browser.transport.read()
    request.finish()
    browser.transport.read()
    assert browser.transport.is_read_from


def test_a_browser_that_reads_nothing_for_a_minute_is_disconnected(
    browser: BrowserHarness,
) -> None:
    browser.send(GET)
    browser.clock.advance(PATIENCE - 1)
    browser.transport.read()
    browser.send(GET)
    browser.clock.advance(PATIENCE - 1)
    assert not browser.transport.disconnected
    browser.clock.advance(1)
    assert browser.transport.disconnected
