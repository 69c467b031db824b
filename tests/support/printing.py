"""Prints pages with Chromium, to count the pages and to measure them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.support.browser import ARGUMENTS, program


def printed(page: Path, folder: Path) -> list[tuple[int, int]]:
    """
    Return the widths and heights of the pages that a file is printed on, in points.

    Args:
        folder: an empty folder, for the browser.
    """
    browser = program()
    assert browser is not None
    to = folder / "printed.pdf"
    options = ("--headless", *ARGUMENTS, "--no-pdf-header-footer")
    profile = f"--user-data-dir={folder / 'browser'}"
    subprocess.run(
        [browser, *options, profile, f"--print-to-pdf={to}", page.as_uri()],
        check=True,
        capture_output=True,
        timeout=60,
    )
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", to.read_bytes())
    return [(round(float(width)), round(float(height))) for width, height in boxes]
