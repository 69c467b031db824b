"""Names that look alike at a table: they are marked wherever they are shown."""

from __future__ import annotations

import itertools
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from sealed_wonders.client.logs.replaying import ReplayMoment
from sealed_wonders.client.person import handing
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.table.events import (
    LobbyNews,
    RematchWanted,
    SeatOffer,
    SeatOffered,
)
from sealed_wonders.client.tablewords import hosttables, lookalikes, verdicts
from sealed_wonders.client.tablewords import lobby as terms
from sealed_wonders.client.tablewords.spokenwords import in_every_language, own_words
from sealed_wonders.client.tablewords.trust import identity_code
from sealed_wonders.client.terminal.screens.labels import table_label
from sealed_wonders.client.terminal.screens.lobby import LobbyScreen
from sealed_wonders.client.terminal.wonders.screens.end import EndScreen
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lookalikes import SIGN
from sealed_wonders.net.messages import TableLine, Taker, Takers
from sealed_wonders.net.talk import SAY
from sealed_wonders.net.words import LANGUAGES, use
from tests.support.evening import Evening
from tests.support.human import Begin, Human
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import identity_of
from tests.support.stacks import Seated

FAKE = "\N{CYRILLIC SMALL LETTER A}nn"
ANN, OTHER = f"ann{SIGN}1", f"{FAKE}{SIGN}2"

SIZES = [(80, 24), (140, 45)]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """
    Return a game of ann, on a screen, bob, cleo, and somebody whose name looks like
    ann's.
    """
    return Evening(tmp_path, names=(FAKE,))


def send_chat(one: Human, text: str) -> None:
    one.act(Speak(text, SAY))


def test_in_line_mode_both_players_are_marked(evening: Evening) -> None:
    """The list of players comes with a warning, and each later line marks the names."""
    told = "\n".join(evening.bob.all)
    (title,) = re.findall("The other players, starting.*", told)
    assert {ANN, OTHER} < {*re.findall(r"[^ ,.]+", title)}
    keys = [fingerprint(identity_of(name).public) for name in ("ann", FAKE)]
    warning = (
        "WARNING! These names look alike but belong to different people: "
        f"{ANN} (key {keys[0]}) and {OTHER} (key {keys[1]})."
    )
    assert warning in told
    for _turn in range(3):
        evening.choose(*evening.people)
    said = "\n".join(evening.bob.all).split(warning)[-1]
    assert f"{ANN} " in said
    assert f"{OTHER} " in said
    assert not re.search(rf"\b(ann|{FAKE})(?!{SIGN})", said)


@pytest.mark.parametrize("size", SIZES)
def test_on_a_screen_both_players_are_marked(
    evening: Evening, size: tuple[int, int]
) -> None:
    """Even a long name that has to be cut keeps its mark."""
    evening.choose(*evening.people)
    screen = evening.screen(*size)
    assert f"{SIGN}2" in screen
    assert not re.search(rf"\b{FAKE}(?!{SIGN})", screen)
    long = "Alexandra the Great"
    known = evening.ann.person.known
    known.people = tuple(
        one._replace(name=f"{one.name[0]}{long}") for one in known.people
    )
    assert {f"a{long}{SIGN}1", f"\u0430{long}{SIGN}2"} < {*known.names}


def test_audits_and_replays_mark_both_players(evening: Evening) -> None:
    charter = evening.ann.person.known.charter
    assert charter is not None
    said = "\n".join(verdicts.people(charter))
    seats = [verdicts.who(charter.people, seat) for seat in range(4)]
    state = evening.host.game.fold.state
    moment = ReplayMoment(cast(Any, state), (1, 1), (), charter.people)
    for name in (ANN, OTHER):
        assert name in said
        assert any(one.startswith(name) for one in seats)
        assert name in moment.names


def test_chat_marks_both_players(evening: Evening) -> None:
    evening.cleo.look()
    send_chat(evening.ann, "hello")
    send_chat(evening.people[3], "hello")
    assert [f"{ANN} says: hello", f"{OTHER} says: hello"] == evening.cleo.look()


