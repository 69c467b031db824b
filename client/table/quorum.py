"""
Choice of host: where most of a table's players are, and when to move there.

docs/PROTOCOL.md prescribes these rules (Roll calls: Where a client plays), since players whose
programs choose differently may end up at different hosts. That includes the order of hosts, what
counts as holding back, and the times `AWAY_PATIENCE` to `UNWRITTEN_PATIENCE` and `PAUSE`. It is
held by tests/client/table/test_quorum.py.

Theory of operation
-------------------

A game can go on at any host that has its log. Nobody vouches for a host, and a host's own
claims move nobody: anyone with the log, which every spectator may have, can announce the game
and claim that everybody is there. The program relies on the statements that seats have signed
(`sealed_wonders.net.rollcall`), and on whether the game goes on there.

*Home* is the host at which the game was drawn, known by its pin. It is the meeting point: a
program may go there at any time, and home comes first among hosts with equally many players.

When hosts are queried
    Not as long as all is well at home. There, `presence` is believed only if it reports that
    somebody is missing; the program then queries the hosts that announce the game, and its own
    host as well. At any other host nothing is believed: whenever nothing new has come for a
    while, the program queries that host and home. It queries all hosts when its own is gone, or
    holds something back.

Comparing
    The host with more people is better; we count ourselves at our own host and nowhere else.
    Seats that one machine lends count once, together with its own. Ties go to the host with
    more bots (those of one owner count once), then to home, then to the lower pin. A host that passes everything on is left only for a better one. If home
    doesn't answer in time, that alone is no reason to leave it.

Holding back
    A host that doesn't show our own last entry in time, or an entry that a seat proven there
    says it has made, counts as if nobody were there. So does a host other than home that
    doesn't show our answers to ballots on the phase that is voted on. We stay connected until
    another host has accepted us. We go back to such a host only when a seat proven there is
    further than we were: it can't fake that, though it can fake having many visitors. This
    doesn't apply to home. If all other hosts hold something back, too, or are gone, we go back
    to one where we were and where the game went on, though more slowly than it should.

    A host can also hide everybody's answers, perhaps with a player's help. So if no more than
    half of the other people are proven at a host other than home and nothing new has come for a
    while, we leave it for home as soon as home answers.

    If everybody who knows that a host holds something back is elsewhere, nobody there says so.
    So where nothing new has come for a while, except at home, we look at hosts where a seat
    signs that it has more than we were shown. If the log there has an entry that ours waits
    for, we stay there; the seat's word alone isn't enough. The host that lacked the entry is
    then treated like one that has held something back.

    Home may never come back. So we also go back to a host that held nothing back, even if
    nobody is there by now: it may have been left only because more people were at a bad one.

Gone
    When our own host couldn't be reached for a while, we go home first; then to the host at
    which most are proven, if there is a single one. A host with nobody there is offered to our
    person, who may go there; not if they came by an invitation with a pin. Once one person has
    gone there, all others follow.

Pauses
    Visits that bring nothing new become ever rarer, in each game, whatever pins the hosts have:
    a host can make as many pins as it likes. Home doesn't count, nor does a host at which more
    than half of the other people are, unless it was left because it held something back: they
    may all have been led there. Any entry by somebody else ends the pauses.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from twisted.application.internet import backoffPolicy
from twisted.internet.interfaces import IDelayedCall, IReactorTime

from sealed_wonders.client.table.endpoint import Look, in_turn
from sealed_wonders.client.table.homehost import HomeHost
from sealed_wonders.core.game import Seat
from sealed_wonders.net.address import Address
from sealed_wonders.net.discovery.nearby import Nearby
from sealed_wonders.net.lobby import TablePerson
from sealed_wonders.net.lobby.loans import machine_of
from sealed_wonders.net.log.digests import stem
from sealed_wonders.net.rollcall import Answer, Statement

AWAY_PATIENCE = 10.0
"""Seconds for which somebody is missing before hosts are asked because of that."""

NEWS_PATIENCE = 10.0
"""Seconds for which nothing new has come before another host than home is asked."""

GONE_PATIENCE = 10.0
"""Seconds for which the own host can't be reached before it is gone."""

