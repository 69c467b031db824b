"""
Test the web page of a real host in a real browser, with whole games.

    .venv/bin/python -m scripts.browser_end_to_end [--games GAMES] [--shots DIR] [--axe axe.min.js]

A television and a phone follow a game of each kind from the lobby to the end. During
the first game, a third browser joins late, the host is killed and restarted, and fifty
more browsers follow. All must show the same; none may report an error, let text overlap
anything, or cut text off. During the game with the Edifice, other players open tables,
one of them without a page. The web pages that `wonders report` and `wonders replay
--browser` make from a log are checked in the same way. --axe (the file of that name in
npm's axe-core) also checks the pages with axe-core. --shots saves pictures for review:
both sizes, light in English and dark in French.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.support import browser
from tests.support.browser import PHONE, TELEVISION, wait
from tests.support.tmux import Terminal

MANY = 50

LENDER = "lender"
"""The name of ann's program that lends seats."""


class Kind(NamedTuple):
    """A kind of game: its seats, the host's options for it, and seats of people."""

    seats: int
    options: Sequence[str] = ()
    people: int = 1
    password: str = ""


KINDS = {
    "wonders": Kind(7),
    "leaders": Kind(5, ("--with", "leaders", "--game-time", "3600")),
    "edifice": Kind(
        3, ("--with", "edifice", "--turn-time", "3600", "--sides", "night")
    ),
    "both": Kind(6, ("--with", "leaders,edifice")),
    "architects": Kind(
        4, ("--game", "architects", "--game-time", "3600", "--turn-time", "3600")
    ),
    "architects7": Kind(7, ("--game", "architects")),
}

LOOKS = (("light", "en"), ("dark", "fr"))

DRAWN = """[...document.querySelectorAll('.city')].map(city => [city.querySelector('h2').textContent,
 city.querySelector('.score').textContent.replace(/[^\\d−-]/g, ''), ...[...city.querySelectorAll('.last img, .head img')].map(it => it.src.split('/').pop())])"""
"""JavaScript that returns what a page shows of each city, in any language."""

CATCH_UP = 300.0
"""Seconds within which pages have told, at people's speed, all that was played."""

AXE = """axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(
 it => [it.id, it.impact, it.nodes.length, it.nodes[0].html.slice(0, 200)]))"""

MIDDLE = (
    r"/ II, |(Turn|Tour) (2[5-9]|[3-9]\d)/.test("
    "document.querySelector('#moment').textContent)"
)
"""JavaScript for whether a game is half over, in any of the page's languages."""

AT_REST = (
    "document.getAnimations().every(it => it.playState === 'finished' || "
    "it.effect.getTiming().iterations === Infinity)"
)
"""JavaScript for whether nothing moves but what always does, beside who has to choose."""

