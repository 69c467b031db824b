"""
Follow a choice through the program, and count the steps.

    python -m scripts.walks          prints the paths and the counts
    python -m scripts.walks --paths  the paths alone, each step with its file

Ann sits at a table of seven, with a host in the same process. She presses the key that
seals a card. The first path leads from that key to the entry sent to the host; the
second leads from the message that the host receives to the host's fold; the third leads
from the host's entry to the code that has the screen redrawn. A step is a
call of one of our functions that is on the stack when that happens. The redraw counts
all calls of our functions, and the files that contain them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sealed_wonders.client.terminal.rootscreen import RootScreen
from sealed_wonders.client.terminal.screens.waiting import WaitingScreen
from sealed_wonders.host.server import Server
from sealed_wonders.net.fold import Fold
from tests.support.stacks import Seated

OURS = ("core", "net", "client", "host")

SIZE = 80, 24
"""Width and height of the screen, in columns and rows."""


class Step(NamedTuple):
    """A call on a path."""

    path: str
    name: str


class Walks(NamedTuple):
    """The paths and the calls of a redraw."""

    there: Sequence[Step]
    """From the key to the entry that is sent."""
    host: Sequence[Step]
    """From the message that the host receives to its fold."""
    back: Sequence[Step]
    """From the received entry to the request for a redraw."""
    redraw: Sequence[Step]
    """All calls while the screen is drawn once."""


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


def _way_to(frame: FrameType | None, first: CodeType) -> Sequence[Step]:
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


def walks(folder: Path) -> Walks:
    """Play until ann has a card to choose, and follow her choice."""
    seated = Seated(folder, 7)
    stack = seated.stack
    root = RootScreen(stack, lambda: WaitingScreen(stack, lambda: ""))
    seated.go_on_to(1, 2)
    root.put()
    stack.draw(*SIZE)
    stack.act("build")
    there: list[Sequence[Step]] = []
    at_host: list[Sequence[Step]] = []
    back: list[Sequence[Step]] = []
    redraw: list[Step] = []
    client, session = seated.human, seated.human.session

    def to_host(frame: FrameType) -> None:
        if frame.f_code is type(client)._say.__code__ and not there:
            there.append(_way_to(frame.f_back, type(stack).act.__code__))

    def to_screen(frame: FrameType) -> None:
        if frame.f_code is Fold.accept.__code__:
            at_host.append(_way_to(frame, Server.received.__code__))
        if frame.f_code.co_name == "changed":
            way = _way_to(frame, type(session).receive.__code__)
            if way:
                back.append(way)

    def counted(frame: FrameType) -> None:
        step = _step(frame.f_code)
        if step is not None:
            redraw.append(step)

    with _calls(to_host):
        stack.act("enter")
    with _calls(to_screen):
        seated.host.settle()
    root.put()
    with _calls(counted):
        stack.draw(*SIZE)
    seated.close()
    return Walks(there[0], max(at_host, key=len), min(back, key=len), redraw)


def _printed(way: Sequence[Step]) -> Iterator[str]:
    for step in way:
        yield f"    {step.path:44} {step.name}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--paths", action="store_true", help="print each step")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        walked = walks(Path(folder))
    for name, way in (
        ("From the key to the entry that is sent", walked.there),
        ("From the message at the host to its fold", walked.host),
        ("From the entry that is received to the screen", walked.back),
    ):
        files = len({step.path for step in way})
        print(f"{name}: {len(way)} steps in {files} files")
        if asked.paths:
            print(*_printed(way), sep="\n")
    files = len({step.path for step in walked.redraw})
    print(f"One redraw at 80x24: {len(walked.redraw)} calls in {files} files")


if __name__ == "__main__":
    main()
