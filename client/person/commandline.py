"""
Lines typed at a table: commands, choices, and a yes or no where one is pending.

They mean the same in line mode and in the command field of a screen. The arguments of
``wonders`` in a shell are something else: see `client.commands`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from sealed_wonders.client.person import commandwords, handing, retiming
from sealed_wonders.client.person.features import features_of, named, named_of
from sealed_wonders.client.person.leaving import closing_means
from sealed_wonders.client.person.linecommands import commands
from sealed_wonders.client.person.readiness import Doubt
from sealed_wonders.client.person.talking import SLASH, say_what
from sealed_wonders.client.questions.dialog import Alternative, Dialog, DialogAnswer
from sealed_wonders.client.questions.ways import listed, meant
from sealed_wonders.client.reasons import retold
from sealed_wonders.client.tablewords import (
    absences,
    endings,
    lobby,
    substitutes,
    tablewishes,
    waits,
)
from sealed_wonders.client.tablewords.unavailable import nobody_is_absent
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.words import text
from sealed_wonders.client.words.queries import seat_meant
from sealed_wonders.net.words import _, p_

if TYPE_CHECKING:
    from sealed_wonders.client.person.person import Person


class CommandLine:
    """
    Carries out what one person types.

    Attributes:
        pending: A choice that waits for a yes, or None.
    """

    def __init__(self, person: Person, *, confirm: bool = False) -> None:
        """
        Create a command line.

        Args:
            confirm: Ask before a choice is sent.
        """
        self.pending: MenuMove | None = None
        self._person = person
        self._confirm = confirm
        self._readying: frozenset[Doubt] = frozenset()
        """Changed keys that a yes would accept, in order to be ready."""
        self._leaving = False
        """Whether leaving waits for a yes."""
        self._sure: Alternative | None = None
        """What waits for a yes because it can't be undone."""
        self._answers: list[str] | None = None
        """Collects the answers to a line while `ask` runs; None otherwise."""

    # Prompts and completion.

    @property
    def prompt(self) -> str:
        """The prompt for the next line."""
        if self.is_unsure:
            return prompt_confirm()
        known = self._person.known
        if self.secret:
            return prompt_password()
        if known.handing.offer is not None or self._person.comparing.asks:
            return prompt_confirm()
        if known.games:
            return prompt_table()
        if known.charter is None:
            return prompt_lobby()
        return prompt_asked() if self._person.can_choose else "> "

    @property
    def secret(self) -> bool:
        """Whether the next line is a password, which must not be echoed."""
        return not self.is_unsure and self._person.known.password_of is not None

    @property
    def is_unsure(self) -> bool:
        """Whether something waits for a yes or a no."""
        is_unsure = self._leaving or bool(self._readying) or self._sure is not None
        return is_unsure or self.pending is not None

    def words(self) -> tuple[str, ...]:
        """Return the words that can be typed now, for completion."""
        known = self._person.known
        if self.is_unsure:
            return (_yes()[0], _no()[0])
        if self.secret:
            return ()
        if known.games:
            return (*known.games, lobby.open_word(), command_word("quit"))
        return self._lobby_words() if known.charter is None else self._game_words()

    def _lobby_words(self) -> tuple[str, ...]:
        who, table, leave, help = map(command_word, ("who", "table", "leave", "help"))
        looks_on = self._person.known.handing.looks_on
        first = (command_word("sit"),) if looks_on else ready_words()
        return (*first, who, table, *_spoken_words(), leave, help)

    def _game_words(self) -> tuple[str, ...]:
        known, word = self._person.known, command_word
        return (
            *(known.menu.words() if known.menu and known.asked else ()),
            *map(word, commands(known)),
            *(f"{word('city')} {name}" for name in known.names),
            *_spoken_words(),
            *(
                it.word()
                for it in features_of(self._person)
                if it.enabled(self._person)
            ),
            *self._answer_words(),
            *self._seat_words(),
            word("quit"),
        )

    def _answer_words(self) -> Iterator[str]:
        """Yield the words that answer a clock proposal, or a feature's dialog."""
        known = self._person.known
        if known.ours is not None and retiming.open_proposal(known) is not None:
            yield from retiming.answer_words()
        if any(self._answers_of("yes")):
            yield from (_yes()[0], _no()[0])

    def _seat_words(self) -> Iterator[str]:
        """Yield what shows the game from another seat, for spectators."""
        known = self._person.known
        if known.ours is None:
            for name in known.names:
                yield f"{command_word('seat')} {name}"

    def typed(self, line: str) -> None:
        """
        Carry out a line.

        It goes to the first that takes it: a password prompt, a pending yes or no, the
        choice of a table, a dialog, and last the commands, among them the moves. A line
        that nobody understands is answered, and changes nothing.
        """
        if self.secret:
            if line.strip():
                self._person.give_password(line)
            return
        line = " ".join(line.split())
        if not line:
            return
        if self._readying and _read_answer(line) is None:
            # The line may be a command to trust a player, or to see who they are.
            self._readying = frozenset()
        if self.is_unsure:
            self._yes_or_no(line)
            return
        readers = (self._chooses_game, self._answers_dialog)
        if not any(reads(line) for reads in readers):
            self._command(line)

    # Each of these handles a line that answers its question, and returns whether it
    # did.

    def _chooses_game(self, line: str) -> bool:
        known = self._person.known
        table = lobby.game_meant(known.games, line) if known.games else None
        if table is None:
            return False
        self._person.choose_game(table)
        return True

    def _answers_dialog(self, line: str) -> bool:
        """Answer a feature's dialog with a yes or a no."""
        yes = _read_answer(line)
        if yes is None:
            return False
        answer = next(self._answers_of("yes" if yes else "nothing"), None)
        if answer is None:
            return False
        answer.do()
        return True

    def _answers_of(self, action: str) -> Iterator[DialogAnswer]:
        """Yield what an action answers in the dialogs that features currently show."""
        person = self._person
        for feature in features_of(person):
            if feature.dialog is not None and feature.asks(person) is not None:
                asked = feature.dialog(person, lambda action: "")
                if isinstance(asked, Dialog) and asked.is_typed:
                    answer = asked.reply(action)
                    if answer is not None:
                        yield answer

    def _command(self, line: str) -> None:
        """Carry out a command, or make the choice that a line names."""
        known = self._person.known
        word, _space, rest = line.removeprefix(SLASH).partition(" ")
        word = commandwords.command(word)
        if self._is_choice(line, word, rest):
            self._choose(line)
        elif (feature := named_of(self._person, word)) is not None:
            self._answer(feature.do(self._person, rest) or ())
        elif named(word) is not None:
            self._answer([not_for_guests()])
        elif word in commands(known):
            self._answer(commands(known)[word](known, rest))
        else:
            self._choose(line)

    def _is_choice(self, line: str, word: str, rest: str) -> bool:
        """Return whether a line is a choice even though a command has its name."""
        known = self._person.known
        if known.menu is not None and known.asked and known.menu.owns(line):
            return True
        # With a card it is a choice; "r" alone, for example, is also short for
        # recruiting.
        return word in ("wonder", "left", "right") and bool(rest)

    def ask(self, line: str) -> tuple[str, ...]:
        """Carry out a line, and return the answer instead of showing it."""
        answers: list[str] = []
        self._answers = answers
        try:
            self.typed(line)
        finally:
            self._answers = None
        return tuple(answers)

    def interrupted(self) -> None:
        """Ask before leaving; leave if interrupted a second time."""
        person = self._person
        if self._leaving or person.leaving.may_be_at_once:
            person.leaving.leave()
            return
        self._leaving, self._sure = True, None
        more = [self._really_leave]
        if person.leaving.can_be_for_good and self._answers is None:
            word = f"{command_word('leave')} {p_('typed', 'for good')}"
            more.append(
                _("To leave for good, answer no and type: {word}").format(word=word)
            )
            give = command_word("give")
            more.append(
                _("To hand your seat over, answer no and type: {word}").format(
                    word=give
                )
            )
        self._guide(*more)

    @property
    def _really_leave(self) -> str:
        person = self._person
        if person.known.charter is None:
            means = closing_means() if person.leaving.closes_table else ()
            return " ".join((*means, really_leave()))
        if not person.back:
            return _("Leave? That ends the game. Yes or no (Ctrl-C again means yes).")
        if person.known.hosts:
            return _(
                "You are hosting this game: if you leave, it stops until you reopen "
                "it. Leave? Yes or no (Ctrl-C again means yes)."
            )
        return leave_for_now()

    def hung_up(self) -> None:
        """Leave, because input has ended."""
        self._person.leaving.leave()

    # Notices from the person.

    def began(self) -> None:
        """Drop the question about being ready, because the game has begun."""
        self._readying = frozenset()

    def settled(self) -> None:
        """Drop the pending choice, because no question is open."""
        self.pending = None

    def ended(self) -> None:
        """Leave if that is pending: the game is over, so nothing is lost."""
        self._sure = None
        if self._leaving:
            self._leaving = False
            self._person.leaving.leave()

    # Carrying out what was typed.

    def _answer(self, lines: Iterable[str]) -> None:
        """Show the answer to a command, which isn't part of the narration."""
        lines = tuple(lines)
        if not lines:
            return
        if self._answers is not None:
            self._answers += lines
        else:
            self._person.listener.answered(lines)

    def _guide(self, *lines: str) -> None:
        """Explain what can be typed; on a screen, only if it is a question."""
        if self._answers is not None and self.is_unsure:
            self._answers += lines
        else:
            self._person.listener.guide(*lines)

    def _yes_or_no(self, line: str) -> None:
        yes = _read_answer(line)
        if yes is None:
            self._guide(yes_or_no())
        elif self._leaving:
            self._leaving = False
            if yes:
                self._person.leaving.leave()
            else:
                self._guide(staying())
        elif self._sure is not None:
            way, self._sure = self._sure, None
            if yes:
                way.do()
            else:
                self._guide(_("Nothing has changed."))
        elif self._readying:
            asked, self._readying = self._readying, frozenset()
            if yes:
                self._person.readiness.accept(asked)
                # This asks again if there are other doubts meanwhile.
                self.be_ready(True)
            else:
                self._person.tell(not_ready_then())
        else:
            pending, self.pending = self.pending, None
            if not yes:
                self._guide(not_confirmed())
            elif pending is not None:
                self._person.choose(pending)

    def be_ready(self, ready: bool) -> None:
        """Report whether we are ready; ask first if there is a reason for doubt."""
        person, known = self._person, self._person.known
        if ready and known.news and known.charter is None and person.readiness.doubtful:
            self._answer(lobby.doubts(known.news, known.keyring))
            self._readying = person.readiness.doubtful
            is_key = any(isinstance(it, bytes) for it in self._readying)
            self._guide(ready_all_the_same() if is_key else ready_with_lender())
        else:
            person.readiness.be_ready(ready)

    def say(self, line: str) -> None:
        """Send a chat line to the table."""
        if line:
            self._person.talking.typed(line)
        else:
            self._person.tell(say_what())

    def rematch(self, rest: str) -> None:
        """Start a rematch, with option words such as ``with=leaders private``."""
        known = self._person.known
        if self._person.can_look_on_again:
            self._person.look_on_again()
            return
        if not self._person.can_play_again:
            looks_on = known.ending is not None and known.ours is None
            self._answer([nobody_goes_on() if looks_on else text.not_over_yet()])
            return
        there = None if known.news is None else tablewishes.of_table(known.news)
        try:
            wishes = tablewishes.read_wishes(_named_values(rest), there)
        except ValueError as problem:
            self._answer([text.sentence(retold(problem))])
        else:
            self._person.play_again(wishes)

    def give(self, rest: str) -> None:
        """Hand our seat over to somebody, or list who could take it."""
        ways = self._person.handing.ways
        if way := meant(ways, rest):
            self._do(way)
            if self._sure is None:
                self._guide_back("keep")
        elif ways:
            self._answer(listed(handing.ways_title(), ways, command_word("give")))
        else:
            self._answer([handing.nothing_to_give()])

    def finish(self) -> None:
        """End the game early; ask first, as that can't be undone."""
        finishing = self._person.finishing
        if finishing.can_be and not self._person.known.offline:
            self._do(finishing.way)
        else:
            finishing.finish()  # says why that isn't possible

    def _do(self, way: Alternative) -> None:
        """Do something; ask first if it can't be undone."""
        if not way.confirmation:
            way.do()
            return
        self._sure = way
        self._guide(
            *way.means, _("{question} Yes or no?").format(question=way.confirmation)
        )

    def turn_bot(self) -> None:
        """Let our program play for us, or take over again."""
        self._person.handing.turn_bot()
        self._guide_back("bot")

    def _guide_back(self, command: str) -> None:
        if self._person.known.handing.autopilot:
            word = command_word(command)
            self._guide(_("To take over again, type: {word}").format(word=word))

    def without(self, rest: str) -> None:
        """Propose to go on without an absent player, or list the possible proposals."""
        ways = self._person.voting.without
        way = ways[0] if len(ways) == 1 else meant(ways, rest)
        if way is not None:
            way.do()
        elif ways:
            title = absences.several_to_go_on_without()
            self._answer(listed(title, ways, command_word("without")))
        else:
            self._answer([nobody_is_absent()])

    def substitute(self, rest: str) -> None:
        """
        Ask a substitute to take an absent player's seat, or list who could be asked.
        """
        known, ways = self._person.known, self._person.voting.substitutes
        asking, absent = known.handing.asking, known.absence.rescuable
        if way := meant(ways, rest):
            way.do()
        elif ways and absent is not None:
            title = substitutes.title(known.names[absent])
            self._answer(listed(title, ways, command_word("substitute")))
        elif asking is not None:
            self._answer([substitutes.asked(asking, known)])
        else:
            self._answer(substitutes.why_nobody(known))

    def look_from(self, rest: str) -> None:
        """Show the game from another seat; for spectators only."""
        person, known = self._person, self._person.known
        seat = seat_meant(known, rest)
        if known.charter is None:
            said = text.not_in_game()
        elif known.ours is not None:
            said = _("You have a seat, so you can watch only from that seat.")
        elif seat is None:
            said = text.nobody(rest, known.names)
        else:
            person.look_from(seat)
            said = absences.looking_from(known.names[seat])
        self._answer([said])

    def sit(self) -> None:
        """Take a seat, if we are waiting as a spectator for a game to begin."""
        if self._person.known.charter is None and self._person.known.handing.looks_on:
            self._person.sit()
        else:
            self._answer(
                [
                    _(
                        "You can only sit down while you are watching a table whose game "
                        "hasn't begun."
                    )
                ]
            )

    def undo(self) -> None:
        """Explain that a sealed choice is final."""
        can_choose = self._person.can_choose
        self._answer([nothing_sent() if can_choose else self._no_choice()])

    def manage(self, rest: str) -> None:
        """Send the host a command; its answer is shown when it arrives."""
        self._person.managing.tell(rest, self._person.listener.answered)

    def insist(self) -> None:
        """Let our program continue although most others computed different results."""
        if self._person.known.halted:
            self._person.insist()
        else:
            self._answer([endings.not_halted()])

    def quit(self, rest: str) -> None:
        """Leave, for now or permanently; ask first if leaving costs something."""
        leaving = self._person.leaving
        is_for_good = rest.lower() in (p_("typed", "for good"), "for good")
        if is_for_good and leaving.can_be_for_good:
            self._do(leaving.way_for_good)
        elif self._person.known.charter is None and not leaving.closes_table:
            leaving.leave()
        else:
            self.interrupted()

    def _choose(self, line: str) -> None:
        person, known = self._person, self._person.known
        found = known.menu.find(line) if known.menu and not person.over else None
        if found is not None and found.use and known.handing.autopilot:
            person.handing.turn_bot()  # a choice shows that the person is back
        is_choice = found is not None or (line.isdecimal() and self._is_in_game)
        if is_choice and not person.can_choose:
            self._answer([self._no_choice()])
        elif found is None:
            self._answer([text.not_understood(line)])
        elif found.use is None:
            self._answer(found.lines)
        elif self._confirm:
            self.pending = found.use
            self._guide(
                _("{move} Yes or no?").format(move=text.sentence(found.use.whole))
            )
        else:
            person.choose(found.use)

    @property
    def _is_in_game(self) -> bool:
        return self._person.known.charter is not None

    def _no_choice(self) -> str:
        """Return why nothing can be chosen: it has been, or no question is open."""
        known = self._person.known
        was_sent = known.asked or known.sealed is not None
        return already_sent() if was_sent else waits.why_not_asked(known)


