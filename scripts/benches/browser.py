"""
The seat in a browser: delay beside a terminal, size, and what lent seats cost.

A host, its bots in one process, a player's program, and a real browser (Chromium) share
this machine's cores. The delay is the time from the last reveal of a turn, as received
by a spectator over TLS, until the player can choose from the next hand: on the page, and
at the terminal in line mode. A first visit is everything that a second page loads, late
in the game. A shuffle is the time from the first key of age I until all of its hands
are dealt, with one seat of seven lent to a guest, and with three. A guest's memory is
what the lender's program needs for each further one. Takes three minutes.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import urlsplit

from scripts.benches._measure import at_most
from scripts.benches._table import Onlooker, Record, hosting, weight
from scripts.benches._table import run as run_games
from sealed_wonders.net.address import Address
from sealed_wonders.net.wire import client_factory
from tests.support import browser
from tests.support.browser import wait
from tests.support.sealedpage import Opener, SealedPage

SEATS = 7

SOON = 150.0
"""Milliseconds, the median."""
VISIT = 350.0
"""Kilobytes."""
MORE = 1.3
"""The share by which three lent seats may slow a shuffle down."""
GUEST = 8.0
"""Megabytes."""

RUNS = 3
"""Games for each number of lent seats; the quickest counts."""

LENT = (1, 3)

LAPTOP = {"width": 1440, "height": 900}

PLAY = """(() => { window.seen = [];
 const note = () => { const now = document.querySelector('#when')?.textContent;
  if (now && document.querySelector('#choice [data-item]') && seen.at(-1)?.[0] !== now)
   seen.push([now, performance.timeOrigin + performance.now()]); };
 new MutationObserver(note).observe(document.body, {childList: true, subtree: true, characterData: true}); note();
 setInterval(() => { for (const one of ['[data-key=code]', '.bar .seal', '.bar .use.sell', '.bar .use', '#choice [data-item] button:enabled', '[data-key=ready]']) {
  const found = document.querySelector(one);
  if (found) { if (!one.includes('ready') || !window.isReady) found.click(); window.isReady ||= one.includes('ready'); return; } } }, 200); })()"""
"""JavaScript that notes when a page shows a hand, and sells a card of each."""

LOADED = """performance.getEntriesByType('resource').filter(it => !it.name.endsWith('/events') && !it.name.endsWith('/wait'))
 .reduce((sum, it) => sum + it.transferSize, performance.getEntriesByType('navigation')[0].transferSize)"""

MOMENT = re.compile(r"^Age (I+|\d), turn (\d)")

Shown = Sequence[tuple[tuple[int, int], float]]
"""When each turn's hand was shown: age, turn, and the seconds since 1970."""


