"""A real browser without a screen: Chromium, driven by Playwright, if both are installed."""

from __future__ import annotations

import importlib.util
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, TypeVar

from twisted.internet import reactor as installed
from twisted.internet.defer import Deferred
from twisted.internet.threads import deferToThreadPool
from twisted.python.threadpool import ThreadPool

T = TypeVar("T")

REACTOR: Any = installed

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")

ARGUMENTS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu")

TELEVISION = (1920, 1080)
SMALL_TELEVISIONS = ((1280, 720), (1280, 657), (1366, 657))
"""Also laptops, less the frame of a browser."""
PHONE = (390, 844)
ANY_PHONE = (360, 640)
SMALL_PHONE = (320, 568)

WIDE_NAME = "W" * 22
"""Most of a name that is as wide as any, and has no place to be broken at."""

TOO_WIDE = """(() => {
 if (document.scrollingElement.scrollWidth <= innerWidth) return [];
 const scrolls = (it) => it && it !== document.body && (getComputedStyle(it).overflowX !== "visible" || scrolls(it.parentElement));
 const out = [...document.body.querySelectorAll("*")].filter((it) => it.getBoundingClientRect().right > innerWidth + 0.5 && !scrolls(it.parentElement));
 return out.filter((it) => !out.some((one) => it !== one && it.contains(one))).slice(0, 5).map((it) => {
  const named = (one) => `${one.tagName}.${one.className.baseVal ?? one.className}`;
  return `${named(it.parentElement)} ${named(it)} ${Math.round(it.getBoundingClientRect().right)} ${it.textContent.slice(0, 30)}`;
 }).concat([String(document.scrollingElement.scrollWidth)]);
})()"""
"""What of a page is wider than its window, so that one has to scroll sideways; by JavaScript."""


BROKEN_NAMES = """[...document.querySelectorAll('.row h2 .who')].filter((it) => {
 const text = it.firstChild, all = document.createRange(), word = document.createRange();
 all.selectNodeContents(it);
 const clips = []; for (let up = it; up; up = up.parentElement) if (getComputedStyle(up).overflowX !== 'visible') clips.push(up.getBoundingClientRect());
 const box = all.getBoundingClientRect();
 if (clips.some((one) => box.left < one.left - 1 || box.right > one.right + 1 || box.top < one.top - 4 || box.bottom > one.bottom + 4)) return true;
 return [...text.data.matchAll(/[^\\s-]+/g)].some((one) => {
  word.setStart(text, one.index); word.setEnd(text, one.index + one[0].length);
  return word.getClientRects().length > 1;
 });
}).map((it) => it.textContent)"""
"""Names of players in whose rows a word is split or something is cut; by JavaScript."""


CUT_ACCENTS = """[...document.querySelectorAll(".does,.row small")].filter((it) => {
 const text = document.createTreeWalker(it, NodeFilter.SHOW_TEXT).nextNode(), first = document.createRange(), pen = document.createElement("canvas").getContext("2d");
 first.setStart(text, 0); first.setEnd(text, 1);
 pen.font = getComputedStyle(text.parentElement).font;
 const size = pen.measureText("É"), top = first.getBoundingClientRect().top + size.fontBoundingBoxAscent - size.actualBoundingBoxAscent;
 return top < it.getBoundingClientRect().top - 0.3;
}).map((it) => it.textContent)"""
"""Texts whose first letter would be cut if it were an accented capital; by JavaScript."""


def program() -> str | None:
    """Return the path of Chromium, or None if it isn't installed."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def missing() -> str:
    """Return what must be installed, or an empty text if nothing is missing."""
    if program() is None:
        return "no Chromium is there (apt install chromium)"
    if importlib.util.find_spec("playwright") is None:
        return "Playwright isn't there (.venv/bin/pip install '.[browser]')"
    return ""


@contextmanager
def chromium() -> Iterator[Any]:
    """Start Chromium; yield Playwright's browser, for this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program(), args=list(ARGUMENTS)
        )
        try:
            yield browser
        finally:
            browser.close()