HELD_PATIENCE = 20.0
"""Seconds after which an entry that a host doesn't show counts as held back."""

UNWRITTEN_PATIENCE = 120.0
"""The same, where the host has reported that it currently can't write to its disk."""

AGAIN = backoffPolicy(initialDelay=20.0, maxDelay=60.0, factor=1.5, jitter=lambda: 0.0)
"""Seconds between two queries of the hosts while nothing changes."""

AGAIN_GONE = backoffPolicy(
    initialDelay=5.0, maxDelay=60.0, factor=1.5, jitter=lambda: 0.0
)
"""The same, where the own host is gone."""

HEARING = 2.0
"""Seconds of discovery before any host is queried: not all are heard at once."""

SOON = 5.0
"""Seconds before the next query, at most, once another host has been heard of."""

PAUSE = backoffPolicy(
    initialDelay=60.0, maxDelay=3600.0, factor=2.0, jitter=lambda: 0.0
)
"""Seconds between visits that bring nothing: a minute the first time, an hour at most."""

PINS_KEPT = 64
"""Pins of hosts that we have left, or that don't have the game."""

KNOWN_MOST = 3
"""Hosts queried though nobody announces them: at least one more is queried with them."""

NOWHERE = float("-inf")

T = TypeVar("T")


class Party(NamedTuple):
    """
    The machine behind a seat: its person and all to whom they lend seats, or their bots.
    """

    identity: bytes
    is_person: bool


def party_of(person: TablePerson) -> Party:
    """Return whose a seat is."""
    return Party(machine_of(person), person.owner is None)


@dataclass(frozen=True, slots=True)
class Followed:
    """A game that a program follows from host to host."""

    gid: bytes
    parties: Mapping[Seat, Party]
    """Of the seats that play."""
    me: Seat | None
    """Ours, if we play."""
    phase: int
    """The open one, as far as we know."""
    home: HomeHost | None
    """The host where it was drawn, if that is known."""
    is_invited: bool
    """We joined by an invitation that had the pin."""
    news: int
    """How many entries of others we have heard of, in phases of the game."""
    unshown: int | None
    """The first phase in which the host doesn't show our own entry."""
    unshown_vote: int | None
    """The phase that is voted on, if the host doesn't show our answers to ballots there."""
    all_here: bool | None
    """Whether the host says that all players are connected; None if it hasn't said."""
    has_shown: Callable[[Seat, Statement], bool]
    """Returns whether we were shown as much as a seat has seen, by its statement."""
    lacks: Callable[[Seat, Statement], bool]
    """Returns whether a seat signs that it has entries of the game or ballots that we lack."""
    proven: Callable[[Mapping[bytes, Answer]], Mapping[bytes, Mapping[Seat, Statement]]]
    """Returns the seats that are proven to play at each host, by pin."""


class HostAnswer(NamedTuple):
    """A host's answer to a query."""

    has_game: bool
    seats: Mapping[Seat, Statement]
    """Those that are proven to play there."""
    at: Address
    """Where it was reached, with its pin."""


Survey = Callable[
    [Sequence[Nearby], Callable[[Mapping[bytes, HostAnswer]], None]],
    Callable[[], object],
]
"""
Queries some hosts, the first ones in any case, and passes on the answers of those that can be
reached, by pin; returns a function that cancels the survey.
"""

_Rank = tuple[int, int, bool, bytes]
"""Sort key of hosts: people, bots, whether it is home, and the inverted pin."""


