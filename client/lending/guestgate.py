"""
The web server for guests' phones.

A GET returns only what isn't secret, has no effects, and is the same for every phone:
also the pictures come all at once, since which of them a phone fetches would tell what is
in its hand. Everything else is a POST, sealed against listeners
(`sealed_wonders.client.lending.sealing`), with the secret of the phone's seat inside. The
checks of ``Host``, ``Origin`` and ``Sec-Fetch-Site`` are those for this
machine's own browser (`sealed_wonders.client.browser.gate`), with the literal address
at which the phone came.

What one guest may ask for is limited by their seat, and what phones without a seat may
ask for by all of them together, so what is kept about them doesn't grow.
"""

from __future__ import annotations

import gzip
import hashlib
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from twisted.internet.interfaces import IReactorTime
from twisted.protocols.policies import ThrottlingFactory
from twisted.web.pages import errorPage, notFound
from twisted.web.resource import IResource, Resource
from twisted.web.server import Request

from sealed_wonders.client.browser import seatpages
from sealed_wonders.client.browser.gate import (
    BAD,
    FORBIDDEN,
    HEADERS,
    TOO_MANY,
    BadPost,
    CappedRequest,
    PublicFile,
    WaitForDecision,
    answer_json,
    button,
    elsewhere,
    gate_page,
    is_from_here,
    line,
    part,
    posted_json,
)
from sealed_wonders.client.browser.owngames import NoReplay, Threaded
from sealed_wonders.client.browser.seatface import LONGEST
from sealed_wonders.client.browser.seatsections import kept_as
from sealed_wonders.client.lending.admission import Phone, WhyNoSeat
from sealed_wonders.client.lending.guestseat import GuestSeat
from sealed_wonders.client.lending.lending import Lending
from sealed_wonders.client.lending.sealedrequest import (
    KIND,
    SealedAnswer,
    SealedRequest,
)
from sealed_wonders.client.lending.sealing import NotSealed
from sealed_wonders.client.logs import replaying
from sealed_wonders.client.reports.page import page as page_of
from sealed_wonders.client.reports.story import story
from sealed_wonders.net.limits import Bucket
from sealed_wonders.net.origins import Buckets, Rate
from sealed_wonders.net.web.channel import site
from sealed_wonders.net.web.markup import Markup, joined, tag
from sealed_wonders.net.web.pictures import album
from sealed_wonders.net.web.responses import KINDS, accepted_language
from sealed_wonders.net.words import LANGUAGES, _, language, spoken

CONNECTIONS = 96
"""Maximum number of simultaneous connections."""

LASTING, OF_ADDRESS = 4, 24
"""
Connections of one address that are kept open, and that are accepted at all.

A browser opens six at once for pictures; those beyond the first four end with their
answer. Several phones may share an address.
"""

STRANGER_RATE, STRANGER_BURST = 4, 20
"""Posts per second of all phones without a seat together, and after a silence."""

HELLO_RATE, HELLO_BURST = 2, 20
"""Sessions that an address may begin per second, and after a silence."""

GET_RATE, GET_BURST = 20, 240
"""Files that an address may fetch per second, and after a silence; a page has some 40."""

ADDRESSES = 64
"""Maximum number of addresses whose requests are counted."""

UNSEALED = 409
"""Status for what isn't sealed, or in a session that has ended: the page begins another."""

OWN_FILES = ("gate.js", "gate.css", "sealed.js", "nacl-fast.min.js")
"""The files of guests' pages alone."""


