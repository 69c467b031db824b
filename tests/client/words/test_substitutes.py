"""Substitutes for silent players: what people read, type and press."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from sealed_wonders.client.person import handing
from sealed_wonders.client.table.actions import AskSubstitute
from sealed_wonders.client.table.events import (
    Absence,
    Asking,
    AskingChanged,
    Hindered,
    Hindrance,
    RequestRefused,
    SeatHanded,
    SeatOffer,
    SecretMissing,
    Step,
    Vote,
)
from sealed_wonders.client.table.giving import PATIENCE
from sealed_wonders.client.terminal.screens.help import HelpBox
from sealed_wonders.client.words import absences, endings, substitutes
from sealed_wonders.client.words.narration import LineKind
from sealed_wonders.client.words.spokenwords import own_words
from sealed_wonders.client.words.trust import identity_code, identity_words
from sealed_wonders.core.game import Seat
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.log.ballots import Status
from sealed_wonders.net.messages import FromHost, Taker, Takers
from sealed_wonders.net.tableoptions import GONE_AFTER, RESCUES
from sealed_wonders.net.voting import Fault, Patience
from sealed_wonders.net.words import p_, use
from tests.support.evening import SIZES, TICK, At, Evening
from tests.support.human import Human
from tests.support.inprocess.players import RecordingTable
from tests.support.lobbies import HOST, named

LANGUAGES = ["en", "fr"]

OTHERS = "You can propose how to go on without dan."


class Rescue(Evening):
    """A table at which dan is silent, whose seat may go to eve, who looks on."""

    def __init__(self, folder: Path, *, eve_at_screen: bool = False) -> None:
        super().__init__(folder, names=("dan",), when_gone=RESCUES)
        self.dan = self.people[3]
        self.eve = self.look_on(at_screen=eve_at_screen)
        self.at_eve = At(self.eve)

    def fall_silent(self, seconds: float = GONE_AFTER.default) -> None:
        """Let dan be gone for so long that it is about him."""
        self.dan.disconnect()
        self.host.pass_time(seconds + 2 * TICK, TICK)
        self.screen()

    def ask_eve(self) -> None:
        """Let bob ask eve to play on for dan."""
        self.fall_silent()
        self.type(self.bob, "substitute eve")

    def propose_eve(self) -> None:
        """Let it be voted on that eve plays on for dan."""
        self.ask_eve()
        self.type(self.eve, "yes")

    @property
    def absent(self) -> Seat:
        return self.ann.person.known.names.index("dan")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Rescue]:
    made = Rescue(tmp_path)
    yield made
    made.host.close()


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[Rescue]:
    """Give the same, with eve at a screen."""
    made = Rescue(tmp_path, eve_at_screen=True)
    yield made
    made.host.close()


read = At.read


def warnings(human: Human) -> list[str]:
    return [
        it.line for it in human.person.known.narration if it.kind is LineKind.WARNING
    ]


# What may be proposed.


def test_at_the_screen_it_is_one_of_several_answers(table: Rescue) -> None:
    """What each means stands below; nothing is proposed before one is chosen."""
    table.fall_silent()
    assert f"F7: {OTHERS}" in table.screen()
    table.screen.press("without")
    for size in SIZES:
        drawn = read(table.screen, "without", *size)
        assert "1 Go on without dan" in drawn
        assert "2 One of the host's bots substitutes for dan" in drawn
        assert "3 eve, a spectator, substitutes for dan" in drawn
        assert absences.of_out() in drawn
    table.screen.press("digit 2")
    drawn = read(table.screen, "without")
    assert (
        "so the host's machine will see that hand. Everybody else must agree." in drawn
    )
    table.screen.press("digit 3")
    for size in SIZES:
        drawn = read(table.screen, "without", *size)
        assert "and so will see that hand. Everybody else must agree." in drawn
        assert identity_words(table.eve.identity.public) in drawn
    for action in ("yes", "s"):
        assert "Please choose first" in table.screen.press(action)
    assert () == table.ann.person.known.absence.votes
    assert None is table.ann.person.known.handing.asking


def test_to_go_on_without_is_still_one_of_them(table: Rescue) -> None:
    table.fall_silent()
    table.screen.press("without", "enter")
    (vote,) = table.ann.person.known.absence.votes
    assert () == vote.substitutes
    assert "ann proposes going on without dan" in "\n".join(table.bob.all)


def test_enter_that_was_meant_for_something_else_chooses_nothing(
    table: Rescue,
) -> None:
    """The list may come up in place of something that Enter was about to answer."""
    table.fall_silent()
    table.screen.stack.act("without")
    table.screen()
    table.screen.stack.act("enter")
    table.host.settle()
    assert () == table.ann.person.known.absence.votes
    table.screen.press("enter")
    assert () != table.ann.person.known.absence.votes


def test_help_says_what_it_is_about(table: Rescue) -> None:
    table.fall_silent()
    table.screen.press("without", "help")
    assert any(isinstance(it, HelpBox) for it in table.screen.stack.overlays)
    said = (
        "If all the others agree, a substitute takes over that player's city and hand"
    )
    assert said in table.screen.flat()


def test_elsewhere_there_is_nothing_of_it(tmp_path: Path) -> None:
    """Neither in the box nor among commands, where a table goes on without."""
    evening = Evening(tmp_path, names=("dan",))
    evening.look_on()
    evening.people[3].disconnect()
    evening.host.pass_time(GONE_AFTER.default + 2 * TICK, TICK)
    assert "y propose" in evening.screen.press("without")
    assert "substitute" not in evening.bob.commands.words()
    assert "substitute" not in evening.type(evening.bob, "help")
    nobody = "Nobody needs a substitute right now."
    assert nobody == evening.type(evening.bob, "substitute eve")
    evening.host.close()


def test_why_nobody_can_be_asked_is_said(table: Rescue) -> None:
    """In lines to whoever asks; once it may be gone on without them, at the screen as well."""
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


def test_each_reason_is_in_the_box(table: Rescue) -> None:
    """But for one that passes with time; whatever it is, it can be read whole."""
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_lines_it_is_listed_and_typed(table: Rescue, language: str) -> None:
    """What is typed stands where it may be proposed, and in the list."""
    use(language)
    table.fall_silent()
    word = p_("typed", "substitute")
    assert table.bob.all[-1].endswith(word)
    assert word in table.bob.commands.words()
    assert re.search(rf"^ *{word}\b", table.type(table.bob, "help"), re.MULTILINE)
    listed = table.type(table.bob, word)
    assert f"{word} {p_('typed', 'bot')}: " in listed
    assert f"{word} eve: " in listed
    assert identity_words(table.eve.identity.public) in listed
    said = table.type(table.bob, f"{word} EVE")
    asking = table.bob.person.known.handing.asking
    assert asking is not None
    assert (table.absent, "eve", Step.ASKED) == (asking.seat, asking.name, asking.step)
    assert substitutes.asked(asking, table.bob.person.known) == said
    assert said == table.type(table.bob, word), "nobody else can be asked meanwhile"


def test_nobody_else_is_asked_meanwhile(table: Rescue) -> None:
    """At the screen it is said who is asked; a yes does nothing then."""
    table.fall_silent()
    drawn = table.screen.press("without", "digit 3", "enter")
    said = "Asking eve to substitute for dan."
    assert said in " ".join(drawn.split())
    assert "Go on without dan" not in drawn
    table.screen.press("yes")
    assert () == table.ann.person.known.absence.votes


# Whoever is asked.


@pytest.mark.parametrize("how", ["lines", "screen"])
def test_a_substitute_plays_on(tmp_path: Path, how: str) -> None:
    """Who looks on says yes, and then all others do; all read who has the seat."""
    table = Rescue(tmp_path, eve_at_screen=how == "screen")
    table.ask_eve()
    asked = "bob asks whether you would substitute for dan, who is absent. All the others must agree."
    if how == "screen":
        for size in SIZES:
            drawn = read(table.at_eve, "accept", *size)
            assert asked in drawn
            assert "If dan comes back before everybody has agreed" in drawn
        drawn = table.at_eve.press("yes")
        assert not table.at_eve.boxes("accept")
        assert (
            "You have agreed to substitute for dan. The others are now being asked."
            in drawn
        )
    else:
        assert asked in "\n".join(table.eve.all)
        said = table.type(table.eve, "yes")
        assert (
            "You have agreed to substitute for dan. The others are now being asked."
            in said
        )
    said = "You propose eve as a substitute for dan; everybody else must agree."
    assert said in "\n".join(table.bob.all)
    table.screen.press("yes")
    table.type(table.cleo, "yes")
    assert {"ann", "bob", "cleo", "eve"} == set(table.seats)
    assert "eve has dan's seat now." in "\n".join(table.bob.all)
    assert "You have dan's seat now." in [
        it.line for it in table.eve.person.known.narration
    ]
    assert table.eve.person.can_choose
    assert () == table.host.game.fold.gone
    table.host.close()


def test_what_was_voted_before_is_past(table: Rescue) -> None:
    """Nobody is blamed for a no, and boxes close."""
    for human in (table.ann, table.bob, table.cleo):
        table.type(human, "day")
    table.fall_silent()
    table.type(table.bob, "without")
    table.type(table.cleo, "no")
    table.host.pass_time(GONE_AFTER.default + 2 * TICK, TICK)
    table.type(table.bob, "substitute eve")
    table.type(table.eve, "yes")
    table.type(table.cleo, "yes")
    table.screen.press("yes")
    assert {"ann", "bob", "cleo", "eve"} == set(table.seats)
    assert not table.screen.boxes("without")
    for human in (table.ann, table.bob, table.cleo):
        assert () == human.person.known.absence.offers
        assert "eve is back." not in human.all
    for human in (table.cleo, table.eve):
        assert 1 == human.all.count("The table keeps waiting.")


def test_the_last_yes_is_told_before_what_comes_of_it(table: Rescue) -> None:
    """To who said it, and to the others."""
    table.propose_eve()
    table.type(table.ann, "yes")
    table.type(table.cleo, "yes")
    for human, yes in ((table.cleo, "You vote yes"), (table.bob, "cleo votes yes")):
        said = [it.line for it in human.person.known.narration]
        voted = said.index(f"{yes}.")
        assert voted < said.index("eve has dan's seat now.")


def test_a_seat_that_is_taken_back_and_put_out_is_told_as_out_alone(
    table: Rescue,
) -> None:
    """That whoever had it has it again means nothing by then."""
    dan, cleo = (table.ann.person.known.people[table.absent], table.cleo.person)
    eve = TablePerson("eve", table.eve.identity.public)
    cleo.told(SeatHanded(table.absent, dan, eve, plays_on=True))
    before = len(cleo.known.narration)
    cleo.told(SeatHanded(table.absent, eve, dan, plays_on=False))
    assert "dan" in cleo.known.names
    assert before == len(cleo.known.narration)


def test_who_comes_back_reads_who_has_the_seat(table: Rescue) -> None:
    """And nothing of a vote in which names are those of now."""
    table.propose_eve()
    table.type(table.ann, "yes")
    table.type(table.cleo, "yes")
    table.dan.look()
    table.dan.connect()
    table.host.settle()
    said = "\n".join(table.dan.look())
    assert "eve has your seat now. You are watching." in said
    assert "eve substitutes for eve" not in said
    assert not table.dan.person.known.asked
    assert "Goodbye." in table.type(table.dan, "quit")


def test_a_seat_that_comes_back_is_ours_again(table: Rescue) -> None:
    """Another ballot may outrank the one that had given it away."""
    known = table.dan.person.known
    eve = TablePerson("eve", table.eve.identity.public)
    dan = known.people[table.absent]
    table.dan.person.told(SeatHanded(table.absent, dan, eve, plays_on=True))
    assert None is known.ours
    table.dan.person.told(SeatHanded(table.absent, eve, dan, plays_on=True))
    assert table.absent == known.ours
    assert not known.out
    assert "dan" in known.names


def test_a_substitute_who_doesnt_want_to(table: Rescue) -> None:
    """Whoever asked sees that; another one can be asked, or the same once more."""
    table.ask_eve()
    assert "You have declined to substitute for dan." in table.type(table.eve, "no")
    assert "eve doesn't want to substitute for dan." in warnings(table.bob)
    assert None is table.bob.person.known.handing.asking
    assert "substitute eve" in table.type(table.bob, "substitute")
    table.type(table.bob, "substitute eve")
    table.type(table.eve, "yes")
    assert 1 == len(table.ann.person.known.absence.votes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_says_nothing_isnt_asked_any_more(screens: Rescue, language: str) -> None:
    """The box goes away where it was asked, and it is said why."""
    use(language)
    screens.fall_silent()
    screens.bob.person.voting.substitutes[1].do()
    screens.host.settle()
    screens.at_eve()
    assert screens.at_eve.boxes("accept")
    screens.host.pass_time(PATIENCE + TICK, TICK)
    offer = SeatOffer(0, "dan", b"dan")
    said = handing.not_offered_any_more(offer)
    assert said in screens.at_eve.flat()
    assert not screens.at_eve.boxes("accept")
    asking = Asking(0, b"", "eve", Step.SILENT)
    known = screens.bob.person.known
    eve = screens.eve.identity.public
    asking = replace(asking, seat=known.names.index("dan"), to=eve)
    assert substitutes.asked(asking, known) in warnings(screens.bob)


def test_whoever_comes_back_in_time_has_the_seat(table: Rescue) -> None:
    """Nobody is asked any more, in lines neither: a yes means nothing then."""
    table.ask_eve()
    assert "yes or no> " == table.eve.commands.prompt
    for human in (table.ann, table.bob, table.cleo):
        table.choose(human)
    table.dan.connect()
    table.host.settle()
    table.choose(table.dan)
    assert "dan no longer needs a substitute." in table.bob.all
    assert any(
        line.startswith("You are no longer being asked") for line in table.eve.all
    )
    assert "> " == table.eve.commands.prompt
    table.type(table.eve, "yes")
    assert "dan" in table.seats


def test_a_seat_that_is_kept_asks_nobody_any_more(tmp_path: Path) -> None:
    """It is the same where whoever has it wanted to hand it over."""
    evening = Evening(tmp_path)
    eve = evening.look_on(at_screen=True)
    at = At(eve)
    evening.give(evening.bob, "eve")
    at()
    assert at.boxes("accept")
    evening.type(evening.bob, "keep")
    drawn = at.flat()
    assert not at.boxes("accept")
    assert "You are no longer being asked to take over from bob." in drawn
    evening.host.close()


def test_a_question_that_was_answered_takes_nothing_else_away(screens: Rescue) -> None:
    """What was opened since stays when there is nothing to be answered any more."""
    screens.ask_eve()
    screens.at_eve.press("yes")
    help = HelpBox(screens.at_eve.stack, screens.at_eve.stack.base)
    screens.at_eve.stack.open(help)
    screens.host.pass_time(TICK, TICK)
    screens.at_eve()
    assert [help] == screens.at_eve.stack.overlays


# The vote.


def test_a_ballot_about_a_substitute_fits(table: Rescue) -> None:
    """All of it: who plays on for whom, who sees what, what becomes of the other."""
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


def test_in_lines_it_is_asked_what_is_voted_on(table: Rescue) -> None:
    table.propose_eve()
    said = "\n".join(table.cleo.all)
    proposed = "bob proposes eve as a substitute for dan; everybody else must agree."
    assert (
        f"{proposed}\n\nLet eve substitute for dan?\nThe table is waiting for dan"
        in said
    )
    assert "eve will then see dan's hand. Make sure that it is really them" in said
    assert "You vote no.\nThe table keeps waiting." in table.type(table.cleo, "no")
    assert "dan" in table.seats


def test_a_program_that_plays_for_somebody_tells_its_votes(table: Rescue) -> None:
    """Its person is asked first; then the lines are the same, as is the result."""
    table.screen.leave_by("Let this program play for you")
    table.propose_eve()
    table.host.pass_time(TICK, TICK)
    assert "this program will vote yes for you" in read(table.screen, "without")
    table.type(table.cleo, "yes")
    assert "eve" not in table.seats
    table.host.pass_time(Patience().until_asked, TICK)
    told = [it.line for it in table.ann.person.known.narration]
    assert (
        "bob proposes eve as a substitute for dan; everybody else must agree."
    ) in told
    assert "You vote yes." in told
    assert "eve" in table.seats
    assert "This program is playing for you" in table.screen()


def test_a_program_whose_seat_is_gone_plays_for_nobody(table: Rescue) -> None:
    """Whoever comes back to it looks on, and isn't told to play themselves again."""
    table.type(table.dan, "give program")
    table.dan.disconnect()
    table.choose(table.ann, table.bob, table.cleo)
    table.propose_eve()
    table.type(table.ann, "yes")
    table.type(table.cleo, "yes")
    table.dan.connect()
    table.host.settle()
    assert table.dan.person.known.ours is None
    assert not table.dan.person.known.handing.autopilot
    assert not table.dan.person.is_program


