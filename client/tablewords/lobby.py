"""The lobby in sentences: the state of a table before its game, and changes to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords import lenders, lookalikes, tablecode, times
from sealed_wonders.client.view import shownnames
from sealed_wonders.client.view.games import FACES, face_of
from sealed_wonders.client.view.keyring import Keyring
from sealed_wonders.client.words import lodging, text
from sealed_wonders.core import games as core_games
from sealed_wonders.core.game import Seat
from sealed_wonders.core.games import OPTIONS, TITLES
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import is_loopback
from sealed_wonders.net.identity import fingerprint
from sealed_wonders.net.invitations import Invitation
from sealed_wonders.net.lobby import Charter, Options, name_key
from sealed_wonders.net.lobby.entries import host_of
from sealed_wonders.net.lobby.loans import machine_of
from sealed_wonders.net.lobby.options import (
    REQUIRED,
    goes_on,
    rescues,
)
from sealed_wonders.net.lookalikes import told_apart
from sealed_wonders.net.messages import ONLOOKERS_CAP, LobbyPerson
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

if TYPE_CHECKING:
    from sealed_wonders.client.view.tablemodel import TableModel

IN_SENTENCES = (
    TURN_TIME,
    GAME_TIME,
    INCREMENT,
    WHEN_GONE,
    GONE_AFTER,
    SPECTATOR_DELAY,
)
"""Options of every table with dedicated sentences; games' options also have them."""


