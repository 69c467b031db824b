"""
Features: what a person can do at a table besides choosing, each declared once.

A declaration in `features` gives a feature its command with completion and help in line
mode, its key with label and help on screens, its dialog, and its status line. The
implementation is in a separate module (`pausing`, `earlyend`, …).

To add a feature, write its module and declare it here. This module imports no feature's
module: settings read the keys, and have to start at once. A feature's name is also that
of its key in settings files, so it can't change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypedDict

from sealed_wonders.client.tablewords import unavailable
from sealed_wonders.net.words import _, marked, p_

if TYPE_CHECKING:
    from sealed_wonders.client.person.breaks import Breaks
    from sealed_wonders.client.person.comparing import Comparing
    from sealed_wonders.client.person.disclosing import Disclosing
    from sealed_wonders.client.person.earlyend import Finishing
    from sealed_wonders.client.person.elsewhere import Elsewhere
    from sealed_wonders.client.person.handing import SeatHandover
    from sealed_wonders.client.person.hostconsole import Managing
    from sealed_wonders.client.person.leaving import Leaving
    from sealed_wonders.client.person.pausing import Pausing
    from sealed_wonders.client.person.personballots import Voting
    from sealed_wonders.client.person.readiness import Readiness
    from sealed_wonders.client.person.retiming import Retiming
    from sealed_wonders.client.person.seatwords import SeatWords
    from sealed_wonders.client.person.takeoverhost import HostTakeover
    from sealed_wonders.client.person.talking import Talking
    from sealed_wonders.client.questions.dialog import Dialog, DialogLine, Key
    from sealed_wonders.client.view.tablemodel import TableModel

Lines = Iterable[str]

Text = Callable[[], str]
"""Returns words in the language current when it is called."""


class Orders(Protocol):
    """Commands whose answers depend on what was typed before."""

    def be_ready(self, ready: bool) -> None: ...
    def finish(self) -> None: ...
    def give(self, rest: str) -> None: ...
    def insist(self) -> None: ...
    def look_from(self, rest: str) -> None: ...
    def manage(self, rest: str) -> None: ...
    def quit(self, rest: str) -> None: ...
    def rematch(self, rest: str) -> None: ...
    def say(self, line: str) -> None: ...
    def sit(self) -> None: ...
    def substitute(self, rest: str) -> None: ...
    def turn_bot(self) -> None: ...
    def undo(self) -> None: ...
    def without(self, rest: str) -> None: ...


class FeaturePerson(Protocol):
    """A person, as far as features know one."""

    known: TableModel
    breaks: Breaks
    comparing: Comparing
    disclosing: Disclosing
    finishing: Finishing
    handing: SeatHandover
    here: HostTakeover
    leaving: Leaving
    managing: Managing
    moving: Elsewhere
    pausing: Pausing
    readiness: Readiness
    retiming: Retiming
    seatwords: SeatWords
    talking: Talking
    voting: Voting

    @property
    def is_guest(self) -> bool:
        """Whether the seat is lent, so that only features for `guests` are there."""

    @property
    def commands(self) -> Orders: ...
    @property
    def can_play_again(self) -> bool: ...
    @property
    def can_look_on_again(self) -> bool: ...
    def show_presence(self) -> None: ...


class Help(NamedTuple):
    """One line of the help in line mode."""

    means: Text
    usage: Text | None = None
    """The command with its arguments; None: the word alone."""
    listed: Callable[[TableModel], bool] = lambda known: True
    """Whether the help lists it in the current state."""


class Action(NamedTuple):
    """Something that a key does."""

    keys: tuple[str, ...]
    """Keys as prompt-toolkit names them; a space separates keys pressed in sequence."""
    short: str
    """A word or two for the line of keys; a marked message, or empty."""
    long: str
    """The whole description, for the help; a marked message."""


def always(person: FeaturePerson) -> bool:
    """Offer a word in completion, or a key below the screen, at any time."""
    return True


def never(person: FeaturePerson) -> bool:
    """Never offer a word in completion or a key below the screen; both work anyway."""
    return False


def _everywhere(known: TableModel) -> bool:
    return True


def _in_company(known: TableModel) -> bool:
    """Whether anybody but bots would notice."""
    return not known.is_among_bots


def _can_stop_clock(known: TableModel) -> bool:
    """Whether there is a clock to stop, or somebody who waits for us."""
    return _in_company(known) or bool(known.times) or known.standstill is not None


def unasked(person: FeaturePerson) -> object:
    """Never ask unprompted."""
    return None


def _unsaid() -> str:
    return ""


class Feature(NamedTuple):
    """Something that a person can do at a table besides choosing."""

    name: str
    """The English command, which is also the name of its key's action."""
    word: Text
    """The command in the current language."""
    do: Callable[[FeaturePerson, str], Lines | None]
    """
    Carries the feature out, given the rest of the typed line.

    Returns the answer for the person who typed it. If the feature isn't possible now,
    the reason is shown or returned.
    """
    enabled: Callable[[FeaturePerson], bool] = always
    """Whether completion offers the word: the feature is possible and useful now."""
    matters: Callable[[TableModel], bool] = _everywhere
    """
    Whether it makes any difference at such a table. Otherwise, no help lists it,
    although its word and its key still work.
    """
    playing: Help | None = None
    """The help line for a player in a game."""
    watching: Help | None = None
    """The help line for a spectator."""
    lobby: Help | None = None
    """The help line in the lobby."""
    key: Action | None = None
    """The key on every screen; None if the feature can only be typed."""
    in_bar: Callable[[FeaturePerson], bool] = never
    if_room: Callable[[FeaturePerson], bool] = never
    """Whether the key row shows its key once all others have found room."""
    """Whether the key is listed below a screen now."""
    called: Callable[[FeaturePerson], str] = lambda person: ""
    """The key's current label; empty for the label in `key`."""
    dialog: Callable[[FeaturePerson, Key], Dialog | str | None] | None = None
    """
    Returns the dialog that the key opens, or text on why it isn't possible.

    If it returns None, nothing needs asking and the key carries the feature out.
    Without a `dialog`, the key does what the word does.
    """
    first: tuple[str, ...] = ()
    """Features whose dialogs the key opens instead, if they have one now."""
    asks: Callable[[FeaturePerson], object] = unasked
    """
    The question that its dialog asks unprompted, or None; equal while it is the same.
    """
    hint: Callable[[FeaturePerson, Key], str] = lambda person, key: ""
    """
    A hint shown once below a screen when the feature becomes possible, while it is.
    """
    status: Callable[[FeaturePerson, Key], DialogLine | None] = lambda person, key: None
    """The status line while the state lasts; a dim one gives way to news."""
    nowhere: Text = _unsaid
    """Why it isn't possible where nobody has a seat, such as in a replay."""
    opens: bool = False
    """Whether typing it alone on a screen opens what its key opens."""
    guests: bool = False
    """
    Whether somebody whose seat another person's program plays can use it.

    It must neither read nor write anything of that person's, nor lead their program to
    an address.
    """

    def works(self, person: FeaturePerson, key: Key) -> bool:
        """Return whether its key does something useful now."""
        if not self.matters(person.known):
            return False
        others = [it.dialog for it in map(named, self.first) if it is not None]
        for dialog in (*others, self.dialog):
            asked = None if dialog is None else dialog(person, key)
            if asked is not None and not isinstance(asked, str):
                return not asked.remains
        if self.dialog is None:
            return self.enabled(person)
        return self.dialog(person, key) is None

    def help(self, known: TableModel) -> tuple[str, str] | None:
        """Return the command and its help for the current state; None for no line."""
        if known.charter is None:
            line = self.lobby
        else:
            line = self.watching if known.ours is None else self.playing
        if line is None or not (self.matters(known) and line.listed(known)):
            return None
        return (self.word if line.usage is None else line.usage)(), line.means()


