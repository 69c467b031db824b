"""
What a host serves to browsers on its network: its tables, as the room sees them, and the
program itself, from a bundle.

It is read only: nothing that is asked for changes anything, and nothing is found that isn't
the page's (`sealed_wonders.host.page`) or a file that the bundle has a digest of. What it says
of this host, a page has beside its digests; whoever is between a browser and a host could change
all of it (docs/attacks/browsers.md).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.web.http import NOT_FOUND
from twisted.web.pages import errorPage, notFound
from twisted.web.resource import IResource, Resource
from twisted.web.server import Request
from twisted.web.util import redirectTo

from sealed_wonders.host.browsers import Root, asked_at, serving
from sealed_wonders.host.bundle.pages import SUMS, all_sums, lines, served_page, sums
from sealed_wonders.host.bundle.systems import SYSTEMS
from sealed_wonders.host.page.codes import in_lines
from sealed_wonders.host.page.site import place, version
from sealed_wonders.host.page.streams import Board
from sealed_wonders.host.webnames import WebNames
from sealed_wonders.net.address import Address
from sealed_wonders.net.invitations import Invitation, as_data
from sealed_wonders.net.origins import Buckets, Origin, Rate

__all__ = ["Board", "about", "factory", "in_lines", "is_bundle"]

FOLDER = "bundle"
"""The bundle, in a host's folder."""

GET = "get"
"""Where the bundle is, below the root."""

TOO_MANY = 429
"""The status of who asks for too much (RFC 6585)."""

REQUESTS = Rate(30, 600)
"""How often an address may ask for something."""

ADDRESSES = 1024
"""Of which it is known what they have asked for: more than browsers can be at once."""

UNKNOWN = "application/octet-stream"
"""What a browser is to make of a file: keep it."""

RANGE = re.compile(rb"bytes=[0-9]{1,15}-([0-9]{1,15})?")
"""The part of a file that somebody may ask for."""

SAFE = {
    b"Content-Security-Policy": b"default-src 'none'; style-src 'unsafe-inline'",
    b"X-Content-Type-Options": b"nosniff",
    b"Referrer-Policy": b"no-referrer",
}
"""What comes from a bundle has no script, and asks for nothing from elsewhere."""


class Pages(Root):
    """All that browsers find here, for who doesn't ask for too much."""

    def __init__(self, clock: IReactorTime, names: WebNames) -> None:
        super().__init__(names)
        self._clock = clock
        self._by_address = Buckets(REQUESTS, ADDRESSES)

    def getChildWithDefault(self, path: bytes, request: Request) -> IResource:
        """Give what is below, unless whoever asks has asked for too much."""
        origin, now = Origin.of(request.channel), self._clock.seconds()
        if not (origin.is_near or self._by_address.take(origin.address, now)):
            return errorPage(TOO_MANY, "Slower, please", "Ask again later.")
        return super().getChildWithDefault(path, request)


class Get(Resource):
    """A bundle, with a page of this host's own in the place of the one that lies there."""

    isLeaf = True

    def __init__(self, folder: Path, here: Callable[[], Address]) -> None:
        """
        Serve a folder, which may come and go.

        Args:
            here: gives where the host listens, with its pin.
        """
        super().__init__()
        self._folder = folder
        self._page = _Page(folder, here)

    def render_GET(self, request: Request) -> Any:
        """Send the page, or a file."""
        for header, value in SAFE.items():
            request.setHeader(header, value)
        if not request.postpath:
            return redirectTo(f"{GET}/".encode(), request)
        name = b"/".join(request.postpath).decode("utf-8", "replace")
        if name in ("", "index.html"):
            return self._page.render(request)
        if found(self._folder, f"{name}/index.html") is not None:
            return redirectTo(request.postpath[-1] + b"/", request)
        path = found(self._folder, f"{name}index.html" if name.endswith("/") else name)
        if path is None:
            return notFound().render(request)
        # It goes on where somebody was cut off. Of other ranges Twisted takes some for trouble.
        if not RANGE.fullmatch(request.getHeader(b"range") or b""):
            request.requestHeaders.removeHeader(b"range")
        # Half a megabyte, where nobody fetches the program.
        from twisted.web.static import File

        return File(str(path), UNKNOWN).render_GET(request)


def found(folder: Path, name: str) -> Path | None:
    """
    Find what the bundle has a digest of, if it does, and it lies in it.

    A folder that is named by mistake has none; and in one from elsewhere, a link may lead out.
    """
    try:
        if name != SUMS and name not in all_sums(folder):
            return None
        inside, path = folder.resolve(), (folder / name).resolve()
    except (OSError, RuntimeError, ValueError):
        return None
    return path if path.is_relative_to(inside) and path.is_file() else None


class _Page(Resource):
    """The page."""

    isLeaf = True

    def __init__(self, folder: Path, here: Callable[[], Address]) -> None:
        super().__init__()
        self._folder = folder
        self._here = here

    def render_GET(self, request: Request) -> bytes:
        request.setHeader("Content-Type", "text/html; charset=utf-8")
        here, asked = self._here(), asked_at(request)
        join = Address(asked.host, here.port, here.pin)
        at = f"{asked.url}{GET}/"
        pin = "" if here.pin is None else here.pin.hex()
        try:
            return served_page(self._folder, at, str(join), pin).encode()
        except (OSError, ValueError):
            request.setResponseCode(NOT_FOUND)
            return (
                f"There is nothing here yet: whoever runs this host puts it there by\n"
                f"wonders-host bundle {self._folder.name}\n"
            ).encode()


def is_bundle(folder: Path) -> bool:
    """Tell whether there is something to be served."""
    try:
        return bool(all_sums(folder))
    except (OSError, ValueError):
        return False


def factory(
    clock: IReactorTime,
    folder: Path,
    here: Callable[[], Address],
    board: Board,
    names: WebNames,
) -> Any:
    """
    Make what serves the pages of a host.

    Args:
        folder: the bundle, which may come and go.
        here: gives where the host listens, with its pin.
        board: sends browsers what changes at tables.
        names: those that all of it answers to.
    """
    root = Pages(clock, names)
    root.putChild(GET.encode(), Get(folder, here))
    place(root, board)
    return serving(root, clock)


def about(
    name: str, invitations: Sequence[Invitation], folder: Path
) -> Mapping[str, Any]:
    """
    Say what browsers are told of the host itself.

    Args:
        name: the host's.
        invitations: what others type, for each network.
        folder: the bundle; where it isn't there, the program is to be had elsewhere.
    """
    ways = []
    if is_bundle(folder):
        found = sums(folder)
        ways = [
            {"system": it.title, "lines": lines(it, "{at}", "{join}")}
            for it in SYSTEMS
            if it.file in found
        ]
    return {
        "name": name,
        "version": version(),
        **as_data(invitations),
        "ways": ways,
    }
