"""
Play whole games through the page of a seat, in a real browser at a real host.

    .venv/bin/python -m scripts.seat_end_to_end [--games GAMES] [--shots DIR] [--axe axe.min.js]

Three of seven seats are pages: on a laptop, a tablet and a phone. One player is in line
mode, and the rest are bots. Everything is done with the buttons of the pages, from the
lobby to the rematch. No page may report an error or be wider than its window, and all
must show the same score sheet. --axe (the file of that name in npm's axe-core) also
checks the pages with axe-core. --shots saves pictures for review.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scripts.browser_end_to_end import House, Kind, Watch, violations
from tests.support import browser
from tests.support.browser import TOO_WIDE, wait

SIZES = {"laptop": (1440, 900), "tablet": (768, 1024), "phone": (360, 640)}

PEOPLE = 1 + len(SIZES)

KINDS = {
    "both": Kind(7, ("--with", "leaders,edifice"), PEOPLE),
    "architects": Kind(7, ("--game", "architects"), PEOPLE),
}

BUTTONS = (
    "#asks[open] .answers button",
    "[data-key=code]",
    ".bar .seal",
    ".bar .use",
    "#choice [data-item] button:enabled",
)
"""What can be pressed during a game; the first of these that a page shows is pressed."""

PRESS = """([some, part]) => {
 for (const one of some) {
  const found = [...document.querySelectorAll(one)];
  if (!found.length) continue;
  found[Math.floor(part * found.length)].click();
  return one;
 }
 return "";
}"""
"""JavaScript that presses one of the buttons that the first selector of some finds."""

PATIENCE = 1_200.0
"""Seconds that a game may last."""


class Evening:
    """A game with its host and the pages of three seats."""

    def __init__(self, name: str, house: House, watch: Watch) -> None:
        self.name, self.house, self.watch = name, house, watch
        self._random = random.Random(name)
        self._pressed = 0
        self.pages: dict[str, Any] = {}

    def begin(self) -> None:
        """Let everybody sit down and be ready."""
        self.house.come("ann")
        for name, size in SIZES.items():
            self.house.come(name, "--browser")
            page = self.watch.open(self.house.page_of(name), size)
            wait(page, "document.getElementById('words')?.checkVisibility()")
            self.house.let_in(name)
            self.pages[name] = page
            wait(page, "document.querySelector('[data-key=ready]')")
        self.look("lobby")
        for page in self.pages.values():
            page.click("[data-key=ready]")
        self.house.play()

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
        pressed = page.evaluate(PRESS, [BUTTONS, self._random.random()])
        if not pressed:
            return
        time.sleep(0.05)
        self._pressed += 1
        if pressed == BUTTONS[-1] or self._pressed % 40 == 0:
            self._check_width(name, page)
        if self._pressed % 120 == 0:
            self.look(f"game{self._pressed}")

    def end(self) -> None:
        """Compare what all pages show, and play again."""
        pages = self.pages.values()
        sheets = {page.inner_text(".ending .sheet").replace("★ ", "") for page in pages}
        if len(sheets) != 1:
            self.watch.complaints.append(f"{self.name}: the sheets differ: {sheets}")
        for page in pages:
            page.keyboard.press("p")
            wait(page, "document.querySelector('#drawer .bars')")
        self.look("points")
        for page in pages:
            page.keyboard.press("Escape")
        self.look("end")
        hidden = "document.querySelector('[data-key=disclose]')"
        for page in pages:
            page.evaluate(f"{hidden}?.click()")
            wait(page, f"!{hidden}")
            page.click("[data-key=rematch]")
        for page in pages:
            wait(page, "document.querySelector('[data-key=ready]')", 60)
        print(f"{self.name}: everybody can play again")

    def look(self, moment: str) -> None:
        """Save pictures of the pages, and check them."""
        for name, page in self.pages.items():
            page.emulate_media(reduced_motion="reduce")  # some signs never rest
            self._check_width(f"{moment}, {name}", page)
            self.watch.save(f"{self.name}-{moment}-{name}", page)
            for found in violations(page, self.watch.axe):
                self.watch.complaints.append(f"axe, {moment}, {name}: {found}")
            page.emulate_media(reduced_motion="no-preference")

    def _check_width(self, name: str, page: Any) -> None:
        for found in page.evaluate(TOO_WIDE):
            self.watch.complaints.append(f"{self.name}, {name}: too wide: {found}")


def _has_ended(page: Any) -> bool:
    return bool(page.evaluate("Boolean(document.querySelector('.ending .sheet'))"))


def play(name: str, watch: Watch) -> list[str]:
    """Play a game and return all complaints."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder), KINDS[name])
        try:
            evening = Evening(name, house, watch)
            evening.begin()
            evening.play()
            evening.end()
        finally:
            watch.close()
            house.end()
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
