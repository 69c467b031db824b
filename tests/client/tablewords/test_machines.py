"""Reports on a seat that is continued from another machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from sealed_wonders.client.person import comparing
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.table.events import Heard
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.client.table.session import REJOINED_AFTER
from sealed_wonders.client.tablewords import machines
from sealed_wonders.client.tablewords.machines import TOLD_AGAIN, TOLD_MOST, Machines
from sealed_wonders.client.tablewords.trust import identity_words
from sealed_wonders.client.view.ending import Displaced
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.net.lookalikes import SIGN
from sealed_wonders.net.messages import Refused, Say
from sealed_wonders.net.talk import DISPLACED, NOT_ME, REJOINED, SET_BACK, WORDS_USED
from sealed_wonders.net.words import LANGUAGES, use
from tests.client.person.test_comparing import Moved, table
from tests.support.evening import SIZES, At
from tests.support.human import Human
from tests.support.inprocess.machines import SEED
from tests.support.lobbies import HOST, named
from tests.support.stacks import Seated

__all__ = ["table"]

MARK = bytes(range(16))


def warnings(human: Human) -> list[str]:
    told = human.person.known.narration
    return [it.line for it in told if it.kind is LineKind.WARNING]


def said(human: Human, code: str, text: str, who: bytes, *, seated: bool = True) -> str:
    """Say what somebody reads of something that is heard for the first time."""
    heard = Heard(who, "bob", seated, code, text, None)
    return Machines(human.person.known, human.host.clock.seconds).heard(heard)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_read_that_somebody_plays_on_elsewhere(table: Moved, language: str) -> None:
    """With six words, which whoever plays on sees as well; who looks on reads it, too."""
    use(language)
    eve = table.look_on()
    bob = table.break_down()
    table.host.pass_time(REJOINED_AFTER)
    words = identity_words(bob.person.known.mark)
    for other in (table.ann, table.cleo, eve):
        (line,) = warnings(other)
        assert line.startswith("bob ")
        assert words in line
    shown = bob.look()
    assert any(words in line for line in shown)
    assert machines.ours(bob.person.known.mark) in comparing.why(bob.person.known)


def test_what_a_host_says_is_its_word(table: Moved) -> None:
    """It is said of somebody who plays there, by the host, or it isn't told."""
    ann, bob = table.ann, table.bob
    whose = bob.identity.public.hex()
    for code in (WORDS_USED, DISPLACED):
        assert said(ann, code, whose, HOST.public).startswith("The host says that ")
        assert "bob" in said(ann, code, whose, HOST.public)
        assert "your" in said(bob, code, whose, HOST.public)
        assert "" == said(ann, code, whose, table.cleo.identity.public)
        assert "" == said(ann, code, named("eve").public.hex(), HOST.public)
        assert "" == said(ann, code, "rubbish", HOST.public)


def test_only_whoever_has_a_seat_says_where_it_is_played(table: Moved) -> None:
    """
    With a mark as it is to be; who hears that of their own seat is told so.

    Nobody else says that a bot waits there since it may have forgotten, either.
    """
    ann, bob = table.ann, table.bob
    public, mark = bob.identity.public, MARK.hex()
    line = said(ann, SET_BACK, "", public)
    assert line.startswith("bob's program may have lost its last moves.")
    assert "" == said(ann, SET_BACK, "", public, seated=False)
    assert identity_words(MARK) in said(ann, REJOINED, mark, public)
    assert "" == said(ann, REJOINED, mark, public, seated=False)
    for wrong in ("", mark[1:], mark.upper(), f"{mark}0", "x" * 32):
        assert "" == said(ann, REJOINED, wrong, public)
    assert "Somebody with your key" in said(bob, REJOINED, mark, public)
    bob.person.known.mark = MARK
    assert "" == said(bob, REJOINED, mark, public)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "disown"), ("fr", "démentir"), ("fr", "disown")]
)
def test_whoever_did_not_play_says_so(table: Moved, language: str, word: str) -> None:
    """All read it as something that matters, though they had muted whoever says it."""
    use(language)
    table.ann.person.talking.muted[table.bob.identity.public] = "bob"
    table.type(table.bob, word)
    for other in (table.ann, table.cleo):
        (line,) = warnings(other)
        assert line.startswith("bob ")
    eve = table.look_on()
    table.type(eve, word)
    assert 1 == len(warnings(table.ann))
    for _ in range(2 * TOLD_MOST):
        table.bob.session.do(Speak("", NOT_ME))
        table.host.pass_time(2)
    assert TOLD_MOST == len(warnings(table.ann))
    assert NOT_ME in {it.code for it in _codes(table)}


def test_nobody_spends_the_warnings_that_are_for_something_else(table: Moved) -> None:
    """Each kind is counted by itself, for each seat; and there are more in a while."""
    ann, bob, cleo = table.ann, table.bob.identity.public, table.cleo.identity.public
    heard = Machines(ann.person.known, table.host.clock.seconds).heard
    host = HOST.public

    def told(who: bytes, code: str, text: str = "") -> bool:
        return bool(heard(Heard(who, "somebody", who != host, code, text, None)))

    for code, who, text in (
        (NOT_ME, bob, ""),
        (WORDS_USED, host, bob.hex()),
        (REJOINED, bob, MARK.hex()),
    ):
        assert [True] * TOLD_MOST == [told(who, code, text) for _ in range(TOLD_MOST)]
        assert not told(who, code, text)
    assert told(host, DISPLACED, bob.hex())
    assert told(host, WORDS_USED, cleo.hex())
    assert told(cleo, NOT_ME)
    table.host.clock.advance(TOLD_AGAIN)
    assert [True, False] == [told(bob, NOT_ME) for _ in range(2)]


