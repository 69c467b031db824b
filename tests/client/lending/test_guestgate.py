"""The web server for guests: what it serves, and what it refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from twisted.logger import capturedLogs, formatEvent

from sealed_wonders.client.browser.gate import BODY
from sealed_wonders.client.lending.guestgate import (
    CONNECTIONS,
    GET_BURST,
    LASTING,
    OF_ADDRESS,
    STRANGER_BURST,
)
from sealed_wonders.client.lending.guestseat import POST_BURST, POST_RATE
from tests.support.gates import HERE, OTHER_PAGES, OWN
from tests.support.lent import TABLE, LendHarness
from tests.support.scenes import PlayedScene

PATHS = ("ask", "wait", "claim", "events", "act", "words", "move", "log", "x/y")


def hand(scene: PlayedScene) -> bytes:
    """Return a card of the hand, as the page gets it."""
    menu = scene.human.person.known.menu
    assert menu is not None
    return json.dumps(menu.items[0].name, ensure_ascii=False).encode()


def test_a_stranger_gets_no_hand_and_can_do_nothing(
    lender: LendHarness, scene: PlayedScene
) -> None:
    """The stranger tries every path, with other secrets and other HTTP methods."""
    secret = lender.seat()
    waiting = lender.ask("Eve")["secret"]
    lender.sent.clear()
    for path in PATHS:
        for verb in ("GET", "HEAD", "POST", "PUT", "OPTIONS"):
            for key in ("", waiting, secret[:-1], secret[::-1]):
                lender.clock.advance(10)
                lender.do(verb, f"/{path}", key, body=b'{"do":"take_back"}')
        lender.do("GET", f"/{path}", secret)
        for key in ("", waiting, secret[:-1], secret[::-1]):
            lender.clock.advance(10)
            one = lender.post(path, {"do": "take_back"}, key)
            assert one.status == (200 if path in ("ask", "wait", "claim") else 403)
            assert hand(scene) not in one.body
    assert hand(scene) not in lender.all_sent()
    assert ["Bob"] == [it.name for it in lender.lent()]


def test_get_requests_ask_for_no_seat_and_reveal_no_code(lender: LendHarness) -> None:
    for path in ("", *PATHS, f"?{lender.code}", f"ask?name=Bob&code={lender.code}"):
        lender.get(f"/{path}")
    assert [] == lender.shown
    page = lender.get("/").body
    assert lender.code.encode() not in page
    assert b"Stay on this Wi-Fi" in page


def test_the_first_screen_names_the_lender_and_the_game(tmp_path: Path) -> None:
    for name, said in (
        ("<Karim>", b"&lt;Karim&gt; lends you a seat at a game of 7 Wonders."),
        ("", b"Take a seat at a game of 7 Wonders, on this phone."),
    ):
        lender = LendHarness(tmp_path / name, table=replace(TABLE, lends=name))
        page = lender.get("/").body
        assert page.index(said) < page.index(b"Your name:")
        assert page.index(b"Ask for a seat") < page.index(b"On the Wi-Fi, your cards")


OTHERS = {
    **OTHER_PAGES,
    "no origin": {"Origin": []},
    "another address": {"Host": "192.0.2.9:40123"},
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_page_of_another_origin_gets_nothing(
    lender: LendHarness, scene: PlayedScene, name: str
) -> None:
    """It gets nothing even with a valid secret and the code."""
    secret = lender.seat()
    lender.sent.clear()
    for path in PATHS:
        body = {"name": "Eve", "code": lender.code, "do": "take_back"}
        _counter, sealed = lender.page.seal(path, secret, body)
        one = lender.do("POST", "/sealed", "", {**OWN, **OTHERS[name]}, sealed)
        assert one.status in (400, 403)
    assert hand(scene) not in lender.all_sent()
    assert ["Bob"] == [it.name for it in lender.lent()]


def test_claiming_a_seat_affects_no_other_guests_seat(lender: LendHarness) -> None:
    bob, cleo = lender.seat("Bob"), lender.seat("Cleo")
    lender.clock.advance(60)
    code = lender.post("move", secret=bob).json["code"]
    new = lender.post("claim", {"code": code}, cleo).json["secret"]
    assert "Bob" == lender.guest(new).seat.name
    assert "Cleo" == lender.guest(cleo).seat.name


def test_no_secret_is_logged_or_sent_in_the_clear(lender: LendHarness) -> None:
    with capturedLogs() as logged:
        secret = lender.seat()
        lender.sent.clear()
        lender.post("words", secret=secret)
        lender.post("events", secret=secret)
        lender.post("act", {"do": "nothing"}, secret)
    events = map(formatEvent, logged)
    assert all(secret not in it for it in (*events, *lender.shown))
    assert secret.encode() not in lender.all_sent()
    assert secret not in repr(lender.lending.find(secret))


def test_responses_have_restrictive_headers(lender: LendHarness) -> None:
    for one in (lender.get("/"), lender.get("/seat.js"), lender.get("/x")):
        assert "default-src 'none'" in one.head["content-security-policy"]
        assert "no-store" == one.head["cache-control"]
        assert "nosniff" == one.head["x-content-type-options"]
        assert "no-referrer" == one.head["referrer-policy"]
        assert "set-cookie" not in one.head


def test_the_page_is_in_the_phones_language(lender: LendHarness) -> None:
    page = lender.do("GET", "/", headers={"Host": HERE, "Accept-Language": "fr-CH, en"})
    assert b'<html lang="fr">' in page.body
    page = lender.do("GET", "/", headers={"Host": HERE, "Accept-Language": "de, fr"})
    assert b'<html lang="fr">' in page.body
    got = lender.post(
        "ask", {"name": "Bob", "code": lender.code}, language="fr-FR,fr;q=0.9"
    ).json
    lender.lines.typed(got["words"])
    stream = lender.post("events", secret=got["secret"])
    assert "C'est à toi de choisir." in stream.body.decode()


@pytest.mark.parametrize(
    "header", ["Host", "Origin", "Sec-Fetch-Site", "Accept-Language", "Accept-Encoding"]
)
@pytest.mark.parametrize("path", ["", "album/en"])
def test_headers_with_invalid_bytes_break_nothing(
    lender: LendHarness, header: str, path: str
) -> None:
    headers = {"Host": HERE.encode(), header: b"\xff"}
    lines = [name.encode() + b": " + value for name, value in headers.items()]
    one = lender.connect()
    start = f"GET /{path} HTTP/1.1".encode()
    one.send(b"\r\n".join((start, *lines, b"", b"")))
    assert one.status == (200 if header.startswith("Accept") else 403)


@pytest.mark.parametrize("name", ["ask", "claim", "wait", "events"])
def test_a_lone_surrogate_breaks_nothing(lender: LendHarness, name: str) -> None:
    half = "\ud800"
    for code in (half, lender.code):
        body = {"name": half, "code": code, "before": half}
        one = lender.post(name, body, half)
        assert one.status == (403 if name == "events" else 200)
        assert "secret" not in (one.json if one.status == 200 else {})


# Floods.


def test_a_guests_posts_are_limited_to_a_burst_and_a_rate(
    lender: LendHarness,
) -> None:
    """Another guest isn't affected."""
    bob, cleo = lender.seat("Bob"), lender.seat("Cleo")

    def posted(n: int) -> list[int | None]:
        return [lender.post("words", secret=bob).status for _ in range(n)]

    assert [*[200] * POST_BURST, 429, 429] == posted(POST_BURST + 2)
    assert 200 == lender.post("words", secret=cleo).status
    lender.clock.advance(1)
    assert [*[200] * POST_RATE, 429] == posted(POST_RATE + 1)


