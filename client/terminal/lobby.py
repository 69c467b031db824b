"""
A table that hasn't begun, in sentences: as a whole, and what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Protocol

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.terminal import lookalikes, text, times
from sealed_wonders.client.terminal.games import FACES, face_of
from sealed_wonders.client.terminal.trust import Keyring
from sealed_wonders.core import games as core_games
from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import OPTIONS, TITLES
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import is_loopback
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.lobby import Charter, Options, name_key, table_code
from sealed_wonders.net.lobby.entries import host_of
from sealed_wonders.net.lobby.options import (
    REQUIRED,
    goes_on,
    rescues,
)
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import ONLOOKERS_CAP, Person
from sealed_wonders.net.pins import Pin
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.tableoptions import (
    GAME_TIME,
    GONE_AFTER,
    INCREMENT,
    SPECTATOR_DELAY,
    TURN_TIME,
    WHEN_GONE,
)
from sealed_wonders.net.tableoptions import OPTIONS as TABLE_OPTIONS
from sealed_wonders.net.times import times_of
from sealed_wonders.net.words import _, p_

IN_SENTENCES = (
    TURN_TIME,
    GAME_TIME,
    INCREMENT,
    WHEN_GONE,
    GONE_AFTER,
    SPECTATOR_DELAY,
)
"""Options of every table that have sentences of their own; so have the games'."""


