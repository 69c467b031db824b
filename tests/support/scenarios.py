"""
Scenarios: texts of what people at a table type, press and read, which are played.

A file in `tests/scenarios/` has scenarios, each below a line with its title:

    ## A friend takes a seat
    table
    eve watches
    ann leaves by: Give your seat to eve => eve has been asked to take your seat.
    eve> yes => You have agreed to take over from ann. / You have ann's seat now.
    bob< eve has ann's seat now.
    seats: bob cleo eve

The first line sets up a table for ann at a screen, and bob and cleo in line mode: ``table
with dan; turn_time=60``, ``table of architects``, or ``tables`` to play the scenario once
in each game. With ``lobby``, all of them are in line mode, and nobody is ready yet; with
``lobby at a screen``, ann has a screen there, too.

Every other line is an action or an expectation:

- ``bob> words``: bob types; ``ann* bot, digit 3``: ann presses keys; ``ann: words``: ann
  types a command at her screen.
- ``bob< words``: they are in the lines shown since bob last typed, after the words found
  before; words that end with a full stop must end a line. ``bob<! words``: they aren't in
  these lines; ``bob<1 words``: they are in one of them only.
- ``ann| words``: they are on ann's screen at every size; ``ann|! words``: they are on it
  at no size. ``ann|each words``: each of the words is somewhere on the screen.

Behind ``=>``, a line can list the words that the same person then reads or sees, with
``/`` between several. Lines that begin with ``#`` are remarks. ``[words of eve]`` stands
for eve's six words, ``[key of bob]`` for the fingerprint of bob's key, and ``[typed
give]`` for the command ``give`` in the language of the program.

`STATEMENTS` has all others, such as:

- ``eve comes``: eve connects without naming a table; a player returns to their game.
- ``gus comes to watch at elm``: gus names a table, which needn't exist.
- ``bob starts the program again``: the program keeps only what was saved; ``bob moves to
  another machine``: the machine has only bob's twelve words.
- ``ann remembers other keys of bob``: for whoever connects as bob after that.
- ``bob's prompt is lobby>``; ``bob is offered v1, v7`` to complete a line.
- ``11 seconds pass`` in one step; ``a calm passes``, and the other `TIMES`.
- ``tables: 2`` are at the host; ``gus has given up``: the program ended with an error.

Behind ``;`` are options of the table, and of the game (``draw=chosen``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from sealed_wonders.client.person import handing
from sealed_wonders.client.person.breaks import age_of
from sealed_wonders.client.table import giving
from sealed_wonders.client.table.events import HostsFound
from sealed_wonders.client.tablewords.trust import identity_words
from sealed_wonders.core.games import GAMES, OPTIONS
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.identity import Identity, fingerprint
from sealed_wonders.net.tableoptions import GONE_AFTER
from sealed_wonders.net.words import p_, use
from tests.support.evening import SIZES, TICK, Evening, ScreenOf
from tests.support.human import Human
from tests.support.inprocess.machines import restored_store

FOLDER = Path(__file__).parent.parent / "scenarios"

TIMES: Mapping[str, tuple[float, float]] = {
    "silence": (GONE_AFTER.default + 2 * TICK, TICK),
    "a tick": (TICK, TICK),
    "the bot's patience": (handing.PATIENCE, 1),
    "the bot's patience twice": (2 * handing.PATIENCE, 1),
    "the bot's pace": (handing.PACE, 1),
    "a game of bots": (handing.PATIENCE + 200 * handing.PACE, handing.PACE),
    "a calm": (handing.CALM, handing.CALM),
    "the time of an offer": (giving.PATIENCE + TICK, TICK),
}
"""Seconds that pass, and the steps in which they do."""


GAME_OPTIONS = {option.name for options in OPTIONS.values() for option in options}
"""Names of the options that belong to a single game."""

SHOWN = 20
"""Lines that are shown when a scenario fails."""


class Scenario(NamedTuple):
    """A scenario's text, and where it is from."""

    file: str
    title: str
    lines: tuple[tuple[int, str], ...]
    """The statements, each with its number in the file."""

    @property
    def games(self) -> tuple[str, ...]:
        first = self.lines[0][1]
        if first.startswith("tables"):
            return GAMES
        return GAMES[1:] if "of architects" in first else GAMES[:1]