class QuorumCallbacks(NamedTuple):
    """Functions of a link that supply the facts for a decision and carry it out."""

    followed: Callable[[], Followed | None]
    """Returns our knowledge of the game; None if there is none to follow."""
    survey: Survey
    go: Callable[[Nearby], None]
    """Goes to a host; calls `arrived` or `missed` with the result."""
    go_for_news: Callable[[Nearby], None]
    """The same, but only if the host's log has an entry that ours waits for."""
    offer: Callable[[Sequence[Nearby]], None]
    """Takes the hosts with nobody there to which our person may go."""


class Quorum:
    """Decides at which host one program plays."""

    def __init__(
        self,
        clock: IReactorTime,
        look: Look | None,
        callbacks: QuorumCallbacks,
        dice: random.Random | None = None,
    ) -> None:
        """
        Begin nowhere.

        Args:
            look: looks for hosts; None: only those are known where we have been.
            dice: draws the order in which to query unknown hosts.
        """
        self._clock = clock
        self._look = look
        self._followed = callbacks.followed
        self._survey = callbacks.survey
        self._go = callbacks.go
        self._go_for_news = callbacks.go_for_news
        self._offer = callbacks.offer
        self._dice = random.Random() if dice is None else dice
        self._at: Address | None = None
        """The host we are at, or were at last."""
        self._is_connected = False
        self._is_closed = False
        self._lost_at = 0.0
        self._came_at = 0.0
        self._gid = b""
        """The id of the game that is followed."""
        self._news: int | None = None
        self._news_at = NOWHERE
        self._missing_since: float | None = None
        self._unshown: tuple[int, float] | None = None
        """In which phase our own entry isn't shown, and since when."""
        self._claims: dict[tuple[Seat, Statement], float] = {}
        """Seats proven here that say they have seen more than we have, and since when."""
        self._is_unwritten = False
        """The host says that it can't write to its disk."""
        self._going: bytes | None = None
        """The pin of the host to which we are on the way."""
        self._left_since_held = False
        """We are on the way because our own host holds something back."""
        self._goes_for_news = False
        """We go there only if it has an entry that our own host lacks."""
        self._looked: dict[bytes, tuple[int, float]] = {}
        """How often we looked for such entries in vain, and when we may again, by pin."""
        self._unheld: dict[bytes, Address] = {}
        """Hosts other than home that we left for another reason than holding back."""
        self._good: Address | None = None
        """The last host other than home at which anything new came."""
        self._shunned: dict[bytes, int] = {}
        """Hosts that have held something back, and our phase then."""
        self._denied: dict[bytes, None] = {}
        """Those that don't have the game, or aren't honest."""
        self._is_visit = False
        """We have come here by ourselves, and nothing new has come since."""
        self._most_were_here = False
        """More than half of the other people were proven here, when it was last asked."""
        self._fruitless: dict[bytes, None] = {}
        """Hosts at which nothing new came."""
        self._visits = 0
        """How many visits in a row have brought nothing."""
        self._visit_at = NOWHERE
        """From when on another one may be made."""
        self._reached: dict[bytes, Address] = {}
        """Where hosts have answered last: others may announce false addresses for them."""
        self._had_seats: set[bytes] = set()
        """Hosts at which a seat was proven the last time."""
        self._heard: Sequence[Nearby] = ()
        self._is_new_heard = False
        """One of these hasn't been asked yet."""
        self._asked_at = NOWHERE
        self._asked = 0
        """How often they were asked since anything has changed."""
        self._offered: Sequence[Nearby] = ()
        self._stop_looking: Callable[[], object] | None = None
        self._looks_since = NOWHERE
        self._stop_survey: Callable[[], object] | None = None
        self._timer: IDelayedCall | None = None

    # Events from the link.

    def arrived(self, at: Address) -> None:
        """Note that our game goes on at a host; the address includes its pin."""
        now = self._clock.seconds()
        is_another = self._at is None or self._at.pin != at.pin
        if is_another:
            self._leave(now)
            self._is_visit = at.pin == self._going is not None
        self._at, self._is_connected, self._came_at = at, True, now
        self._going, self._left_since_held = None, False
        self._goes_for_news = False
        self._forget_host()
        self._end_survey()
        self._set_offered(())
        self.changed()

    def connection_lost(self) -> None:
        """Note that the connection to the host is lost."""
        if self._is_connected:
            self._is_connected, self._lost_at = False, self._clock.seconds()
            self._forget_host()
            self._end_survey()
        self._consider()

    def missed(self, pin: bytes | None, *, denies: bool = False) -> None:
        """
        Note that a host didn't accept us.

        Args:
            denies: the host doesn't have the game, or did something no honest host does.
        """
        followed, now = self._followed(), self._clock.seconds()
        has_only_looked, self._goes_for_news = self._goes_for_news, False
        self._going, self._left_since_held = None, False
        if pin is not None and not (followed and _is_home(followed, pin)):
            if denies:
                _keep(self._denied, pin, None)
            if not has_only_looked:
                self._note_fruitless(pin, now)
        if pin is not None and has_only_looked:
            times, _until = self._looked.get(pin, (0, now))
            _keep(self._looked, pin, (times + 1, now + PAUSE(times)))
        self._consider()

    def unwritten(self) -> None:
        """Note the host's report that it currently can't write to its disk."""
        self._is_unwritten = True

    def changed(self) -> None:
        """Update the decision after a message that may have changed the game."""
        followed, now = self._followed(), self._clock.seconds()
        if followed is None or self._is_closed:
            self._rest()
            return
        if followed.gid != self._gid:
            self._begin(followed.gid)
        if self._is_connected:
            self._note_news(followed, now)
            self._note_unshown(followed, now)
            self._note_missing(followed, now)
        self._consider()

    def close(self) -> None:
        """Stop making decisions."""
        self._is_closed = True
        self._rest()

    # What is noted.

    def _begin(self, gid: bytes) -> None:
        """Start to follow a game, and forget the history of the previous one."""
        self._gid, self._news, self._news_at = gid, None, NOWHERE
        self._visits, self._visit_at, self._is_visit = 0, NOWHERE, False
        self._good = None
        self._looked.clear()
        self._unheld.clear()
        self._shunned.clear()
        self._denied.clear()
        self._fruitless.clear()
        self._forget_host()

    def _note_news(self, followed: Followed, now: float) -> None:
        before, self._news = self._news, followed.news
        if before is not None and followed.news > before:
            self._news_at = now
            if not self._is_at_home(followed):
                self._good = self._at
            self._is_visit = self._is_unwritten = False
            self._looked.clear()
            self._visits, self._visit_at, self._asked = 0, NOWHERE, 0

    def _note_unshown(self, followed: Followed, now: float) -> None:
        phase = followed.unshown
        if phase is None and not self._is_at_home(followed):
            phase = followed.unshown_vote
        if phase is None:
            self._unshown = None
        elif self._unshown is None or self._unshown[0] != phase:
            self._unshown = phase, now

    def _note_missing(self, followed: Followed, now: float) -> None:
        if followed.all_here is None:
            return
        if followed.all_here:
            self._missing_since = None
        elif self._missing_since is None:
            self._missing_since, self._asked = now, 0

    def _note_claims(
        self, followed: Followed, found: HostAnswer | None, now: float
    ) -> None:
        before = self._claims
        seats = {} if found is None else found.seats
        claims = {
            (seat, said._replace(heard=()))
            for seat, said in seats.items()
            if seat != followed.me and not followed.has_shown(seat, said)
        }
        self._claims = {claim: before.get(claim, now) for claim in claims}

    def _forget_host(self) -> None:
        """Forget what our own host has held back."""
        self._missing_since = self._unshown = None
        self._claims.clear()
        self._is_unwritten = False
        self._asked, self._asked_at = 0, NOWHERE

    def _leave(self, now: float) -> None:
        """Note how a visit to the host that we have just left went."""
        followed, at = self._followed(), self._at
        pin = None if at is None else at.pin
        if at is None or pin is None or followed is None:
            return
        if not _is_home(followed, pin):
            if self._left_since_held or self._goes_for_news:
                _keep(self._shunned, pin, followed.phase)
            if self._left_since_held:
                self._unheld.pop(pin, None)
            else:
                _keep(self._unheld, pin, at)
            if self._is_visit:
                _keep(self._fruitless, pin, None)
            if self._is_visit and (self._left_since_held or not self._most_were_here):
                self._note_fruitless(pin, now)
        self._is_visit = self._most_were_here = False

    def _note_fruitless(self, pin: bytes, now: float) -> None:
        _keep(self._fruitless, pin, None)
        self._visit_at = now + PAUSE(self._visits)
        self._visits += 1

    # When to query hosts.

    def _consider(self) -> None:
        """Query hosts, if it is time, or wait until it is."""
        self._cancel_timer()
        followed, now = self._followed(), self._clock.seconds()
        due = None if followed is None or self._is_closed else self._due(followed)
        if followed is None or due is None:
            self._rest()
            return
        if self._going is not None or self._stop_survey is not None:
            return
        if now < due - HEARING:
            self._rest()
            self._wait(due - HEARING - now)
            return
        self._begin_to_look(now)
        again = max(self._paused_until(), due, self._looks_since + HEARING)
        if now < again:
            self._wait(again - now)
            return
        hosts = self._to_be_asked(followed)
        if hosts:
            self._is_new_heard = False
            self._stop_survey = self._survey(hosts, self._take)
        # Otherwise wait until discovery finds one.

    def _due(self, followed: Followed) -> float | None:
        """Return the time from which to query hosts; None as long as nothing is wrong."""
        if not self._is_connected:
            return None if self._at is None else self._lost_at + GONE_PATIENCE
        if followed.me is None:
            return None
        times = list[float]()
        if self._missing_since is not None:
            times.append(self._missing_since + AWAY_PATIENCE)
        if self._unshown is not None:
            times.append(self._unshown[1] + self._held_patience)
        if not self._is_at_home(followed):
            times.append(max(self._news_at, self._came_at) + NEWS_PATIENCE)
        return min(times, default=None)

    def _paused_until(self) -> float:
        """Return the earliest time at which to query the hosts again."""
        pause = self._pause()
        return self._asked_at + (min(pause, SOON) if self._is_new_heard else pause)

    def _pause(self) -> float:
        if not self._is_connected:
            return AGAIN_GONE(self._asked)
        if self._claims:  # as soon as it is known whether they still say so
            return AGAIN(0)
        return AGAIN(self._asked)

    @property
    def _held_patience(self) -> float:
        return UNWRITTEN_PATIENCE if self._is_unwritten else HELD_PATIENCE

    def _to_be_asked(self, followed: Followed) -> Sequence[Nearby]:
        """
        Return the hosts to query, our own and home first; none if there is no other.

        Next come those at which somebody was seen, and then the rest in random order, so that
        announcing many hosts doesn't keep any other from being queried for ever.
        """
        home, game = followed.home, stem(followed.gid)
        heard = self._announced(
            lambda host: (
                host.here(game) is not None
                or (home is not None and host.address.pin == home.at.pin)
            )
        )
        # Our own as well if our connection is lost: if it answers, it isn't gone.
        known = self._known(followed)
        first = [_at(at, heard.pop(pin, None)) for pin, at in known.items()]
        others = [it for pin, it in heard.items() if pin not in self._denied]
        self._dice.shuffle(others)
        others.sort(key=lambda it: it.address.pin not in self._had_seats)
        asked = [*first, *others]
        is_alone = self._is_connected and len(asked) == 1
        return () if is_alone else asked

    # Decisions.

    def _take(self, found: Mapping[bytes, HostAnswer]) -> None:
        """Act on the answers of hosts."""
        self._stop_survey = None
        self._asked_at = self._clock.seconds()
        self._asked += 1
        self._had_seats = {pin for pin, it in found.items() if it.seats}
        for reached, it in found.items():
            _keep(self._reached, reached, it.at)
        followed = self._followed()
        if followed is not None and not self._is_closed and self._going is None:
            best = self._find(followed, found)
            if best is not None:
                self._going = best.address.pin
                go = self._go_for_news if self._goes_for_news else self._go
                go(best)
                return
        self._consider()

    def _find(
        self, followed: Followed, found: Mapping[bytes, HostAnswer]
    ) -> Nearby | None:
        """Return the host to go to, given the hosts' answers, if there is one."""
        self._goes_for_news = False
        pin = (
            self._find_better(followed, found)
            if self._is_connected
            else self._find_any(followed, found)
        )
        # The link reconnects to our own host anyway.
        is_own = self._at is not None and pin == self._at.pin
        return None if pin is None or is_own else self._host(followed, pin)

    def _host(self, followed: Followed, pin: bytes) -> Nearby | None:
        """Return the address of a host; None if it isn't known any more."""
        heard = self._announced(lambda host: host.address.pin == pin).get(pin)
        at = self._known(followed).get(pin)
        return heard if at is None else _at(at, heard)

    def _announced(
        self, is_wanted: Callable[[Nearby], bool]
    ) -> dict[bytes | None, Nearby]:
        """
        Return some of the announced hosts, each with all addresses announced for it.

        Anybody may announce a host at false addresses. So the addresses are interleaved, one
        from each announcement, in a new order each time; one that has answered comes first.
        """
        said = dict[bytes | None, list[Nearby]]()
        hosts = [host for host in self._heard if is_wanted(host)]
        self._dice.shuffle(hosts)
        for host in hosts:
            said.setdefault(host.address.pin, []).append(host)
        found = {pin: _together(same) for pin, same in said.items()}
        for pin, at in self._reached.items():
            if pin in found:
                found[pin] = _at(at, found[pin])
        return found

    def _known(self, followed: Followed) -> Mapping[bytes | None, Address]:
        """Return addresses of hosts that needn't be announced, by pin; our own first."""
        found = dict[bytes | None, Address]()
        home = followed.home and followed.home.at
        for at in (self._at, home, self._good, *reversed(self._unheld.values())):
            if at is not None and at.pin not in self._denied:
                found.setdefault(at.pin, at)
            if len(found) == KNOWN_MOST:
                break
        return found

    def _find_better(
        self, followed: Followed, found: Mapping[bytes, HostAnswer]
    ) -> bytes | None:
        """Return the host for which to leave our own, if there is one."""
        own = (self._at.pin if self._at else None) or b""
        here, now = found.get(own), self._clock.seconds()
        self._note_claims(followed, here, now)
        self._left_since_held = is_held = self._is_held(now)
        seats = set() if here is None else set(here.seats)
        self._most_were_here = _are_most(followed, seats)
        if followed.me is None:
            return None
        if here is None and self._is_at_home(followed) and not is_held:
            return None  # it may be slow, which is no reason to leave it
        may = self._candidates(followed, found)
        best = _highest(may)
        mine = _rank(followed, own, {*seats, followed.me})
        if best is not None and (is_held or may[best] > mine):
            return best
        is_stale = self._is_stale_away(followed, now)
        if is_stale and not self._most_were_here and (home := _home_in(followed, may)):
            return home
        last = self._find_last(followed, found) if is_held else None
        if last is None and is_stale:
            last = self._find_further(followed, found)
            self._goes_for_news = last is not None
        return last

    def _is_stale_away(self, followed: Followed, now: float) -> bool:
        """Whether we are away from home, and nothing new has come for long."""
        is_stale = now - max(self._news_at, self._came_at) >= HELD_PATIENCE
        return is_stale and not self._is_at_home(followed)

    def _find_further(
        self, followed: Followed, found: Mapping[bytes, HostAnswer]
    ) -> bytes | None:
        """
        Return a host where a seat signs that it has more than we were shown, or None.

        If there are several, one is drawn at random: false statements at any number of hosts
        then don't keep us from another one for ever. We don't look at the same host in vain again and
        again, since each time we seem to be there.
        """
        own = None if self._at is None else self._at.pin
        now = self._clock.seconds()
        further = [
            pin
            for pin, it in found.items()
            if pin not in (own, *self._denied)
            and now >= self._looked.get(pin, (0, now))[1]
            and any(
                followed.lacks(seat, it.seats[seat]) for seat in _others(followed, it)
            )
        ]
        return self._dice.choice(sorted(further)) if further else None

    def _find_any(
        self, followed: Followed, found: Mapping[bytes, HostAnswer]
    ) -> bytes | None:
        """Return the host to go to when our own is gone, or None."""
        may = self._candidates(followed, found)
        home = _home_in(followed, may)
        if home is not None and followed.me is not None:
            return home
        best = _highest(may)
        if best is None:
            best = self._find_last(followed, found)
        if best is None and not followed.is_invited:
            self._offer_unproven(followed, found)
        return best

    def _offer_unproven(
        self, followed: Followed, found: Mapping[bytes, HostAnswer]
    ) -> None:
        """Let our player choose among hosts that have our game, with nobody proven there."""
        self._set_offered(
            [
                host
                for host in self._heard
                if (it := found.get(host.address.pin or b"")) is not None
                and it.has_game
                and not _others(followed, it)
            ]
        )

    def _candidates(
        self, followed: Followed, found: Mapping[bytes, HostAnswer]
    ) -> Mapping[bytes, _Rank]:
        """
        Return the ranks of the hosts that we may go to, by pin.

        Our own is among them if it answers though we have lost our connection to it.
        """
        own = self._at.pin if self._at is not None and self._is_connected else None
        ranks = dict[bytes, _Rank]()
        for pin, it in found.items():
            seats = _others(followed, it)
            is_home = _is_home(followed, pin)
            may_visit = seats and self._may_visit(followed, pin, it)
            if pin not in (own, *self._denied) and (is_home or may_visit):
                ranks[pin] = _rank(followed, pin, seats)
        return ranks

    def _may_visit(self, followed: Followed, pin: bytes, found: HostAnswer) -> bool:
        """Return whether we may go to a host other than home now."""
        seats = _others(followed, found)
        left_in = self._shunned.get(pin)
        if left_in is not None:
            ours = max(left_in, followed.phase)
            if all(found.seats[seat].phase <= ours for seat in seats):
                return False
        is_exempt = _are_most(followed, seats) and pin not in self._fruitless
        return is_exempt or self._clock.seconds() >= self._visit_at

    def _find_last(
        self, followed: Followed, found: Mapping[bytes, HostAnswer]
    ) -> bytes | None:
        """
        Return a host to go back to if all others hold something back, or are gone.

        A host that has held something back may only have been slow, and may be empty now that
        all have left for another one. A host that has held nothing back comes first, whoever is
        there.
        """
        own = None if self._at is None else self._at.pin
        good = None if self._good is None else self._good.pin
        unheld = {
            pin: _rank(followed, pin, _others(followed, it))
            for pin, it in found.items()
            if pin in self._unheld and pin not in (own, *self._denied)
        }
        if unheld:
            return _highest(unheld)
        if self._clock.seconds() < self._visit_at:
            return None
        ranks = {
            pin: _rank(followed, pin, seats)
            for pin, it in found.items()
            if (seats := _others(followed, it)) or pin == good
            if pin != own and (pin in self._shunned or pin == good)
        }
        return _highest(ranks)

    def _is_held(self, now: float) -> bool:
        """Return whether our own host holds something back."""
        since = [*self._claims.values()]
        if self._unshown is not None:
            since.append(self._unshown[1])
        return any(now - it >= self._held_patience for it in since)

    def _is_at_home(self, followed: Followed) -> bool:
        pin = None if self._at is None else self._at.pin
        return pin is not None and _is_home(followed, pin)

    # Discovery.

    def _begin_to_look(self, now: float) -> None:
        if self._stop_looking is None and self._look is not None:
            self._looks_since = now
            self._stop_looking = self._look(self._hear)

    def _hear(self, hosts: Sequence[Nearby]) -> None:
        if self._stop_looking is None:
            return
        known = {host.address.pin for host in self._heard}
        self._heard = hosts
        if any(host.address.pin not in known for host in hosts):
            self._is_new_heard = True
        self._consider()

    def _rest(self) -> None:
        """Stop queries and discovery."""
        self._cancel_timer()
        self._end_survey()
        if self._stop_looking is not None:
            self._stop_looking()
        self._stop_looking = None
        self._heard = ()
        self._is_new_heard = False
        self._set_offered(())

    def _end_survey(self) -> None:
        stop, self._stop_survey = self._stop_survey, None
        if stop is not None:
            stop()

    def _set_offered(self, hosts: Sequence[Nearby]) -> None:
        if hosts != self._offered:
            self._offered = hosts
            self._offer(hosts)

    def _wait(self, seconds: float) -> None:
        self._timer = self._clock.callLater(seconds, self._consider)

    def _cancel_timer(self) -> None:
        if self._timer is not None and self._timer.active():
            self._timer.cancel()
        self._timer = None