@contextmanager
def program(*words: str, home: str) -> Iterator[subprocess.Popen[str]]:
    """Run a player's program with pipes."""
    here = {"WONDERS_HOME": home, "LANGUAGE": "en", "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "sealed_wonders.client", *words],
        env={**os.environ, **here, "BROWSER": "true"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def pipes(process: subprocess.Popen[str]) -> tuple[IO[str], IO[str]]:
    if process.stdin is None or process.stdout is None:
        raise AssertionError("there are no pipes")
    return process.stdin, process.stdout


def joining(address: Address) -> tuple[str, ...]:
    return "join", f"{address.host}:{address.port}", "--plain", "--name", "ann"


@dataclass
class Seated:
    """What a player saw."""

    shown: Shown = ()
    visit: int = 0
    """The bytes of a first visit."""


def at_terminal(address: Address, seated: Seated, over: threading.Event) -> None:
    """Play in line mode."""
    shown: list[tuple[tuple[int, int], float]] = []
    with (
        tempfile.TemporaryDirectory() as home,
        program(*joining(address), home=home) as process,
    ):
        typed, said = pipes(process)
        where = None
        for line in said:
            if found := MOMENT.match(line):
                where = int(found[1]), int(found[2])
            if "type ready" in line:
                typed.write("ready\n")
            # The whole hand comes at once.
            if line.startswith("Your hand:") and where is not None:
                shown.append((where, time.time()))
                time.sleep(0.6)  # as on the page
                typed.write("s1\n")
            if line.startswith("Game over") or over.is_set():
                break
    seated.shown = shown


def on_page(address: Address, seated: Seated, over: threading.Event) -> None:
    """Play in a browser, and visit the seat with another page late in the game."""
    with (
        tempfile.TemporaryDirectory() as home,
        program(*joining(address), "--browser", home=home) as process,
        browser.chromium() as chromium,
    ):
        typed, said = pipes(process)
        url = re.findall(r"http://\S+", said.readline())[0]
        threading.Thread(target=lambda: said.read(), daemon=True).start()

        def visit() -> Any:
            page = chromium.new_context(viewport=LAPTOP).new_page()
            page.goto(url)
            wait(page, "document.getElementById('words')?.textContent")
            time.sleep(0.5)
            typed.write("\n")
            wait(page, "document.body.classList.contains('seat')")
            return page

        page = visit()
        page.evaluate(PLAY)
        late = (
            "document.querySelector('#when').textContent.startsWith('Age III, turn 4')"
        )
        wait(page, late, 400)
        fresh = visit()
        wait(
            fresh, f"document.querySelectorAll('#main [data-seat]').length === {SEATS}"
        )
        time.sleep(2)
        seated.visit = int(fresh.evaluate(LOADED))
        fresh.close()
        over.wait(400)
        time.sleep(0.5)
        seated.shown = [
            ((len(found[1]), int(found[2])), at / 1000)
            for said_then, at in page.evaluate("seen")
            if (found := MOMENT.match(said_then))
        ]


FACES = {"page": on_page, "terminal": at_terminal}


def delays(record: Record, shown: Shown) -> list[float]:
    """Return the milliseconds from the last reveal of each turn to the next hand."""
    since = time.time() - time.perf_counter()
    reveals = [
        it.times[-1] + since
        for it in record.phases
        if it.kind == "REVEAL" and len(it.times) == SEATS
    ]
    places = [(age, turn) for age in (1, 2, 3) for turn in range(1, 7)]
    first = dict(reversed([*shown]))
    # Before the first hand of an age, cards are shuffled.
    return [
        1000 * (first[age, turn + 1] - revealed)
        for (age, turn), revealed in zip(places, reveals, strict=True)
        if (age, turn + 1) in first
    ]


Beside = Callable[[Address, threading.Event], object]
"""Plays at a host until the event is set, in a thread of its own."""


async def watched(record: Record, bots: int, beside: Beside) -> None:
    """Let some bots and others play at a new host, and watch."""
    from twisted.internet import reactor
    from twisted.internet.endpoints import HostnameEndpoint
    from twisted.internet.threads import deferToThread

    over, opened = threading.Event(), threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        some = ("--players", str(SEATS), "--bots", str(bots), "--sides", "night")
        with hosting("--logs", folder, *some) as (host, address):
            threading.Thread(target=_read, args=(host, opened), daemon=True).start()
            playing = threading.Thread(target=beside, args=(address, over), daemon=True)
            playing.start()
            await deferToThread(opened.wait, 60)
            onlooker = Onlooker(host.pid, record)
            factory = client_factory(onlooker, reactor, address.pin)
            await HostnameEndpoint(reactor, address.host, address.port).connect(factory)
            await onlooker.gone
            over.set()
            await deferToThread(playing.join, 60)


def _read(host: subprocess.Popen[bytes], opened: threading.Event) -> None:
    """Read what the host says; a table is open once somebody sits there."""
    for line in host.stdout or ():
        if json.loads(line).get("event") == "sat-down":
            opened.set()


def of_face(face: str) -> dict[str, Any]:
    """Play a game with a player at one of `FACES`."""
    record, seated = Record(SEATS), Seated()

    def sit(address: Address, over: threading.Event) -> None:
        FACES[face](address, seated, over)

    run_games(lambda: watched(record, SEATS - 1, sit))
    return {"delays": delays(record, seated.shown), "visit": seated.visit}


# Lent seats.


class Dealt(Record):
    """A record that ends with the deal of age I."""

    @property
    def is_over(self) -> bool:
        return any(it.kind == "PICK" for it in self.phases)

    @property
    def shuffle(self) -> float:
        """Seconds from the first key of the age to the last card that was dealt."""
        # Boards are drawn with keys of their own before.
        (*_, key), (*_, deal) = (
            [it for it in self.phases if it.kind == kind] for kind in ("KEY", "DEAL")
        )
        return deal.times[-1] - key.times[0]


class Phone:
    """A guest's phone, without a picture."""

    def __init__(self, url: str) -> None:
        self._at, self._secret = urlsplit(url), ""
        self._page = SealedPage()
        self._page.begin(self._request("/hello", self._page.public).read())

    def _request(self, path: str, data: bytes) -> http.client.HTTPResponse:
        link = http.client.HTTPConnection(self._at.netloc, timeout=60)
        here = {"Origin": f"http://{self._at.netloc}", "Accept-Language": "en"}
        link.request("POST", path, data, here)
        return link.getresponse()

    def post(self, name: str, body: Mapping[str, object]) -> SealedResponse:
        counter, data = self._page.seal(name, self._secret, body)
        answer = self._request("/sealed", data)
        return SealedResponse(answer, self._page.opener(counter))

    def sit_down(self, name: str) -> SealedResponse:
        """Get a seat and be ready; return the stream, which has to stay open."""
        code = self._at.fragment.partition(".")[0]
        asked = self.post("ask", {"name": name, "code": code, "before": ""})
        self._secret = json.loads(b"".join(asked))["secret"]
        stream = self.post("events", {})
        sent = b""
        while b'"lobby"' not in sent:
            sent += next(stream)
        self.post("act", {"do": "ready", "on": True})
        return stream


class SealedResponse:
    """What a lender answers, opened piece by piece as it comes."""

    def __init__(self, answer: http.client.HTTPResponse, opener: Opener) -> None:
        self._answer = answer
        self._opener = opener

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if not (data := self._answer.read1()):
            raise StopIteration
        return self._opener.take(data)

    def close(self) -> None:
        self._answer.close()


def of_lender(lent: int) -> dict[str, Any]:
    """Deal age I with some seats of guests; measure the time, and the lender's memory."""
    record, weights = Dealt(SEATS), list[int]()

    def lend(address: Address, over: threading.Event) -> None:
        at = f"{address.host}:{address.port}"
        words = ("--seats", str(lent), "--to-anyone", "--address", "127.0.0.1")
        with (
            tempfile.TemporaryDirectory() as home,
            program("lend", at, *words, home=home) as process,
        ):
            _typed, said = pipes(process)
            url = next(it.strip() for it in said if it.startswith("http://"))
            phones = [Phone(url) for _ in range(lent)]
            streams = [it.sit_down(f"guest{n}") for n, it in enumerate(phones)]
            over.wait(120)
            time.sleep(1)
            weights.append(weight(process.pid))
            for stream in streams:
                stream.close()

    run_games(lambda: watched(record, SEATS - lent, lend))
    return {"shuffle": record.shuffle, "weight": weights[0]}


# All.


def child(words: Sequence[str]) -> None:
    """Play one game and print its measurements."""
    what = words[0]
    found = of_face(what) if what in FACES else of_lender(int(what))
    print(json.dumps(found), flush=True)
    # Playwright's thread doesn't end cleanly together with the interpreter.
    os._exit(0)


def played(what: str) -> dict[str, Any]:
    """Do the same in a separate process, as a reactor runs only once."""
    command = [sys.executable, "-m", "scripts.benches.browser", what]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def run() -> bool:
    if lacking := browser.missing():
        print(lacking)
        return False
    page, terminal = played("page"), played("terminal")
    median = statistics.median(page["delays"])
    beside = statistics.median(terminal["delays"])
    print(
        f"from the last reveal to the next hand in line mode: {beside:.3g} ms, median"
    )
    runs = {lent: [played(str(lent)) for _ in range(RUNS)] for lent in LENT}
    few, many = LENT
    quickest = {lent: min(it["shuffle"] for it in some) for lent, some in runs.items()}
    weights = {lent: min(it["weight"] for it in some) for lent, some in runs.items()}
    print(f"seconds until age I is dealt, by lent seats: {quickest}")
    return all(
        [
            at_most(
                "from the last reveal to the next hand on the page, median",
                median,
                SOON,
                "ms",
            ),
            at_most("a first visit late in a game", page["visit"] / 1000, VISIT, "kB"),
            at_most(
                "a shuffle with three lent seats, of one with one",
                quickest[many] / quickest[few],
                MORE,
                "times",
            ),
            at_most(
                "memory of each further guest",
                (weights[many] - weights[few]) / (many - few) / 1e6,
                GUEST,
                "MB",
            ),
        ]
    )


if __name__ == "__main__":
    child(sys.argv[1:])
