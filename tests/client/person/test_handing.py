"""Seats that change hands: what people read, type and press, at screens and in lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.lines.lastwords import LastWords
from sealed_wonders.client.person import handing
from sealed_wonders.client.person.handing import PACE
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.words.spokenwords import in_every_language
from sealed_wonders.client.words.trust import identity_code, identity_words
from sealed_wonders.client.words.wonders.sight import view_of
from sealed_wonders.net.messages import FromHost, Taker, Takers, Whispered
from sealed_wonders.net.words import use
from tests.support.evening import SIZES, TICK, At, Evening
from tests.support.human import Human
from tests.support.lobbies import named
from tests.support.thorough import only


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    made.host.close()


# Who looks on.


def test_who_looks_on_sees_what_all_see(evening: Evening) -> None:
    """Cities, points and what happens, from behind any seat; no hand, and nothing to choose."""
    eve, finn = evening.look_on(at_screen=True), evening.look_on("finn")
    at_eve = At(eve)
    for _turn in range(2):  # sides, and the first cards
        evening.choose(evening.ann, evening.bob, evening.cleo)
    evening.host.pass_time(TICK, 1)
    first = evening.screen.stack.known.names[0]
    for size in SIZES:
        drawn = at_eve(*size)
        assert f"Watching from {first}'s seat; the arrow keys change seats" in drawn
        assert f"─ {first} ◔ · " in drawn
        assert not eve.person.can_choose
    known = eve.person.known
    view = view_of(known)
    assert view is not None
    assert () == view.hand
    assert evening.ann.person.known.past == known.past
    at_eve.press("left")
    second = known.names[1]
    assert f"from {second}'s seat;" in at_eve()
    at_eve.press("right", "right")
    assert f"from {known.names[-1]}'s seat;" in at_eve()
    assert f"You are watching from {second}'s seat." in evening.type(
        finn, f"seat {second}"
    )
    assert "Nobody here is called" in evening.type(finn, "seat zoe")
    said = evening.type(evening.bob, "seat ann")
    assert "You have a seat, so you can watch only from that seat." in said
    for command in (f"city {second}", "scores", "who"):
        assert second in evening.type(finn, command)
    told = "\n".join(finn.all)
    assert "ann builds" in told
    assert "Your" not in evening.type(finn, "hand")


def test_who_looks_on_has_seen_no_hand_and_gets_none(evening: Evening) -> None:
    """Until they have a seat: from then on they see what comes to it."""
    eve = evening.look_on()
    for _turn in range(3):
        evening.choose(evening.ann, evening.bob, evening.cleo)
    said = evening.type(eve, "hands")
    assert 3 == said.count("holds 5 cards.")
    assert "Not seen yet (in hands, or played from them face down):" in said
    assert not re.search("you|Your program", said.partition("Not seen yet")[0])
    evening.screen.leave_by("Give your seat to eve")
    evening.type(eve, "yes")
    said = evening.type(eve, "hands")
    assert "You hold 5 cards." in said
    assert "It will reach you next turn." in said
    assert "restarted" not in said


def test_help_says_what_there_is_to_type(evening: Evening) -> None:
    """For those who play, and for those who look on, who have no seat to be ready in."""
    finn = evening.look_on("finn")
    said = evening.type(evening.bob, "help")
    assert all(
        re.search(rf"^ *{word}\b", said, re.MULTILINE) for word in ("give", "keep")
    )
    said = evening.type(finn, "help")
    assert not re.search(r"^ *(not )?ready\b", said, re.MULTILINE)
    typed = set(re.findall(r"^ *(\w+)", said, re.MULTILINE))
    assert {"who", "say", "me", "mute", "seat", "city", "help"} <= typed
    said = evening.type(finn, "who")
    assert all(name in said for name in ("ann", "bob", "cleo"))
    assert identity_words(finn.identity.public) in said
    assert "ready" not in finn.commands.words()
    assert "> " == finn.commands.prompt


# Our own program.


# A friend.


def give_to_eve(evening: Evening, *, at_screen: bool = False) -> Human:
    """Let ann offer her seat to eve, who is watching."""
    eve = evening.look_on(at_screen=at_screen)
    drawn = evening.screen.leave_by("Give your seat to eve")
    assert (
        "eve has been asked to take your seat. Until they accept, it is yours." in drawn
    )
    return eve


def test_the_friend_knows_all_that_was(evening: Evening) -> None:
    """What happened, who sits there, and what was said at the table since they came."""
    evening.choose(evening.ann, evening.bob, evening.cleo)
    evening.choose(evening.ann, evening.bob, evening.cleo)
    eve = give_to_eve(evening, at_screen=True)
    evening.bob.session.do(Speak("hello"))
    evening.host.settle()
    at = At(eve)
    at.press("yes")
    known, before = eve.person.known, evening.ann.person.known
    assert before.past == known.past
    assert ("bob", "cleo", "eve") == known.names == before.names
    told = [told.line for told in known.narration.since(0)]
    assert "bob says: hello" in told
    assert not any("You are back in your seat" in line for line in told)
    assert eve.person.can_choose
    drawn = at.press("cities")
    assert "bob · " in drawn
    assert "ann · " not in drawn


@pytest.mark.parametrize("at_screen", [True, False])
def test_who_handed_over_looks_on_and_leaves_unasked(
    evening: Evening, at_screen: bool
) -> None:
    """It is nobody's "you" any more; nothing is asked, nor to be given away."""
    evening.choose(evening.ann, evening.bob, evening.cleo)
    old = evening.ann if at_screen else evening.bob
    eve = evening.look_on()
    evening.give(old, "eve")
    evening.type(eve, "yes")
    evening.choose(eve, *(it for it in evening.people if it is not old))
    known = old.person.known
    assert not known.asked
    assert "eve " in " ".join(known.turn)
    assert not any(re.search(r"\b[Yy]ou", line) for line in known.turn)
    said = evening.type(old, "give")
    if at_screen:
        assert "(you)" not in evening.screen.press("scores")
        evening.screen.press("back")
        evening.screen.press("quit")
    else:
        assert handing.nothing_to_give() in said
        assert "eve" in evening.type(old, "who")
        assert "You" not in evening.type(old, "who")
        evening.type(old, "quit")
    assert "left" == old.left
    words = LastWords()
    words.note(old.person)
    assert () == words.lines, "nobody is waiting for them"
    assert not old.person.leaving.has_seat
    assert 3 == len(evening.host.game.fold.active)


