"""
What a host offers to whoever opens a table: what is usual, and what of it they may choose.

Whoever runs the host says both. A wish for what is usual is granted in any case, and so is
any value of what may be chosen, if a table can be like that at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sealed_wonders.core.games import (
    GAMES,
    TITLES,
    by_bare_word,
    in_bare_words,
    players,
    read,
)
from sealed_wonders.core.options import Option
from sealed_wonders.host.denied import Denied
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.lobby import Options
from sealed_wonders.net.messages import TableTerms
from sealed_wonders.net.wishes import (
    BOTS,
    GAME,
    GAME_TIME,
    GONE_AFTER,
    INCREMENT,
    NO_PAGE,
    ONLOOKERS_AFTER,
    OPTION_NAMES,
    PRIVATE,
    SEATS,
    TURN_TIME,
    WHEN_GONE,
    Wishes,
    agreed,
    on_top,
)

EVERY_TABLE: Mapping[str, str] = {
    SEATS: "wanted",
    BOTS: "bots",
    TURN_TIME: "turn_time",
    GAME_TIME: "game_time",
    INCREMENT: "increment",
    WHEN_GONE: "when_gone",
    GONE_AFTER: "gone_after",
    ONLOOKERS_AFTER: "onlookers_after",
    PRIVATE: "is_private",
    NO_PAGE: "is_off_page",
}
"""What can be wished for at every table besides the game, and what `Terms` call it."""

GENERAL = frozenset((GAME, *EVERY_TABLE))


def choices() -> tuple[str, ...]:
    """Return all that can be chosen where whoever runs the host allows it."""
    own = (name for game in GAMES for name in by_bare_word(game))
    return tuple(dict.fromkeys((GAME, *EVERY_TABLE, *own)))


def read_choices(text: str) -> frozenset[str]:
    """
    Read what may be chosen, as it is typed: ``all``, ``none``, or names with commas.

    Raises:
        ValueError: nothing can be chosen that is called so; one sentence for a person.
    """
    known = {OPTION_NAMES.get(wish, wish): wish for wish in choices()}
    if text in ("all", "none"):
        return frozenset(known.values() if text == "all" else ())
    wishes = set()
    for name in map(str.strip, text.split(",")):
        wish = known.get(name, name)
        if wish not in known.values():  # which older files have
            raise ValueError(
                f"nobody can choose {name!r:.40}: it is all, none, or some of "
                f"{', '.join(known)}"
            )
        wishes.add(wish)
    return frozenset(wishes)


def wishes_for(terms: Terms) -> Wishes:
    """Return all that there is to be said of a table, as wishes."""
    every = ((name, getattr(terms, it)) for name, it in EVERY_TABLE.items())
    return (
        (GAME, terms.game),
        *((name, it if isinstance(it, str) else int(it)) for name, it in every),
        *in_bare_words(terms.game, terms.own),
    )


def wishes_of(
    options: Options, *, bots: int, is_private: bool, is_off_page: bool = False
) -> Wishes:
    """Return what a game was played with, as far as its options say so."""
    values = dict(options)
    return (
        *agreed(options),
        (BOTS, bots),
        (PRIVATE, int(is_private)),
        (NO_PAGE, int(is_off_page)),
        *in_bare_words(str(values["game"]), values),
    )


def granted(terms: Terms, wishes: Wishes) -> Terms:
    """
    Return a table's terms with wishes that somebody has who will sit there.

    Raises:
        ValueError: no table can be like that; the message is one sentence for a person.
    """
    values = dict(wishes)
    if len(values) < len(wishes):
        raise ValueError("something is wished for twice")
    game = str(values.pop(GAME, terms.game))
    numbers = players(game)
    now = terms
    if game != terms.game:
        # The rest of what is usual here may be nothing for another game.
        wanted = terms.wanted if terms.wanted in numbers else 0
        bots = min(terms.bots, (wanted or numbers[-1]) - 1)
        now = replace(terms, game=game, own={}, wanted=wanted, bots=bots)
    changes: dict[str, Any] = {}
    for name, attribute in EVERY_TABLE.items():
        if name in values:
            value, before = values.pop(name), getattr(now, attribute)
            if isinstance(value, str) is not isinstance(before, str):
                raise ValueError(f"no value for {name}: {value!r:.40}")
            changes[attribute] = value
    if changes.get("game_time") == 0:
        changes["increment"] = 0  # nothing is left that it could add to
    typed = dict(now.own)
    options = by_bare_word(game)
    for name, value in values.items():
        if name not in options:
            raise ValueError(f"{TITLES[game]} has no option --{name}")
        typed[options[name].name] = _typed(options[name], value)
    now = replace(now, **changes, own=read(game, typed))
    if now.bots >= now.most:
        raise ValueError(f"{now.bots} bots leave no seat of {now.most}")
    return now


def _typed(option: Option, value: str | int) -> str:
    """
    Check the value of an option that is a game's own.

    Raises:
        ValueError: it can't be one.
    """
    known = (option.flag, option.usual) if option.flag else option.choices
    if not isinstance(value, str) or (known and value not in known):
        raise ValueError(f"no value for {option.word}: {value!r:.40}")
    return value


@dataclass(frozen=True, slots=True)
class Offered:
    """What tables of a host are like, and what of it whoever opens one may choose."""

    terms: Terms
    choose: frozenset[str]

    @property
    def told(self) -> TableTerms:
        """What is told to whoever comes in."""
        names = (name for name in choices() if name in self.choose)
        return TableTerms(wishes_for(self.terms), tuple(names))

    def for_wishes(self, wishes: Wishes) -> Terms:
        """
        Return the terms of a table that somebody opens.

        Raises:
            Denied: they may not choose that, or no table can be like that.
        """
        if not wishes:
            return self.terms
        try:
            terms = granted(self.terms, wishes)
            usual = granted(self.terms, ((GAME, terms.game),))
        except ValueError as problem:
            raise Denied("bad-wish", str(problem)) from None
        fixed = _differences(usual, terms)
        if terms.game != self.terms.game:
            fixed = [GAME, *fixed]
        fixed = [name for name in fixed if name not in self.choose]
        if fixed:
            raise Denied(
                "fixed", f"nobody who opens a table here chooses {', '.join(fixed)}"
            )
        return terms

    def for_another_game(self, before: Wishes, wishes: Wishes) -> tuple[Terms, Wishes]:
        """
        Return the terms of a table where some have played who want another game.

        Args:
            before: how they wanted it the last time.

        Raises:
            Denied: as `for_wishes`.
        """
        both = on_top(wishes, before, GENERAL)
        try:
            return self.for_wishes(both), both
        except Denied:
            if wishes:
                raise
        # Whoever runs the host has thought better of it.
        return self.terms, ()


def fits(terms: Terms, wishes: Wishes) -> bool:
    """Tell whether a table is as somebody would have it."""
    try:
        return not wishes or _differences(granted(terms, wishes), terms) == []
    except ValueError:
        return False


def _differences(one: Terms, other: Terms) -> Sequence[str]:
    """Name what two tables haven't in common."""
    if one.game != other.game:
        return [GAME]
    pairs = zip(wishes_for(one), wishes_for(other), strict=True)
    return [name for (name, value), (_, there) in pairs if value != there]
