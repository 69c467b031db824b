"""
Dialogs: what a feature asks or shows when it is opened.

A dialog is a value that knows nothing of terminals. `screens.dialog` draws it, line
mode answers it with a yes or a no, and any other display of a table can do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.net.words import _

Key = Callable[[str], str]
"""Returns the key of an action as written for people; empty where there are no keys."""

YES, NO = ("enter", "yes"), ("back", "nothing")
"""Actions that answer a question; their keys include the letters people try first."""


class DialogLine(NamedTuple):
    """A paragraph of a dialog, or a line on the screen."""

    text: str
    """The text; empty for an empty row."""
    style: str = ""
    """A name that `style` knows, such as ``title``, ``dim`` or ``warning``."""
    is_whole: bool = False
    """Whether the text is in columns and must not be wrapped."""


GAP = DialogLine("")


def nothing() -> None:
    """Do nothing; the dialog closes."""


class DialogAnswer(NamedTuple):
    """One answer, which has a key."""

    actions: tuple[str, ...]
    """The actions that give it; the key of the first one is shown."""
    word: str = ""
    """The label: a word or two."""
    do: Callable[[], object] = nothing
    """Carries out the answer; a text it returns is shown."""
    closes: bool = True
    """Whether the dialog closes before the answer is carried out."""
    is_shown: bool = True


class Alternative(NamedTuple):
    """One of several ways to do something."""

    key: str
    """Identifies this way among the others, for as long as it exists."""
    label: str
    means: tuple[str, ...]
    """The consequences; each string is a paragraph."""
    do: Callable[[], None]
    word: str = ""
    """The word to type for it after a command; empty if it has a separate command."""
    confirmation: str = ""
    """The question to ask before it is done; empty for what can be undone at once."""
    synonyms: Sequence[str] = ()
    """Other words that mean the same, such as those of another language."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """A question or a notice, with its possible answers."""

    title: str
    lines: Sequence[DialogLine]
    answers: Sequence[DialogAnswer]
    help: Sequence[str] = ()
    """Sentences for somebody who sees the dialog for the first time."""
    ways: Sequence[Alternative] = ()
    """Options to choose one from, each with its consequences."""
    choose: str = ""
    """The label for choosing one of `ways`; empty for "choose"."""
    closes: bool = False
    """Whether the dialog closes when one of `ways` is chosen."""
    asked: object = None
    """Equal while the question is the same; an answer to another one doesn't count."""
    settles: float = 0.0
    """Seconds in which nobody can have read it, so that only *back* is accepted."""
    insists: str = ""
    """Shown for any other action instead of doing it; empty: other actions work."""
    lets: Sequence[str] = ()
    """Actions that work although `insists` is set."""
    presses: bool = True
    """Whether the dialog stays open although nobody opened it."""
    remains: bool = False
    """Whether it asks nothing any more, so that it can't be opened."""
    ticks: bool = False
    """Whether it shows seconds left."""
    any_key: bool = False
    """Whether any action at all answers it, and does nothing else."""
    is_typed: bool = False
    """Whether a typed yes or no answers it."""

    def reply(self, action: str) -> DialogAnswer | None:
        """Return the answer that an action gives, or None."""
        return next((it for it in self.answers if action in it.actions), None)


def closing(*actions: str) -> DialogAnswer:
    """
    Return the answer of a dialog that asks nothing.

    Args:
        actions: Actions that close it besides *back*, such as the one that opened it.
    """
    return DialogAnswer(("back", *actions), _("close"))


def nothing_done() -> str:
    return _("All right, nothing has changed.")


def make_sure(way: Alternative) -> Dialog:
    """
    Return the dialog that asks once more whether to do something.

    Only its own key means yes, as Enter has just chosen this way.
    """
    lines = [DialogLine(way.confirmation, "title")]
    for one in way.means:
        lines += [GAP, DialogLine(one)]
    return Dialog(
        _("Are you sure?"),
        lines,
        (
            DialogAnswer(("enter", "back", "nothing"), _("no"), nothing_done),
            DialogAnswer(("yes",), _("yes"), way.do),
        ),
        (_("Enter and Esc mean no, and nothing happens."),),
        insists=_("Please answer yes or no."),
        asked=way.key,
    )


def confirm(
    question: str,
    yes: Callable[[], object],
    no: Callable[[], object] = nothing,
    *,
    title: str = "",
    details: Sequence[str] = (),
    again: str = "",
) -> Dialog:
    """
    Return a yes-or-no dialog that blocks all other actions.

    Args:
        title: The heading; by default "Are you sure?".
        details: Paragraphs to consider first.
        again: The action that led here; repeating it is a yes.
    """
    lines = [DialogLine(question, "title")]
    for one in details:
        lines += [GAP, DialogLine(one)]
    return Dialog(
        title or _("Are you sure?"),
        lines,
        (
            DialogAnswer((*YES, *filter(None, (again,))), _("yes"), yes),
            DialogAnswer(NO, _("no"), no),
        ),
        (_("Enter means yes. Esc means no, and nothing happens."),),
        insists=_("Please answer first: Enter means yes, Esc means no."),
    )
