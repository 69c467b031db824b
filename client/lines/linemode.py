"""
Line mode: narrates a session in text, as far as an event is worth a line.

Others' actions within a few seconds aren't: a line on who the table waits for, or on
what happens to the cards, appears only if that takes longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.person import comparing, handing
from sealed_wonders.client.person.listener import NullListener
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords import (
    absences,
    hosttables,
    lobby,
    stillthere,
    substitutes,
    waits,
)
from sealed_wonders.client.words import text
from sealed_wonders.net.words import _, n_, p_

if TYPE_CHECKING:
    from sealed_wonders.client.person.person import Person
    from sealed_wonders.client.view.sight import AnySight, Untold

CARDS_AGAIN = 3.0
"""Seconds from a line on card operations to the next."""

WAIT_AGAIN = 30.0
"""Seconds until a line repeats who the table waits for, and since when."""

_CARDS = -1
"""Stands for all phases in which programs process cards."""

_HOST = -2
"""Stands for anything that the host keeps us waiting for."""

_NEVER = (-1, 0.0)

HURRY = 10
"""Seconds left for a choice at which the person is reminded again."""


class LineMode(NullListener):
    """Shows a person the session as lines of text."""

    def __init__(self, show: Callable[[str], object], reactor: IReactorTime) -> None:
        """
        Create it.

        Args:
            show: Shows a line.
        """
        self._show = show
        self._reactor = reactor
        self._person: Person
        self._untold: list[Untold] = []
        """Events not shown yet."""
        self._hurry: IDelayedCall | None = None
        self._hurried = _NEVER
        """The phase and deadline for which the time left was last shown."""
        self._wait: IDelayedCall | None = None
        self._waited_for: int | None = None
        """The number of the phase that we wait for, `_CARDS` or `_HOST`."""
        self._said_of_wait = ""
        """The last line about waiting, so that none is read out twice."""

    def listen_to(self, person: Person) -> None:
        self._person = person

    def told(self, line: str) -> None:
        self._show(line)

    def answered(self, lines: Iterable[str]) -> None:
        for line in lines:
            self._show(line)

    def guide(self, *lines: str) -> None:
        self.answered(lines)

    # The host and its lobby.

    def tables(self) -> None:
        """Report the host and its tables, to a person who can choose one."""
        person, known = self._person, self._person.known
        if known.offline or person.seated or person.readiness.eager:
            return
        tables = known.tables
        person.tell(
            n_(
                "The host is called {host}, and has {n} table.",
                "The host is called {host}, and has {n} tables.",
                len(tables),
            ).format(host=text.host_named(known.host), n=len(tables))
        )
        for table in tables if len(tables) > 1 else ():
            person.tell(hosttables.line(table))

    def lobby(self, before: LobbyNews | None) -> None:
        """Report the lobby of a table that is new to us."""
        person, news = self._person, self._person.known.news
        if news is None:
            return
        # A person who plays against bots needn't hear of each one.
        if person.readiness.eager:
            if before is None or before.options != news.options:
                person.tell_all(lobby.terms(news))
        elif before is None or before.table != news.table:
            person.tell_all(lobby.whole(news, person.known.keyring))
            self.guide(lobby.waits_to_look_on() if news.looks_on else say_ready())
        elif before.looks_on and not news.looks_on:
            self.guide(say_ready())
        self._tell_readers(before, news)

    def _tell_readers(self, before: LobbyNews | None, now: LobbyNews) -> None:
        """Report which seats could read our hand together, if that has changed."""
        if before is None or before.table != now.table:
            return
        keyring = self._person.known.keyring
        said = [*lobby.readers(now, keyring)]
        if said != [*lobby.readers(before, keyring)]:
            self._person.tell_all(said)

    # The game.

    def happened(self, sight: AnySight[Any], lines: Sequence[str]) -> None:
        self._untold.append((sight, lines))

    def caught_up(self) -> None:
        """Show what happened; after very many events, only the outcome."""
        untold, self._untold = self._untold, []
        if untold:
            self.answered(self._person.known.face.narrator.caught_up(untold))

    def asked(self) -> None:
        """Show the question."""
        self._stop_waiting()
        known = self._person.known
        if known.menu is None:
            return
        self.guide("", *known.menu.lines())
        if hint := known.face.asker.hint(known, known.menu.question):
            self.guide(hint)

    def voting(self) -> None:
        """Show the ballot to vote on, or what can be proposed."""
        known = self._person.known
        names, me, asks = known.names, known.ours, known.absence.asks
        if asks is not None and asks.until is not None:
            left = absences.answer_in_time(
                asks.until - self._reactor.seconds(),
                by_program=known.handing.autopilot,
            )
            self.guide(
                "",
                absences.question(asks, known),
                *absences.reasons(asks, known.absence, names),
                *absences.consequences(asks, known),
                *([lobby.one_at_a_time()] if asks.substitutes else []),
                _("Type yes or no. {left}").format(left=left),
            )
        elif known.absence.offered:
            said = absences.offer(known.absence, names, me)
            typed = _("To do that, type: {word}")
            if known.absence.rescuable is not None:
                typed = _(
                    "To go on without the player, type: {word}. For a substitute, "
                    "type: {other}"
                )
            word, other = p_("typed", "without"), p_("typed", "substitute")
            hindrances = substitutes.hindrances(known)
            self.guide("", said, *hindrances, typed.format(word=word, other=other))

    def called(self) -> None:
        """Report that others want to go on without us, and how to prevent it."""
        known = self._person.known
        if (vote := known.absence.against_us) is not None:
            now = self._reactor.seconds()
            self.guide(
                "",
                *stillthere.lines(vote, known, now),
                *stillthere.what_to_do(known, by_line=True),
            )

    def comparing(self) -> None:
        """Ask whether others see the same table state."""
        known = self._person.known
        self.guide(
            "",
            *comparing.why(known),
            *(f"  {line}" for line in comparing.lines(known)),
            f"{comparing.question(known)} {_('Type yes or no.')}",
        )

    def offered(self) -> None:
        """Ask whether we take the offered seat."""
        if (offer := self._person.known.handing.offer) is not None:
            self.guide(
                "",
                handing.offered(offer),
                *handing.taking_means(offer),
                _("Type yes or no."),
            )

    def settled(self) -> None:
        self._stop_hurrying()
        self._hurried = _NEVER

    def over(self) -> None:
        self._stop_waiting()

    # Waiting.

    def waiting(self) -> None:
        """Schedule a line on who or what the table waits for."""
        wait = self._person.known.wait
        if wait is None or self._waited_for == _HOST:
            return
        what = wait.phase.number if wait.is_choice else _CARDS
        if what != self._waited_for:
            self._stop_waiting()
            self._waited_for = what
            self._wait = self._reactor.callLater(waits.PATIENCE, self._say_waiting)

    def expecting(self) -> None:
        """
        Report at once what the host keeps us waiting for: it has been a while already.
        """
        self._stop_waiting()
        if self._person.known.awaited is not None:
            self._waited_for = _HOST
            self._say_waiting()
        elif not self._person.can_choose:
            self.waiting()

    def _say_waiting(self) -> None:
        """Show what we wait for; for card operations, again whenever it changes."""
        self._wait, known = None, self._person.known
        said = waits.line(known, self._reactor.seconds())
        if said and said != self._said_of_wait:
            self._said_of_wait = said
            self.guide(said)
        if (again := self._wait_again) is not None:
            self._wait = self._reactor.callLater(again, self._say_waiting)

    @property
    def _wait_again(self) -> float | None:
        """Seconds until what we wait for is shown again; None for never."""
        known, now = self._person.known, self._reactor.seconds()
        if self._waited_for == _CARDS:
            return CARDS_AGAIN
        details = waits.detailed_at(known)
        if details is not None and details > now:
            return details - now
        # Repeat it now and then, with the time so far.
        is_long = self._waited_for == _HOST or known.absence.since
        return WAIT_AGAIN if is_long else None

    def _stop_waiting(self) -> None:
        if self._wait is not None:
            self._wait.cancel()
        self._wait = self._waited_for = None
        self._said_of_wait = ""

    def clock(self) -> None:
        """Show the time left for a choice, again when it gets short."""
        known = self._person.known
        is_asked = known.asked and not known.handing.autopilot
        if known.deadline is None or known.menu is None or not is_asked:
            self.settled()
            return
        hurried = known.menu.question.phase, known.deadline
        if not _is_same(hurried, self._hurried):
            self._hurried = hurried
            self._say_time()

    def _say_time(self) -> None:
        self._stop_hurrying()
        known, lies = self._person.known, self._person.lies
        if known.deadline is None or known.menu is None:
            return
        left = round(known.deadline - self._reactor.seconds())
        if left <= 0:
            return
        if lies is not None:
            said = _("{time} left; then this will be sealed: {move}.")
            move = lies.whole
        else:
            said = _("{time} left; then your program will choose: {move}.")
            move = known.menu.in_words(known.menu.question.default)
        self.guide(said.format(time=text.duration(left), move=move))
        if left > HURRY:
            self._hurry = self._reactor.callLater(left - HURRY, self._say_time)

    def _stop_hurrying(self) -> None:
        if self._hurry is not None and self._hurry.active():
            self._hurry.cancel()
        self._hurry = None


def _is_same(one: tuple[int, float], other: tuple[int, float]) -> bool:
    """Return whether the deadline for a choice is the same to within a second."""
    return one[0] == other[0] and abs(one[1] - other[1]) <= 1


def say_ready() -> str:
    return _(
        "When you are ready to begin, type ready. To list all commands, type help."
    )
