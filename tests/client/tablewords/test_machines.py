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
from tests.client.person.test_comparing import BrokenMachineTable, table
from tests.support.evening import SIZES, ScreenOf
from tests.support.human import Human
from tests.support.inprocess.machines import SEED
from tests.support.lobbies import HOST, identity_of
from tests.support.stacks import Seated

__all__ = ["table"]

MARK = bytes(range(16))


def warnings(human: Human) -> list[str]:
    narration = human.person.known.narration
    return [it.line for it in narration if it.kind is LineKind.WARNING]


def reported(
    human: Human, code: str, text: str, who: bytes, *, seated: bool = True
) -> str:
    """Return the line for a chat message that is heard for the first time."""
    heard = Heard(who, "bob", seated, code, text, None)
    return Machines(human.person.known, human.host.clock.seconds).heard(heard)


@pytest.mark.parametrize("language", LANGUAGES)
def test_everybody_reads_that_a_player_continues_elsewhere(
    table: BrokenMachineTable, language: str
) -> None:
    """The line contains six words that the player sees, too. Spectators read it."""
    use(language)
    eve = table.connect_spectator()
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


def test_reports_by_the_host_are_attributed_to_it(table: BrokenMachineTable) -> None:
    """They are shown only if the host itself sends them about a player at the table."""
    ann, bob = table.ann, table.bob
    whose = bob.identity.public.hex()
    for code in (WORDS_USED, DISPLACED):
        assert reported(ann, code, whose, HOST.public).startswith("The host says that ")
        assert "bob" in reported(ann, code, whose, HOST.public)
        assert "your" in reported(bob, code, whose, HOST.public)
        assert "" == reported(ann, code, whose, table.cleo.identity.public)
        assert "" == reported(ann, code, identity_of("eve").public.hex(), HOST.public)
        assert "" == reported(ann, code, "rubbish", HOST.public)


def test_only_a_seats_holder_reports_on_the_seat(table: BrokenMachineTable) -> None:
    """
    A mark must be well-formed. A report about our own seat from another machine is
    worded as such. The same goes for the warning that a client may have lost its last
    moves.
    """
    ann, bob = table.ann, table.bob
    public, mark = bob.identity.public, MARK.hex()
    line = reported(ann, SET_BACK, "", public)
    assert line.startswith("bob's program may have lost its last moves.")
    assert "" == reported(ann, SET_BACK, "", public, seated=False)
    assert identity_words(MARK) in reported(ann, REJOINED, mark, public)
    assert "" == reported(ann, REJOINED, mark, public, seated=False)
    for wrong in ("", mark[1:], mark.upper(), f"{mark}0", "x" * 32):
        assert "" == reported(ann, REJOINED, wrong, public)
    assert "Somebody with your key" in reported(bob, REJOINED, mark, public)
    bob.person.known.mark = MARK
    assert "" == reported(bob, REJOINED, mark, public)


@pytest.mark.parametrize(
    ("language", "word"), [("en", "disown"), ("fr", "démentir"), ("fr", "disown")]
)
def test_a_player_can_disown_what_another_machine_did(
    table: BrokenMachineTable, language: str, word: str
) -> None:
    """
    Everybody reads it as a warning, even if they have muted the player. It can't be
    repeated without limit.
    """
    use(language)
    table.ann.person.talking.muted[table.bob.identity.public] = "bob"
    table.type(table.bob, word)
    for other in (table.ann, table.cleo):
        (line,) = warnings(other)
        assert line.startswith("bob ")
    eve = table.connect_spectator()
    table.type(eve, word)
    assert 1 == len(warnings(table.ann))
    for _ in range(2 * TOLD_MOST):
        table.bob.session.do(Speak("", NOT_ME))
        table.host.pass_time(2)
    assert TOLD_MOST == len(warnings(table.ann))
    assert NOT_ME in {it.code for it in _codes(table)}


def test_warnings_are_limited_separately_by_kind_and_seat(
    table: BrokenMachineTable,
) -> None:
    """After a while, more are shown."""
    ann, bob, cleo = table.ann, table.bob.identity.public, table.cleo.identity.public
    heard = Machines(ann.person.known, table.host.clock.seconds).heard
    host = HOST.public

    def is_shown(who: bytes, code: str, text: str = "") -> bool:
        return bool(heard(Heard(who, "somebody", who != host, code, text, None)))

    for code, who, text in (
        (NOT_ME, bob, ""),
        (WORDS_USED, host, bob.hex()),
        (REJOINED, bob, MARK.hex()),
    ):
        assert [True] * TOLD_MOST == [
            is_shown(who, code, text) for _ in range(TOLD_MOST)
        ]
        assert not is_shown(who, code, text)
    assert is_shown(host, DISPLACED, bob.hex())
    assert is_shown(host, WORDS_USED, cleo.hex())
    assert is_shown(cleo, NOT_ME)
    table.host.clock.advance(TOLD_AGAIN)
    assert [True, False] == [is_shown(bob, NOT_ME) for _ in range(2)]