def _is_way_on_open(person: FeaturePerson) -> bool:
    """Whether the game can be continued elsewhere, or without somebody."""
    known, absence = person.known, person.known.absence
    is_elsewhere = bool(known.may_host or known.elsewhere or known.halted)
    return is_elsewhere or bool(absence.asks or absence.offered)


def _way_on_called(person: FeaturePerson) -> str:
    """Return the label of the way to continue elsewhere; empty if there is none."""
    known = person.known
    if known.halted:
        return _("continue")
    if known.elsewhere:
        return _("go to another host")
    return _("continue here") if known.may_host else ""


def _is_asked_about_clock(person: FeaturePerson) -> bool:
    """Return whether the key ends a pause, or answers a proposal."""
    known = person.known
    stands_still = known.standstill is not None and known.ours is not None
    return stands_still and not _would_go_on(known) or person.retiming.is_asked


def _would_go_on(known: TableModel) -> bool:
    """Return whether we have agreed to end the pause."""
    return known.standstill is not None and known.ours in known.standstill.would_go_on


def _may_pause(person: FeaturePerson) -> bool:
    known = person.known
    pauses = known.charter is not None and _plays(person) and _can_stop_clock(known)
    return pauses and not (_would_go_on(known) or person.pausing.why_not)


def _pause_called(person: FeaturePerson) -> str:
    """Return what the key does now, if it isn't a pause."""
    if person.retiming.is_asked:
        return _("new clock?")
    return _("resume") if person.known.standstill is not None else ""