def test_a_mark_that_was_told_proves_nothing_when_it_is_told_again(
    table: Moved,
) -> None:
    """Marks are public: whoever has the key can repeat that of the genuine machine."""
    bob = table.break_down()
    table.host.pass_time(REJOINED_AFTER)
    mark = bob.person.known.mark
    before = [len(warnings(it)) for it in (table.ann, bob)]
    voice = bob.session._talk.voice
    bob.send(Say("table 1", voice.say(table.host.game.gid, REJOINED, mark.hex())))
    table.host.settle()
    (theirs,) = warnings(table.ann)[before[0] :]
    assert theirs.startswith(
        "bob seems to be playing from a new machine, but its six words"
    )
    (own,) = warnings(bob)[before[1] :]
    assert own.startswith(
        "Somebody who has your key has announced this machine's six words"
    )


def test_who_is_started_again_is_warned_of_nobody(table: Moved) -> None:
    """They hear what they had said before; and it is the six words of then."""
    bob, others = table.break_down(), (table.ann, table.cleo)
    table.host.pass_time(REJOINED_AFTER)
    mark, before = bob.person.known.mark, [len(warnings(it)) for it in others]
    for compares in (False, True):
        if compares:
            table.type(bob, "yes")
        bob.disconnect()
        bob = table._human("bob", store=bob.store, table="table 1")
        table.host.add(bob)
        table.host.settle()
        table.host.pass_time(2 * REJOINED_AFTER)
        assert ([], mark) == (warnings(bob), bob.person.known.mark)
        assert bob.person.comparing.asks != compares
        assert machines.ours(mark) in bob.type("compare")
    assert before == [len(warnings(it)) for it in others]


def test_names_that_look_alike_are_marked_in_what_is_told(tmp_path: Path) -> None:
    """Whoever imitates bob at the table doesn't have it read as if it were he."""
    table = Moved(tmp_path, names=("b\u043eb",))
    bob, other = table.bob.identity.public, table.people[3].identity.public
    for who, shown in ((bob, f"bob{SIGN}1"), (other, f"b\u043eb{SIGN}2")):
        for code, text in ((REJOINED, MARK.hex()), (NOT_ME, "")):
            assert said(table.ann, code, text, who).startswith(f"{shown} ")
        for code in (WORDS_USED, DISPLACED):
            assert f" {shown}" in said(table.ann, code, who.hex(), HOST.public)
    table.host.close()


def _codes(table: Moved) -> list[Heard]:
    """Give what the host has kept of what was said."""
    record = next(iter(table.host.server.registry))
    return [
        Heard(it.identity, it.name, True, it.code, it.text, None)
        for some in record.talk.since(0)
        for it in some
    ]


def test_at_the_screen_it_is_said_behind_a_slash(table: Moved) -> None:
    assert table.ann.person.talking.typed("/disown")
    table.host.settle()
    assert 1 == len(warnings(table.bob))
    assert "/disown" in table.ann.person.talking.words()


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_comes_back_after_another_machine_reads_what_to_do(
    table: Moved, language: str
) -> None:
    """The box fits, with all that is to be compared, and how they say that it wasn't they."""
    use(language)
    store = InMemory()
    store.begin(SEED)
    store.share()
    table.bob.disconnect()
    bob = table.bob = table._human("bob", at_screen=True, store=store, table="table 1")
    table.host.add(bob)
    table.host.settle()
    table.host.pass_time(REJOINED_AFTER)
    screen = At(bob)
    why = comparing.why(bob.person.known, ":")
    assert why[0].endswith({"en": ":disown", "fr": ":démentir"}[language])
    for size in SIZES:
        drawn = " ".join(screen.read("compare", *size).split())
        for line in (*why, *comparing.lines(bob.person.known)):
            assert " ".join(line.split()) in drawn


def test_who_was_put_out_by_another_program_begins_no_other_game(
    playing: Seated,
) -> None:
    """They read why, and how they come back; the game goes on without this program."""
    human = playing.human
    human.store.begin(SEED)
    human.session.receive(Refused("elsewhere", ""))
    assert human.session.is_done
    assert not human.person.can_play_again
    assert human.person.leaving.has_seat
    assert human.person.over
    assert human.store.is_shared


def test_who_wakes_up_reads_since_when_another_program_has_played(
    playing: Seated,
) -> None:
    human = playing.human
    assert human.session.displaced(3600)
    ending = human.person.known.ending
    assert ending is not None
    since = machines.at(human.person._wall() - 3600)
    assert Displaced(since, human.person.back) == ending.why


def test_which_time_it_is_said_to_be(tmp_path: Path) -> None:
    """With how to come in all the same; a host need not say since when."""
    back = "wonders join here"
    told = machines.in_use(1_700_000_000.0, 3600, back)
    assert machines.at(1_700_000_000.0 - 3600) in told
    assert told.endswith(back)
    assert "connected since" not in machines.in_use(1_700_000_000.0, None, back)
    assert 1 == len(machines.displaced("10:00", ""))