def test_an_ambiguous_typed_name_is_refused(evening: Evening) -> None:
    """Each player can be given by the marked name, or by their words."""
    evening.choose(*evening.people)
    said = evening.type(evening.bob, "city ann")
    assert "Nobody here is called 'ann'." in said
    assert ANN in said
    assert OTHER in said
    own = evening.type(evening.bob, f"city {ANN}")
    assert "Nobody here" not in own
    assert own != evening.type(evening.bob, f"city {OTHER}")
    assert "Nobody here" not in evening.type(evening.bob, "city cleo")
    said = evening.type(evening.bob, "mute ann")
    assert "Who?" in said
    for name in ("ann", FAKE):
        assert f"{name} {own_words(identity_code(identity_of(name).public))}" in said


@pytest.mark.parametrize("at", [0, 1])
def test_an_ambiguous_name_is_accepted_with_words_of_any_language(
    tmp_path: Path, at: int
) -> None:
    evening = Evening(tmp_path)
    evening.connect_spectator(FAKE)
    evening.bob.look()
    words = in_every_language(identity_code(identity_of(FAKE).public))[at]
    assert "is muted" in evening.type(evening.bob, f"mute {FAKE} {words.upper()}")
    assert "no longer muted" in evening.type(evening.bob, f"unmute {FAKE} {words}")


def test_a_spectator_with_a_players_name_is_marked(tmp_path: Path) -> None:
    """The player isn't."""
    evening = Evening(tmp_path)
    evening.bob.look()
    fake = evening.connect_spectator(FAKE)
    said = f"{FAKE}{SIGN} is watching, and could take a seat."
    assert said in evening.bob.look()
    send_chat(fake, "give me your seat")
    send_chat(evening.ann, "not me")
    assert [
        f"{FAKE}{SIGN} (spectator) says: give me your seat",
        "ann says: not me",
    ] == evening.bob.look()
    words = own_words(identity_code(fake.identity.public))
    said = " ".join(evening.type(evening.bob, "give").split())
    assert (
        f"give {FAKE} {words}: Give your seat to {FAKE}{SIGN}, who is watching" in said
    )


