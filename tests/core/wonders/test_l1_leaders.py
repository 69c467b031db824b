"""L1: what leaders change for everybody."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import (
    Choose,
    Chosen,
    Deal,
    Dealt,
    Gone,
    IllegalMove,
    Pass,
    Refusal,
    Shuffle,
    seeded,
)
from sealed_wonders.core.local import Dealer
from sealed_wonders.core.wonders.catalog import catalog
from sealed_wonders.core.wonders.events import (
    Drafted,
    HandsDealt,
    LeadersDealt,
    Played,
)
from sealed_wonders.core.wonders.leaders.tasks import Draft, Recruit
from sealed_wonders.core.wonders.options import PLAYERS
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.state import State
from tests.support.games import chooser, wonders
from tests.support.wonders import Table, city

THREE = (city("gizah"), city("rhodos"), city("ephesos"))


def table(*seats: str, age: int = 1, turn: int = 0, discard: str = "") -> Table:
    """Lay out three plain cities, with these leaders in their hands."""
    return Table(
        *THREE, expansions="leaders", age=age, turn=turn, leaders=seats, discard=discard
    )


def selecting(players: int = 3, leaders: str = "standard") -> Dealer:
    """Deal leaders, and come to the first choice among them."""
    dealer = Dealer(Wonders(players, "day", ("leaders",), leaders), seeded("select"))
    for _ in dealer.steps([]):
        if isinstance(dealer.state.ask, Choose):
            break
    return dealer


def keep(state: State, seat: int, nth: int) -> State:
    """Let a seat keep the nth leader of its hand; all slots stay as they are."""
    hand = state.hands[seat]
    rest = tuple(slot for slot in hand if slot != hand[nth])
    return wonders(state.tell(Chosen(seat, "keep", None, hand[nth], rest)))


# L1.1, L1.2: before the first age.


def test_treasuries_start_with_six_coins() -> None:
    """Three more than without leaders (L1.1)."""
    state = wonders(selecting().state)
    assert [6, 6, 6] == [city.coins for city in state.cities]


@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_is_dealt_four_leaders(players: int) -> None:
    """The others stay in the box; each is seen by its seat alone (L1.2)."""
    dealer = Dealer(Wonders(players, "day", ("leaders",)), seeded("select"))
    dealt = None
    for answer in dealer.steps([]):
        if isinstance(answer, Dealt):
            dealt = answer
        if isinstance(dealer.state.ask, Choose):
            break
    state = wonders(dealer.state)
    assert dealt is not None
    assert [*range(players)] == list(dealt.hands)
    assert {4} == {len(hand) for hand in dealt.hands.values()}
    assert 34 - 4 * players == len(state.box)
    assert LeadersDealt(state.hands) in state.news


@pytest.mark.parametrize(("leaders", "number"), [("standard", 34), ("expert", 49)])
def test_a_table_plays_with_standard_or_expert_leaders_too(
    leaders: str, number: int
) -> None:
    """And never with those of the Cities expansion (L1.2)."""
    rules = Wonders(3, "day", ("leaders",), leaders)
    deck = rules.catalog.leader_deck(leaders)
    sets = {rules.catalog.leaders[i].set for i in range(len(rules.catalog.leaders))}
    faces = [rules.catalog.leader(card) for card in deck]
    assert number == len(deck) == len(set(faces))
    assert {"standard", "expert", "cities"} == sets
    assert {"standard", leaders} == {face.set for face in faces if face is not None}
    for attempt in range(3):
        dealer = Dealer(rules, seeded(f"{leaders}/{attempt}"))
        for _ in dealer.steps([]):
            if isinstance(dealer.state.ask, Choose):
                break
        state = wonders(dealer.state)
        lying = {slot for hand in (*state.hands, state.box) for slot in hand}
        assert {dealer.faces[slot] for slot in lying} == set(deck)


def test_one_leader_is_kept_and_the_others_go_to_the_right() -> None:
    """In secret, until each hand is four again; the last is kept unasked (L1.2)."""
    state = wonders(selecting(4).state)
    first = state.hands
    for number in (1, 2, 3):
        assert Draft(number) == state.task
        assert isinstance(state.ask, Choose)
        assert {0: Pass(3), 1: Pass(0), 2: Pass(1), 3: Pass(2)} == {
            seat: offer.rest for seat, offer in state.ask.offers.items()
        }
        assert not any(offer.shown for offer in state.ask.offers.values())
        for seat in range(4):
            before, state = state, keep(state, seat, 0)
        assert [
            Drafted(number, seat, before.hands[seat][0]) for seat in range(4)
        ] == list(state.news[:4])
    last = [event for event in state.news if isinstance(event, Drafted)][4:]
    assert [(4, seat) for seat in range(4)] == [(it.round, it.seat) for it in last]
    # Each kept the first of its own hand, then of that which came from its left.
    for seat in range(4):
        taken = [first[(seat + nth) % 4][nth] for nth in range(4)]
        assert taken == list(state.leaders[seat])
    assert ((),) * 4 == state.hands
    assert Recruit(1) == state.task


def test_a_selection_says_nothing_but_that_it_was_made() -> None:
    """The words are the same whatever is kept, and show no card (L1.2)."""
    dealer = selecting()
    state = wonders(dealer.state)
    faces = {slot: dealer.faces[slot] for slot in state.hands[0]}
    moves = state.moves(0, faces)
    assert {"keep"} == {move.text for move in moves}
    assert sorted(state.hands[0]) == [move.slot for move in moves]
    assert state.default(0, faces) in moves
    used, *rest = state.hands[0]
    for text, face, refusal in (
        ("keep", faces[used], Refusal.NOT_IN_HAND),
        ("sell", None, Refusal.NO_CHOICE),
        ("keep nero", None, Refusal.NOT_A_MOVE),
    ):
        with pytest.raises(IllegalMove) as caught:
            state.tell(Chosen(0, text, face, used, tuple(rest)))
        assert refusal is caught.value.refusal


# L1.3: the recruitment.


def test_each_age_begins_with_a_recruitment() -> None:
    """Before its cards are dealt, with four, three and two leaders (L1.3)."""
    dealer = Dealer(Wonders(3, "day", ("leaders",)), seeded("ages"))
    met = []
    for _ in dealer.steps([chooser("ages")] * 3):
        state = wonders(dealer.state)
        if isinstance(state.task, Recruit) and not state.chosen:
            assert ((),) * 3 == state.hands
            met += [(len(kept), state.task.age) for kept in state.leaders]
        met += [
            (len(hand), event.age)
            for event in state.news
            if isinstance(event, HandsDealt)
            for hand in event.hands
        ]
    sizes = (4, 1), (7, 1), (3, 2), (7, 2), (2, 3), (7, 3)
    assert [size for size in sizes for _ in range(3)] == met


def test_a_leader_must_be_paid_and_be_in_the_hand() -> None:
    """With coins there were before (L1.3, W3.3)."""
    game = table("caesar hannibal sappho zenobia", "nero", "croesus")
    assert Refusal.TOO_FEW_COINS is game.refusal(0, "recruit caesar bank=5")
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "recruit hannibal")
    assert Refusal.WRONG_PAYMENT is game.refusal(0, "recruit hannibal left=2")
    assert Refusal.NO_CHOICE is game.refusal(0, "build hannibal with hannibal")
    assert Refusal.NO_CHOICE is game.refusal(0, "decline")
    (used, *rest) = game.state.leaders[0]
    shown, altar = game.faces[used], catalog(("leaders",)).age_deck(1, 3)[0]
    for text, face in (
        ("recruit nero bank=1", shown),
        ("recruit altar bank=1", altar),
        ("recruit nero bank=1", altar),
        ("recruit nero bank=1", None),
        ("sell", shown),
    ):
        with pytest.raises(IllegalMove) as caught:
            game.state.tell(Chosen(0, text, face, used, tuple(rest)))
        assert Refusal.NOT_IN_HAND is caught.value.refusal


def test_a_leader_under_a_stage() -> None:
    """The stage is paid for as ever; the leader is never seen (L1.3)."""
    game = Table(
        "halikarnassos night 0: brickyard",
        *THREE[1:],
        expansions="leaders",
        turn=0,
        leaders=("caesar",),
    )
    news = game.play("stage with caesar")
    played = news[0]
    assert isinstance(played, Played)
    assert ("stage", None) == (played.use, played.card)
    assert (1, 0) == (len(game.state.cities[0].stages), game.coins[0])
    assert "caesar" not in game.kept(0)
    assert game.state.cities[0].stages[0].slot == played.slot


# L1.4, L1.5: costs, and the leader that is left.


def test_in_ages_one_and_two_hands_are_kept() -> None:
    """For later recruitments (L1.5, L1.3)."""
    for age, left in ((1, 3), (2, 2)):
        game = table("nero", age=age)
        game.play("recruit nero bank=1")
        assert [left] * 3 == [len(kept) for kept in game.state.leaders]
        assert "nero" not in game.kept(0)


# L1.6: leaders are no age cards.


def test_a_leader_has_no_colour() -> None:
    """It is counted among no cards, and fills no set (L1.6)."""
    plain, led = city("gizah"), city("gizah", leaders="nero euclid hiram plato:2")
    assert plain.works.counts == led.works.counts
    assert (plain.colours, plain.buildings) == (led.colours, led.buildings)


def test_a_leaders_goods_and_symbols_are_not_for_sale() -> None:
    """Neighbours buy of boards and cards only (L1.6, W3.2)."""
    led = city("gizah", leaders="bilkis imhotep")
    assert city("gizah").works.sells == led.works.sells
    assert city("gizah").works.own == led.works.own


def test_no_chain_begins_with_a_leader() -> None:
    """Nor ends with one (L1.6)."""
    for one in catalog(("leaders",)).leaders:
        assert city("gizah").works.chains == city("gizah", leaders=one.id).works.chains


# L1.7, L1.8.


def test_leaders_have_a_line_of_the_sheet() -> None:
    """Only where they are played, before the total (L1.8, W7.1)."""
    game = Table(
        city("gizah", 0, leaders="cleopatra sappho"), *THREE[1:], expansions="leaders"
    )
    assert ("leaders", "total") == game.state.score().categories[-2:]
    assert (7, 7) == (game.points(0)["leaders"], game.points(0)["total"])
    assert "leaders" not in Table(*THREE).points(0)


# Who leaves for good.


def test_who_leaves_takes_its_leaders_along() -> None:
    """Those kept, and those it was selecting from; the others pass over it (G2)."""
    state = wonders(selecting(4).state)
    state = keep(state, 1, 0)
    before = state.hands
    state = wonders(state.tell(Gone((0,))))
    assert isinstance(state.ask, Choose)
    assert {1: Pass(3), 2: Pass(1), 3: Pass(2)} == {
        seat: offer.rest for seat, offer in state.ask.offers.items()
    }
    state = keep(state, 2, 0)
    state = keep(state, 3, 0)
    assert ((), before[2][1:], before[3][1:], before[1][1:]) == state.hands
    assert [0, 1, 1, 1] == [len(kept) for kept in state.leaders]
    while isinstance(state.task, Draft):
        for seat in (1, 2, 3):
            state = keep(state, seat, 0)
    assert [0, 4, 4, 4] == [len(kept) for kept in state.leaders]
    assert isinstance(state.ask, Choose)
    assert (1, 2, 3) == tuple(state.ask.offers)


def test_a_selection_goes_on_when_its_last_chooser_leaves() -> None:
    """Nobody waits for a seat that is gone (G2, L1.2)."""
    state = wonders(selecting(4).state)
    for seat in (0, 1, 2):
        state = keep(state, seat, 0)
    state = wonders(state.tell(Gone((3,))))
    assert Draft(2) == state.task
    assert [3, 3, 3, 0] == [len(hand) for hand in state.hands]


def test_leaders_that_were_being_mixed_or_dealt_are_mixed_again() -> None:
    """For those who remain, under a new name (G3, L1.2)."""
    for asked in (Shuffle, Deal):
        dealer = Dealer(Wonders(4, "day", ("leaders",)), seeded("again"))
        for _ in dealer.steps([]):
            state = wonders(dealer.state)
            if isinstance(state.ask, asked) and "leaders" in state.task.name:
                break
        state = wonders(dealer.state.tell(Gone((2,))))
        assert isinstance(state.ask, Shuffle)
        assert ["leaders#2"] == [deck.name for deck in state.ask.decks]
        dealer.state = state
        for _ in dealer.steps([]):
            if isinstance(dealer.state.ask, Choose):
                break
        state = wonders(dealer.state)
        assert [4, 4, 0, 4] == [len(hand) for hand in state.hands]
        assert 34 - 12 == len(state.box)
