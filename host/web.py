"""
What a host serves to browsers on its network: for now the program itself, from a bundle.

It is read only: nothing that is asked for changes anything, and nothing is found that doesn't
lie in the bundle. What it says of this host, a page has beside its digests; whoever is between
a browser and a host could change all of it (docs/ATTACKS.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.protocols.policies import ThrottlingFactory
from twisted.web.http import NOT_FOUND
from twisted.web.pages import notFound
from twisted.web.resource import IResource, Resource
from twisted.web.server import Request, Site
from twisted.web.static import File
from twisted.web.util import Redirect

from sealed_wonders.host.bundle.making import SUMS
from sealed_wonders.host.bundle.pages import served_page
from sealed_wonders.net.address import Address

FOLDER = "bundle"
"""The bundle, in a host's folder."""

GET = "get"
"""Where the bundle is, below the root."""

CONNECTIONS = 64
"""Connections of browsers at once: each may be a machine that fetches the program."""

PATIENCE = 60.0
"""Seconds for a browser that asks for nothing."""

UNKNOWN = "application/octet-stream"
"""What a browser is to make of a file: keep it."""

HOSTNAME = re.compile(r"[A-Za-z0-9._-]{1,253}", re.ASCII)

SAFE = {
    b"Content-Security-Policy": b"default-src 'none'; style-src 'unsafe-inline'",
    b"X-Content-Type-Options": b"nosniff",
    b"Referrer-Policy": b"no-referrer",
}
"""A page of this host's has no script, and asks for nothing from elsewhere."""


class Root(Resource):
    """The root: whatever there is below it by name, and what a browser gets that says no name."""

    def __init__(self, first: str) -> None:
        """
        Lead to one of the children.

        Args:
            first: its name.
        """
        super().__init__()
        self.putChild(b"", Redirect(f"{first}/".encode()))

    def getChild(self, path: bytes, request: Request) -> IResource:
        return notFound()


class Get(Resource):
    """A bundle, with a page of this host's own in the place of the one that lies there."""

    def __init__(self, folder: Path, here: Callable[[], Address]) -> None:
        """
        Serve a folder, which may come and go.

        Args:
            here: gives where the host listens, with its pin.
        """
        super().__init__()
        self._files = _Files(str(folder))
        self._page = _Page(folder, here)

    def getChild(self, path: bytes, request: Request) -> IResource:
        """Give the page, or a file."""
        if path in (b"", b"index.html") and not request.postpath:
            return self._page
        child: IResource = self._files.getChild(path, request)
        return child


class _Files(File):
    """Files of a bundle, and of no other folder."""

    def __init__(self, path: str, *others: Any) -> None:
        super().__init__(path, UNKNOWN, *others[1:])

    def getChild(self, path: bytes, request: Request) -> IResource:
        """Give a file, or a folder; no name of one has a zero in it."""
        if b"\0" in path:
            return notFound()
        child: IResource = super().getChild(path, request)
        return child

    def directoryListing(self) -> IResource:
        return notFound()


class _Page(Resource):
    """The page."""

    isLeaf = True

    def __init__(self, folder: Path, here: Callable[[], Address]) -> None:
        super().__init__()
        self._folder = folder
        self._here = here

    def render_GET(self, request: Request) -> bytes:
        request.setHeader("Content-Type", "text/html; charset=utf-8")
        for name, value in SAFE.items():
            request.setHeader(name, value)
        here, asked = self._here(), request.getHost()
        host = _asked_for(request) or asked.host
        join = Address(host, here.port, here.pin)
        at = f"{url(host, asked.port)}{GET}/"
        pin = "" if here.pin is None else here.pin.hex()
        try:
            return served_page(self._folder, at, str(join), pin).encode()
        except OSError:
            request.setResponseCode(NOT_FOUND)
            return (
                f"There is nothing here yet: whoever runs this host puts it there by\n"
                f"wonders-host bundle {self._folder.name}\n"
            ).encode()


def _asked_for(request: Request) -> str:
    """Give by which name or address of IPv4 a browser has come, if it says one."""
    name = request.getRequestHostname().decode("ascii", "replace")
    return name if HOSTNAME.fullmatch(name) else ""


def url(host: str, port: int) -> str:
    """Give the address of the root, as a browser takes it."""
    inside = f"[{host}]" if ":" in host else host
    return f"http://{inside}:{port}/"


def is_bundle(folder: Path) -> bool:
    """Tell whether there is something to be served."""
    return (folder / SUMS).is_file()


def factory(clock: IReactorTime, folder: Path, here: Callable[[], Address]) -> Any:
    """Make what serves the pages of a host."""
    root = Root(GET)
    root.putChild(GET.encode(), Get(folder, here))
    site: Any = Site(root, timeout=PATIENCE, reactor=clock)
    return ThrottlingFactory(site, maxConnectionCount=CONNECTIONS)
