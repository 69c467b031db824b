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
from tests.support.wholegames import bots_play
from tests.vectors.make_three_seats import GAMES, _choose

BOTH = ("leaders", "edifice")


def asked(fold: Fold) -> tuple[str, str]:
    return fold.phase.kind, fold.phase.deck


@pytest.mark.usefixtures("quickly_sealed")
def test_keys_of_leaders_outlast_the_program_that_made_them() -> None:
    """
    Leaders are drawn from the box long after all hands of them were dealt.

    Everybody's program is started again when the first age is dealt, and once more just
    before the draw: what opens the box is on the players' own disks.
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
def test_a_host_and_everybody_may_be_started_again(tmp_path: Path) -> None:
    """At a table with both, in each kind of phase about leaders; then it is audited."""
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
    ended = host.ended()
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
def test_bots_play_with_both_in_processes_of_their_own(tmp_path: Path) -> None:
    """
    Over TLS; what the host says of it, the audit and the page's account agree on.

    Their boards are of the first edition: two choose, and the last has what is left.
    """
    boards = ("babylon_1e", "gizah_1e", "olympia_1e")
    with_both = ("--with", "edifice,leaders", "--leaders", "expert")
    chosen = ("--boards", ",".join(boards), "--draw", "chosen", "--sides", "day")
    game = bots_play(tmp_path, 3, *with_both, *chosen)
    options = dict(game.fold.charter.options)
    assert ("leaders,edifice", "expert") == (options["with"], options["leaders"])
    assert game.account.game is not None
    verbs = Counter(move.split(" ")[0] for *_, move in game.account.game.moves)
    assert verbs["keep"] == 9
    assert verbs["board"] == 2
    assert sorted(seat["board"] for seat in game.result["seats"]) == sorted(boards)
    assert ["day"] * 3 == [seat["side"] for seat in game.result["seats"]]