LAID_OUT = """(() => {
 const seen = [], said = [], slack = 3;
 const inner = (node) => {
  const boxes = [...node.childNodes].filter((one) => one.nodeType === 3 && one.textContent.trim()).flatMap((one) => {
   const range = document.createRange(); range.selectNodeContents(one); return [...range.getClientRects()];
  });
  const slim = 0.2 * parseFloat(getComputedStyle(node).fontSize); // letters are lower than their lines
  const top = Math.min(...boxes.map((it) => it.top)) + slim, bottom = Math.max(...boxes.map((it) => it.bottom)) - slim;
  const left = Math.min(...boxes.map((it) => it.left)), right = Math.max(...boxes.map((it) => it.right));
  return { left, top, right, bottom, width: right - left, height: bottom - top };
 };
 const name = (it) => {
  const near = it.closest('[id],[class]');
  return `${near?.className || near?.id || it.localName}: ${it.textContent.trim().slice(0, 40)}`;
 };
 for (const it of document.body.querySelectorAll('*')) {
  if (it.closest('details:not([open])') && !it.closest('summary')) continue;
  if (it.closest('.unseen, .turns, .times, svg, noscript, script, [hidden], .over')) continue;
  const isText = [...it.childNodes].some((one) => one.nodeType === 3 && one.textContent.trim());
  if (!isText && it.tagName !== 'IMG') continue;
  const box = isText ? inner(it) : it.getBoundingClientRect();
  const { visibility, clipPath } = getComputedStyle(it);
  if (!box.width || !box.height || visibility === 'hidden' || clipPath === 'inset(50%)') continue; // some is only to be heard
  let clip = { left: -1e9, top: -1e9, right: 1e9, bottom: 1e9 }, isShort = false, isScrolled = false;
  for (let up = it; up; up = up.parentElement) {
   const style = getComputedStyle(up);
   if (style.textOverflow === 'ellipsis') isShort = true;
   if (style.overflowX === 'auto' || style.overflowX === 'scroll') isScrolled = true;
   if (style.overflowX === 'visible' || up === document.body || up === document.documentElement) continue;
   const at = up.getBoundingClientRect();
   clip = { left: Math.max(clip.left, at.left), top: Math.max(clip.top, at.top), right: Math.min(clip.right, at.right), bottom: Math.min(clip.bottom, at.bottom) };
  }
  if (isText && !isScrolled) {
   const across = !isShort && (box.right > clip.right + slack || box.left < clip.left - slack);
   if (across || box.bottom > clip.bottom + slack || box.top < clip.top - slack) said.push(['cut off', name(it)]);
  }
  seen.push([it, isText, { left: Math.max(box.left, clip.left), top: Math.max(box.top, clip.top), right: Math.min(box.right, clip.right), bottom: Math.min(box.bottom, clip.bottom) }]);
 }
 const bar = (it) => (!it || getComputedStyle(it).position === 'fixed' ? it : bar(it.parentElement));
 const below = document.documentElement.scrollHeight - innerHeight - scrollY;
 const comes = (box, over) => { // out from behind a bar, where the page is scrolled
  const at = over.getBoundingClientRect();
  return box.bottom - below <= at.top + slack || box.top + scrollY >= at.bottom - slack;
 };
 const passes = (one, a, other, b) => {
  const some = bar(one), more = bar(other);
  return some !== more && !(some && more) && comes(some ? b : a, some ?? more);
 };
 for (const [one, , a] of seen.filter((it) => it[1])) for (const [other, isText, b] of seen) {
  if (one === other || one.contains(other) || other.contains(one) || (isText && one.compareDocumentPosition(other) & 2)) continue;
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (wide > slack && high > slack && !passes(one, a, other, b)) said.push(['overlap', name(one), isText ? name(other) : other.alt]);
 }
 if (document.documentElement.scrollWidth > innerWidth + 1) said.push(['too wide', document.documentElement.scrollWidth]);
 return said.slice(0, 8);
})()"""
"""JavaScript that returns text and pictures that overlap something or are cut off."""


