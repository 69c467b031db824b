"""
Line mode: what a session tells is said in lines, once it is worth one.

What others do within a few seconds isn't: a line says for whom the table waits, or what
is done with the cards, only when that takes longer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.terminal import (
    absences,
    comparing,
    handing,
    lobby,
    stillthere,
    substitutes,
    text,
    waits,
)
from sealed_wonders.client.terminal.listener import Listener
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.words import _, n_, p_

if TYPE_CHECKING:
    from sealed_wonders.client.terminal.person import Person
    from sealed_wonders.client.terminal.sight import Sight, Untold

WAIT_PATIENCE = 3.0
"""Seconds after which it is worth a line that others haven't chosen yet."""

CARDS_PATIENCE = 1.0
"""Seconds after which it is worth a line what is done with the cards just now."""

CARDS_AGAIN = 3.0
"""Seconds after such a line until there is another."""

WAIT_AGAIN = 30.0
"""Seconds after which it is said again for whom the table waits, and since when."""

_CARDS = -1
"""Stands for all phases together in which programs do something with the cards."""

_HOST = -2
"""Stands for whatever the host keeps us waiting for."""

_NEVER = (-1, 0.0)

HURRY = 10
"""Seconds left of a turn at which a person is told again."""


class LineMode(Listener):
    """Says what a person hears in lines."""

    def __init__(self, show: Callable[[str], object], reactor: IReactorTime) -> None:
        """
        Begin with nothing said.

        Args:
            show: shows a line.
        """
        self._show = show
        self._reactor = reactor
        self._person: Person
        self._untold: list[Untold] = []
        """What happened and hasn't been said."""
        self._hurry: IDelayedCall | None = None
        self._hurried = _NEVER
        """The choice for which it was said last what time is left, and until when that was."""
        self._wait: IDelayedCall | None = None
        self._waited_for: int | None = None
        """The phase for which we wait, or `_CARDS`."""
        self._said_of_wait = ""
        """So that nothing is read out twice."""

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
        """Say where we are, to whoever has a choice of tables."""
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
            person.tell(table_line(table))

    def lobby(self, before: LobbyNews | None) -> None:
        """Say how a table stands that wasn't ours before."""
        person, news = self._person, self._person.known.news
        if news is None:
            return
        if person.readiness.eager:  # whoever plays with bots needn't hear of each
            if before is None or before.options != news.options:
                person.tell_all(lobby.terms(news))
        elif before is None or before.table != news.table:
            person.tell_all(lobby.whole(news, person.known.keyring))
            self.guide(lobby.waits_to_look_on() if news.looks_on else say_ready())
        elif before.looks_on and not news.looks_on:
            self.guide(say_ready())
        self._tell_readers(before, news)

    def _tell_readers(self, before: LobbyNews | None, now: LobbyNews) -> None:
        """Say who could read our hand together, where that has changed at a table."""
        if before is None or before.table != now.table:
            return
        keyring = self._person.known.keyring
        said = [*lobby.readers(now, keyring)]
        if said != [*lobby.readers(before, keyring)]:
            self._person.tell_all(said)

    # The game.

    def happened(self, sight: Sight[Any], lines: Sequence[str]) -> None:
        self._untold.append((sight, lines))

    def caught_up(self) -> None:
        """Say what happened; of very much at once, only where it led."""
        untold, self._untold = self._untold, []
        if untold:
            self.answered(self._person.known.face.narrator.caught_up(untold))

    def asked(self) -> None:
        """Put the question."""
        self._stop_waiting()
        known = self._person.known
        if known.menu is None:
            return
        self.guide("", *known.menu.lines())
        if hint := known.face.asker.hint(known, known.menu.question):
            self.guide(hint)

    def voting(self) -> None:
        """Ask whether to go on without somebody, or say that it may be proposed."""
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
                    "To go on without, type: {word}. For somebody else to play on, type: "
                    "{other}"
                )
            word, other = p_("typed", "without"), p_("typed", "substitute")
            hindrances = substitutes.hindrances(known)
            self.guide("", said, *hindrances, typed.format(word=word, other=other))

    def called(self) -> None:
        """Say that others would go on without us, and how we stay."""
        known = self._person.known
        if (vote := known.absence.against_us) is not None:
            now = self._reactor.seconds()
            self.guide(
                "",
                *stillthere.lines(vote, known, now),
                *stillthere.what_to_do(known, by_line=True),
            )

    def comparing(self) -> None:
        """Ask whether others see the same."""
        known = self._person.known
        self.guide(
            "",
            *comparing.why(known),
            *(f"  {line}" for line in comparing.lines(known)),
            f"{comparing.question(known)} {_('Type yes or no.')}",
        )

    def offered(self) -> None:
        """Ask whether we take a seat."""
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

    # What takes long.

    def waiting(self) -> None:
        """Say for whom or what we wait, when it takes long."""
        wait = self._person.known.wait
        if wait is None or self._waited_for == _HOST:
            return
        what = wait.phase.number if wait.is_choice else _CARDS
        if what != self._waited_for:
            self._stop_waiting()
            self._waited_for = what
            patience = WAIT_PATIENCE if wait.is_choice else CARDS_PATIENCE
            self._wait = self._reactor.callLater(patience, self._say_waiting)

    def expecting(self) -> None:
        """Say at once for what the host keeps us waiting: it has been a while already."""
        self._stop_waiting()
        if self._person.known.awaited is not None:
            self._waited_for = _HOST
            self._say_waiting()
        elif not self._person.can_choose:
            self.waiting()

    def _say_waiting(self) -> None:
        """Say what we wait for; what programs do is said again when it changes."""
        self._wait, known = None, self._person.known
        said = waits.line(known, self._reactor.seconds())
        if said and said != self._said_of_wait:
            self._said_of_wait = said
            self.guide(said)
        if self._waited_for == _CARDS:
            self._wait = self._reactor.callLater(CARDS_AGAIN, self._say_waiting)
        elif self._waited_for == _HOST or known.absence.since:
            # For how long, now and again.
            self._wait = self._reactor.callLater(WAIT_AGAIN, self._say_waiting)

    def _stop_waiting(self) -> None:
        if self._wait is not None:
            self._wait.cancel()
        self._wait = self._waited_for = None
        self._said_of_wait = ""

    def clock(self) -> None:
        """Say how much time is left, now and again when it is short."""
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
            said = _("{time} left; then this is sealed: {move}.")
            move = lies.whole
        else:
            said = _("{time} left; then your program chooses: {move}.")
            move = known.menu.in_words(known.menu.question.default)
        self.guide(said.format(time=text.duration(left), move=move))
        if left > HURRY:
            self._hurry = self._reactor.callLater(left - HURRY, self._say_time)

    def _stop_hurrying(self) -> None:
        if self._hurry is not None and self._hurry.active():
            self._hurry.cancel()
        self._hurry = None


