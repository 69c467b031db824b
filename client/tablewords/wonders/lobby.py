"""
Sentences about a table of 7 Wonders before its game begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.words import text
from sealed_wonders.client.words.wonders import phrases
from sealed_wonders.core.wonders.options import has_memory_aid
from sealed_wonders.net.lobby import Options
from sealed_wonders.net.words import _


def options(agreed: Options, players: str, time: str, rest: str) -> Iterator[str]:
    """Yield the game's options, with the boards unless they are the default ones."""
    values = dict(agreed)
    sides = phrases.side_option(str(values.get("sides", "")))
    yield _options(players, lobby.played_with(agreed), sides, time, rest)
    if named := str(values.get("boards", "")):
        # Imported here: few tables name boards, and the lobby needs no cards otherwise.
        from sealed_wonders.client.words.wonders.describe import by_edition

        yield _boards_lie(*by_edition(named.split(",")))
    if values.get("draw") == "chosen":
        yield _boards_chosen()


def from_next() -> str:
    """Return when an option agreed during the game takes effect."""
    return _("starting with the next age")


def expansion(word: str, agreed: Mapping[str, object]) -> str:
    """Return an expansion's name, and whether it includes the expert leaders."""
    names = {
        "leaders": _("Leaders"),
        "edifice": _("Edifice"),
    }
    if agreed.get("leaders") == "expert":
        names["leaders"] = _("Leaders (with the expert leaders)")
    return names.get(word, word)


def cards(
    agreed: Options, *, is_sealed: bool, looks_on: bool, is_lent: bool
) -> Iterator[str]:
    """Yield whether the cards are sealed, and whether the memory aid is off."""
    if is_sealed:
        yield lobby.cards_sealed(looks_on=looks_on, is_lent=is_lent)
    if not has_memory_aid(dict(agreed)):
        yield _(
            "No memory aid: programs don't show the hands that you have already seen."
        )


def _options(players: str, expansions: str, sides: str, time: str, rest: str) -> str:
    """
    Return the options of the game in a sentence.

    Args:
        expansions: the expansions in words; empty if there are none.
    """
    said = _("The game is 7 Wonders for {players}; {sides}; {time}{rest}.")
    if expansions:
        said = _(
            "The game is 7 Wonders with {expansions}, for {players}; {sides}; {time}{rest}."
        )
    return said.format(
        players=players, expansions=expansions, sides=sides, time=time, rest=rest
    )


def _boards_lie(boards: Sequence[str], first: Sequence[str]) -> str:
    """
    Return the sentence that names the boards on the table.

    Args:
        boards: the names of boards of the second edition.
        first: the names of boards of the first edition.
    """
    if not first:
        return _("The boards are {boards}.").format(boards=text.listing(boards))
    said = _("The boards are {boards} and, from the first edition, {first}.")
    if not boards:
        said = _("The boards are from the first edition: {first}.")
    printed = _(
        "On first-edition boards, the day side is called A, and the night side B."
    )
    return f"{said.format(boards=text.listing(boards), first=text.listing(first))} {printed}"


def _boards_chosen() -> str:
    return _("Players choose their boards one after the other, in seat order.")
