"""
A person who plays by typing lines and reading lines.

Takes what a session tells and what a person types, and gives lines to be shown. It knows
no terminal: whatever passes lines on, a prompt or a pipe, is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.storage.home import Book, Damaged
from sealed_wonders.client.table.players import LobbyNews, Player, Question, Wait
from sealed_wonders.client.terminal import lobby, text, waits
from sealed_wonders.client.terminal.games import Untold
from sealed_wonders.client.terminal.known import Ending, Kind, Known, Told
from sealed_wonders.client.terminal.menu import Use
from sealed_wonders.core.game import Card, Move, Seat, Sheet, Slot, State
from sealed_wonders.net.fold import Fraud
from sealed_wonders.net.lobby import Charter, Options, name_key, table_code
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import TableLine
from sealed_wonders.net.pins import Pin

WAIT_PATIENCE = 3.0
"""Seconds after which it is worth a line that others haven't chosen yet."""

CARDS_PATIENCE = 1.0
"""Seconds after which it is worth a line what is done with the cards just now."""

CARDS_AGAIN = 3.0
"""Seconds after such a line until there is another."""

_CARDS = -1
"""Stands for all phases together in which programs do something with the cards."""

HURRY = 10
"""Seconds left of a turn at which a person is told again."""

SEAT_PATIENCE = 5.0
"""Seconds after a refusal in which we may still turn out to have a seat."""


class Exits(Protocol):
    """What a person can do besides choosing."""

    def ready(self, ready: bool) -> None:
        """Say that they want to begin, or not any more."""

    def say(self, line: str) -> None:
        """
        Say something to the table.

        Raises:
            ValueError: it isn't a line that can be sent.
        """

    def leave(self, *, failed: bool = False) -> None:
        """End the sitting; *failed*: it isn't the person who wants it."""

    def again(self) -> bool:
        """Sit down for another game, with the same people; tells whether that can be."""

    def keep_log(self, *, whole: bool) -> str:
        """
        Keep the log of the game, of which nothing more will be; gives its path.

        Nothing, if it couldn't be kept, or somebody else does.

        Args:
            whole: the game has ended as it should.
        """

    def keep_proof(self, seat: Seat, proof: Equivocation) -> str:
        """Keep the proof that a seat signed two versions; gives its path, or nothing."""