def notes(person: LobbyPerson, news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """
    Yield the notes on somebody at the table: owner or key, readiness, connection.

    The lender of a seat is shown with the name.
    """
    if person.identity == keyring.me:
        yield text.other(None)
    elif person.owner is not None:
        yield _owned(person.owner, news, keyring)
    elif person.lender is None:
        yield _acquaintance(person, keyring)
    elif said := lenders.to_anyone(person, news):
        yield said
    yield text.ready() if person.ready else text.not_ready()
    if not person.here:
        yield text.away()


def _acquaintance(person: LobbyPerson, keyring: Keyring) -> str:
    """Return the note on a person's key."""
    if keyring.check(person.name, person.identity) is Pin.KNOWN:
        return _("known to you")
    said = _("new to you, with key {fingerprint}")
    like = keyring.like(person.name, person.identity)
    if like and not keyring.is_changed(person):
        said = _("not the {name} you know but somebody new, with key {fingerprint}")
    return said.format(name=like, fingerprint=fingerprint(person.identity))


def _owned(owner: bytes, news: LobbyNews, keyring: Keyring) -> str:
    """Return the note on who owns a bot."""
    if owner == dict(news.options)["host"]:
        return text.bot_of_host()
    for person in news.people:
        if person.identity == owner:
            return text.bot_of(_who(person, news, keyring))
    return _("a bot")


def _who(person: LobbyPerson, news: LobbyNews, keyring: Keyring) -> text.Who:
    """Return a displayed name; None for ourselves."""
    if person.identity == keyring.me:
        return None
    return shownnames.people(news)[person.identity]


def whole(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Yield the whole state of a table."""
    yield _("Your table is called {name}.").format(name=news.table)
    me = keyring.me
    is_lent = any(it.lender is not None for it in news.people if it.identity == me)
    yield from terms(news, is_lent=is_lent)
    yield from people(news, keyring)


def where(news: LobbyNews, host: str) -> str:
    """Return the table, and the host it is at if that has a name."""
    table = text.after_table(news.table)
    if not host:
        return _("Table {table}").format(table=table)
    said = _("Table {table} at {host}")
    return said.format(table=table, host=text.host_named(host))


def seated(news: LobbyNews) -> str:
    """Return how many players are here, as a heading."""
    said = text.seated(len(news.people), news.wanted)
    return said.rstrip(" :\N{NO-BREAK SPACE}")


def terms(news: LobbyNews, *, is_lent: bool = False) -> Iterator[str]:
    """
    Yield the terms of a table: its options, access to it, and secrecy of cards.

    Args:
        is_lent: For somebody whose own seat is lent.
    """
    yield from options(news.options, news.wanted)
    yield from access(news)
    yield from cards(news.options, looks_on=news.looks_on, is_lent=is_lent)


def access(news: LobbyNews) -> Iterator[str]:
    """Yield how others get to the table, if not everybody who finds it does."""
    if not news.listed and news.locked:
        yield _(
            "The table isn't in the host's list: to join, others type its name and "
            "its password."
        )
    elif not news.listed:
        yield _("The table isn't in the host's list: to join, others type its name.")
    elif news.locked:
        yield _("The table has a password, which others need to join.")
    elif not news.on_page:
        yield _("The table isn't shown on the host's web page.")


def surprise(found: Sequence[str], *, wished: bool) -> str:
    """
    Return how a table differs from what the person expects.

    Args:
        wished: The person asked for other options; otherwise the game before had
            others.
    """
    if wished:
        said = _("This table isn't what you asked for: {what}.")
    else:
        said = _("Changed since your last game here: {what}.")
    return said.format(what="; ".join(found))


def played_with(agreed: Options) -> str:
    """Return the expansions in play and their variants, as text; empty without any."""
    values = dict(agreed)
    game = str(values["game"])
    return expansions_named(game, core_games.expansions(game, values), values)


def expansions_named(
    game: str, words: Sequence[str], agreed: Mapping[str, object] = MappingProxyType({})
) -> str:
    """
    Return the names of expansions as a list; empty if there are none.

    Args:
        agreed: The table's other options, where known.
    """
    if words and game in FACES:
        named = face_of(game).lobby.expansion
        words = [named(word, agreed) for word in words]
    return text.listing(words)


def expansions_of(title: str) -> str:
    """Return the expansions in a host's title of a game, as a list; may be empty."""
    game, *words = title.split("+")
    return expansions_named(game, words)


def people(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Yield who sits at the table, who watches, and warnings about them."""
    yield text.seated(len(news.people), news.wanted)
    shown = shownnames.people(news)
    for person in news.people:
        yield _("{name}: {notes}.").format(
            name=lodging.with_machine(
                shown[person.identity], person, shown, keyring.me
            ),
            notes=", ".join(list(notes(person, news, keyring))),
        )
    if news.bots:
        yield text.bots_to_come(shownnames.bots(news))
    yield from onlookers(news)
    yield from readers(news, keyring)
    yield from warnings(news, keyring)


def onlookers(news: LobbyNews, awaited: Collection[str] = ()) -> Iterator[str]:
    """
    Yield who watches, if anybody does.

    Args:
        awaited: the names that `awaited` returns, and that are shown elsewhere.
    """
    names = shown_onlookers(news, [it for it in news.onlookers if it not in awaited])
    if len(names) == ONLOOKERS_CAP:
        yield _("Spectators: {names}, and maybe others.").format(names=", ".join(names))
    elif names:
        yield _("Spectators: {names}.").format(names=", ".join(names))


def shown_onlookers(news: LobbyNews, names: Collection[str]) -> Sequence[str]:
    """Return some spectators' names with the marks that tell them from others."""
    marked = zip(news.onlookers, shownnames.onlookers(news), strict=True)
    return [shown for name, shown in marked if name in names]


def awaited(news: LobbyNews, returning: Collection[str]) -> tuple[str, ...]:
    """
    Return who of the last game's players is still here, but hasn't asked for a seat yet.

    Until they do, the host counts them among the spectators.
    """
    seated = {one.name for one in news.people}
    return tuple(it for it in returning if it in news.onlookers and it not in seated)


def doubts(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Yield what the person has to accept before they can be ready."""
    yield from warnings(news, keyring)
    yield from lenders.warnings(news, keyring.me)


def warnings(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Yield warnings about people who may be somebody else."""
    shown = shownnames.people(news)
    for person in keyring.changed(news):
        yield _changed_key(person, shown[person.identity])
    yield from lookalikes.warnings(news.people)


def played(charter: Charter) -> str:
    """Return which game is played and by how many, without its other options."""
    agreed = charter.options
    game = TITLES[str(dict(agreed)["game"])]
    players = text.players(len(charter.people))
    if expansions := played_with(agreed):
        said = _("The game is {game} with {expansions}, for {players}.")
        return said.format(game=game, expansions=expansions, players=players)
    return _("The game is {game}, for {players}.").format(game=game, players=players)


class LobbyWords(Protocol):
    """The lobby's sentences on one game."""

    def options(
        self, agreed: Options, players: str, time: str, rest: str
    ) -> Iterator[str]:
        """
        Yield the game's options.

        Args:
            players, time, rest: In words: the number of players, the time per turn, and
                the remaining options.
        """

    def from_next(self) -> str:
        """Return from when an option holds that is changed during the game."""

    def expansion(self, word: str, agreed: Mapping[str, object]) -> str:
        """
        Return the name of an expansion, given its word in the options.

        Args:
            agreed: The table's other options, where known.
        """

    def cards(
        self, agreed: Options, *, is_sealed: bool, looks_on: bool, is_lent: bool
    ) -> Iterator[str]:
        """Yield what sealed cards mean, and further options on cards."""


def options(agreed: Options, wanted: int) -> Iterator[str]:
    """Yield the options of a table; those with default values are mostly left out."""
    values = dict(agreed)
    game = str(values["game"])
    count = values["players"]
    players = text.players(count if isinstance(count, int) else 0)
    if not wanted and game in FACES:
        some = core_games.players(game)
        said = _("everybody who takes a seat, {least} to {most} players")
        players = said.format(least=some[0], most=some[-1])
    limit = times.limits(times_of(agreed))
    rest = _rest([(key, value) for key, value in agreed if key not in _told()])
    if game in FACES:
        yield from face_of(game).lobby.options(agreed, players, limit, rest)
    else:
        yield plain(game, players, limit, rest)
    yield from when_gone(agreed)
    if late := SPECTATOR_DELAY.agreed(agreed):
        said = _("Spectators see everything with a delay of {time}.")
        yield said.format(time=text.duration(late))
    yield from _others(agreed)


def _others(agreed: Options) -> Iterator[str]:
    """Yield non-default options that have no dedicated sentence."""
    for option in TABLE_OPTIONS:
        if not option.key or option in IN_SENTENCES:
            continue
        value = option.agreed(agreed)
        if value != option.default:
            name = _(option.label) if option.label else option.name
            shown = option.words(value, text.duration)
            yield text.sentence(text.noted(name, shown))


def _told() -> frozenset[str]:
    """Return the keys of all known options; any other is listed as it is."""
    own = (option.name for some in OPTIONS.values() for option in some)
    return frozenset((*REQUIRED, *(it.key for it in TABLE_OPTIONS), *own))


def when_gone(agreed: Options) -> Iterator[str]:
    """Yield what the table does when a player is absent, and what that costs."""
    time = text.duration(GONE_AFTER.agreed(agreed))
    # With two players, neither can outvote the other.
    if not goes_on(agreed) or dict(agreed)["players"] == 2:
        yield _("If a player is absent, the table waits for as long as it takes.")
    elif rescues(agreed):
        yield _(
            "If a player is absent for {time} and all the others agree, a spectator "
            "or one of the host's bots can play on with that player's hand. Or the "
            "others can agree to go on without that player."
        ).format(time=time)
        if dict(agreed)["suite"] == SEALED:
            yield _(
                "This means that all the other players together could read your hand."
            )
            yield one_at_a_time()
    else:
        yield _(
            "If a player is absent for {time}, all the others can agree to go on "
            "without them."
        ).format(time=time)


def readers(news: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """
    Yield who at a table could do more than one player can, as few as they are.

    A bot shares what it knows with its owner, and a lent seat with its lender. So they
    count as one party, as far as their programs declare it. If we own a bot, our own
    bot's share is needed to read our hand, so the others can't do it.
    """
    yield from lenders.warnings(news, keyring.me)
    agreed, me = news.options, keyring.me
    host = host_of(agreed)
    mine = {machine_of(person) for person in news.people if person.identity == me}
    others = _machines_of_others(news, me)
    parties = {*others}
    if not (mine and rescues(agreed) and dict(agreed)["suite"] == SEALED):
        return
    # With two players, neither holds a part of the other's key.
    if len(others) < 2 or mine & parties or len(parties) == len(others):
        return
    lent = any(person.lender for person in news.people)
    if parties == {host}:
        yield _(
            "All the other seats belong to the host's bots: the host's operator could "
            "read your hand."
        )
    elif len(parties) == 1 and lent:
        pass  # the first warning says so
    elif len(parties) == 1:
        yield _(
            "All the other seats belong to the same owner, who could read your hand."
        )
    elif lent:
        yield _(
            "Only {n} machines play the other {seats} seats. Together, they could read "
            "your hand."
        ).format(seats=len(others), n=len(parties))
    else:
        yield _(
            "Counting bots with their owners, only {n} people hold the other {seats} "
            "seats. Together, they could read your hand."
        ).format(seats=len(others), n=len(parties))


def _machines_of_others(news: LobbyNews, me: bytes | None) -> Sequence[bytes]:
    """Return which machine can see each other seat's hand."""
    machines = [machine_of(it) for it in news.people if it.identity != me]
    return machines + [host_of(news.options)] * len(news.bots)


def one_at_a_time() -> str:
    """Return the sentence on the limit of substitutes: one absent player at a time."""
    return _(
        "There can be no substitute if two players are absent: each holds part of "
        "the key to the other's hand."
    )


def inviting(some: Iterable[Invitation]) -> Sequence[Invitation]:
    """Leave out addresses that can't be reached from another machine."""
    return [
        one for one in some if one.at and not is_loopback(Address.parse(one.at).host)
    ]


def invitations(some: Iterable[Invitation], *, hosts: bool) -> Iterator[str]:
    """Yield invitations as sentences; to the person who hosts, also the pin."""
    some = tuple(some)
    yield from map(text.invitation, some)
    if hosts:
        yield from own_pin(some)


def own_pin(some: Iterable[Invitation]) -> Sequence[str]:
    """Return the sentence with our own host's pin; empty if there is no invitation."""
    for one in some:
        pin = Address.parse(one.at).pin if one.at else None
        if pin is not None:
            return (_("Pin of this host: {pin}").format(pin=pin.hex()),)
    return ()


def invited(known: TableModel) -> tuple[str, Sequence[Invitation]]:
    """
    Return what an invitation is good for now, and the invitations to show.

    The sentence is empty if others can simply join; without an invitation, it says why.
    """
    ending, some = known.ending, inviting(known.invitations)
    if known.news is None and known.charter is None:
        if known.hosts:
            return _("Opening your table…"), ()
        return _("You aren't at a table yet, so there is nobody to invite."), ()
    if ending is not None and ending.sheet is None and ending.why is not None:
        return _("This table is closed, so nobody can join it any more."), ()
    if not some:
        return text.no_invitation(), ()
    if known.offline:
        return _(
            "The connection to the host is lost. While the host is gone, nobody can "
            "join at this address."
        ), some
    if known.charter is not None and ending is None:
        return _("The game has begun. Anybody who joins now can only watch."), some
    return "", some


def cards(
    agreed: Options, *, looks_on: bool = False, is_lent: bool = False
) -> Iterator[str]:
    """
    Yield whether cards are sealed, and further options on cards.

    Args:
        looks_on: For a spectator, who will have no hand.
        is_lent: For somebody whose own seat is lent.
    """
    values = dict(agreed)
    is_sealed, game = values["suite"] == SEALED, str(values["game"])
    if game in FACES:
        told = face_of(game).lobby
        yield from told.cards(
            agreed, is_sealed=is_sealed, looks_on=looks_on, is_lent=is_lent
        )
    elif is_sealed:
        yield cards_sealed(looks_on=looks_on, is_lent=is_lent)


def changes(old: LobbyNews, new: LobbyNews, known: TableModel) -> Iterator[str]:
    """Yield what has changed between two states of a lobby."""
    keyring = known.keyring
    if new.note and new.note != old.note:
        yield text.lobby_note(new.note)
    yield from _come_and_gone(old, new, keyring)
    yield from _watchers(old, new, known.returning)
    if new.options != old.options:
        yield from options(new.options, new.wanted)
        if any(person.ready for person in old.people):
            yield _("The options have changed, so everybody has to get ready again.")
    else:
        yield from _stayed(old, new, keyring)


def _watchers(
    old: LobbyNews, new: LobbyNews, returning: Collection[str]
) -> Iterator[str]:
    """Yield changes of the spectators, and who of the last game's players has left."""
    before, now = awaited(old, returning), awaited(new, returning)
    seated = {person.name for person in new.people}
    gone = [name for name in before if name not in now and name not in seated]
    for name in shown_onlookers(old, gone):
        yield _("{name} leaves the table.").format(name=name)
    watched, watch = list(onlookers(old, before)), list(onlookers(new, now))
    if watch != watched:
        yield from watch or [_("There are no more spectators.")]


def _come_and_gone(old: LobbyNews, new: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Yield who has left and who has sat down."""
    before = {person.identity for person in old.people}
    now = {person.identity for person in new.people}
    was_shown, shown = shownnames.people(old), shownnames.people(new)
    for person in old.people:
        if person.identity not in now:
            yield _("{name} leaves the table.").format(name=was_shown[person.identity])
    for person in new.people:
        if person.identity not in before:
            said = ", ".join(notes(person, new, keyring))
            name = shown[person.identity]
            where = lodging.with_machine(name, person, shown, keyring.me)
            yield _("{name} sits down: {notes}.").format(name=where, notes=said)
            if keyring.is_changed(person):
                yield _changed_key(person, name)
    known = {*lookalikes.warnings(old.people)}
    yield from (it for it in lookalikes.warnings(new.people) if it not in known)


def _stayed(old: LobbyNews, new: LobbyNews, keyring: Keyring) -> Iterator[str]:
    """Yield changes in readiness and connection of people who stayed."""
    before = {person.identity: person for person in old.people}
    for person in new.people:
        was = before.get(person.identity)
        if was is None:
            continue
        if person.ready != was.ready:
            yield _is_ready(_who(person, new, keyring), person.ready)
        if person.here != was.here and person.identity != keyring.me:
            yield _is_here(shownnames.people(new)[person.identity], person.here)


def plain(game: str, players: str, time: str, rest: str) -> str:
    """Return the sentence for a game without further options."""
    said = _("The game is {game}, for {players}; {time}{rest}.")
    title = TITLES.get(game, game)
    return said.format(game=title, players=players, time=time, rest=rest)


def _rest(others: Sequence[tuple[str, object]]) -> str:
    return "".join(f", {key} {value}" for key, value in others)


def cards_sealed(*, looks_on: bool = False, is_lent: bool = False) -> str:
    if is_lent and not looks_on:
        return _(
            "Cards are sealed: besides you, only the machine that lends you your seat "
            "can see your hand, and every player's program checks every move."
        )
    if looks_on:
        return _(
            "Cards are sealed: a hand can be seen only by its player, and every "
            "player's program checks every move."
        )
    return _(
        "Cards are sealed: only you can see your hand, and every player's program "
        "checks every move."
    )


def _changed_key(person: LobbyPerson, shown: str) -> str:
    key = fingerprint(person.identity)
    said = _(
        "WARNING! This {who} has a different key from the {name} you know, and may be "
        "somebody else. Ask {who} in person or by phone whether their key is "
        "{fingerprint}; if it is, type: trust {who}"
    )
    return said.format(who=shown, name=person.name, fingerprint=key)


def _is_ready(who: text.Who, ready: bool) -> str:
    if ready:
        return text.about(who, _("You are ready."), _("{who} is ready."))
    return text.about(who, _("You are not ready."), _("{who} is not ready."))


def _is_here(name: str, here: bool) -> str:
    if here:
        return _("{name} has reconnected.").format(name=name)
    return _("{name} has lost their connection.").format(name=name)


# The game begins.


def begins(charter: Charter, *, resumed: bool, taken: bool = False) -> Iterator[str]:
    """
    Yield that a game begins, with the table code.

    Args:
        resumed: We return to a game that began before.
        taken: We take over a seat in a game that somebody else began.
    """
    code = tablecode.line(charter.gid)
    if taken:
        yield code
    elif resumed:
        yield _("You are back in your seat. {code}").format(code=code)
    else:
        yield _("The game begins. {code}").format(code=code)
    if sum(person.owner is None for person in charter.people) > 1:
        yield code_means()
        yield from tablecode.in_other_languages(charter.gid)


def others(charter: Charter, seat: Seat) -> str:
    """Return who sits where in a game."""
    n = len(charter.people)
    names = told_apart(tuple(person.name for person in charter.people))
    return seats_title([names[(seat + step) % n] for step in range(1, n)])


def code_means() -> str:
    return _(
        "Read these words aloud. If everybody has the same words, nobody is "
        "intercepting your connections."
    )


def seats_title(me_first: Sequence[str]) -> str:
    """Return who sits where, beginning with the left neighbour."""
    said = _("The other players, starting on your left: {names}.")
    if len(me_first) == 1:
        said = _("Opposite you: {names}.")
    return said.format(names=", ".join(me_first))


def not_ready_any_more() -> str:
    return _(
        "You were ready before they came, but you no longer are. To start anyway, "
        "type ready."
    )


def waits_to_look_on() -> str:
    """Return what a spectator in the lobby waits for, and how to take a seat."""
    return _(
        "You are a spectator, and will see the game once it begins. To take a free "
        "seat, type: {word}"
    ).format(word=p_("typed", "sit"))


# No free seat.


def only_games(tables: Sequence[str]) -> Iterator[str]:
    """Yield that games have begun at all tables, and what can be done."""
    yield _("All the games on this host have begun, and their seats are taken.")
    for number, table in enumerate(tables, start=1):
        look_on = _("Watch {table}; a player who has to leave can hand you their seat.")
        yield f"  {number}: {look_on.format(table=table)}"
    yield f"  {open_word()}: {_('Open another table, and wait there for others.')}"


def password_wanted(table: str, why: str) -> Iterator[str]:
    """Yield the question for a table's password; *table* is empty for a host's own."""
    if why:
        yield why
    if table:
        said = _("Table {name} has a password. Type it, or press Ctrl-C to leave.")
        yield said.format(name=text.after_table(table))
    else:
        yield _(
            "This host's tables have a password. Type it, or press Ctrl-C to leave."
        )


def no_password(problem: ValueError) -> str:
    """Return why the typed text can't be a password."""
    return _("You can't use that password: {why}.").format(why=retold(problem))


def open_word() -> str:
    """Return what is typed to open another table."""
    return p_("typed", "new")


def game_meant(tables: Sequence[str], typed: str) -> str | None:
    """Return the table that a line names, empty for a new one; None for neither."""
    if typed.lower() in (open_word(), "new"):
        return ""
    numbered = {str(number): table for number, table in enumerate(tables, start=1)}
    named = {name_key(table): table for table in tables}
    return numbered.get(typed) or named.get(name_key(typed))