# Words that are typed.


def command_word(command: str) -> str:
    """Return what is typed for a command in the current language."""
    return commandwords.commands().get(command, command)


def ready_words() -> tuple[str, str]:
    """Return what is typed to be ready, and to be no longer ready."""
    return p_("typed", "ready"), p_("typed", "not ready")


def _spoken_words() -> Sequence[str]:
    """Return the commands that take a line of chat or a name."""
    return [f"{command_word(it)} " for it in ("say", "me", "mute", "unmute")]


def _yes() -> tuple[str, ...]:
    words = (p_("typed", "yes"), p_("typed", "y"), "yes", "y")
    return tuple(dict.fromkeys(words))


def _no() -> tuple[str, ...]:
    words = (p_("typed", "no"), p_("typed", "n"), "no", "n")
    return tuple(dict.fromkeys(words))


def _read_answer(line: str) -> bool | None:
    """
    Return the answer in a yes or a no, translated or English; None for other lines.
    """
    if line.lower() in _yes():
        return True
    return False if line.lower() in _no() else None


def _named_values(typed: str) -> Mapping[str, str]:
    """Parse words such as ``with=leaders private``; a bare name is a yes."""
    pairs = (word.partition("=") for word in typed.split())
    return {name: value if equals else "yes" for name, equals, value in pairs}


