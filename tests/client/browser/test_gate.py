"""The web server for this machine's browser: what it serves, and what it refuses."""

from __future__ import annotations

import os

import pytest
from twisted.logger import capturedLogs, formatEvent

from sealed_wonders.client.browser.gate import BODY, HOLD, url
from sealed_wonders.net.words import use
from tests.support.gates import GAME, HERE, OTHER_PAGES, OWN, GateHarness
from tests.support.posix import posix_only

PATHS = ("/", "/ask", "/wait", "/game", "/gate.js", "/replay.js", "/report.js", "/x/y")
"""All existing paths, and one that doesn't exist."""


@pytest.fixture
def gate() -> GateHarness:
    return GateHarness()


def has_sent_game(gate: GateHarness) -> bool:
    """Return whether anything about the game was sent over any connection."""
    return any(b"Altar" in it.transport.value() for it in gate.sent)


def test_a_confirmed_page_is_served_the_game_at_every_reload(gate: GateHarness) -> None:
    secret, words = gate.ask()
    assert words in gate.terminal.shown[-1]
    waits = gate.do("POST", "/wait", secret)
    assert None is waits.status
    gate.confirming.typed("")
    assert {"standing": "in"} == waits.json
    assert "shown now" == gate.terminal.shown[-1]
    for _ in range(2):
        game = gate.do("POST", "/game", secret)
        assert (200, GAME.encode()) == (game.status, game.body)


def test_nothing_of_the_game_is_served_before_confirmation(gate: GateHarness) -> None:
    """This holds for every path, method and secret. The page that asks names nobody."""
    secret, _ = gate.ask()
    for path in PATHS:
        for verb in ("GET", "HEAD", "POST", "PUT", "OPTIONS"):
            for key in ("", secret, secret[:-1], "x"):
                gate.do(verb, path, key)
        gate.get(path)
    assert not has_sent_game(gate)
    assert 200 == gate.get("/").status


def test_get_requests_ask_for_no_access_and_get_no_game(gate: GateHarness) -> None:
    """Something may fetch an address before anybody looks at it."""
    for path in PATHS:
        gate.get(path)
    assert [] == gate.terminal.shown
    secret, _ = gate.ask()
    gate.confirming.typed("")
    for path in PATHS:
        gate.do("GET", path, secret)
    assert not has_sent_game(gate)


OTHERS = {
    **OTHER_PAGES,
    "another port by Host": {"Host": "127.0.0.1:1"},
    "no port": {"Host": "127.0.0.1"},
    "two origins": {"Origin": [OWN["Origin"], "http://evil.example"]},
}


@pytest.mark.parametrize("who", OTHERS)
def test_pages_of_other_origins_get_nothing(gate: GateHarness, who: str) -> None:
    """They get nothing even with a confirmed secret."""
    secret, _ = gate.ask()
    gate.confirming.typed("")
    shown = [*gate.terminal.shown]
    for verb in ("GET", "POST"):
        for path in PATHS:
            got = gate.do(verb, path, secret, {**OWN, **OTHERS[who]})
            assert (got.status or 0) >= 400, (verb, path)
            assert "clear-site-data" not in got.head
    assert not has_sent_game(gate)
    assert shown == gate.terminal.shown


def test_a_post_without_an_origin_gets_nothing(gate: GateHarness) -> None:
    """Every browser sends it. Older ones don't send Sec-Fetch-Site and are accepted."""
    secret, _ = gate.ask()
    gate.confirming.typed("")
    assert 403 == gate.do("POST", "/game", secret, {"Host": HERE}).status
    assert not has_sent_game(gate)
    old = {name: OWN[name] for name in ("Host", "Origin")}
    assert 200 == gate.do("POST", "/game", secret, old).status


def test_only_the_confirmed_secret_of_this_run_is_accepted(gate: GateHarness) -> None:
    """Secrets of refused pages and of an earlier run aren't."""
    earlier = GateHarness()
    past, _ = earlier.ask()
    earlier.confirming.typed("")
    theirs, _ = gate.ask()
    mine, words = gate.ask()
    gate.confirming.typed(words)
    for secret in (theirs, past, ""):
        assert 403 == gate.do("POST", "/game", secret).status
        assert {"standing": "out"} == gate.do("POST", "/wait", secret).json
    assert "1 other waiting page was refused access." == gate.terminal.shown[-1]
    assert 200 == gate.do("POST", "/game", mine).status