def free_port() -> int:
    """Return a port that nothing is listening on."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        return port


class House:
    """A host and its players, as processes."""

    def __init__(self, folder: Path, kind: Kind) -> None:
        self.folder = folder
        self.port, self.web = free_port(), free_port()
        self._kind = kind
        self._people: dict[str, subprocess.Popen[bytes]] = {}
        self.host = self._start()
        self._wait_for_page()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.web}/"

    def said(self, name: str = "ann") -> str:
        """Return everything that a player's program has printed so far."""
        return (self.folder / f"{name}.txt").read_text("utf-8")

    @property
    def trouble(self) -> list[str]:
        """Problems that the host has reported."""
        said = (self.folder / "host.txt").read_text("utf-8")
        return [line for line in said.splitlines() if "trouble" in line.lower()]

    @property
    def log(self) -> Path:
        """The log of the game."""
        (path,) = (self.folder / "logs").glob("*.swlog")
        return path

    def _start(self) -> subprocess.Popen[bytes]:
        seats, bots = self._kind.seats, self._kind.seats - self._kind.people
        secret: tuple[str, ...] = ()
        if self._kind.password:
            file = self.folder / "password"
            file.write_text(self._kind.password)
            file.chmod(0o600)
            secret = ("--password-file", str(file))
        return self._run(
            "host",
            *("--logs", str(self.folder / "logs"), "--no-announce"),
            *("--listen", f"127.0.0.1:{self.port}", "--web", str(self.web)),
            *("--players", str(seats), "--bots", str(bots), *self._kind.options),
            *secret,
            program="wonders-host",
        )

    def _run(
        self,
        name: str,
        *words: str,
        program: str,
        language: str = "en",
        home_of: str = "",
        **more: Any,
    ) -> subprocess.Popen[bytes]:
        path = Path(sys.executable).with_name(program)
        folder = self.folder / (home_of or name)
        home = {"WONDERS_HOME": str(folder), "LANGUAGE": language}
        with (self.folder / f"{name}.txt").open("ab") as said:
            return subprocess.Popen(
                [path, *words],
                env={**os.environ, **home},
                stdout=said,
                stderr=said,
                **more,
            )

    def run(self, *words: str | Path) -> None:
        """Run a command of the player's program to its end."""
        path = Path(sys.executable).with_name("wonders")
        subprocess.run([path, *words], check=True, stdout=subprocess.DEVNULL)

    @contextmanager
    def replaying(self, *words: str) -> Iterator[tuple[str, Callable[[], None]]]:
        """
        Serve a web replay; yield its address, and a function that admits browsers.
        """
        path = Path(sys.executable).with_name("wonders")
        process = subprocess.Popen(
            [path, *words, "replay", "--browser", str(self.log)],
            env={**os.environ, "BROWSER": "true", "PYTHONUNBUFFERED": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        with process:
            if process.stdin is None or process.stdout is None:
                raise AssertionError("there are no pipes")
            typed, told = process.stdin, process.stdout

            def let_in() -> None:
                told.readline()  # the line with the words
                typed.write("\n")
                typed.flush()

            try:
                yield re.findall(r"http://\S+", told.readline())[0], let_in
            finally:
                process.send_signal(signal.SIGINT)
            if process.wait(30):
                raise AssertionError(f"the replay ended with {process.returncode}")

    def _wait_for_page(self) -> None:
        for _ in range(300):
            try:
                urllib.request.urlopen(self.url, timeout=1).read()
                return
            except (OSError, urllib.error.URLError):
                time.sleep(0.1)
        raise TimeoutError((self.folder / "host.txt").read_text())

    @property
    def _at(self) -> str:
        """The host's address."""
        return f"127.0.0.1:{self.port}"

    def come(self, name: str, *options: str, language: str = "en") -> None:
        """Let a player join."""
        self._people[name] = self._run(
            name,
            *("join", "--plain", "--name", name, self._at, *options),
            program="wonders",
            language=language,
            stdin=subprocess.PIPE,
        )
        if "--browser" not in options:
            if self._kind.password:
                self.hear("password", name)
                self._type(self._kind.password, name)
            self.hear("When you are ready to begin, type ready", name)

    def lend(self) -> None:
        """Let ann's machine lend seats, or lend them again."""
        self._people[LENDER] = self._run(
            LENDER,
            *("lend", self._at, "--address", "127.0.0.1"),
            program="wonders",
            home_of="ann",
            stdin=subprocess.PIPE,
        )

    def sit_at_terminal(self, name: str, size: tuple[int, int]) -> Terminal:
        """Let a player join at a terminal; the caller closes it."""
        path = str(Path(sys.executable).with_name("wonders"))
        home = {"WONDERS_HOME": str(self.folder / name)}
        return Terminal((path, "join", "--name", name, self._at), size, home)

    def page_of(self, name: str) -> str:
        """Return the address of the page of a player's program, or of a lender's."""
        self.hear("http://", name)
        address: str = re.findall(r"http://\S+", self.said(name))[0]
        return address

    def let_in(self, name: str, words: str) -> None:
        """Accept the page that shows these words, at the player's terminal."""
        self.hear(words, name)
        self._type("", name)

    def play(self) -> None:
        """Let ann start the game, and then let her program play for her."""
        self._type("ready")
        self.hear("The game begins")
        self._type("bot")
        self.hear("From now on, this program will play for you")

    def open_cards(self) -> bool:
        """Let ann disclose her face-down cards; return whether she had any."""
        self.hear("The log is saved")
        has_some = re.search(r"You have \d+ face-down cards?\.", self.said())
        if has_some:
            self._type("open")
        return bool(has_some)

    def hear(self, what: str, name: str = "ann") -> None:
        """Wait until a player's program, or the host, has printed something."""
        for _ in range(1200):
            if what in self.said(name):
                return
            time.sleep(0.1)
        raise TimeoutError(f"{what}: {self.said(name)[-2000:]}")

    def _type(self, line: str, name: str = "ann") -> None:
        typed = self._people[name].stdin
        if typed is not None:
            typed.write(f"{line}\n".encode())
            typed.flush()

    def hold(self, name: str = "ann", *, holds: bool) -> None:
        """Pause a player's program, or let it continue."""
        if name in self._people:
            self._people[name].send_signal(signal.SIGSTOP if holds else signal.SIGCONT)

    def kill(self, name: str) -> None:
        """Kill a player's program, or the lender's."""
        with self._people.pop(name) as process:
            process.kill()

    def kill_and_restart(self) -> None:
        self.host.kill()
        self.host.wait()
        self.host = self._start()
        self._wait_for_page()

    def end(self) -> None:
        self.hold(holds=False)
        for process in (*self._people.values(), self.host):
            process.terminate()
            process.wait(30)
            if process.stdin is not None:
                process.stdin.close()


class Watch:
    """The spectators' browsers, and the errors they report."""

    def __init__(self, chromium: Any, shots: Path | None, axe: str) -> None:
        self._chromium = chromium
        self._shots = shots
        self.axe = axe
        self._contexts: list[Any] = []
        self.complaints: list[str] = []

    def open(
        self, url: str, size: tuple[int, int], script: str = "", **options: Any
    ) -> Any:
        """Open a page in a new window; a script runs before the page's own."""
        context = self._chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, **options
        )
        context.add_init_script(script)
        self._contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        page.goto(url)
        return page

    def close(self) -> None:
        """Close all browser windows."""
        while self._contexts:
            self._contexts.pop().close()  # closing one twice is harmless

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "ERR_" not in message.text:
            self.complaints.append(message.text)

    def take(self, name: str, **pages: Any) -> None:
        """Look at pages as they are now, in both themes and both languages."""
        for which, page in pages.items():
            for theme, lang in LOOKS:
                _dress(page, theme, lang)
                self.look(f"{name}-{which}-{theme}-{lang}", page)

    def look(self, name: str, page: Any) -> None:
        """Save a picture of a page, and check the page with axe-core."""
        page.mouse.move(0, 0)
        time.sleep(1)  # until animations have ended and pictures have loaded
        wait(page, "[...document.images].every(it => it.complete)")
        wait(page, AT_REST)
        self.save(name, page, tall=page.viewport_size["width"] < 900 or "end" in name)
        for found in laid_out(page):
            self.complaints.append(f"{name}: {found}")
        for found in violations(page, self.axe):
            self.complaints.append(f"axe, {name}: {found}")

    def save(self, name: str, page: Any, *, tall: bool = False) -> None:
        """Save a picture of a page; of all of it if it is tall."""
        if self._shots is not None:
            page.screenshot(path=self._shots / f"{name}.png", full_page=tall)


def laid_out(page: Any) -> Any:
    """Return what overlaps or is cut off, at a moment when no card is being turned up."""
    while True:
        found = page.evaluate(f"{AT_REST} ? {LAID_OUT} : null")
        if found is not None:
            return found
        wait(page, AT_REST)


def violations(page: Any, axe: str) -> Any:
    """Check a page with axe-core, again whenever it was redrawn during the check."""
    from playwright.sync_api import Error

    if not axe:
        return []
    page.evaluate(f"{axe};0")
    for _ in range(8):
        before = page.evaluate("document.documentElement.dataset.seen")
        wait(page, AT_REST)
        try:
            found = page.evaluate(AXE)
        except Error:  # an element under test was removed
            continue
        if before == page.evaluate("document.documentElement.dataset.seen"):
            return found
    raise AssertionError("the page doesn't come to rest")


def _dress(page: Any, theme: str, lang: str) -> None:
    """Switch a page to a theme and a language, by its keys."""
    for key, name, value in (("l", "lang", lang), ("t", "dataset.theme", theme)):
        now = f"document.documentElement.{name}"
        for _ in range(2):
            before = page.evaluate(now)
            if before != value:
                page.keyboard.press(key)
                # A language comes only once its words are loaded.
                wait(page, f"{now} !== '{before}'")
        wait(page, f"{now} === '{value}'")


def cities(count: int) -> str:
    return f"document.querySelectorAll('.city').length === {count}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--axe", type=Path)
    parser.add_argument(
        "--games",
        default=",".join(KINDS),
        help=f"some of {','.join(KINDS)}: all, if nothing is said",
    )
    given = parser.parse_args()
    if lacking := browser.missing():
        print(lacking)
        return 1
    if given.shots is not None:
        given.shots.mkdir(parents=True, exist_ok=True)
    axe = given.axe.read_text("utf-8") if given.axe else ""
    count = 0
    with browser.chromium() as chromium:
        for name in given.games.split(","):
            watch = Watch(chromium, given.shots, axe)
            complaints = play(name, watch, SCENARIOS.get(name, followed))
            for line in complaints:
                print(line)
            print(f"{name}: {len(complaints)} complaints")
            count += len(complaints)
    return 1 if count else 0