def test_a_flood_of_strangers_does_not_limit_guests(lender: LendHarness) -> None:
    secret = lender.seat()
    lender.clock.advance(60)
    asked = [lender.post("ask", {"code": "?"}).status for _ in range(STRANGER_BURST)]
    assert [200] * STRANGER_BURST == asked
    assert 429 == lender.post("claim", {"code": "?"}).status
    assert 200 == lender.post("words", secret=secret).status


def test_a_connection_gets_the_pictures_only_once(lender: LendHarness) -> None:
    """They are compressed even if the browser doesn't ask for compression."""
    one = lender.connect()
    one.send(f"GET /album/en HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode() * 40)
    assert "gzip" == one.head["content-encoding"]
    assert len(one.transport.value()) < 200_000
    assert one.transport.disconnecting
    tag = {"Host": HERE, "If-None-Match": one.head["etag"]}
    assert 304 == lender.do("GET", "/album/en", headers=tag).status


def test_the_files_fetched_by_one_address_are_limited(lender: LendHarness) -> None:
    headers = {"Host": HERE}

    def fetched(peer: str) -> int | None:
        return lender.do("GET", "/gate.css", headers=headers, peer=peer).status

    assert {200} == {fetched("192.0.2.1") for _ in range(GET_BURST)}
    assert 429 == fetched("192.0.2.1")
    assert 200 == fetched("192.0.2.2")


def test_a_body_that_is_too_long_drops_the_connection(lender: LendHarness) -> None:
    secret = lender.seat()
    one = lender.do("POST", "/act", secret, body=b"x" * (BODY + 1))
    assert None is one.status
    assert one.transport.disconnected


def test_a_new_page_ends_the_stream_of_the_previous_one(
    lender: LendHarness, scene: PlayedScene
) -> None:
    """The hand is on the page opened last; the previous page shows why it ends."""
    secret = lender.seat()
    first = lender.post("events", secret=secret)
    second = lender.post("events", secret=secret)
    assert 200 == second.status
    assert hand(scene) in second.body
    assert b"Another page shows your seat now." in first.body
    assert first.connection.transport.value().endswith(b"0\r\n\r\n")
    assert b'"ended"' not in second.body


def test_connections_are_limited_per_address_and_in_total(lender: LendHarness) -> None:
    mine = [lender.connect("192.0.2.7") for _ in range(OF_ADDRESS + 1)]
    assert [False] * OF_ADDRESS == [it.refused for it in mine[:-1]]
    assert mine[-1].refused
    mine[0].leave()
    assert not lender.connect("192.0.2.7").refused
    others = [lender.connect(f"192.0.2.{n}") for n in range(10, 10 + CONNECTIONS)]
    assert CONNECTIONS - OF_ADDRESS == sum(not it.refused for it in others)


def test_only_a_few_connections_of_an_address_are_kept_alive(
    lender: LendHarness,
) -> None:
    asks = f"GET / HTTP/1.1\r\nHost: {HERE}\r\n\r\n".encode()
    some = [lender.connect() for _ in range(LASTING)]
    some[0].send(asks)
    assert not some[0].transport.disconnecting
    fifth = lender.connect()
    fifth.send(asks)
    assert 200 == fifth.status
    assert fifth.transport.disconnecting
