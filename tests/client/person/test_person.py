"""A person at a table in line mode: printed lines and the effect of commands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sealed_wonders.client.lines.lastwords import LastWords
from sealed_wonders.client.lines.linemode import CARDS_AGAIN
from sealed_wonders.client.person import commandwords
from sealed_wonders.client.person.commandline import (
    already_sent,
    not_ready_then,
    prompt_asked,
    prompt_confirm,
    prompt_lobby,
    ready_all_the_same,
)
from sealed_wonders.client.person.leaving import table_closed
from sealed_wonders.client.person.linecommands import (
    commands,
    nothing_waited_for,
)
from sealed_wonders.client.person.person import SEAT_PATIENCE
from sealed_wonders.client.table.events import (
    PresenceChanged,
    RequestRefused,
    TableClosed,
)
from sealed_wonders.client.tablewords import waits
from sealed_wonders.client.tablewords.endings import fraud_log, look_around, say_again
from sealed_wonders.client.tablewords.endings import signed as said_signed
from sealed_wonders.client.tablewords.lobby import (
    cards_sealed,
    code_means,
)
from sealed_wonders.client.view import updates
from sealed_wonders.client.words import text
from sealed_wonders.host.tableregistry import BOT_NAMES
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.discovery.ownaddresses import Reach
from sealed_wonders.net.identity import Identity
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.log.envelopes import parse, sign
from sealed_wonders.net.messages import FromClient, Post
from sealed_wonders.net.suites import OPEN, SEALED
from tests.support.human import Begin, Company, Human, build_first, type_and_settle
from tests.support.inprocess.client import Client
from tests.support.inprocess.players import any_move
from tests.support.inprocess.threads import ManualThreads


def play_to_the_first_hand(company: Company) -> list[str]:
    """Play until the person holds a first hand, and return the lines that show it."""
    host, human, *_ = company
    host.settle()
    type_and_settle(human, "ready")
    return type_and_settle(human, "day")


@pytest.fixture
def hand(begin: Begin) -> Company:
    """A table at which a person, with two bots, holds a first hand."""
    company = begin()
    play_to_the_first_hand(company)
    return company


def test_a_change_in_who_could_read_a_hand_is_reported_once(begin: Begin) -> None:
    """It isn't repeated as long as nothing changes."""
    _, human, *_ = begin(terms=Terms.of(suite=SEALED, players=3, when_gone="rescue"))
    known = human.person.known
    before = known.news
    assert before is not None
    me = [one for one in before.people if one.identity == known.keyring.me]
    known.news = replace(before, people=tuple(me), bots=("Atossa", "Dido"))
    human.look()
    human.person.listener.lobby(before)
    assert [
        (
            "All the other seats belong to the host's bots: the host's operator could "
            "read your hand."
        )
    ] == human.look()
    human.person.listener.lobby(known.news)
    assert [] == human.look()


def test_a_changed_key_is_warned_about_until_it_is_trusted(begin: Begin) -> None:
    """Somebody new with a known name is neither accepted silently nor remembered."""
    host, human, bob, _ = begin()
    other = Identity.generate().public
    human.home.people.pin("bob", other)
    host.settle()
    (warning,) = [line for line in human.all if "WARNING" in line]
    assert "trust bob" in warning

    human.look()
    again, question = human.type("ready")
    assert (warning, ready_all_the_same()) == (again, question)
    assert prompt_confirm() == human.commands.prompt
    assert [not_ready_then()] == human.type("no")
    host.settle()
    assert human.session.seat is None
    human.commands.typed("ready")
    assert "ann: you, not ready." in human.type("who")
    assert prompt_lobby() == human.commands.prompt
    said = "\n".join(human.type("ready"))
    assert "WARNING! This bob has a different key" in said
    type_and_settle(human, "yes")
    assert other.hex() in human.home.people.path.read_text()

    assert ["Nobody here called cleo has a changed key."] == human.type("trust cleo")
    assert ["From now on, your program will accept this key for bob."] == human.type(
        "trust bob"
    )
    assert bob.identity.public.hex() in human.home.people.path.read_text()


def test_a_bot_with_a_known_persons_name_raises_no_warning(begin: Begin) -> None:
    """Bots have a new key in every game, and are marked as bots beside their names."""
    host, human, *_ = begin(Terms.of(suite=OPEN, players=5, bots=1))
    human.home.people.pin(BOT_NAMES[0], Identity.generate().public)
    owner = host.server.identity.public
    host.client(BOT_NAMES[0], table="table 1", owner=owner, near=True)
    dan = host.client("dan", owner=human.identity.public)
    dan.player.be_ready = None
    host.settle()

    assert "WARNING" not in "\n".join(human.all)
    assert f"{BOT_NAMES[0]} sits down: one of the host's bots, not ready." in human.all
    assert "dan sits down: your bot, not ready." in human.all


