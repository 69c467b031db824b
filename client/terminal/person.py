"""
A person who plays by typing lines and reading lines.

Takes what a session tells and what a person types, and gives lines to be shown. It knows
no terminal: whatever passes lines on, a prompt or a pipe, is elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.storage.home import Book, Damaged, as_another
from sealed_wonders.client.table.players import LobbyNews, Player, Question, Wait
from sealed_wonders.client.terminal import lobby, text, waits
from sealed_wonders.client.terminal.asker import asker
from sealed_wonders.client.terminal.known import Ending, Known
from sealed_wonders.client.terminal.linecommands import commands
from sealed_wonders.client.terminal.menu import Use
from sealed_wonders.client.terminal.narration import Kind, Told
from sealed_wonders.client.terminal.narrator import narrator
from sealed_wonders.client.terminal.sight import Untold
from sealed_wonders.client.words import LANGUAGES, _, language, marked, n_, p_
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
            return prompt_confirm()
        if self.known.charter is None:
            return prompt_lobby()
        return prompt_asked() if self._answer else prompt_waiting()

    @property
    def is_unsure(self) -> bool:
        """Something waits for a yes or a no."""
        return self._leaving or bool(self._readying) or self._pending is not None

    def words(self) -> tuple[str, ...]:
        """Give what can be typed now, for completion."""
        known = self.known
        if self.is_unsure:
            return (_yes()[0], _no()[0])
        if known.charter is None:
            who, table, say, leave, help = map(
                command_word, ("who", "table", "say", "leave", "help")
            )
            return (*ready_words(), who, table, f"{say} ", leave, help)
        word = command_word
        cities = [f"{word('city')} {name}" for name in known.names]
        choices = known.menu.words() if known.menu and known.asked else ()
        screens = map(word, commands(known))
        more = (word("rematch"),) if self.can_play_again else ()
        return (*choices, *screens, *cities, f"{word('say')} ", *more, word("quit"))

    def typed(self, line: str) -> None:
        """Do what somebody typed; whatever it is, nothing is lost by it."""
        line = " ".join(line.split())
        if not line:
            return
        if self._readying and line.lower() not in (*_yes(), *_no()):
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
        elif word in commands(self.known):
            self._answer_lines(commands(self.known)[word](self.known, rest))
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
        self._guide(_really_end() if ends else really_leave())

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
        self._show(_at_host(host, len(tables)))
        for one in tables if len(tables) > 1 else ():
            who = ", ".join(one.players)
            self._show(
                table_line(one.name, one.game, one.state, one.seated, one.seats, who)
            )

    def online(self, connected: bool) -> None:
        """Say that the connection broke, and that it is back."""
        if connected and self.known.offline:
            self.known.offline = False
            self._show(back())
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
            self._guide(say_ready())
        else:
            self._show_all(lobby.changes(before, news, known.company))
        self._changed()
        if not mine:
            return
        if self._unknown():
            if mine[0].ready:
                self._show(not_ready_any_more(), Kind.WARNING)
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
        narrator(known.game).begin(known)
        self._readying = frozenset()
        self._sit_down()
        code = table_code(charter.gid)
        self._show(
            _("You take your seat again. {code}").format(code=text.code(code))
            if resumed
            else _("The game begins. {code}").format(code=text.code(code))
        )
        if sum(person.owner is None for person in charter.people) > 1:
            self._show(code_means())
        n = len(known.names)
        clockwise = [known.names[(seat + step) % n] for step in range(1, n)]
        self._show(seats_title(clockwise))
        for person in charter.people:
            if person.identity == charter.people[seat].identity or person.owner:
                continue
            match self._check(person.name, person.identity):
                case Pin.NEW:
                    self._pin(person.name, person.identity)
                case Pin.CHANGED:
                    self._show(_still_changed(person.name), Kind.WARNING)

    def happened(self, state: State, faces: Mapping[Slot, Card]) -> None:
        """Take note; it is told when we know whether there is more."""
        known = self.known
        sight = narrator(known.game).sight(known.names, known.me, state, dict(faces))
        known.sight = sight
        narrator(known.game).note(known)
        if not sight.state.news:
            return
        known.sealed, known.answer = "", None
        known.past += sight.state.news
        for event in sight.state.news:
            turn = narrator(known.game).turn_of(event)
            if turn not in (None, known.moment):
                known.moment, known.turn = turn, []
        told = narrator(known.game).told(sight)
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
        asks, told = asker(known.game), narrator(known.game)
        sight = told.sight(known.names, question.seat, question.state, faces)
        known.sight, known.asked = sight, True
        known.menu = asks.menu(sight, question, known.past)
        asks.look(known, question)
        self._answer = self._answer_again = answer
        self._laid, self._overtaken = None, False
        self._changed()
        self._guide("", *known.menu.lines())
        if hint := asks.hint(known, question):
            self._guide(hint)
        self._bell()
        self._say_clock()

    def sealed(self, question: Question, move: Move, *, late: bool) -> None:
        """Say what was sent."""
        known, laid = self.known, self._overtaken
        words = known.menu.in_words(move) if known.menu else move.text
        self._close_question()
        known.deadline = None
        asker(known.game).choose(known, question, move)
        known.answer = move
        known.overdue = _overdue(laid=laid) if late else ""
        known.sealed = _late(words, laid=laid) if late else say_sealed(words)
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
        self._show(not_written(why), Kind.WARNING)

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
                self._show(_presence(known.names[seat], now))
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
            self._show(elsewhere(), Kind.WARNING)
            self.exits.leave(failed=True)
        elif self.seated:
            self._show(host_refuses(detail, reason))
        else:
            # If we have a seat from before, we hear of it presently.
            taken = reason == "name-taken"
            why = _name_taken(detail) if taken else host_refuses(detail, reason)
            if not self._unseated(why):
                self._clock.callLater(SEAT_PATIENCE, self._give_up, why)

    def fraud(self, fraud: Fraud) -> None:
        """Say who stopped the game."""
        who = self._who(fraud.seat)
        path = self.exits.keep_log(whole=False)
        kept = (fraud_log(who), text.audit(path)) if path else ()
        self._end(_fraud(who, fraud.entry, fraud.reason), *kept, log=path)

    def proven(self, seat: Seat, proof: Equivocation) -> None:
        """Say who signed two versions of one thing."""
        path = self.exits.keep_proof(seat, proof)
        self._show(two_versions(self._who(seat)), Kind.WARNING)
        if path:
            self._show(text.audit(path))

    def parted(self, seat: Seat) -> None:
        """Say that there are two games."""
        path = self.exits.keep_log(whole=False)
        kept = (_parted_log(), f"{text.audit(path)} {theirs()}") if path else ()
        self._end(say_parted(self._who(seat)), *kept, log=path)

    def _who(self, seat: Seat) -> str | None:
        return None if seat == self.known.me else self.known.names[seat]

    def ended(self, sheet: Sheet) -> None:
        """Say that the result stands."""
        path = self.exits.keep_log(whole=True)
        self._end(signed(), log=path, sheet=sheet)

    def again(self, names: Sequence[str]) -> None:
        """Say who wants another game."""
        before, self.known.again = self.known.again, tuple(names)
        for name in names:
            if name not in before:
                self._show(_("{name} wants to play again.").format(name=name))
                self._guide(say_again())
        self._changed()

    def closed(self, reason: str) -> None:
        """Say why nothing goes on."""
        self._end(_("The table is closed: {why}.").format(why=retold(reason)))

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
            self._answer_lines(narrator(self.known.game).caught_up(untold))

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
            self._guide(_clock_laid(left, lies.whole))
        else:
            self._guide(_clock(left, menu.in_words(menu.question.default)))
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
            self._guide(look_around())
            if sheet:
                self._guide(say_again())

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
            self._answer_lines([not_over_yet()])
        elif not self.exits.again():
            self._show(no_rematch())

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
                self._show(
                    _("{name} is known to you by this key from now on.").format(
                        name=other
                    )
                )
                return
        self._show(
            _("Nobody called {name} sits here with a changed key.").format(name=name)
        )

    # Choosing.

    def _choose(self, line: str) -> None:
        menu = self.known.menu
        found = menu.find(line) if menu and not self.over else None
        if found is None:
            self._answer_lines([text.not_understood(line)])
        elif self._answer is None:
            was_sent = self.known.asked or bool(self.known.sealed)
            sent = already_sent() if was_sent else text.nothing_asked()
            self._answer_lines([sent])
        elif found.use is None:
            self._answer_lines(found.lines)
        elif self._confirm:
            self._pending = found.use
            self._guide(
                _("{move} Yes or no?").format(move=text.sentence(found.use.whole))
            )
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
            return _("At 0:00 this is sealed: {move}").format(move=lies.whole)
        return _("At 0:00 your program chooses: {move}").format(
            move=known.menu.in_words(known.menu.question.default)
        )

    def choose(self, use: Use) -> None:
        """Answer the open question, for good; it may take a moment until it is sealed."""
        self._give(use.move)

    def _give(self, move: Move) -> None:
        answer, self._answer = self._answer, None
        if answer is not None:
            answer(move)

    def _yes_or_no(self, line: str) -> None:
        pending, leaving = self._pending, self._leaving
        if line not in (*_yes(), *_no()):
            self._guide(yes_or_no())
            return
        self._leaving = False
        if leaving and line in _yes():
            self.leave()
        elif leaving:
            self._guide(staying())
        elif self._readying:
            asked, self._readying = self._readying, frozenset()
            if line in _no():
                self._show(not_ready_then())
            else:
                self._accepted |= asked
                self._be_ready(True)  # which asks again, if others came meanwhile
        else:
            self._pending = None
            if line in _no():
                self._guide(not_confirmed())
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
            self._show(not_in_lobby())
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
            self._guide(ready_all_the_same())
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
            self._show(say_what())
            return False
        if self.known.offline:
            self._show(nobody_hears())
            return False
        try:
            self.exits.say(line)
        except ValueError:
            self._show(not_a_line())
            return False
        return True

    def _undo(self, rest: str) -> None:
        said = nothing_sent() if self._answer else already_sent()
        self._answer_lines([said])

    def _quit(self, rest: str) -> None:
        if self.known.charter is None:
            self.leave()
        else:
            self.interrupted()

    def leave(self) -> None:
        """Get up and end, whatever goes on."""
        if self.over or not self.seated:
            self._show(goodbye())
        elif self.known.charter is None or not self.back:
            self._show(left_table())
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
    return says(name, line)


def seats_title(me_first: Sequence[str]) -> str:
    said = _("To the left, one after the other: {names}.")
    if len(me_first) == 1:
        said = _("Opposite you: {names}.")
    return said.format(names=", ".join(me_first))


def say_sealed(move: str) -> str:
    return _("Sealed and sent: {move}.").format(move=move)


def _late(move: str, *, laid: bool) -> str:
    """Say what was sent when time was out: what lay there, or what a program chose."""
    said = _("Time was out, so your program chose: {move}.")
    if laid:
        said = _("Time was out, so what you had laid down was sealed: {move}.")
    return said.format(move=move)


def _overdue(*, laid: bool) -> str:
    """Say the same where it is seen what was chosen."""
    if laid:
        return _("Time was out: what you had laid down was sealed.")
    return _("Time was out: your program chose for you.")


def not_confirmed() -> str:
    return _("Nothing is sent. Choose again.")


def not_written(why: str) -> str:
    said = _("That could not be written down, so nothing is sent: {why}. Choose again.")
    return said.format(why=retold(why))


def _at_host(host: str, tables: int) -> str:
    return n_(
        "The host is called {host}, and has {n} table.",
        "The host is called {host}, and has {n} tables.",
        tables,
    ).format(host=host, n=tables)


def table_line(
    name: str, game: str, state: str, seated: int, seats: int, who: str
) -> str:
    """
    Say how a table of a host's stands.

    Args:
        game: what is played there, as a host says it: ``"wonders+leaders"``.
    """
    states = {
        "lobby": _("not begun"),
        "playing": _("being played"),
        "over": _("over"),
    }
    said = n_("{n} seated", "{n} seated", seated).format(n=seated)
    if seats:
        said = _("{n} of {seats} seated").format(n=seated, seats=seats)
    line = _("Table {name}, {state}, {seated}: {who}.")
    if not who:
        line = _("Table {name}, {state}, {seated}.")
    line = line.format(
        name=text.after_table(name),
        state=states.get(state, state),
        seated=said,
        who=who,
    )
    if expansions := text.expansions_of(game):
        line = _("{line} Played with {expansions}.").format(
            line=line, expansions=expansions
        )
    if title := text.other_game(game):
        line = _("{line} The game there is {game}.").format(line=line, game=title)
    return line


def _still_changed(name: str) -> str:
    said = _(
        "WARNING! {name} plays with another key than the {name} you know. If that is "
        "right, type: trust {name}"
    )
    return said.format(name=name)


def ready_all_the_same() -> str:
    return _(
        "Are you ready all the same, to play with somebody who may be somebody else? "
        "Yes or no?"
    )


def not_ready_then() -> str:
    return _("You are not ready.")


def not_ready_any_more() -> str:
    return _(
        "You were ready before they came, and aren't any more. If you want to begin all "
        "the same, type ready."
    )


def say_ready() -> str:
    return _("Type ready when you want to begin, and help for what else you can type.")


def code_means() -> str:
    return _(
        "Everybody reads these words aloud: if all have the same, nobody sits between "
        "you."
    )


def signed() -> str:
    return _("Everybody has signed this result.")


def look_around() -> str:
    return _("You can still look around: scores, turn, city NAME. quit leaves.")


def say_again() -> str:
    return _("rematch begins another game at this table, with whoever comes.")


def not_over_yet() -> str:
    return _("That is for when the game is over.")


def _clock(seconds: int, default: str) -> str:
    said = _("{time} left; then your program chooses: {move}.")
    return said.format(time=text.duration(seconds), move=default)


def _clock_laid(seconds: int, move: str) -> str:
    said = _("{time} left; then this is sealed: {move}.")
    return said.format(time=text.duration(seconds), move=move)


def command_word(command: str) -> str:
    """Give what is typed for a command."""
    return text._commands().get(command, command)


def ready_words() -> tuple[str, str]:
    """Give what is typed to begin, and not to begin yet."""
    return p_("typed", "ready"), p_("typed", "not ready")


def _yes() -> tuple[str, ...]:
    words = (p_("typed", "yes"), p_("typed", "y"), "yes", "y")
    return tuple(dict.fromkeys(words))


def _no() -> tuple[str, ...]:
    words = (p_("typed", "no"), p_("typed", "n"), "no", "n")
    return tuple(dict.fromkeys(words))


def not_in_lobby() -> str:
    return _("That is for before the game begins.")


def nothing_sent() -> str:
    return _("Nothing is sent yet; just choose.")


def already_sent() -> str:
    return _("Your choice is sent, and can't be taken back.")


def yes_or_no() -> str:
    return _("Please answer yes or no.")


def say_what() -> str:
    return _("Say what? Type say and the words.")


def no_rematch() -> str:
    return _("There is no connection to the host any more, so nobody can play again.")


def nobody_hears() -> str:
    return _("Not said: there is no connection just now. Say it again when it is back.")


def not_a_line() -> str:
    return _("That can't be sent: it is too long, or holds control characters.")


def prompt_lobby() -> str:
    return _("lobby> ")


def prompt_asked() -> str:
    return _("your choice> ")


def prompt_waiting() -> str:
    return "> "


def prompt_confirm() -> str:
    return _("yes or no> ")


def back() -> str:
    return _("Connected again.")


def _presence(who: text.Who, here: bool) -> str:
    if here:
        return text.about(who, _("You are back."), _("{who} is back."))
    return text.about(
        who,
        _("You are reconnecting. The table waits."),
        _("{who} is reconnecting. The table waits."),
    )


def says(name: str, line: str) -> str:
    return _("{name} says: {line}").format(name=name, line=line)


_REFUSED: Mapping[str, str] = {
    "begun": marked("the game at this table has begun"),
    "closing": marked("the host is being stopped"),
    "drawing": marked("seats are just being drawn"),
    "name-taken": marked("somebody of this name sits there"),
    "no-room": marked("this host has as many tables as it may"),
    "no-seat": marked("you have no seat there"),
    "no-table": marked("there is no such table"),
    "other-options": marked("what is played has changed; look again"),
    "sits-elsewhere": marked("get up from the other table first"),
    "stopped": marked("the table has been stopped"),
    "table-full": marked("all seats there are taken"),
    "too-fast": marked("that is too much at once"),
    "two-versions": marked("another version was signed before"),
}
"""By the code of the reason."""


def _refused(reason: str, detail: str) -> str:
    """
    Say why a host didn't take something.

    Its own words are in English; other languages have words for the usual reasons.
    """
    if language() != LANGUAGES[0] and reason in _REFUSED:
        return _(_REFUSED[reason])
    return retold(detail)


def _name_taken(detail: str) -> str:
    said = _refused("name-taken", detail)
    line = _("{Why}: choose another name with --name.")
    return line.format(Why=f"{said[:1].upper()}{said[1:]}")


def host_refuses(detail: str, reason: str = "") -> str:
    line = _("The host did not take that: {why}.")
    return line.format(why=_refused(reason, detail))


def _fraud(who: text.Who, entry: int, reason: str) -> str:
    return text.about(
        who,
        _(
            "FRAUD! Your own program, or somebody who has your key, cheats at entry "
            "{entry}: {reason}. Nothing of that entry counts, and the game stops here."
        ),
        _(
            "FRAUD! {who} cheats at entry {entry}: {reason}. Nothing of that entry "
            "counts, and the game stops here."
        ),
        entry=entry,
        reason=retold(reason),
    )


def fraud_log(who: text.Who) -> str:
    return text.about(
        who,
        _(
            "Your own signature in the log proves it. If nobody else has your key, the "
            "program has a fault: please report it, with the log. To see it, type:"
        ),
        _(
            "The signature of {who} in the log proves it to anybody. You can begin a "
            "new game, with {who} or without. To see the proof, type:"
        ),
    )


def two_versions(who: text.Who) -> str:
    return text.about(
        who,
        _(
            "Somebody who has your key signed two versions of one thing. The first one "
            "counts, and the game goes on. The proof is kept; to see it, type:"
        ),
        _(
            "{who} signed two versions of one thing. The first one counts, and the game "
            "goes on. The proof is kept; to see it, type:"
        ),
    )


def say_parted(who: text.Who) -> str:
    return text.about(
        who,
        _(
            "STOP! Your own program, somewhere else, signed on top of another game than "
            "yours: somebody showed the two of you different things, with the host's "
            "help. Nothing more is sent."
        ),
        _(
            "STOP! {who} signed on top of another game than yours: somebody showed the "
            "two of you different things, with the host's help. Nothing more is sent."
        ),
    )


def theirs() -> str:
    return _("THEIRS")


def _parted_log() -> str:
    return _(
        "Your log is kept. Compare it with theirs, and whoever signed two versions is "
        "named, with the proof. To do that, type:"
    )


def really_leave() -> str:
    return _("Leave the table? Yes or no; Ctrl-C again is a yes.")


def _really_end() -> str:
    return _("Leave? The game ends with that. Yes or no; Ctrl-C again is a yes.")


def staying() -> str:
    return _("You stay.")


def left_table() -> str:
    return _("You left the table.")


def goodbye() -> str:
    return _("Goodbye.")


def elsewhere() -> str:
    said = _(
        "You have joined from another window, so this one ends. If that was a second "
        "person on this account, they need a folder of their own: {command}"
    )
    return said.format(command=as_another("join"))
