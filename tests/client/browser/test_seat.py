"""
A seat in the browser: a page sees what its player may see, and can do what they could
type.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from sealed_wonders.client.browser import seatsections
from sealed_wonders.client.browser.seatface import LONGEST, STREAMS
from sealed_wonders.client.person.features import features
from sealed_wonders.client.person.opendialogs import OpenDialog
from sealed_wonders.client.questions.dialog import Dialog, DialogLine
from sealed_wonders.client.table.events import Absence, AbsenceChanged
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.words import text
from sealed_wonders.core.games import definition
from sealed_wonders.core.wonders.model import Around
from sealed_wonders.core.wonders.scoring import BASE_CATEGORIES, gain
from sealed_wonders.core.wonders.view import View
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.login import Lender
from sealed_wonders.net.messages import PHONE_SIZE
from sealed_wonders.net.suites import OPEN
from sealed_wonders.net.web.sectionstream import BEAT
from tests.support.agreed import agreed
from tests.support.browserseats import Page, SeatPages
from tests.support.human import Human
from tests.support.inprocess.server import HostHarness, open_terms
from tests.support.lobbies import identity_of

Sit = Callable[..., SeatPages]

GAMES = {
    "wonders": Terms.of(
        suite=OPEN,
        players=3,
        own=agreed(sides="choose", expansions=["leaders", "edifice"]),
    ),
    "architects": Terms.of(suite=OPEN, players=2, game="architects"),
}


@pytest.fixture
def sit(tmp_path: Path) -> Sit:
    """Return a function that seats ann, whose browser has no page yet."""

    def seated(terms: Terms | None = None) -> SeatPages:
        return SeatPages(tmp_path / str(next(folders)), terms=terms)

    folders = itertools.count()
    return seated


def test_a_page_shows_a_lobby_and_begins_a_game(sit: Sit) -> None:
    seat = sit()
    page = Page(seat)
    assert page["seat"]["place"] == "lobby"
    people = [(it["name"], it["me"], it["ready"]) for it in page["lobby"]["people"]]
    assert people == [("ann", True, False), ("bob", False, True), ("cleo", False, True)]
    assert page["lobby"]["agreed"]
    assert (page["lobby"]["where"], page["lobby"]["seated"]) == (
        "Table 1 at the house",
        "3 of 3 players are here",
    )
    page.post("ready", on=True)
    assert page["seat"]["place"] == "table"
    assert "lobby" not in page
    assert page["game"]["people"] == ["ann", "bob", "cleo"]
    assert page["game"]["primer"][0][1].startswith("Three ages of six turns.")
    assert page["game"]["read_code"]
    page.post("code")
    assert not page["game"]["read_code"]
    assert [*page.uses] == ["day", "night"]


def test_a_lobby_page_shows_who_lends_a_seat(tmp_path: Path) -> None:
    host = HostHarness(tmp_path / "host", open_terms(3))
    lender = Lender(identity_of("ann"), bytes(PHONE_SIZE), "10.0.0.9")
    for name, its in (("ann", None), ("bob", None), ("cleo", lender)):
        human = Human(host, name, tmp_path / name, lender=its)
        host.let_in(human)
        if name == "bob":
            bob = human.person
    found = seatsections.of_person(bob, str, 0.0)["lobby"]
    names = [it["name"] for it in found["people"]]
    assert ["ann", "bob", "cleo (on ann's machine)"] == names


@pytest.mark.parametrize("game", GAMES)
def test_a_page_receives_only_cards_that_its_seat_may_see(sit: Sit, game: str) -> None:
    """A whole game is played. Everything sent names only cards the seat has seen."""
    seat = sit(GAMES[game])
    page = seat.begin()
    cards = {
        it for it, one in definition(game).pictures().items() if one.part == "cards"
    }
    known = seat.human.person.known
    sent = len(page.bytes_sent)
    turns, seen = 0, set[str]()
    while "end" not in page:
        assert page["wait"]["ours"]
        assert page.uses
        page.choose(seat.best(page))
        turns += 1
        news, sent = page.bytes_sent[sent:].decode(), len(page.bytes_sent)
        named = {it for it in re.findall(r'"(\w+)"', news) if it in cards}
        assert known.sight is not None
        state, faces = known.sight.state, known.sight.faces
        ids = _ids_of(game, faces.values(), state)
        public = json.dumps([page["table"], page["turns"]])
        seen |= {it for it in cards if it in ids or f'"{it}"' in public}
        assert named <= seen
    assert turns > 10
    assert page["end"]["sheet"]["winners"]
    assert page["end"]["lines"]
    assert page["points"]["curves"]
    assert "question" not in page


def _ids_of(game: str, cards: object, state: object) -> set[str]:
    """Return the ids of the cards, according to the catalogue of the game."""
    if game == "architects":
        from sealed_wonders.core.architects.catalog import catalog

        return {catalog().cards[it].id for it in cards if it < len(catalog().cards)}  # type: ignore[attr-defined]
    faces = (state.rules.catalog.face(it) for it in cards)  # type: ignore[attr-defined]
    return {it.id for it in faces if it is not None}


def test_a_card_laid_down_is_shown_on_every_page_and_after_a_reload(sit: Sit) -> None:
    seat = sit()
    page = seat.begin()
    other = Page(seat)
    phase = page["question"]["phase"]
    page.post("lay", phase=phase, text="night")
    assert "night" == other.read().laid == page.laid
    page.stream.leave()
    again = Page(seat)
    assert again.laid == "night"
    again.post("take_back")
    assert other.read().laid is None
    assert again["wait"]["ours"], "nothing was sealed"


def test_a_question_is_sent_once_and_without_lines_for_typing(sit: Sit) -> None:
    """The page has pictures where the terminal lists cards, and command buttons."""
    page = sit().begin()
    for word in ("night", "day"):
        before = len(page.bytes_sent)
        page.post("lay", phase=page["question"]["phase"], text=word)
        assert page.laid == word
        assert len(page.bytes_sent) - before < 100
    page.choose("night")
    menu = page["question"]["title"]
    assert len(menu) > 1
    assert not [it for it in menu if it.endswith(":") or it.startswith("   w1")]


def test_choices_for_other_phases_or_questions_are_not_sealed(sit: Sit) -> None:
    seat = sit()
    page = seat.begin()
    phase = page["question"]["phase"]
    page.post("seal", phase=phase - 1, text="night")
    page.post("seal", phase=phase, text="dusk")
    page.post("seal", phase=None, text="night")
    page.post("lay", phase=str(phase), text="night")
    assert page["question"]["phase"] == phase
    assert page.laid is None
    page.choose("night")
    page.post("seal", phase=phase, text="day")
    assert page["table"]["cities"][0]["board"].endswith(".night")


def test_malformed_posts_are_refused_and_do_nothing(sit: Sit) -> None:
    page = sit().begin()
    before = dict(page.sections)
    for body in (
        b"",
        b"{",
        b"[]",
        b'{"do": "dance"}',
        b'{"do": ["lay"]}',
        b'{"do": "type"}',
        b'{"do": "type", "text": 3}',
        b'{"do": "type", "text": "a\\u0000b"}',
        b'{"do": "press", "text": "dance"}',
        b'{"do": "answer", "ticket": true, "text": "yes"}',
        json.dumps({"do": "say", "text": "x" * (LONGEST + 1)}).encode(),
        b'{"do":' + b"[" * 4000,
        b"\xff\xfe",
    ):
        assert 400 == page.post_bytes(body), body
        assert before == page.sections


def test_a_page_says_whom_one_can_go_on_without(sit: Sit) -> None:
    """Its button alone doesn't."""
    seat = sit()
    page = seat.begin()
    person = seat.human.person
    for absent, title in (((1,), "the player?"), ((1, 2), "the players?")):
        person.told(AbsenceChanged(Absence(dict.fromkeys(absent, 0.0), (absent,))))
        names = " and ".join(person.known.names[it] for it in absent)
        said = f"You can propose going on without {names}."
        seat.settle()
        assert [said] == page.read()["wait"]["status"]
        page.post("press", text="without")
        assert f"Go on without {title}" == page["dialog"]["title"]
        page.post("press", text="without")
    person.told(AbsenceChanged(Absence()))
    seat.settle()
    assert [] == page.read()["wait"]["status"]