def test_a_damaged_file_of_pins_is_reported_and_the_game_goes_on(begin: Begin) -> None:
    host, human, *_ = begin()
    human.home.people.path.parent.mkdir(exist_ok=True)
    human.home.people.path.write_text("rubbish\n")
    lines = play_to_the_first_hand((host, human, *host.clients[1:]))  # type: ignore[arg-type]

    assert "Your hand:" in lines
    assert [line for line in human.all if "people: line 1 is not a pin" in line]


def test_a_table_lists_the_addresses_by_which_others_can_join(begin: Begin) -> None:
    """Loopback addresses are left out, and those that few can reach are marked."""
    human = begin()[1]
    human.person.known.invitations = (
        Invitation("192.168.1.5:7777"),
        Invitation("127.0.0.1:7777"),
        Invitation("10.8.0.2:7777", Reach.TUNNEL),
        Invitation("172.17.0.1:7777", Reach.DISCONNECTED),
    )
    ways = [
        "Others can join with: wonders join 192.168.1.5:7777",
        "Others can join with: wonders join 10.8.0.2:7777 (a tunnel, such as a VPN)",
        "Others can join with: wonders join 172.17.0.1:7777 (not connected)",
    ]
    assert ways == human.type("invite")
    assert ways == [it for it in human.type("table") if "Others can join" in it]


SYNONYMS = ("?", "score", "l", "r", "exit", "q", "unready", "last", "wait", "story")

RUBBISH = (
    *("xyzzy", "b", "b0", "b8", "b1z", "0", "99", "-1", "1.5", "=", "build", "sell"),
    *("stage", "w1q", "build palace left=", "build left=1", "stage half=top"),
    *("sell with", "with", "b\x00", "\x1b[31m", "🃏", "ß", "b" * 4000, "%s", "{}"),
    *("ready", "not ready", "trust", "trust nobody", "none", "decline", "day"),
    *("city \x00", "say", "b1 b1", "١", "b١", "b²", "9" * 400),
)


def test_invalid_input_gets_one_clear_answer_and_changes_nothing(hand: Company) -> None:
    """Nothing is sent, and the same question is still open afterwards."""
    human = hand[1]
    before = human.type("again")

    for line in RUBBISH:
        lines = human.type(line)

        assert 1 <= len(lines) <= 4, line
        assert all(len(one) < 200 for one in lines), line
        assert not [one for one in lines if one.startswith("Sealed")], line
        assert before == human.type("again")
    assert [] == human.type("   ")


def test_closing_a_lobby_explains_the_fate_of_its_invitation(begin: Begin) -> None:
    """
    The question before it does so, and so do the lines printed after the screen has
    closed.
    """
    _host, human, *_ = begin()
    human.look()
    human.person.known.hosts = True
    asked = " ".join(human.type("leave"))
    assert "it closes for everybody, and its invitation stops working" in asked
    assert "the old invitation works for it too" in asked
    assert human.left is None
    closed = table_closed()
    assert closed in human.type("yes")
    words = LastWords()
    words.note(human.person)
    assert (closed,) == words.lines


def test_a_goodbye_of_a_player_who_is_not_connected_is_ignored(hand: Company) -> None:
    """
    It may be an old one: the player may have returned since then, and have lost the
    connection again.
    """
    host, human, _bob, cleo = hand
    known = human.person.known
    host.disconnect([cleo])
    updates.closes(known, cleo.identity.public, host.clock.seconds())
    assert {} == known.closing


@pytest.mark.parametrize("count", [0, 2, 7])
def test_presence_messages_with_a_wrong_count_are_ignored(
    begin: Begin, count: int
) -> None:
    """
    This holds both before a game and during one. Somebody who returns to a game sees
    others return, too: nobody is announced as back who wasn't reported as missing.
    """
    company = begin()
    human = company[1]
    wrong = [(here,) * count for here in (True, False)]
    for here in wrong:
        human.person.told(PresenceChanged(here))
    play_to_the_first_hand(company)
    before = human.person.known.here
    human.look()
    for here in wrong:
        human.person.told(PresenceChanged(here))
    assert before == human.person.known.here
    human.person.known.here = (True, True, False)  # as before the game was known
    human.person.told(PresenceChanged((True, True, True)))
    assert [] == human.look()
    human.person.told(PresenceChanged((True, True, False)))
    assert [True, True, False] == list(human.person.known.here)
    assert "isn't connected any more" in human.look()[0]
    human.person.told(PresenceChanged((True, True, True)))
    assert ["cleo is back."] == human.look()


