"""Substitutes for absent players: what people read, type and press."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.table.actions import AskSubstitute
from sealed_wonders.client.table.events import (
    Absence,
    Asking,
    AskingChanged,
    Hindered,
    Hindrance,
    RequestRefused,
    SeatHanded,
    SecretMissing,
    Step,
    Vote,
)
from sealed_wonders.client.tablewords import absences, endings, substitutes
from sealed_wonders.client.tablewords.spokenwords import own_words
from sealed_wonders.client.tablewords.trust import identity_code, identity_words
from sealed_wonders.client.terminal.screens.help import HelpBox
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.core.game import Seat
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.messages import FromHost, Taker, Takers
from sealed_wonders.net.tableoptions import GONE_AFTER, RESCUES
from sealed_wonders.net.voting import Fault
from sealed_wonders.net.words import use
from tests.support.evening import SIZES, TICK, Evening, ScreenOf
from tests.support.human import Human
from tests.support.inprocess.players import RecordingTable
from tests.support.lobbies import HOST, identity_of

LANGUAGES = ["en", "fr"]


class Rescue(Evening):
    """A table at which dan is absent, and his seat may go to eve, a spectator."""

    def __init__(self, folder: Path, *, eve_at_screen: bool = False) -> None:
        super().__init__(folder, names=("dan",), when_gone=RESCUES)
        self.dan = self.people[3]
        self.eve = self.connect_spectator(at_screen=eve_at_screen)
        self.at_eve = ScreenOf(self.eve)

    def fall_silent(self, seconds: float = GONE_AFTER.default) -> None:
        """Make dan absent for long enough that the others can act."""
        self.dan.disconnect()
        self.host.pass_time(seconds + 2 * TICK, TICK)
        self.screen()

    def ask_eve(self) -> None:
        """Make bob ask eve to substitute for dan."""
        self.fall_silent()
        self.type(self.bob, "substitute eve")

    def propose_eve(self) -> None:
        """Open the ballot on eve as a substitute for dan."""
        self.ask_eve()
        self.type(self.eve, "yes")

    @property
    def absent(self) -> Seat:
        return self.ann.person.known.names.index("dan")


@pytest.fixture
def table(tmp_path: Path) -> Rescue:
    return Rescue(tmp_path)


@pytest.fixture
def screens(tmp_path: Path) -> Rescue:
    """Return the same table, with eve on a screen."""
    return Rescue(tmp_path, eve_at_screen=True)


read = ScreenOf.read


def warnings(human: Human) -> list[str]:
    return [
        it.line for it in human.person.known.narration if it.kind is LineKind.WARNING
    ]


# Proposals.


def test_enter_pressed_before_the_list_was_shown_chooses_nothing(table: Rescue) -> None:
    """The list may appear in place of a question that Enter was about to answer."""
    table.fall_silent()
    table.screen.stack.act("without")
    table.screen()
    table.screen.stack.act("enter")
    table.host.settle()
    assert () == table.ann.person.known.absence.votes
    table.screen.press("enter")
    assert () != table.ann.person.known.absence.votes


def test_the_command_explains_why_nobody_can_be_asked(table: Rescue) -> None:
    """The command names the reason. Once the others can go on without the player, so does the screen."""
    table.dan.disconnect()
    table.host.pass_time(GONE_AFTER.default / 2, TICK)
    assert "It is too soon" in table.type(table.bob, "substitute")
    table.cleo.disconnect()
    table.host.pass_time(GONE_AFTER.default + 2 * TICK, TICK)
    shown = table.type(table.bob, "substitute")
    assert 1 == shown.count("\n")
    assert (
        "Nobody can substitute for dan while the table is also waiting for cleo"
        in shown
    )


def test_the_box_shows_each_lasting_reason_in_full(table: Rescue) -> None:
    """The reason that passes with time is left out."""
    table.fall_silent()
    known = table.ann.person.known
    absent, other = table.absent, known.names.index("bob")
    for language, why in itertools.product(LANGUAGES, Hindrance):
        use(language)
        hindered = {absent: Hindered(why, (other,))}
        known.absence = Absence({absent: 0.0}, ((absent,),), (), None, hindered)
        (said,) = substitutes.why_nobody(known)
        assert known.names[absent] in said
        table.screen.press("without")
        for size in SIZES:
            drawn = " ".join(read(table.screen, "without", *size).split())
            is_shown = " ".join(said.split()) in drawn
            assert is_shown is (why is not Hindrance.SOON), (language, why)
        table.screen.press("back")


# The person asked.


def test_a_seat_that_is_returned_to_us_is_ours_again(table: Rescue) -> None:
    """
    Another ballot may outrank the one that gave the seat away. Others who see the seat
    returned and removed at once read only the removal.
    """
    eve = TablePerson("eve", table.eve.identity.public)
    dan = table.ann.person.known.people[table.absent]
    cleo, known = table.cleo.person, table.dan.person.known
    cleo.told(SeatHanded(table.absent, dan, eve, plays_on=True))
    before = len(cleo.known.narration)
    cleo.told(SeatHanded(table.absent, eve, dan, plays_on=False))
    assert "dan" in cleo.known.names
    assert before == len(cleo.known.narration)
    table.dan.person.told(SeatHanded(table.absent, dan, eve, plays_on=True))
    assert None is known.ours
    table.dan.person.told(SeatHanded(table.absent, eve, dan, plays_on=True))
    assert table.absent == known.ours
    assert not known.out
    assert "dan" in known.names


def test_answering_a_question_closes_no_other_box(screens: Rescue) -> None:
    """A box that was opened meanwhile stays when the question is gone."""
    screens.ask_eve()
    screens.at_eve.press("yes")
    help = HelpBox(screens.at_eve.stack, screens.at_eve.stack.base)
    screens.at_eve.stack.open(help)
    screens.host.pass_time(TICK, TICK)
    screens.at_eve()
    assert [help] == screens.at_eve.stack.overlays


# The ballot.


def test_a_ballot_about_a_substitute_fits_in_its_box(table: Rescue) -> None:
    """
    It says who substitutes for whom, who sees which cards, and what happens to the
    absent player.
    """
    table.propose_eve()
    known = table.ann.person.known
    for language, size in itertools.product(LANGUAGES, SIZES):
        use(language)
        flat = read(table.screen, "without", *size)
        vote = known.absence.asks
        assert vote is not None
        for said in (
            absences.question(vote, known),
            *absences.reasons(vote, known.absence, known.names),
            *absences.consequences(vote, known),
        ):
            assert " ".join(said.split()) in flat
        words = identity_words(table.eve.identity.public)
        assert " ".join(words.split()) in flat


# Bots, and events of the session.


def test_the_list_and_the_command_can_ask_for_a_host_bot(
    table: Rescue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot needn't be at the table yet."""
    recording = RecordingTable()
    table.fall_silent()
    for human in (table.ann, table.bob):
        monkeypatch.setattr(human, "do", recording.do)
    table.screen.press("without", "digit 2", "enter")
    table.type(table.bob, "substitute bot")
    asked = [it for it in recording.actions if isinstance(it, AskSubstitute)]
    assert [AskSubstitute(table.absent, None)] * 2 == asked


