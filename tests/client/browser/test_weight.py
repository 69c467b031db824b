"""The costs of a page: bytes for its users, and modules for everybody else."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from sealed_wonders.client.browser.seatpages import public
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.browserseats import Page, SeatPages
from tests.support.programs import output_of

VISIT = 350_000
"""Bytes of a first visit."""

WEB = ("sealed_wonders.client.browser", "sealed_wonders.client.lending")

PARTS = ("twisted.web", "segno", "sealed_wonders.net.web", *WEB)

SCREEN = "sealed_wonders.client.terminal.screenapp"

LINES = ", ".join(
    f"sealed_wonders.{it}"
    for it in (
        *("client.commands.join", "client.commands.playing", "client.commands.seated"),
        *("client.lines.linemode", "host.hostprogram", "host.service"),
    )
)

TERMS = Terms.of(suite=OPEN, players=7, own=agreed(expansions=["leaders", "edifice"]))


def test_a_first_visit_at_the_end_of_a_game_of_seven_is_small(tmp_path: Path) -> None:
    """It includes all files, words and sections, and every picture they name."""
    seat = SeatPages(tmp_path, terms=TERMS)
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
    assert len(pictures) > 20
    zipped = sum(len(gzip.compress(it)) for it in (*files, *pictures))
    assert zipped + len(words) + len(sections) < VISIT


def test_the_pages_modules_are_not_loaded_without_a_page() -> None:
    """
    The screen's listener is an exception: a page may be opened later, and needs the
    earlier turns.
    """
    shows = f"print(*(it for it in sys.modules if it.startswith({PARTS})))"
    code = "\n".join(
        ("import sys", *(f"import {it}\n{shows}" for it in (LINES, SCREEN)))
    )
    in_lines, at_screen = output_of(code).splitlines()
    assert "" == in_lines
    assert {*at_screen.split()} <= {WEB[0], f"{WEB[0]}.seatlistener"}