def test_a_taken_name_is_reported_and_ends_the_client(
    begin: Begin, tmp_path: Path
) -> None:
    """Without a seat, there is nothing to wait for."""
    host, *_ = begin(Terms.of(suite=OPEN, players=4))
    host.settle()
    second = Human(host, "bob", tmp_path / "2", identity=Identity.generate())
    host.let_in(second)
    assert second.left is None
    host.clock.advance(SEAT_PATIENCE)
    assert "failed" == second.left
    said = "Somebody called 'bob' already has a seat here: choose another name with --name."
    assert said == second.look()[-1]


def test_a_full_disk_and_a_closed_table_are_reported(begin: Begin) -> None:
    """A table waits for the host's disk. A closed table ends the client."""
    host, human, *_ = begin()
    host.settle()
    human.person.told(RequestRefused("unwritten", "No space left on device"))
    said = "The host can't save this game right now."
    assert human.look()[-1].startswith(said)
    assert human.left is None
    human.person.told(TableClosed("the host is shutting down", by_host=True))
    assert [
        'The table is closed. The host says: "the host is shutting down"'
    ] == human.look()[-1:]
    assert "failed" == human.left


def forger(client: Client) -> Callable[[FromClient], FromClient]:
    """Make a client sign rubbish in place of its moves."""

    def tamper(message: FromClient) -> FromClient:
        if not isinstance(message, Post):
            return message
        wires = []
        for wire in message.wires:
            envelope = parse(wire.env)
            if envelope.kind == "REVEAL":
                wire = sign(client.identity, replace(envelope, body=("rubbish",))).wire
            wires.append(wire)
        return Post(tuple(wires))

    return tamper


def test_a_fraud_is_reported_and_commands_still_work(begin: Begin) -> None:
    """
    The table waits for a ballot, which can be opened at once; the log with the proof is
    kept.
    """
    company = begin()
    host, human, bob, _ = company
    play_to_the_first_hand(company)
    bob.tamper = forger(bob)
    lines = type_and_settle(human, "s1")
    at = [line.startswith("FRAUD! ") for line in lines].index(True)
    told, signed, audit, *offered = lines[at:]
    fraud = human.seat.fold.fraud
    assert fraud is not None
    assert told.startswith(f"FRAUD! bob cheated in entry {fraud.entry}: ")
    assert told.endswith(" count; the table can go on without bob.")
    assert fraud_log("bob") == signed
    (log,) = human.home.logs.glob("*.swlog")
    assert f"wonders audit {log}" == audit
    assert log.read_bytes() == human.seat.fold.log()
    assert ["", "You can propose going on without bob."] == offered[:2]
    assert human.type("left")
    assert human.type("b1")[0].startswith("Your choice has been")
    human.type("without")
    host.settle()
    assert (
        "You propose going on without bob; everybody else must agree."
    ) in human.look()


def test_a_closed_table_waits_for_nothing(hand: Company) -> None:
    human = hand[1]
    human.session.close()
    human.person.told(TableClosed("the host is shutting down", by_host=True))
    assert [nothing_waited_for()] == human.type("status")


def test_every_command_is_answered_at_every_stage_of_a_game(begin: Begin) -> None:
    """
    The stages: in the lobby, before the boards, while asked, while waiting, and after
    the end.
    """
    company = begin()
    host, human, *others = company

    def try_all() -> None:
        for word in (
            *commands(human.person.known),
            *SYNONYMS,
            *RUBBISH,
            "undo",
            "hand 3",
            "moves x",
        ):
            if commandwords.command(word) in ("quit", "ready", "not ready", "not"):
                continue
            if human.commands.prompt == prompt_asked() and word in ("day", "night"):
                continue
            assert human.type(word), word

    human.commands.typed("table")
    try_all()
    host.settle()
    type_and_settle(human, "ready")
    try_all()
    for client in others:
        client.player.pick = None
    type_and_settle(human, "day")
    try_all()
    type_and_settle(human, "s1")
    try_all()
    human.typing = build_first
    for client in others:
        client.player.pick = any_move
        if client.player.question is not None and client.player.answer is not None:
            client.player.answer(client.player.question.moves[0])
    host.settle()
    assert human.session.finished
    try_all()


# Sealed cards.


@pytest.mark.usefixtures("fast_sealing")
def test_a_fast_sealed_game_is_narrated_like_an_open_one(begin: Begin) -> None:
    """If nothing takes long, no line is about keys, mixes or proofs."""
    host, human, *_ = begin(Terms.of(suite=SEALED, players=3), eager=True)
    human.typing = build_first
    host.settle()

    assert human.session.finished
    assert said_signed() in human.all
    assert 18 <= human.rings
    for line in ("Age 3, turn 6:", "Conflicts after age 3:", "The game is over."):
        assert line in human.all
    assert "None" not in "".join(human.all)
    assert 1 == human.all.count(cards_sealed())
    # Lines about face-down cards are left out: disclosing cards involves proofs.
    lines = [it for it in human.all if "face-down" not in it or it.startswith("open")]
    told = "\n".join(lines).replace(cards_sealed(), "")
    for word in ("mix", "Checking", "Waiting", "proof", "Your program"):
        assert word not in told
    (log,) = human.home.logs.glob("*.swlog")
    assert list(text.log_kept(str(log))) == lines[-8:-3]
    assert [look_around(), say_again()] == lines[-3:-1]
    assert lines[-1].startswith("open shows everybody ")
    words = LastWords()
    words.note(human.person)
    assert f"7 Wonders ({text.listing(human.person.known.names)}):" == words.lines[0]