def test_two_spectators_with_the_same_name_are_numbered(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    takers = [
        Taker("eve", identity_of(it).public, None, None, None)
        for it in ("eve", "eve 2")
    ]
    evening.bob.look()
    evening.bob.session.receive(Takers(evening.host.table.name, tuple(takers)))
    assert [
        f"eve{SIGN}1 is watching, and could take a seat.",
        f"eve{SIGN}2 is watching, and could take a seat.",
    ] == evening.bob.look()


def lobby(tmp_path: Path) -> list[Human]:
    """Seat ann, who is ready, and the player with a similar name, before a game."""
    host = HostHarness(tmp_path / "host", open_terms(3))
    people = [
        Human(host, name, tmp_path / f"{at}") for at, name in enumerate(["ann", FAKE])
    ]
    for one in people:
        host.let_in(one)
    return people


def test_a_lobby_warns_both_players_about_similar_names(tmp_path: Path) -> None:
    """No seat is freed by an ambiguous name."""
    ann, fake = lobby(tmp_path)
    for one in (ann, fake):
        told = "\n".join(one.all)
        assert "WARNING! These names look alike" in told
        assert f"{OTHER} (key {fingerprint(fake.identity.public)})" in told
    told = "\n".join(ann.all)
    assert f"{OTHER} sits down: new to you" in told
    said = ann.type("unseat ann")
    assert [f"'ann' could mean {ANN} or {OTHER}."] == said
    assert [] == [it for it in ann.type(f"unseat {OTHER}") if "could mean" in it]


def test_a_lobby_screen_warns_about_similar_names(tmp_path: Path) -> None:
    seated = Seated(tmp_path, 3)
    seated.stack.base = LobbyScreen(seated.stack)
    known = seated.stack.known
    assert known.news is not None
    first, second, *others = known.news.people
    assert "bob" == second.name
    second = msgspec.structs.replace(second, name=FAKE, here=True)
    known.news = replace(known.news, people=(first, second, *others), note="")
    for language, size in itertools.product(LANGUAGES, SIZES):
        use(language)
        drawn = " ".join(seated.look(*size).split())
        (warning,) = lookalikes.warnings(known.news.people)
        assert " ".join(warning.split()) in drawn
        assert f"1 {ANN} " in drawn
        assert f"2 {OTHER} " in drawn


def test_a_name_similar_to_a_known_one_is_reported_as_new(
    tmp_path: Path,
) -> None:
    """
    The known player isn't even there. Somebody with the known name and key isn't
    marked.
    """
    host = HostHarness(tmp_path / "host", open_terms(3))
    bob = Human(host, "bob", tmp_path / "bob")
    fake = "A\N{CYRILLIC SMALL LETTER ES}e"
    for name, key in (
        ("Ace", identity_of("the real Ace").public),
        ("zoe", identity_of("Zoé").public),
    ):
        bob.person.trusted.meet(name, key)
    for one in (
        bob,
        Human(host, fake, tmp_path / "fake"),
        Human(host, "Zoé", tmp_path),
    ):
        host.let_in(one)
    told = "\n".join(bob.all)
    words = fingerprint(identity_of(fake).public)
    shown = f"{fake}{SIGN}"  # its letters come from two alphabets, too
    said = f"{shown} sits down: not the Ace you know but somebody new, with key {words}"
    assert said in told
    assert (
        f"Zoé sits down: new to you, with key {fingerprint(identity_of('Zoé').public)}"
        in told
    )


def test_a_changed_key_is_reported_for_the_right_lookalike(tmp_path: Path) -> None:
    """It is trusted by the name as it is shown."""
    host = HostHarness(tmp_path / "host", open_terms(4))
    bob = Human(host, "bob", tmp_path / "bob")
    bob.person.trusted.meet("ann", identity_of("the real ann").public)
    for one in (
        bob,
        Human(host, FAKE, tmp_path / "fake"),
        Human(host, "ann", tmp_path / "ann"),
    ):
        host.let_in(one)
    key = fingerprint(identity_of("ann").public)
    said = (
        f"This {ANN} has a different key from the ann you know, and may be somebody else. Ask "
        f"{ANN} in person or by phone whether their key is {key}; if it is, type: trust {ANN}"
    )
    assert said in "\n".join(bob.all)
    known = bob.person.known
    assert known.news is not None
    assert said in "\n".join(terms.warnings(known.news, known.keyring))
    assert f"trust {OTHER}" not in "\n".join(bob.all)
    (told,) = bob.type(f"trust {OTHER}")
    assert "Nobody here called" in told
    assert ["From now on, your program will accept this key for ann."] == bob.type(
        f"trust {ANN}"
    )


def test_a_list_of_tables_marks_similar_names() -> None:
    table = TableLine("table 1", "wonders", 3, 2, "lobby", ("ann", FAKE))
    for said in (hosttables.line(table), text_of((table_label(table, 9, UNICODE),))):
        assert ANN in said
        assert OTHER in said


def test_an_offered_seat_marks_similar_names(evening: Evening) -> None:
    eve = evening.connect_spectator()
    eve.person.told(SeatOffered(SeatOffer(0, "ann", b"ann", FAKE)))
    offer = eve.person.known.handing.offer
    assert offer is not None
    assert f"{OTHER} asks whether you would substitute for {ANN}" in handing.offered(
        offer
    )


def test_proposals_for_a_rematch_mark_similar_names(evening: Evening) -> None:
    evening.ann.person.told(RematchWanted(("ann", FAKE)))
    said = text_of(EndScreen(evening.screen.stack)._again(99))
    assert ANN in said
    assert OTHER in said


def test_unique_names_are_not_marked(begin: Begin) -> None:
    _host, human, *_ = begin()
    assert not any(SIGN in line for line in human.all)


def test_an_awaited_spectator_is_marked_like_in_the_full_list() -> None:
    """The mark is also shown when the name stands alone."""
    news = LobbyNews("oak", (), 3, (), "", onlookers=("ann", FAKE))
    assert [ANN] == terms.shown_onlookers(news, ("ann",))
    assert [f"Spectators: {OTHER}."] == [*terms.onlookers(news, ("ann",))]
