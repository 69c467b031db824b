"""Whole sealed games with expansions and other boards, in one process and in several."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from sealed_wonders.client.logs.audit import Verdict, audit
from sealed_wonders.client.table.memory import InMemory
from sealed_wonders.core.wonders.events import Drawn
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from sealed_wonders.net.fold import Fold
from sealed_wonders.net.log.envelopes import parse_entries
from sealed_wonders.net.suites import SEALED
from sealed_wonders.net.verification import at_once
from tests import independent
from tests.support.agreed import agreed
from tests.support.inprocess.seats import Seats
from tests.support.inprocess.server import HostHarness, sealed_terms
from tests.support.wholegames import play_with_bots
from tests.vectors.make_three_seats import GAMES, _choose

BOTH = ("leaders", "edifice")


def asked(fold: Fold) -> tuple[str, str]:
    return fold.phase.kind, fold.phase.deck


@pytest.mark.usefixtures("fast_sealing")
def test_leaders_can_be_drawn_after_all_clients_restarted() -> None:
    """
    Leaders are drawn from the box long after all hands of leaders were dealt.

    All clients are restarted when the first age is dealt, and again just before the
    draw. The keys that open the box are on the players' own disks.
    """
    game, rules = GAMES["expansions"], Wonders(3, "night", BOTH)
    stores = [InMemory() for _ in range(3)]
    table = Seats(rules, game.seed, stores, **game.options, suite=SEALED)

    def until(kind: str, deck: str) -> None:
        while asked(table.fold) != (kind, deck):
            table.step(_choose)

    def restart() -> None:
        for number, store in enumerate(stores):
            seat = table.seat(number, store)
            seat.receive(parse_entries(table.wires))
            table.seats[number] = seat

    until("DEAL", "age1")
    restart()
    until("DEAL", "leaders")
    restart()
    table.step(_choose)
    state = table.seats[2].fold.state
    assert isinstance(state, State)
    (drawn,) = [event for event in state.news if isinstance(event, Drawn)]
    faces = table.seats[drawn.seat].secrets.faces()
    names = [rules.cards[faces[slot]] for slot in drawn.slots]
    assert len(set(names)) == 4
    assert set(names) <= {it.id for it in rules.catalog.leaders}
    for seat in table.seats:
        if seat.number != drawn.seat:
            assert not set(drawn.slots) & seat.secrets.faces().keys()
    while not table.fold.over:
        table.step(_choose)
    assert len({seat.fold.digest for seat in table.seats}) == 1


@pytest.mark.thorough
def test_host_and_clients_can_restart_in_each_kind_of_leader_phase(
    tmp_path: Path,
) -> None:
    """The table plays with both expansions. At the end, its log is audited."""
    terms = sealed_terms(3, own=agreed(expansions=BOTH, leaders="expert"))
    host = HostHarness(tmp_path, terms, work=at_once)
    people = host.join(("ann", "bob", "cleo"))
    left = {
        *(("OPEN_SHARE", "edifices/1"), ("KEY", "leaders"), ("DEAL", "leaders")),
        *(("PICK", "leaders"), ("REVEAL", "leaders")),
    }
    host.until(lambda: host.has_begun)
    while host.table.is_live:
        host.step()
        if asked(host.game.fold) in left:
            left.discard(asked(host.game.fold))
            host.kill()
            for person in people:
                person.restart("table 1")
            host.start_server()
            host.server.resumption.resume_all()
            for person in people:
                person.connect()
    assert set() == left
    host.settle()
    ended = host.completed_game()
    assert ended.is_checked
    assert ended.sheet.categories[-3:] == ("leaders", "edifice", "total")
    assert [ended.sheet] * 3 == [person.player.sheet for person in people]
    assert ended.log is not None
    data = ended.log.read_bytes()
    assert Verdict.GOOD is audit(data).verdict
    account = independent.verify(data)
    assert account.game is not None
    assert account.game.rows == [list(row) for row in ended.sheet.rows]


@pytest.mark.thorough
def test_bots_in_separate_processes_play_with_both_expansions(tmp_path: Path) -> None:
    """
    The bots connect over TLS. The host's result, the audit and the independent account
    agree.

    The boards are of the first edition: two players choose one, and the last player
    gets the remaining one.
    """
    boards = ("babylon_1e", "gizah_1e", "olympia_1e")
    with_both = ("--with", "edifice,leaders", "--leaders", "expert")
    chosen = ("--boards", ",".join(boards), "--draw", "chosen", "--sides", "day")
    game = play_with_bots(tmp_path, 3, *with_both, *chosen)
    options = dict(game.fold.charter.options)
    assert ("leaders,edifice", "expert") == (options["with"], options["leaders"])
    assert game.account.game is not None
    verbs = Counter(move.split(" ")[0] for *_, move in game.account.game.moves)
    assert verbs["keep"] == 9
    assert verbs["board"] == 2
    assert sorted(seat["board"] for seat in game.result["seats"]) == sorted(boards)
    assert ["day"] * 3 == [seat["side"] for seat in game.result["seats"]]