@posix_only
def test_connections_from_another_account_are_refused(gate: GateHarness) -> None:
    """
    That is reported once. Connections of the superuser, or of an unknown account, need
    the words.
    """
    mine = os.geteuid()
    gate.owner = other = mine + 1
    for _ in range(3):
        assert gate.connect().refused
    (said,) = gate.terminal.shown
    assert f"another account on this machine (user id {other})." in said
    for owner in (mine, 0, None):
        gate.owner = owner
        assert 200 == gate.get("/").status


def test_a_waiting_request_is_held_for_a_limited_time(gate: GateHarness) -> None:
    secret, _ = gate.ask()
    waits = gate.do("POST", "/wait", secret)
    gate.clock.advance(HOLD - 1)
    assert None is waits.status
    gate.clock.advance(1)
    assert {"standing": "waiting"} == waits.json
    left = gate.do("POST", "/wait", secret)
    left.leave()
    gate.clock.advance(2 * HOLD)
    assert {"standing": "out"} == gate.do("POST", "/wait", secret).json
    gate.confirming.typed("")
    assert 1 == len(gate.terminal.shown)


def test_too_many_pages_and_large_bodies_are_refused(
    gate: GateHarness,
) -> None:
    big = gate.do("POST", "/ask", body=b"x" * (BODY + 1))
    assert big.transport.disconnected or big.transport.disconnecting
    assert [] == gate.terminal.shown
    while gate.access.ask():
        pass
    assert 429 == gate.do("POST", "/ask").status


def test_responses_have_restrictive_headers(gate: GateHarness) -> None:
    """They also make browsers forget what another program has left at this port."""
    first, script = gate.get("/").head, gate.get("/gate.js").head
    asked = gate.do("POST", "/ask")
    for head in (first, script, asked.head, gate.get("/nothing").head):
        assert "default-src 'none'" in head["content-security-policy"]
        assert "unsafe" not in head["content-security-policy"]
        assert "frame-ancestors 'none'" in head["content-security-policy"]
        assert "no-referrer" == head["referrer-policy"]
        assert "no-store" == head["cache-control"]
        assert "nosniff" == head["x-content-type-options"]
        assert "same-origin" == head["cross-origin-opener-policy"]
        assert not {"set-cookie", "access-control-allow-origin"} & {*head}
    assert '"storage"' == first["clear-site-data"] == asked.head["clear-site-data"]
    gate.confirming.typed("")
    # From now on, the page keeps its secret, even when it is reloaded.
    assert "clear-site-data" not in gate.get("/").head
    assert "clear-site-data" not in gate.do("POST", "/game", "x").head


def test_no_secret_is_logged_or_kept_or_part_of_an_address(gate: GateHarness) -> None:
    with capturedLogs() as logged:
        secret, _ = gate.ask()
        gate.confirming.typed("")
        gate.do("POST", "/game", secret)
        gate.get("/")
    events = map(formatEvent, logged)
    assert [] == [it for it in events if it and (secret in it or "GET" in it)]
    assert "http://127.0.0.1:40123/" == url(40_123)
    assert secret not in repr(vars(gate.access))


def test_the_server_ends_if_nobody_can_confirm_a_page_any_more(
    gate: GateHarness,
) -> None:
    """Once a page was let in, the server continues."""
    gate.ask()
    gate.confirming.hung_up()
    assert ["standard input has ended" in it for it in gate.ended] == [True]
    gate.confirming.typed("")
    gate.confirming.hung_up()
    assert 1 == len(gate.ended)


def test_every_typed_line_is_answered(gate: GateHarness) -> None:
    gate.confirming.typed("")
    gate.confirming.typed("hello")
    (_, words), _ = gate.ask(), gate.ask()
    gate.confirming.typed("hello")
    gate.confirming.typed("")
    several = (
        "Several pages are waiting to be confirmed. Type the two words in your browser."
    )
    assert [
        "No page is waiting to be confirmed.",
        f"If your browser shows the words {words}, press Enter.",
        several,
        "No page waiting to be confirmed shows these words.",
        several,
    ] == gate.terminal.shown


def test_the_page_that_asks_is_in_the_programs_language(
    gate: GateHarness,
) -> None:
    use("fr")
    page = GateHarness().get("/").body.decode()
    assert '<html lang="fr">' in page
    assert "press Enter" not in page
