"""
The web server of a host: the tables' page, and the program itself from a bundle.

It is read-only: no request changes anything. It serves only the page
(`sealed_wonders.host.page`) and files for which the bundle has a digest. A page there
says next to its digests which host it comes from; but somebody between browser and host
could change all of it (docs/attacks/browsers.md).
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.internet.threads import deferToThread
from twisted.logger import Logger
from twisted.python.failure import Failure
from twisted.web.http import INTERNAL_SERVER_ERROR
from twisted.web.pages import errorPage, notFound
from twisted.web.resource import IResource, Resource
from twisted.web.server import NOT_DONE_YET, Request
from twisted.web.util import redirectTo

from sealed_wonders.host.browsers import Root, asked_at, serving
from sealed_wonders.host.bundle import ownwheel
from sealed_wonders.host.bundle.pages import (
    SUMS,
    all_sums,
    lines,
    served_page,
    sums,
    wheel_page,
    wheel_ways,
)
from sealed_wonders.host.bundle.systems import SYSTEMS
from sealed_wonders.host.page.codes import in_lines
from sealed_wonders.host.page.site import place, version
from sealed_wonders.host.page.streams import TableStreams
from sealed_wonders.host.webnames import WebNames
from sealed_wonders.net.address import Address
from sealed_wonders.net.invitations import Invitation, as_data
from sealed_wonders.net.origins import Buckets, Origin, Rate
from sealed_wonders.net.web.responses import accepted_language, readable
from sealed_wonders.net.words import spoken

__all__ = ["TableStreams", "about", "factory", "in_lines", "is_bundle"]

FOLDER = "bundle"
"""Subfolder of the host's folder for the bundle."""

GET = "get"
"""Path of the bundle, below the root."""

TOO_MANY = 429
"""Status for too many requests (RFC 6585)."""

REQUESTS = Rate(30, 600)
"""Maximum rate of requests from one address."""

ADDRESSES = 1024
"""Number of addresses whose rates are tracked, more than there can be connections."""

NO_WHEEL = "This host couldn't make its own package. Its log says why."

LOG = Logger()

UNKNOWN = "application/octet-stream"
"""Content type that makes a browser save a file."""

RANGE = re.compile(rb"bytes=[0-9]{1,15}-([0-9]{1,15})?")
"""The ranges of a file that may be requested."""

SAFE = {
    b"Content-Security-Policy": b"default-src 'none'; style-src 'unsafe-inline'",
    b"X-Content-Type-Options": b"nosniff",
    b"Referrer-Policy": b"no-referrer",
}
"""Headers for the bundle's pages: no scripts, and nothing from other sites."""


class Pages(Root):
    """The root of the server, with a limit on the rate of requests."""

    def __init__(self, clock: IReactorTime, names: WebNames) -> None:
        super().__init__(names)
        self._clock = clock
        self._by_address = Buckets(REQUESTS, ADDRESSES)

    def getChildWithDefault(self, path: bytes, request: Request) -> IResource:
        """Return a child, or an error if its address has sent too many requests."""
        origin, now = Origin.of(request.channel), self._clock.seconds()
        if not (origin.is_near or self._by_address.take(origin.address, now)):
            return errorPage(TOO_MANY, "Slower, please", "Ask again later.")
        return super().getChildWithDefault(path, request)

    def getChild(self, path: bytes, request: Request) -> IResource:
        return _WrongAddress()


class _WrongAddress(Resource):
    """Leads whoever has typed an address that doesn't exist to the page of the tables."""

    isLeaf = True

    def render(self, request: Request) -> Any:
        if "text/html" not in readable(request.getHeader(b"Accept")):
            return notFound().render(request)  # a program, which should know
        above = request.path.count(b"/") - 1
        return redirectTo(b"../" * above or b"./", request)