def _is_home(followed: Followed, pin: bytes) -> bool:
    return followed.home is not None and followed.home.at.pin == pin


def _at(address: Address, heard: Nearby | None) -> Nearby:
    """Merge a host's known address with its announced ones."""
    if heard is None:
        return Nearby("", address)
    others = (it for it in (heard.address, *heard.others) if it != address)
    return Nearby(heard.name, address, tuple(others), heard.games)


def _together(same: Sequence[Nearby]) -> Nearby:
    """Merge several announcements of one host."""
    first, *_ = same
    first_at, *others = in_turn([[it.address, *it.others] for it in same])
    return Nearby(first.name, first_at, tuple(others), first.games)


def _others(followed: Followed, found: HostAnswer) -> set[Seat]:
    """Return the seats other than our own that are proven at a host."""
    return {it for it in found.seats if it in followed.parties} - {followed.me}


def _rank(followed: Followed, pin: bytes, seats: Iterable[Seat]) -> _Rank:
    parties = {followed.parties[it] for it in seats if it in followed.parties}
    people = sum(party.is_person for party in parties)
    # Inverted, so that the lowest pin ranks highest.
    inverse = bytes(255 - byte for byte in pin)
    return people, len(parties) - people, _is_home(followed, pin), inverse


def _highest(ranks: Mapping[bytes, _Rank]) -> bytes | None:
    return max(ranks, key=lambda pin: ranks[pin], default=None)


def _home_in(followed: Followed, may: Collection[bytes]) -> bytes | None:
    """Return the pin of home, if it is among the hosts that we may go to."""
    home = followed.home
    return home.at.pin if home is not None and home.at.pin in may else None


def _are_most(followed: Followed, seats: Iterable[Seat]) -> bool:
    """Return whether some seats are most of the other people; of the bots, if none plays."""
    mine = None if followed.me is None else followed.parties.get(followed.me)
    others = {*followed.parties.values()} - {mine}
    counted = {it for it in others if it.is_person} or others
    there = {followed.parties[it] for it in seats if it in followed.parties}
    return 2 * len(there & counted) > len(counted)


def _keep(kept: dict[bytes, T], pin: bytes, value: T) -> None:
    """Keep a value for a host; drop the oldest hosts beyond `PINS_KEPT`."""
    kept.pop(pin, None)
    kept[pin] = value
    while len(kept) > PINS_KEPT:
        del kept[next(iter(kept))]
