"""
The web server for this machine's browser: a public page, and pages with a secret.

GET returns only what isn't secret: the page that asks for access, scripts and styles.
GET has no effects, so previews and prefetching do no harm. Everything else is a POST
with the session's secret (`sealed_wonders.client.browser.access`) in a header. The
secret is in no address, so it doesn't appear in a log, the history, a Referer header or
a list of processes.

Connections from another account are refused if the system can tell which account they
belong to. A page from another port or site fails the ``Origin`` and ``Sec-Fetch-Site``
checks, and a page whose name was rebound to this machine fails the ``Host`` check.
Programs can forge any of these headers; the two words keep those programs out.
"""

from __future__ import annotations

import json
import threading
import webbrowser
from collections.abc import Callable, Collection, Mapping, Sequence
from importlib.resources import files
from typing import Any, Protocol

from twisted.internet.interfaces import IReactorTime
from twisted.protocols.policies import ThrottlingFactory
from twisted.web.pages import errorPage, notFound
from twisted.web.resource import IResource, Resource
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.client.browser.access import Access, SecretState
from sealed_wonders.net.system import sockets
from sealed_wonders.net.system.accounts import is_another
from sealed_wonders.net.web.channel import site
from sealed_wonders.net.web.markup import Markup, document, tag
from sealed_wonders.net.web.responses import KINDS, answer, readable
from sealed_wonders.net.words import _, language

TITLE = "Sealed Wonders"

ADDRESS = "127.0.0.1"
"""Listening address. A name could resolve to another machine."""

CONNECTIONS = 64
"""Maximum number of simultaneous connections."""

HOLD = 20.0
"""
Seconds for which a waiting page's request is held before the page has to repeat it.
"""

BODY = 4096
"""Maximum size of a request body, in bytes."""

BAD, FORBIDDEN, TOO_MANY = 400, 403, 429

HTTPS_PORT = 443
"""The port that browsers leave out of an address."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; "
    "style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'none'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
    "Server": "SealedWonders",
}

_OF_GATE = ("gate.js", "gate.css")


class Gate(Resource):
    """The root resource."""

    def __init__(
        self,
        clock: IReactorTime,
        access: Access,
        script: str,
        public: Mapping[str, bytes],
        private: Mapping[str, IResource],
        open: Mapping[str, IResource] | None = None,
    ) -> None:
        """
        Prepare the public files and the page that asks for access.

        Args:
            clock: times out the requests of waiting pages.
            access: decides which pages are accepted.
            script: the public file that the page runs first.
            public: files that anybody may read, by name; the extension determines the
                content type.
            private: resources for accepted pages, by name, reached by POST.
            open: resources that anybody may read, by the first part of the path.
        """
        super().__init__()
        self._clock = clock
        self._access = access
        data = files(__package__) / "data"
        own = {name: (data / name).read_bytes() for name in _OF_GATE}
        styles = [name for name in (*public, *own) if name.endswith(".css")]
        own[""] = page(script, styles).encode()
        self._public = {**public, **own}
        self._private = private
        self._open = open or {}

    def getChildWithDefault(self, path: bytes, request: Request) -> IResource:
        for header, value in HEADERS.items():
            request.setHeader(header, value)
        if not is_from_here(request):
            return elsewhere(request)
        name = b"/".join([path, *(request.postpath or ())]).decode("utf-8", "replace")
        is_new = not (name and name in self._public or self._access.is_used)
        if name == "ask" or (is_new and request.method == b"GET"):
            # Another program may have used this port before and left something in the
            # browser, such as a service worker that would answer in our place.
            request.setHeader("Clear-Site-Data", '"storage"')
        if request.method == b"POST":
            return self._posted(name, request)
        if name in self._public:
            return PublicFile(self._public[name], name.rpartition(".")[2] or "html")
        return self._open.get(path.decode("utf-8", "replace"), notFound())

    def _posted(self, name: str, request: Request) -> IResource:
        if name == "ask":
            return _Ask(self._access)
        secret = secret_of(request)
        standing = self._access.standing(secret)
        if name == "wait":
            return WaitForDecision(self._clock, self._access, secret)
        if standing is not SecretState.IN:
            return errorPage(FORBIDDEN, "Not let in", "This page was not let in.")
        return self._private.get(name, notFound())


def elsewhere(request: Request) -> IResource:
    """Return the answer to a request that isn't from our own page."""
    said = f"This page is at http://{_here(request)}/ alone."
    return errorPage(FORBIDDEN, "Forbidden", said)


