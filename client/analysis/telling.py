"""Evaluations of choices as text and as JSON, for ``wonders analyse``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sealed_wonders.client.analysis.asking import ChoiceWords
from sealed_wonders.client.bots.judging import Judged, Made, MoveValue, Unjudged
from sealed_wonders.client.person.keys import usual, written
from sealed_wonders.core.quoting import seen
from sealed_wonders.net.columns import columns
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.words import _, marked, n_, p_

LEAST, POINTS = 0.02, 3.0
"""
Minimum loss that is reported as a mistake: the share of games won, or the lead in
points.
"""

MAX_DECISIVE = 5
"""Maximum number of mistakes that are reported as decisive."""


class EvaluatedChoice(NamedTuple):
    """A choice and its evaluation, or why it couldn't be evaluated."""

    names: tuple[str, ...]
    """The names of all players."""
    made: Made
    judged: Judged | Unjudged

    @property
    def shown(self) -> tuple[str, ...]:
        """The names as they are displayed."""
        return told_apart(self.names)

    @property
    def name(self) -> str:
        """The displayed name of the player who made the choice."""
        return self.shown[self.made.seat]


def decisive(told: Sequence[EvaluatedChoice]) -> list[EvaluatedChoice]:
    """Return the most expensive mistakes, the worst first."""
    some = [
        (it.judged.win, it.judged.lead, it)
        for it in told
        if isinstance(it.judged, Judged) and it.judged.is_sure
        if it.judged.win >= LEAST or it.judged.lead >= POINTS
    ]
    some.sort(key=lambda one: (-round(one[0], 2), -one[1]))
    return [it for _win, _lead, it in some[:MAX_DECISIVE]]


def _is_sure(told: EvaluatedChoice) -> bool:
    """Return whether a choice certainly had a better alternative."""
    return isinstance(told.judged, Judged) and told.judged.is_sure


def of_seat(told: Sequence[EvaluatedChoice], words: ChoiceWords) -> Iterator[str]:
    """Yield the lines about a seat's choices, turn by turn."""
    judged = [it.judged for it in told if isinstance(it.judged, Judged)]
    name = seen(told[0].name)
    if not judged:
        yield _none_judged(told, name)
        return
    better = [words.label(it.made) for it in told if _is_sure(it)]
    yield n_(
        "{who}: {n} choice could be analysed. Certainly better alternatives: {turns}.",
        "{who}: {n} choices could be analysed. Certainly better alternatives: {turns}.",
        len(judged),
    ).format(who=name, n=len(judged), turns=", ".join(better) or _("none"))
    numbers = (f"{it:>6}" for it in (_("wins"), _("loses"), _("points")))
    heading = (_("turn"), *numbers, _("chosen"))
    yield from columns([heading, *(row for it in told for row in _rows(it, words))])


_WHY: Mapping[Unjudged, str] = {
    Unjudged.ONLY: marked("the only possible move"),
    Unjudged.HAND: marked("hand not known"),
    Unjudged.CARD: marked("face-down card not known"),
    Unjudged.LEFT: marked("a player had left"),
    Unjudged.OTHER: marked("bots can't simulate this choice"),
}


def _why(judged: Unjudged) -> str:
    return _("not analysed: {why}").format(why=_(_WHY[judged]))


def _none_judged(told: Sequence[EvaluatedChoice], name: str) -> str:
    """Return why none of a seat's choices could be judged, the main reason first."""
    counted = Counter(it.judged for it in told if isinstance(it.judged, Unjudged))
    reasons = [f"{_(_WHY[why])} ({n})" for why, n in counted.most_common()]
    said = _("{who}: no choice could be analysed. Reasons: {reasons}.")
    return said.format(who=name, reasons=", ".join(reasons))


def legend(told: Sequence[EvaluatedChoice]) -> Iterator[str]:
    """Yield the explanation of the columns."""
    judged = [it.judged for it in told if isinstance(it.judged, Judged)]
    if not judged:
        return
    yield _("wins: how many out of 100 simulated games this choice wins.")
    if any(it.win for it in judged):
        yield _("loses: how many fewer games this choice wins than the better choice.")
        yield _("points: by how many points this choice reduces the lead.")
    if not all(it.is_sure or not it.win for it in judged):
        yield _(
            "?: the difference may be due to chance; simulate more games (--games) "
            "to find out."
        )
    if any(isinstance(it.judged, Judged) and it.made.hidden for it in told):
        yield _("*: not all cards in that hand are known.")


def remedy(told: Sequence[EvaluatedChoice], *, is_over: bool) -> Iterator[str]:
    """Yield what would let more choices be judged, if cards aren't known."""
    unknown = (Unjudged.CARD, Unjudged.HAND)
    if not any(it.judged in unknown or it.made.hidden for it in told):
        return
    if is_over:
        yield _(
            "More choices can be analysed if the players show their face-down cards "
            "after the game: with {key} on a screen, or `{word}`."
        ).format(key=written(usual("disclose")[0]), word=p_("typed", "open"))
    else:
        yield _(
            "The game isn't over, so your hand is used only with --own-hand. The other "
            "players can show their face-down cards after the game."
        )


