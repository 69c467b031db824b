"""
The terminal's side of accepting browser pages: prompts, a dialog, and typed answers.

The rules for accepting a page are in `access.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from sealed_wonders.client.browser.access import Access, TypedResult
from sealed_wonders.client.browser.gate import Strangers
from sealed_wonders.client.lines.line import Terminal
from sealed_wonders.client.questions.dialog import (
    Dialog,
    DialogAnswer,
    DialogLine,
    closing,
)
from sealed_wonders.net.words import _, n_


class Confirming:
    """Accepts or rejects pages from typed lines; implements `Interpreter`."""

    prompt = ""
    secret = False

    def __init__(
        self,
        terminal: Terminal,
        seconds: Callable[[], float],
        let_in: str,
        end: Callable[[str], object],
        touched: Callable[[], object] = lambda: None,
    ) -> None:
        """
        Start with no pages.

        Args:
            terminal: where the words of a page and the results are shown.
            seconds: returns the current time.
            let_in: the message to show when a page has been accepted.
            end: called with the reason when no page can be accepted any more.
            touched: called when somebody is at the terminal.
        """
        self._terminal = terminal
        self._let_in = let_in
        self._end = end
        self._touched = touched
        self.stranger = Strangers(terminal.show)
        self.access = Access(seconds, self._one, self._several)

    def words(self) -> Iterable[str]:
        """Complete nothing, because the words have to come from the page."""
        return ()

    def touched(self) -> None:
        self._touched()

    def typed(self, line: str) -> None:
        """Accept a page if the line identifies one, and show the result."""
        answer = self.access.typed(line)
        match answer.outcome:
            case TypedResult.LET_IN:
                self._terminal.show(self._let_in)
                if answer.turned_away:
                    said = n_(
                        "{n} other waiting page was refused access.",
                        "{n} other waiting pages were refused access.",
                        answer.turned_away,
                    )
                    self._terminal.show(said.format(n=answer.turned_away))
            case TypedResult.SEVERAL:
                self._several()
            case TypedResult.NOBODY if not line.strip():
                pass
            case outcome:
                self._terminal.show(why_not(outcome))

    def interrupted(self) -> None:
        """Do nothing, because Ctrl-C arrives as a signal here."""

    def hung_up(self) -> None:
        """Continue if a page has been accepted; otherwise end."""
        if not self.access.is_used:
            self._end(
                _(
                    "nobody can confirm the page in your browser: standard input has "
                    "ended"
                )
            )

    def _one(self, words: str) -> None:
        said = _("If your browser shows the words {words}, press Enter.")
        self._terminal.show(said.format(words=words))

    def _several(self) -> None:
        said = _(
            "Several pages are waiting to be confirmed. Type the two words in your "
            "browser."
        )
        self._terminal.show(said)


def why_not(outcome: TypedResult) -> str:
    """Return why a typed line has let no page in."""
    return {
        TypedResult.WRONG: _("No page waiting to be confirmed shows these words."),
        TypedResult.NOBODY: _("No page is waiting to be confirmed."),
        TypedResult.SEVERAL: _("Several pages are waiting to be confirmed."),
    }[outcome]


def dialog(
    access: Access, url: str, ask: Callable[[], None], typed: Callable[[str], None]
) -> Dialog:
    """
    Return the dialog that a screen shows while a page is to be confirmed.

    Args:
        url: the address that the browser opens.
        ask: asks for the two words of one of several pages.
        typed: takes the words; empty for those of the only page.
    """
    title = _("In the browser")
    if access.is_crowded:
        return Dialog(
            title,
            (DialogLine(why_not(TypedResult.SEVERAL)),),
            (
                DialogAnswer(("enter",), _("type the words"), ask),
                DialogAnswer(("back",), _("close")),
            ),
            asked="several",
        )
    if words := access.words:
        said = _("Does your browser show the words {words}?")
        return Dialog(
            title,
            (DialogLine(said.format(words=words), "title"),),
            (
                DialogAnswer(("enter", "yes"), _("yes"), partial(typed, "")),
                DialogAnswer(("back", "nothing"), _("no")),
            ),
            asked=words,
        )
    said = _(
        "Your browser should open {url} now. If it doesn't, open that address yourself."
    )
    return Dialog(title, (DialogLine(said.format(url=url)),), (closing("browser"),))