class Person(Player):
    """
    A player who is a person.

    Attributes:
        exits: set before the session begins.
        seated: whether the host has given us a seat, in a lobby or a game.
        over: whether nothing more can happen in the game.
        back: the command that takes us back to this table; empty if none does.
    """

    exits: Exits

    def __init__(
        self,
        show: Callable[[str], None],
        clock: IReactorTime,
        identity: bytes,
        book: Book,
        *,
        bell: Callable[[], None] = lambda: None,
        confirm: bool = False,
        eager: bool = False,
        seated: Callable[[], None] = lambda: None,
        guided: bool = True,
        changed: Callable[[], None] = lambda: None,
        unseated: Callable[[str], bool] = lambda why: False,
    ) -> None:
        """
        Sit down at a terminal.

        Args:
            show: shows a line.
            identity: ours.
            book: the keys of those we have played with.
            bell: rings when there is something to choose.
            confirm: ask before a choice is sent.
            eager: be ready at once, whoever else sits there.
            seated: called once, when the host has given us a seat.
            guided: say in lines what can be typed, and put questions so; not where a
                screen shows all that.
            changed: called when anything we know has changed.
            unseated: told why the host has no seat for us; tells whether another table
                may be chosen, so that we don't leave for that.
        """
        self.seated = False
        self.back = ""
        self.hosts = False
        """Others come to the host of their own, and lose it when they leave."""
        self.over = False
        self._line = show
        self._guided = guided
        self._changed = changed
        self._unseated = unseated
        self._clock = clock
        self._book = book
        self.known = Known(lobby.Company(identity, self._check))
        self._bell = bell
        self._confirm = confirm
        self._eager = eager
        self._on_seat = seated
        self._answer: Callable[[Move], None] | None = None
        """Takes the answer to the open question; None when it was given."""
        self._answer_again: Callable[[Move], None] | None = None
        self._pending: Use | None = None
        """A choice that waits for a yes."""
        self._laid: Use | None = None
        """A choice that lies on a screen, and isn't sealed yet."""
        self._overtaken = False
        """Time was out while a choice lay there, so that one is sealed."""
        self._readying: frozenset[bytes] = frozenset()
        """The changed keys because of which being ready waits for a yes."""
        self._accepted: set[bytes] = set()
        """The changed keys with which the person wants to play all the same."""
        self._leaving = False
        """Whether leaving waits for a yes."""
        self._agreed: Options | None = None
        """What was played here before, which we are ready for at once."""
        self._untold: list[Untold] = []
        """What happened and hasn't been told."""
        self._hurry: IDelayedCall | None = None
        self._wait: IDelayedCall | None = None
        self._waited_for: int | None = None
        """The phase for which we wait, or that it is for the cards."""
        self._said_of_wait = ""
        self._answers: list[str] | None = None
        """Takes the lines that answer what is being typed, where they aren't shown."""
        self._orders: Mapping[str, Callable[[str], object]] = {
            "ready": lambda rest: self._be_ready(True),
            "not": lambda rest: self._be_ready(False),
            "trust": self.trust,
            "say": self.say,
            "chat": self.say,
            "rematch": self._rematch,
            "undo": self._undo,
            "leave": self._quit,
            "quit": self._quit,
        }

    # What a terminal asks.

    @property
    def prompt(self) -> str:
        """What stands before the line to be typed."""
        if self.is_unsure:
            return text.prompt_confirm()
        if self.known.charter is None:
            return text.prompt_lobby()
        return text.prompt_asked() if self._answer else text.prompt_waiting()

    @property
    def is_unsure(self) -> bool:
        """Something waits for a yes or a no."""
        return self._leaving or bool(self._readying) or self._pending is not None

    def words(self) -> tuple[str, ...]:
        """Give what can be typed now, for completion."""
        known = self.known
        if self.is_unsure:
            return (text.yes()[0], text.no()[0])
        if known.charter is None:
            who, table, say, leave, help = map(
                text.command_word, ("who", "table", "say", "leave", "help")
            )
            return (*text.ready_words(), who, table, f"{say} ", leave, help)
        word = text.command_word
        cities = [f"{word('city')} {name}" for name in known.names]
        choices = known.menu.words() if known.menu and known.asked else ()
        screens = map(word, known.commands)
        more = (word("rematch"),) if self.can_play_again else ()
        return (*choices, *screens, *cities, f"{word('say')} ", *more, word("quit"))

    def typed(self, line: str) -> None:
        """Do what somebody typed; whatever it is, nothing is lost by it."""
        line = " ".join(line.split())
        if not line:
            return
        if self._readying and line.lower() not in (*text.yes(), *text.no()):
            self._readying = frozenset()  # to trust somebody, say, or to see who it is
        if self.is_unsure:
            self._yes_or_no(line.lower())
            return
        word, _, rest = line.partition(" ")
        word, menu = text.command(word), self.known.menu
        if menu is not None and self.known.asked and menu.owns(line):
            self._choose(line)
        elif word in ("wonder", "left", "right") and rest:
            # With a card it is a choice: r, say, is to recruit as well.
            self._choose(line)
        elif word in self._orders:
            self._orders[word](rest)
        elif word in self.known.commands:
            self._answer_lines(self.known.commands[word](self.known, rest))
        else:
            self._choose(line)

    def heard(self, line: str) -> tuple[str, ...]:
        """Do what somebody typed, and give the answer in place of showing it."""
        answers: list[str] = []
        self._answers = answers
        try:
            self.typed(line)
        finally:
            self._answers = None
        return tuple(answers)

    def interrupted(self) -> None:
        """Ask before leaving; the second time leave."""
        if self._leaving or self.over or not self.seated:
            self.leave()
            return
        self._leaving = True
        ends = self.known.charter is not None and not self.back
        self._guide(text.really_end() if ends else text.really_leave())

    def hung_up(self) -> None:
        """Nothing more will be typed: leave."""
        self.leave()

    # What the session tells.

    def tables(self, host: str, tables: Sequence[TableLine]) -> None:
        """Say where we are."""
        self.known.host, self.known.tables = host, tuple(tables)
        self._changed()
        if self.known.offline or self.seated or self._eager or not self._guided:
            return
        self._show(text.at_host(host, len(tables)))
        for one in tables if len(tables) > 1 else ():
            who = ", ".join(one.players)
            self._show(
                text.table_line(
                    one.name, one.game, one.state, one.seated, one.seats, who
                )
            )

    def online(self, connected: bool) -> None:
        """Say that the connection broke, and that it is back."""
        if connected and self.known.offline:
            self.known.offline = False
            self._show(text.back())
        elif not connected and not self.over:
            self.known.offline = True
            self._show(text.lost())  # a screen warns of it while it lasts

    def lobby(self, news: LobbyNews) -> None:
        """Say how the table stands, or what has changed."""
        known = self.known
        before, known.news = known.news, news
        mine = [p for p in news.people if p.identity == known.company.me]
        if mine:
            self._sit_down()
        if self._eager:  # whoever plays with bots needn't hear of each
            if before is None or before.options != news.options:
                self._describe(lobby.terms(news))
        elif before is None or before.table != news.table:
            self._describe(lobby.whole(news, known.company))
            self._guide(text.say_ready())
        else:
            self._show_all(lobby.changes(before, news, known.company))
        self._changed()
        if not mine:
            return
        if self._unknown():
            if mine[0].ready:
                self._show(text.not_ready_any_more(), Kind.WARNING)
                self.exits.ready(False)
        elif self._eager and not mine[0].ready:
            self.exits.ready(True)
        elif self._agreed is not None:
            agreed, self._agreed = self._agreed, None
            if _but_players(agreed) == _but_players(news.options):
                self.be_ready(True)

    def began(self, charter: Charter, seat: Seat) -> None:
        """Say which game it is, and who sits where."""
        known = self.known
        resumed = known.news is None
        known.charter, known.me = charter, seat
        if len(known.here) != len(charter.people):
            known.here = ()
        known.game.begin(known)
        self._readying = frozenset()
        self._sit_down()
        code = table_code(charter.gid)
        self._show(text.resumed(code) if resumed else text.begins(code))
        if sum(person.owner is None for person in charter.people) > 1:
            self._show(text.code_means())
        n = len(known.names)
        clockwise = [known.names[(seat + step) % n] for step in range(1, n)]
        self._show(text.seats_title(clockwise))
        for person in charter.people:
            if person.identity == charter.people[seat].identity or person.owner:
                continue
            match self._check(person.name, person.identity):
                case Pin.NEW:
                    self._pin(person.name, person.identity)
                case Pin.CHANGED:
                    self._show(text.still_changed(person.name), Kind.WARNING)

    def happened(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """Take note; it is told when we know whether there is more."""
        known = self.known
        sight = known.game.sight(known.names, known.me, state, dict(faces))
        known.sight = sight
        known.game.note(known)
        if not sight.state.news:
            return
        known.sealed, known.answer = "", None
        known.past += sight.state.news
        for event in sight.state.news:
            turn = known.game.turn_of(event)
            if turn not in (None, known.moment):
                known.moment, known.turn = turn, []
        told = known.game.told(sight)
        self._untold.append((sight, told))
        known.narration += [Told(Kind.GAME, line, known.moment) for line in told]
        if known.moment is not None:
            known.turn += told
        self._changed()

    def waiting(self, wait: Wait) -> None:
        """Tell what happened; for whom or what we wait is said when it takes long."""
        known = self.known
        known.wait = wait
        if not wait.behind:
            self._tell()
        self._changed()
        if self._answer is not None:
            return
        what = wait.phase.number if wait.is_choice else _CARDS
        if what != self._waited_for:
            self._stop_waiting()
            self._waited_for = what
            patience = WAIT_PATIENCE if wait.is_choice else CARDS_PATIENCE
            self._wait = self._clock.callLater(patience, self._say_waiting)

    def asked(self, question: Question, answer: Callable[[Move], None]) -> None:
        """Put the question."""
        self._tell()
        self._stop_waiting()
        known = self.known
        faces = known.sight.faces if known.sight else {}
        # Those of a discard that was handed over are only in the question.
        faces = {**faces, **question.faces}
        game, names = known.game, known.names
        sight = game.sight(names, question.seat, question.state, faces)
        known.sight, known.menu, known.asked = sight, game.menu(sight, question), True
        game.look(known, question)
        self._answer = self._answer_again = answer
        self._laid, self._overtaken = None, False
        self._changed()
        self._guide("", *known.menu.lines())
        if hint := game.hint(known, question):
            self._guide(hint)
        self._bell()
        self._say_clock()

    def sealed(self, question: Question, move: Move, *, late: bool) -> None:
        """Say what was sent."""
        known, laid = self.known, self._overtaken
        words = known.menu.in_words(move) if known.menu else move.text
        self._close_question()
        known.deadline = None
        known.game.choose(known, question, move)
        known.answer = move
        known.overdue = text.overdue(laid=laid) if late else ""
        known.sealed = text.late(words, laid=laid) if late else text.sealed(words)
        self._show(known.sealed, Kind.WARNING if late else Kind.GAME)

    def time_out(self, question: Question) -> Move | None:
        """Give what lies there, and take nothing else any more."""
        lies, self._answer = self.lies, None
        self._overtaken = lies is not None
        self._changed()
        return lies.move if lies is not None else None

    def unsealed(self, question: Question, why: str) -> None:
        """Say that nothing was sent, and take another answer."""
        self._answer, self._overtaken = self._answer_again, False
        self._show(text.not_written(why), Kind.WARNING)

    def clock(self, seconds: int | None) -> None:
        """Remember how much time is left, and say so if it is ours."""
        self.known.deadline = self._clock.seconds() + seconds if seconds else None
        self._say_clock()
        self._changed()

    def presence(self, here: Sequence[bool]) -> None:
        """Say who has come back, and who isn't there."""
        known = self.known
        if known.charter is not None and len(here) != len(known.names):
            return  # it is of no use, and not for us to judge
        before, known.here = known.here or (True,) * len(here), tuple(here)
        if known.charter is None or self.over:
            return
        for seat, (was, now) in enumerate(zip(before, here, strict=True)):
            if was != now and seat != known.me:
                self._show(text.presence(known.names[seat], now))
        self._changed()

    def note(self, line: str) -> None:
        """Tell what has nothing to do with the session, such as a file in the way."""
        self._show(line, Kind.WARNING)

    def chat(self, name: str, text: str) -> None:
        """Pass on what somebody says."""
        self._show(_said(name, text), Kind.CHAT)

    def refused(self, reason: str, detail: str) -> None:
        """Say what the host didn't take."""
        if reason == "elsewhere":
            self._stop()
            self._show(text.elsewhere(), Kind.WARNING)
            self.exits.leave(failed=True)
        elif self.seated:
            self._show(text.host_refuses(detail, reason))
        else:
            # If we have a seat from before, we hear of it presently.
            taken = reason == "name-taken"
            why = (
                text.name_taken(detail) if taken else text.host_refuses(detail, reason)
            )
            if not self._unseated(why):
                self._clock.callLater(SEAT_PATIENCE, self._give_up, why)

    def fraud(self, fraud: Fraud) -> None:
        """Say who stopped the game."""
        who = self._who(fraud.seat)
        path = self.exits.keep_log(whole=False)
        kept = (text.fraud_log(who), text.audit(path)) if path else ()
        self._end(text.fraud(who, fraud.entry, fraud.reason), *kept, log=path)

    def proven(self, seat: Seat, proof: Equivocation) -> None:
        """Say who signed two versions of one thing."""
        path = self.exits.keep_proof(seat, proof)
        self._show(text.two_versions(self._who(seat)), Kind.WARNING)
        if path:
            self._show(text.audit(path))

    def parted(self, seat: Seat) -> None:
        """Say that there are two games."""
        path = self.exits.keep_log(whole=False)
        kept = (
            (text.parted_log(), f"{text.audit(path)} {text.theirs()}") if path else ()
        )
        self._end(text.parted(self._who(seat)), *kept, log=path)

    def _who(self, seat: Seat) -> str | None:
        return None if seat == self.known.me else self.known.names[seat]

    def ended(self, sheet: Sheet) -> None:
        """Say that the result stands."""
        path = self.exits.keep_log(whole=True)
        self._end(text.signed(), log=path, sheet=sheet)

    def again(self, names: Sequence[str]) -> None:
        """Say who wants another game."""
        before, self.known.again = self.known.again, tuple(names)
        for name in names:
            if name not in before:
                self._show(text.wants_again(name))
                self._guide(text.say_again())
        self._changed()

    def closed(self, reason: str) -> None:
        """Say why nothing goes on."""
        self._end(text.closed(reason))

    # Telling.

    def _show(self, line: str, kind: Kind = Kind.TABLE) -> None:
        """Tell a line, and keep it for whoever wants to read it again."""
        self.known.narration.append(Told(kind, line, self.known.moment))
        self._line(line)
        self._changed()

    def _show_all(self, lines: Iterable[str], kind: Kind = Kind.TABLE) -> None:
        for line in lines:
            self._show(line, kind)

    def _answer_lines(self, lines: Iterable[str]) -> None:
        """Give the lines that somebody asked for; they are no part of the story."""
        if self._answers is not None:
            self._answers += lines
            return
        for line in lines:
            self._line(line)

    def _describe(self, lines: Iterable[str]) -> None:
        """Tell how something stands, where no screen shows it."""
        if self._guided:
            self._show_all(lines)

    def _guide(self, *lines: str) -> None:
        """Say what can be typed, where nothing else shows it."""
        if self._guided or (self._answers is not None and self.is_unsure):
            self._answer_lines(lines)

    def _tell(self) -> None:
        """Tell what happened; of very much at once, only where it led."""
        untold, self._untold = self._untold, []
        if untold:
            self._answer_lines(self.known.game.caught_up(untold))

    def _say_waiting(self) -> None:
        """Say what we wait for; what programs do is said again when it changes."""
        self._wait, known = None, self.known
        if known.wait is None:
            return
        said = waits.sentence(known.wait, known.names, known.me, known.here)
        if said != self._said_of_wait:
            self._said_of_wait = said
            self._guide(said)
        if self._waited_for == _CARDS:
            self._wait = self._clock.callLater(CARDS_AGAIN, self._say_waiting)

    def _stop_waiting(self) -> None:
        if self._wait is not None:
            self._wait.cancel()
        self._wait = self._waited_for = None
        self._said_of_wait = ""

    def _say_clock(self) -> None:
        """Say how much time is left, now and again when it is short."""
        self._stop_hurrying()
        menu = self.known.menu
        if self.known.deadline is None or menu is None or not self.known.asked:
            return
        left = round(self.known.deadline - self._clock.seconds())
        if left <= 0:
            return
        lies = self.lies
        if lies is not None:
            self._guide(text.clock_laid(left, lies.whole))
        else:
            self._guide(text.clock(left, menu.in_words(menu.question.default)))
        if left > HURRY:
            self._hurry = self._clock.callLater(left - HURRY, self._say_clock)

    def _stop_hurrying(self) -> None:
        if self._hurry is not None and self._hurry.active():
            self._hurry.cancel()
        self._hurry = None

    def _close_question(self) -> None:
        self._answer = self._pending = self._laid = None
        self._overtaken = False
        self.known.asked = False
        self._stop_hurrying()

    def _end(self, *why: str, log: str = "", sheet: Sheet | None = None) -> None:
        if self.over:  # a table is closed after a fraud, too
            return
        self._tell()
        self._stop()
        self.known.ending = Ending(sheet, why, log)
        self._show_all(why, Kind.TABLE if sheet else Kind.WARNING)
        if sheet and log:
            self._show_all(text.log_kept(log), Kind.GAME)  # no news: it stands there
        if self.known.charter is None:
            self.exits.leave(failed=True)
        else:
            self._guide(text.look_around())
            if sheet:
                self._guide(text.say_again())

    def _sit_down(self) -> None:
        if not self.seated:
            self.seated = True
            self._on_seat()

    def _stop(self) -> None:
        self._close_question()
        self._stop_waiting()
        self.known.wait = None
        self.over = True

    # Another game.

    @property
    def can_play_again(self) -> bool:
        """The game is over, and there may be another one at this table."""
        known = self.known
        return known.ending is not None and known.charter is not None and self.seated

    def play_again(self) -> None:
        """Sit down for another game; who sits here then knows nothing of this one."""
        if not self.can_play_again:
            self._answer_lines([text.not_over_yet()])
        elif not self.exits.again():
            self._show(text.no_rematch())

    def _rematch(self, rest: str) -> None:
        self.play_again()

    def return_from(self, before: Person) -> None:
        """Sit down where somebody sat before: it is the same one, in another game."""
        known, past = self.known, before.known
        self.back, self.hosts = before.back, before.hosts
        known.host, known.invitations = past.host, past.invitations
        known.narration += [it for it in past.narration if it.kind is Kind.CHAT]
        if past.charter is not None:
            self._agreed = past.charter.options
            people = (it for it in past.charter.people if it.owner is None)
            known.returning = tuple(it.name for it in people)

    # Keys.

    def _check(self, name: str, key: bytes) -> Pin:
        try:
            return self._book.check(name, key)
        except Damaged as damaged:
            self._show(str(damaged), Kind.WARNING)
            return Pin.NEW

    def _pin(self, name: str, key: bytes) -> None:
        try:
            self._book.pin(name, key)
        except Damaged as damaged:
            self._show(str(damaged), Kind.WARNING)

    def trust(self, name: str) -> None:
        """Take the changed key of somebody who sits here for theirs from now on."""
        known = self.known
        keys = [(p.name, p.identity) for p in known.news.people] if known.news else []
        if known.charter is not None:
            keys = [(p.name, p.identity) for p in known.charter.people]
        for other, key in keys:
            if (
                name_key(other) == name_key(name)
                and self._check(name, key) is Pin.CHANGED
            ):
                self._pin(other, key)
                self._show(text.trusted(other))
                return
        self._show(text.not_to_trust(name))

    # Choosing.

    def _choose(self, line: str) -> None:
        menu = self.known.menu
        found = menu.find(line) if menu and not self.over else None
        if found is None:
            self._answer_lines([text.not_understood(line)])
        elif self._answer is None:
            was_sent = self.known.asked or bool(self.known.sealed)
            sent = text.already_sent() if was_sent else text.nothing_asked()
            self._answer_lines([sent])
        elif found.use is None:
            self._answer_lines(found.lines)
        elif self._confirm:
            self._pending = found.use
            self._guide(text.confirm(found.use.whole))
        else:
            self._give(found.use.move)

    @property
    def can_choose(self) -> bool:
        """A question is open, and nothing is answered to it yet."""
        return self._answer is not None

    @property
    def lies(self) -> Use | None:
        """What lies there to be sealed, or waits for a yes; None if nothing does."""
        return (self._pending or self._laid) if self.can_choose else None

    def lay(self, use: Use | None) -> None:
        """Take note of what lies on a screen for the open question; None is nothing."""
        self._laid = use

    @property
    def at_time_out(self) -> str:
        """Say what is done if nothing else is before time is out; nothing if unasked."""
        known, lies = self.known, self.lies
        if known.menu is None or not known.asked or not self.can_choose:
            return ""
        if lies is not None:
            return text.then_sealed(lies.whole)
        return text.then_chosen(known.menu.in_words(known.menu.question.default))

    def choose(self, use: Use) -> None:
        """Answer the open question, for good; it may take a moment until it is sealed."""
        self._give(use.move)

    def _give(self, move: Move) -> None:
        answer, self._answer = self._answer, None
        if answer is not None:
            answer(move)

    def _yes_or_no(self, line: str) -> None:
        pending, leaving = self._pending, self._leaving
        if line not in (*text.yes(), *text.no()):
            self._guide(text.yes_or_no())
            return
        self._leaving = False
        if leaving and line in text.yes():
            self.leave()
        elif leaving:
            self._guide(text.staying())
        elif self._readying:
            asked, self._readying = self._readying, frozenset()
            if line in text.no():
                self._show(text.not_ready_then())
            else:
                self._accepted |= asked
                self._be_ready(True)  # which asks again, if others came meanwhile
        else:
            self._pending = None
            if line in text.no():
                self._guide(text.not_confirmed())
            elif pending is not None:
                self._give(pending.move)

    # Orders.

    def be_ready(self, ready: bool, accepted: Iterable[bytes] = ()) -> bool:
        """
        Say that they want to begin, or not any more; tells whether that could be said.

        Args:
            accepted: keys with which they want to play all the same, though they know
                another one by that name. Of one that isn't among them they are asked.
        """
        known = self.known
        if known.charter is not None or known.news is None:
            self._show(text.not_in_lobby())
            return False
        self._eager = self._eager and ready
        self._accepted.update(accepted)
        if ready and self._unknown():
            return False
        self.exits.ready(ready)
        return True

    def _be_ready(self, ready: bool) -> None:
        news = self.known.news
        if ready and news and self.known.charter is None and self._unknown():
            self._answer_lines(lobby.warnings(news, self.known.company))
            self._readying = frozenset(self._unknown())
            self._guide(text.ready_all_the_same())
        else:
            self.be_ready(ready)

    @property
    def doubts(self) -> bool:
        """Somebody in the lobby has a changed key of which nobody has said that it is well."""
        return bool(self._unknown())

    def _unknown(self) -> list[bytes]:
        """Give the changed keys in the lobby of which nobody has said that it is well."""
        known = self.known
        changed = known.company.changed(known.news) if known.news else ()
        keys = [person.identity for person in changed]
        return [key for key in keys if key not in self._accepted]

    def say(self, line: str) -> bool:
        """Say something to the table; tells whether that was sent."""
        if not line:
            self._show(text.say_what())
            return False
        if self.known.offline:
            self._show(text.nobody_hears())
            return False
        try:
            self.exits.say(line)
        except ValueError:
            self._show(text.not_a_line())
            return False
        return True

    def _undo(self, rest: str) -> None:
        said = text.nothing_sent() if self._answer else text.already_sent()
        self._answer_lines([said])

    def _quit(self, rest: str) -> None:
        if self.known.charter is None:
            self.leave()
        else:
            self.interrupted()

    def leave(self) -> None:
        """Get up and end, whatever goes on."""
        if self.over or not self.seated:
            self._show(text.goodbye())
        elif self.known.charter is None or not self.back:
            self._show(text.left_table())
        else:
            self._show(text.come_back())
            self._show(self.back)  # on a line of its own, to be copied
        self._stop()
        self.exits.leave()

    def _give_up(self, why: str) -> None:
        if not self.seated and not self.over:
            self._stop()
            self._show(why)
            self.exits.leave(failed=True)


def _but_players(options: Options) -> Options:
    """Give options without how many play, which may be fewer by those who don't come."""
    return tuple(pair for pair in options if pair[0] != "players")


def _said(name: str, line: str) -> str:
    # Player.chat has an argument by the name of our module.
    return text.says(name, line)