def _rows(told: EvaluatedChoice, words: ChoiceWords) -> Iterator[tuple[str, ...]]:
    """
    Yield the row of a choice, and below it what was better, or why it isn't judged.

    Two moves side by side would be wider than most terminals.
    """
    *cells, below = _cells(told, words)
    yield tuple(cells)
    if below:
        yield (*("" for _cell in cells[:-1]), f"  {below}")


def _cells(told: EvaluatedChoice, words: ChoiceWords) -> tuple[str, ...]:
    made, judged = told.made, told.judged
    when = words.label(made)
    if isinstance(judged, Unjudged):
        chosen = words.words(made, told.shown, made.move.text, words.card(made))
        return when, "", "", "", chosen, f"({_why(judged)})"
    when += "*" if made.hidden else ""
    chosen, best = _both(told, judged, words)
    won = f"{100 * judged.chosen.win:6.1f}"
    if judged.best == judged.chosen:
        return when, won, "", "", chosen, ""
    lost = f"{100 * judged.win:.1f}{' ' if judged.is_sure else '?'}"
    better = _("better: {move}") if judged.is_sure else _("perhaps better: {move}")
    return (
        when,
        won,
        f"{lost:>6}",
        f"{judged.lead:6.1f}",
        chosen,
        better.format(move=best),
    )


def _both(told: EvaluatedChoice, judged: Judged, words: ChoiceWords) -> tuple[str, str]:
    """
    Return descriptions of the chosen and the better move, detailed enough to differ.
    """
    chosen, best = (
        words.words(told.made, told.shown, it.move, it.card)
        for it in (judged.chosen, judged.best)
    )
    if chosen == best and judged.best != judged.chosen:
        return tuple(  # type: ignore[return-value]
            _("{move} ({details})").format(move=said, details=words.details(it.move))
            for said, it in ((chosen, judged.chosen), (best, judged.best))
        )
    return chosen, best


def decided(told: Sequence[EvaluatedChoice], words: ChoiceWords) -> Iterator[str]:
    """Yield the lines about the choices that decided the game."""
    if not any(isinstance(it.judged, Judged) for it in told):
        return
    some = decisive(told)
    if not some:
        yield from _not_costly(told, words)
        return
    yield _("The most costly choices:")
    for it in some:
        if isinstance(it.judged, Unjudged):
            continue
        chosen, best = _both(it, it.judged, words)
        said = _(
            "{turn}, {who}: {chosen}. Better: {best} (wins {more} more games in 100; "
            "points: {points})."
        )
        yield said.format(
            turn=words.label(it.made),
            who=seen(it.name),
            chosen=chosen,
            best=best,
            more=f"{100 * it.judged.win:.1f}",
            points=f"{it.judged.lead:.1f}",
        )


def _not_costly(told: Sequence[EvaluatedChoice], words: ChoiceWords) -> Iterator[str]:
    """Yield that no choice was costly, and which ones had a better alternative."""
    better = [it for it in told if _is_sure(it)]
    if not better:
        yield _("None of these choices was costly.")
        return
    has_names = len({it.made.seat for it in told}) > 1
    turns = [
        f"{seen(it.name)} {words.label(it.made)}" if has_names else words.label(it.made)
        for it in better
    ]
    yield n_(
        "None of these choices was costly. One certainly had a better alternative "
        "({turns}), but it would have won fewer than {wins} more games in 100 and "
        "gained fewer than {points} points.",
        "None of these choices was costly. Some certainly had better alternatives "
        "({turns}), but each would have won fewer than {wins} more games in 100 and "
        "gained fewer than {points} points.",
        len(better),
    ).format(turns=", ".join(turns), wins=f"{100 * LEAST:.0f}", points=f"{POINTS:.0f}")


def described(told: EvaluatedChoice, decisive: bool) -> dict[str, Any]:
    """Return the JSON data for a choice."""
    made, judged = told.made, told.judged
    line: dict[str, Any] = {
        "seat": made.seat,
        "name": told.names[made.seat],
        "turn": list(made.turn),
        "chosen": made.move.text,
        "hidden": made.hidden,
        "judged": isinstance(judged, Judged),
    }
    if isinstance(judged, Unjudged):
        line["why"] = judged.value
    else:
        line |= {
            "worth": _worth(judged.chosen),
            "better": None if judged.best == judged.chosen else _worth(judged.best),
            "loses": round(judged.win, 4),
            "points": round(judged.lead, 2),
            "error": round(judged.error, 4),
            "sure": judged.is_sure,
            "decisive": decisive,
        }
    return line


def _worth(worth: MoveValue) -> dict[str, Any]:
    return {
        "move": worth.move,
        "card": worth.card,
        "wins": round(worth.win, 4),
        "lead": round(worth.lead, 2),
    }
