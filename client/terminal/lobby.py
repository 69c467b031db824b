"""
A table that hasn't begun, in sentences: as a whole, and what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sealed_wonders.client.table.players import LobbyNews
from sealed_wonders.client.terminal import text
from sealed_wonders.client.terminal.text import Who
from sealed_wonders.client.words import _
from sealed_wonders.core.games import OPTIONS, TITLES
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.lobby import Charter, Options, has_memory_aid
from sealed_wonders.net.messages import Person
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.suites import SEALED

TOLD = (
    *("boards", "draw", "game", "host", "leaders", "memory", "players", "sides"),
    *("suite", "turn_time", "with"),
)
"""The options that have sentences of their own."""


@dataclass(frozen=True, slots=True)
class Company:
    """Who we are, and whom we know."""

    me: bytes
    check: Callable[[str, bytes], Pin]

    def who(self, person: Person) -> Who:
        """Name somebody; None is ourselves."""
        return None if person.identity == self.me else person.name

    def is_changed(self, person: Person) -> bool:
        """
        Tell whether somebody has another key than the one of that name we know.

        A bot has a new one in every game, and is told from people by its owner.
        """
        if person.identity == self.me or person.owner is not None:
            return False
        return self.check(person.name, person.identity) is Pin.CHANGED

    def changed(self, news: LobbyNews) -> Iterator[Person]:
        """Give those who have another key than the one we know."""
        return filter(self.is_changed, news.people)

    def notes(self, person: Person, news: LobbyNews) -> Iterator[str]:
        """Say what there is to be said of somebody."""
        if person.identity == self.me:
            yield text.own()
        elif person.owner is not None:
            yield self._owned(person.owner, news)
        elif self.check(person.name, person.identity) is Pin.KNOWN:
            yield text.known_key()
        else:
            yield text.new_key(fingerprint(person.identity))
        yield text.ready() if person.ready else text.not_ready()
        if not person.here:
            yield text.away()

    def _owned(self, owner: bytes, news: LobbyNews) -> str:
        if owner == dict(news.options)["host"]:
            return text.bot_of_host()
        for person in news.people:
            if person.identity == owner:
                return text.bot_of(self.who(person))
        return text.bot_of_nobody()


def whole(news: LobbyNews, company: Company) -> Iterator[str]:
    """Say how a table stands."""
    yield text.connection(news.table)
    yield from terms(news)
    yield from people(news, company)


def terms(news: LobbyNews) -> Iterator[str]:
    """Say what is played, and how cards are kept secret."""
    yield from options(news.options, news.wanted)
    yield from cards(news.options)


def expansions(agreed: Options) -> tuple[str, ...]:
    """Give the expansions that are played with, by their words in the options."""
    named = str(dict(agreed).get("with", ""))
    return tuple(named.split(",")) if named else ()


def played_with(agreed: Options) -> str:
    """Say which expansions are played with, and which leaders; nothing if none are."""
    kind = str(dict(agreed).get("leaders", "standard"))
    return text.played_with(expansions(agreed), kind)


def people(news: LobbyNews, company: Company) -> Iterator[str]:
    """Say who sits there."""
    yield text.seated(len(news.people), news.wanted)
    for person in news.people:
        yield text.lobby_row(person.name, list(company.notes(person, news)))
    yield from warnings(news, company)


def warnings(news: LobbyNews, company: Company) -> Iterator[str]:
    """Warn of those who may be somebody else."""
    for person in company.changed(news):
        yield text.changed_key(person.name, fingerprint(person.identity))


def played(charter: Charter) -> str:
    """Say what is played, and by how many, and nothing of how."""
    agreed = charter.options
    game = TITLES[str(dict(agreed)["game"])]
    players = text.players(len(charter.people))
    if expansions := played_with(agreed):
        said = _("The game is {game} with {expansions}, for {players}.")
        return said.format(game=game, expansions=expansions, players=players)
    return _("The game is {game}, for {players}.").format(game=game, players=players)


def options(agreed: Options, wanted: int) -> Iterator[str]:
    """Say what is played, and on which boards, where those aren't the usual ones."""
    values = dict(agreed)
    game = str(values["game"])
    count = values["players"]
    players = text.players(count if isinstance(count, int) else 0)
    time = values["turn_time"]
    others = [(key, value) for key, value in agreed if key not in TOLD]
    seconds = time if isinstance(time, int) else 0
    if not wanted:
        players = text.players_so_far(players)
    if "sides" not in OPTIONS.get(game, ()):
        yield text.options_of(game, players, seconds, others)
        if values.get("draw") == "chosen":
            yield text.wonders_chosen()
        return
    sides = text.side_option(str(values.get("sides", "")))
    yield text.options(players, played_with(agreed), sides, seconds, others)
    if named := str(values.get("boards", "")):
        # Few tables name boards, and none else needs to know cards in the lobby.
        from sealed_wonders.client.terminal.wonders.describe import by_edition

        yield text.boards_lie(*by_edition(named.split(",")))
    if values.get("draw") == "chosen":
        yield text.boards_chosen()


def invitation(address: str) -> str:
    """
    Give the command by which others come to a table; nothing if there is none.

    Args:
        address: ours of the host, with its pin; one of this machine alone is no use.
    """
    from sealed_wonders.net.address import Address
    from sealed_wonders.net.discovery.nearby import is_loopback

    if not address or is_loopback(Address.parse(address).host):
        return ""
    return text.join_command(address)


def inviting(addresses: Sequence[str]) -> Sequence[str]:
    """Give those of some addresses by which others come to a table."""
    return [one for one in addresses if invitation(one)]


def cards(agreed: Options) -> Iterator[str]:
    """
    Say that cards are kept secret, if they are, and whether all may be remembered.

    Where all that a player has lies open, what is kept secret is what lies in the piles;
    and every step of the game needs everybody, not only the one whose turn it is.
    """
    values = dict(agreed)
    if values["suite"] == SEALED:
        if values["game"] == "architects":
            yield text.piles_sealed()
            yield text.piles_wait()
        else:
            yield text.cards_sealed()
    if not has_memory_aid(agreed):
        yield text.no_memory_here()


def changes(old: LobbyNews, new: LobbyNews, company: Company) -> Iterator[str]:
    """Say what has changed since the last time."""
    before = {person.identity: person for person in old.people}
    now = {person.identity: person for person in new.people}
    if new.note and new.note != old.note:
        yield text.another_draw(new.note)
    for identity, person in before.items():
        if identity not in now:
            yield text.got_up(person.name)
    for identity, person in now.items():
        if identity not in before:
            yield text.sat_down(person.name, list(company.notes(person, new)))
            if company.is_changed(person):
                yield text.changed_key(person.name, fingerprint(identity))
    if new.options != old.options:
        yield from options(new.options, new.wanted)
        if any(person.ready for person in old.people):
            yield text.options_changed()
        return
    for identity, person in now.items():
        was = before.get(identity)
        if was is None:
            continue
        if person.ready != was.ready:
            yield text.is_ready(company.who(person), person.ready)
        if person.here != was.here and identity != company.me:
            yield text.is_here(person.name, person.here)