def _plays(person: FeaturePerson) -> bool:
    return person.known.ours is not None


def _is_in_lobby(known: TableModel) -> bool:
    """Return whether the person has or wants a seat, rather than to watch."""
    return not known.handing.looks_on


def _is_seated_in_lobby(person: FeaturePerson) -> bool:
    return person.known.charter is None and _is_in_lobby(person.known)


def _absent_from(person: FeaturePerson) -> object:
    vote = person.known.absence.against_us
    return None if vote is None else vote.key


def _ballot_of(person: FeaturePerson) -> object:
    asks = person.known.absence.asks
    return None if asks is None else asks.key


class _Both(TypedDict):
    playing: Help
    watching: Help


def _both(
    means: Text,
    usage: Text | None = None,
    listed: Callable[[TableModel], bool] = lambda known: True,
) -> _Both:
    """Return the same help line for players and spectators."""
    line = Help(means, usage, listed)
    return {"playing": line, "watching": line}


def _silent(
    do: Callable[[FeaturePerson, str], object],
) -> Callable[[FeaturePerson, str], None]:
    """Wrap a feature that reports its own outcome."""

    def typed(person: FeaturePerson, rest: str) -> None:
        do(person, rest)

    return typed


@cache
def features() -> tuple[Feature, ...]:
    """Return all features, in the order of the help."""
    return (
        *_before_a_game(),
        *_by_program(),
        *_in_a_game(),
        *_talk(),
        *_leaving(),
    )


def _by_program() -> Iterator[Feature]:
    yield Feature(
        "bot",
        lambda: p_("typed", "bot"),
        _silent(lambda person, rest: person.commands.turn_bot()),
        lambda person: person.handing.may_play_alone,
        playing=Help(lambda: _("let your bot play for you; repeat to take over")),
        key=Action(
            ("z",),
            marked("bot"),
            marked("let your bot play for you, or take over again"),
        ),
        in_bar=lambda person: person.handing.may_play_alone,
        called=lambda person: _("take over") if person.known.handing.autopilot else "",
        status=lambda person, key: person.handing.status(key),
        nowhere=unavailable.no_seat_for_bot,
    )


def _before_a_game() -> Iterator[Feature]:
    yield Feature(
        "sit",
        lambda: p_("typed", "sit"),
        _silent(lambda person, rest: person.commands.sit()),
        lambda person: person.known.charter is None and person.known.handing.looks_on,
        lobby=Help(
            lambda: _("take a seat, if one is free"),
            listed=lambda known: known.handing.looks_on,
        ),
        guests=True,
    )
    yield Feature(
        "ready",
        lambda: p_("typed", "ready"),
        lambda person, rest: person.commands.be_ready(True),
        _is_seated_in_lobby,
        lobby=Help(
            lambda: _("begin as soon as the others are ready"), listed=_is_in_lobby
        ),
        guests=True,
    )
    yield Feature(
        "not",
        lambda: p_("typed", "not"),
        lambda person, rest: person.commands.be_ready(False),
        _is_seated_in_lobby,
        lobby=Help(
            lambda: _("say that you are no longer ready"),
            lambda: p_("typed", "not ready"),
            _is_in_lobby,
        ),
        guests=True,
    )
    yield Feature(
        "trust",
        lambda: p_("typed", "trust"),
        lambda person, rest: person.readiness.trust(rest),
        never,
        lobby=Help(
            lambda: _("accept a player's changed key"),
            lambda: p_("typed", "trust NAME"),
        ),
    )
    yield Feature(
        "unseat",
        lambda: p_("typed", "unseat"),
        lambda person, rest: person.readiness.unseat(rest),
        never,
        lobby=Help(
            lambda: _("ask for the seat of somebody who isn't ready; repeat to stop"),
            lambda: p_("typed", "unseat NAME"),
            _is_in_lobby,
        ),
    )
    yield Feature(
        "host",
        lambda: p_("typed", "host"),
        lambda person, rest: person.commands.manage(rest),
        never,
    )


