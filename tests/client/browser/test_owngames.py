"""The games kept on a machine, on the pages of its owner's seat only."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from twisted.internet.defer import maybeDeferred
from twisted.logger import capturedLogs

from sealed_wonders.client.browser import owngames
from sealed_wonders.client.logs.kept import folder, name_of
from tests.support.browserseats import Page, SeatPages
from tests.support.lent import LendHarness

LOG = Path(__file__).parents[2] / "vectors" / "three_seats.swlog"


@pytest.fixture
def seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SeatPages:
    """Return a seat on a machine that has kept a game."""
    monkeypatch.setattr(owngames, "in_thread", maybeDeferred)
    monkeypatch.setenv("WONDERS_HOME", str(tmp_path / "home"))
    folder().mkdir(parents=True)
    shutil.copy(LOG, folder())
    return SeatPages(tmp_path / "seat")


def test_kept_games_are_listed_and_can_be_replayed(seat: SeatPages) -> None:
    page = Page(seat)
    listed = json.loads(seat.do("POST", "/games", page.secret).body)
    assert [LOG.name] == [it["log"] for it in listed["games"]]
    replay = seat.do("POST", f"/game?log={LOG.name}", page.secret)
    assert replay.status == 200
    assert json.loads(replay.body)["steps"]
    shown = seat.get("/replay.html")
    assert shown.status == 200
    for name in ("replay.js", "report.js", "report.css"):
        assert seat.get(f"/{name}").status == 200
    assert b"report.css" in shown.body
    assert b"report.css" not in seat.get("/").body


def test_only_kept_games_can_be_read(seat: SeatPages) -> None:
    """A log without a game has no replay."""
    page = Page(seat)
    (folder() / "begun.swlog").write_bytes(LOG.read_bytes()[:8])
    names = ("", "..", "../seat", "%2e%2e", "nothing.swlog", "/etc/passwd")
    with capturedLogs() as logged:
        for name in (*names, "begun.swlog"):
            answer = seat.do("POST", f"/game?log={name}", page.secret)
            assert answer.status == 404, name
    assert not [it for it in logged if "log_failure" in it]


@pytest.mark.parametrize(
    ("fault", "status", "logs"), [(OSError, 404, []), (KeyError, 500, [KeyError])]
)
def test_only_unexpected_errors_are_logged(
    seat: SeatPages,
    fault: type[Exception],
    status: int,
    logs: list[type[Exception]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def read(path: Path) -> bytes:
        raise fault(path)

    page = Page(seat)
    monkeypatch.setattr(owngames, "read", read)
    with capturedLogs() as logged:
        answer = seat.do("POST", f"/game?log={LOG.name}", page.secret)
    assert status == answer.status
    assert logs == [it["log_failure"].type for it in logged if "log_failure" in it]


def test_unconfirmed_pages_and_guests_get_no_kept_game(
    seat: SeatPages, tmp_path: Path
) -> None:
    waiting, _words = seat.ask()
    lender = LendHarness(tmp_path / "lender")
    guest = lender.seat()
    for name in ("games", f"game?log={LOG.name}"):
        for secret in ("", waiting):
            assert seat.do("POST", f"/{name}", secret).status == 403
        assert lender.post(name, secret=guest).status == 404
    assert lender.get("/replay.html").status == 404
    assert name_of(str(folder() / LOG.name)) == LOG.name
    assert not name_of(str(tmp_path / LOG.name))
