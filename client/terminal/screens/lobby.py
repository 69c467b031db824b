"""The screen of a lobby: who is there, the options, and how others find the table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from sealed_wonders.client.person import lobbydialogs
from sealed_wonders.client.program import typed
from sealed_wonders.client.questions.dialog import Dialog
from sealed_wonders.client.signs.draw import (
    Room,
    Row,
    Rows,
    amid,
    clip,
    ends,
    measure,
    paragraph,
    row,
    ruled,
    unbroken,
)
from sealed_wonders.client.table.events import LobbyNews
from sealed_wonders.client.tablewords import lobby, lobbystate, lookalikes, standings
from sealed_wonders.client.tablewords.lobbystate import mine
from sealed_wonders.client.tablewords.trust import another_key, has_key
from sealed_wonders.client.terminal.messages import ASIDE
from sealed_wonders.client.terminal.screens.dialog import asking
from sealed_wonders.client.terminal.screens.evening import evening
from sealed_wonders.client.terminal.screens.listing import Listing, ListItem
from sealed_wonders.client.terminal.screens.people import People
from sealed_wonders.client.terminal.stack import Stack
from sealed_wonders.client.view import shownnames
from sealed_wonders.client.view.narration import LineKind
from sealed_wonders.client.words import text
from sealed_wonders.net.messages import LobbyPerson
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.words import _

WIDEST = 110
"""Columns of the widest lobby."""

PREFIX = 6
"""Columns of a list before an entry's text."""


def options_stay() -> str:
    """Return why a lobby offers no other options, and how to get them."""
    return _(
        "The options of an open table don't change, since everybody has read them. "
        "For different options, leave and open another table."
    )