class GuestGate(Resource):
    """The root resource."""

    def __init__(
        self,
        clock: IReactorTime,
        lending: Lending,
        connections: Callable[[str], int] = lambda address: 0,
    ) -> None:
        """
        Prepare what anybody may read.

        Args:
            connections: Returns the number of open connections of an address.
        """
        super().__init__()
        self._clock = clock
        self._lending = lending
        self._connections = connections
        self._strangers = Bucket(STRANGER_RATE, STRANGER_BURST, clock.seconds())
        data = files(__package__) / "data"
        # The page's script finds gate.js in place of the one for the own machine.
        own = {it: (data / it).read_bytes() for it in OWN_FILES}
        self._public = {**seatpages.public(), **own}
        is_trusted, lender = lending.certificate is not None, lending.lender
        self._pages = {
            it: _page(it, self._public, lender, is_trusted) for it in LANGUAGES
        }
        self._hellos = Buckets(Rate(HELLO_RATE, HELLO_BURST), ADDRESSES)
        self._gets = Buckets(Rate(GET_RATE, GET_BURST), ADDRESSES)

    def getChildWithDefault(self, path: bytes, request: Request) -> IResource:
        for header, value in HEADERS.items():
            request.setHeader(header, value)
        if self._connections(request.getClientAddress().host) > LASTING:
            request.channel.persistent = False
        certificate = self._lending.certificate
        names = () if certificate is None else certificate.names
        if not is_from_here(request, names):
            return elsewhere(request)
        name = b"/".join([path, *(request.postpath or ())]).decode("utf-8", "replace")
        if request.method == b"POST":
            does = {"hello": self._hello, "sealed": self._sealed}.get(name)
            return notFound() if does is None else does(request)
        if not self._may(self._gets, request):
            request.channel.persistent = False
            return too_many()
        if not name:
            request.setHeader("Vary", "Accept-Language")
            return PublicFile(self._pages[accepted_language(request)], "html")
        if name in self._public:
            return PublicFile(self._public[name], name.rpartition(".")[2])
        return Album(name) if path == b"album" else notFound()

    def _hello(self, request: Request) -> IResource:
        """Begin a session, unless an address begins too many."""
        may = self._may(self._hellos, request)
        return _Hello(self._lending) if may else too_many()

    def _may(self, buckets: Buckets, request: Request) -> bool:
        """Return whether an address may ask for one thing more."""
        return buckets.take(request.getClientAddress().host, self._clock.seconds())

    def _sealed(self, request: Request) -> IResource:
        try:
            data = b"" if request.content is None else request.content.read()
            opened = self._lending.sealed.open(data)
        except NotSealed:
            return errorPage(UNSEALED, "Not sealed", "This page begins anew.")
        inner = self._posted(opened.name, opened.secret)
        return SealedAnswer(inner, SealedRequest(request, opened))

    def _posted(self, name: str, secret: str) -> IResource:
        guest = self._lending.find(secret)
        now = self._clock.seconds()
        if not (self._strangers.take(1, now) if guest is None else guest.may_post()):
            return too_many()
        if name == "wait":
            return WaitForDecision(self._clock, self._lending.admission, secret)
        if make := _FOR_ANYBODY.get(name):
            return make(self._lending)
        if guest is None:
            return errorPage(FORBIDDEN, "Not let in", "This page has no seat.")
        return self._of_guest(name, guest)

    def _of_guest(self, name: str, guest: GuestSeat) -> IResource:
        if name == "move":
            return _StartMove(self._lending, guest)
        if name == "log":
            return _KeepLog(guest)
        if name == "report":
            return _KeepReport(guest)
        guest.start()  # if the guest had left for now
        return seatpages.of_seat(guest.face, guest.language).get(name, notFound())


def too_many() -> IResource:
    return errorPage(TOO_MANY, "Too many requests", "Wait a moment.")


@cache
def _zipped_album(lang: str) -> tuple[bytes, bytes]:
    """Return the entity tag of the compressed pictures, and these."""
    data = gzip.compress(album(lang), mtime=0)
    return f'"{hashlib.sha256(data).hexdigest()[:16]}"'.encode(), data


def prepare_albums() -> None:
    """Draw all pictures in another thread, so that no request has to wait for them."""

    def prepare() -> None:
        for lang in LANGUAGES:
            _zipped_album(lang)

    threading.Thread(target=prepare, daemon=True).start()


class Album(Resource):
    """
    GET album/LANGUAGE: all pictures of all games, which is the same for everybody.

    It is large, so it is always compressed, and ends its connection: otherwise, a few
    bytes could ask for it many times.
    """

    isLeaf = True

    def __init__(self, name: str) -> None:
        super().__init__()
        self._language = name.rpartition("/")[2]

    def render_GET(self, request: Request) -> bytes:
        lang = self._language if self._language in LANGUAGES else LANGUAGES[0]
        request.channel.persistent = False
        request.setHeader("Content-Type", KINDS["json"])
        request.setHeader("Content-Encoding", "gzip")
        request.setHeader("Cache-Control", "no-cache")
        etag, data = _zipped_album(lang)
        return b"" if request.setETag(etag) else data


