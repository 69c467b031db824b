"""Replays of games in which seats changed hands: from logs, and with our own keys."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path

import pytest

from sealed_wonders.client.lines.replaylines import ReplayLines, whole
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.client.logs.replaying import OwnKeys, Replay, keys_at, replay
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.home import Home
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.memory import Memory, OnDisk, Past, unsigned
from sealed_wonders.client.table.participant import Participant
from sealed_wonders.client.table.seat import Seat as PlayedSeat
from sealed_wonders.client.table.taking import PARTS, RESCUED
from sealed_wonders.client.terminal.screenstack import ScreenStack
from sealed_wonders.client.view.games import face_of
from sealed_wonders.client.view.wonders.replaying import moment_of
from sealed_wonders.client.words import moments
from sealed_wonders.core.game import AnyState, Seat
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net.identity import SIGNATURE_SIZE
from sealed_wonders.net.log.envelopes import Wire, parse_entries
from sealed_wonders.net.suites import SEALED, begin
from tests.net.test_rescue import rescue
from tests.support.inprocess.ballots import vote_out
from tests.support.inprocess.folds import Table, hand_over_seat
from tests.support.inprocess.seats import Seats
from tests.support.lobbies import identity_of
from tests.support.thorough import only

pytestmark = pytest.mark.usefixtures("integers")


@functools.cache
def played_game(game: str, gone: str = "go-on") -> Table:
    """
    Play a game in which a seat changes hands twice, and another one at the very end.

    Args:
        gone: with `go-on`, the holder hands the seat over; with `rescue`, the others give it
            away.
    """
    table = Table(ruleset(game, 3, {}), "handed", shared=True, gone=gone)

    def change(seat: int, name: str) -> None:
        if gone == "rescue":
            rescue(table, {seat: name})
        else:
            hand_over_seat(table, seat, name)

    while not table.fold.over:
        number = table.fold.phase.number
        if number in (30, 50):
            change(1, {30: "yan", 50: "zed"}[number])
        elif table.fold.phase.kind == "END":
            change(2, "wim")
        table.phase()
    return table


@pytest.mark.parametrize(
    ("game", "gone"),
    only(
        [("wonders", "rescue"), ("architects", "go-on")],
        itertools.product(("wonders", "architects"), ("go-on", "rescue")),
    ),
)
def test_each_moment_names_the_holders_at_that_time(game: str, gone: str) -> None:
    """A change of holders is mentioned where it came into force, and at the end."""
    table = played_game(game, gone)
    told = replay(table.fold.log())
    began = [person.name for person in table.charter.people]
    names = [moment.names for moment in told.moments]
    first, second = (
        next(at for at, some in enumerate(names) if name in some)
        for name in ("yan", "zed")
    )
    assert 0 < first < second
    assert {tuple(began)} == set(names[:first])
    assert {(began[0], "yan", began[2])} == set(names[first:second])
    assert {(began[0], "zed", began[2])} == set(names[second:])
    assert (began[0], "zed", "wim") == told.names

    lines = list(whole(told, None))
    took = [line for line in lines if "'s seat now." in line]
    assert took == [
        f"yan has {began[1]}'s seat now.",
        "zed has yan's seat now.",
        f"wim has {began[2]}'s seat now.",
    ]
    assert took[-1] == lines[-2]
    places = [lines.index(line) for line in took]
    parts = lines[: places[0]], lines[places[0] + 1 : places[1]], lines[places[1] + 1 :]
    for name, some in zip((began[1], "yan", "zed"), parts, strict=True):
        said = [line for line in some if line.startswith(f"{name} ")]
        assert said, name
        others = {began[1], "yan", "zed"} - {name}
        assert not [line for line in some if line.split()[0] in others]


def test_the_end_mentions_that_a_player_was_removed() -> None:
    table = Table(Wonders(3), "put out", shared=True)
    table.play_until("PICK")
    vote_out(table.fold, [player.identity for player in table.players], [2])
    *_, last = whole(replay(table.play().log()), None)
    assert last == (
        "The game ends here, and all the remaining players have signed the result."
    )


def test_a_seat_is_found_by_the_name_of_any_of_its_holders() -> None:
    """
    Cities and points use the names of the moment, and so does the command that asks for
    them.
    """
    table = played_game("wonders")
    told = replay(table.fold.log())
    began = [person.name for person in table.charter.people]
    reading = ReplayLines(told)
    list(reading.begin())
    assert began[1] in "".join(reading.typed("scores"))
    assert "".join(reading.typed(f"city {began[1]}")).startswith(f"{began[1]} has ")
    list(reading.typed("last"))
    assert "".join(reading.typed("city zed")).startswith("zed has ")
    assert f"Nobody here is called '{began[1]}'" in "".join(
        reading.typed(f"city {began[1]}")
    )
    for name in ("zed", "yan", began[1], "2"):
        assert 1 == moments.seat(told, name, len(told.moments) - 1), name
    assert 2 == moments.seat(told, "wim")
    assert moments.seat(told, "gus") is None


@pytest.mark.parametrize(
    ("game", "size"),
    only(
        [("wonders", (80, 24)), ("architects", (160, 50))],
        itertools.product(("wonders", "architects"), ((80, 24), (160, 50))),
    ),
)
def test_the_replay_screen_names_the_holders_of_the_moment(
    game: str, size: tuple[int, int]
) -> None:
    """It also mentions the change when it happens."""
    told = replay(played_game(game).fold.log())
    stack = ScreenStack(
        moments.known(told, 0, 0), Settings(), UNICODE, lambda: 0.0, quit=lambda: None
    )
    first = next(at for at, it in enumerate(told.moments) if "yan" in it.names)
    old = told.moments[0].names[1]
    for index, name in ((first - 1, old), (first, "yan"), (first + 1, "yan")):
        stack.base = face_of(game).screens.replay(stack, told, index, 1)
        shown = text_of(stack.draw(*size))
        assert name in shown
        assert ("yan has " in shown) == (index == first)
        assert ("yan" in shown) == (index >= first)


# Our own keys.


def _turn(state: AnyState) -> int:
    task = getattr(state, "task", None)
    return task.turn if isinstance(task, Turn) else 0


class BrokenOff:
    """A sealed game that broke off, and the homes of the old holder and the new one."""

    SEAT = 1

    def __init__(self, folder: Path) -> None:
        self.giver, self.taker = folder / "giver", folder / "taker"
        table = Seats(Wonders(3), "taken", suite=SEALED)
        self.charter = table.charter
        old = table.seats[self.SEAT]
        self.stores = [self._store(home) for home in (self.giver, self.taker)]
        old = table.seats[self.SEAT] = table.seat(self.SEAT, self.stores[0])
        while _turn(table.fold.state) < 3 or table.fold.phase.kind != "PICK":
            table.step()
        self.first = len(replay(table.fold.log()).moments)
        new = self._taker(table)
        given = old.entrusted()
        assert given is not None
        old.hand_over(
            given, new.candidate.consent(given, Participant(identity_of("zed"), "zed"))
        )
        table.seats.append(new)
        table.hear(old.take())
        while _turn(table.fold.state) < 5:
            table.step()
        self.log = table.fold.log()
        for store in self.stores:
            store.close()
        for home, name in (
            (self.giver, self.charter.people[self.SEAT].name),
            (self.taker, "zed"),
        ):
            (home / "identity.pem").write_bytes(identity_of(name).to_pem())

    def _store(self, home: Path) -> OnDisk:
        return OnDisk(home / "games" / f"{self.charter.table.hex()}.seat")

    def _taker(self, table: Seats) -> PlayedSeat:
        fold = begin(self.charter, table.ruleset)
        taker = PlayedSeat(identity_of("zed"), fold, Past(self.stores[1]))
        taker.receive(parse_entries(table.wires))
        return taker

    def replay_at(self, home: Path) -> Replay:
        return replay(self.log, keys=keys_at(Home(home, home), own_hand=True))


@pytest.fixture(scope="module")
def broken_off(tmp_path_factory: pytest.TempPathFactory) -> BrokenOff:
    return BrokenOff(tmp_path_factory.mktemp("broken off"))


def assert_ours_from(told: Replay, seat: Seat, first: int, old: str) -> list[str]:
    """
    Check that a seat and its hands are ours only from a moment on; return the lines.
    """
    assert ((seat,), seat) == (told.open, told.own)
    assert len(told.moments) > first + 1
    for index, moment in enumerate(told.moments):
        assert told.own_at(moment) == (seat if index >= first else None)
        for other, hand in enumerate(moment_of(moment).hands):
            is_known = other == seat and index >= first
            assert is_known == (hand.hidden == 0), (index, other)
    lines = list(whole(told, seat))
    at = lines.index(f"You have {old}'s seat now.")
    assert not any(line.startswith("You ") for line in lines[:at])
    assert any(line.startswith("You ") for line in lines[at + 1 :])
    return lines


def test_a_taken_over_seat_is_ours_from_then_on(broken_off: BrokenOff) -> None:
    """Its hands are known from the new holder's first choice on, and no others ever."""
    told = broken_off.replay_at(broken_off.taker)
    assert Verdict.UNFINISHED is told.report.verdict
    seat, old = broken_off.SEAT, broken_off.charter.people[broken_off.SEAT].name
    lines = assert_ours_from(told, seat, broken_off.first, old)
    assert lines[0].startswith(
        "The cards were sealed, but this machine knows what zed saw"
    )
    assert " zed" in lines[0]