def test_a_repeated_mark_proves_nothing(
    table: BrokenMachineTable,
) -> None:
    """Marks are public: whoever has the key can repeat that of the genuine machine."""
    bob = table.break_down()
    table.host.pass_time(REJOINED_AFTER)
    mark = bob.person.known.mark
    before = [len(warnings(it)) for it in (table.ann, bob)]
    voice = bob.session._talk.voice
    bob.speak(Say("table 1", voice.say(table.host.game.gid, REJOINED, mark.hex())))
    (theirs,) = warnings(table.ann)[before[0] :]
    assert theirs.startswith(
        "bob seems to be playing from a new machine, but its six words"
    )
    (own,) = warnings(bob)[before[1] :]
    assert own.startswith(
        "Somebody who has your key has announced this machine's six words"
    )


def test_a_restarted_client_does_not_warn_about_itself(
    table: BrokenMachineTable,
) -> None:
    """It hears its own earlier announcement, and keeps its six words."""
    bob, others = table.break_down(), (table.ann, table.cleo)
    table.host.pass_time(REJOINED_AFTER)
    mark, before = bob.person.known.mark, [len(warnings(it)) for it in others]
    for compares in (False, True):
        if compares:
            table.type(bob, "yes")
        bob.disconnect()
        bob = table._human("bob", store=bob.store, table="table 1")
        table.host.let_in(bob)
        table.host.pass_time(2 * REJOINED_AFTER)
        assert ([], mark) == (warnings(bob), bob.person.known.mark)
        assert bob.person.comparing.asks != compares
        assert machines.ours(mark) in bob.type("compare")
    assert before == [len(warnings(it)) for it in others]


def test_reports_mark_similar_names(tmp_path: Path) -> None:
    """An impostor's report must not read as if it were bob's."""
    table = BrokenMachineTable(tmp_path, names=("b\u043eb",))
    bob, other = table.bob.identity.public, table.people[3].identity.public
    for who, shown in ((bob, f"bob{SIGN}1"), (other, f"b\u043eb{SIGN}2")):
        for code, text in ((REJOINED, MARK.hex()), (NOT_ME, "")):
            assert reported(table.ann, code, text, who).startswith(f"{shown} ")
        for code in (WORDS_USED, DISPLACED):
            assert f" {shown}" in reported(table.ann, code, who.hex(), HOST.public)


def _codes(table: BrokenMachineTable) -> list[Heard]:
    """Return the chat messages that the host has kept."""
    record = next(iter(table.host.server.registry))
    return [
        Heard(it.identity, it.name, True, it.code, it.text, None)
        for some in record.talk.since(0)
        for it in some
    ]


def test_disown_can_be_typed_in_the_chat_field(table: BrokenMachineTable) -> None:
    assert table.ann.person.talking.typed("/disown")
    table.host.settle()
    assert 1 == len(warnings(table.bob))
    assert "/disown" in table.ann.person.talking.words()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_whose_seat_was_used_elsewhere_reads_what_to_do(
    table: BrokenMachineTable, language: str
) -> None:
    """
    The box fits, with everything to compare and the command that disowns the other
    machine.
    """
    use(language)
    store = InMemory()
    store.begin(SEED)
    store.share()
    table.bob.disconnect()
    bob = table.bob = table._human("bob", at_screen=True, store=store, table="table 1")
    table.host.let_in(bob)
    table.host.pass_time(REJOINED_AFTER)
    screen = ScreenOf(bob)
    why = comparing.why(bob.person.known, ":")
    assert why[0].endswith({"en": ":disown", "fr": ":démentir"}[language])
    for size in SIZES:
        drawn = " ".join(screen.read("compare", *size).split())
        for line in (*why, *comparing.lines(bob.person.known)):
            assert " ".join(line.split()) in drawn


def test_a_displaced_client_starts_no_rematch(
    playing: Seated,
) -> None:
    """The game goes on without this client. Its store is marked as shared."""
    human = playing.human
    human.store.begin(SEED)
    human.session.receive(Refused("elsewhere", ""))
    assert human.session.is_done
    assert not human.person.can_play_again
    assert human.person.leaving.has_seat
    assert human.person.over
    assert human.store.is_shared


def test_a_displaced_client_shows_since_when_it_was_displaced(
    playing: Seated,
) -> None:
    human = playing.human
    assert human.session.displaced(3600)
    ending = human.person.known.ending
    assert ending is not None
    since = machines.at(human.person._wall() - 3600)
    assert Displaced(since, human.person.back) == ending.why


def test_a_refusal_says_since_when_the_seat_is_in_use_if_known(tmp_path: Path) -> None:
    """It also contains the command to join anyway."""
    back = "wonders join here"
    line = machines.in_use(1_700_000_000.0, 3600, back)
    assert machines.at(1_700_000_000.0 - 3600) in line
    assert line.endswith(back)
    assert "connected since" not in machines.in_use(1_700_000_000.0, None, back)
    assert 1 == len(machines.displaced("10:00", ""))