def _in_a_game() -> Iterator[Feature]:
    yield Feature(
        "here",
        lambda: p_("typed", "here"),
        _silent(lambda person, rest: person.here.go_on()),
        lambda person: person.known.may_host,
        **_both(
            lambda: _("host the table on this machine"),
            listed=lambda known: known.may_host,
        ),
        dialog=lambda person, key: person.here.dialog(key),
        asks=lambda person: person.known.may_host or None,
    )
    yield Feature(
        "there",
        lambda: p_("typed", "there"),
        lambda person, rest: person.moving.go(rest),
        lambda person: person.known.offline,
        **_both(
            lambda: _("move to the host that you were invited to"),
            usage=lambda: p_("typed", "there INVITATION"),
            listed=lambda known: known.offline,
        ),
        dialog=lambda person, key: person.moving.dialog(key),
        asks=lambda person: person.known.elsewhere or None,
        guests=True,
    )
    yield Feature(
        "continue",
        lambda: p_("typed", "continue"),
        lambda person, rest: person.commands.insist(),
        lambda person: bool(person.known.halted),
        **_both(
            lambda: _("make your program continue anyway"),
            listed=lambda known: bool(known.halted),
        ),
        dialog=lambda person, key: person.moving.halt_dialog(key),
        asks=lambda person: person.known.halted or None,
        guests=True,
    )
    yield Feature(
        "seat",
        lambda: p_("typed", "seat"),
        lambda person, rest: person.commands.look_from(rest),
        never,  # completion offers it with each name: `CommandLine.words`
        watching=Help(
            lambda: _("watch from another seat"), lambda: p_("typed", "seat NAME")
        ),
        guests=True,
    )
    yield Feature(
        "accept",
        lambda: p_("typed", "accept"),
        _silent(lambda person, rest: person.handing.take()),
        lambda person: person.known.handing.offer is not None,
        watching=Help(
            lambda: _("take the seat that you are offered"),
            listed=lambda known: known.handing.offer is not None,
        ),
        dialog=lambda person, key: person.handing.offer_dialog(),
        asks=lambda person: person.known.handing.offer,
        guests=True,
    )
    yield Feature(
        "compare",
        lambda: p_("typed", "compare"),
        lambda person, rest: person.comparing.lines(),
        matters=_in_company,
        **_both(lambda: _("compare the state of the game")),
        key=Action(("f4",), marked("compare"), marked("compare the state of the game")),
        in_bar=lambda person: person.comparing.asks,
        dialog=lambda person, key: person.comparing.dialog(key),
        asks=lambda person: person.comparing.asks or None,
        nowhere=unavailable.nothing_to_compare,
        opens=True,
        guests=True,
    )
    yield Feature(
        "without",
        lambda: p_("typed", "without"),
        lambda person, rest: person.commands.without(rest),
        lambda person: bool(person.known.absence.offered),
        playing=Help(lambda: _("propose going on without an absent player")),
        key=Action(
            ("f7",),
            marked("go on without"),
            marked("vote on whether to go on without an absent player"),
        ),
        in_bar=_is_way_on_open,
        dialog=lambda person, key: person.voting.dialog(key),
        first=("continue", "there", "here"),
        called=_way_on_called,
        asks=_ballot_of,
        hint=lambda person, key: person.voting.hint(key),
        nowhere=unavailable.nobody_is_absent,
        guests=True,
    )
    yield Feature(
        "present",
        lambda: p_("typed", "present"),
        _silent(lambda person, rest: person.show_presence()),
        lambda person: person.known.absence.against_us is not None,
        playing=Help(
            lambda: _("show that you're still there"),
            listed=lambda known: known.absence.against_us is not None,
        ),
        dialog=lambda person, key: person.voting.still_there(),
        asks=_absent_from,
        guests=True,
    )
    yield Feature(
        "substitute",
        lambda: p_("typed", "substitute"),
        lambda person, rest: person.commands.substitute(rest),
        lambda person: person.known.absence.rescuable is not None,
        playing=Help(
            lambda: _("propose a substitute for an absent player"),
            listed=lambda known: known.may_rescue,
        ),
        guests=True,
    )
    yield Feature(
        "give",
        lambda: p_("typed", "give"),
        lambda person, rest: person.commands.give(rest),
        never,
        playing=Help(lambda: _("hand your seat over to a program, a bot or a friend")),
        guests=True,
    )
    yield Feature(
        "keep",
        lambda: p_("typed", "keep"),
        _silent(lambda person, rest: person.handing.keep()),
        never,
        playing=Help(lambda: _("keep your seat, or take it back")),
        guests=True,
    )
    yield Feature(
        "words",
        lambda: p_("typed", "words"),
        lambda person, rest: person.seatwords.lines(rest.lower()),
        # No other machine reaches a host that lets nobody else in.
        matters=lambda known: not known.is_private,
        playing=Help(lambda: _("the twelve words for another machine")),
        key=Action(
            ("f3",), marked("words"), marked("the twelve words for another machine")
        ),
        dialog=lambda person, key: person.seatwords.dialog(),
        nowhere=unavailable.no_seat_words,
        opens=True,
        guests=True,
    )
    yield Feature(
        "disown",
        lambda: p_("typed", "disown"),
        _silent(lambda person, rest: person.talking.disown()),
        never,
        _in_company,
        playing=Help(lambda: _("tell the others that somebody else played your seat")),
        guests=True,
    )
    yield Feature(
        "pause",
        lambda: p_("typed", "pause"),
        _silent(lambda person, rest: person.pausing.pause()),
        lambda person: _plays(person) and person.known.standstill is None,
        _can_stop_clock,
        playing=Help(lambda: _("pause the game until everybody is ready to resume")),
        key=Action(
            ("f5",),
            marked("pause"),
            marked("pause the game, or agree to resume"),
        ),
        in_bar=_is_asked_about_clock,
        if_room=_may_pause,
        called=_pause_called,
        dialog=lambda person, key: person.pausing.dialog(key),
        status=lambda person, key: person.pausing.status(),
        nowhere=lambda: _(
            "You aren't in a game with others, so there is nothing to pause."
        ),
        guests=True,
    )
    yield Feature(
        "resume",
        lambda: p_("typed", "resume"),
        _silent(lambda person, rest: person.pausing.resume()),
        lambda person: _plays(person) and person.known.standstill is not None,
        _can_stop_clock,
        playing=Help(lambda: _("agree to resume")),
        guests=True,
    )
    yield Feature(
        "break",
        lambda: p_("typed", "break"),
        _silent(lambda person, rest: person.breaks.propose()),
        lambda person: person.breaks.can_be,
        _can_stop_clock,
        playing=Help(
            lambda: _("propose a break at the end of this age; repeat to withdraw it")
        ),
        key=Action(
            ("f9",),
            marked("break"),
            marked("propose a break at the end of this age, or withdraw it"),
        ),
        dialog=lambda person, key: person.breaks.dialog(),
        status=lambda person, key: person.breaks.status(),
        nowhere=unavailable.no_break,
        guests=True,
    )
    yield Feature(
        "clock",
        lambda: p_("typed", "clock"),
        lambda person, rest: person.retiming.typed(rest),
        _plays,
        playing=Help(
            lambda: _("see how much time everybody has, and how to change the clock")
        ),
        watching=Help(lambda: _("see how much time everybody has")),
        status=lambda person, key: person.retiming.status(key),
        guests=True,
    )
    yield Feature(
        "finish",
        lambda: p_("typed", "finish"),
        _silent(lambda person, rest: person.commands.finish()),
        lambda person: person.finishing.can_be,
        playing=Help(lambda: _("end the game here, if everybody agrees")),
        key=Action(
            ("f12",),
            marked("end the game"),
            marked("end the game here, if everybody agrees"),
        ),
        in_bar=lambda person: person.finishing.asks is not None,
        dialog=lambda person, key: person.finishing.dialog(),
        asks=lambda person: person.finishing.asks,
        nowhere=lambda: _("You aren't playing, so you have no game to end."),
        status=lambda person, key: person.finishing.status(key),
        guests=True,
    )
    yield Feature(
        "rematch",
        lambda: p_("typed", "rematch"),
        lambda person, rest: person.commands.rematch(rest),
        lambda person: person.can_play_again or person.can_look_on_again,
        playing=Help(lambda: _("play a rematch, once the game is over")),
        watching=Help(lambda: _("watch the rematch, if there is one")),
        guests=True,
    )
    yield Feature(
        "open",
        lambda: p_("typed", "open"),
        _silent(lambda person, rest: person.disclosing.disclose()),
        lambda person: bool(person.known.disclosable),
        playing=Help(
            lambda: _(
                "show the cards that you sold or put under your wonder, once the game "
                "is over"
            )
        ),
        guests=True,
    )
    yield Feature(
        "undo",
        lambda: p_("typed", "undo"),
        lambda person, rest: person.commands.undo(),
        never,
        guests=True,
    )


