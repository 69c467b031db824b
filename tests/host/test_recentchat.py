"""Chat at a host: what is relayed, what is kept, and who gets it."""

from __future__ import annotations

import msgspec
import pytest

from sealed_wonders.client.table.actions import Speak
from sealed_wonders.host.recentchat import BYTES_KEPT, LINES_KEPT, OVERHEAD, Talk
from sealed_wonders.host.requests import CHAT_LIMIT
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.messages import SPOKEN_CAP, Chat, Leave, Say
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import HostHarness, StartHost, open_terms
from tests.support.talk import place_of_table, signed_chat


@pytest.fixture
def host(start_host: StartHost) -> HostHarness:
    return start_host(open_terms(3))


def seat_people(host: HostHarness, *names: str) -> list[Client]:
    """Let people sit down without being ready."""
    people = [host.client(name, ready=False) for name in names]
    host.settle()
    return people


def thinking(start_host: StartHost) -> tuple[HostHarness, list[Client]]:
    """Return a game of three in which everybody has to choose."""
    host = start_host()
    people = host.join()
    host.leave_unanswered(people)
    return host, people


def heard(client: Client) -> list[str]:
    return [text for _, text in client.player.chats]


def talked(lines: int, text: str = "x") -> Talk:
    """Return a `Talk` with this many lines."""
    talk = Talk()
    for number in range(lines):
        talk.add(signed_chat("ann", text, place_of_table(), seconds=number))
    return talk


def since(talk: Talk, total: int) -> list[int]:
    """Return the seconds of the lines from a position on."""
    return [said.moment // 1000 for some in talk.since(total) for said in some]


# What is kept.


def test_the_last_lines_are_kept() -> None:
    """Long lines leave room for fewer. They are sent in messages of a valid size."""
    talk = talked(LINES_KEPT + 5)
    assert LINES_KEPT == len(talk)
    assert list(range(5, LINES_KEPT + 5)) == since(talk, 0)
    assert [LINES_KEPT + 4] == since(talk, LINES_KEPT + 4)
    assert [] == since(talk, LINES_KEPT + 5)
    text = "漢" * 400
    most = BYTES_KEPT // (len(text.encode()) + OVERHEAD)
    assert most == len(talked(LINES_KEPT, text)) < LINES_KEPT
    assert [SPOKEN_CAP, 1] == [len(some) for some in talked(SPOKEN_CAP + 1).since(0)]


# Who gets it.


def test_latecomers_to_a_lobby_get_earlier_lines(host: HostHarness) -> None:
    """A member who lost the connection gets each line once."""
    ann, bob = seat_people(host, "ann", "bob")
    ann.act(Speak("we wait for cleo"))
    (cleo,) = seat_people(host, "cleo")
    assert [("ann", "we wait for cleo")] == cleo.player.chats
    bob.disconnect()
    ann.act(Speak("and for bob"))
    host.reconnect([bob])
    assert ["we wait for cleo", "and for bob"] == heard(bob) == heard(ann)


def test_spectators_take_part_in_the_chat(start_host: StartHost) -> None:
    """They get earlier lines, too, and are marked as having no seat."""
    host, (ann, bob, cleo) = thinking(start_host)
    ann.act(Speak("good luck"))
    dan = host.connect("dan", table="table 1", looks_on=True)
    assert ["good luck"] == heard(dan)
    dan.act(Speak("to all of you"))
    assert [True, False] == [it.is_seated for it in bob.player.heard]
    assert ("dan", "to all of you") == bob.player.chats[-1]
    # A client without the log can't know a line's game yet, and gets the line later.
    cleo.disconnect()
    bob.act(Speak("where is cleo?"))
    host.reconnect([cleo])
    assert ["good luck", "to all of you", "where is cleo?"] == heard(cleo)


def test_chat_continues_at_a_rematch(start_host: StartHost, short_terms: Terms) -> None:
    """Newcomers get what was said to the table, but not what was said in the game."""
    host = start_host(short_terms)
    ann, bob, cleo = host.join()
    host.leave_unanswered([ann])
    bob.act(Speak("hurry up, ann"))
    host.answer_at_once([ann])
    host.completed_game()
    bob.act(Speak("once more?"))
    cleo.disconnect()
    ann.gets_ready = False
    ann.play_again()
    host.settle()
    host.pass_time(70)
    (dan,) = seat_people(host, "dan")
    assert "table 1" == dan.session.table
    assert ["once more?"] == heard(dan)
    assert ["hurry up, ann", "once more?"] == heard(bob)
    assert [] == heard(ann)  # she has a new `player` since, and lines aren't sent twice


def test_a_later_table_of_the_same_name_starts_without_chat(host: HostHarness) -> None:
    (ann,) = seat_people(host, "ann")
    ann.act(Speak("between us"))
    ann.speak(Leave())
    bob = host.connect("bob", table="table 1", ready=False)
    assert ("bob",) == host.table.line().players
    assert [] == bob.heard(Chat)


# What isn't relayed.


def test_a_line_in_another_s_name_is_refused(host: HostHarness) -> None:
    """So are a changed line, and a line for a table where the sender isn't."""
    ann, bob = seat_people(host, "ann", "bob")
    good = signed_chat("bob", "hello", place_of_table())
    for forged in (
        good,
        msgspec.structs.replace(good, identity=ann.identity.public),
        msgspec.structs.replace(
            signed_chat("ann", "hello", place_of_table()), text="bye"
        ),
    ):
        ann.send(Say("table 1", forged))
    host.settle()
    assert ["unsigned"] * 3 == ann.refusals
    eve = host.connect("eve", table="another", ready=False)
    eve.send(Say("table 1", signed_chat("eve", "hello", place_of_table())))
    eve.speak(Say("nowhere", signed_chat("eve", "hello", place_of_table("nowhere"))))
    assert ["no-seat"] * 2 == eve.refusals
    assert [[], []] == [heard(ann), heard(bob)]


def test_frequent_lines_are_refused(host: HostHarness) -> None:
    """They can't push other people's lines out."""
    ann, bob = seat_people(host, "ann", "bob")
    bob.act(Speak("first"))
    for number in range(10 * CHAT_LIMIT.burst):
        ann.session.do(Speak(f"{number}"))
    host.settle()
    assert 1 + CHAT_LIMIT.burst == len(heard(bob))
    assert set(ann.refusals) == {"too-fast"}


def test_no_chat_is_queued_for_a_client_that_does_not_read(host: HostHarness) -> None:
    """Once it reads again, it gets the lines that are still kept."""
    ann, bob, cleo = seat_people(host, "ann", "bob", "cleo")
    assert bob.connection is not None
    bob.connection.pauseProducing()
    for number in range(LINES_KEPT // 2 + 5):
        ann.session.do(Speak(f"{2 * number}"))
        cleo.session.do(Speak(f"{2 * number + 1}"))
        host.clock.advance(1)
        host.settle()
    assert bob.connection.backlog < 1000  # pongs
    bob.connection.resumeProducing()
    host.settle()
    assert [f"{number}" for number in range(10, LINES_KEPT + 10)] == heard(bob)


def test_chat_works_while_a_table_waits_for_its_disk(
    start_host: StartHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That is when people want to know what to do."""
    host, (ann, bob, _cleo) = thinking(start_host)
    record = host.table
    monkeypatch.setattr(type(record), "settle", lambda *_: ())
    record.files.halted = "No space left on device"
    bob.act(Speak("is your disk full?"))
    assert ["is your disk full?"] == heard(ann)
    record.files.halted = ""