class _Hello(Resource):
    """POST hello: a page begins a session with its public key."""

    isLeaf = True

    def __init__(self, lending: Lending) -> None:
        super().__init__()
        self._sealed = lending.sealed

    def render_POST(self, request: Request) -> bytes:
        body = request.content
        try:
            id = self._sealed.begin(b"" if body is None else body.read())
        except NotSealed:
            request.setResponseCode(BAD)
            return b""
        request.setHeader("Content-Type", KIND)
        return self._sealed.public + id


class _Posted(Resource):
    """Something that a page posts as an object in JSON."""

    isLeaf = True

    def __init__(self, lending: Lending) -> None:
        super().__init__()
        self.lending = lending

    def render_POST(self, request: Request) -> bytes:
        try:
            posted = posted_json(request)
        except BadPost:
            request.setResponseCode(BAD)
            return b""
        phone = Phone(request.getClientAddress().host, accepted_language(request))
        return answer_json(request, self.answer(posted, phone))

    def answer(
        self, posted: Mapping[str, object], phone: Phone
    ) -> Mapping[str, object]:
        raise NotImplementedError


class _Ask(_Posted):
    """POST ask: a phone that has scanned the code gives a name."""

    def answer(
        self, posted: Mapping[str, object], phone: Phone
    ) -> Mapping[str, object]:
        name, code, before = (_text(posted, it) for it in ("name", "code", "before"))
        asked = self.lending.admission.ask(name, code, phone, before)
        if isinstance(asked, WhyNoSeat):
            return {"why": asked.value}
        return asked._asdict()


class _Claim(_Posted):
    """POST claim: a phone takes another one's seat, with the code for it."""

    def answer(
        self, posted: Mapping[str, object], phone: Phone
    ) -> Mapping[str, object]:
        moved = self.lending.admission.move(_text(posted, "code"), phone)
        if moved is None:
            return {"why": WhyNoSeat.CODE.value}
        seat, secret = moved
        return {"secret": secret, "words": seat.words}


class _StartMove(Resource):
    """POST move: a phone asks for the code with which another one takes its seat."""

    isLeaf = True

    def __init__(self, lending: Lending, guest: GuestSeat) -> None:
        super().__init__()
        self._lending = lending
        self._guest = guest

    def render_POST(self, request: Request) -> bytes:
        code = self._lending.admission.start_move(self._guest.seat)
        return answer_json(request, {"code": code})


class _KeepLog(Resource):
    """POST log: a guest keeps the log of a game that is over."""

    isLeaf = True

    def __init__(self, guest: GuestSeat) -> None:
        super().__init__()
        self._person = guest.person

    def render_POST(self, request: Request) -> bytes:
        if self._person is None or not kept_as(self._person):
            request.setResponseCode(FORBIDDEN)
            return b""
        return self._person.table.public_log()


class _KeepReport(Threaded):
    """POST report: a guest keeps a page about a finished game, for any browser."""

    kind = KINDS["html"]

    def __init__(self, guest: GuestSeat) -> None:
        super().__init__(guest.language)
        self._person = guest.person

    def render_POST(self, request: Request) -> Any:
        person = self._person
        ending = None if person is None else person.known.ending
        if person is None or ending is None or ending.sheet is None:
            request.setResponseCode(FORBIDDEN)
            return b""
        self._log = person.table.public_log()
        return super().render_POST(request)

    def found(self, asked: str) -> str:
        with _REPORTING:
            return _report(self._log, language())


_REPORTING = threading.Lock()
"""Held while a report is written, so that guests of one game wait for the same one."""


@lru_cache(maxsize=len(LANGUAGES))
def _report(log: bytes, _language: str) -> str:
    """Return a page about a game: what everybody may know, without any seat's keys."""
    told = replaying.replay(log)
    if not told.moments:
        raise NoReplay
    return page_of(story(told))


_FOR_ANYBODY: Mapping[str, Callable[[Lending], IResource]] = {
    "ask": _Ask,
    "claim": _Claim,
}