def scenarios(path: Path) -> Iterator[Scenario]:
    """Yield the scenarios of a file."""
    title, lines = "", list[tuple[int, str]]()
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        if line.startswith("## "):
            if lines:
                yield Scenario(path.stem, title, tuple(lines))
            title, lines = line.removeprefix("## "), []
        elif line and not line.startswith("#"):
            lines += ((number, it) for it in _statements(line))
    yield Scenario(path.stem, title, tuple(lines))


def _statements(line: str) -> Iterator[str]:
    """Yield the action in a line, and then what it says must be visible."""
    done, *seen = line.split(" => ")
    yield done
    who, sign = re.match(r"(\w+)(.)", done).groups()  # type: ignore[union-attr]
    for words in seen[0].split(" / ") if seen else ():
        yield f"{who}{'<' if sign == '>' else '|'} {words}"


class Lobby(Evening):
    """People in line mode, none of whom is ready yet."""

    def _human(self, name: str, **how: Any) -> Human:
        at_screen = how.pop("at_screen", False)
        return super()._human(name, **{**how, "eager": False, "at_screen": at_screen})


class LobbyAtScreen(Lobby):
    """Ann at a screen and others in line mode, none of whom is ready yet."""

    def _human(self, name: str, **how: Any) -> Human:
        return super()._human(name, **{"at_screen": name == "ann", **how})


KINDS = {"lobby": Lobby, "lobby at a screen": LobbyAtScreen}
"""Classes of evenings, by the first words of a scenario."""