_RUNNING = ExitStack()


@cache
def _browser() -> Any:
    """Start the browser of all screens; in its thread."""
    return _RUNNING.enter_context(chromium())


@cache
def _thread() -> ThreadPool:
    """Start the one thread that Playwright's objects belong to; it ends with the reactor."""
    pool = ThreadPool(1, 1, "browser")
    pool.start()
    during = REACTOR.addSystemEventTrigger
    during("before", "shutdown", deferToThreadPool, REACTOR, pool, _RUNNING.close)
    during("after", "shutdown", pool.stop)
    return pool


class Screen:
    """
    Pages in a browser, beside this process's reactor.

    Attributes:
        complaints: errors and blocked actions that the browser has reported.
    """

    def __init__(self) -> None:
        self.complaints: list[str] = []
        self._contexts = ExitStack()

    def do(self, what: Callable[..., T], *args: Any, **options: Any) -> Deferred[T]:
        """Call a function in the browser's thread."""
        return deferToThreadPool(REACTOR, _thread(), what, *args, **options)

    def open(
        self,
        url: str,
        size: tuple[int, int] = TELEVISION,
        *,
        has_clock: bool = False,
        **options: Any,
    ) -> Any:
        """
        Open a page; call this in the browser's thread.

        Args:
            has_clock: whether the page's time can be put forward by ``page.clock``.
        """
        width, height = size
        context = self._contexts.enter_context(
            _browser().new_context(
                viewport={"width": width, "height": height}, **options
            )
        )
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._console)
        if has_clock:
            page.clock.install()
        page.goto(url)
        return page

    def _console(self, message: Any) -> None:
        # That a connection broke is no mistake of the page's.
        if message.type == "error" and "ERR_" not in message.text:
            self.complaints.append(message.text)

    def close(self) -> Deferred[None]:
        """Close all of its pages."""
        return self.do(self._contexts.close)


def wait(page: Any, condition: str, patience: float = 30.0) -> None:
    """
    Wait until a JavaScript condition holds in a page; raise `TimeoutError` otherwise.

    The condition is polled, because the page forbids compiling scripts in it.
    """
    end = time.monotonic() + patience
    while not _is_so(page, condition):
        if time.monotonic() > end:
            raise TimeoutError(f"{condition}: {page.inner_text('body')[:2000]}")
        time.sleep(0.03)


def _is_so(page: Any, condition: str) -> bool:
    from playwright.sync_api import Error

    try:
        return bool(page.evaluate(f"Boolean({condition})"))
    except Error as error:
        if "context was destroyed" in str(error):
            return False  # another page is being loaded
        raise


class ShownPage:
    """
    A page in a real browser, and what a person does there.

    Attributes:
        tab: the page, as Playwright has it.
        complaints: what browsers have said of errors.
    """

    tab: Any

    def __init__(self) -> None:
        self._screen = Screen()
        self.complaints = self._screen.complaints

    async def show(self, url: str, size: tuple[int, int], **options: Any) -> None:
        """Open an address; see `Screen.open` for what the browser may be like."""
        self.tab = await self.do(self._screen.open, url, size, **options)

    async def do(self, what: Callable[..., Any], *args: Any, **options: Any) -> Any:
        """Do something in the browser's thread."""
        return await self._screen.do(what, *args, **options)

    async def wait(self, condition: str) -> None:
        """Wait until something is so, by JavaScript."""
        await self.do(wait, self.tab, condition)

    async def evaluate(self, script: str) -> Any:
        return await self.do(self.tab.evaluate, script)

    async def press(self, key: str) -> None:
        await self.do(self.tab.keyboard.press, key)

    async def boxes(self, *selectors: str) -> list[dict[str, float]]:
        """Return the first box of each selector in the window."""
        box = "document.querySelector(it).getBoundingClientRect().toJSON()"
        found: list[dict[str, float]] = await self.evaluate(
            f"{list(selectors)}.map(it => {box})"
        )
        return found

    async def close(self) -> None:
        await self._screen.close()