def test_each_step_of_asking_a_substitute_is_reported(table: Rescue) -> None:
    """Steps are reported before the bot has a name. Failures are shown as warnings."""
    person = table.bob.person
    steps = [it for it in Step if it is not Step.SIGNED]
    for language, name, step in itertools.product(LANGUAGES, ("Ada", ""), steps):
        use(language)
        before = person.known.narration.total
        person.told(AskingChanged(Asking(table.absent, b"", name, step)))
        assert before + 1 == person.known.narration.total
        told = person.known.narration[-1]
        assert "dan" in told.line
        assert (told.kind is LineKind.WARNING) == (
            step in (Step.REFUSED, Step.SILENT, Step.FAILED)
        )
        assert (person.known.handing.asking is None) == step.is_over


def test_a_refused_bot_is_reported_only_if_one_was_asked_for(
    table: Rescue,
) -> None:
    """A signed proposal gets no line, since the ballot has one."""
    person = table.bob.person
    person.told(RequestRefused("no-bots", ""))
    assert [] == warnings(table.bob)
    before = person.known.narration.total
    asking = Asking(table.absent, b"", "eve", Step.WAITS)
    person.told(AskingChanged(asking))
    person.told(AskingChanged(asking.at(Step.SIGNED)))
    assert before + 1 == person.known.narration.total
    assert None is person.known.handing.asking
    person.told(AskingChanged(Asking(table.absent, b"", "", Step.WAITS)))
    person.told(RequestRefused("no-bots", ""))
    assert 1 == len(warnings(table.bob))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_substitute_without_the_secrets_is_warned(
    table: Rescue, language: str
) -> None:
    use(language)
    table.eve.person.told(SecretMissing())
    assert [endings.stuck()] == warnings(table.eve)
    assert table.eve.person.over


