"""
The page on which a room follows a table: delay, size and cost. Takes two minutes.

A host, seven bots in one process, and a real browser (Chromium) share this machine's
cores. The delay is the time from the last reveal of a turn, as received by a spectator
over TLS, to the change on the page. It is measured with that browser alone, and with 49
more connections, which read as much as a browser and draw nothing, like browsers on
other machines. The memory is the host's peak in a game, with a page that is being
watched and without any. A first visit is everything that a browser with an empty cache
loads, late in age III.
"""

from __future__ import annotations

import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from twisted.internet.protocol import Factory, Protocol

from scripts.benches._measure import at_most
from scripts.benches._table import Onlooker, Record, hosting, resident
from scripts.benches._table import run as run_games
from scripts.browser_end_to_end import free_port
from sealed_wonders.net.wire import client_factory
from tests.support import browser
from tests.support.browser import TELEVISION, wait

SEATS = 7
OTHERS = (0, 49)

SOON = 200.0
"""Milliseconds, the median."""
MORE = 8.0
"""Megabytes."""
VISIT = 300.0
"""Kilobytes."""

WATCH = """(() => { window.seen = []; const note = () => {
 const now = document.querySelector('#turn h2');
 if (now && (!seen.length || seen[seen.length - 1][0] !== now.textContent))
  seen.push([now.textContent, performance.timeOrigin + performance.now()]); };
 new MutationObserver(note).observe(document.documentElement, {attributes: true}); note(); })()"""

LATE = "document.querySelector('#moment').textContent.includes('Age III, turn 3')"

LOADED = """performance.getEntriesByType('resource').filter(it => !it.name.includes('/events'))
 .reduce((sum, it) => sum + it.transferSize, performance.getEntriesByType('navigation')[0].transferSize)"""


class Looking(threading.Thread):
    """
    A browser that follows a game, in a separate thread.

    Attributes:
        seen: the titles of turns on the page, each with the time when it appeared, in
            seconds since 1970.
        visit: the bytes that a first visit loaded.
    """

    def __init__(self, url: str, *, visits: bool) -> None:
        """
        Prepare to watch a page.

        Args:
            visits: whether another browser visits for the first time, late in the game.
        """
        super().__init__(daemon=True)
        self._visits = visits
        self.seen: list[tuple[str, float]] = []
        self.visit = 0
        self.ready = threading.Event()
        self.over = threading.Event()
        self._url = url

    def run(self) -> None:
        with browser.chromium() as chromium:
            page = self._open(chromium)
            wait(page, "document.readyState === 'complete'")
            page.evaluate(WATCH)
            self.ready.set()
            if self._visits:
                wait(page, LATE, 400)
                fresh = self._open(chromium)
                cities = f"document.querySelectorAll('.city').length === {SEATS}"
                wait(fresh, cities, 60)
                time.sleep(2)
                self.visit = int(fresh.evaluate(LOADED))
                fresh.close()
            self.over.wait(400)
            time.sleep(1)
            self.seen = [(it, at / 1000) for it, at in page.evaluate("seen")]

    def _open(self, chromium: Any) -> Any:
        width, height = TELEVISION
        context = chromium.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        for _ in range(100):
            try:
                page.goto(f"{self._url}?lang=en")
                break
            except Exception:  # noqa: BLE001  the host only begins
                time.sleep(0.1)
        return page


