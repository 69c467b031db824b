"""
Envelopes with no place in the log: they are refused, nobody is blamed, the game goes
on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest

from sealed_wonders.host.news import GameCompleted, Stopped, Trouble, TwoVersions
from sealed_wonders.net.comparison import Relation, compare
from sealed_wonders.net.log.envelopes import Wire, parse, wires_of
from sealed_wonders.net.log.evidence import Equivocation
from sealed_wonders.net.messages import FromHost, Log
from tests.cheats.modified_clients import (
    AdversarialTable,
    Adversary,
    adversarial_table,
    fold_of,
    honest,
    seat_of,
    seated,
    signed_again,
)
from tests.support.inprocess.client import Client
from tests.support.thorough import only

CHEAT = 1

Sent = Callable[[Client, Wire], Wire]
"""Turns a PICK into something else."""


def own(client: Client, phase: int) -> Wire:
    """Return the client's own entry of an earlier phase."""
    memory = client.store.recall(phase)
    assert memory is not None
    return memory.wire


def of_another_seat(client: Client, phase: int) -> Wire:
    """Return another seat's first entry of a phase."""
    for wire in fold_of(client).entries():
        it = parse(wire.wire.env)
        if (it.lane, it.phase) == ("main", phase) and it.seat != CHEAT:
            return wire.wire
    raise LookupError(phase)


def honest_pick() -> Wire:
    game = honest(CHEAT)
    return game.wires[game.entry("PICK", CHEAT, "age")]


def later(client: Client, wire: Wire) -> Wire:
    phase = parse(wire.env).phase + 1
    body = (bytes(32), b"sell", None, None)
    return signed_again(client, wire, phase=phase, kind="REVEAL", body=body)


def earlier(client: Client, wire: Wire) -> Wire:
    """Sign for a phase in which only another seat was to speak: a MIX."""
    mixed = of_another_seat(client, 22)
    assert "MIX" == parse(mixed.env).kind
    return signed_again(client, mixed, seat=CHEAT)


def corrupted(client: Client, wire: Wire) -> Wire:
    return Wire(wire.env + b"\0", wire.sig)


def signing(**changes: object) -> Sent:
    """Sign the same with something about the envelope changed."""
    return lambda client, wire: signed_again(client, wire, **changes)


REFUSED: Mapping[str, tuple[str, Sent]] = {
    "a message of a later phase": ("wrong-phase", later),
    "a message of an earlier phase": ("wrong-seat", earlier),
    "a message of another table": ("wrong-game", signing(gid=bytes(31) + b"\1")),
    "a message of a seat that isn't expected": ("wrong-seat", signing(seat=7)),
    "a message in another seat's name": ("bad-signature", signing(seat=0)),
    "a message that somebody else has signed": (
        "bad-signature",
        lambda client, wire: Wire(wire.env, of_another_seat(client, 22).sig),
    ),
    "a message of another kind": ("wrong-kind", signing(kind="DECIDE")),
    "a message of another lane": ("wrong-lane", signing(lane="prep/age2")),
    "a message on top of another history": ("foreign-prev", signing(prev=bytes(32))),
    "a message in other bytes": ("malformed", corrupted),
}


def sending(before: Sequence[Sent] = (), after: Sequence[Sent] = ()) -> Adversary:
    """
    Return an adversary that sends something else just before or after its PICK of an
    age.
    """

    def sends(client: Client, wire: Wire) -> Sequence[Wire]:
        if parse(wire.env).phase != 24:
            return [wire]
        adversary.lied_in.append(24)
        first, last = ([it(client, wire) for it in some] for some in (before, after))
        return [*first, wire, *last]

    adversary = Adversary(CHEAT, sends=sends)
    return adversary


def assert_undisturbed(made: AdversarialTable) -> None:
    """Assert that the whole game was played and reported as without the attack."""
    game = honest(CHEAT)
    assert [] == [news for news in made.news if isinstance(news, Trouble | Stopped)]
    assert 1 == len([news for news in made.news if isinstance(news, GameCompleted)])
    for client in made.clients:
        assert client.session.finished
        assert [] == client.failures
        before = game.clients[seat_of(client).number]
        assert fold_of(before).log() == fold_of(client).log()
        assert before.player.states == client.player.states
        if seat_of(client).number != CHEAT:
            assert before.player.story == client.player.story


def refusals_of_the_cheat(made: AdversarialTable) -> list[str]:
    """Return the reasons for which the cheat's messages were refused."""
    story = made.client_at(CHEAT).player.story
    return [word.removeprefix("refused ") for word in story if "refused" in word]


def test_misplaced_messages_are_refused_and_harm_nobody() -> None:
    """
    They aren't logged, no other player hears of them, and the sender may continue.

    An entry that another seat has signed is in the log already, so it does no harm; the
    sender's own is still expected.
    """
    reasons, wrong = zip(*REFUSED.values(), strict=True)
    adversary = sending([*wrong, lambda client, wire: of_another_seat(client, 24)])
    with adversarial_table(adversary) as made:
        made.play()
        assert 1 == len(adversary.lied_in)
        assert [*reasons] == refusals_of_the_cheat(made)
        assert_undisturbed(made)


