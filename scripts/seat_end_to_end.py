"""
Play whole games through the page of a seat, in a real browser at a real host.

    .venv/bin/python -m scripts.seat_end_to_end [--games GAMES] [--shots DIR] [--axe axe.min.js]

Three seats are pages: a laptop plays by keys alone, a tablet in French by the buttons, and
a phone by taps. One more player is in line mode, and the rest are bots. Everything is done
on the pages, from the lobby to the rematch. Meanwhile:

- the phone's seat is open in two windows, which must agree, unless it is lent,
- the tablet's page is loaded again in the middle of a choice, and has neither sound nor
  vibration nor a wake lock,
- the laptop's program is silent for longer than its page waits,
- in the game `both`, which has a player at a terminal as well, the tablet and the phone
  are on lent seats; in the middle of age II, the lender's program is killed and started
  again, and both pages must come back to the very turn by themselves, and
- in the game `special`, there is a password, and a player is away until the others go on,
  which one of them refuses at first.

No page may report an error or be wider than its window, not even at twice its size, and
all must show the same score sheet. --axe (the file of that name in npm's axe-core) also
checks the pages with axe-core. --shots saves pictures for review. The game `both` requires
tmux.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

from scripts.browser_end_to_end import LENDER, House, Kind, Watch, violations
from sealed_wonders.client.person.ballotdialog import READING
from tests.support import browser
from tests.support.browser import TOO_WIDE, wait
from tests.support.tmux import Terminal

BUTTONS = (
    "#asks[open] .answers button:first-child",
    "[data-key=code]",
    ".bar .seal:enabled",
    ".bar .use:not([aria-disabled])",
    "#choice [data-item] button:enabled",
)
"""
What can be pressed during a game; the first of these that a page shows is pressed.