def _here(request: Request) -> str:
    """Return the literal address at which a request has come in."""
    at = request.getHost()
    return f"{at.host}:{at.port}"


def is_from_here(request: Request, names: Collection[str] = ()) -> bool:
    """
    Return whether the headers allow a request to be from our own page.

    Args:
        names: the names of our certificate; none if the page comes by plain HTTP, from
            the literal address.
    """
    port = request.getHost().port
    here = [f"{it}:{port}" for it in names] or [_here(request)]
    if port == HTTPS_PORT:
        here += names
    scheme = "https" if names else "http"

    def said(header: str) -> list[str]:
        found = request.requestHeaders.getRawHeaders(header.encode(), [])
        return [readable(it) for it in found]

    is_post = request.method == b"POST"
    origins = [f"{scheme}://{it}" for it in said("Host")]
    # A page opened by its address has no origin. Browsers older than 2023 don't send
    # Sec-Fetch-Site, but they send Origin with every POST.
    sites = ["same-origin"] if is_post else ["same-origin", "none"]
    return (
        said("Host") in [[it] for it in here]
        and said("Origin") in ([origins] if is_post else [origins, []])
        and all(site in sites for site in said("Sec-Fetch-Site"))
    )


def secret_of(request: Request) -> str:
    """Return the secret of the page that a request comes from, or an empty string."""
    said = readable(request.getHeader(b"Authorization"))
    scheme, _space, secret = said.partition(" ")
    return secret if scheme == "Bearer" else ""


class PublicFile(Resource):
    """A public file."""

    isLeaf = True

    def __init__(self, data: bytes, kind: str) -> None:
        super().__init__()
        self._data = data
        self._kind = kind

    def render_GET(self, request: Request) -> bytes:
        return answer(request, KINDS[self._kind], self._data, HEADERS["Cache-Control"])


class _Ask(Resource):
    """POST ask: a page asks for access."""

    isLeaf = True

    def __init__(self, access: Access) -> None:
        super().__init__()
        self._access = access

    def render_POST(self, request: Request) -> bytes:
        asked = self._access.ask()
        if asked is None:
            request.setResponseCode(TOO_MANY)
            return b""
        return answer_json(request, asked._asdict())


class Deciding(Protocol):
    """Decides about waiting pages."""

    def standing(self, secret: str) -> SecretState:
        """Return the state of a secret."""

    def wait(self, secret: str, tell: Callable[[], object]) -> Callable[[], None]:
        """Add an open connection of a waiting page; see `WaitingPages.wait`."""


class WaitForDecision(Resource):
    """POST wait: a page waits until it is accepted or rejected."""

    isLeaf = True

    def __init__(self, clock: IReactorTime, access: Deciding, secret: str) -> None:
        super().__init__()
        self._clock = clock
        self._access = access
        self._secret = secret

    def render_POST(self, request: Request) -> Any:
        standing = self._access.standing(self._secret)
        if standing is not SecretState.WAITING:
            return answer_json(request, {"standing": standing.value})

        def answer() -> None:
            if held.active():
                held.cancel()
            standing = self._access.standing(self._secret)
            request.write(answer_json(request, {"standing": standing.value}))
            request.finish()

        def lost(_reason: object) -> None:
            if held.active():
                held.cancel()

        gone = self._access.wait(self._secret, answer)
        held = self._clock.callLater(HOLD, answer)
        request.notifyFinish().addCallbacks(lost, lost).addBoth(lambda _: gone())
        return NOT_DONE_YET


class BadPost(Exception):
    """A page posted something other than an object in JSON."""


def posted_json(request: Request, *, may_be_empty: bool = False) -> dict[str, Any]:
    """
    Return the object that a page has posted in JSON.

    Args:
        may_be_empty: whether nothing at all stands for an object without fields.

    Raises:
        BadPost: It is something else.
    """
    body = b"" if request.content is None else request.content.read()
    try:
        found = json.loads(b"{}" if may_be_empty and not body else body)
    except (ValueError, RecursionError):
        raise BadPost from None
    if not isinstance(found, dict):
        raise BadPost
    return found


def answer_json(request: Request, said: Mapping[str, object]) -> bytes:
    """Return the body of an answer in JSON, and set its headers."""
    body = json.dumps(said).encode()
    request.setHeader("Content-Type", "application/json")
    request.setHeader("Content-Length", str(len(body)))
    return body