@pytest.mark.parametrize("what", only([*REFUSED][::2], REFUSED))
def test_a_host_that_relays_misplaced_messages_is_found_out(what: str) -> None:
    """
    The recipient refuses them as well, and applies nothing of them.

    A client that receives something that doesn't follow from its log ends the game: the
    host is at fault, or a player with the host's help.
    """
    _, other = REFUSED[what]
    slipped: list[Wire] = []
    with adversarial_table(Adversary(CHEAT)) as made:
        cheat, bob = made.client_at(CHEAT), made.client_at(0)

        def intercept(client: Client, message: FromHost) -> Sequence[FromHost]:
            match message:
                case Log(table, entry, (first, *_) as wires) if client is bob:
                    it = parse(first.env)
                    if (it.lane, it.phase) == ("main", 24) and not slipped:
                        slipped.append(other(cheat, honest_pick()))
                        return [Log(table, entry, (*slipped, *wires))]
            return [message]

        made.intercept = intercept
        made.play()
        fold = fold_of(bob)
        assert 1 == len(slipped)
        assert slipped[0] not in wires_of(fold.entries())
        assert bob.failures or bob.session.over
        assert not bob.session.finished
        assert (None, 24) == (fold.fraud, fold.phase.number)
        game = honest(CHEAT)
        count = game.states[game.wires.index(honest_pick())]
        assert game.clients[0].player.states[:count] == bob.player.states


def test_a_reveal_sent_before_all_picks_are_in_is_refused() -> None:
    """It shows the move to the host alone, and the seat has to send it again."""
    adversary = sending(after=[later])
    adversary.is_late = False
    with adversarial_table(adversary) as made:
        made.play()
        assert ["wrong-phase"] == refusals_of_the_cheat(made)
        assert all(client.session.finished for client in made.clients)


def test_two_envelopes_of_one_seat_for_one_place_are_proof() -> None:
    """
    The first one counts; the second one is kept as evidence, and its author named.

    Anybody who has the two can show them to anybody.
    """

    def another(client: Client, wire: Wire) -> Wire:
        (*cards, _) = parse(wire.env).body
        return signed_again(client, wire, body=(*cards, bytes(32)))

    with adversarial_table(sending(after=[another])) as made:
        made.play()
        assert ["two-versions"] == refusals_of_the_cheat(made)
        assert_undisturbed(made)
        (news,) = [news for news in made.news if isinstance(news, TwoVersions)]
        assert (CHEAT, seated()[CHEAT]) == (news.seat, news.name)
        assert news.proof is not None
        proof = Equivocation.from_bytes(news.proof.read_bytes())
        charter = fold_of(made.clients[0]).charter
        assert (charter.gid, "main", 24) == proof.place
        assert charter.people[CHEAT].identity == proof.identity


# Two envelopes, shown to different players.


@pytest.mark.parametrize("slow", [(), (0, 2)], ids=["quick", "slow"])
@pytest.mark.parametrize("relayed", [False, True], ids=["withheld", "relayed"])
def test_two_envelopes_shown_to_different_players_are_found_with_proof(
    relayed: bool, slow: Sequence[int]
) -> None:
    """
    They are found in the next phase.

    The host colludes: it logs one PICK and shows the other one to one player. That
    player's next entry is on top of another history, so it is refused; if the host
    relays it, the others stop. A comparison of two logs yields the proof.
    """
    versions: list[Wire] = []
    with adversarial_table(Adversary(CHEAT), slow=slow) as made:
        cheat, one, other = (made.client_at(seat) for seat in (CHEAT, 0, 2))

        def intercept(client: Client, message: FromHost) -> Sequence[FromHost]:
            match message:
                case Log(table, entry, wires) if client is other:
                    return [Log(table, entry, tuple(map(changed, wires)))]
                case Log(table, entry, wires) if relayed and client is one:
                    return [Log(table, entry, (*wires, *foreign()))]
            return [message]

        def changed(wire: Wire) -> Wire:
            envelope = parse(wire.env)
            if (envelope.phase, envelope.seat, envelope.lane) != (24, CHEAT, "main"):
                return wire
            (*cards, _) = envelope.body
            versions[:] = [wire, signed_again(cheat, wire, body=(*cards, bytes(32)))]
            return versions[1]

        def foreign() -> Sequence[Wire]:
            """Return what the other player has signed since, if anything."""
            if not versions or other.store.recall(25) is None:
                return []
            if fold_of(one).phase.number != 25:
                return []
            return [own(other, 25)]

        made.intercept = intercept
        made.play()
        here, there = fold_of(one), fold_of(other)
        assert (25, 25) == (here.phase.number, there.phase.number)
        assert (None, None) == (here.fraud, there.fraud)
        # The other one has seen nobody's move; this one the cheat's, and its own.
        shown = honest(CHEAT).states[honest(CHEAT).entry("PICK", CHEAT, "age")]
        assert shown == len(other.player.states) >= len(one.player.states) - 2
        assert "refused foreign-prev" in other.player.story
        if relayed:
            assert one.session.over
            assert not one.session.finished
        found = compare(here, there)
        assert (Relation.PARTED, 24, "PICK") == (
            found.relation,
            found.phase,
            found.kind,
        )
        assert [CHEAT] == list(found.evidence)
        assert set(versions) == {
            found.evidence[CHEAT].first.wire,
            found.evidence[CHEAT].second.wire,
        }
