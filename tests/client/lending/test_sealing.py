"""Traffic between phones and their lender over Wi-Fi: eavesdroppers read nothing."""

from __future__ import annotations

import gzip

import pytest

from sealed_wonders.client.lending.guestgate import HELLO_BURST, UNSEALED
from sealed_wonders.client.lending.sealing import (
    PADDING,
    SESSIONS,
    NotSealed,
    SealedSessions,
)
from sealed_wonders.core.games import definition
from tests.support.gates import OWN
from tests.support.lent import LendHarness
from tests.support.scenes import PlayedScene
from tests.support.sealedpage import SealedAnswer, SealedPage


def test_an_eavesdropper_reads_no_hand_and_no_secret(
    lender: LendHarness, scene: PlayedScene
) -> None:
    """
    All traffic is searched, from the guest's name to a choice, including the two words.
    """
    menu = scene.human.person.known.menu
    assert menu is not None
    got = lender.ask("Bobadilla")
    lender.post("wait", secret=got["secret"])
    lender.lines.typed(got["words"])
    stream = lender.post("events", secret=got["secret"])
    card = menu.items[0].uses[0]
    body = {"do": "lay", "phase": menu.question.phase, "text": card.word}
    assert 204 == lender.post("act", body, got["secret"]).status
    lender.clock.advance(1)
    there = stream.body
    names = {it.name for it in menu.items}
    assert all(it.encode() in there for it in names)
    heard = lender.all_sent() + b"".join(lender.posted)
    hidden = {*names, "Bobadilla", lender.code, *got.values(), "events", "take_back"}
    hidden |= {id for it in menu.items for id in it.ids}
    assert [] == [it for it in hidden if it.encode() in heard]
    assert got["secret"].encode() in b"".join(lender.meant)


def test_pictures_are_fetched_all_at_once_and_never_singly(lender: LendHarness) -> None:
    """Otherwise, the pictures that a phone fetches would reveal the cards that it shows."""
    album = lender.get("/album/en")
    assert 200 == album.status
    pictures = gzip.decompress(album.body)
    for game in ("wonders", "architects"):
        for id in definition(game).pictures():
            assert f'"{game}/en/{id}":'.encode() in pictures
            lender.clock.advance(1)
            assert 404 == lender.get(f"/cards/{game}/en/{id}.svg").status


def test_replayed_or_reordered_posts_are_refused(lender: LendHarness) -> None:
    """A post that was held back comes too late."""
    secret = lender.seat()
    first, second = (lender.page.seal("words", secret)[1] for _ in range(2))
    for data, status in ((second, 200), (second, UNSEALED), (first, UNSEALED)):
        assert status == lender.do("POST", "/sealed", "", OWN, data).status


@pytest.mark.parametrize("at", [0, 15, 20, 24, 40, -1])
def test_a_changed_bit_makes_a_post_invalid(lender: LendHarness, at: int) -> None:
    """The bit may belong to the session, the counter or the box."""
    secret = lender.seat()
    data = bytearray(lender.page.seal("words", secret)[1])
    data[at] ^= 1
    assert UNSEALED == lender.do("POST", "/sealed", "", OWN, bytes(data)).status


def test_unsealed_posts_are_refused(lender: LendHarness) -> None:
    secret = lender.seat()
    for body in (b"", b"{}", b"x" * 4000, bytes(4000)):
        assert UNSEALED == lender.do("POST", "/sealed", secret, OWN, body).status
        assert 400 == lender.do("POST", "/hello", secret, OWN, body).status
    assert 404 == lender.do("POST", "/words", secret, OWN, b"{}").status


def test_a_page_of_another_session_cannot_open_an_answer(lender: LendHarness) -> None:
    secret, other = lender.seat(), lender.begin()
    counter, data = lender.page.seal("words", secret)
    sent = lender.do("POST", "/sealed", "", OWN, data)
    assert b"cards" in SealedAnswer(lender.page, counter, sent).body
    with pytest.raises(Exception, match="Decryption failed"):
        _ = SealedAnswer(other, counter, sent).body


def test_answers_are_padded_to_hide_their_length(lender: LendHarness) -> None:
    sessions = SealedSessions()
    page = SealedPage()
    page.begin(sessions.public + sessions.begin(page.public))
    answer = sessions.open(page.seal("x", "y")[1]).answer
    sizes = {len(answer.seal(bytes(n))) for n in range(PADDING - 4)}
    assert 1 == len(sizes)
    assert sizes < {len(answer.seal(bytes(PADDING))), *sizes}


def test_the_least_recently_used_session_is_dropped() -> None:
    sessions = SealedSessions()
    pages = [SealedPage() for _ in range(SESSIONS)]
    for page in pages:
        page.begin(sessions.public + sessions.begin(page.public))
    sessions.open(pages[0].seal("x")[1])
    sessions.begin(pages[0].public)
    with pytest.raises(NotSealed):
        sessions.open(pages[1].seal("x")[1])
    for page in (pages[0], *pages[2:]):
        sessions.open(page.seal("x")[1])


def test_new_sessions_are_limited_per_address(lender: LendHarness) -> None:
    public = SealedPage().public

    def begin_session(peer: str) -> int | None:
        return lender.do("POST", "/hello", body=public, peer=peer).status

    many = [begin_session("192.0.2.1") for _ in range(HELLO_BURST + 1)]
    assert [*[200] * HELLO_BURST, 429] == many
    assert 200 == begin_session("192.0.2.2")


def test_the_status_of_a_post_is_sealed(lender: LendHarness) -> None:
    """The visible status is the same for every request."""
    secret = lender.seat()
    for name, key, status in (
        ("words", secret, 200),
        ("words", "", 403),
        ("act", secret, 400),
        ("x", secret, 404),
    ):
        one = lender.post(name, None, key)
        assert (status, 200) == (one.status, one.connection.status)


def test_a_restart_keeps_the_key_while_seats_are_lent(
    lender: LendHarness,
) -> None:
    """
    A phone talks to no other key. Recorded posts don't work, since they belong to an
    old session.
    """
    secret = lender.seat()
    _counter, recorded = lender.page.seal("words", secret)
    fingerprint = lender.lending.sealed.fingerprint
    again = LendHarness(lender.folder)
    assert fingerprint == again.lending.sealed.fingerprint
    again.lending.begin(0.0)
    assert 200 == again.post("wait", None, secret).status
    assert UNSEALED == again.do("POST", "/sealed", "", OWN, recorded).status
    again.guest(secret).leave()
    key = again.lending.sealed.private.hex()
    assert key not in (lender.folder / "guests.json").read_text("utf-8")
    assert fingerprint != LendHarness(lender.folder).lending.sealed.fingerprint


def test_the_code_contains_the_fingerprint_of_the_lenders_key(
    lender: LendHarness,
) -> None:
    """Each lender has a different key."""
    lender.lines.typed("code")
    fingerprint = lender.lending.sealed.fingerprint
    assert lender.shown[0].endswith(f"#{lender.code}.{fingerprint}")
    assert fingerprint != SealedSessions().fingerprint