# Prompts and answers.


def prompt_table() -> str:
    return _("which table> ")


def prompt_password() -> str:
    return _("password> ")


def prompt_lobby() -> str:
    return _("lobby> ")


def prompt_asked() -> str:
    return _("your choice> ")


def prompt_confirm() -> str:
    return _("yes or no> ")


def yes_or_no() -> str:
    return _("Please answer yes or no.")


def really_leave() -> str:
    return _("Leave the table? Yes or no (Ctrl-C again means yes).")


def leave_for_now() -> str:
    return _("Leave for now? Your seat is kept. Yes or no (Ctrl-C again means yes).")


def staying() -> str:
    return _("You stay at the table.")


def ready_all_the_same() -> str:
    return _(
        "Somebody at the table may be an impostor. Are you ready to play anyway? Yes "
        "or no?"
    )


def ready_with_lender() -> str:
    return _("Are you ready to play anyway? Yes or no?")


def not_ready_then() -> str:
    return _("You are not ready.")


def not_confirmed() -> str:
    return _("Nothing was sent. Choose again.")


def not_for_guests() -> str:
    return _("That isn't possible at a seat that somebody lends you.")


def nothing_sent() -> str:
    return _("Nothing has been sent yet; just choose again.")


def already_sent() -> str:
    return _("Your choice has been sent, and can't be taken back.")


def nobody_goes_on() -> str:
    return _(
        "Nobody has asked for a rematch yet. If a rematch begins, you will see it."
    )