Scenario = Callable[["Evening"], None]


class Evening:
    """A game with its host and its spectators, step by step."""

    def __init__(self, name: str, house: House, watch: Watch) -> None:
        self.name = name
        self.seats = KINDS[name].seats
        self.house = house
        self.watch = watch
        self.television = watch.open(house.url, TELEVISION, locale="en-GB")
        self.phone = watch.open(
            house.url, PHONE, color_scheme="dark", locale="fr-FR", is_mobile=True
        )
        self.pages = [self.television, self.phone]

    def take(self, moment: str) -> None:
        """Look at both pages as they are now."""
        self.watch.take(
            f"{self.name}-{moment}", television=self.television, phone=self.phone
        )

    def begin(self) -> None:
        """Go from the first player to the middle of the game, and wait there."""
        self.house.come("ann")
        for page in self.pages:
            wait(page, "document.querySelector('.people li')", 30)
        self.take("lobby")
        self.house.play()
        for page in self.pages:
            wait(page, cities(self.seats), 120)
        # The first turns look different: spectators who wait for them see the table
        # code.
        self.house.hold(holds=True)
        time.sleep(2)
        self.take("begin")
        self.house.hold(holds=False)
        wait(self.television, MIDDLE, 400)
        self.house.hold(holds=True)
        time.sleep(3)
        self.take("game")

    def finish(self, *others: Any) -> None:
        """Play the game to its end, and compare what all browsers show."""
        self.house.hold(holds=False)
        for page in (*self.pages, *others):
            wait(page, "document.querySelector('.verdict.checked')", 600)
        if self.house.open_cards():
            for page in (*self.pages, *others):
                wait(page, "document.querySelector('.opened')")
            print(f"{self.name}: ann has opened cards")
        time.sleep(1)
        after = alike("", self.television, self.phone, *others)
        for page in others:
            page.context.close()
        print(f"{self.name}: all show the same end")
        self.take("end")
        self.tell()
        print(json.dumps([city[:2] for city in after], ensure_ascii=False))

    def tell(self) -> None:
        """Look at the game's report and its web replay in the browser."""
        for lang, size, theme in (("en", TELEVISION, "light"), ("fr", PHONE, "dark")):
            written = self.house.folder / f"report-{lang}.html"
            self.house.run("--lang", lang, "report", str(self.house.log), "-o", written)
            page = self.watch.open(written.as_uri(), size, color_scheme=theme)
            self.watch.look(f"{self.name}-report-{theme}-{lang}", page)
            with self.house.replaying("--lang", lang) as (url, let_in):
                page = self.watch.open(url, size, color_scheme=theme)
                wait(page, "document.getElementById('words').checkVisibility()")
                self.watch.look(f"{self.name}-asks-{theme}-{lang}", page)
                let_in()
                wait(page, "document.querySelector('#turns .audience')")
                self._step_through(page)
                self.watch.look(f"{self.name}-replay-{theme}-{lang}", page)
        print(f"{self.name}: reports and replays are told by keys")

    def _step_through(self, page: Any) -> None:
        """
        Go back and forth by the keys, and by the buttons that a keyboard can reach.
        """
        steps = int(page.get_attribute("#slider", "max")) + 1
        keys = ("Home", "ArrowLeft", "ArrowRight", "End", "ArrowRight", "ArrowLeft")
        at = [1, 1, 2, steps, steps, steps - 1]
        for key, number in zip(keys, at, strict=True):
            page.keyboard.press(key)
            same(f"#s{number}", page.evaluate("location.hash"), "")
        for _ in range(80):
            if page.evaluate("document.activeElement.id") == "next":
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        same(f"#s{steps}", page.evaluate("location.hash"), "")
        page.keyboard.press("2")
        same("1", page.input_value("#seat"), "")


