"""
A seat as it is shown in browsers on this machine: what they see, and what they may do.

It is a face of the player's own program, besides screens and line mode. It holds no key
and decides nothing: what is posted becomes the same actions that a key or a typed line
does, and what a page shows are sections made of the table model. Several pages may show
the seat; what is laid down and which dialog is open is kept here, so they agree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager

from twisted.internet.interfaces import IDelayedCall, IReactorTime
from twisted.web.server import Request

from sealed_wonders.client.browser import seatsections
from sealed_wonders.client.browser.pagelessons import PageLessons
from sealed_wonders.client.browser.pageoptions import PageOptions
from sealed_wonders.client.browser.seatlistener import SeatListener
from sealed_wonders.client.lessons.teacher import Teacher
from sealed_wonders.client.person import keys
from sealed_wonders.client.person.features import named_of
from sealed_wonders.client.person.opendialogs import OpenDialogs
from sealed_wonders.client.person.person import Person
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import ShowPresence
from sealed_wonders.client.view.menu import MenuMove
from sealed_wonders.client.words import text
from sealed_wonders.core.definition import Facts
from sealed_wonders.net.web.sectionstream import BEAT, SectionStream, packed
from sealed_wonders.net.words import _, language, spoken

STREAMS = 16
"""Maximum number of pages that show the seat at the same time."""

PATIENCE = 60.0
"""Seconds without a page after which nobody is looking at the seat."""

LONGEST = 400
"""Maximum characters of anything that a page posts as text."""


TOUCH = "touch"
"""What a page posts when it is touched: it shows that somebody is there."""

Do = Callable[["SeatFace", Person, Mapping[str, object]], str | None]
"""Carries out what a page has posted; see `SeatFace.act`."""


class BadAction(Exception):
    """Something was posted that no page of ours posts."""


class SeatFace:
    """
    The seat of one person, for the pages that show it.

    Attributes:
        person: the person; another one for each rematch.
    """

    def __init__(
        self,
        clock: IReactorTime,
        settings: Settings,
        teacher: Teacher | None = None,
        *,
        streams: int = STREAMS,
        language: str = "",
        is_alone: bool = False,
    ) -> None:
        """
        Create a face without a person.

        Args:
            teacher: gives lessons; None for no lessons.
            streams: Maximum number of pages; if it is 1, a new page replaces another.
            language: The language of the pages; empty for that of the program.
            is_alone: Whether nothing but pages shows the seat.
        """
        self._lessons = None if teacher is None else PageLessons(teacher)
        self._options = PageOptions()
        self.person: Person | None = None
        self._last: Facts | None = None
        """The last section; None before the program ends."""
        self._most = streams
        self._language = language
        self._is_alone = is_alone
        self._seen = clock.seconds()
        """When the last page was closed."""
        self._clock = clock
        self._settings = settings
        self._dialogs = OpenDialogs(self._named, clock.seconds)
        self._streams: dict[SectionStream, None] = {}
        self._call: IDelayedCall | None = None
        self._beat: IDelayedCall | None = None
        self._notice: tuple[int, str] = (0, "")
        """A number that grows, and what the last action was answered with."""

    def show(self, person: Person | None) -> None:
        """Show this person from now on, in place of another one; None for nobody."""
        self.person = person
        self._dialogs = OpenDialogs(self._named, self._clock.seconds)
        self._options.begin()
        if self._lessons is not None:
            self._lessons.begin()
        self._note_presence()
        self.changed()

    def changed(self) -> None:
        """Send what has changed, once whatever happens now has happened."""
        if self._call is None and self._streams:
            self._call = self._clock.callLater(0, self._publish)

    @property
    def ended(self) -> bool:
        """Whether the person has left, so that nothing can be done any more."""
        return self._last is not None

    def end(self, why: str) -> None:
        """Tell the pages that the program ends, and close their streams."""
        self._last = self._last_words(why)
        self.drop(lambda: why)

    def _last_words(self, why: str) -> Facts:
        """Return the last section: why the pages end, and how to play again."""
        person = self.person
        if person is None or person.is_guest:
            return {"why": why, "further": []}
        with self._speaking():
            return {"why": why, "further": seatsections.further()}

    def drop(self, why: Callable[[], str]) -> None:
        """Tell the pages why they show the seat no longer, and close their streams."""
        with self._speaking():
            last = {"ended": packed(self._last or {"why": why(), "further": []})}
        for stream in tuple(self._streams):
            stream.send(last)
            stream.end()
        self._note_closed()
        self._streams.clear()
        self._note_presence()
        for call in (self._call, self._beat):
            if call is not None and call.active():
                call.cancel()
        self._call = self._beat = None

    @property
    def is_looked_at(self) -> bool:
        """Whether a page is in sight, or was until a moment ago."""
        return bool(self._streams) or self._clock.seconds() - self._seen < PATIENCE

    def _note_closed(self) -> None:
        if self._streams:
            self._seen = self._clock.seconds()

    def _note_presence(self) -> None:
        """Let the person's program know since when no page is in sight, if it matters."""
        if self._is_alone and self.person is not None:
            self.person.unseen_since = float("inf") if self._streams else self._seen

    # What pages see.

    def add(self, request: Request) -> bool:
        """Answer a request with a stream; return False if there are too many."""
        if self._last is not None:
            stream = SectionStream(request)
            stream.send({"ended": packed(self._last)})
            stream.end()
            return True
        if self._streams and self._most == 1:
            self.drop(shown_elsewhere)
        if len(self._streams) >= self._most:
            return False
        stream = SectionStream(request)
        stream.drained = self.changed
        self._streams[stream] = None
        self._note_presence()
        request.notifyFinish().addBoth(lambda _: self._lost(stream))
        stream.send(self._sections())
        if self._beat is None:
            self._beat = self._clock.callLater(BEAT, self._beats)
        return True

    def _lost(self, stream: SectionStream) -> None:
        stream.lost()
        if stream in self._streams:
            self._note_closed()
            del self._streams[stream]
            self._note_presence()

    def _beats(self) -> None:
        self._beat = None
        for stream in self._streams:
            stream.beat()
        if self._streams:
            self._beat = self._clock.callLater(BEAT, self._beats)
            self.changed()  # such as how long the table has waited

    def _publish(self) -> None:
        self._call = None
        found = self._sections()
        for stream in tuple(self._streams):
            stream.send(found)

    def _sections(self) -> dict[str, str]:
        with self._speaking():
            return self._spoken_sections()

    def _speaking(self) -> AbstractContextManager[None]:
        return spoken(self._language or language())

    def _spoken_sections(self) -> dict[str, str]:
        found: dict[str, Facts] = {}
        number, said = self._notice
        if said:
            found["notice"] = {"n": number, "said": said}
        person = self.person
        if person is None:
            found["seat"] = {"place": ""}
        else:
            top = self._dialogs.look(person)
            found |= seatsections.of_person(person, self._key, self._clock.seconds())
            dialog = seatsections.of_dialog(top)
            if dialog is not None:
                found["dialog"] = dialog
            if dialog is None and (lesson := self._taught(person)) is not None:
                found["lesson"] = lesson
            if (options := self._options.section(person)) is not None:
                found["options"] = options
            if isinstance(person.listener, SeatListener):
                course = person.listener.course()
                found |= seatsections.of_course(person.known, course)
        return {name: packed(it) for name, it in found.items()}

    def _taught(self, person: Person) -> Facts | None:
        """Return the lesson to show, once somebody can see it."""
        lessons = self._lessons
        if lessons is None or not self._streams:
            return None
        lessons.look(person.known)
        return lessons.section(person.known)

    def _key(self, name: str) -> str:
        if name not in keys.ACTIONS:
            return ""
        some = self._settings.keys.get(name) or keys.usual(name)
        return keys.written(some[0]) if some else ""

    def _named(self, name: str) -> str:
        """Return what a dialog calls the key or the button that does something."""
        if self.person is None:
            return self._key(name)
        return seatsections.button_or_key(self.person, name, self._key)

    # What pages do.

    def act(self, posted: Mapping[str, object]) -> None:
        """
        Carry out what a page has posted; what there is to say about it becomes a notice.

        Raises:
            BadAction: no page of ours posts that; nothing has been done.
        """
        person = self.person
        name = posted.get("do")
        do = ACTIONS.get(name) if isinstance(name, str) else None
        if do is None:
            raise BadAction
        if person is None or self.ended:
            return
        if not person.over:
            person.table.do(ShowPresence())
        if name == TOUCH:
            return
        with self._speaking():
            said = self._do(do, person, posted)
        self._notice = (self._notice[0] + 1, said)
        self.changed()

    def _do(self, do: Do, person: Person, posted: Mapping[str, object]) -> str:
        """Carry an action out, and return what there is to say about it."""
        before = person.known.narration.total
        said = do(self, person, posted)
        if said is None:
            # As below a screen: what an action makes the program say is its answer.
            told = person.known.narration.since(before)
            said = _answer([it.line for it in told if it.kind.name == "TABLE"])
        return said

    def _use(self, person: Person, posted: Mapping[str, object]) -> MenuMove | None:
        """Return the move that is named for the open question; None if it has passed."""
        menu, phase, word = person.known.menu, posted.get("phase"), _text(posted)
        if menu is None or not person.can_choose or menu.question.phase != phase:
            return None
        return next((it for it in menu.uses if it.word == word), None)

    def lay(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Lay a choice down; it can be taken back until it is sealed."""
        use = self._use(person, posted)
        if use is not None:
            person.lay(use)
        return ""

    def take_back(self, person: Person, posted: Mapping[str, object]) -> str | None:
        if person.can_choose:
            person.lay(None)
        return ""

    def seal(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Seal a choice irrevocably: the one that the page shows as laid down."""
        use = self._use(person, posted)
        if use is None:
            return None
        person.choose(use)
        return None

    def press(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Do what a feature's key does."""
        feature = named_of(person, _text(posted))
        if feature is None:
            raise BadAction
        return self._dialogs.press(person, feature) or None

    def answer(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Answer the open dialog."""
        return self._dialogs.answer(_ticket(posted), _text(posted)) or None

    def choose_way(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Choose one of the ways that the open dialog lists."""
        self._dialogs.choose(_ticket(posted), _text(posted))
        return None

    def say(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Send a line to the table, or a command after a slash."""
        line = _text(posted).strip()
        if not person.seated:
            return text.not_yet()
        if line:
            person.talking.typed(line)
        return None

    def type(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Carry out a line as line mode does."""
        line = _text(posted).strip()
        return "\n".join(person.commands.ask(line)) or None if line else ""

    def note_code(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Close the table code."""
        person.known.code_read = True
        return ""

    def turn_lesson(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Go back or on in the lessons, close the one that is shown, or end them all."""
        where = _text(posted)
        if self._lessons is None:
            return ""
        try:
            return self._lessons.turn(person.known, where)
        except ValueError:
            raise BadAction from None

    def ready(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Be ready, or no longer, or sit down; asks first if a key has changed."""
        news = person.known.news
        if news is None or person.known.charter is not None:
            return text.not_yet()
        if news.looks_on:
            person.sit()
            return None
        return "\n".join(person.commands.ask("ready" if posted.get("on") else "not"))

    def rematch(self, person: Person, posted: Mapping[str, object]) -> str | None:
        if person.can_look_on_again:
            person.look_on_again()
        elif person.can_play_again:
            person.play_again(self._options.wishes(person))
        return None

    def choose_option(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Choose one of the options of another game."""
        name, at = _text(posted), posted.get("at")
        if type(at) is not int:
            raise BadAction
        try:
            return self._options.change(person, name, at)
        except ValueError:
            raise BadAction from None

    def disclose(self, person: Person, posted: Mapping[str, object]) -> str | None:
        person.disclosing.disclose()
        return None

    def touch(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Show that somebody is there, as any key at a terminal does."""
        return ""

    def look_from(self, person: Person, posted: Mapping[str, object]) -> str | None:
        """Watch from another seat."""
        seat = posted.get("seat")
        known = person.known
        if known.ours is None and type(seat) is int and 0 <= seat < len(known.names):
            person.look_from(seat)
        return ""


ACTIONS: Mapping[str, Do] = {
    "lay": SeatFace.lay,
    "take_back": SeatFace.take_back,
    "seal": SeatFace.seal,
    "press": SeatFace.press,
    "answer": SeatFace.answer,
    "way": SeatFace.choose_way,
    "say": SeatFace.say,
    "type": SeatFace.type,
    "code": SeatFace.note_code,
    "lesson": SeatFace.turn_lesson,
    "ready": SeatFace.ready,
    "rematch": SeatFace.rematch,
    "option": SeatFace.choose_option,
    "disclose": SeatFace.disclose,
    "look": SeatFace.look_from,
    TOUCH: SeatFace.touch,
}
"""What a page can post, by the value of ``do``."""


def shown_elsewhere() -> str:
    return _("Another page shows your seat now.")


def _answer(lines: Sequence[str]) -> str:
    """Return the first line, with the next one if that is what it announces."""
    count = 2 if lines and lines[0].rstrip().endswith(":") else 1
    return "\n".join(lines[:count])


def _text(posted: Mapping[str, object]) -> str:
    """
    Return the text of what was posted.

    Raises:
        BadAction: there is none, or too much.
    """
    found = posted.get("text")
    if not isinstance(found, str) or len(found) > LONGEST or not found.isprintable():
        raise BadAction
    return found


def _ticket(posted: Mapping[str, object]) -> int:
    found = posted.get("ticket")
    if type(found) is not int:
        raise BadAction
    return found