class LobbyScreen:
    """The screen before a game."""

    def __init__(self, stack: Stack) -> None:
        self._stack = stack
        self._people = People(stack)
        self._list = Listing()
        self._told: Sequence[str] = ()
        """The latest lines that were told, as far as the last drawing shows them."""

    @property
    def title(self) -> str:
        return _("The table")

    @property
    def help(self) -> Sequence[str]:
        return (
            _(
                "The game begins when everybody is ready and all seats are taken. If "
                "the number of players isn't fixed, it begins when everybody is ready "
                "and there are enough players."
            ),
            _(
                "Your program recognizes players by their keys. If it says that "
                "somebody's key has changed, ask that player to read out their key: "
                "everybody can see their own key here."
            ),
            _(
                "The host keeps this evening's standings, but nobody has signed "
                "them. `{command}` counts the games whose logs you have."
            ).format(command=typed("history")),
            options_stay(),
            _(
                "If you are ready, you can ask for the seat of somebody who isn't: "
                "select them, and press Enter."
            ),
            lookalikes.explained(),
        )

    @property
    def actions(self) -> Sequence[str]:
        trust = ("trust",) if self._changed() else ()
        some = lobby.inviting(self._stack.known.invitations)
        news = self._stack.known.news
        moves = self._list.actions(self._entries(news)) if news else ()
        lends = ("phones",) if self._stack.lend is not None else ()
        return ("ready", *trust, *(("invite",) if some else ()), *lends, *moves)

    @property
    def called(self) -> Mapping[str, str]:
        news, called = self._stack.known.news, {"ready": _("ready")}
        if news is None:
            return called
        ours = mine(self._stack.known)
        if news.looks_on:
            called["ready"] = _("sit down")
        elif ours is not None and ours.ready:
            called["ready"] = _("not ready")
        return {**self._list.called(self._entries(news)), **called}

    def draw(self, room: Room) -> Rows:
        news = self._stack.known.news
        if news is None:
            return paragraph(text.not_yet(), room.width)
        width = min(room.width, WIDEST)
        entries = self._entries(news, width)
        high = len(entries)
        blocks: list[Rows] = [
            [
                self._head(news, width, room),
                *paragraph(self._state, width, "title"),
            ],
            [
                *self._list.draw(entries, width, high, room.symbols),
                *self._bots(news, width),
            ],
            list(self._warning(news, width)),
            list(self._agreed(news, width)),
            list(self._invitation(width)),
        ]
        rows = _stacked([block for block in blocks if block], room.height)
        rows += self._evening(width, room.height - len(rows) - 1, room)
        rows += self._said(width, room.height - len(rows) - 1, room)
        return amid(rows, width, room.width)

    def retells(self, line: str) -> bool:
        """Return whether the screen shows a line that was told."""
        return line in self._told

    def act(self, action: str) -> bool:
        news = self._stack.known.news
        if news is None:
            return False
        if action == "ready":
            self._toggle(news)
        elif action == "trust":
            self._trust(news)
        elif action == "options":
            self._stack.say(options_stay())
        else:
            entries = self._entries(news)
            return self._list.act(action, entries)
        return True

    # Being ready.

    def _toggle(self, news: LobbyNews) -> None:
        person, ours = self._stack.person, mine(self._stack.known)
        if person is not None and news.looks_on:
            person.sit()
        elif person is None or ours is None:
            self._stack.say(text.not_yet())
        elif ours.ready:
            person.readiness.be_ready(False)
        elif not person.readiness.doubtful:
            person.readiness.be_ready(True)
        else:
            self._ask(lobbydialogs.ready_in_doubt(person))

    # Keys.

    def _changed(self) -> Sequence[LobbyPerson]:
        """Return the people whose key differs from the one we know."""
        news = self._stack.known.news
        return self._people.changed(news) if news is not None else ()

    def _trust(self, news: LobbyNews) -> None:
        changed = self._changed()
        at = self._at(news)
        if not changed:
            self._stack.say(
                _("Nobody here has a different key from the one that you know.")
            )
        elif at in changed or len(changed) == 1:
            self._confirm_trust(at if at in changed else changed[0])
        else:
            names = text.listing([self._called(one) for one in changed])
            said = _("Whose key? Select a player with Up and Down: {names}.")
            self._stack.say(said.format(names=names))

    def _confirm_trust(self, one: LobbyPerson) -> None:
        if self._stack.person is not None:
            self._ask(lobbydialogs.trust(self._stack.person, one))

    def _ask(self, dialog: Dialog) -> None:
        self._stack.open(asking(self._stack, dialog))

    def _called(self, one: LobbyPerson) -> str:
        return self._stack.known.called(one.identity, one.name)

    def _at(self, news: LobbyNews) -> LobbyPerson:
        entries = self._entries(news)
        return news.people[self._list.at(entries)]

    # People.

    def _entries(self, news: LobbyNews, width: int = WIDEST) -> Sequence[ListItem]:
        rows = self._people.rows(news, width - PREFIX)
        return [
            ListItem(
                one.identity.hex(),
                label,
                partial(self._do, one, news),
                called=self._does(one, news),
                idle=self._is_me(one),  # another key is shown for that
            )
            for one, label in zip(news.people, rows, strict=True)
        ]

    def _is_me(self, one: LobbyPerson) -> bool:
        return one.identity == self._stack.known.keyring.me

    def _does(self, one: LobbyPerson, news: LobbyNews) -> str:
        """Return in a word or two what `_do` does for somebody else."""
        if one in self._changed():
            return _("trust this key")
        if not one.ready and (ours := mine(self._stack.known)) and ours.ready:
            return _("ask for the seat")
        return _("show the key")

    def _do(self, one: LobbyPerson, news: LobbyNews) -> None:
        """Carry out what Enter does for a person."""
        if self._is_me(one):
            if not one.ready:  # Enter never withdraws
                self._toggle(news)
        elif one in self._changed():
            self._confirm_trust(one)
        elif not one.ready and (ours := mine(self._stack.known)) and ours.ready:
            self._toggle_request(one)
        else:
            self._stack.say(has_key(one, self._called(one)))

    def _toggle_request(self, one: LobbyPerson) -> None:
        """Ask for the seat of somebody who keeps us waiting, or no longer."""
        person = self._stack.person
        if person is None:
            return
        if person.readiness.asks_for(one.identity):
            person.readiness.ask_for(one)  # withdraws the request
        else:
            self._ask(lobbydialogs.unseat(person, one))

    def _bots(self, news: LobbyNews, width: int) -> Rows:
        """Draw the bots for which seats are reserved, and the spectators."""
        said = [text.bots_to_come(shownnames.bots(news))] if news.bots else []
        said += lobby.onlookers(news, self._awaited)
        return [row for it in said for row in paragraph(it, width, "dim", indent=2)]

    # Everything around the list.

    def _head(self, news: LobbyNews, width: int, room: Room) -> Row:
        where = lobby.where(news, self._stack.known.host)
        right = row(lobby.seated(news), style="dim")
        return ends(row(where, style="title"), right, width, room.symbols.more)

    @property
    def _state(self) -> str:
        """The sentence about the players still missing, or the start of the game."""
        stack = self._stack
        return lobbystate.sentence(stack.known, stack.key, stack.seconds())

    @property
    def _awaited(self) -> Sequence[str]:
        """The spectators for whom seats are kept."""
        return lobbystate.awaited(self._stack.known, self._stack.seconds())

    @property
    def wakes(self) -> float | None:
        """When seats are no longer kept; None if none are."""
        return self._stack.known.returning_until if self._awaited else None

    def _warning(self, news: LobbyNews, width: int) -> Iterator[Row]:
        """Draw a warning about a changed key: at the cursor, or else the first one."""
        changed = self._changed()
        for said in lookalikes.warnings(news.people):
            yield from paragraph(said, width, "warning")
        if not changed:
            return
        at = self._at(news)
        one = at if at in changed else changed[0]
        said = f"{another_key(one, self._called(one))} " + _(
            "If the key is right, press {key}."
        ).format(key=self._stack.key("trust"))
        yield from paragraph(said, width, "warning")

    def _agreed(self, news: LobbyNews, width: int) -> Iterator[Row]:
        """Draw the options, how cards are handled, and why there is another draw."""
        if news.note:
            yield from paragraph(text.lobby_note(news.note), width, "message")
        person = self._stack.person
        if surprises := self._stack.known.surprises:
            wished = person is not None and bool(person.wishes)
            said = lobby.surprise(surprises, wished=wished)
            yield from paragraph(said, width, "warning")
        for line in (*lobby.access(news), *lobby.options(news.options, news.wanted)):
            yield from paragraph(line, width)
        for line in lobby.readers(news, self._stack.known.keyring):
            yield from paragraph(line, width, "warning")
        sealed = dict(news.options)["suite"] == SEALED
        for line in lobby.cards(news.options, looks_on=news.looks_on):
            mark = f"{self._stack.symbols.sealed} " if sealed else ""
            yield from paragraph(mark + line, width, "sealed" if sealed else "")
        if not sealed:
            said = _(
                "Cards are dealt openly here: the host, or anybody listening in, "
                "could work out every hand."
            )
            yield from paragraph(said, width, "warning")

    def _invitation(self, width: int) -> Iterator[Row]:
        """Draw the invitations, one per network."""
        some = lobby.inviting(self._stack.known.invitations)
        if some:
            yield row(
                _("Others can find the table on this network, or join with:"),
                style="dim",
            )
        for one in some:
            line, mark = text.join_command(one.at), text.reach(one)
            parts = unbroken(line, width, "title")
            if mark and measure(parts[-1]) + len(mark) + 3 <= width:
                parts[-1] = row(parts[-1], row(f" ({mark})", style="warning"))
            elif mark:
                parts.append(row(f"({mark})", style="warning"))
            yield from parts
        if self._stack.known.hosts:
            for said in lobby.own_pin(some):
                yield from paragraph(said, width, "dim")

    def _evening(self, width: int, height: int, room: Room) -> Rows:
        """Draw this evening's standings, as far as there is room."""
        known = self._stack.known
        rows = evening(known, width, room)
        if len(rows) == height + 1:
            rows = rows[:-1]  # without its note
        if len(rows) > height:
            rows = [clip(row(standings.brief(known)), width, room.symbols.more)]
        return [(), *rows] if rows and height > 0 else []

    def _said(self, width: int, height: int, room: Room) -> Rows:
        """Draw the latest chat, as far as there is room."""
        self._told = shown = list[str]()
        if height < 2:
            return []
        rows: list[Row] = []
        for told in reversed(self._stack.known.narration):
            if told.kind is LineKind.GAME:
                continue
            rows = [*paragraph(told.line, width, ASIDE[told.kind], indent=2), *rows]
            if len(rows) < height:
                shown.append(told.line)
            if len(rows) >= height - 1:
                break
        title = row(_("What has happened so far"), style="dim")
        head = ruled(title, width, room.symbols)
        return [(), head, *rows[-(height - 1) :]] if rows else []


def _stacked(blocks: Sequence[Rows], height: int) -> list[Row]:
    """Put blocks one below the other, with gaps if there is room."""
    gap = sum(map(len, blocks)) + len(blocks) - 1 <= height
    rows: list[Row] = []
    for block in blocks:
        if rows and gap:
            rows.append(())
        rows += block
    return rows
