"""The settings of this machine's program, on the pages of its owner's seat only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.storage.settings import ABOUT, path
from sealed_wonders.client.storage.settingvalues import BadSetting, check, load
from tests.support.browserseats import Page, SeatPages
from tests.support.lent import LendHarness


@pytest.fixture
def seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SeatPages:
    monkeypatch.setenv("WONDERS_HOME", str(tmp_path / "home"))
    return SeatPages(tmp_path / "seat")


def _post(pages: SeatPages, page: Page, **change: object) -> Mapping[str, Any]:
    body = json.dumps(change).encode() if change else b""
    answered = pages.do("POST", "/settings", page.secret, body=body)
    assert answered.status == 200
    found: Mapping[str, Any] = json.loads(answered.body)
    return found


def _values(found: Mapping[str, Any]) -> Mapping[str, Any]:
    return {it["name"]: it["value"] for it in found["settings"]}


def test_all_settings_are_shown_and_can_be_changed(seat: SeatPages) -> None:
    page = Page(seat)
    found = _post(seat, page)
    assert [*_values(found)] == [*ABOUT]
    assert not path().exists()
    for name, value in (("bell", True), ("reveal", "2.5"), ("language", "fr")):
        found = _post(seat, page, name=name, value=value)
        assert not found["refused"]
        assert _values(found)[name] == check(name, value)
        assert getattr(load().settings, name) == check(name, value)


def test_a_refused_value_gets_the_programs_error_message(seat: SeatPages) -> None:
    page = Page(seat)
    before = _post(seat, page)
    for name, value in (("reveal", "long"), ("language", "xx"), ("colour", 1)):
        found = _post(seat, page, name=name, value=value)
        with pytest.raises(BadSetting) as wrong:
            check(name, value)
        assert found == {**before, "refused": str(wrong.value)}
    assert not path().exists()


def test_a_damaged_settings_file_is_reported(seat: SeatPages) -> None:
    page = Page(seat)
    path().parent.mkdir(parents=True, exist_ok=True)
    path().write_text("bell = ")
    assert str(path()) in _post(seat, page, name="bell", value=True)["refused"]


def test_the_environment_takes_precedence(
    seat: SeatPages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WONDERS_BELL", "yes")
    found = _post(seat, Page(seat), name="bell", value=False)
    (bell,) = (it for it in found["settings"] if it["name"] == "bell")
    assert bell["value"]
    assert "WONDERS_BELL" in bell["note"]


def test_unconfirmed_pages_and_guests_get_no_setting(
    seat: SeatPages, tmp_path: Path
) -> None:
    """Malformed requests change nothing either."""
    page = Page(seat)
    for body in (b"[]", b"{", b"\xff", b"[" * 4000):
        assert seat.do("POST", "/settings", page.secret, body=body).status == 400
    change = json.dumps({"name": "bell", "value": True}).encode()
    waiting, _words = seat.ask()
    for secret in ("", waiting):
        assert seat.do("POST", "/settings", secret, body=change).status == 403
    lender = LendHarness(tmp_path / "lender")
    guest = lender.seat()
    assert lender.post("settings", secret=guest).status == 404
    assert not path().exists()
