"""The state of a lobby in a sentence: who or what is missing until the game begins."""

from __future__ import annotations

from collections.abc import Sequence

from sealed_wonders.client.questions.dialog import Key
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords import lobby
from sealed_wonders.client.view.games import FACES
from sealed_wonders.client.view.tablemodel import TableModel
from sealed_wonders.client.words import text
from sealed_wonders.core import games
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.words import _, n_


def mine(known: TableModel) -> LobbyPerson | None:
    """Return ourselves among the people in the lobby; None if we have no seat there."""
    people = () if known.news is None else known.news.people
    return next((one for one in people if one.identity == known.keyring.me), None)


def awaited(known: TableModel, now: float) -> Sequence[str]:
    """Return `lobby.awaited` while seats are kept for them; empty once all are taken."""
    news = known.news
    if news is None or now >= known.returning_until:
        return ()
    if int(dict(news.options)["players"]) <= len(news.people) + len(news.bots):
        return ()
    return lobby.awaited(news, known.returning)


def sentence(known: TableModel, key: Key, now: float) -> str:
    """
    Return who or what is missing until the game begins.

    Args:
        key: Returns an action's key as displayed.
        now: The time, by the clock of `TableModel.deadline`.
    """
    news, ours = known.news, mine(known)
    if news is not None and news.looks_on:
        said = _(
            "You are a spectator, and will see the game once it begins. To play, "
            "press {key}."
        )
        return said.format(key=key("ready"))
    if news is None or ours is None:
        return text.not_yet()
    kept_for = lobby.shown_onlookers(news, awaited(known, now))
    if not ours.ready:
        return _how_to_be_ready(key("ready"), kept_for)
    slow = [known.called(it.identity, it.name) for it in news.people if not it.ready]
    if slow:
        names = text.listing(slow)
        return _("You are ready. Waiting for {names}.").format(names=names)
    return _seats_missing(news, key, kept_for)


def _how_to_be_ready(key: str, kept_for: Sequence[str]) -> str:
    if not kept_for:
        return _("When you are ready to begin, press {key}.").format(key=key)
    said = n_(
        "When you are ready to begin, press {key}. For up to a minute, a seat "
        "is kept for {names}.",
        "When you are ready to begin, press {key}. For up to a minute, seats "
        "are kept for {names}.",
        len(kept_for),
    )
    return said.format(key=key, names=text.listing(kept_for))


def _seats_missing(news: LobbyNews, key: Key, kept_for: Sequence[str]) -> str:
    """Return what is missing although all who have a seat are ready."""
    if kept_for:
        said = n_(
            "You are ready. For up to a minute, a seat is kept for {names}.",
            "You are ready. For up to a minute, seats are kept for {names}.",
            len(kept_for),
        )
        return said.format(names=text.listing(kept_for))
    free = news.wanted - len(news.people) - len(news.bots)
    if free > 0:
        said = n_(
            "You are ready. {n} seat is still free.",
            "You are ready. {n} seats are still free.",
            free,
        )
        return said.format(n=free)
    if lacking := _lacking(news):
        return _too_few(news, key, lacking)
    if news.bots:
        return _("Everybody is ready; the bots are on their way.")
    return _("Everybody is ready; the game is about to begin.")


def _lacking(news: LobbyNews) -> int:
    """Return how many players a table of no fixed number lacks for a game."""
    options = dict(news.options)
    game = str(options["game"])
    if news.wanted or game not in FACES:
        return 0
    least = games.seats(game, options)[0]
    return max(0, least - len(news.people) - len(news.bots))


def _too_few(news: LobbyNews, key: Key, lacking: int) -> str:
    """Return how many players are missing, and how spectators become players."""
    said = n_(
        "You are ready. {n} more player is needed.",
        "You are ready. {n} more players are needed.",
        lacking,
    ).format(n=lacking)
    if not news.onlookers:
        return said
    sits = _("A spectator can take a seat with {key}.")
    return f"{said} {sits.format(key=key('ready'))}"
