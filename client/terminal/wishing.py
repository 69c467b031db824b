"""
What a table at somebody's host is to be like: as it is wished for, and as it is.

What is gone through at a screen, what is typed, and what a lobby shows all come to one
`Wanted`; two of them are told apart here, for whoever finds another table than they expect.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.terminal.hosting import (
    ANY,
    EVERY_TABLE,
    Choice,
    Wanted,
    among,
    choices,
    own_choices,
)
from sealed_wonders.client.terminal.hosting import GAME as CHOICE_OF_GAME
from sealed_wonders.core import games
from sealed_wonders.core.games import GAMES, TITLES, by_bare_word, in_bare_words
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.lobby.options import (
    GOES_ON,
    RESCUES,
    WAITS,
)
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
)
from sealed_wonders.net.words import _, marked

NAMES: Mapping[str, str] = {
    "game": GAME,
    "players": SEATS,
    "bots": BOTS,
    "turn_time": TURN_TIME,
    "game_time": GAME_TIME,
    "increment": INCREMENT,
    "when_gone": WHEN_GONE,
    "gone_after": GONE_AFTER,
    "onlookers_after": ONLOOKERS_AFTER,
    "is_private": PRIVATE,
    "is_off_page": NO_PAGE,
}
"""What a wish is called, by the name of the choice."""

NUMBERS = (
    SEATS,
    BOTS,
    TURN_TIME,
    GAME_TIME,
    INCREMENT,
    GONE_AFTER,
    ONLOOKERS_AFTER,
)

LISTED = Choice(
    "is_private",
    marked("in the list of tables"),
    lambda it: _("no, it is found by its name") if it else _("yes"),
    among(False, True),
)

ON_PAGE = Choice(
    "is_off_page",
    marked("on the host's page"),
    lambda it: _("no") if it else _("yes"),
    among(False, True),
)

SEEN = (LISTED, ON_PAGE)
"""By whom it is seen: each is so or not."""


def wish_of(choice: Choice, game: str) -> str:
    """Return what a wish for a choice is called; nothing where none can be wished for."""
    if not choice.is_own:
        return NAMES.get(choice.name, "")
    own = by_bare_word(game).items()
    return next(name for name, option in own if option.name == choice.name)


def can_choose(wanted: Wanted, choose: Collection[str]) -> Iterator[Choice]:
    """Give what can be chosen for a table, in the order in which it is shown."""
    for choice in (*choices(wanted), *SEEN):
        if wish_of(choice, wanted.game) in choose:
            yield choice


# What a host says, or a lobby.


def with_wishes(wanted: Wanted, wishes: Wishes) -> Wanted:
    """Return a table with some wishes; whatever is none that is known doesn't matter."""
    values = dict(wishes)
    game = values.get(GAME, wanted.game)
    if game != wanted.game and game in GAMES:
        wanted = replace(wanted, game=str(game), own={}).fitting()
    for choice in (*EVERY_TABLE, *SEEN, *own_choices(wanted.game)):
        value: Any = values.get(wish_of(choice, wanted.game))
        if choice in SEEN and value in (0, 1):
            value = bool(value)
        if type(value) is type(choice.value(wanted)):
            wanted = choice.settled(wanted, value)
    return wanted


def usual(terms: TableTerms) -> Wanted:
    """Return what a table is like where nothing is wished for."""
    return with_wishes(Wanted(), terms.usual)


def of_table(news: LobbyNews) -> Wanted:
    """Return what a table is like, by its lobby."""
    values = dict(news.options)
    game, host = str(values["game"]), values["host"]
    bots = len(news.bots) + sum(one.owner == host for one in news.people)
    return with_wishes(
        Wanted(),
        (
            *agreed(news.options),
            (SEATS, news.wanted),
            (BOTS, bots),
            (PRIVATE, int(not news.listed)),
            (NO_PAGE, int(not news.on_page)),
            *(in_bare_words(game, values) if game in GAMES else ()),
        ),
    )