def _talk() -> Iterator[Feature]:
    yield Feature(
        "say",
        lambda: p_("typed", "say"),
        lambda person, rest: person.commands.say(rest),
        never,
        lobby=Help(
            lambda: _("send the table a message; say 1 sends a ready-made phrase"),
            lambda: p_("typed", "say WORDS"),
        ),
        guests=True,
    )
    yield Feature(
        "me",
        lambda: p_("typed", "me"),
        _silent(lambda person, rest: person.talking.do(rest)),
        never,
        lobby=Help(
            lambda: _("tell the table what you are doing"),
            lambda: p_("typed", "me WORDS"),
        ),
        guests=True,
    )
    yield Feature(
        "mute",
        lambda: p_("typed", "mute"),
        _silent(lambda person, rest: person.talking.mute(rest)),
        never,
        lobby=Help(
            lambda: _("mute somebody; unmute NAME reverses this"),
            lambda: p_("typed", "mute NAME"),
        ),
        key=Action(("f6",), marked("mute"), marked("mute or unmute somebody")),
        dialog=lambda person, key: person.talking.dialog(),
        nowhere=unavailable.nobody_to_mute,
        opens=True,
        guests=True,
    )
    yield Feature(
        "unmute",
        lambda: p_("typed", "unmute"),
        _silent(lambda person, rest: person.talking.unmute(rest)),
        never,
        guests=True,
    )