class Get(Resource):
    """
    The bundle, with a page for this host in place of the bundle's own.

    Args:
        here: returns where the host listens, with its pin.
    """

    isLeaf = True

    def __init__(self, folder: Path, here: Callable[[], Address]) -> None:
        super().__init__()
        self._folder = folder
        self._here = here
        self._own_wheel = _OwnWheel()

    def render_GET(self, request: Request) -> Any:
        for header, value in SAFE.items():
            request.setHeader(header, value)
        if not request.postpath:
            return redirectTo(f"{GET}/".encode(), request)
        name = b"/".join(request.postpath).decode("utf-8", "replace")
        if name in ("", "index.html"):
            return self._page(request)
        if found(self._folder, f"{name}/index.html") is not None:
            return redirectTo(request.postpath[-1] + b"/", request)
        if name == ownwheel.file_name() and not is_bundle(self._folder):
            return self._own_wheel.render(request)
        path = found(self._folder, f"{name}index.html" if name.endswith("/") else name)
        if path is None:
            return _WrongAddress().render(request)
        # Ranges that resume a download are supported. Some others make Twisted log
        # errors.
        if not RANGE.fullmatch(request.getHeader(b"range") or b""):
            request.requestHeaders.removeHeader(b"range")
        # Imported here because it takes half a megabyte of memory.
        from twisted.web.static import File

        return File(str(path), UNKNOWN).render_GET(request)

    def _page(self, request: Request) -> bytes:
        """Return the page of the bundle, for this host."""
        request.setHeader("Content-Type", "text/html; charset=utf-8")
        here, asked = self._here(), asked_at(request)
        join = Address(asked.host, here.port, here.pin)
        at = f"{asked.url}{GET}/"
        pin = "" if here.pin is None else here.pin.hex()
        request.setHeader("Vary", "Accept-Language")
        with spoken(accepted_language(request)):
            try:
                return served_page(self._folder, at, str(join), pin).encode()
            except (OSError, ValueError):
                return wheel_page(at, ownwheel.file_name(), str(join)).encode()


def found(folder: Path, name: str) -> Path | None:
    """
    Return the path of a file that is in the bundle and in its list of digests.

    A folder named by mistake has no digests, and a folder from elsewhere may have links
    that lead out of it.
    """
    try:
        if name != SUMS and name not in all_sums(folder):
            return None
        inside, path = folder.resolve(), (folder / name).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    return path if path.is_relative_to(inside) and path.is_file() else None


class _OwnWheel(Resource):
    """This program's own wheel, which is made when it is first requested."""

    isLeaf = True

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[Request] = []
        self._is_being_made = False

    def render_GET(self, request: Request) -> int:
        # A connection gets one response: pipelined requests would queue others.
        request.channel.persistent = False
        request.setHeader("Connection", "close")
        self._waiting.append(request)
        request.notifyFinish().addErrback(lambda _: self._forget(request))
        if not self._is_being_made:
            self._is_being_made = True
            deferToThread(ownwheel.wheel).addCallbacks(self._send, self._fail)
        return NOT_DONE_YET

    def _forget(self, request: Request) -> None:
        """Drop a request whose connection is lost."""
        if request in self._waiting:
            self._waiting.remove(request)

    def _served(self) -> Sequence[Request]:
        """Return the requests that have waited, and expect others."""
        self._is_being_made = False
        served, self._waiting = self._waiting, []
        return served

    def _send(self, wheel: bytes) -> None:
        # Imported here because it takes half a megabyte of memory.
        from twisted.web.static import NoRangeStaticProducer

        for request in self._served():
            request.setHeader("Content-Type", UNKNOWN)
            request.setHeader("Content-Length", str(len(wheel)))
            if request.method == b"HEAD":
                request.finish()
            else:
                NoRangeStaticProducer(request, io.BytesIO(wheel)).start()

    def _fail(self, failure: Failure) -> None:
        LOG.failure("The host's own wheel can't be made", failure)
        for request in self._served():
            request.render(errorPage(INTERNAL_SERVER_ERROR, "No wheel", NO_WHEEL))


def is_bundle(folder: Path) -> bool:
    try:
        return bool(all_sums(folder))
    except (OSError, ValueError):
        return False


def factory(
    clock: IReactorTime,
    folder: Path,
    here: Callable[[], Address],
    board: TableStreams,
    names: WebNames,
) -> Any:
    """
    Return a factory that serves a host's pages.

    Args:
        folder: the bundle, which needn't exist yet.
        here: returns where the host listens, with its pin.
        board: sends browsers the changes at tables.
        names: the host names to which the server responds.
    """
    root = Pages(clock, names)
    root.putChild(GET.encode(), Get(folder, here))
    place(root, board)
    return serving(root, clock)


def about(
    name: str, invitations: Sequence[Invitation], folder: Path
) -> Mapping[str, Any]:
    """
    Return what the page shows of the host itself.

    Args:
        invitations: the addresses for joining, one per network.
        folder: the bundle; without it, this program's own wheel is given away.
    """
    ways: list[Mapping[str, object]]
    if is_bundle(folder):
        found = sums(folder)
        ways = [
            {"system": it.title, "lines": lines(it, "{at}", "{join}")}
            for it in SYSTEMS
            if it.file in found
        ]
    else:
        own = wheel_ways(f"{{at}}{ownwheel.file_name()}", "{join}")
        ways = [
            {"system": title, "lines": some, "takes_python": True}
            for title, some in own.items()
        ]
    return {
        "name": name,
        "version": version(),
        **as_data(invitations),
        "ways": ways,
    }
