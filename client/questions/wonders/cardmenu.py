"""
The menu for choosing a card from a hand, and how it understands typed lines.

Each use of a card has a short word, such as ``b3`` (build card 3), ``w3`` (build a
wonder stage with it) or ``s3`` (sell it). If there are several ways, a letter follows.
Leaders are kept (``k3``) and recruited (``r3``); cards and tokens to be lost are
dropped (``d3``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from sealed_wonders.client.questions.wonders.items import (
    CardItem,
    StageFacts,
    next_stage_facts,
)
from sealed_wonders.client.view.menu import LETTERS, Item, Menu, MenuMove, TypedMeaning
from sealed_wonders.client.view.wonders.sight import wonders
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.core.game import (
    Choose,
    Chosen,
    IllegalMove,
    Looked,
    Refusal,
    Slot,
)
from sealed_wonders.core.wonders import notation
from sealed_wonders.core.wonders.leaders.tasks import Enlist, Recruit
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.play import FromDiscard, stage_ways
from sealed_wonders.net.words import _, p_


@dataclass(frozen=True, slots=True)
class CardMenu(Menu):
    """A question about cards, as a menu."""

    @property
    def stage(self) -> StageFacts | None:
        """The stage that a card could be used for; None if there is none."""
        return next_stage_facts(self.view)

    def find(self, line: str) -> TypedMeaning | None:
        """Parse a typed line; return None if it has nothing to do with the menu."""
        line = " ".join(line.lower().split())
        line, verbs = _answers().get(line, line), _verbs()
        for use in self.uses:
            if line in (use.word, self.written(use)):
                return TypedMeaning(use)
        match = _SHORT.fullmatch(line)
        if match and (not match["verb"] or match["verb"] in verbs):
            verb = verbs.get(match["verb"], "")
            return self._by_number(verb, match["at"], match["letter"])
        verb, _, name = line.partition(" ")
        if verb in verbs and name:
            return self._by_name(verbs[verb], name)
        return self._by_name("", line)

    def _by_number(self, verb: str, at: str, letter: str) -> TypedMeaning:
        for item in self.items:
            if item.number and item.number == int(at):
                return self._use(item, verb, letter)
        return TypedMeaning(lines=(not_a_card(at),))

    def _by_name(self, verb: str, line: str) -> TypedMeaning | None:
        if "=" in line:
            return TypedMeaning(lines=(self._why_not(verb, line),))
        some = self._called(line.removeprefix("with "))
        if len(some) == 1:
            return self._use(some[0], verb, "")
        if some:
            names = [item.name for item in some]
            name = line.removeprefix("with ")
            return TypedMeaning(lines=(text.not_unique(name, names),))
        if verb:
            return TypedMeaning(lines=(self._why_not(verb, line),))
        return None

    def _called(self, name: str) -> list[Item]:
        """Return the cards with this name, or else those whose names begin so."""
        exact = [item for item in self.items if _is_called(item, name)]
        return exact or [item for item in self.items if _begins(item, name)]

    def _use(self, item: Item, verb: str, letter: str) -> TypedMeaning:
        if not item.ids:  # an answer without a card, which has only one use
            bare = not (verb or letter)
            return (
                TypedMeaning(item.uses[0])
                if bare
                else TypedMeaning(lines=(text.not_a_choice(),))
            )
        if not verb:
            return TypedMeaning(lines=tuple(item.explained()))
        uses = _uses(item, verb)
        exact = _lettered(uses, letter)
        if len(exact) == 1:
            return TypedMeaning(exact[0])
        if uses:
            ways = [f"   {use.line}" for use in uses]
            return TypedMeaning(lines=(text.which_payment(item.name), *ways))
        return TypedMeaning(lines=(self._refused(item, verb),))

    def _refused(self, item: Item, verb: str) -> str:
        """Return why a card can't be used this way."""
        state = wonders(self.question.state)
        written = "keep" if verb == "k" else "sell"
        if verb in ("b", "r"):
            recruits = isinstance(state.task, Recruit | Enlist)
            pick = "pick" if isinstance(state.task, FromDiscard) else "build"
            written = f"{'recruit' if recruits else pick} {item.ids[0]}"
        elif verb == "w":
            written = _stage_text(state.cities[self.question.seat])
        why = self._reason(written, item.slot)
        if verb == "w":
            return phrases.not_now(why, self.view.stage)
        quote = item.quote if isinstance(item, CardItem) else None
        return _cant_use(item.name, phrases.reason(why, quote))

    def _why_not(self, verb: str, line: str) -> str:
        """Return why a move typed in full isn't possible."""
        whole = _VERBS.get(verb, "") + line
        written, _, name = whole.partition(" with ")
        try:
            play = notation.parse(written)
        except ValueError:
            return not_a_card(line)
        for item in self.items:
            if (play.name or name) in item.ids:
                why = self._reason(written, item.slot)
                return _cant_use(item.name, phrases.reason(why))
        return not_a_card(line)

    def _reason(self, written: str, slot: Slot | None) -> Refusal:
        """Return the reason for which the rules refuse a move."""
        question = self.question
        face = None if slot is None else question.faces.get(slot)
        match question.state.ask:
            case Choose(offers):
                hand = offers[question.seat].hand
            case _:
                hand = tuple(question.faces)
        if not hand or slot is None:
            return Refusal.NO_CHOICE
        left = tuple(range(len(hand) - 1))
        try:
            play = notation.parse(written)
            shown = face if play.verb in notation.SHOWING else None
            if isinstance(wonders(question.state).task, FromDiscard):
                question.state.tell(Looked(written, shown, left))
            else:
                chosen = Chosen(question.seat, written, shown, slot, left)
                question.state.tell(chosen)
        except IllegalMove as illegal:
            return illegal.refusal
        except ValueError:
            return Refusal.NOT_A_MOVE
        return Refusal.NO_CHOICE

    def written(self, use: MenuMove) -> str:
        """Return a move's text, with the card it uses if the text doesn't name it."""
        card, move = None, use.move
        if move.slot is not None and move.slot in self.question.faces:
            cards = wonders(self.question.state).rules.catalog
            card = cards.face(self.question.faces[move.slot])
        if card is None or use.play.verb in notation.SHOWING:
            return move.text
        return f"{move.text} with {card.id}"


