"""
The command ``card``: looking up any card, leader, edifice or board by name.

`find` works out which one is meant, and `about` describes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sealed_wonders.client.view.wonders.sight import Sight
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import describe, look, phrases
from sealed_wonders.core.game import Seat
from sealed_wonders.core.wonders.catalog import Catalog, everything
from sealed_wonders.core.wonders.model import Board, Building, Edifice, Leader
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net.words import _, n_

Named = Building | Leader | Edifice | Board
"""The kinds of records that can be looked up by name."""


def find(words: str, known: Catalog | None = None) -> tuple[Named, ...]:
    """
    Return the cards with this name; if there are none, those whose names begin so.

    Args:
        words: a name in any language, or an id; case and accents don't matter.
        known: the cards of a game; None for all cards that exist.
    """
    wanted = text.plainly(words)
    if not wanted:
        return ()
    known = known or everything()
    some: tuple[Named, ...] = (
        *known.buildings,
        *known.leaders,
        *known.edifices,
        *known.boards,
    )
    called = {card: _called(card) for card in some}
    exact = [card for card, names in called.items() if wanted in names]
    begun = [
        card
        for card, names in called.items()
        if any(name.startswith(wanted) for name in names)
    ]
    return tuple(exact or begun)


def _called(card: Named) -> tuple[str, ...]:
    return tuple(
        map(text.plainly, (describe.name(card), card.id, *card.names.values()))
    )


def lines(sight: Sight | None, words: str) -> Iterator[str]:
    """Describe the card that is meant, or list the cards whose names match."""
    found = find(words, sight.state.rules.catalog if sight else None)
    if not words:
        yield _("Which card? Type card and the name of a card.")
    elif not found:
        said = _("There is no card called {name} in this game.")
        yield said.format(name=text.quoted(words, 40))
    elif len(found) > 1 and len({describe.name(card) for card in found}) > 1:
        names = list(dict.fromkeys(describe.name(card) for card in found))
        yield text.not_unique(words, names)
    else:
        for card in found:
            yield from about(sight, card)


def about(sight: Sight | None, card: Named) -> Iterator[str]:
    """Describe a card, with its owners if a game is being played."""
    match card:
        case Leader():
            yield phrases.leader(describe.name(card), describe.leader(card))
            owners = owned(sight, card) if sight else ()
            if sight is not None and owners:
                yield recruited_by([sight.who(seat) for seat in owners])
        case Edifice():
            yield describe.edifice(card)
            if sight is not None:
                yield from look.project(sight, card)
        case Building():
            yield from _building(sight, card)
        case Board():
            yield from _board(sight, card)


def _board(sight: Sight | None, board: Board) -> Iterator[str]:
    yield text.noted(describe.board(board), describe.starts(describe.played(board)))
    for side in board.sides.values():
        yield phrases.side_item(side.printed, describe.stages(side))
    for seat, city in enumerate(sight.state.cities if sight else ()):
        if sight is not None and city.board is board:
            yield phrases.founded(
                sight.who(seat), describe.name(board), city.side.printed
            )


def _building(sight: Sight | None, card: Building) -> Iterator[str]:
    yield phrases.card(describe.name(card), card.colour, describe.facts(card))
    players = len(sight.names) if sight else 0
    yield copies(card, players)
    owners = owned(sight, card) if sight else ()
    if sight is not None and owners:
        yield built_by([sight.who(seat) for seat in owners])


def copies(card: Building, players: int) -> str:
    """
    Return a card's age, and the number of copies in a game.

    Args:
        players: the number of players; 0 if unknown.
    """
    age = _("Age {age}.").format(age=card.age)
    return f"{age} {printed(card, players)}"


def printed(card: Building, players: int) -> str:
    """Return the number of copies in a game, or by the number of players."""
    if card.colour is Colour.PURPLE:
        return _("Each game uses a random selection of guilds.")
    if not players:
        counts = [
            _("{n} with {players} players").format(n=have, players=f"{most}+")
            for have, most in enumerate(card.copies, start=1)
        ]
        return _("Copies: {counts}.").format(counts=", ".join(counts))
    here = in_game(card, players)
    return n_("{n} copy in this game.", "{n} copies in this game.", here).format(n=here)


def in_game(card: Building, players: int) -> int:
    """Count the copies in a game; not for guilds, which are drawn by lot."""
    return sum(printed <= max(3, players) for printed in card.copies)


def owned(sight: Sight, card: Building | Leader) -> tuple[Seat, ...]:
    """Return the seats that built a card or recruited a leader, clockwise from ours."""
    cities = sight.state.cities
    return tuple(
        seat
        for seat in (sight.clockwise if cities else ())
        if card in cities[seat].buildings
        or any(one.leader is card for one in cities[seat].leaders)
    )


def built_by(who: Sequence[text.Who]) -> str:
    return _("Built by {names}.").format(names=text.others(who))


def recruited_by(who: Sequence[text.Who]) -> str:
    return _("Recruited by {names}.").format(names=text.others(who))
