"""The web server for this machine's browser: what it serves, and refuses to others."""

from __future__ import annotations

import os

import pytest
from twisted.logger import capturedLogs, formatEvent

from sealed_wonders.client.browser.gate import BODY, HOLD, url
from sealed_wonders.net.words import use
from tests.support.gates import GAME, HERE, OTHER_PAGES, OWN, GateHarness
from tests.support.posix import posix_only

PATHS = ("/", "/ask", "/wait", "/game", "/gate.js", "/replay.js", "/report.js", "/x/y")
"""All there is, and what isn't."""


@pytest.fixture
def gate() -> GateHarness:
    return GateHarness()


def seen(gate: GateHarness) -> bool:
    """Whether anything of the game was sent over any connection."""
    return any(b"Altar" in it.transport.value() for it in gate.sent)


def test_a_page_that_was_let_in_is_served_the_game(gate: GateHarness) -> None:
    """As often as it asks, as when it is loaded again."""
    secret, words = gate.ask()
    assert words in gate.terminal.shown[-1]
    waits = gate.do("POST", "/wait", secret)
    assert None is waits.status
    gate.confirming.typed("")
    assert {"standing": "in"} == waits.said
    assert "shown now" == gate.terminal.shown[-1]
    for _ in range(2):
        game = gate.do("POST", "/game", secret)
        assert (200, GAME.encode()) == (game.status, game.body)


def test_nothing_of_the_game_is_served_before(gate: GateHarness) -> None:
    """Whatever is asked for, and however; the page that asks names nobody."""
    secret, _ = gate.ask()
    for path in PATHS:
        for verb in ("GET", "HEAD", "POST", "PUT", "OPTIONS"):
            for key in ("", secret, secret[:-1], "x"):
                gate.do(verb, path, key)
        gate.get(path)
    assert not seen(gate)
    assert 200 == gate.get("/").status


def test_nothing_happens_by_get(gate: GateHarness) -> None:
    """Whatever fetches an address before anybody looks, no page asks, and none is let in."""
    for path in PATHS:
        gate.get(path)
    assert [] == gate.terminal.shown
    secret, _ = gate.ask()
    gate.confirming.typed("")
    for path in PATHS:
        gate.do("GET", path, secret)
    assert not seen(gate)


OTHERS = {
    **OTHER_PAGES,
    "another port by Host": {"Host": "127.0.0.1:1"},
    "no port": {"Host": "127.0.0.1"},
    "two origins": {"Origin": [OWN["Origin"], "http://evil.example"]},
}


@pytest.mark.parametrize("who", OTHERS)
def test_no_other_page_gets_anything(gate: GateHarness, who: str) -> None:
    """Not even one that has a secret that was let in."""
    secret, _ = gate.ask()
    gate.confirming.typed("")
    shown = [*gate.terminal.shown]
    for verb in ("GET", "POST"):
        for path in PATHS:
            got = gate.do(verb, path, secret, {**OWN, **OTHERS[who]})
            assert (got.status or 0) >= 400, (verb, path)
            assert "clear-site-data" not in got.head
    assert not seen(gate)
    assert shown == gate.terminal.shown


def test_a_post_that_names_no_origin_gets_nothing(gate: GateHarness) -> None:
    """Browsers name it; those that don't tell where a request comes from are believed."""
    secret, _ = gate.ask()
    gate.confirming.typed("")
    assert 403 == gate.do("POST", "/game", secret, {"Host": HERE}).status
    assert not seen(gate)
    old = {name: OWN[name] for name in ("Host", "Origin")}
    assert 200 == gate.do("POST", "/game", secret, old).status


def test_a_secret_is_good_for_its_own_page_alone(gate: GateHarness) -> None:
    """Not that of a page that was turned away, nor one of an earlier program."""
    earlier = GateHarness()
    past, _ = earlier.ask()
    earlier.confirming.typed("")
    theirs, _ = gate.ask()
    mine, words = gate.ask()
    gate.confirming.typed(words)
    for secret in (theirs, past, ""):
        assert 403 == gate.do("POST", "/game", secret).status
        assert {"standing": "out"} == gate.do("POST", "/wait", secret).said
    assert "1 other waiting page was refused access." == gate.terminal.shown[-1]
    assert 200 == gate.do("POST", "/game", mine).status


@posix_only
def test_another_accounts_program_gets_no_connection(gate: GateHarness) -> None:
    """It is said once; what is the superuser's, or can't be told, goes by the words."""
    mine = os.geteuid()
    gate.owner = other = mine + 1
    for _ in range(3):
        assert gate.connect().refused
    (said,) = gate.terminal.shown
    assert f"another account on this machine (user id {other})." in said
    for owner in (mine, 0, None):
        gate.owner = owner
        assert 200 == gate.get("/").status


def test_a_page_is_held_until_it_has_to_ask_again(gate: GateHarness) -> None:
    secret, _ = gate.ask()
    waits = gate.do("POST", "/wait", secret)
    gate.clock.advance(HOLD - 1)
    assert None is waits.status
    gate.clock.advance(1)
    assert {"standing": "waiting"} == waits.said
    left = gate.do("POST", "/wait", secret)
    left.leave()
    gate.clock.advance(2 * HOLD)
    assert {"standing": "out"} == gate.do("POST", "/wait", secret).said
    gate.confirming.typed("")
    assert 1 == len(gate.terminal.shown)


def test_too_many_pages_are_told_so_and_what_they_send_is_not_kept(
    gate: GateHarness,
) -> None:
    big = gate.do("POST", "/ask", body=b"x" * (BODY + 1))
    assert big.transport.disconnected or big.transport.disconnecting
    assert [] == gate.terminal.shown
    while gate.access.ask():
        pass
    assert 429 == gate.do("POST", "/ask").status


def test_browsers_are_told_to_allow_nothing(gate: GateHarness) -> None:
    """And to forget what another program has left at this port."""
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
    # The page keeps its secret from now on, also when it is loaded again.
    assert "clear-site-data" not in gate.get("/").head
    assert "clear-site-data" not in gate.do("POST", "/game", "x").head


def test_no_secret_is_written_down(gate: GateHarness) -> None:
    """In no log, and in no address."""
    with capturedLogs() as logged:
        secret, _ = gate.ask()
        gate.confirming.typed("")
        gate.do("POST", "/game", secret)
        gate.get("/")
    events = map(formatEvent, logged)
    assert [] == [it for it in events if it and (secret in it or "GET" in it)]
    assert "http://127.0.0.1:40123/" == url(40_123)
    assert secret not in repr(vars(gate.access))


def test_it_ends_where_nobody_can_confirm_anything(gate: GateHarness) -> None:
    """Once a page was let in, it is served on."""
    gate.ask()
    gate.confirming.hung_up()
    assert ["standard input has ended" in it for it in gate.ended] == [True]
    gate.confirming.typed("")
    gate.confirming.hung_up()
    assert 1 == len(gate.ended)


def test_what_is_typed_is_answered(gate: GateHarness) -> None:
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


def test_the_page_that_asks_is_in_the_language_that_is_spoken(
    gate: GateHarness,
) -> None:
    use("fr")
    page = GateHarness().get("/").body.decode()
    assert '<html lang="fr">' in page
    assert "press Enter" not in page
