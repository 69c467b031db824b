"""How much a page costs those who use it, and those who don't."""

from __future__ import annotations

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sealed_wonders.client.browser.seatpages import public
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.browserseats import Page, SeatPages

VISIT = 350_000
"""Bytes of a first visit."""

WEB = ("sealed_wonders.client.browser", "sealed_wonders.client.lending")

PARTS = ("twisted.web", "segno", "sealed_wonders.net.web", *WEB)

SCREEN = ("client.terminal.screenapp",)

LINES = (
    "client.commands.join",
    "client.commands.playing",
    "client.commands.seated",
    "client.lines.linemode",
)

TERMS = Terms.of(suite=OPEN, players=7, own=agreed(expansions=["leaders", "edifice"]))


def test_a_first_visit_at_the_end_of_a_game_of_seven_is_small(tmp_path: Path) -> None:
    """All files, words, sections, and the picture of whatever the sections name."""
    seat = SeatPages(tmp_path, 7, terms=TERMS)
    page = seat.begin()
    while "end" not in page:
        page.choose(seat.best(page))
    late = Page(seat)
    files = [seat.get(f"/{name}").body for name in ("", *public())]
    words = seat.do("POST", "/words", late.secret).body
    sections = late.bytes_sent
    ids = {*re.findall(r'"([\w.]+)"', sections.decode())}
    pictures = [
        picture.body
        for id in ids
        if (picture := seat.get(f"/cards/wonders/en/{id}.svg")).status == 200
    ]
    seat.close()
    assert len(pictures) > 20
    zipped = sum(len(gzip.compress(it)) for it in (*files, *pictures))
    assert zipped + len(words) + len(sections) < VISIT


@pytest.mark.parametrize(
    ("modules", "allowed"),
    [
        ((*LINES, "host.hostprogram", "host.service"), ()),
        # A page may be opened in the middle of a game, and needs its turns.
        (SCREEN, (WEB[0], f"{WEB[0]}.seatlistener")),
    ],
)
def test_nobody_without_a_page_loads_anything_of_it(
    modules: tuple[str, ...], allowed: tuple[str, ...]
) -> None:
    names = ", ".join(f"sealed_wonders.{it}" for it in modules)
    code = (
        f"import sys, {names}; "
        f"print(*(it for it in sys.modules if it.startswith({PARTS})))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert set(run.stdout.split()) <= {*allowed}
