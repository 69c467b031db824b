"""
The options of a table at somebody's host: as wished for, and as they are.

Choices on a screen, typed wishes and a lobby are all converted to `TableWish`. Two of them
are compared here, for somebody whose table differs from what they expect.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords.hosting import (
    AT_OTHERS,
    EVERY_TABLE,
    WHICH_GAME,
    SettingChoice,
    TableWish,
    choices,
)
from sealed_wonders.client.view.games import face_of
from sealed_wonders.core import games
from sealed_wonders.core.games import GAMES, TITLES, by_bare_word, in_bare_words
from sealed_wonders.core.options import Option
from sealed_wonders.core.quoting import shown
from sealed_wonders.core.sentences import Sentence
from sealed_wonders.net.messages import TableTerms
from sealed_wonders.net.tableoptions import (
    BOTS,
    GAME,
    NO_PAGE,
    PLAYERS,
    PRIVATE,
    Switch,
)
from sealed_wonders.net.wishes import WISHES, Wishes, agreed, wire
from sealed_wonders.net.words import _


def wish_of(choice: SettingChoice, game: str) -> str:
    """Return the name of the wish for a choice; empty if it can't be wished for."""
    if choice.option is not None:
        return choice.option.wish if choice.option in (GAME, *WISHES) else ""
    own = by_bare_word(game).items()
    return next(name for name, option in own if option.name == choice.name)


def can_choose(wanted: TableWish, choose: Collection[str]) -> Iterator[SettingChoice]:
    """Yield the choices allowed for a table, in display order."""
    for choice in (*choices(wanted), *AT_OTHERS):
        if wish_of(choice, wanted.game) in choose:
            yield choice


# Options from a host or a lobby.


def with_wishes(wanted: TableWish, wishes: Wishes) -> TableWish:
    """Return a table with some wishes; unknown ones are ignored."""
    values = dict(wishes)
    game = values.get(GAME.wish, wanted.game)
    if game != wanted.game and game in GAMES:
        wanted = replace(wanted, game=str(game), own={}).fitting()
    for choice in (*EVERY_TABLE, *AT_OTHERS, *face_of(wanted.game).table_choices):
        value = values.get(wish_of(choice, wanted.game))
        if isinstance(choice.option, Switch) and value in (0, 1):
            value = bool(value)
        if choice.fits(value):
            wanted = choice.settled(wanted, value)
    return wanted


def usual(terms: TableTerms) -> TableWish:
    """Return a table without wishes."""
    return with_wishes(TableWish(), terms.usual)


def of_table(news: LobbyNews) -> TableWish:
    """Return the table that a lobby describes."""
    values = dict(news.options)
    game, host = str(values["game"]), values["host"]
    bots = len(news.bots) + sum(one.owner == host for one in news.people)
    return with_wishes(
        TableWish(),
        (
            *agreed(news.options),
            (PLAYERS.wish, news.wanted),
            (BOTS.wish, bots),
            (PRIVATE.wish, int(not news.listed)),
            (NO_PAGE.wish, int(not news.on_page)),
            *(in_bare_words(game, values) if game in GAMES else ()),
        ),
    )


def of_last(terms: TableTerms, news: LobbyNews | None) -> TableWish:
    """Return the table of the last game, with which a rematch begins."""
    return usual(terms) if news is None else of_table(news)


def differences(before: TableWish, now: TableWish) -> Iterator[str]:
    """Yield the options in which a table differs from *before*, in words."""
    if now.game != before.game:
        yield f"{_(WHICH_GAME.means)}: {TITLES[now.game]}"
        before = replace(before, game=now.game, own={})
    for choice in (*choices(now), *AT_OTHERS):
        value = choice.value(now)
        if wish_of(choice, now.game) and value != choice.value(before):
            yield f"{_(choice.means)}: {choice.shown(value)}"


# Options that somebody wants.


def wishes_for(wanted: TableWish, choose: Collection[str]) -> Wishes:
    """
    Return the wishes for such a table, as far as they are allowed.

    Raises:
        ValueError: No table can be like that; the message is one sentence for a person.
    """
    own = games.read(wanted.game, wanted.typed)
    general = (WHICH_GAME, *EVERY_TABLE, *AT_OTHERS)
    every = [(wish_of(it, wanted.game), it.value(wanted)) for it in general]
    every += in_bare_words(wanted.game, own)
    return tuple((name, wire(value)) for name, value in every if name in choose)


def read_wishes(typed: Mapping[str, str], there: TableWish | None = None) -> Wishes:
    """
    Parse typed wishes, by name.

    Args:
        there: The table as it is now, if known.

    Raises:
        ValueError: One can't be parsed; the message is one sentence for a person.
    """
    rest, wishes = dict(typed), dict[str, str | int]()
    if GAME.name in rest:
        wishes[GAME.wish] = game = rest.pop(GAME.name)
        games.players(game)  # raises ValueError if there is no such game
    for option in WISHES:
        for name in option.names:
            if name in rest:
                wishes[option.wish] = wire(option.read(rest.pop(name)))
    wishes |= _own(rest, str(wishes.get(GAME.wish, "")), there)
    return tuple(wishes.items())


_YES_NO = ("yes", "no")


def _own(
    typed: Mapping[str, str], game: str, there: TableWish | None
) -> Mapping[str, str]:
    """
    Parse the wishes that are a game's own.

    Raises:
        ValueError: One can't be parsed, or belongs to no game.
    """
    game = game or _likely_game(typed, there)
    options = by_bare_word(game) if game else {}
    values: dict[str, str] = {}
    for name, value in typed.items():
        if name not in options:
            raise _unknown(name, options or by_bare_word(GAMES[0]))
        values[options[name].name] = _value(options[name], name, value)
    if not typed:
        return {}
    before = there.typed if there is not None and there.game == game else {}
    agreed = games.read(game, {**before, **values})
    return {it: agreed.get(options[it].name, options[it].usual) for it in typed}


def _likely_game(typed: Iterable[str], there: TableWish | None) -> str:
    """
    Return the table's game, or the first with all the options; empty if there is none.
    """
    if there is not None and there.game:
        return there.game
    return next((it for it in GAMES if {*typed} <= {*by_bare_word(it)}), "")


def _unknown(name: str, options: Iterable[str]) -> ValueError:
    """Return the error for an unknown name; it lists the known ones."""
    known = (GAME.name, *(it.name for it in WISHES), *options)
    return ValueError(
        Sentence(
            "a table has no option called {name}; its options are {known}",
            name=shown(name, 40),
            known=", ".join(known),
        )
    )


def _value(option: Option, name: str, typed: str) -> str:
    """
    Return the value of a game's own option in the form that rules read.

    A switch has its flag as value, or an empty string.

    Raises:
        ValueError: The option has no such value.
    """
    if not option.flag:
        return _among(name, typed, option.choices)
    is_so = _among(name, typed, (*_YES_NO, option.flag)) != _YES_NO[1]
    return option.flag if is_so else ""


def _among(name: str, text: str, known: Collection[str]) -> str:
    if known and text not in known:
        raise ValueError(
            Sentence(
                "{name} must be one of {known}, not {text}",
                name=name,
                known=", ".join(it or '""' for it in known),
                text=shown(text, 40),
            )
        )
    return text
