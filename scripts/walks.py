"""
Follow events through the program, and count the calls on their paths.

    python -m scripts.walks           prints the number of calls on each path
    python -m scripts.walks --paths   prints each call as well, with its file
    python -m scripts.walks --update  writes the numbers into docs/ARCHITECTURE.md

Ann sits at a table of seven, with a host in the same process. Three events are followed:
she seals a card; a record of a card becomes points; a connection is lost and made again.
A path leads from one function to another, without waiting in between. Its calls are those
of our functions that are on the stack when the last one is called; if several paths lead
there, the shortest one counts. The redraw counts all calls of our functions, and the
files that contain them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple, cast

from twisted.internet.error import ConnectionLost
from twisted.python.failure import Failure

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sealed_wonders.client.table.link import ILinkReactor, Link
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screens.waiting import WaitingScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.core.wonders import catalog
from sealed_wonders.core.wonders.state import State
from sealed_wonders.host.publisher import Publisher
from sealed_wonders.host.server import Server
from sealed_wonders.net.address import Address
from sealed_wonders.net.frames import frame_bytes
from sealed_wonders.net.messages import Welcome, encode
from sealed_wonders.net.wire import ToClient, ToHost
from tests.support.connections import CERTIFICATE, FakeTlsTransport
from tests.support.stacks import Seated

OURS = ("core", "net", "client", "host")

PAGE = ROOT / "docs" / "ARCHITECTURE.md"
"""The page that quotes the numbers."""

BEGIN, END = "<!-- walks: begin -->\n", "<!-- walks: end -->\n"
"""The lines around them."""

SIZE = 80, 24
"""Width and height of the screen, in columns and rows."""


class Step(NamedTuple):
    """A call on a path."""

    path: str
    name: str


class Walk(NamedTuple):
    """A path through the program."""

    event: str
    start: str
    end: str
    steps: Sequence[Step]

    @property
    def files(self) -> int:
        """Number of files that contain the steps."""
        return len({step.path for step in self.steps})


class Walks(NamedTuple):
    """All paths, and the calls of a redraw."""

    paths: Sequence[Walk]
    redraw: Sequence[Step]
    """All calls while the screen is drawn once."""

    @property
    def table(self) -> str:
        """The numbers as a table of Markdown."""
        head = "| event | path | calls | files |\n|---|---|---|---|\n"
        rows = (
            f"| {it.event} | from {it.start} to {it.end} | {len(it.steps)} | {it.files} |\n"
            for it in self.paths
        )
        return head + "".join(rows)


def _step(code: CodeType) -> Step | None:
    """Return the step of a call; None if the function isn't ours."""
    path = Path(code.co_filename)
    if not path.is_relative_to(ROOT) or code.co_name.startswith("<"):
        return None
    inside = path.relative_to(ROOT)
    return Step(str(inside), code.co_qualname) if inside.parts[0] in OURS else None


@contextmanager
def _calls(seen: Callable[[FrameType], None]) -> Iterator[None]:
    """Call `seen` for each function call."""

    def profile(frame: FrameType, event: str, arg: Any) -> None:
        if event == "call":
            seen(frame)

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(before)


def _path_to(frame: FrameType | None, first: CodeType) -> Sequence[Step]:
    """Return the steps on the stack, starting with the call of a function."""
    steps: list[Step] = []
    while frame is not None:
        step = _step(frame.f_code)
        if step is not None:
            steps.append(step)
        if frame.f_code is first:
            return steps[::-1]
        frame = frame.f_back
    return ()


class Span(NamedTuple):
    """The two ends of a path."""

    start: str
    """What the first function takes, in words."""
    end: str
    """What comes of the last one, in words."""
    first: Callable[..., Any]
    last: Callable[[CodeType], bool]
    """Whether a function is the last one."""


def _follow(event: str, spans: Sequence[Span], do: Callable[[], object]) -> list[Walk]:
    """Do something, and return the shortest path of each span."""
    paths: list[list[Sequence[Step]]] = [[] for _ in spans]

    def look(frame: FrameType) -> None:
        for span, found in zip(spans, paths, strict=True):
            if span.last(frame.f_code):
                path = _path_to(frame, span.first.__code__)
                found += [path] if path else []

    with _calls(look):
        do()
    return [
        Walk(event, span.start, span.end, min(found, key=len))
        for span, found in zip(spans, paths, strict=True)
    ]


def _is(name: str) -> Callable[[CodeType], bool]:
    return lambda code: code.co_qualname == name


def _is_effect(method: str) -> Callable[[CodeType], bool]:
    """Return whether a function is this method of a class of effects of 7 Wonders."""
    return lambda code: (
        code.co_name == method
        and ("core/wonders/" in code.co_filename and "." in code.co_qualname)
    )