# Bots, and what a session tells of them.


def test_a_bot_of_the_hosts_is_asked_for(
    table: Rescue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the same list and the same word; it needn't be there yet."""
    recording = RecordingTable()
    table.fall_silent()
    for human in (table.ann, table.bob):
        monkeypatch.setattr(human, "do", recording.do)
    table.screen.press("without", "digit 2", "enter")
    table.type(table.bob, "substitute bot")
    asked = [it for it in recording.done if isinstance(it, AskSubstitute)]
    assert [AskSubstitute(table.absent, None)] * 2 == asked


def test_each_step_is_told(table: Rescue) -> None:
    """Also while nobody knows what the bot will be called; what failed is seen."""
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


def test_that_it_is_voted_on_is_told_by_the_vote(table: Rescue) -> None:
    before = table.bob.person.known.narration.total
    asking = Asking(table.absent, b"", "eve", Step.WAITS)
    table.bob.person.told(AskingChanged(asking))
    table.bob.person.told(AskingChanged(asking.at(Step.SIGNED)))
    assert before + 1 == table.bob.person.known.narration.total
    assert None is table.bob.person.known.handing.asking


def test_a_host_that_refuses_a_bot_is_heard(table: Rescue) -> None:
    """It comes after what was said at once, which it makes untrue."""
    person = table.bob.person
    person.told(RequestRefused("no-bots", ""))
    assert [] == warnings(table.bob)
    person.told(AskingChanged(Asking(table.absent, b"", "", Step.WAITS)))
    person.told(RequestRefused("no-bots", ""))
    assert 1 == len(warnings(table.bob))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_cant_play_on_is_told(table: Rescue, language: str) -> None:
    use(language)
    table.eve.person.told(SecretMissing())
    assert [endings.stuck()] == warnings(table.eve)
    assert table.eve.person.over


VOTE = Vote(0, 0, (1,), {1: (Fault.SILENT,)}, {0: True}, (2,), Status.OPEN)


def test_whose_bot_plays_on_stands_in_the_ballot(table: Rescue) -> None:
    """A person is told by their words; a bot by who runs it, and so sees the hand."""
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
        zoe = TablePerson("zoe", named("zoe").public, owner)
        said = absences.consequences(replace(VOTE, substitutes=(zoe,)), known)[0]
        assert "zoe" in said
        assert known.names[1] in said
        assert (identity_words(zoe.identity) in said) == (owner is None)
        assert runs == [one in said for one in means[language]]


def test_a_substitute_with_another_key_than_the_one_we_know_is_doubted(
    table: Rescue,
) -> None:
    """In the list, and in the ballot: a yes gives somebody's hand away."""
    for human in (table.bob, table.cleo):
        human.person.trusted.meet("eve", named("the real eve").public)
    table.fall_silent()
    doubt = "This eve has a different key from the eve you know"
    assert doubt in table.type(table.bob, "substitute")
    assert doubt not in table.type(table.ann, "substitute")
    table.type(table.bob, "substitute eve")
    table.cleo.look()
    table.type(table.eve, "yes")
    assert doubt in "\n".join(table.cleo.look())


@pytest.mark.parametrize("language", LANGUAGES)
def test_several_at_once_are_all_named(table: Rescue, language: str) -> None:
    """Our programs propose one at a time; others may propose more."""
    use(language)
    zoe, finn = (TablePerson(name, named(name).public) for name in ("zoe", "finn"))
    vote = replace(VOTE, out=(1, 3), substitutes=(zoe, finn))
    known = table.eve.person.known  # who looks on, and isn't "you"
    for said in (
        absences.question(vote, known),
        next(absences.changes(Absence(), Absence(votes=(vote,)), known)),
    ):
        for one in ("zoe", known.names[1], "finn", known.names[3]):
            assert 1 == said.count(one)


# A host that says nonsense.


def test_takers_with_strange_names_do_no_harm(table: Rescue) -> None:
    """They are drawn, and can be meant or not, but nothing breaks."""
    table.fall_silent()
    names = ["bob", "bot", "{who}", "{0}", "x" * 24, "é" * 24, "dan"]
    takers = tuple(
        Taker(name, bytes([at]) * 32, None, None) for at, name in enumerate(names)
    )
    hear(table.ann, Takers(table.host.table.name, takers))
    hear(table.bob, Takers(table.host.table.name, takers))
    table.screen.press("without")
    for _each in names:
        for size in SIZES:
            table.screen(*size)
        table.screen.press("down")
    said = table.type(table.bob, "substitute")
    assert said.count("a spectator, ") == len(names)
    assert "substitute {who}: {who}, a spectator, substitutes for dan." in said


def test_nobody_is_asked_by_a_name_that_two_have(table: Rescue) -> None:
    table.fall_silent()
    real = Taker("eve", table.eve.identity.public, None, None)
    other = Taker("EVE", named("eve 2").public, None, None)
    hear(table.bob, Takers(table.host.table.name, (other, real)))
    table.type(table.bob, "substitute eve")
    assert None is table.bob.person.known.handing.asking
    table.type(table.bob, f"substitute eve {own_words(identity_code(real.identity))}")
    asking = table.bob.person.known.handing.asking
    assert asking is not None
    assert real.identity == asking.to


def hear(human: Human, message: FromHost) -> None:
    human.session.receive(message)