def notes(person: Person, news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Say what there is to be said of somebody."""
    if person.identity == keyring.me:
        yield text.other(None)
    elif person.owner is not None:
        yield _owned(person.owner, news, keyring)
    elif keyring.check(person.name, person.identity) is Pin.KNOWN:
        yield _("known to you")
    else:
        said = _("new to you, with key {fingerprint}")
        like = keyring.like(person.name, person.identity)
        if like and not keyring.is_changed(person):
            said = _("not the {name} you know but somebody new, with key {fingerprint}")
        key = fingerprint(person.identity)
        yield said.format(name=like, fingerprint=key)
    yield text.ready() if person.ready else text.not_ready()
    if not person.here:
        yield text.away()


def _owned(owner: bytes, news: LobbyNews, keyring: Keyring) -> str:
    """Say whose a bot is."""
    if owner == dict(news.options)["host"]:
        return text.bot_of_host()
    for person in news.people:
        if person.identity == owner:
            return text.bot_of(_who(person, news, keyring))
    return _("a bot")


def _who(person: Person, news: LobbyNews, keyring: Keyring) -> text.Who:
    """Name somebody; None is ourselves."""
    if person.identity == keyring.me:
        return None
    return lookalikes.people(news)[person.identity]


def whole(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Say how a table stands."""
    yield _("Your table is called {name}.").format(name=news.table)
    yield from terms(news)
    yield from people(news, keyring)


def terms(news: LobbyNews) -> Iterator[str]:
    """Say what is played, and how cards are kept secret."""
    yield from options(news.options, news.wanted)
    yield from access(news)
    yield from cards(news.options, looks_on=news.looks_on)


def access(news: LobbyNews) -> Iterator[str]:
    """Say how others come to a table, where not everybody does who finds it."""
    if not news.listed and news.locked:
        yield _(
            "The table isn't in the host's list: others come to it by its name and its "
            "password."
        )
    elif not news.listed:
        yield _("The table isn't in the host's list: others come to it by its name.")
    elif news.locked:
        yield _("The table has a password, without which nobody else comes in.")
    elif not news.on_page:
        yield _("The table isn't on the host's page for the room.")


def surprise(found: Sequence[str], *, wished: bool) -> str:
    """
    Say what a table is like where that isn't as somebody expects.

    Args:
        wished: they had asked for something else; else it was so in the game before.
    """
    if wished:
        said = _("This table isn't as you asked for: {what}.")
    else:
        said = _("This isn't what you played here before: {what}.")
    return said.format(what="; ".join(found))


def expansions(agreed: Options) -> tuple[str, ...]:
    """Return the expansions that are played with, by their words in the options."""
    values = dict(agreed)
    return core_games.expansions(str(values.get("game", "")), values)


def played_with(agreed: Options) -> str:
    """Say which expansions are played with, and how; nothing if none are."""
    values = dict(agreed)
    game = str(values["game"])
    return expansions_named(game, core_games.expansions(game, values), values)


def expansions_named(
    game: str, words: Sequence[str], agreed: Mapping[str, object] = MappingProxyType({})
) -> str:
    """
    Name expansions by their words in the options; nothing if there are none.

    Args:
        agreed: what else the table agreed, where that is known.
    """
    if words and game in FACES:
        named = face_of(game).lobby.expansion
        words = [named(word, agreed) for word in words]
    return text.listing(words)


def expansions_of(title: str) -> str:
    """Name the expansions in what a host says is played; nothing if there are none."""
    game, *words = title.split("+")
    return expansions_named(game, words)


def people(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Say who sits there."""
    yield text.seated(len(news.people), news.wanted)
    shown = lookalikes.people(news)
    for person in news.people:
        yield _("{name}: {notes}.").format(
            name=shown[person.identity],
            notes=", ".join(list(notes(person, news, keyring))),
        )
    if news.bots:
        yield text.bots_to_come(lookalikes.bots(news))
    yield from onlookers(news)
    yield from readers(news, keyring)
    yield from warnings(news, keyring)


def onlookers(news: LobbyNews) -> Iterator[str]:
    """Say who looks on, if anybody does."""
    names = lookalikes.onlookers(news)
    if len(names) == ONLOOKERS_CAP:
        yield _("Looking on: {names}, and maybe others.").format(names=", ".join(names))
    elif names:
        yield _("Looking on: {names}.").format(names=", ".join(names))


def warnings(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Warn of those who may be somebody else."""
    shown = lookalikes.people(news)
    for person in keyring.changed(news):
        yield _changed_key(person, shown[person.identity])
    yield from lookalikes.warnings(news.people)


def played(charter: Charter) -> str:
    """Say what is played, and by how many, and nothing of how."""
    agreed = charter.options
    game = TITLES[str(dict(agreed)["game"])]
    players = text.players(len(charter.people))
    if expansions := played_with(agreed):
        said = _("The game is {game} with {expansions}, for {players}.")
        return said.format(game=game, expansions=expansions, players=players)
    return _("The game is {game}, for {players}.").format(game=game, players=players)


class LobbyWords(Protocol):
    """What is said of one game before it begins."""

    def options(
        self, agreed: Options, players: str, time: str, rest: str
    ) -> Iterator[str]:
        """
        Say what is played, and how.

        Args:
            players, time, rest: how many play, how long each turn may take, and what
                else was agreed, in words.
        """

    def from_next(self) -> str:
        """Say from when on something holds that is agreed during the game."""

    def expansion(self, word: str, agreed: Mapping[str, object]) -> str:
        """
        Name an expansion by its word in the options.

        Args:
            agreed: what else the table agreed, where that is known.
        """

    def cards(
        self, agreed: Options, *, is_sealed: bool, looks_on: bool
    ) -> Iterator[str]:
        """Say what it means that cards are sealed, and what else is agreed of them."""


def options(agreed: Options, wanted: int) -> Iterator[str]:
    """Say what is played, and on which boards, where those aren't the usual ones."""
    values = dict(agreed)
    game = str(values["game"])
    count = values["players"]
    players = text.players(count if isinstance(count, int) else 0)
    if not wanted:
        players = _("as many as sit down, now {players}").format(players=players)
    limit = times.limits(times_of(agreed))
    rest = _rest([(key, value) for key, value in agreed if key not in _told()])
    if game in FACES:
        yield from face_of(game).lobby.options(agreed, players, limit, rest)
    else:
        yield plain(game, players, limit, rest)
    yield from when_gone(agreed)
    if late := SPECTATOR_DELAY.agreed(agreed):
        said = _("Who looks on sees what happens {time} later.")
        yield said.format(time=text.duration(late))
    yield from _others(agreed)


def _others(agreed: Options) -> Iterator[str]:
    """Give what is unusual of options that have no sentence of their own."""
    for option in TABLE_OPTIONS:
        if not option.key or option in IN_SENTENCES:
            continue
        value = option.agreed(agreed)
        if value != option.default:
            name = _(option.label) if option.label else option.name
            shown = option.words(value, text.duration)
            yield text.sentence(text.noted(name, shown))


def _told() -> frozenset[str]:
    """Return the options that have sentences of their own."""
    own = (option.name for some in OPTIONS.values() for option in some)
    return frozenset((*REQUIRED, *(it.key for it in TABLE_OPTIONS), *own))


def when_gone(agreed: Options) -> Iterator[str]:
    """Say what the table does when somebody is gone, and what that costs."""
    time = text.duration(GONE_AFTER.agreed(agreed))
    # Of two, neither can outvote the other.
    if not goes_on(agreed) or dict(agreed)["players"] == 2:
        yield _("If somebody is gone, the table waits, as long as it takes.")
    elif rescues(agreed):
        yield _(
            "If somebody is gone for {time}, somebody who looks on, or a bot of the "
            "host's, may play on with their hand, if all others agree; else all others "
            "can agree to go on without them."
        ).format(time=time)
        if dict(agreed)["suite"] == SEALED:
            yield _("For that, all others together could read your hand at this table.")
            yield one_at_a_time()
    else:
        yield _(
            "If somebody is gone for {time}, all others can agree to go on without them."
        ).format(time=time)


def readers(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """
    Say how few would have to join to read our hand, where that is fewer than it seems.

    A bot shows its owner what it knows, so those are one, as far as bots say whose they
    are. Without a bot of our own, nobody has all that it takes.
    """
    agreed, me = news.options, keyring.me
    host = host_of(agreed)
    sits = any(person.identity == me for person in news.people)
    others = _owners_of_others(news, me)
    parties = {*others}
    if not (sits and rescues(agreed) and dict(agreed)["suite"] == SEALED):
        return
    # Of two, neither holds anything of the other.
    if len(others) < 2 or me in parties or len(parties) == len(others):
        return
    if parties == {host}:
        yield _(
            "All other seats are bots of the host's: whoever runs it could read your hand."
        )
    elif len(parties) == 1:
        yield _("All other seats belong to one owner, who could read your hand.")
    else:
        yield _(
            "Counting bots with their owners, the {seats} other seats belong to only {n}: "
            "those {n} together could read your hand."
        ).format(seats=len(others), n=len(parties))


def _owners_of_others(news: LobbyNews, me: bytes | None) -> Sequence[bytes]:
    """Return who has the hand of each seat but ours: whoever sits there, or a bot's owner."""
    owners = [it.owner or it.identity for it in news.people if it.identity != me]
    return owners + [host_of(news.options)] * len(news.bots)


def one_at_a_time() -> str:
    """Say for whom nobody can play on."""
    return _(
        "Not for two absent players: each holds part of the key to the other's hand."
    )


def inviting(some: Iterable[Invitation]) -> Sequence[Invitation]:
    """Leave out addresses by which nobody comes from another machine."""
    return [
        one for one in some if one.at and not is_loopback(Address.parse(one.at).host)
    ]


def cards(agreed: Options, *, looks_on: bool = False) -> Iterator[str]:
    """
    Say that cards are kept secret, if they are, and what else is agreed of them.

    Args:
        looks_on: to somebody who will have no hand.
    """
    values = dict(agreed)
    is_sealed, game = values["suite"] == SEALED, str(values["game"])
    if game in FACES:
        told = face_of(game).lobby
        yield from told.cards(agreed, is_sealed=is_sealed, looks_on=looks_on)
    elif is_sealed:
        yield cards_sealed(looks_on=looks_on)


def changes(old: LobbyNews, new: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Say what has changed since the last time."""
    if new.note and new.note != old.note:
        yield text.lobby_note(new.note)
    yield from _come_and_gone(old, new, keyring)
    if new.onlookers != old.onlookers:
        yield from onlookers(new) if new.onlookers else [_("Nobody looks on any more.")]
    if new.options != old.options:
        yield from options(new.options, new.wanted)
        if any(person.ready for person in old.people):
            yield _("What is played has changed, so everybody must be ready again.")
    else:
        yield from _stayed(old, new, keyring)


def _come_and_gone(old: LobbyNews, new: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Say who has got up, and who has sat down."""
    before = {person.identity for person in old.people}
    now = {person.identity for person in new.people}
    was_shown, shown = lookalikes.people(old), lookalikes.people(new)
    for person in old.people:
        if person.identity not in now:
            yield _("{name} gets up.").format(name=was_shown[person.identity])
    for person in new.people:
        if person.identity not in before:
            said = ", ".join(notes(person, new, keyring))
            name = shown[person.identity]
            yield _("{name} sits down: {notes}.").format(name=name, notes=said)
            if keyring.is_changed(person):
                yield _changed_key(person, name)
    known = {*lookalikes.warnings(old.people)}
    yield from (it for it in lookalikes.warnings(new.people) if it not in known)


def _stayed(old: LobbyNews, new: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Say which of those who were there before are ready now, and connected."""
    before = {person.identity: person for person in old.people}
    for person in new.people:
        was = before.get(person.identity)
        if was is None:
            continue
        if person.ready != was.ready:
            yield _is_ready(_who(person, new, keyring), person.ready)
        if person.here != was.here and person.identity != keyring.me:
            yield _is_here(lookalikes.people(new)[person.identity], person.here)


def plain(game: str, players: str, time: str, rest: str) -> str:
    """Say what is played, of a game that has nothing to be settled but that."""
    said = _("The game is {game}, for {players}; {time}{rest}.")
    title = TITLES.get(game, game)
    return said.format(game=title, players=players, time=time, rest=rest)


def _rest(others: Sequence[tuple[str, object]]) -> str:
    return "".join(f", {key} {value}" for key, value in others)


def cards_sealed(*, looks_on: bool = False) -> str:
    if looks_on:
        return _(
            "Cards are sealed: nobody but its player can see a hand, and whatever anybody "
            "does with cards is checked by all."
        )
    return _(
        "Cards are sealed: nobody but you can see your hand, and whatever anybody does "
        "with cards is checked by all."
    )


def _changed_key(person: Person, shown: str) -> str:
    key = fingerprint(person.identity)
    said = _(
        "WARNING! This {who} has another key than the {name} you know. It may be "
        "somebody else. Ask {who}, by voice, whether their key is {fingerprint}; if it "
        "is, type: trust {who}"
    )
    return said.format(who=shown, name=person.name, fingerprint=key)


def _is_ready(who: text.Who, ready: bool) -> str:
    if ready:
        return text.about(who, _("You are ready."), _("{who} is ready."))
    return text.about(who, _("You are not ready."), _("{who} is not ready."))


def _is_here(name: str, here: bool) -> str:
    if here:
        return _("{name} is connected again.").format(name=name)
    return _("{name} has lost the connection.").format(name=name)


# The end of it: a game begins.


def begins(
    charter: Charter, seat: Seat, *, resumed: bool, taken: bool = False
) -> Iterator[str]:
    """
    Say that a game begins, and who sits where.

    Args:
        resumed: it began before, and we come back.
        taken: somebody else began it, whose seat we take.
    """
    code = text.code(table_code(charter.gid))
    if taken:
        yield code
    elif resumed:
        yield _("You take your seat again. {code}").format(code=code)
    else:
        yield _("The game begins. {code}").format(code=code)
    if sum(person.owner is None for person in charter.people) > 1:
        yield code_means()
    n = len(charter.people)
    names = told_apart(tuple(person.name for person in charter.people))
    yield seats_title([names[(seat + step) % n] for step in range(1, n)])
    yield from lookalikes.warnings(charter.people)


def code_means() -> str:
    return _(
        "Everybody reads these words aloud: if all have the same, nobody sits between "
        "you."
    )


def seats_title(me_first: Sequence[str]) -> str:
    """Say who sits where, beginning with the left neighbour."""
    said = _("To the left, one after the other: {names}.")
    if len(me_first) == 1:
        said = _("Opposite you: {names}.")
    return said.format(names=", ".join(me_first))


def not_ready_any_more() -> str:
    return _(
        "You were ready before they came, and aren't any more. If you want to begin all "
        "the same, type ready."
    )


def waits_to_look_on() -> str:
    """Say to somebody without a seat what they wait for, and how they come to one."""
    return _(
        "You look on, and see the game when it begins. To play, if a seat is free, "
        "type: {word}"
    ).format(word=p_("typed", "sit"))


# Where no seat is free.


def only_games(tables: Sequence[str]) -> Iterator[str]:
    """Say that games have begun at all tables, and what can be done."""
    yield _("The games at this host have begun; their seats are taken.")
    for number, table in enumerate(tables, start=1):
        look_on = _("Look on at {table}; whoever has to go can hand you their seat.")
        yield f"  {number}: {look_on.format(table=table)}"
    yield f"  {open_word()}: {_('Open another table, and wait there for others.')}"


def password_wanted(table: str, why: str) -> Iterator[str]:
    """Ask for a table's password, empty for that of all tables of a host."""
    if why:
        yield why
    if table:
        said = _("Table {name} has a password. Type it, or leave by Ctrl-C.")
        yield said.format(name=text.after_table(table))
    else:
        yield _("This host's tables have a password. Type it, or leave by Ctrl-C.")


def no_password(problem: ValueError) -> str:
    """Say why what was typed can't be a password."""
    return _("That can't be a password: {why}.").format(why=retold(problem))


def open_word() -> str:
    """Give what is typed to open another table."""
    return p_("typed", "new")


def game_meant(tables: Sequence[str], typed: str) -> str | None:
    """Find the table that is meant, empty for another one; None if nothing is."""
    if typed.lower() in (open_word(), "new"):
        return ""
    numbered = {str(number): table for number, table in enumerate(tables, start=1)}
    named = {name_key(table): table for table in tables}
    return numbered.get(typed) or named.get(name_key(typed))