def differences(before: Wanted, now: Wanted) -> Iterator[str]:
    """Say what a table is like, where that is other than before, or than is usual."""
    if now.game != before.game:
        yield f"{_(CHOICE_OF_GAME.means)}: {TITLES[now.game]}"
        before = replace(before, game=now.game, own={})
    for choice in (*choices(now), *SEEN):
        value = choice.value(now)
        if wish_of(choice, now.game) and value != choice.value(before):
            yield f"{_(choice.means)}: {choice.shown(value)}"


# What somebody wants.


def wishes_for(wanted: Wanted, choose: Collection[str]) -> Wishes:
    """
    Return the wishes by which a table becomes like that, as far as one may choose.

    Raises:
        ValueError: no table can be like that; the message is one sentence for a person.
    """
    own = games.read(wanted.game, wanted.typed)
    general = (CHOICE_OF_GAME, *EVERY_TABLE, *SEEN)
    every = [(wish_of(it, wanted.game), it.value(wanted)) for it in general]
    every += in_bare_words(wanted.game, own)
    return tuple(
        (name, value if isinstance(value, str) else int(value))
        for name, value in every
        if name in choose
    )


def read_wishes(typed: Mapping[str, str], there: Wanted | None = None) -> Wishes:
    """
    Read wishes that were typed, each by its name.

    Args:
        there: what the table is like now, where that is known.

    Raises:
        ValueError: one can't be read; the message is one sentence for a person.
    """
    older = {option: wish for wish, option in OPTION_NAMES.items()}
    rest = {older.get(name, name): value for name, value in typed.items()}
    wishes = dict[str, str | int]()
    if GAME in rest:
        wishes[GAME] = game = rest.pop(GAME)
        games.players(game)  # or there is none
    for name in NUMBERS:
        if name in rest:
            wishes[name] = _number(name, rest.pop(name))
    if WHEN_GONE in rest:
        wishes[WHEN_GONE] = _among(WHEN_GONE, rest.pop(WHEN_GONE), _WHEN_GONE)
    for name in (PRIVATE, NO_PAGE):
        if name in rest:
            wishes[name] = int(_among(name, rest.pop(name), _YES_NO) == _YES_NO[0])
    wishes |= _own(rest, str(wishes.get(GAME, "")), there)
    return tuple(wishes.items())


_WHEN_GONE = (GOES_ON, WAITS, RESCUES)
_YES_NO = ("yes", "no")


def _own(
    typed: Mapping[str, str], game: str, there: Wanted | None
) -> Mapping[str, str]:
    """
    Read the wishes that are a game's own.

    Raises:
        ValueError: one can't be read, or is no game's.
    """
    if not game and there is not None:
        game = there.game
    likely = [game] if game else [it for it in GAMES if {*typed} <= {*by_bare_word(it)}]
    options = by_bare_word(likely[0]) if likely else {}
    for name, value in typed.items():
        if name not in options:
            general = (OPTION_NAMES.get(it, it) for it in NAMES.values())
            known = (*general, *(options or by_bare_word(GAMES[0])))
            raise ValueError(
                Sentence(
                    "nothing at a table is called {name}, only {known}",
                    name=shown(name, 40),
                    known=", ".join(known),
                )
            )
        option = options[name]
        if option.flag:
            known = (*_YES_NO, option.flag)
            is_so = _among(name, value, known) != _YES_NO[1]
            typed = {**typed, name: option.flag if is_so else ""}
        else:
            _among(name, value, option.choices)
    if not typed:
        return {}
    is_same = there is not None and there.game == likely[0]
    before = there.typed if there is not None and is_same else {}
    agreed = games.read(
        likely[0], {**before, **{options[name].name: it for name, it in typed.items()}}
    )
    return {it: agreed.get(options[it].name, options[it].usual) for it in typed}


def _number(name: str, text: str) -> int:
    if name == SEATS and text in (ANY, _("any")):
        return 0
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        raise ValueError(
            Sentence("{name} is a number: {text}", name=name, text=shown(text, 40))
        )
    return int(text)


def _among(name: str, text: str, known: Collection[str]) -> str:
    if known and text not in known:
        raise ValueError(
            Sentence(
                "{name} is one of {known}: {text}",
                name=name,
                known=", ".join(it or '""' for it in known),
                text=shown(text, 40),
            )
        )
    return text