class CappedRequest(Request):
    """A request with a limited body size."""

    _length = 0

    def handleContentChunk(self, data: bytes) -> None:
        """Abort the connection as soon as the body is too long, before storing it."""
        self._length += len(data)
        if self._length > BODY:
            self.channel.forceAbortClient()
        else:
            super().handleContentChunk(data)

    def process(self) -> None:
        """Handle the request, unless its connection was aborted."""
        if self._length <= BODY:
            super().process()


class Connections(ThrottlingFactory):
    """
    A server that accepts only connections of this account's programs.

    Attributes:
        port: the listening port; 0 until the server listens.
    """

    port = 0

    def __init__(
        self,
        clock: IReactorTime,
        root: IResource,
        stranger: Callable[[int], object],
        owner: Callable[[tuple[str, int], tuple[str, int]], int | None] = sockets.owner,
    ) -> None:
        """
        Prepare to serve a tree of resources.

        Args:
            clock: times out idle connections.
            root: the root resource.
            stranger: called with the user id of the owner of a refused connection.
            owner: finds the owner of a connection.
        """
        served = site(root, CappedRequest, clock)
        super().__init__(served, maxConnectionCount=CONNECTIONS)
        self._stranger = stranger
        self._owner = owner

    def buildProtocol(self, addr: Any) -> Any:
        """Accept a connection, unless it belongs to another account."""
        uid = self._owner((addr.host, addr.port), (ADDRESS, self.port))
        if uid is not None and is_another(uid):
            self._stranger(uid)
            return None
        return super().buildProtocol(addr)


class Strangers:
    """Reports refused connections of other accounts, once per account."""

    def __init__(self, show: Callable[[str], object]) -> None:
        self._show = show
        self._refused: set[int] = set()

    def __call__(self, uid: int) -> None:
        if uid not in self._refused:
            self._refused.add(uid)
            said = _(
                "The program refused access to another account on this machine "
                "(user id {uid})."
            )
            self._show(said.format(uid=uid))


def open_page(address: str) -> None:
    """
    Open an address in the browser, without waiting.

    Starting a browser may take a while, or even last until the browser is closed.
    """
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def listen(reactor: Any, connections: Connections) -> Any:
    """
    Listen on a free port; return the port, which has a `stopListening` method.

    Raises:
        CannotListenError: there is no free port.
    """
    port = reactor.listenTCP(0, connections, interface=ADDRESS)
    connections.port = port.getHost().port
    return port


def url(port: int) -> str:
    """Return the address to open in a browser."""
    return f"http://{ADDRESS}:{port}/"


def page(script: str, styles: Sequence[str]) -> str:
    """Render the page that asks for access; it contains nothing secret."""
    again = button(_("Try again"))
    waiting = (
        line(_("Compare these two words with those in the terminal:")),
        tag("p", class_="words", id="words"),
        line(
            _(
                "If they match, press Enter there, in the window where you started "
                "Sealed Wonders. If it asks for the words, type them first."
            )
        ),
    )
    parts = (
        part("waiting", *waiting),
        part("out", line(_("Access to this page was refused.")), again),
        part("crowded", line(_("Too many pages are waiting to be confirmed.")), again),
        part("ended", line(_("The program has ended.")), again),
    )
    return gate_page(script, styles, tag("div", *parts, aria_live="polite"))


def gate_page(
    script: str, styles: Sequence[str], asking: str, after: str = ""
) -> Markup:
    """
    Return a page that its script lets in.

    Args:
        script: the module that it runs.
        styles: its style sheets.
        asking: what is shown before the page was let in.
        after: what is below that.
    """
    head = (
        tag("link", rel="icon", href="data:,"),
        *(tag("link", rel="stylesheet", href=name) for name in styles),
        tag("script", type="module", src=script),
    )
    noscript = tag("noscript", line(_("This page needs JavaScript.")))
    main = tag("main", tag("h1", TITLE), asking, noscript, class_="gate")
    return document(language(), TITLE, head, tag("body", main, after))


def part(state: str, *lines: str) -> Markup:
    """Return what a gate's page shows in one of its states."""
    return tag("div", *lines, data_state=state, hidden=True)


def line(says: str) -> Markup:
    return tag("p", says)


def button(says: str) -> Markup:
    return tag("p", tag("button", says, type="button"))
