"""
The page of a real host, with a whole game of seven, in a real browser.

    .venv/bin/python -m scripts.browser_end_to_end [--shots DIR] [--axe axe.min.js]

A television and a phone follow the game from the lobby to the end; a third browser comes
late; the host is killed in the middle and started again; fifty more look on. All must show
the same, and what the log says; none may say that anything went wrong. With --axe (the file
of that name in npm's axe-core) what is on the page is held against that, in both themes;
with --shots pictures are left to be looked at.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.support import browser
from tests.support.browser import PHONE, TELEVISION, wait

MANY = 50
SEATS = 7

DRAWN = """[...document.querySelectorAll('.city')].map(city => [city.querySelector('h2').textContent,
 city.querySelector('.score').textContent, ...[...city.querySelectorAll('.pile img')].map(it => it.src.split('/').pop())])"""
"""What a page shows of each city."""

AXE = """axe.run(document, {resultTypes: ['violations']}).then(found => found.violations.map(
 it => [it.id, it.impact, it.nodes.length, it.nodes[0].html.slice(0, 200)]))"""


def free_port() -> int:
    """Give a port at which nobody listens just now."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        port: int = holder.getsockname()[1]
        return port


class House:
    """A host and somebody who plays there, as processes."""

    def __init__(self, folder: Path, options: Sequence[str]) -> None:
        self.folder = folder
        self.port, self.web = free_port(), free_port()
        self._options = options
        self.host = self._start()
        self._wait_for_page()
        home = folder / "home"
        self.bot = self._run(
            *("bot", "--seat-name", "ann", f"127.0.0.1:{self.port}"),
            program="wonders",
            env={"WONDERS_HOME": str(home)},
        )

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.web}/"

    def _start(self) -> subprocess.Popen[bytes]:
        return self._run(
            *("--logs", str(self.folder / "logs"), "--no-announce"),
            *("--listen", f"127.0.0.1:{self.port}", "--web", str(self.web)),
            *self._options,
            program="wonders-host",
        )

    def _run(
        self, *words: str, program: str, env: dict[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        path = Path(sys.executable).with_name(program)
        said = (self.folder / f"{program}.txt").open("ab")
        return subprocess.Popen(
            [path, *words], env={**os.environ, **(env or {})}, stdout=said, stderr=said
        )

    def _wait_for_page(self) -> None:
        for _ in range(300):
            try:
                urllib.request.urlopen(self.url, timeout=1).read()
                return
            except (OSError, urllib.error.URLError):
                time.sleep(0.1)
        raise TimeoutError((self.folder / "wonders-host.txt").read_text())

    def hold(self, *, holds: bool) -> None:
        """Have ann think, or play on."""
        self.bot.send_signal(signal.SIGSTOP if holds else signal.SIGCONT)

    def kill_and_restart(self) -> None:
        self.host.kill()
        self.host.wait()
        self.host = self._start()
        self._wait_for_page()

    def end(self) -> None:
        self.hold(holds=False)
        for process in (self.bot, self.host):
            process.terminate()
            process.wait(30)


class Watch:
    """Browsers that look on, and what they complain of."""

    def __init__(self, chromium: Any, url: str, shots: Path | None, axe: str) -> None:
        self._chromium = chromium
        self._url = url
        self._shots = shots
        self._axe = axe
        self.complaints: list[str] = []

    def open(self, size: tuple[int, int], **options: Any) -> Any:
        context = self._chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, **options
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._heard)
        page.goto(self._url)
        return page

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "ERR_" not in message.text:
            self.complaints.append(message.text)

    def take(self, name: str, *pages: Any) -> None:
        """Leave pictures, and hold what is shown against axe-core."""
        for n, page in enumerate(pages):
            if self._shots is not None:
                path = self._shots / f"{name}-{n}.png"
                page.screenshot(path=path, full_page=n == 1)
            if self._axe:
                for theme in ("light", "dark"):
                    page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
                    page.evaluate(self._axe)
                    for found in page.evaluate(AXE):
                        self.complaints.append(f"axe, {name} {n} {theme}: {found}")


def cities(count: int) -> str:
    return f"document.querySelectorAll('.city').length === {count}"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--shots", type=Path)
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--game", default="wonders", choices=("wonders", "architects"))
    parser.add_argument("--with", dest="expansions", default="")
    given = parser.parse_args()
    if lacking := browser.missing():
        print(lacking)
        return 1
    if given.shots is not None:
        given.shots.mkdir(parents=True, exist_ok=True)
    axe = given.axe.read_text("utf-8") if given.axe else ""
    options = ["--seats", str(SEATS), "--bots", str(SEATS - 1), "--game", given.game]
    if given.expansions:
        options += ["--with", given.expansions]
    with tempfile.TemporaryDirectory() as folder, browser.chromium() as chromium:
        house = House(Path(folder), options)
        try:
            watch = Watch(chromium, house.url, given.shots, axe)
            follow(house, watch)
        finally:
            house.end()
        trouble = [
            line
            for line in (Path(folder) / "wonders-host.txt").read_text().splitlines()
            if "trouble" in line
        ]
    for line in (*watch.complaints, *trouble):
        print(line)
    print(f"{len(watch.complaints) + len(trouble)} complaints")
    return 1 if watch.complaints or trouble else 0


def follow(house: House, watch: Watch) -> None:
    """Look on from the lobby to the end."""
    television = watch.open(TELEVISION)
    phone = watch.open(PHONE, color_scheme="dark", locale="fr-FR")
    pages = [television, phone]
    for page in pages:
        wait(page, cities(SEATS), 120)
    wait(television, "document.querySelectorAll('.pile img').length > 14", 240)
    house.hold(holds=True)
    time.sleep(3)
    watch.take("game", *pages)
    late = watch.open(TELEVISION)
    wait(late, cities(SEATS))
    before = television.evaluate(DRAWN)
    same(before, late.evaluate(DRAWN), "who comes late sees the same")
    same(before, phone.evaluate(DRAWN), "the phone shows the same")
    house.kill_and_restart()
    for page in (television, phone, late):
        wait(page, "document.querySelector('#status').hidden", 60)
        wait(page, cities(SEATS), 60)
    time.sleep(1)
    same(before, television.evaluate(DRAWN), "a host started again shows the same")
    many = [watch.open(PHONE) for _ in range(MANY)]
    for page in many:
        wait(page, cities(SEATS), 120)
    print(f"{MANY} more look on")
    house.hold(holds=False)
    for page in (television, phone, late, *many):
        wait(page, "document.querySelector('.verdict.checked')", 400)
    time.sleep(1)
    after = television.evaluate(DRAWN)
    for page in (phone, late, *many):
        same(after, page.evaluate(DRAWN), "")
    print("all show the same end")
    watch.take("end", *pages)
    print(json.dumps([city[:2] for city in after], ensure_ascii=False))


def same(one: Any, other: Any, what: str) -> None:
    if one != other:
        raise AssertionError(f"{what}: {one} and {other}")
    if what:
        print(what)


if __name__ == "__main__":
    sys.exit(main())
