"""Rematches: the invitation, the options, the chat and the seats."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
import pytest_twisted
from twisted.internet import reactor
from twisted.internet.defer import Deferred

from sealed_wonders.client.destination import Destination
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import LeaveTable, PlayAgain, Speak
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.tableconnection import (
    ConnectionCallbacks,
    TableConnection,
    TerminalEnvironment,
)
from sealed_wonders.client.tablewords.endings import say_again
from sealed_wonders.client.terminal.screens.lobby import LobbyScreen
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.words.text import not_over_yet
from sealed_wonders.host.offer import choices
from sealed_wonders.net.address import Address
from sealed_wonders.net.messages import AGAIN_PATIENCE
from sealed_wonders.net.wishes import Wishes
from tests.support.human import Begin, Company, Human, build_first, no_answer
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.server import HostHarness
from tests.support.lineterminals import FakeLineTerminal
from tests.support.stacks import Seated, Sit, drawn_to_fit
from tests.support.toy import Toy


def over(begin: Begin) -> Company:
    """Begin a game and play it to its end."""
    company = begin()
    company[1].type("ready")
    return finish(company)


def finish(company: Company) -> Company:
    """Play a game that has begun to its end."""
    host, human, *_ = company
    human.typing = build_first
    host.settle()
    if human.person.can_choose:
        human.commands.typed("night")
        host.settle()
    assert human.session.finished
    human.typing = no_answer
    human.look()
    return company


def test_rematch_takes_a_player_to_the_next_lobby_and_marks_them_ready(
    begin: Begin,
) -> None:
    """Before the end, it says that it is too early. Chat after the end is kept."""
    company = host, human, *_ = begin()
    assert [not_over_yet()] == human.type("rematch")
    human.type("ready")
    host.settle()
    assert [not_over_yet()] == human.type("rematch")
    assert "rematch" not in human.commands.words()
    finish(company)
    assert say_again() in human.all
    assert "rematch" in human.commands.words()
    human.type("say well played")
    host.settle()
    assert ["ann says: well played"] == human.look()
    first = human.person
    first.known.news = None
    first.leaving.gives_up = given_up = lambda: None
    human.type("rematch")
    told = human.person.known.narration
    assert ["ann says: well played"] == [it.line for it in told]
    host.settle()
    news = human.person.known.news
    assert news is not None
    assert [("ann", True)] == [(one.name, one.ready) for one in news.people]
    assert human.person.known.ending is None
    assert human.person is not first
    assert human.person.leaving.gives_up is given_up


# Other options.


def let_choose(host: HostHarness) -> None:
    """Allow players to choose all options, as the operator may do at any time."""
    host.choose = choices()
    host.offer(host.terms, *host.choose)
    for one in host.clients:
        if isinstance(one, Human):
            one.person.known.terms = host.server.registry.policy.offered.told


def options_of(human: Human) -> dict[str, object]:
    news = human.person.known.news
    assert news is not None
    return dict(news.options)


def test_the_first_player_to_ask_for_a_rematch_chooses_its_options(
    begin: Begin,
) -> None:
    """An unknown option is refused, and the result stays on the screen."""
    host, human, *_ = over(begin)
    let_choose(host)
    assert ["A table has no option called 'moon'; its options are "] == [
        line[:53] for line in human.type("rematch moon=full")
    ]
    assert human.person.known.ending is not None
    human.type("rematch with=leaders seats=4 private")
    host.settle()
    assert "leaders" == options_of(human)["with"]
    assert () == human.person.known.surprises
    news = human.person.known.news
    assert news is not None
    assert (4, False) == (news.wanted, news.listed)
    assert [("ann", False)] == [(one.name, one.ready) for one in news.people]
    assert "The table isn't in the host's list: to join, others type its name." in (
        human.look()
    )


@pytest.mark.parametrize(
    ("wishes", "what"),
    [
        (
            (("seats", 4), ("bots", 1), ("private", 1)),
            "Players: 4; Bots: 1; Listed: no",
        ),
        ((("game", "architects"),), "Game: 7 Wonders: Architects"),
    ],
)
def test_a_player_is_not_ready_for_a_rematch_with_changed_options(
    wishes: Wishes, what: str, begin: Begin
) -> None:
    """The player reads what has changed, and has to become ready again."""
    host, human, bob, _ = over(begin)
    let_choose(host)
    bob.gets_ready = False
    bob.play_again(wishes=wishes)
    host.settle()
    human.type("rematch")
    host.settle()
    news = human.person.known.news
    assert news is not None
    assert [("bob", False), ("ann", False)] == [
        (it.name, it.ready) for it in news.people
    ]
    told = "\n".join(human.look())
    assert f"Changed since your last game here: {what}" in told
    # The screen shows the difference as long as it lasts.
    seen = ScreenStack(human.person.known, Settings(), UNICODE, lambda: 0.0)
    seen.person, seen.base = human.person, LobbyScreen(seen)
    assert "Changed since your last game here" in drawn_to_fit(seen)


def test_a_player_reads_how_a_table_differs_from_the_options_asked_for(
    begin: Begin, tmp_path: Path
) -> None:
    """Somebody else opened the table first, with other options."""
    host, *_ = begin()
    let_choose(host)
    wishes: Wishes = (("game", "architects"), ("seats", 3))
    dan = Human(host, "dan", tmp_path, table="oak", wishes=wishes)
    host.client("eve", table="oak", ready=False)
    host.settle()
    host.let_in(dan)
    said = "This table isn't what you asked for: Game: 7 Wonders."
    assert said in dan.look()


def go_to_next_lobby(seated: Seated) -> None:
    """Take Ann to the lobby of a rematch, while the others still look at the result."""
    for other in seated.others:
        other.player.be_ready = None
    seated.human.do(PlayAgain())
    seated.host.settle()
    seated.stack.person = seated.human.person
    seated.stack.known = seated.human.person.known
    seated.stack.base = LobbyScreen(seated.stack)


def test_the_lobby_of_a_rematch_names_the_players_for_whom_seats_are_kept(
    sit: Sit,
) -> None:
    """
    Earlier chat is in the log but no longer news. After a minute, absent players become
    spectators.
    """
    seated = sit()
    seated.play_out()
    seated.others[0].act(Speak("back soon"))
    go_to_next_lobby(seated)
    *screen, line, _keys = seated.look(80, 40).split("\n")
    assert "bob says: back soon" in "\n".join(screen)
    assert "bob" not in line
    kept = "or up to a minute, seats are kept for bob and cleo."
    assert f"You are ready. F{kept}" in " ".join(seated.look().split())
    seated.human.person.readiness.be_ready(False)
    seated.host.settle()
    said = " ".join(seated.look().split())
    assert "When you are ready" in said
    assert kept in said
    assert ("bob", "cleo") == seated.news.onlookers
    assert "Spectators" not in said, "they may still come back to play"
    assert seated.stack.wakes == seated.stack.known.returning_until
    seated.host.disconnect([seated.others[0]])
    said = " ".join(seated.look().split())
    assert "For up to a minute, a seat is kept for cleo." in said
    assert "bob leaves the table." in said
    assert "no more spectators" not in said
    seated.host.clock.advance(AGAIN_PATIENCE)
    said = " ".join(seated.look().split())
    assert "is kept for" not in said
    assert "Spectators: cleo." in said


# The connection that is reused.

REACTOR: Any = reactor


class FakeLink:
    """A link that can or can't be used for another session."""

    def __init__(self, session: Session, *, lasts: bool = True) -> None:
        self.session = session
        self.lasts = lasts
        self.taken: list[Session] = []

    def run(self) -> Deferred[None]:
        return Deferred()

    def stop(self) -> None:
        """Do nothing."""

    def take(self, session: Session) -> bool:
        self.taken += [session] if self.lasts else []
        return self.lasts