VOTE = Vote(0, 0, (1,), {1: (Fault.SILENT,)}, {0: True}, (2,), Status.OPEN)


def test_the_ballot_says_whose_bot_the_substitute_is(table: Rescue) -> None:
    """The owner of a bot sees the hand. A person is described by six words instead."""
    known = table.ann.person.known
    means = {
        "en": ("one of the host's bots", "the person who runs it"),
        "fr": ("de l'hôte", "qui le"),
    }
    owners = [
        (None, False, False),
        (HOST.public, True, False),
        (b"x" * 32, False, True),
    ]
    for language, (owner, *runs) in itertools.product(LANGUAGES, owners):
        use(language)
        zoe = TablePerson("zoe", identity_of("zoe").public, owner)
        said = absences.consequences(replace(VOTE, substitutes=(zoe,)), known)[0]
        assert "zoe" in said
        assert known.names[1] in said
        assert (identity_words(zoe.identity) in said) == (owner is None)
        assert runs == [one in said for one in means[language]]


def test_a_substitute_with_a_changed_key_is_reported(
    table: Rescue,
) -> None:
    """The list and the ballot both report it: a yes gives somebody's hand away."""
    for human in (table.bob, table.cleo):
        human.person.trusted.meet("eve", identity_of("the real eve").public)
    table.fall_silent()
    doubt = "This eve has a different key from the eve you know"
    assert doubt in table.type(table.bob, "substitute")
    assert doubt not in table.type(table.ann, "substitute")
    table.type(table.bob, "substitute eve")
    table.cleo.look()
    table.type(table.eve, "yes")
    assert doubt in "\n".join(table.cleo.look())


def test_a_ballot_on_several_substitutes_names_them_all(table: Rescue) -> None:
    """Our clients propose one at a time; others may propose more."""
    zoe, finn = (
        TablePerson(name, identity_of(name).public) for name in ("zoe", "finn")
    )
    vote = replace(VOTE, out=(1, 3), substitutes=(zoe, finn))
    known = table.eve.person.known  # a spectator's view, without "you"
    for language in LANGUAGES:
        use(language)
        for said in (
            absences.question(vote, known),
            next(absences.changes(Absence(), Absence(votes=(vote,)), known)),
        ):
            for one in ("zoe", known.names[1], "finn", known.names[3]):
                assert 1 == said.count(one)


# A host that sends nonsense.


def test_spectators_with_strange_names_break_nothing(table: Rescue) -> None:
    """They are drawn and can be chosen, even if their names look like commands."""
    table.fall_silent()
    names = ["bob", "bot", "{who}", "{0}", "x" * 24, "é" * 24, "dan"]
    takers = tuple(
        Taker(name, bytes([at]) * 32, None, None, None) for at, name in enumerate(names)
    )
    receive_from_host(table.ann, Takers(table.host.table.name, takers))
    receive_from_host(table.bob, Takers(table.host.table.name, takers))
    table.screen.press("without")
    for _each in names:
        for size in SIZES:
            table.screen(*size)
        table.screen.press("down")
    said = table.type(table.bob, "substitute")
    assert said.count("a spectator, ") == len(names)
    assert "substitute {who}: {who}, a spectator, substitutes for dan." in said


def test_an_ambiguous_name_asks_no_substitute(table: Rescue) -> None:
    table.fall_silent()
    real = Taker("eve", table.eve.identity.public, None, None, None)
    other = Taker("EVE", identity_of("eve 2").public, None, None, None)
    receive_from_host(table.bob, Takers(table.host.table.name, (other, real)))
    table.type(table.bob, "substitute eve")
    assert None is table.bob.person.known.handing.asking
    table.type(table.bob, f"substitute eve {own_words(identity_code(real.identity))}")
    asking = table.bob.person.known.handing.asking
    assert asking is not None
    assert real.identity == asking.to


def receive_from_host(human: Human, message: FromHost) -> None:
    human.session.receive(message)