# A bot of the host's.


def test_a_bot_takes_a_seat_for_which_the_host_is_asked(evening: Evening) -> None:
    """It is said before what it sees, and afterwards whose it is."""
    drawn = evening.screen.press("quit", "digit 3")
    assert "From then on, the host's machine will see" in " ".join(drawn.split())
    drawn = evening.screen.press("enter")
    assert "Give your seat away for good?" in drawn
    assert [] == evening.host.bots.summoned
    evening.screen.press("back")
    assert not evening.screen.stack.overlays
    drawn = evening.screen.press("quit", "digit 3", "enter", "yes")
    assert "Asking the host for a bot." in drawn
    assert 1 == len(evening.host.bots.summoned)
    (_table, name) = evening.host.bots.summoned[0]
    evening.bot(name)
    said = f"{name}, one of the host's bots, has ann's seat now."
    assert said in "\n".join(evening.bob.all)
    assert ["bob", "cleo", name] == evening.seats
    assert f"{name} has your seat now. You are watching." in evening.screen()


def test_a_bot_that_is_there_is_asked_at_once(evening: Evening) -> None:
    """It isn't named among those who look on, who are people."""
    evening.bot("Dido")
    assert not any("Dido looks on" in line for line in evening.bob.all)
    assert "Dido" not in evening.type(evening.bob, "give")
    evening.give(evening.bob, "bot")
    assert ["Dido", "cleo", "ann"] == evening.seats


def test_whoever_keeps_their_seat_wants_no_bot_any_more(evening: Evening) -> None:
    """It may come a moment later, and what is handed over is gone."""
    evening.give(evening.bob, "bot")
    evening.type(evening.bob, "keep")
    (_table, name) = evening.host.bots.summoned[0]
    evening.bot(name)
    assert ["bob", "cleo", "ann"] == evening.seats