def _is_same(one: tuple[int, float], other: tuple[int, float]) -> bool:
    """Tell whether the time for a choice is what it was, but for whole seconds."""
    return one[0] == other[0] and abs(one[1] - other[1]) <= 1


def say_ready() -> str:
    return _("Type ready when you want to begin, and help for what else you can type.")


def table_line(table: TableLine) -> str:
    """Say how a table of a host's stands."""
    states = {
        "lobby": _("not begun"),
        "playing": _("being played"),
        "over": _("over"),
    }
    seated = n_("{n} seated", "{n} seated", table.seated).format(n=table.seated)
    if table.seats:
        seated = _("{n} of {seats} seated").format(n=table.seated, seats=table.seats)
    line = _("Table {name}, {state}, {seated}: {who}.")
    if not table.players:
        line = _("Table {name}, {state}, {seated}.")
    line = line.format(
        name=text.after_table(table.name),
        state=states.get(table.state, table.state),
        seated=seated,
        who=", ".join(told_apart(tuple(table.players))),
    )
    if expansions := lobby.expansions_of(table.game):
        line = _("{line} Played with {expansions}.").format(
            line=line, expansions=expansions
        )
    if table.salt:
        line = _("{line} It has a password.").format(line=line)
    if title := text.other_game(table.game):
        line = _("{line} The game there is {game}.").format(line=line, game=title)
    return line