def test_a_handed_over_seat_is_ours_until_then(
    broken_off: BrokenOff,
) -> None:
    """Its keys aren't kept. The new holder is mentioned by name."""
    told = broken_off.replay_at(broken_off.giver)
    seat, first = broken_off.SEAT, broken_off.first
    assert ((), seat) == (told.open, told.own)
    owns = [told.own_at(moment) for moment in told.moments]
    assert [seat] * first + [None] * (len(owns) - first) == owns
    lines = list(whole(told, None))
    at = lines.index("zed has your seat now. You are watching.")
    assert any(line.startswith("You ") for line in lines[:at])
    assert not any(line.startswith("You ") for line in lines[at + 1 :])
    assert any(line.startswith("zed ") for line in lines[at + 1 :])


def test_keys_of_a_spectator_open_no_hand(
    broken_off: BrokenOff,
) -> None:
    """A spectator is not addressed as a player."""
    own = OwnKeys(identity_of("yan").public, (b"",))
    told = replay(broken_off.log, keys=lambda charter: own)
    assert ((), None, None) == (told.open, told.own, told.me)


def test_a_seat_given_to_a_substitute_is_ours_from_then_on(tmp_path: Path) -> None:
    """
    Its hands are known through the parts of the key that the others sent and the client
    has kept.
    """
    table = Table(Wonders(3), "given", SEALED, shared=True, gone="rescue")
    fold = table.play_until("PICK")
    number, seat = fold.phase.number, 1
    first = len(replay(fold.log()).moments)
    rescue(table, {seat: "zed"})
    zed = table.players[seat]
    parts = zed.secrets.entrusted(fold.keys_in_use)
    home = Home(tmp_path, tmp_path)
    (tmp_path / "identity.pem").write_bytes(identity_of("zed").to_pem())
    store = OnDisk(tmp_path / "games" / f"{fold.charter.table.hex()}.seat")
    agreed = Wire(b"what was agreed to", bytes(SIGNATURE_SIZE))
    store.remember(Memory(number, agreed, lane=f"{RESCUED}{seat}"))
    store.remember(unsigned(number, f"{PARTS}{seat}", entrusted=parts))
    store.close()
    for _ in range(6):
        table.phase()
    told = replay(fold.log(), keys=keys_at(home, own_hand=True))
    assert_ours_from(told, seat, first, fold.charter.people[seat].name)