def test_a_dialog_on_a_page_names_the_button_that_opens_it_again(sit: Sit) -> None:
    """A phone has no F7. What is typed has no button."""
    seat = sit()
    page = seat.begin()
    person = seat.human.person
    person.known.may_host = True
    person.listener.changed()
    seat.settle()
    page.read()
    (shown,) = [it for it in page["keys"]["keys"] if it["name"] == "without"]
    assert ("continue here", True) == (shown["label"], shown["first"])
    page.post("press", text="without")
    said = "\n".join(it["text"] for it in page["dialog"]["lines"])
    assert "To see this question again, press “continue here”." in said
    assert "press : and type: there INVITATION" in said


def test_an_answer_must_belong_to_the_dialog_that_is_open(sit: Sit) -> None:
    seat = sit()
    page = seat.begin()
    page.post("press", text="pause")
    dialog = page["dialog"]
    assert dialog["name"] == "pause"
    yes = dialog["answers"][0]["action"]
    page.post("answer", ticket=dialog["ticket"] + 1, text=yes)
    assert page["dialog"] == dialog
    page.post("press", text="pause")
    assert "dialog" not in page, "its key closes it"
    page.post("answer", ticket=dialog["ticket"], text=yes)
    assert seat.human.person.known.standstill is None
    page.post("press", text="pause")
    assert page["dialog"]["ticket"] != dialog["ticket"]
    page.post("answer", ticket=page["dialog"]["ticket"], text=yes)
    assert seat.human.person.known.standstill is not None
    assert page["wait"]["status"]