class _Reader(Protocol):
    """Reads a page's events like a browser, and draws nothing."""

    def connectionMade(self) -> None:
        if self.transport is None:
            return
        self.transport.write(
            b"GET /events?table=table%201 HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )


def _stream(port: int) -> int:
    """Return the number of bytes that a browser receives first."""
    with socket.create_connection(("127.0.0.1", port)) as link:
        link.sendall(b"GET /events?table=table%201 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        link.settimeout(2)
        size = 0
        try:
            while some := link.recv(1 << 16):
                size += len(some)
        except TimeoutError:
            pass
        return size


async def play(others: int | None, folder: Path) -> tuple[Record, Looking | None, int]:
    """
    Let bots play a game at a new host; also return the host's peak memory.

    Args:
        others: the number of spectators besides a browser; None for a host without a
            page.
    """
    from twisted.internet import reactor
    from twisted.internet.endpoints import HostnameEndpoint
    from twisted.internet.threads import deferToThread

    record, port, looking = Record(SEATS), free_port(), None
    options = [] if others is None else ["--web", str(port)]
    bots = ("--players", str(SEATS), "--bots", str(SEATS))
    with ExitStack() as stack:
        host, address = stack.enter_context(
            hosting("--once", "--logs", str(folder), *bots, *options)
        )
        threading.Thread(target=_drain, args=(host,), daemon=True).start()
        if others is not None:
            looking = Looking(f"http://127.0.0.1:{port}/", visits=not others)
            looking.start()
            await deferToThread(looking.ready.wait, 60)
            page = HostnameEndpoint(reactor, "127.0.0.1", port)
            for _ in range(others):
                await page.connect(Factory.forProtocol(_Reader))
        onlooker = Onlooker(host.pid, record)
        factory = client_factory(onlooker, reactor, address.pin)
        await HostnameEndpoint(reactor, address.host, address.port).connect(factory)
        await onlooker.gone
        most = resident(host.pid)
        if looking is not None:
            looking.visit += await deferToThread(_stream, port)
            looking.over.set()
            await deferToThread(looking.join, 60)
    if len(record.phases) < 2:
        sys.exit(f"saw no game: {onlooker.refusal}")
    return record, looking, most


def _drain(host: subprocess.Popen[bytes]) -> None:
    for _ in host.stdout or ():
        pass


def delays(record: Record, looking: Looking) -> list[float]:
    """Return the milliseconds from the last reveal of each turn to the page."""
    since = time.time() - time.perf_counter()
    reveals = [
        it.times[-1] + since
        for it in record.phases
        if it.kind == "REVEAL" and len(it.times) == SEATS
    ]
    shown = [
        ((len(found[1]), int(found[2])), at)
        for said, at in looking.seen
        if (found := re.search(r"Age (I+), turn (\d)$", said))
    ]
    # The seventh turn of an age is that of some seats only. A turn that was overtaken
    # before it was drawn counts as drawn with the later one.
    places = [(age, turn) for age in (1, 2, 3) for turn in range(1, 7)]
    return [
        1000 * (min(at for there, at in shown if there >= place) - revealed)
        for place, revealed in zip(places, reveals, strict=True)
    ]


def imported() -> int:
    """Count the modules for the page that a host without a page loads."""
    code = (
        "import sys, sealed_wonders.host.service, sealed_wonders.host.hostprogram; "
        "print(sum('host.page' in it or it.startswith(('twisted.web', 'segno')) or "
        "it.endswith('.pictures') for it in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    return int(done.stdout)


def _run(others: int | None) -> tuple[Record, Looking | None, int]:
    """Play a game in a separate process, as a reactor runs only once."""
    with tempfile.TemporaryDirectory() as folder:
        return run_games(lambda: play(others, Path(folder)))


def child(words: Sequence[str]) -> None:
    """Play one game and print its measurements."""
    others = None if words[0] == "none" else int(words[0])
    record, looking, most = _run(others)
    found: dict[str, Any] = {"most": most}
    if looking is not None:
        found |= {"delays": delays(record, looking), "visit": looking.visit}
    print(json.dumps(found), flush=True)
    # Playwright's thread doesn't end cleanly together with the interpreter.
    os._exit(0)


def played(others: int | None) -> dict[str, Any]:
    command = [sys.executable, "-m", "scripts.benches.web"]
    word = "none" if others is None else str(others)
    done = subprocess.run([*command, word], stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def run() -> bool:
    if lacking := browser.missing():
        print(lacking)
        return False
    plain = played(None)
    well = []
    for others in OTHERS:
        found = played(others)
        median = statistics.median(found["delays"])
        what = f"from the last reveal to the page, {1 + others} looking on, median"
        well.append(at_most(what, median, SOON, "ms"))
        more = (found["most"] - plain["most"]) / 1e6
        what = f"more memory of the host, {1 + others} looking on"
        well.append(at_most(what, more, MORE, "MB"))
        if not others:
            size = found["visit"] / 1000
            well.append(at_most("a first visit late in a game", size, VISIT, "kB"))
    what = "modules of the page in a host that has none"
    well.append(at_most(what, imported(), 0, "modules"))
    return all(well)


if __name__ == "__main__":
    child(sys.argv[1:])