class GuestConnections(ThrottlingFactory):
    """A server that accepts a few connections of each address, and not many in all."""

    def __init__(self, clock: IReactorTime, lending: Lending) -> None:
        self._by_address: Counter[str] = Counter()
        self._addresses: dict[Any, str] = {}
        root = GuestGate(clock, lending, self._by_address.__getitem__)
        served = site(root, CappedRequest, clock)
        super().__init__(served, maxConnectionCount=CONNECTIONS)

    def buildProtocol(self, addr: Any) -> Any:
        """Accept a connection, unless its address has too many."""
        if self._by_address[addr.host] >= OF_ADDRESS:
            return None
        protocol = super().buildProtocol(addr)
        if protocol is not None:
            self._by_address[addr.host] += 1
            self._addresses[protocol] = addr.host
        return protocol

    def unregisterProtocol(self, p: Any) -> None:
        super().unregisterProtocol(p)
        host = self._addresses.pop(p, None)
        if host is not None:
            self._by_address[host] -= 1
            if not self._by_address[host]:
                del self._by_address[host]


def _text(posted: Mapping[str, object], name: str) -> str:
    found = posted.get(name)
    return found if isinstance(found, str) and len(found) <= LONGEST else ""


def lender_reads() -> str:
    return _("The machine that lends you a seat can see your cards.")


def who_reads() -> str:
    return _(
        "On the Wi-Fi, your cards are encrypted. Only the machine that lends you the "
        "seat can see them, unless somebody on the network tampers with this page."
    )


def _invitation(lender: str) -> str:
    """Return what this page is, for somebody who has only scanned a code."""
    if not lender:
        return _("Take a seat at a game of 7 Wonders, on this phone.")
    return _("{who} lends you a seat at a game of 7 Wonders.").format(who=lender)


def _note(says: str) -> Markup:
    return tag("p", says, class_="none")


def take_away() -> str:
    return _("Take my seat to another phone")


def _page(
    lang: str, public: Mapping[str, bytes], lender: str, is_trusted: bool
) -> bytes:
    """Render the page on which a phone asks; it contains nothing secret."""
    with spoken(lang):
        return _spoken_page(public, lender, is_trusted).encode()


def _spoken_page(public: Mapping[str, bytes], lender: str, is_trusted: bool) -> str:
    move = tag(
        "p",
        *(_("Open this page there, and type:"), " ", tag("b", id="move")),
        id="move-line",
        hidden=True,
    )
    moving = tag("details", tag("summary", take_away()), move, id="moving", hidden=True)
    asking = joined(
        (
            line(_invitation(lender)),
            tag("div", _part_of_name(), *_other_parts(), aria_live="polite"),
            _note(_("Stay on this Wi-Fi while you play.")),
            _note(lender_reads() if is_trusted else who_reads()),
        )
    )
    styles = [it for it in public if it.endswith(".css")]
    return gate_page(seatpages.SCRIPT, styles, asking, moving)


def _part_of_name() -> Markup:
    before = tag(
        "p",
        *(_("You had a seat before, with the words:"), " ", tag("b", id="before")),
        id="before-line",
        hidden=True,
    )
    return part(
        "name",
        _field("name", _("Your name:"), 40),
        _field("code", _("The code shown on the lender's screen:"), 16),
        before,
        button(_("Ask for a seat")),
    )


def _field(id: str, label: str, longest: int) -> Markup:
    return tag(
        "p",
        tag("label", label, for_=id),
        " ",
        tag("input", id=id, maxlength=longest, autocomplete="off"),
    )


def _other_parts() -> Iterator[Markup]:
    show = _("Show these two words to the person who lends you a seat:")
    yield part("waiting", line(show), tag("p", class_="words", id="words"))
    again = button(_("Try again"))
    for state, says in (
        ("out", _("You were not given a seat.")),
        ("code", _("The code is wrong, or too old.")),
        ("claim", _("The code is wrong, or too old.")),
        ("name-bad", _("That name can't be used.")),
        (
            "stranger",
            _(
                "This isn't the machine whose code you scanned, or it has a new code. "
                "Scan the current code: this page picks it up by itself."
            ),
        ),
        ("taken", _("Somebody else has this name.")),
        ("full", _("All seats are lent.")),
        ("crowded", _("Too many phones are waiting.")),
        ("ended", _("The lender's program isn't responding. Are you on its Wi-Fi?")),
    ):
        yield part(state, line(says), again)