def test_the_help_of_a_dialog_does_not_repeat_its_lines() -> None:
    cards, all_agree = "Their cards leave the game.", "Everybody has to agree."
    asks = Dialog("Go on?", (DialogLine(cards),), (), (all_agree, cards))
    section = seatsections.of_dialog(OpenDialog("absence", lambda: asks))
    assert section is not None
    assert [all_agree] == section["help"]


def test_leaving_is_confirmed_and_confirmed_twice_if_final(sit: Sit) -> None:
    seat = sit()
    page = seat.begin()
    page.post("press", text="quit")
    dialog = page["dialog"]
    assert [it["key"] for it in dialog["ways"]]
    page.post("answer", ticket=dialog["ticket"], text="back")
    assert seat.human.left is None
    page.post("press", text="quit")
    sure = next(
        it
        for it in seat.human.person.leaving.dialog().ways  # type: ignore[union-attr]
        if it.confirmation
    )
    page.post("way", ticket=page["dialog"]["ticket"], text=sure.key)
    asked = page["dialog"]
    assert sure.confirmation in [it["text"] for it in asked["lines"]]
    page.post("answer", ticket=asked["ticket"], text="enter")
    assert seat.human.left is None, "Enter has just chosen this way"


def test_every_feature_is_available_on_a_page(sit: Sit) -> None:
    """
    Every command can be typed, and every feature with a key that does something is
    among the keys.
    """
    seat = sit()
    page = seat.begin()
    person = seat.human.person
    offered = {it["name"] for it in page["keys"]["keys"]}
    for feature in features():
        if feature.key is not None and feature.works(person, lambda name: ""):
            assert feature.name in offered
        if feature.enabled(person):
            assert feature.word() in page["keys"]["typed"]
    for name in sorted({it.name for it in features()} - {"host", "leave", "quit"}):
        before = seat.human.person.known.narration.total
        page.post("type", text=name)
        told = seat.human.person.known.narration.total > before
        assert "notice" in page or told, name
        assert seat.human.left is None, name
        if person.known.handing.autopilot:
            page.post("type", text="bot")


def test_chat_stays_text_and_a_slash_begins_a_command(sit: Sit) -> None:
    seat = sit()
    page = seat.begin()
    page.post("say", text="<b>hi</b> & bye")
    said = [line for kind, line, _at in page["log"]["lines"] if kind == "chat"]
    assert ["ann says: <b>hi</b> & bye"] == said
    page.post("say", text="/me waves")
    assert "ann waves" in page["log"]["lines"][-1][1]


def test_streams_send_heartbeats_and_are_limited(sit: Sit) -> None:
    seat = sit()
    page = Page(seat)
    quiet = len(page.bytes_sent)
    seat.clock.advance(BEAT)
    assert page.bytes_sent[quiet:].endswith(b":\n\n\r\n")
    for _one in range(STREAMS - 1):
        Page(seat)
    assert 429 == seat.do("POST", "/events", page.secret).status
    page.stream.leave()
    assert Page(seat).sections


def test_an_unconfirmed_page_sees_and_does_nothing(sit: Sit) -> None:
    seat = sit()
    secret, _words = seat.ask()
    for path in ("/events", "/act", "/words"):
        assert 403 == seat.do("POST", path, secret, body=b"{}").status
        assert 403 == seat.do("POST", path, body=b"{}").status
        assert 404 == seat.get(path).status


