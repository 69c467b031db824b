"""
The defaults that a host offers for its tables, and what openers may choose.

The operator sets both. A wish for the default is always granted, and so is any value of
an option that may be chosen, if a table can have it at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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
from sealed_wonders.net.tableoptions import (
    BOTS,
    GAME,
    GAME_TIME,
    INCREMENT,
    NO_PAGE,
    PLAYERS,
    PRIVATE,
    Switch,
    Value,
    Values,
    choosable,
)
from sealed_wonders.net.wishes import WISHES, Wishes, agreed, on_top, wire

GENERAL = frozenset((GAME.wish, *(it.wish for it in WISHES)))
"""Wishes that have the same meaning in every game."""


def choices() -> tuple[str, ...]:
    """Return the names of all options that an operator can let openers choose."""
    return tuple(_choosable().values())


def read_choices(text: str) -> frozenset[str]:
    """
    Parse the options that may be chosen: ``all``, ``none``, or names with commas.

    Raises:
        ValueError: a name is unknown; the message is one sentence.
    """
    known = _choosable()
    former = {older: it.wish for it in WISHES for older in it.former}
    if text in ("all", "none"):
        return frozenset(known.values() if text == "all" else ())
    wishes = set()
    for name in map(str.strip, text.split(",")):
        wish = known.get(name, former.get(name))
        if wish is None:
            raise ValueError(
                f"{name!r:.40} isn't an option that can be chosen; use all, none, or some of "
                f"{', '.join(known)}"
            )
        wishes.add(wish)
    return frozenset(wishes)


def _choosable() -> Mapping[str, str]:
    return choosable(name for game in GAMES for name in by_bare_word(game))


def wishes_for(terms: Terms) -> Wishes:
    """Return all options of a table as wishes."""
    return (
        (GAME.wish, terms.game),
        *((it.wish, wire(terms[it])) for it in WISHES),
        *in_bare_words(terms.game, terms.own),
    )


def wishes_of(
    options: Options, *, bots: int, is_private: bool, is_off_page: bool = False
) -> Wishes:
    """Return the options of a game as wishes, as far as they are known."""
    values = dict(options)
    return (
        *agreed(options),
        (BOTS.wish, bots),
        (PRIVATE.wish, int(is_private)),
        (NO_PAGE.wish, int(is_off_page)),
        *in_bare_words(str(values["game"]), values),
    )


def granted(terms: Terms, wishes: Wishes) -> Terms:
    """
    Return terms with some wishes applied, for a table at which the opener will play.

    Raises:
        ValueError: no table can have these options; the message is one sentence.
    """
    values = dict(wishes)
    if len(values) < len(wishes):
        raise ValueError("an option is given twice")
    game = str(values.pop(GAME.wish, terms.game))
    now, own = _usual_for(game, terms)
    changes: dict[str, Value] = {}
    for option in WISHES:
        if option.wish in values:
            value = values.pop(option.wish)
            is_switch = isinstance(option, Switch) and value in (0, 1)
            changes[option.param] = bool(value) if is_switch else value
    if changes.get(GAME_TIME.param) == 0:
        changes[INCREMENT.param] = 0  # an increment needs a game time
    typed = dict(own)
    options = by_bare_word(game)
    for name, value in values.items():
        if name not in options:
            raise ValueError(f"{TITLES[game]} has no option --{name}")
        typed[options[name].name] = _typed(options[name], value)
    new = replace(terms, game=game, values=now.having(**changes), own=read(game, typed))
    if new[BOTS] >= new.most:
        raise ValueError(f"{new[BOTS]} bots leave none of {new.most} seats free")
    return new


def _usual_for(game: str, terms: Terms) -> tuple[Values, Mapping[str, str]]:
    """Return the defaults of a game at this host: the common options, and its own."""
    if game == terms.game:
        return terms.values, terms.own
    # The other defaults of this host may not apply to another game.
    numbers, usual = players(game), terms.values
    wanted = usual[PLAYERS] if usual[PLAYERS] in numbers else 0
    bots = min(usual[BOTS], (wanted or numbers[-1]) - 1)
    return usual.having(players=wanted, bots=bots), {}


def _typed(option: Option, value: str | int) -> str:
    """Return a valid value of a game's own option, or raise `ValueError`."""
    known = (option.flag, option.usual) if option.flag else option.choices
    if not isinstance(value, str) or (known and value not in known):
        raise ValueError(f"not a valid value for {option.word}: {value!r:.40}")
    return value


@dataclass(frozen=True, slots=True)
class Offered:
    """The defaults of a host's tables, and what openers may choose."""

    terms: Terms
    choose: frozenset[str]

    @property
    def told(self) -> TableTerms:
        names = (name for name in choices() if name in self.choose)
        return TableTerms(wishes_for(self.terms), tuple(names))

    def for_wishes(self, wishes: Wishes) -> Terms:
        """Return a table's terms for an opener's wishes, or raise `Denied`."""
        if not wishes:
            return self.terms
        try:
            terms = granted(self.terms, wishes)
            usual = granted(self.terms, ((GAME.wish, terms.game),))
        except ValueError as problem:
            raise Denied("bad-wish", str(problem)) from None
        fixed = _differences(usual, terms)
        if terms.game != self.terms.game:
            fixed = [GAME.wish, *fixed]
        fixed = [name for name in fixed if name not in self.choose]
        if fixed:
            called = {wish: name for name, wish in _choosable().items()}
            names = ", ".join(called[wish] for wish in fixed)
            raise Denied(
                "fixed", f"this host doesn't let you choose {names} for a new table"
            )
        return terms

    def for_another_game(self, before: Wishes, wishes: Wishes) -> tuple[Terms, Wishes]:
        """Return the terms for a rematch, and their wishes; or raise `Denied`."""
        both = on_top(wishes, before, GENERAL)
        try:
            return self.for_wishes(both), both
        except Denied:
            if wishes:
                raise
        # The operator no longer allows what was chosen before.
        return self.terms, ()


def fits(terms: Terms, wishes: Wishes) -> bool:
    """Return whether a table already has the options that somebody wishes for."""
    try:
        return not wishes or _differences(granted(terms, wishes), terms) == []
    except ValueError:
        return False


def _differences(one: Terms, other: Terms) -> Sequence[str]:
    """Return the names of the options in which two tables differ."""
    if one.game != other.game:
        return [GAME.wish]
    pairs = zip(wishes_for(one), wishes_for(other), strict=True)
    return [name for (name, value), (_, there) in pairs if value != there]
