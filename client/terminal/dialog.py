"""
Dialogs: what a feature asks, or shows, when it is opened.

A dialog is a value without anything of a terminal in it. `screens.dialog` draws it, line mode
answers it by a yes or a no, and whatever else shows a table can do the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sealed_wonders.net.words import _

Key = Callable[[str], str]
"""Returns the key of an action, as people write it; empty where there are no keys."""

YES, NO = ("enter", "yes"), ("back", "nothing")
"""Actions that answer; the letters that somebody tries first are among their keys."""


class Line(NamedTuple):
    """A paragraph of a dialog, or a line on the screen."""

    text: str
    """Empty: an empty row."""
    style: str = ""
    """As `style` knows it, such as ``title``, ``dim`` or ``warning``."""
    is_whole: bool = False
    """Whether it stands in columns, so that it isn't broken."""


GAP = Line("")


def nothing() -> None:
    """Do nothing: the dialog goes away."""


class Answer(NamedTuple):
    """One answer that has a key."""

    actions: tuple[str, ...]
    """Those that give it; the key of the first is shown."""
    word: str = ""
    """What it says, in a word or two."""
    do: Callable[[], object] = nothing
    """Do it; a text that it returns is said of it."""
    closes: bool = True
    """Whether the dialog goes away with it, before it is done."""
    is_shown: bool = True


class Way(NamedTuple):
    """One of several ways to do something."""

    key: str
    """What it is, as long as it is there; no other has the same."""
    label: str
    means: tuple[str, ...]
    """What comes of it; each is a paragraph."""
    do: Callable[[], None]
    word: str = ""
    """What is typed for it behind a command; nothing where it has a command of its own."""


@dataclass(frozen=True, slots=True)
class Dialog:
    """What is asked, or shown, and what can be answered."""

    title: str
    lines: Sequence[Line]
    answers: Sequence[Answer]
    help: Sequence[str] = ()
    """What somebody who sees it for the first time should know: some sentences."""
    ways: Sequence[Way] = ()
    """What one of can be chosen, if that is to be done; each says what comes of it."""
    choose: str = ""
    """What it is called to choose one of them."""
    closes: bool = False
    """Whether the dialog goes away when one is chosen."""
    asked: object = None
    """Equal as long as the same is asked: an answer to something else counts for nothing."""
    settles: float = 0.0
    """Seconds in which nobody has read it, so that only *back* means anything."""
    insists: str = ""
    """Said of whatever else is tried; empty: that is done as ever."""
    lets: Sequence[str] = ()
    """What is done as ever all the same."""
    presses: bool = True
    """Whether it stays though nobody has opened it."""
    remains: bool = False
    """Nothing is asked any more, so that it can't be opened."""
    ticks: bool = False
    """Whether it says how many seconds are left of something."""
    any_key: bool = False
    """Whether anything that is done answers it, and means nothing else."""
    is_typed: bool = False
    """Whether a yes or a no that is typed answers it."""

    def reply(self, action: str) -> Answer | None:
        """Return the answer that an action gives; None: it is no answer."""
        return next((it for it in self.answers if action in it.actions), None)


def closing(*actions: str) -> Answer:
    """
    Answer what asks nothing.

    Args:
        actions: those that close it besides *back*, such as the one that opened it.
    """
    return Answer(("back", *actions), _("back"))


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
    Ask for a yes or a no before something is done; nothing else is done meanwhile.

    Args:
        title: what it is about, where it isn't whether somebody is sure.
        details: what to think of before; each is a paragraph.
        again: the action that led here, which is a yes if it is done once more.
    """
    lines = [Line(question, "title")]
    for one in details:
        lines += [GAP, Line(one)]
    return Dialog(
        title or _("Are you sure?"),
        lines,
        (
            Answer((*YES, *filter(None, (again,))), _("yes"), yes),
            Answer(NO, _("no"), no),
        ),
        (_("Enter is a yes; Esc is a no, and nothing is done."),),
        insists=_("Please answer first: Enter is a yes, Esc is a no."),
    )