def _shows(code: CodeType) -> bool:
    """Return whether a function has the screen or the lines show something."""
    return code.co_filename.endswith("client/person/listener.py")


def _notes_absence(code: CodeType) -> bool:
    """Return whether a function is the running game's `went`."""
    return code.co_name == "went" and code.co_filename.endswith("host/runninggame.py")


SEALS = Span("a key", "the entry that is sent", ScreenStack.act, _is("Session._send"))
TAKES = Span("its message", "the host's fold", Server.received, _is("Fold.accept"))
SHOWS = Span("a received entry", "the screen", Session.receive, _shows)

_buildings = catalog._buildings.__wrapped__  # the cache would answer without a call
READS = Span("a record in TOML", "its effect", _buildings, _is("effect"))
BUILDS = Span("an answer", "the effect in place", State.tell, _is_effect("place"))
PAYS = Span("an answer", "the effect's coins", State.tell, _is_effect("coins"))
SCORES = Span("the score sheet", "its points", State.score, _is_effect("points"))

LOSES = Span("the client's end", "its screen", ToHost.connectionLost, _shows)
AWAY = Span(
    "the host's end",
    "the player being away",
    ToClient.connectionLost,
    _notes_absence,
)
TELLS = Span("a table", "its presence sent", Publisher._flush, _is("Connection.send"))
HEARS = Span("that message", "the other screens", Session.receive, _shows)
RETURNS = Span(
    "the welcome", "the request for the log", ToHost.dataReceived, _is("Session._send")
)


def _choice(seated: Seated) -> Iterator[Walk]:
    """Ann seals a card, and all seats reveal theirs and build them."""
    stack = seated.stack
    stack.act("build")
    yield from _follow("choice", [SEALS], lambda: stack.act("enter"))
    takes, shows, builds, pays = _follow(
        "choice", [TAKES, SHOWS, BUILDS, PAYS], seated.host.settle
    )
    yield from (takes, shows)
    yield from _follow("card", [READS], _buildings)
    yield from (it._replace(event="card") for it in (builds, pays))
    yield from _follow("card", [SCORES], seated.human.seat.fold.state.score)


def _loss(seated: Seated) -> Iterator[Walk]:
    """Ann's connection is lost, then bob's, and she comes back."""
    event, human, host = "lost connection", seated.human, seated.host
    welcome = next(it for it in human.received if isinstance(it, Welcome))
    # The seats' programs in this process have no link of their own.
    clock = cast(ILinkReactor, host.clock)
    link = Link(clock, Address("127.0.0.1", 7777), Participant(human.identity, "ann"))
    link.session = human.session
    connection = ToHost(link, host.clock, None)
    connection.makeConnection(FakeTlsTransport(CERTIFICATE))  # type: ignore[no-untyped-call]
    connection.handshakeCompleted()
    came = partial(connection.dataReceived, frame_bytes(encode(welcome)))
    [returns] = _follow(event, [RETURNS], came)
    lost = partial(connection.connectionLost, Failure(ConnectionLost()))  # type: ignore[no-untyped-call]
    yield from _follow(event, [LOSES], lost)
    yield from _follow(event, [AWAY], seated.others[0].disconnect)
    yield from _follow(event, [TELLS, HEARS], host.settle)
    yield returns


def walks(folder: Path) -> Walks:
    """Play until ann has a card to choose, and follow all events."""
    seated = Seated(folder, 7)
    stack = seated.stack
    root = RootScreen(stack, lambda: WaitingScreen(lambda: ""))
    seated.play_until_turn(1, 2)
    root.put()
    stack.draw(*SIZE)
    choice = [*_choice(seated)]
    redraw: list[Step] = []

    def counted(frame: FrameType) -> None:
        step = _step(frame.f_code)
        if step is not None:
            redraw.append(step)

    root.put()
    with _calls(counted):
        stack.draw(*SIZE)
    paths = [*choice, *_loss(seated)]
    return Walks(paths, redraw)


def quoted() -> str:
    """Return the table in docs/ARCHITECTURE.md."""
    return PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--paths", action="store_true", help="print each call")
    parser.add_argument("--update", action="store_true", help="write the numbers")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        walked = walks(Path(folder))
    if asked.update:
        page = PAGE.read_text("utf-8")
        PAGE.write_text(page.replace(BEGIN + quoted(), BEGIN + walked.table), "utf-8")
        return
    for it in walked.paths:
        print(
            f"{it.event}, from {it.start} to {it.end}: {len(it.steps)} calls, {it.files} files"
        )
        if asked.paths:
            print(*(f"    {step.path:44} {step.name}" for step in it.steps), sep="\n")
    files = len({step.path for step in walked.redraw})
    print(f"One redraw at 80x24: {len(walked.redraw)} calls in {files} files")


if __name__ == "__main__":
    main()