def test_with_only_bots_nobody_is_asked_to_compare_the_table_code(begin: Begin) -> None:
    """No other person could compare it."""
    host, human, bob, cleo = begin()
    for client in (bob, cleo):
        client.disconnect()
        host.clients.remove(client)
    for name in ("dan", "eve"):
        host.client(name, owner=human.identity.public)
    type_and_settle(human, "ready")

    assert code_means() not in human.all
    assert not any(line.startswith("In French") for line in human.all)
    assert any(line.startswith("The game begins. Table code:") for line in human.all)


def slow_company(
    begin: Begin, kind: str, **others: Any
) -> tuple[Company, ManualThreads]:
    """
    Play until a phase of this kind is open, at a table at which ann's work is done by
    hand.
    """
    threads = ManualThreads()
    some = Terms.of(suite=OPEN, players=3)
    company = begin(some, work=threads, others_follow=False, **others)
    host, human, *_ = company
    host.settle()
    type_and_settle(human, "ready")
    while (seat := human.session.seat) is None or seat.fold.phase.kind != kind:
        if human.commands.prompt == prompt_asked():
            human.commands.typed("day")
        threads.do()
        host.settle()
    human.look()
    return company, threads


def test_slow_work_on_the_cards_is_reported(begin: Begin) -> None:
    """
    Nothing is printed for the first seconds; then a line, and another one when the step
    changes.
    """
    (host, human, *_), threads = slow_company(begin, "MIX")
    assert [] == human.look()
    host.clock.advance(waits.PATIENCE)
    (first,) = human.look()
    assert " shuffling the cards (1 of 3)." in first or first.startswith(
        "Checking what "
    )
    assert [first] == human.type("status") == human.type("wait")

    host.clock.advance(CARDS_AGAIN)
    assert [] == human.look()
    while human.type("status") == [first]:
        threads.do()
        host.settle()
    host.clock.advance(CARDS_AGAIN)
    assert human.type("status") == [human.all[-2]]
    assert first != human.all[-2]


def test_a_choice_cannot_be_changed_while_it_is_being_sealed(begin: Begin) -> None:
    """Commands are answered meanwhile, and the first choice is the one that is sent."""
    (_, human, *_), threads = slow_company(begin, "DECIDE")
    human.commands.typed("day")
    assert [already_sent()] == human.type("night")
    assert ["Your program is sealing your choice."] == human.type("status")
    assert "> " == human.commands.prompt

    threads.do_all()

    assert ["Sealed and sent: the day side."] == human.look()


def test_a_returning_player_sees_how_many_entries_are_still_to_check(
    begin: Begin, tmp_path: Path
) -> None:
    """Only the last turns of the game are narrated."""
    host, human, *_ = begin(eager=True)
    human.typing = lambda lines: (
        None if "Age 2, turn 3:" in lines else build_first(lines)
    )
    host.settle()
    question = human.type("again")
    human.disconnect()
    host.clients.remove(human)
    threads = ManualThreads()
    again = Human(host, "ann", tmp_path / "ann", store=human.store, work=threads)
    host.let_in(again)
    host.clock.advance(waits.PATIENCE)
    said = again.all[-1]
    assert said.startswith("Checking the game so far: ")
    assert said.endswith(" entries to go.")

    threads.do_all()

    lines = again.look()
    assert any(line.startswith("You are back in your seat.") for line in lines)
    assert question == lines[-len(question) :]
    # Only the last turns are narrated, not the whole game.
    assert 60 > len(lines)
    again.commands.typed("s1")
    threads.do_all()
    assert again.look()[0].startswith("Sealed and sent: ")


def test_a_fraud_in_our_name_is_reported_as_such(begin: Begin) -> None:
    """Somebody else may have the key, or the program may have a bug."""
    company = begin()
    _host, human, *_ = company
    play_to_the_first_hand(company)
    human.tamper = forger(human)
    lines = type_and_settle(human, "s1")
    at = [line.startswith("FRAUD! ") for line in lines].index(True)
    fraud, signed, *_ = lines[at:]
    assert fraud.startswith("FRAUD! Your own program, or somebody who has your key, ")
    assert signed == fraud_log(None)