def play(name: str, watch: Watch, scenario: Scenario) -> list[str]:
    """Play a game and return all complaints."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), KINDS[name])
        try:
            scenario(Evening(name, house, watch))
        finally:
            watch.close()
            house.end()
        return [*watch.complaints, *house.trouble]


def followed(evening: Evening) -> None:
    """Follow the game from the lobby to the end."""
    evening.begin()
    evening.finish()


def several(evening: Evening) -> None:
    """
    Follow the game; then open further tables, one without a page, and look at all.
    """
    followed(evening)
    overview(evening)


def overview(evening: Evening) -> None:
    """Look at several tables, and go to one of them with the keyboard."""
    evening.house.come("bob", "--table", "oak")
    evening.house.come("cleo", "--table", "ash", "--no-page")
    links = "[...document.querySelectorAll('.tables a')]"
    for page in evening.pages:
        page.keyboard.press("a")
        wait(page, f"{links}.length === 2")
        names = page.evaluate(f"{links}.map(it => it.querySelector('b').textContent)")
        same(["oak", "table 1"], sorted(names), "all tables are there but one")
    evening.take("overview")
    for page in evening.pages:
        page.focus(".tables a[href='#oak']")
        page.keyboard.press("Enter")
        wait(page, "document.querySelector('.people')?.textContent.includes('bob')")
        page.click("#all")
        wait(page, f"{links}.length === 2")


def besieged(evening: Evening) -> None:
    """
    Follow the game with more and more browsers, while the host is killed and restarted.
    """
    evening.begin()
    house, watch = evening.house, evening.watch
    television, phone = evening.pages
    late = watch.open(house.url, TELEVISION)
    wait(late, cities(evening.seats))
    before = alike("who comes late sees the same", late, television, phone)
    house.kill_and_restart()
    for page in (television, phone, late):
        wait(page, "document.querySelector('#status').hidden", 60)
        wait(page, cities(evening.seats), 60)
    after = alike("", late, television, phone)
    same(before, after, "a host started again shows the same")
    many = [watch.open(house.url, PHONE) for _ in range(MANY)]
    for page in many:
        wait(page, cities(evening.seats), 120)
    print(f"{MANY} more look on")
    evening.finish(late, *many)


SCENARIOS: Mapping[str, Scenario] = {"wonders": besieged, "edifice": several}


def alike(what: str, page: Any, *others: Any) -> Any:
    """Wait until pages have caught up with each other; return what they show."""
    end = time.monotonic() + CATCH_UP
    while True:
        shown, *more = [it.evaluate(DRAWN) for it in (page, *others)]
        if all(it == shown for it in more) or time.monotonic() > end:
            break
        time.sleep(0.5)
    for it in more:
        same(shown, it, "")
    if what:
        print(what)
    return shown


def same(one: Any, other: Any, what: str) -> None:
    if one != other:
        raise AssertionError(f"{what}: {one} and {other}")
    if what:
        print(what)


if __name__ == "__main__":
    sys.exit(main())