class Stage:
    """The table at which a scenario is played."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder = folder
        self._game = game
        self._screens: dict[str, ScreenOf] = {}
        self._humans: dict[str, Human] = {}
        self._marks: dict[str, int] = {}
        """Up to where each has read what was shown."""
        self._typed: dict[str, int] = {}
        """How much had been shown when each last typed."""
        self._evening: Evening | None = None

    @property
    def evening(self) -> Evening:
        if self._evening is None:
            raise ValueError("the first line lays no table")
        return self._evening

    def play(self, scenario: Scenario) -> None:
        """
        Play a scenario to its end.

        Raises:
            AssertionError: an expectation fails; the message names the file and the line.
        """
        for number, line in scenario.lines:
            try:
                self._play(line)
            except AssertionError as problem:
                where = f"{scenario.file}.txt, line {number}: {line}"
                raise AssertionError(f"{where}\n{problem}") from problem

    def _play(self, line: str) -> None:
        line = re.sub(r"\[words of (\w+)\]", self._words_of, line)
        line = re.sub(r"\[key of (\w+)\]", self._key_of, line)
        line = re.sub(r"\[typed (\w+)\]", lambda it: p_("typed", it[1]), line)
        for pattern, play in STATEMENTS.items():
            if found := re.fullmatch(pattern, line):
                play(self, **found.groupdict())
                return
        raise ValueError(f"no statement: {line}")

    def _words_of(self, found: re.Match[str]) -> str:
        return identity_words(self.human(found[1]).identity.public)

    def _key_of(self, found: re.Match[str]) -> str:
        return fingerprint(self.human(found[1]).identity.public)

    def human(self, name: str) -> Human:
        return self._humans[name]

    def screen(self, name: str) -> ScreenOf:
        if name not in self._screens:
            self._screens[name] = ScreenOf(self.human(name))
        return self._screens[name]

    def came(self, human: Human) -> None:
        self._humans[human.name] = human

    # What is done.

    def lay(self, kind: str, names: str | None, terms: str | None) -> None:
        """Set up the table, or wait in its lobby."""
        some = [word.split("=") for word in (terms or "").split()]
        values: dict[str, Any] = {
            name: int(it) if it.isdigit() else it for name, it in some
        }
        own = {name: str(values.pop(name)) for name in GAME_OPTIONS & {*values}}
        others = (names or "").replace(",", "").split()
        made = KINDS.get(kind, Evening)
        self._evening = made(self._folder, self._game, others, own=own, **values)
        for human in self.evening.people:
            self.came(human)
        self._screens["ann"] = self.evening.screen

    def types(self, who: str, line: str) -> None:
        human = self.human(who)
        self._marks[who] = self._typed[who] = len(human.all)
        self.evening.type(human, line)

    def passes(self, time: str) -> None:
        self.evening.host.pass_time(*TIMES[time])

    def goes_on(self, number: str) -> None:
        """Make everybody choose until an age begins."""
        while age_of(self.human("bob").person.known) < int(number):
            self.choose("ann, bob, cleo", "if asked")

    def types_at_screen(self, who: str, line: str) -> None:
        screen = self.screen(who)
        screen.press("command")
        screen.stack.typed(line)
        self.evening.host.settle()

    def waits(self, seconds: str) -> None:
        """Let time pass in a single step, however much is due meanwhile."""
        self.evening.host.clock.advance(int(seconds))
        self.evening.host.settle()

    def disconnects(self, who: str) -> None:
        self.human(who).disconnect()
        self.evening.host.settle()

    def lose_host(self) -> None:
        for human in self.evening.people:
            human.disconnect()

    def host_is_back(self) -> None:
        self.evening.host.reconnect(self.evening.people)

    def hears_of(self, who: str, hosts: str) -> None:
        """Tell somebody which hosts announce the game; ``nobody`` stands for none."""
        names = [] if hosts == "nobody" else hosts.split(", ")
        found = [Nearby(name, _address_of(name)) for name in names]
        self.human(who).person.told(HostsFound(found))

    def can_host(self, who: str) -> None:
        self.human(who).can_host = True

    def falls_silent(self, who: str) -> None:
        self.disconnects(who)
        self.passes("silence")

    def returns(self, who: str) -> None:
        self.human(who).connect()
        self.evening.host.settle()

    def comes_to_watch(self, who: str, table: str) -> None:
        self.came(self.evening.connect_spectator(who, table=table))

    def comes(self, who: str) -> None:
        """Connect a person who names no table."""
        self.came(self.evening.connect(who))

    def starts_again(self, who: str) -> None:
        human = self.human(who)
        human.disconnect()
        human._begin(self.evening.host.table.name)
        self.returns(who)

    def moves(self, who: str, screen: str | None) -> None:
        """Reconnect a person on another machine, which has only their words."""
        self.human(who).disconnect()
        table = self.evening.host.table.name
        store, at_screen = restored_store(), screen is not None
        made = self.evening._human(who, at_screen=at_screen, store=store, table=table)
        self.came(made)
        self.evening.host.let_in(made)

    def choose(self, who: str, asked: str | None) -> None:
        """Make people choose; ``, if asked`` skips those who have nothing to choose."""
        for name in who.split(", "):
            human = self.human(name)
            if human.person.can_choose or not asked:
                self.evening.choose(human)

    def propose(self, who: str) -> None:
        """Make people propose at the same time to go on without the absent players."""
        for name in who.split(", "):
            person = self.human(name).person
            person.voting.go_on(person.known.absence.offered)
        self.evening.host.settle()

    def bot_comes(self, name: str | None) -> None:
        """Connect a host's bot: the one summoned last, unless a name is given."""
        if name is None:
            *_, (_table, name) = self.evening.host.bots.summoned
        self.evening.connect_bot(name)

    def remembers_other_keys(self, who: str, names: str) -> None:
        for name in names.split(", "):
            self.human(who).home.people.pin(name, Identity.generate().public)

    def confirms(self, who: str) -> None:
        """Make a person's program ask for confirmation before it sends a choice."""
        self.human(who).commands._confirm = True

    def has_no_bots(self) -> None:
        self.evening.host.bots.can_start = False

    # What is to be seen.

    def _shown(self, who: str, since: Mapping[str, int]) -> list[str]:
        return [_flat(line) for line in self.human(who).all[since.get(who, 0) :]]

    def reads(self, who: str, words: str) -> None:
        """Check that words appear in one or several lines, and continue after them."""
        text = "\n".join(self._shown(who, self._marks))
        ending = "$" if words.endswith((".", "?", "!")) else ""
        pattern = r"\s+".join(map(re.escape, words.split())) + ending
        found = re.search(pattern, text, re.MULTILINE)
        assert found, "\n".join(text.splitlines()[-SHOWN:])
        read = text.count("\n", 0, found.start())
        self._marks[who] = self._marks.get(who, 0) + read

    def reads_times(self, who: str, times: str, words: str) -> None:
        lines = self._shown(who, self._typed)
        count = sum(_flat(words) in line for line in lines)
        expected = int(times.replace("!", "0"))
        assert count == expected, "\n".join(lines[-SHOWN:])

    def stands(self, who: str, words: str) -> None:
        for size in SIZES:
            drawn = self.screen(who).flat(*size)
            assert _flat(words) in drawn, self.screen(who)(*size)

    def stands_nowhere(self, who: str, words: str) -> None:
        for size in SIZES:
            drawn = self.screen(who).flat(*size)
            assert _flat(words) not in drawn, self.screen(who)(*size)

    def stands_apart(self, who: str, words: str) -> None:
        """Check that each word appears somewhere on the screen, as in a column."""
        for size in SIZES:
            drawn = self.screen(who).flat(*size)
            assert all(map(drawn.__contains__, words.split())), drawn

    def is_asked(self, who: str, what: str, no: str | None) -> None:
        self.screen(who)()
        assert bool(self.screen(who).boxes(what)) is (no is None)

    def reads_in_box(self, who: str, what: str, words: str) -> None:
        """Check that words appear in a dialog, all of which is visible."""
        for size in SIZES:
            read = self.screen(who).read(what, *size)
            assert _flat(words) in read, read

    def is_offered(self, who: str, no: str | None, words: str) -> None:
        """Check the words that are offered for completing a line."""
        offered = {it.strip() for it in self.human(who).commands.words()}
        asked = {*words.split(", ")}
        assert (asked <= offered) if no is None else not (asked & offered), offered

    def has_prompt(self, who: str, prompt: str) -> None:
        assert self.human(who).commands.prompt.rstrip() == prompt

    def may_choose(self, who: str, no: str | None) -> None:
        assert self.human(who).person.can_choose is (no is None)

    def plays_alone(self, who: str, no: str | None) -> None:
        """Check whether a person's program plays for them."""
        person = self.human(who).person
        assert (person.known.handing.autopilot, person.is_program) == (no is None,) * 2

    def has_sealed(self, who: str, no: str | None) -> None:
        assert (self.human(who).person.known.sealed is not None) is (no is None)

    def has_laid(self, who: str, no: str | None) -> None:
        assert (self.human(who).person.lies is not None) is (no is None)

    def knows_keys(self, who: str, names: str) -> None:
        """Check whose keys a person's program remembers."""
        pins = self.human(who).home.people.path.read_text()
        keys = [self.human(name).identity.public.hex() for name in names.split(", ")]
        assert all(map(pins.__contains__, keys)), pins
        assert len(keys) == len(pins.splitlines())

    def seats(self, names: str) -> None:
        assert sorted(self.evening.seats) == sorted(names.split())

    def active(self, number: str) -> None:
        assert len(self.evening.host.game.fold.active) == int(number)

    def tables(self, number: str) -> None:
        assert len([*self.evening.host.server.registry]) == int(number)

    def bots(self, who: str, names: str) -> None:
        """Check at which seats a person sees bots."""
        known = self.human(who).person.known
        assert sorted(known.names[seat] for seat in known.bot_seats) == names.split()

    def went_to(self, who: str, where: str) -> None:
        """Check to which host a person moved: by its name, or its address."""
        named = {name: str(_address_of(name)) for name in ("salon", "inn")}
        went = [str(it).partition("#")[0] for it in self.human(who).gone_to]
        assert went == [named.get(where, where).partition("#")[0]]

    def has_started_host(self, who: str) -> None:
        assert self.human(who).hosted == 1

    def has_given_up(self, who: str) -> None:
        assert self.human(who).left == "failed"

    def has_left(self, who: str, no: str | None) -> None:
        assert self.human(who).left == ("left" if no is None else None)


