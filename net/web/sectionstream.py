"""
An event stream to one browser, on which the sections of a page are sent.

These are server-sent events
(https://html.spec.whatwg.org/multipage/server-sent-events.html): a response that
doesn't end. Each event is an object with the sections that changed, by name; null
stands for a section that is gone. A browser that was disconnected requests the stream
again, and starts without any sections.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from twisted.internet.interfaces import IPushProducer
from twisted.web.server import Request
from zope.interface import implementer

from sealed_wonders.core.definition import Facts

KIND = "text/event-stream; charset=utf-8"
"""Content type of a stream."""

BEAT = 15.0
"""Seconds between heartbeats, which show a browser that the connection is alive."""

RETRY = 1
"""Seconds after which a browser reconnects."""


def packed(section: Facts) -> str:
    """Return a section as the text in which it is sent and compared."""
    return json.dumps(section, ensure_ascii=False, separators=(",", ":"))


@implementer(IPushProducer)
class SectionStream:
    """The event stream of one browser, and what was sent on it."""

    def __init__(self, request: Request) -> None:
        """
        Start a stream on which nothing has been sent.

        Args:
            request: the browser's request, which stays open.
        """
        self.drained: Callable[[], None] = lambda: None
        """Called when the browser can receive again, and may have missed changes."""
        self.is_gone = False
        self._request = request
        self._sent: dict[str, str] = {}
        self._is_paused = False
        request.registerProducer(self, True)
        self.write(f"retry:{RETRY * 1000}\n\n")

    def send(self, found: Mapping[str, str]) -> None:
        """Send the sections that changed, unless the browser reads too slowly."""
        if self._is_paused or self.is_gone:
            return
        news = {name: it for name, it in found.items() if self._sent.get(name) != it}
        news |= {name: "null" for name in self._sent if name not in found}
        if not news:
            return
        self._sent = dict(found)
        parts = (f"{json.dumps(name)}:{text}" for name, text in news.items())
        self.write(f"data:{{{','.join(parts)}}}\n\n")

    def beat(self) -> None:
        if not self._is_paused and not self.is_gone:
            self.write(":\n\n")

    def write(self, text: str) -> None:
        self._request.write(text.encode())

    def end(self) -> None:
        if not self.is_gone:
            self.is_gone = True
            self._request.unregisterProducer()
            self._request.finish()

    def lost(self) -> None:
        self.is_gone = True

    # Methods of `IPushProducer`.

    def pauseProducing(self) -> None:
        self._is_paused = True

    def resumeProducing(self) -> None:
        self._is_paused = False
        self.drained()

    def stopProducing(self) -> None:
        self.is_gone = True
