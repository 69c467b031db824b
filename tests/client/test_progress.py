"""Progress bars of commands."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace

import pytest
from click import _termui_impl

from sealed_wonders.client.commands.progress import bar_of
from sealed_wonders.net.words import spoken


@pytest.mark.parametrize(
    ("language", "left"), [("en", "00:00:26 left"), ("fr", "reste 00:00:26")]
)
def test_a_progress_bar_labels_the_remaining_time(
    monkeypatch: pytest.MonkeyPatch, language: str, left: str
) -> None:
    """It also shows the position. Without a terminal, there is no progress bar."""
    terminal, now = io.StringIO(), [100.0]
    monkeypatch.setattr(sys, "stderr", terminal)
    clock = SimpleNamespace(time=lambda: now[-1])
    monkeypatch.setattr(_termui_impl, "time", clock)
    with spoken(language), bar_of(27, "choices", shown=False) as bar:
        bar.update(1)
    assert "" == terminal.getvalue()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    with spoken(language), bar_of(27, "choices") as bar:
        now.append(101.0)
        bar.update(1)
        shown = terminal.getvalue().split("\r")[-1]
        bar.update(26)
    assert "1/27" in shown
    assert left in shown
    assert "left" not in terminal.getvalue().split("\r")[-1].replace(left, "")