@pytest.mark.parametrize("lasts", [True, False])
@pytest_twisted.ensureDeferred
async def test_a_rematch_reuses_the_terminal_and_the_connection(
    tmp_path: Path, lasts: bool
) -> None:
    """
    Each game has its own `Person`. If the link can't take another session, nothing
    changes.
    """
    terminal, before = FakeLineTerminal(), list[Person]()
    home, address = Home(tmp_path, tmp_path), Address("127.0.0.1", 1)
    connection = TableConnection(
        TerminalEnvironment(REACTOR, terminal, home),
        Destination(address),
        "ann",
        callbacks=ConnectionCallbacks(on_rematch=before.append),
    )
    session, first = connection._session, connection.person
    link = FakeLink(session, lasts=lasts)
    connection._link = cast(Any, link)
    assert not connection.do(PlayAgain())
    table = Seats(Toy(3))
    session.game = cast(Any, SimpleNamespace(seat=table.seats[0]))
    session.table = "oak"
    first.seated = True
    connection._seated()
    session.over = session._is_idle = True
    assert lasts is connection.do(PlayAgain())
    assert lasts is (first is not connection.person)
    assert ([first] if lasts else []) == before
    assert ([connection._session] if lasts else []) == link.taken
    connection._seated()
    (interpreter,) = terminal.interpreters
    assert interpreter.prompt == connection.person.commands.prompt
    assert "oak" == connection.table
    connection.do(LeaveTable())