def test_a_host_without_bots_says_so(evening: Evening) -> None:
    """Nothing is pending after that: a bot that comes later gets no seat."""
    evening.host.bots.can_start = False
    said = evening.give(evening.bob, "bot")
    assert "Asking the host for a bot." in said
    assert said.splitlines()[-1] != "Asking the host for a bot."
    assert "{" not in said
    assert not evening.bob.person.known.handing.wants_bot
    evening.bot()
    assert ["bob", "cleo", "ann"] == evening.seats
    assert evening.bob.person.can_choose


def test_at_the_screen_a_refusal_is_seen(evening: Evening) -> None:
    """It comes after what was said at once, which it makes untrue."""
    evening.host.bots.can_start = False
    drawn = evening.screen.leave_by("Give your seat to one of the host's bots")
    assert "The host refused that:" in drawn


# The end.

SETTLED = 5
"""Ticks until the last news is no longer shown."""


@pytest.mark.parametrize("game", only(["wonders"], ["wonders", "architects"]))
def test_whoever_handed_over_has_no_part_in_the_result(
    tmp_path: Path, game: str
) -> None:
    """It is the friend's, at all screens; so are the words of the last turns."""
    evening = Evening(tmp_path, game)
    eve = evening.look_on(at_screen=True)
    evening.screen.leave_by("Give your seat to eve")
    at = At(eve)
    at.press("yes")
    for human in (evening.bob, evening.cleo, eve):
        evening.type(human, "give program")
    old = evening.ann.person
    since_the_end = 0
    for _turn in range(100):
        for size in SIZES:
            evening.screen(*size)
            at(*size)
        evening.host.pass_time(TICK, TICK)
        since_the_end += old.known.ending is not None
        if since_the_end == SETTLED:
            break
    assert old.known.ending is not None
    assert None is old.known.ours
    if game == "wonders":
        at.press("enter")  # closes the news of the last turn
    for size in SIZES:
        assert "(you)" not in evening.screen(*size)
        assert "eve" in evening.screen(*size)
        assert "eve (you)" in at(*size)
        assert "This program is playing for you" not in at(*size)
    lines = told(evening.ann)
    since = lines[lines.index("eve has your seat now. You are watching.") + 1 :]
    assert since
    assert not any(re.search(r"^You | beats? you|: you ", line) for line in since)
    evening.host.close()


def told(human: Human) -> list[str]:
    """Give all that somebody was told, of the game as of the table."""
    return [told.line for told in human.person.known.narration.since(0)]


def test_another_game_is_begun_by_those_who_have_the_seats(tmp_path: Path) -> None:
    """A seat is kept there for the friend, and for nobody who has given theirs away."""
    evening = Evening(tmp_path)
    eve = evening.look_on()
    evening.give(evening.bob, "eve")
    evening.type(eve, "yes")
    for human in (evening.ann, evening.cleo, eve):
        human.commands.typed("give program")
    evening.host.pass_time(10 * TICK, TICK)
    evening.host.pass_time(40 * PACE, PACE)
    for human in (evening.ann, evening.cleo, eve):
        assert human.person.known.ending is not None
        human.commands.typed("rematch")
        evening.host.settle()
    assert {"ann", "cleo", "eve"} == set(eve.person.known.returning)
    news = evening.ann.person.known.news
    assert news is not None
    assert {"ann", "cleo", "eve"} == {person.name for person in news.people}
    assert "This program is playing" not in "\n".join(eve.look()[-3:])
    assert not eve.person.known.handing.autopilot
    evening.host.close()


# A host that says nonsense.


def lie(evening: Evening, who: Human, *messages: FromHost) -> None:
    """Let somebody hear from the host what no honest one says."""
    for message in messages:
        who.session.receive(message)