def _address_of(host: str) -> Address:
    """Return an address for a host's name."""
    return Address(f"192.0.2.{ord(host[0])}", 7777, host[:1].encode() * 16)


def _flat(text: str) -> str:
    return " ".join(text.split())


WHO = r"(?P<who>\w+)"

STATEMENTS: Mapping[str, Callable[..., None]] = {
    (
        r"(?P<kind>tables?|lobby(?: at a screen)?)(?: of architects)?"
        r"(?: with (?P<names>[\w, ]+))?(?:; (?P<terms>.+))?"
    ): Stage.lay,
    rf"{WHO}> (?P<line>.*)": Stage.types,
    rf"{WHO}\* (?P<keys>.+)": lambda stage, who, keys: stage.screen(who).press(
        *keys.split(", ")
    ),
    rf"{WHO} leaves by: (?P<label>.+)": lambda stage, who, label: stage.screen(
        who
    ).leave_by(label),
    rf"{WHO} watches": lambda stage, who: stage.came(
        stage.evening.connect_spectator(who)
    ),
    rf"{WHO} watches at a screen": lambda stage, who: stage.came(
        stage.evening.connect_spectator(who, at_screen=True)
    ),
    rf"{WHO} comes": Stage.comes,
    rf"{WHO} comes to watch at (?P<table>\w+)": Stage.comes_to_watch,
    r"a bot(?: called (?P<name>\w+))? of the host's comes": Stage.bot_comes,
    r"the host starts no bots": Stage.has_no_bots,
    r"(?P<time>.+) passes": Stage.passes,
    r"(?P<seconds>\d+) seconds pass": Stage.waits,
    r"age (?P<number>\d) begins": Stage.goes_on,
    rf"{WHO} is cut off": Stage.disconnects,
    r"the host is lost": Stage.lose_host,
    r"the host is back": Stage.host_is_back,
    rf"{WHO} can host": Stage.can_host,
    rf"{WHO} hears of (?P<hosts>\w+(, \w+)*)": Stage.hears_of,
    rf"{WHO} went to (?P<where>\S+)": Stage.went_to,
    rf"{WHO} falls silent": Stage.falls_silent,
    rf"{WHO} is back": Stage.returns,
    rf"{WHO} remembers other keys of (?P<names>.+)": Stage.remembers_other_keys,
    rf"{WHO} knows the keys of (?P<names>.+)": Stage.knows_keys,
    rf"{WHO} confirms choices": Stage.confirms,
    rf"{WHO} interrupts": lambda stage, who: stage.human(who).commands.interrupted(),
    rf"{WHO}'s input ends": lambda stage, who: stage.human(who).commands.hung_up(),
    rf"{WHO} starts the program again": Stage.starts_again,
    rf"{WHO} moves to another machine(?P<screen> at a screen)?": Stage.moves,
    r"(?P<who>\w+(, \w+)*) chooses?(?P<asked>, if asked)?": Stage.choose,
    r"(?P<who>\w+(, \w+)*) propose at once": Stage.propose,
    r"in (?P<language>\w\w)": lambda stage, language: use(language),
    rf"{WHO}< (?P<words>.+)": Stage.reads,
    rf"{WHO}<(?P<times>[!\d]) (?P<words>.+)": Stage.reads_times,
    rf"{WHO}\| (?P<words>.+)": Stage.stands,
    rf"{WHO}\|! (?P<words>.+)": Stage.stands_nowhere,
    rf"{WHO}\|each (?P<words>.+)": Stage.stands_apart,
    rf"{WHO} is (?P<no>not )?asked (?P<what>\w+)": Stage.is_asked,
    rf"{WHO} is asked (?P<what>\w+): (?P<words>.+)": Stage.reads_in_box,
    rf"{WHO} is (?P<no>not )?offered (?P<words>.+)": Stage.is_offered,
    rf"{WHO}'s prompt is (?P<prompt>.+)": Stage.has_prompt,
    rf"{WHO} may (?P<no>not )?choose": Stage.may_choose,
    rf"{WHO}'s program (?:plays|(?P<no>rests))": Stage.plays_alone,
    rf"{WHO} has (?P<no>not )?sealed": Stage.has_sealed,
    rf"{WHO} has (?P<no>not )?left": Stage.has_left,
    rf"{WHO} has given up": Stage.has_given_up,
    rf"{WHO} has started a host": Stage.has_started_host,
    rf"{WHO} has (?P<no>not )?laid a card": Stage.has_laid,
    r"seats: (?P<names>.+)": Stage.seats,
    r"tables: (?P<number>\d)": Stage.tables,
    r"active: (?P<number>\d)": Stage.active,
    rf"{WHO} sees bots:(?P<names>.*)": Stage.bots,
    rf"{WHO}: (?P<line>.+)": Stage.types_at_screen,
}
"""The patterns of lines, and what is done for each."""