def test_pages_are_told_that_the_program_ends(sit: Sit) -> None:
    seat = sit()
    page = seat.begin()
    seat.face.end("because")
    assert page.read()["ended"]["why"] == "because"
    assert b'"ended":{"why":"because",' in seat.do("POST", "/events", page.secret).body
    assert 204 == page.post("type", text="help")


@pytest.mark.parametrize("is_alone", [True, False])
def test_a_seat_without_a_screen_is_unseen_once_no_page_is_open(
    is_alone: bool, tmp_path: Path
) -> None:
    """If there is also a screen, the seat is never counted as unseen."""
    seat = SeatPages(tmp_path, is_alone=is_alone)
    since = [seat.human.person.unseen_since]
    page, other = Page(seat), Page(seat)
    for one in (page, other):
        since.append(seat.human.person.unseen_since)
        seat.clock.advance(1)
        one.stream.leave()
    since.append(seat.human.person.unseen_since)
    now = seat.clock.seconds()
    seen = float("inf")
    assert since == ([now - 2, seen, seen, now] if is_alone else [None] * 4)


def test_a_page_names_buttons_and_shows_no_shell_commands(sit: Sit) -> None:
    seat = sit()
    page = seat.begin()
    page.choose("day")
    page.post("press", text="bot")
    (said,) = page["wait"]["status"]
    assert "press “take over” or" in said
    assert not page["wait"]["ours"]
    before = page["log"]
    seat.human.person.tell_all(text.log_kept("abc.swlog"), LineKind.SHELL)
    seat.human.person.listener.changed()
    seat.settle()
    assert page.read()["log"] == before


def test_pictures_are_public_and_card_texts_need_confirmation(
    sit: Sit,
) -> None:
    seat = sit()
    picture = seat.get("/cards/wonders/en/altar.svg")
    assert 200 == picture.status
    assert picture.head["content-type"] == "image/svg+xml"
    for path in ("/cards", "/cards/chess/en/altar.svg", "/cards/wonders/xx/altar.svg"):
        assert 404 == seat.get(path).status
    said = json.loads(seat.do("POST", "/says", Page(seat).secret).body)
    assert seat.do("POST", "/says", "").status == 403
    for game, words in said.items():
        pictures = definition(game).pictures().items()
        shown = {id for id, it in pictures if it.part in ("cards", "stages")}
        assert {it for it in shown if not it.startswith("back.")} <= words.keys()
    assert "Stage 2" in said["wonders"]["olympia.night.2"]


def test_a_page_shows_what_cards_bring_and_have_brought(
    sit: Sit,
) -> None:
    """
    The immediate gain of a card is the one that the terminal shows. At the end, the page shows
    which cards made the points of a row, and the disclosed cards.
    """
    seat = sit()
    page = seat.begin()
    told = 0
    while "end" not in page:
        menu = seat.human.person.known.menu
        if "question" in page and menu is not None:
            view = menu.view
            for item, it in zip(menu.items, page["question"]["items"], strict=True):
                face = getattr(item, "face", None)
                if face is None or not view.cities or it["brings"] is None:
                    continue
                now = gain(Around(*(view.cities[n] for n in around(view))), face)
                assert it["brings"] == now._asdict()
                assert it["now"] == "" or it["now"].startswith("Right now: ")
                told += bool(it["now"])
        page.choose(seat.best(page) if told <= 5 else [*page.uses][-1])
    assert told > 5
    sheet = page["end"]["sheet"]
    made = 0
    for parts, row in zip(sheet["parts"], sheet["rows"], strict=True):
        for line in ("blue", "yellow", "guilds"):
            at = BASE_CATEGORIES.index(line)
            points = [int(it.rpartition(": ")[2].split()[0]) for it in parts[at]]
            assert sum(points) == row[at]
            made += len(points)
    assert made > 5
    count = page["end"]["discloses"]
    assert count > 0
    assert "opened" not in page
    page.post("disclose")
    assert all(it["seat"] in range(3) and it["at"] for it in page["decisive"]["turns"])
    assert sheet["counts"] == page["end"]["sheet"]["counts"] == page["points"]["counts"]
    assert sheet["counts"][1] == "1 point for 3 coins"
    (ours,) = page["opened"]["seats"]
    assert (ours["seat"], len(ours["cards"])) == (page["seat"]["ours"], count)
    assert page["end"]["discloses"] == 0


def around(view: View) -> tuple[int, int, int]:
    return view.seat, view.left, view.right
