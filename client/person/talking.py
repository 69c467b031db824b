"""Chat as one person has it: what they say, and whom they have muted."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from sealed_wonders.client.person.actor import Actor
from sealed_wonders.client.person.commandwords import command, commands
from sealed_wonders.client.questions.dialog import Alternative, Dialog, closing
from sealed_wonders.client.questions.ways import is_meant
from sealed_wonders.client.table.actions import Speak
from sealed_wonders.client.table.events import Heard
from sealed_wonders.client.tablewords.takers import typed_for
from sealed_wonders.client.tablewords.unavailable import nobody_to_mute
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.talk import DO, NOT_ME, QUICK, SAY
from sealed_wonders.net.words import _

SLASH = "/"
"""Begins a command where chat is typed."""

WHO = ("mute", "unmute")
"""Commands that take a name."""


VOICES_CAP = 100
"""Maximum number of people whose names are kept because they said something."""


class Talking:
    """
    The chat of one person.

    Attributes:
        muted: Names of people whose messages aren't shown, by identity.
    """

    def __init__(self, actor: Actor) -> None:
        self.muted: dict[bytes, str] = {}
        self._actor = actor

    # Receiving.

    def heard(self, heard: Heard) -> None:
        """Report a chat message, unless its code is unknown or its author muted."""
        known = self._actor.known
        known.voices.pop(heard.identity, None)
        known.voices[heard.identity] = heard.name
        if len(known.voices) > VOICES_CAP:
            del known.voices[next(iter(known.voices))]
        line = in_words(heard, known.called(heard.identity, heard.name))
        if line and heard.identity not in self.muted:
            self._actor.tell(line, LineKind.CHAT, is_past=heard.is_past)

    # Sending.

    def typed(self, line: str) -> bool:
        """
        Handle a typed chat line; return whether it was carried out.

        A slash begins a command; a digit alone is a quick word.
        """
        if line.startswith(SLASH):
            word, _space, rest = line.removeprefix(SLASH).partition(" ")
            orders = {
                "me": self.do,
                "mute": self.mute,
                "unmute": self.unmute,
                "disown": self.disown,
            }
            if order := orders.get(command(word)):
                return order(rest)
            self._actor.tell(no_such_word(line, tuple(orders)))
            return False
        if self._actor.known.is_among_bots:
            self._actor.tell(only_bots())
            return True  # nothing about the line could be better
        if line in digits():
            return self.say("", digits()[line])
        return self.say(line)

    def do(self, what: str) -> bool:
        """Send what we do, in the third person; return whether it was sent."""
        if not what:
            self._actor.tell(
                _("Do what? Type me and what you are doing, for example: me waves")
            )
            return False
        if self._actor.known.is_among_bots:
            self._actor.tell(only_bots())
            return True
        return self.say(what, DO)

    def disown(self, _rest: str = "") -> bool:
        """Report that somebody else has played our seat; return whether it was sent."""
        if self._actor.known.ours is None:
            self._actor.tell(_("You have no seat in a game here."))
            return False
        return self.say("", NOT_ME)

    def say(self, line: str, code: str = SAY) -> bool:
        """Send a message to the table; return whether it was sent."""
        if self._actor.known.offline:
            said = _(
                "Not sent: you aren't connected right now. Try again once you are."
            )
            self._actor.tell(said)
            return False
        try:
            self._actor.table.do(Speak(line, code))
        except ValueError:
            said = _(
                "That can't be sent: it is too long, or contains control characters."
            )
            self._actor.tell(said)
            return False
        return True

    def words(self) -> Sequence[str]:
        """Return the commands after a slash, for completion."""
        word = {order: f"{SLASH}{commands()[order]} " for order in ("me", *WHO)}
        disown = f"{SLASH}{commands()['disown']}"
        some = {"mute": self._to_mute, "unmute": self._to_unmute}
        names = [f"{word[order]}{way.word}" for order in WHO for way in some[order]]
        return (*word.values(), *names, disown)

    # Muting.

    @property
    def ways(self) -> Sequence[Alternative]:
        """Whom we can mute or unmute."""
        return (*self._to_mute, *self._to_unmute)

    def dialog(self) -> Dialog | str:
        """Return the dialog that lists others to mute, then those to unmute."""
        if not self.ways:
            return nobody_to_mute()
        help = _(
            "Messages from people whom you mute stay hidden until you unmute these "
            "people or the program ends. They aren't notified."
        )
        return Dialog(
            _("Mute or unmute"),
            (),
            (closing("mute"),),
            (help,),
            ways=self.ways,
        )

    def mute(self, name: str) -> bool:
        """Mute somebody, or list who can be muted; return whether it was done."""
        return self._choose(self._to_mute, name, nobody_to_mute())

    def unmute(self, name: str) -> bool:
        """Unmute somebody, or list who can be unmuted; return whether it was done."""
        return self._choose(self._to_unmute, name, _("Nobody is muted."))

    def _choose(self, ways: Sequence[Alternative], name: str, nobody: str) -> bool:
        names = [it for it in ways if is_meant(it, name)]
        if len(names) == 1:
            names[0].do()
            return True
        said = _("Who? You can choose: {names}.") if ways else nobody
        self._actor.tell(said.format(names=", ".join(way.word for way in ways)))
        return False

    @property
    def _to_mute(self) -> Sequence[Alternative]:
        others = self._actor.known.company.items()
        names = {one: name for one, name in others if one not in self.muted}
        return self._each(names, _("Mute {name}"), self._mute)

    @property
    def _to_unmute(self) -> Sequence[Alternative]:
        return self._each(self.muted, _("Unmute {name}"), self._unmute)

    def _each(
        self, names: Mapping[bytes, str], label: str, do: Callable[[bytes], None]
    ) -> Sequence[Alternative]:
        """Return the way to do something with each identity."""
        marks = told_apart(tuple(names.values()))
        ways = []
        for (one, name), shown in zip(names.items(), marks, strict=True):
            word, *synonyms = typed_for(one, name, shown)
            said = label.format(name=self._actor.known.called(one, name))
            do_so = partial(do, one)
            ways.append(
                Alternative(one.hex(), said, (), do_so, word, synonyms=synonyms)
            )
        return ways

    def _mute(self, one: bytes) -> None:
        name = self.muted[one] = self._actor.known.company[one]
        said = _("{name} is muted until your program ends.")
        self._actor.tell(said.format(name=self._actor.known.called(one, name)))

    def _unmute(self, one: bytes) -> None:
        name = self.muted.pop(one)
        shown = self._actor.known.called(one, name)
        self._actor.tell(_("{name} is no longer muted.").format(name=shown))

    def go_on(self, before: Talking) -> None:
        """Keep the muted people of the previous game."""
        self.muted = before.muted


# Sentences.


def in_words(heard: Heard, who: str) -> str:
    """
    Return the line for a chat message; empty if its code is unknown.

    Args:
        who: The displayed name of its author.
    """
    if not heard.is_seated:
        who = _("{name} (spectator)").format(name=who)
    if heard.code == DO:
        line = f"* {who} {heard.text}"
    elif heard.code == SAY or heard.code in QUICK:
        text = heard.text if heard.code == SAY else quick_words()[heard.code]
        line = _("{name} says: {line}").format(name=who, line=text)
    else:
        return ""
    if heard.dated is None:
        return line
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(heard.dated))
    return f"[{when}] {line}"


def quick_words() -> Mapping[str, str]:
    """Return the quick words by code, in their order."""
    return {
        "hello": _("Hello!"),
        "well-played": _("Well played!"),
        "hurry-up": _("Hurry up!"),
        "thanks": _("Thanks!"),
        "back-soon": _("Back soon."),
        "good-game": _("Good game!"),
    }


def digits() -> Mapping[str, str]:
    """Return the codes of quick words by the digit that is typed for each."""
    return {str(number): code for number, code in enumerate(QUICK, 1)}


def only_bots() -> str:
    return _("Only bots are at this table, and they don't read messages.")


def say_what() -> str:
    """Return how to say something."""
    words = zip(digits(), quick_words().values(), strict=True)
    return _("Say what? Type say and a message, or say and a number: {words}").format(
        words=" ".join(f"{digit} {word}" for digit, word in words)
    )


def no_such_word(line: str, words: Sequence[str]) -> str:
    """Return the sentence for an unknown command after a slash."""
    return _("Nothing was sent. After a slash, you can type {words}.").format(
        words=", ".join(commands()[word] for word in words)
    )