Of a dialog's answers, it is the one that lets the game go on.
"""

YES, NO = "answer-yes", "answer-nothing"
"""The keys of the answers of a ballot."""

ASKED = f"#asks[open] [data-key={YES}]"
CLOSED = f"#asks[open]:not(:has([data-key={YES}])) [data-key=answer-back]"
WAY_ON = "#status [data-key=way-without]"

SEEN = """() => {
 const all = (some) => [...document.querySelectorAll(some)];
 return { asks: all("#asks[open]").length > 0, code: all("[data-key=code]").length > 0, seal: all(".bar .seal:enabled").length > 0,
  uses: all(".bar .use:not([aria-disabled])").map(it => it.className.split(" ")[1]),
  items: all("#choice [data-item] button:enabled").map(it => Number(it.closest("[data-item]").dataset.item)) };
}"""
"""JavaScript that returns what a page shows of what can be chosen."""

FOCUSED = "document.activeElement?.dataset.key"

LETTERS = {"build": "b", "stage": "w", "sell": "s", "nothing": "n"}

SHOWN = """() => [document.querySelector("#main").innerText, document.querySelector(".card.laid")?.dataset.item ?? "",
 document.querySelector(".bar .whole")?.innerText ?? ""]"""
"""JavaScript that returns what all windows of a seat show."""

TURN = """() => [document.querySelector("#when").innerText, document.querySelector("#choice").innerText,
 [...document.querySelectorAll("#choice .card")].map(it => [it.className, it.querySelector("img")?.src ?? ""])]"""
"""JavaScript that returns the turn that a page shows: its hand, and what is laid down or sealed."""

MIDDLE = r"/ II, .*\b[3-5]\b/.test(document.querySelector('#when').textContent)"
"""JavaScript for whether age II is half over."""

LAID, SEALED = "#choice .bar .whole", "#choice .sealed"
LOST = "document.querySelector('#status.bad')"
TAGS = "[...document.querySelectorAll('#main .tag')].map(it => it.textContent)"

BARE = """
delete window.AudioContext;
Object.defineProperty(navigator, "vibrate", { value: undefined });
Object.defineProperty(navigator, "wakeLock", { value: { request: () => Promise.reject(new Error("no lock")) } });
localStorage.setItem("sound", "on");
"""
"""JavaScript that takes away from a page what browsers may lack."""

Act = Callable[[Any, random.Random], str]
"""Does one thing on a page; returns which of `BUTTONS` it pressed, or an empty string."""


def by_buttons(page: Any, some: random.Random) -> str:
    """Press one of the buttons that are shown, as a mouse does."""
    return _on_a_button(page, some, lambda it: it.evaluate("it => it.click()"))


def by_taps(page: Any, some: random.Random) -> str:
    """Tap one of the buttons: it has to be within reach of a finger."""
    # Cards of a hand cover each other, except for their left edges.
    edge = {"x": 8, "y": 24}
    return _on_a_button(page, some, lambda it: it.tap(position=edge, timeout=30_000))


def _on_a_button(page: Any, some: random.Random, press: Callable[[Any], object]) -> str:
    from playwright.sync_api import Error

    for selector in BUTTONS:
        if found := page.query_selector_all(selector):
            button = some.choice(found)
            try:
                press(button)
            except Error:
                # It has been drawn anew meanwhile, or is out of reach.
                if button.evaluate("it => it.isConnected"):
                    raise
            return selector
    return ""


def by_keys(page: Any, some: random.Random) -> str:
    """Press a key, as somebody does who has no pointer."""
    seen = page.evaluate(SEEN)
    if seen["asks"]:
        page.keyboard.press(some.choice(("Enter", "y")))
        return BUTTONS[0]
    if seen["code"]:
        tab_to(page, "code")
        return BUTTONS[1]
    if seen["seal"]:
        page.keyboard.press("Enter")
        return BUTTONS[2]
    if seen["uses"]:
        page.keyboard.press(LETTERS[some.choice(seen["uses"])])
        return BUTTONS[3]
    if seen["items"]:
        number = some.choice(seen["items"])
        page.keyboard.press(str(number) if number < 10 else "ArrowRight")
        return BUTTONS[4]
    return ""


def tab_to(page: Any, key: str) -> None:
    """Go to a button with the Tab key, and press it."""
    for _ in range(120):
        if page.evaluate(FOCUSED) == key:
            page.keyboard.press("Enter")
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {key}")


class Device(NamedTuple):
    """A page of a seat, and how it is played."""

    size: tuple[int, int]
    act: Act
    language: str = "en"
    script: str = ""
    options: Mapping[str, Any] = {}

    def press(self, page: Any, key: str) -> None:
        """Press one button."""
        if self.act is by_keys:
            tab_to(page, key)
        elif self.act is by_taps:
            page.tap(f"[data-key={key}]")
        else:
            page.click(f"[data-key={key}]")


DEVICES = {
    "laptop": Device((1440, 900), by_keys),
    "tablet": Device((768, 1024), by_buttons, "fr", BARE, {"locale": "fr-FR"}),
    "phone": Device((360, 640), by_taps, options={"has_touch": True}),
}

PEOPLE = 1 + len(DEVICES)

SPECIAL = ("--boards", "carthage,abu_simbel,roma,gizah")
"""Among others, a wonder whose stages have halves, and one that buries leaders."""

KINDS = {
    "both": Kind(7, ("--with", "leaders,edifice"), PEOPLE + 1),
    "architects": Kind(7, ("--game", "architects"), PEOPLE),
    "special": Kind(4, ("--with", "leaders", *SPECIAL), PEOPLE, "sesame street"),
}

GUESTS: Mapping[str, Sequence[str]] = {"both": ("tablet", "phone")}
"""The pages of each game that are on lent seats."""

ON = "on ann's machine"
"""How others see who lends a seat."""

AT_TERMINAL = "bob"
"""The player at a terminal, in games that are for one person more."""

PATIENCE = 3_600.0
"""Seconds that a game may last."""

SILENCE = 600.0
"""Seconds within which everybody has noticed that a program is silent, or is back."""


class Evening:
    """A game with its host and the pages of three seats."""

    def __init__(
        self, name: str, house: House, watch: Watch, opened: ExitStack
    ) -> None:
        """
        Prepare an evening.

        Args:
            opened: Closes what is opened meanwhile.
        """
        self.name, self.house, self.watch = name, house, watch
        self.guests = GUESTS.get(name, ())
        self._opened = opened
        self._random = random.Random(name)
        self._pressed = 0
        self._reloaded = 0
        self.pages: dict[str, Any] = {}
        self.twin: Any = None
        """A second window with the phone's seat; None if that seat is lent."""
        self.terminal: Terminal | None = None
        self._due: list[tuple[Callable[[], bool], Callable[[], None]]] = [
            (lambda: self._pressed >= 30, self.fall_silent)
        ]
        """What happens besides, and when."""
        if self.guests:
            self._due.append((self._is_in_the_middle, self.lose_lender))
        if KINDS[name].password:
            self._due.append((lambda: self._pressed >= 60, self.leave))

    def begin(self) -> None:
        """Let everybody sit down and be ready."""
        self.house.come("ann")
        if KINDS[self.name].people > PEOPLE:
            self.sit_at_terminal()
        if self.guests:
            self.house.lend()
        for name, page in map(self._open, DEVICES):
            if password := KINDS[self.name].password:
                self.give_password(name, page, password)
            wait(page, "document.querySelector('[data-key=ready]')")
        if "phone" not in self.guests:
            # A tab in front of another one would keep it from being tapped.
            self.twin = self.watch.open(self.pages["phone"].url, DEVICES["phone"].size)
            self._let_in("phone", self.twin)
        self.look("lobby")
        if self.guests:
            self.see_lender_in_lobby()
        for name, page in self.pages.items():
            DEVICES[name].press(page, "ready")
        if self.terminal is not None:
            self.terminal.press("r")
        self.house.play()
        if self.terminal is not None:
            self._let_terminal_play(self.terminal)

    def sit_at_terminal(self) -> None:
        """Let one more player come at a terminal."""
        self.terminal = self.house.sit_at_terminal(AT_TERMINAL, (140, 45))
        self._opened.callback(self.terminal.close)
        self.terminal.wait_for("ann")

    def _let_terminal_play(self, terminal: Terminal) -> None:
        """Read the table code at the terminal, and let the program play for its player."""
        terminal.wait_for("table code")
        terminal.look()
        terminal.press("Enter")
        terminal.look()
        terminal.press("z")

    def _open(self, name: str) -> tuple[str, Any]:
        """Open a page, at a program of its own or at the lender's, and have it let in."""
        it, is_lent = DEVICES[name], name in self.guests
        if not is_lent:
            self.house.come(name, "--browser", language=it.language)
        program = LENDER if is_lent else name
        url = self.house.page_of(program)
        page = self.pages[name] = self.watch.open(url, it.size, it.script, **it.options)
        if is_lent:
            self.ask_for_seat(name, page)
        self._let_in(program, page)
        return name, page

    def ask_for_seat(self, name: str, page: Any) -> None:
        """Give a name, as somebody does who has scanned the lender's code."""
        wait(page, "document.getElementById('name').checkVisibility()")
        self.check("asks", name, page)
        page.fill("#name", name)
        page.click("[data-state=name] button")

    def _let_in(self, program: str, page: Any) -> None:
        wait(page, "document.getElementById('words')?.checkVisibility()")
        self.house.let_in(program, page.inner_text("#words"))
        wait(page, "document.body.classList.contains('seat')")

    def give_password(self, name: str, page: Any, password: str) -> None:
        """Give a wrong password, and then the right one."""
        field = "[data-key=password]"
        wait(page, f"document.querySelector('{field}')")
        self.check("password", name, page)
        page.evaluate(f"document.querySelector('{field}').dataset.old = true")
        for typed in ("wrong", password):
            page.focus(field)
            page.keyboard.type(typed)
            page.keyboard.press("Enter")
            # A wrong one is asked for again, with the reason.
            wait(page, f"!document.querySelector('{field}')?.dataset.old")
            wait(page, "document.querySelector('[data-key=password],[data-key=ready]')")

    def play(self) -> None:
        """Play the game to its end, and look at the pages now and then."""
        end = time.monotonic() + PATIENCE
        while not all(map(_has_ended, self.pages.values())):
            if time.monotonic() > end:
                raise TimeoutError(f"{self.name}: {self._pressed} buttons were pressed")
            for name, page in self.pages.items():
                if not _has_ended(page):
                    self._press(name, page)
        print(f"{self.name}: {self._pressed} buttons were pressed")

    def _press(self, name: str, page: Any) -> None:
        pressed = DEVICES[name].act(page, self._random)
        if not pressed:
            return
        time.sleep(0.05)
        self._pressed += 1
        if pressed == BUTTONS[-1] or self._pressed % 40 == 0:
            self._check_width(name, page)
        if pressed == BUTTONS[3] and name == "tablet" and self._reloaded < 3:
            self.reload(page)
        if self._pressed % 120 == 0:
            self.look(f"game{self._pressed}")
        while self._due and self._due[0][0]():
            self._due.pop(0)[1]()

    # What happens besides.

    def reload(self, page: Any) -> None:
        """Load a page again while something is laid down on it."""
        laid = "document.querySelector('.card.laid')"
        wait(page, laid)
        before = page.evaluate(SHOWN)[1:]
        page.reload()
        wait(page, laid)
        if before != page.evaluate(SHOWN)[1:]:
            self.watch.complaints.append(f"{self.name}: not what was laid: {before}")
        self._reloaded += 1

    def fall_silent(self) -> None:
        """Let the laptop's program say nothing for longer than its page waits."""
        page, bad = self.pages["laptop"], "document.querySelector('#status.bad')"
        self.house.hold("laptop", holds=True)
        wait(page, bad, SILENCE)
        self.look("silent", "laptop")
        self.house.hold("laptop", holds=False)
        wait(page, f"!{bad}", SILENCE)
        print(f"{self.name}: a page has come back after a silence")

    def _is_in_the_middle(self) -> bool:
        return all(page.evaluate(MIDDLE) for page in self.pages.values())

    def see_lender_in_lobby(self) -> None:
        """Look at who lends seats, on the laptop's page and at the terminal."""
        names = [f"{name} ({ON})" for name in self.guests]
        shown = "[...document.querySelectorAll('.people li b')].map(it => it.innerText)"
        wait(self.pages["laptop"], f"{names}.every(it => {shown}.includes(it))")
        if self.terminal is not None:
            for name in names:
                self.terminal.wait_for(f"{name} sits down")

    def see_lender(self) -> None:
        """Look at who lends seats, beside the cities on the laptop's page."""
        wait(self.pages["laptop"], self._are_tagged(ON))
        print(f"{self.name}: others see who lends {len(self.guests)} seats")

    def _are_tagged(self, tag: str) -> str:
        """Return JavaScript for whether as many cities have a tag as there are guests."""
        return f"{TAGS}.filter(it => it === {tag!r}).length === {len(self.guests)}"

    def lose_lender(self) -> None:
        """Kill the lender's program in the middle of a turn, and start it again."""
        self.see_lender()
        complaints = len(self.watch.complaints)
        before = self._lay_and_seal()
        self._kill_lender()
        since = time.monotonic()
        self.house.lend()
        self._come_back(before)
        seconds = time.monotonic() - since
        self._load_again()
        self._come_back(before)
        wait(self.pages["laptop"], f"!({self._are_tagged('away')})", SILENCE)
        self.look("lender-back")
        self._check_asked_once()
        self._forgive(complaints)
        print(f"{self.name}: guests are back {seconds:.1f} s after a killed lender")

    def _lay_and_seal(self) -> Mapping[str, Any]:
        """
        Lay something down on all pages, and seal it on the tablet.

        Returns:
            The turn that each guest's page shows then.
        """
        tablet = self.pages["tablet"]
        self._until(lambda page: bool(page.query_selector(LAID)), *self.pages)
        DEVICES["tablet"].press(tablet, "seal")
        wait(tablet, f"document.querySelector({SEALED!r})")
        return {name: self.pages[name].evaluate(TURN) for name in self.guests}

    def _kill_lender(self) -> None:
        """Kill the lender's program, and wait until everybody has noticed."""
        self.house.kill(LENDER)
        for name in self.guests:
            wait(self.pages[name], LOST, SILENCE)
            self.pages[name].evaluate("window.isSame = true")
        wait(self.pages["laptop"], self._are_tagged("away"), SILENCE)
        self.look("lender-lost", "laptop", *self.guests)

    def _load_again(self) -> None:
        """Load the guests' pages again, which haven't done so by themselves."""
        for name in self.guests:
            page = self.pages[name]
            if not page.evaluate("window.isSame"):
                self.watch.complaints.append(f"{self.name}, {name}: loaded again")
            page.reload()

    def _forgive(self, since: int) -> None:
        """Drop the errors by which pages learn that the lender was started again."""
        complaints = self.watch.complaints
        new = [it for it in complaints[since:] if "status of 409" not in it]
        complaints[since:] = new

    def _come_back(self, before: Mapping[str, Any]) -> None:
        """Wait until guests' pages show the turn that they showed before."""
        for name, turn in before.items():
            page, end = self.pages[name], time.monotonic() + SILENCE
            wait(page, f"document.querySelector('#choice') && !{LOST}", SILENCE)
            while (now := page.evaluate(TURN)) != turn:
                if time.monotonic() > end:
                    raise TimeoutError(f"{name} is at {now}, and was at {turn}")
                time.sleep(0.1)

    def _check_asked_once(self) -> None:
        """Check that the lender was asked once for each guest."""
        said = self.house.said(LENDER)
        for name in self.guests:
            if said.count(f": {name}\n") != 1:
                self.watch.complaints.append(
                    f"{self.name}, {name}: asked again: {said}"
                )

    def leave(self) -> None:
        """
        Let ann's program say nothing until the others have gone on without her.

        One of them votes against that the first time.
        """
        self.house.hold(holds=True)
        for moment, answer in (("refusal", NO), ("ballot", YES)):
            self._propose(f"{moment} proposed")
            for name in ("laptop", "tablet"):
                self._until(lambda page: bool(page.query_selector(ASKED)), name)
                self.look(moment, name)
                self._answer(name, answer if name == "tablet" else YES)
            print(f"{self.name}: the others vote on an absent player")
        self.house.hear("the game goes on without ann", "host")
        self.look("without")
        print(f"{self.name}: the game goes on without that player")

    def _propose(self, moment: str) -> None:
        """Let the phone propose to go on without ann, once its page offers that."""
        phone, end = self.pages["phone"], time.monotonic() + SILENCE
        while not phone.query_selector(ASKED):
            if time.monotonic() > end:
                raise TimeoutError(f"{moment}: {phone.inner_text('body')}")
            if phone.query_selector(CLOSED):
                # How the last ballot went is all there is to see yet.
                phone.tap(CLOSED)
                wait(phone, "!document.querySelector('#asks[open]')")
                time.sleep(1)
            self._until(lambda page: bool(page.query_selector(WAY_ON)), "phone")
            phone.tap(WAY_ON)
            wait(phone, "document.querySelector('#asks[open]')")
        self.look(moment, "phone")
        self._answer("phone", YES)

    def _answer(self, name: str, answer: str) -> None:
        """Answer a ballot on a page, or open one there."""
        time.sleep(2 * READING)  # what nobody can have read yet, nobody can answer
        DEVICES[name].press(self.pages[name], answer)
        wait(self.pages[name], f"!document.querySelector('{ASKED}')")

    def _until(self, is_so: Callable[[Any], bool], *names: str) -> None:
        """Play until something is so on some pages."""
        end = time.monotonic() + SILENCE
        waiting = {name: self.pages[name] for name in names}
        while waiting:
            if time.monotonic() > end:
                text = self.pages["laptop"].inner_text("body")
                raise TimeoutError(f"{self.name}: {[*waiting]} wait in vain: {text}")
            for name, page in [*waiting.items()]:
                if is_so(page):
                    del waiting[name]
            for name, page in self.pages.items():
                if not is_so(page):
                    DEVICES[name].act(page, self._random)

    def agree(self) -> None:
        """Compare the two windows of the phone's seat."""
        page, twin = self.pages["phone"], self.twin
        if twin is None:
            return
        for _ in range(50):
            one, other = page.evaluate(SHOWN), twin.evaluate(SHOWN)
            if one == other:
                return
            time.sleep(0.1)
        self.watch.complaints.append(f"{self.name}: windows differ: {one} and {other}")

    def end(self) -> None:
        """Compare what all pages show, and play again."""
        pages = self.pages.values()
        sheets = {tuple(map(tuple, page.evaluate(NUMBERS))) for page in pages}
        if len(sheets) != 1:
            self.watch.complaints.append(f"{self.name}: the sheets differ: {sheets}")
        self.open_parts()
        self.look("end")
        hidden = "document.querySelector('[data-key=disclose]')"
        for name, page in self.pages.items():
            page.evaluate(f"{hidden}?.click()")
            wait(page, f"!{hidden}")
            if self.name != "special":  # where ann has gone
                DEVICES[name].press(page, "rematch")
                wait(page, "!document.querySelector('[data-key=rematch]')")
        if self.name == "special":
            return
        for page in pages:
            wait(page, "document.querySelector('[data-key=ready]')", 60)
        print(f"{self.name}: everybody can play again")

    def open_parts(self) -> None:
        """Look at each part that can be opened beside the table."""
        for key, part in (
            ("p", "points"),
            ("c", "cities"),
            ("l", "log"),
            ("?", "help"),
        ):
            for page in self.pages.values():
                page.keyboard.press(key)
                wait(page, f"document.querySelector('#drawer[data-part~={part}]')")
            self.look(part)
            for page in self.pages.values():
                page.keyboard.press("Escape")

    def look(self, moment: str, *names: str) -> None:
        """Save pictures of pages, or of some, and check them, also at twice their size."""
        for name in names or self.pages:
            page = self.pages[name]
            self.check(moment, name, page)
            width, height = DEVICES[name].size
            page.set_viewport_size({"width": width // 2, "height": height // 2})
            if name == "laptop":
                self.check(f"{moment}-twice", name, page)
            page.set_viewport_size({"width": width, "height": height})
        if not names:
            self.agree()

    def check(self, moment: str, name: str, page: Any) -> None:
        """Save a picture of a page, and check it."""
        page.emulate_media(reduced_motion="reduce")  # some signs never rest
        self._check_width(f"{moment}, {name}", page)
        self.watch.save(f"{self.name}-{moment}-{name}", page)
        for found in violations(page, self.watch.axe):
            self.watch.complaints.append(f"axe, {moment}, {name}: {found}")
        page.emulate_media(reduced_motion="no-preference")

    def _check_width(self, name: str, page: Any) -> None:
        for found in page.evaluate(TOO_WIDE):
            self.watch.complaints.append(f"{self.name}, {name}: too wide: {found}")


NUMBERS = """() => [...document.querySelectorAll(".ending .sheet tbody tr")].map(
 row => [...row.querySelectorAll("td")].map(it => it.textContent))"""
"""JavaScript that returns the numbers of the score sheet, which no language changes."""


def _has_ended(page: Any) -> bool:
    return bool(page.evaluate("Boolean(document.querySelector('.ending .sheet'))"))


def play(name: str, watch: Watch) -> list[str]:
    """Play a game and return all complaints."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), KINDS[name])
        with ExitStack() as opened:
            opened.callback(house.end)
            opened.callback(watch.close)
            evening = Evening(name, house, watch, opened)
            evening.begin()
            evening.play()
            evening.end()
        return [*watch.complaints, *house.trouble]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--axe", type=Path)
    parser.add_argument(
        "--games", default=",".join(KINDS), help=f"some of {','.join(KINDS)}"
    )
    given = parser.parse_args()
    if lacking := browser.missing():
        print(lacking)
        return 1
    os.environ["BROWSER"] = "true"  # the pages are opened here
    if given.shots is not None:
        given.shots.mkdir(parents=True, exist_ok=True)
    axe = given.axe.read_text("utf-8") if given.axe else ""
    count = 0
    with browser.chromium() as chromium:
        for name in given.games.split(","):
            complaints = play(name, Watch(chromium, given.shots, axe))
            for line in dict.fromkeys(complaints):
                print(line)
            print(f"{name}: {len(complaints)} complaints")
            count += len(complaints)
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