def test_takers_with_strange_names_do_no_harm(evening: Evening) -> None:
    """They are drawn, and can be meant or not, but nothing breaks."""
    names = ["bob", "program", "bot", "x" * 24, "é" * 24, "keep", "0"]
    takers = tuple(
        Taker(name, bytes([at]) * 32, None, None, None) for at, name in enumerate(names)
    )
    table = evening.host.table.name
    lie(evening, evening.ann, Takers(table, takers))
    lie(evening, evening.bob, Takers(table, takers))
    for size in SIZES:
        evening.screen(*size)
        evening.screen.press("quit")
        evening.screen(*size)
        evening.screen.press(*["down"] * 12)
        drawn = evening.screen(*size)
        evening.screen.press("back")
    assert "take the seat back" in drawn or "Leave" in drawn
    said = evening.type(evening.bob, "give")
    assert said.count("who is watching") == len(names)
    # A friend of that name doesn't stand in the way of the program.
    evening.type(evening.bob, "give program")
    assert evening.bob.person.known.handing.autopilot
    evening.type(evening.bob, "keep")
    # Bob's program has chosen: whoever isn't there is to be asked after that.
    assert "0 will be asked to take your seat once" in evening.give(evening.bob, "0")
    assert "You keep your seat." in evening.type(evening.bob, "keep")


@pytest.mark.parametrize("at", [0, 1])
def test_nobody_is_given_a_seat_by_a_name_that_two_have(
    evening: Evening, at: int
) -> None:
    """Whoever borrows a name comes first; the words are typed in either language."""
    eve, table = evening.look_on(), evening.host.table.name
    other = Taker("EVE", named("eve 2").public, None, None, None)
    real = Taker("eve", eve.identity.public, None, None, None)
    lie(evening, evening.bob, Takers(table, (other, real)))
    said = evening.type(evening.bob, "give eve")
    assert None is evening.bob.person.known.handing.giving
    words = in_every_language(identity_code(eve.identity.public))
    assert f"give eve {words[0]}: Give your seat to eve≈2" in " ".join(said.split())
    evening.give(evening.bob, f"eve {words[at]}")
    giving = evening.bob.person.known.handing.giving
    assert giving is not None
    assert eve.identity.public == giving.to


def test_who_has_another_key_than_the_one_we_know_is_doubted(evening: Evening) -> None:
    """Before the seat is given, not only when it is theirs."""
    evening.bob.person.trusted.meet("eve", named("the real eve").public)
    evening.look_on()
    said = " ".join(evening.type(evening.bob, "give").split())
    assert "This eve has a different key from the eve you know" in said
    assert "another key" not in " ".join(evening.type(evening.cleo, "give").split())


def test_whispers_of_rubbish_are_ignored(evening: Evening) -> None:
    eve = evening.look_on()
    table, ann = evening.host.table.name, evening.ann
    before = len(told(ann)), len(told(eve))
    for who in (ann, eve):
        for sender in (ann, eve, evening.bob):
            for sealed in (b"", b"x" * 100, bytes(4000)):
                lie(evening, who, Whispered(table, sender.identity.public, sealed))
    assert before == (len(told(ann)), len(told(eve)))
    evening.choose(ann)


# In French.


@pytest.mark.parametrize("size", SIZES)
def test_in_french_it_is_said_in_french(
    evening: Evening, size: tuple[int, int]
) -> None:
    """All of it, and it fits."""
    use("fr")
    eve = evening.look_on(at_screen=True)
    assert not re.search(r"\b(You|look|seat|hand)\b", At(eve)(*size))
    evening.screen.press("quit")
    for at in range(2, 6):
        drawn = evening.screen.press(f"digit {at}")
        evening.screen(*size)
        assert not re.search(r"\b(Give|Let|Leave|seat|you)\b", drawn)
    drawn = evening.screen.press("digit 4", "enter")
    assert not re.search(r"\b(Give|sure|seat|yes)\b", drawn)
    evening.screen.press("yes")
    at_eve = At(eve)
    assert "Will you take it" not in at_eve(*size)
    at_eve.press("yes")
    assert ["bob", "cleo", "eve"] == evening.seats
    assert not re.search(r"\b(seat|look)\b", evening.screen(*size))
