"""
Moments of Architects in words: turns, and what was seen in secret.

The functions here make up the game's `account.Account`, which documents them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sealed_wonders.client.logs import replaying
from sealed_wonders.client.logs.replaying import Replay
from sealed_wonders.client.view.architects.replaying import BEFORE, moment_of
from sealed_wonders.client.view.architects.sight import Sight
from sealed_wonders.client.view.sight import TurnNumber
from sealed_wonders.client.words import text
from sealed_wonders.client.words.architects import narrate, typed
from sealed_wonders.core.architects.events import Opened, Revealed, Taken
from sealed_wonders.core.game import Over, Seat
from sealed_wonders.core.values import evolve
from sealed_wonders.net.words import _, p_

LOOKS: tuple[str, ...] = ("card", "piles", "tokens")
"""Commands of this game that mean the same in a replay."""


def sight(replay: Replay, moment: replaying.ReplayMoment, seat: Seat) -> Sight:
    state = evolve(moment_of(moment).state, ask=Over())
    if moment.turn != BEFORE:
        # Events are narrated in their own turn, which the state may have left already.
        state = evolve(state, turn=moment.turn[0], seat=moment.turn[1])
    ours = replay.ours_at(moment, seat)
    return Sight(moment.names, ours, state, moment.faces[seat], behind=seat)


def told(replay: Replay, moment: replaying.ReplayMoment, seat: Seat) -> list[str]:
    return list(narrate.told(sight(replay, moment, seat)))


def besides(replay: Replay, moment: replaying.ReplayMoment, seat: Seat) -> list[str]:
    """
    Return the lines for a moment, without the cards it turned up, which are on screen.
    """
    seen = sight(replay, moment, seat)
    news = tuple(
        event for event in seen.state.news if not isinstance(event, Revealed | Opened)
    )
    return list(narrate.told(replace(seen, state=evolve(seen.state, news=news))))


def title(replay: Replay, moment: replaying.ReplayMoment) -> str:
    if moment.turn == BEFORE:
        return _("Before the first turn")
    number, seat = moment.turn
    return _("Turn {n}, {who}").format(n=number, who=moment.names[seat])


def turn_of(moment: replaying.ReplayMoment) -> TurnNumber | None:
    return (0, moment.turn[0]) if moment.turn[0] else None


def names_itself(
    moment: replaying.ReplayMoment, before: replaying.ReplayMoment | None = None
) -> bool:
    first = moment_of(moment).state.news[0]
    begins = isinstance(first, Taken) and not first.by
    return begins or (before is not None and before.turn == moment.turn)


def is_choice(moment: replaying.ReplayMoment) -> bool:
    """Return False, because there are no hands."""
    return False


def find(replay: Replay, words: str) -> int | None:
    """Return the index of the turn with a number, or None."""
    found = re.fullmatch(r"\s*([0-9]{1,4})\s*", words)
    if found is None:
        return None
    numbers = [moment.turn[0] for moment in replay.moments]
    return numbers.index(int(found[1])) if int(found[1]) in numbers else None


def whole_turn(replay: Replay, index: int) -> range:
    """Return the moments of a turn, including all its consequences."""
    found = [moment.turn for moment in replay.moments]
    return range(index, index + found[index:].count(found[index]))


def turns(replay: Replay) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(it.turn[0]) for it in replay.moments if it.turn[0]))


def which_turn() -> str:
    return _("Which turn (for example 12)?")


def turn_help() -> tuple[str, str]:
    return p_("typed", "turn 12"), _("the twelfth turn of the game")


def help(replay: Replay) -> Iterator[tuple[str, str]]:
    yield p_("typed", "city NAME"), _("any player's city")
    yield p_("typed", "piles"), _("what is still in each pile")
    yield p_("typed", "tokens"), _("the progress tokens, and who has them")
    yield p_("typed", "scores"), _("the points so far")


def chosen_from(
    replay: Replay, moment: replaying.ReplayMoment, seats: Sequence[Seat]
) -> Iterator[str]:
    """Yield nothing, because there are no hands."""
    return iter(())


def hand_lines(
    replay: Replay, moment: replaying.ReplayMoment, seat: Seat
) -> Iterator[str]:
    """Yield that there are no hands."""
    yield typed.no_hands()


def explained(replay: Replay) -> str:
    """Return how much of what was seen in secret a replay shows."""
    names = [replay.names[seat] for seat in replay.open]
    if len(names) == len(replay.names):
        return _("Cards were not sealed, so you can see everything that was secret.")
    if names:
        said = _(
            "Cards were sealed, and this machine knows what {who} saw. You see "
            "what the cat showed to others only if that card was taken later. When "
            "others looked through cards, you see only the card that they kept."
        )
        return said.format(who=text.listing(names))
    return _(
        "Cards were sealed, and a log doesn't reveal face-down cards. You see what "
        "the cat showed only if that card was taken later. When players looked "
        "through cards, you see only the card that they kept."
    )