def _leaving() -> Iterator[Feature]:
    yield Feature(
        "leave",
        lambda: p_("typed", "leave"),
        lambda person, rest: person.commands.quit(rest),
        never,
        lobby=Help(lambda: _("leave the table and end the program")),
        guests=True,
    )
    yield Feature(
        "quit",
        lambda: p_("typed", "quit"),
        lambda person, rest: person.commands.quit(rest),
        never,
        playing=Help(lambda: _("leave; your seat is kept")),
        watching=Help(lambda: _("leave")),
        key=Action(("q", "c-c", "c-d"), marked("quit"), marked("leave")),
        in_bar=always,
        dialog=lambda person, key: person.leaving.dialog(),
        guests=True,
    )


def keyed() -> Sequence[tuple[str, ...]]:
    """Return the names of features with keys, by group in the order of the help."""
    groups = _in_a_game(), _talk(), _leaving(), _by_program()
    return [tuple(it.name for it in group if it.key is not None) for group in groups]


def named(name: str) -> Feature | None:
    """Return the feature of a name, or None."""
    return next((it for it in features() if it.name == name), None)


def features_of(person: FeaturePerson) -> Iterator[Feature]:
    """Yield the features that a person has: all of them, or those for guests."""
    return (it for it in features() if it.guests or not person.is_guest)


def named_of(person: FeaturePerson, name: str) -> Feature | None:
    """Return the feature of a name if a person has it, or None."""
    return next((it for it in features_of(person) if it.name == name), None)


def help_lines(
    known: TableModel, names: Iterable[str] | None = None
) -> Iterator[tuple[str, str]]:
    """Yield what can be typed now and its help; *names* limits it to some features."""
    wanted = None if names is None else frozenset(names)
    for feature in features():
        if wanted is None or feature.name in wanted:
            line = feature.help(known)
            if line is not None:
                yield line


def help_of_talk() -> Sequence[tuple[str, str]]:
    """Return commands of chat and their help, which are the same everywhere."""
    lines = [(it.lobby.usage, it.lobby.means) for it in _talk() if it.lobby is not None]
    return [(usage(), means()) for usage, means in lines if usage is not None]