_SHORT = re.compile(
    r"(?:(?P<verb>[^\W\d_]+) ?)?(?P<at>[0-9]{1,3}) ?(?P<letter>[a-z]{0,2})"
)


def _answers() -> Mapping[str, str]:
    """Return the moves without a card, each with the word that is typed for it."""
    return {
        "none": p_("typed", "none"),
        "day": p_("typed", "day"),
        "night": p_("typed", "night"),
    }


def _uses(item: Item, verb: str) -> list[MenuMove]:
    uses = [use for use in item.uses if _letter(use) == verb]
    if verb == "b" and not uses:  # to build a leader is to recruit it
        return [use for use in item.uses if _letter(use) == "r"]
    return uses


def _lettered(uses: list[MenuMove], letter: str) -> list[MenuMove]:
    """
    Return the uses that a letter selects.

    No letter selects all of them, and ``a`` selects the only one.
    """
    if not letter or (len(uses) == 1 and letter == LETTERS[0]):
        return uses
    return [use for use in uses if use.letter == letter]


def _letter(use: MenuMove) -> str:
    return _LETTERS.get(use.play.verb, "b")


_LETTERS = {
    "stage": "w",
    "sell": "s",
    "recruit": "r",
    "keep": "k",
    "drop": "d",
    "lose": "d",
}

_VERBS = {"b": "build ", "w": "stage ", "s": "sell ", "r": "recruit ", "d": "lose "}


def _stage_text(city: City) -> str:
    """Return the text of an unpaid way to build the next stage, if there is one."""
    ways = stage_ways(city)
    return notation.text(ways[0]) if ways else "stage"


def _is_called(item: Item, name: str) -> bool:
    return text.unaccented(name) in _names(item)


def _begins(item: Item, name: str) -> bool:
    """Return whether a card's name begins so; never for an answer without a card."""
    begun = text.unaccented(name)
    return bool(item.ids) and any(word.startswith(begun) for word in _names(item))


def _names(item: Item) -> tuple[str, ...]:
    return (text.unaccented(item.name.lower()), *item.ids)


def _cant_use(name: str, why: str) -> str:
    return _("{name}: {why}.").format(name=name, why=why)


def _verbs() -> Mapping[str, str]:
    """Return the words that can be typed before a card, with each verb's letter."""
    words = {
        "b": p_("typed before a card", "b build p pick"),
        "w": p_("typed before a card", "w stage wonder"),
        "s": p_("typed before a card", "s sell"),
        "r": p_("typed before a card", "r recruit"),
        "k": p_("typed before a card", "k keep"),
        "d": p_("typed before a card", "d drop lose"),
    }
    # English words take precedence, as the program's own pages teach them.
    return {**_by_word(words), **_by_word(_ENGLISH_VERBS)}


def _by_word(verbs: Mapping[str, str]) -> Mapping[str, str]:
    return {word: letter for letter, words in verbs.items() for word in words.split()}


_ENGLISH_VERBS: Mapping[str, str] = {
    "b": "b build p pick",
    "w": "w stage wonder",
    "s": "s sell",
    "r": "r recruit",
    "k": "k keep",
    "d": "d drop lose",
}


def not_a_card(line: str) -> str:
    said = _("There is no such card here: {line}. Type hand to see your cards.")
    return said.format(line=text.quoted(line))
