"""L3: Roma and Abu Simbel, and the order of things where leaders meet wonders."""

from __future__ import annotations

import pytest

from sealed_wonders.core.game import Choose, Deal, Gone, Offer, Refusal, Shuffle, Stay
from sealed_wonders.core.wonders.catalog import everything
from sealed_wonders.core.wonders.city import with_buried, with_leader
from sealed_wonders.core.wonders.events import (
    Drawn,
    Enlisted,
    LeftOver,
    Played,
    TokenDropped,
    TurnEnded,
)
from sealed_wonders.core.wonders.leaders.tasks import Victims
from sealed_wonders.core.wonders.model import City
from sealed_wonders.core.wonders.notation import NOTHING
from sealed_wonders.core.wonders.options import LEADER_SETS
from sealed_wonders.core.wonders.play import Turn
from tests.support.wonders import Table, city, leader

PLAIN = (city("gizah"), city("ephesos"))

DEALT = [it.id for it in everything().leaders if it.set in LEADER_SETS["expert"]]

SECOND = "stone_pit clay_pool glassworks_1"
"""What Roma's second night stage takes."""


def table(
    first: City,
    *others: City,
    leaders: str = "",
    box: str = "",
    age: int = 1,
    turn: int = 1,
    hands: tuple[str, ...] = (),
    discard: str = "",
) -> Table:
    """Lay out a city and others, with leaders in the hand of the first."""
    return Table(
        first,
        *(others or PLAIN),
        expansions="leaders",
        leaders=(leaders,),
        box=box,
        age=age,
        turn=turn,
        hands=hands,
        discard=discard,
    )


def roma(coins: int = 0, leaders: str = "") -> City:
    """Give Roma by night, about to build its second stage."""
    return city("roma night", coins, SECOND, 1, leaders=leaders)


# L3.1: what leaders cost.


@pytest.mark.parametrize("side", ["roma", "roma night"])
def test_roma_produces_nothing_at_the_start(side: str) -> None:
    """Neither for itself nor for neighbours (L3.1)."""
    works = city(side).works
    assert (0, ()) == works.own == works.sells


def test_leaders_cost_roma_nothing_by_day() -> None:
    """Its neighbours pay what they always do (L3.1)."""
    game = table(
        city("roma", 0), city("gizah", 9), city("ephesos", 9), leaders="caesar", turn=0
    )
    assert "recruit caesar" in game.moves(0)
    game.play("recruit caesar")
    assert (("caesar",), 0) == (game.leaders(0), game.coins[0])
    game = Table(
        "roma 0, gizah 9, ephesos 9",
        expansions="leaders",
        turn=0,
        leaders=("", "caesar", "varro"),
    )
    assert "recruit caesar bank=5" in game.moves(1)
    assert "recruit varro bank=3" in game.moves(2)


def test_leaders_cost_less_around_roma_by_night() -> None:
    """2 for itself, 1 for each neighbour, none for others, never below nothing (L3.1)."""
    game = Table(
        *(city(it, 9) for it in ("roma night", "gizah", "ephesos", "rhodos")),
        expansions="leaders",
        turn=0,
        leaders=(
            "caesar sappho nitocris",
            "varro zenobia",
            "pericles",
            "nero cleopatra",
        ),
    )
    prices = [
        {move for move in game.moves(seat) if move.startswith("recruit")}
        for seat in range(4)
    ]
    assert {
        "recruit caesar bank=3",
        "recruit sappho",
        "recruit nitocris",
    } <= prices[0]
    assert {"recruit varro bank=2", "recruit zenobia bank=1"} <= prices[1]
    assert "recruit pericles bank=6" in prices[2]
    assert {"recruit nero", "recruit cleopatra bank=3"} <= prices[3]


# L3.2: Roma by night.


def test_romas_first_stage_draws_four_leaders() -> None:
    """5 coins, and the first four of the box, for its eyes only (L3.2)."""
    game = table(
        city("roma night", 0, "lumber_yard clay_pool"),
        leaders="nero",
        box="plato midas varro hiram caesar",
    )
    box = game.state.box
    game.tell(0, "stage")
    game.tell(1, "sell")
    game.state = game.state.tell(game.answer(2, "sell"))
    assert Deal({0: box[:4]}) == game.state.ask
    game = table(
        city("roma night", 0, "lumber_yard clay_pool"),
        leaders="nero",
        box="plato midas varro hiram caesar",
    )
    news = game.play("stage")
    (drawn,) = [event for event in news if isinstance(event, Drawn)]
    assert (1, 1, 0, 4) == (drawn.age, drawn.turn, drawn.seat, len(drawn.slots))
    assert ("hiram", "midas", "nero", "plato", "varro") == game.kept(0)
    assert ("caesar",) == game.named(game.state.box)
    assert 5 == game.coins[0]
    assert Turn(1, 2) == game.state.task


@pytest.mark.parametrize(
    ("box", "drawn"), [("plato midas", ("midas", "plato")), ("", ())]
)
def test_a_box_that_holds_too_few(box: str, drawn: tuple[str, ...]) -> None:
    """As many come as there are (L3.2)."""
    game = table(city("roma night", 0, "lumber_yard clay_pool"), box=box)
    game.play("stage")
    assert (drawn, ()) == (game.kept(0), game.state.box)
    assert (Turn(1, 2), ()) == (game.state.task, game.state.rights)


def test_a_box_lost_with_a_player() -> None:
    """Before it is drawn from, or just then: nothing comes, and all go on (L3.2, G2)."""
    for early in (True, False):
        game = table(
            city("roma night", 0, "lumber_yard clay_pool"), leaders="nero", box="plato"
        )
        box = game.state.box
        if early:
            game.state = game.state.tell(Gone((1,), box))
        game.tell(0, "stage")
        if not early:
            game.tell(1)
        game.state = game.state.tell(game.answer(2))
        if not early:
            assert isinstance(game.state.ask, Deal)
            game.state = game.state.tell(Gone((1,), box))
        assert (("nero",), ()) == (game.kept(0), game.state.rights)
        assert Turn(1, 2) == game.state.task


def test_roma_leaves_before_it_draws() -> None:
    """The box stays as it was (L3.2, G2)."""
    game = table(city("roma night", 0, "lumber_yard clay_pool"), box="plato midas")
    game.tell(0, "stage")
    game.tell(1)
    game.state = game.state.tell(game.answer(2))
    game.state = game.state.tell(Gone((0,)))
    assert ("midas", "plato") == game.named(game.state.box)
    assert (Turn(1, 2), (1, 2)) == (game.state.task, game.asked)


@pytest.mark.parametrize(("stages", "built"), [(1, SECOND), (2, "quarry press_1")])
def test_romas_later_stages_recruit_another_leader(stages: int, built: str) -> None:
    """3 points, and a leader of the hand for 2 coins less (L3.2)."""
    game = table(
        city("roma night", 2, built, stages), leaders="hiram caesar", age=2, turn=3
    )
    news = game.play("stage")
    assert Choose({0: Offer(game.state.leaders[0], Stay())}) == game.state.ask
    assert ("decline", "recruit hiram bank=1") == game.moves(0)
    assert Refusal.TOO_FEW_COINS is game.refusal(0, "recruit caesar bank=3")
    for line in ("sell with hiram", "stage with hiram", "build hiram"):
        assert Refusal.NO_CHOICE is game.refusal(0, line)
    news = game.play("recruit hiram bank=1")
    told = [event for event in news if isinstance(event, Enlisted)]
    assert [(2, 3, 0, (0, 0, 1))] == [
        (event.age, event.turn, event.seat, event.paid) for event in told
    ]
    assert leader("hiram") is game.state.rules.catalog.leader(told[0].card)
    assert (("hiram",), ("caesar",), 1) == (
        game.leaders(0),
        game.kept(0),
        game.coins[0],
    )
    assert 2 == game.state.cities[0].leaders[0].age
    assert 3 * stages == game.points(0)["wonder"]
    assert Turn(2, 4) == game.state.task


def test_an_extra_leader_may_be_declined() -> None:
    """So it is for who runs out of time; hand and coins stay (L3.2)."""
    game = table(roma(9), leaders="hiram caesar")
    game.play("stage")
    assert "decline" == game.state.default(0, game.seen(0)).text
    news = game.play("decline")
    assert Enlisted(1, 1, 0, None, NOTHING) in news
    assert ((), ("caesar", "hiram"), 9) == (
        game.leaders(0),
        game.kept(0),
        game.coins[0],
    )
    assert Turn(1, 2) == game.state.task


def test_coins_of_the_same_turn_pay_for_an_extra_leader() -> None:
    """Those a neighbour paid for goods on it (L3.2)."""
    game = table(
        roma(0),
        city("olympia", 2),
        city("ephesos"),
        leaders="cleopatra",
        hands=("", "baths"),
    )
    game.play("stage", "build baths right=2")
    assert ("decline", "recruit cleopatra bank=2") == game.moves(0)
    game.play("recruit cleopatra bank=2")
    assert (("cleopatra",), 0) == (game.leaders(0), game.coins[0])


def test_an_extra_leader_is_free_with_maecenas() -> None:
    """Like any other after him (L3.2, L2.1)."""
    game = table(roma(0, leaders="maecenas"), leaders="caesar")
    game.play("stage")
    assert ("decline", "recruit caesar") == game.moves(0)


def test_an_extra_leader_out_of_an_empty_hand() -> None:
    """Nobody is asked (L3.2)."""
    game = table(roma(9))
    game.play("stage")
    assert (Turn(1, 2), ()) == (game.state.task, game.state.rights)


def test_roma_leaves_before_its_extra_leader() -> None:
    """The game goes on with the next turn (L3.2, G2)."""
    game = table(roma(9), leaders="hiram")
    game.play("stage")
    assert (0,) == game.asked
    game.state = game.state.tell(Gone((0,)))
    assert Turn(1, 2) == game.state.task
    assert [1, 2] == list(game.asked)
    assert () == game.leaders(0)


def test_an_extra_leader_in_the_last_recruitment() -> None:
    """One leader goes under the stage; the other, which Roma keeps, joins (L3.2, L1.5)."""
    game = table(roma(9), leaders="hiram nero", age=3, turn=0)
    game.play("stage with nero")
    assert ("decline", "recruit hiram bank=1") == game.moves(0)
    news = game.play("recruit hiram bank=1")
    assert (("hiram",), ()) == (game.leaders(0), game.kept(0))
    assert TurnEnded(3, 0, (8, 6, 6), (0, 0, 0)) == news[-1]


def test_leaders_in_the_hand_are_worth_nothing() -> None:
    """Those Roma kept to the end (L3.2)."""
    game = table(city("roma night", 0), leaders="cleopatra nefertiti", age=3, turn=6)
    game.play()
    assert ("cleopatra", "nefertiti") == game.kept(0)
    assert 0 == game.points(0)["leaders"]


def test_a_hand_without_leaders_is_not_asked_to_recruit() -> None:
    """Roma's can be empty where nothing came out of its box (L3.2, L1.3, G2)."""
    game = Table(
        "roma night",
        *PLAIN,
        expansions="leaders",
        age=2,
        turn=6,
        leaders=("", "nero midas", "plato varro"),
    )
    game.play()
    assert (1, 2) == game.asked
    assert () == game.state.moves(0, {})
    news = game.play("sell", "sell")
    assert [1, 2] == [event.seat for event in news if isinstance(event, Played)]
    assert isinstance(game.state.ask, Shuffle)


# L3.2 and others: the order of things at the end of a turn.


def test_romas_extra_leader_being_solomon() -> None:
    """He builds at the end of the same turn, of what was sold on it too (L3.2, L2.7)."""
    game = table(roma(9), leaders="solomon", hands=("", "altar"))
    game.play("stage", "sell with altar", "sell")
    game.play("recruit solomon bank=1")
    assert ("decline", "pick altar", "pick theater") == game.moves(0)
    game.play("pick altar")
    assert ("altar",) == game.built(0)[3:]
    assert Turn(1, 2) == game.state.task


def test_romas_extra_leader_being_telesilla() -> None:
    """Her victims drop theirs right after, tokens of other leaders too (L3.2, L2.8)."""
    game = table(
        roma(9),
        city("gizah", tokens=(1, 3)),
        city("ephesos", tokens=(-1, 1)),
        leaders="telesilla",
        age=2,
        turn=2,
    )
    game.play("stage")
    game.play("recruit telesilla bank=1")
    assert ((1,), ("drop 1", "drop 3")) == (game.asked, game.moves(1))
    news = game.play("drop 1")
    assert [(1, 1), (2, 1)] == [
        (event.seat, event.value) for event in news if isinstance(event, TokenDropped)
    ]
    assert [(3,), (-1,)] == [game.tokens(1), game.tokens(2)]
    assert Turn(2, 3) == game.state.task


def test_victims_come_before_romas_extra_leader() -> None:
    """What Nitocris brings then is safe (W4.3, L2.8)."""
    game = Table(
        city("roma night", 9, SECOND, 1, tokens=(1,)),
        city("gizah", 3, tokens=(1, 3)),
        "ephesos",
        expansions="leaders",
        age=2,
        turn=0,
        leaders=("nitocris nero", "", "telesilla"),
    )
    game.play("stage with nero", "sell", "recruit telesilla bank=2")
    assert (1,) == game.asked
    assert Victims.name == game.state.task.name
    game.play("drop 1")
    assert () == game.tokens(0)
    assert "recruit nitocris" in game.moves(0)
    game.play("recruit nitocris")
    assert (3,) == game.tokens(0)
    assert Turn(2, 1) == game.state.task


def test_romas_extra_leader_comes_before_babylons_extra_card() -> None:
    """On turn 6, with victims between; then what is left over, then Solomon (W4.3)."""
    game = table(
        roma(9),
        city("babylon night", 0, stages=1),
        city("gizah", tokens=(1, 3)),
        leaders="telesilla",
        turn=6,
        hands=("", "altar well", ""),
    )
    game.play("stage", "build altar")
    assert (0,) == game.asked
    game.play("recruit telesilla bank=1")
    assert ((2,), ("drop 1", "drop 3")) == (game.asked, game.moves(2))
    game.play("drop 3")
    assert ((1,), 7) == (game.asked, getattr(game.state.task, "turn", None))
    news = game.play("build well")
    assert [0, 2] == [event.seat for event in news if isinstance(event, LeftOver)]


def test_babylon_halikarnassos_and_solomon_on_the_same_sixth_turn() -> None:
    """Babylon sells its seventh card; both builders find it, in their order (W4.3, W4.4)."""
    game = Table(
        roma(9),
        "babylon night 0 +1, halikarnassos night: brickyard",
        expansions="leaders",
        leaders=("solomon",),
        turn=6,
        hands=("theater baths", "altar well", "theater stockade"),
    )
    game.play("stage with theater", "build altar", "stage with theater")
    game.play("recruit solomon bank=1")
    assert (1,) == game.asked
    game.play("sell with well")
    assert ((2,), 3) == (game.asked, game.coins[1])
    assert ("decline", "pick baths", "pick stockade", "pick well") == game.moves(2)
    game.play("pick baths")
    assert (0,) == game.asked
    assert ("decline", "pick stockade", "pick well") == game.moves(0)
    game.play("pick stockade")
    assert ((1, 1), (-1,), (-1,)) == tuple(game.tokens(seat) for seat in range(3))


def test_a_coin_of_berenices_for_the_whole_turn() -> None:
    """The five of Roma's stage have it; Croesus after it has none more (L2.6, L3.2)."""
    game = table(
        city("roma night", 0, "lumber_yard clay_pool", leaders="berenice"), box="plato"
    )
    game.play("stage")
    assert 6 == game.coins[0]
    game = table(roma(0, leaders="berenice"), leaders="croesus")
    game.play("stage")
    game.play("recruit croesus")
    assert 7 == game.coins[0]


# L3.3: Abu Simbel.


def abu_simbel(
    leaders: str = "", coins: int = 3, stages: int = 0, more: str = ""
) -> City:
    """Give Abu Simbel by night, about to build a stage."""
    return city(
        "abu_simbel night",
        coins,
        f"brickyard loom_1 sawmill glassworks_1 {more}",
        stages,
        leaders=leaders,
    )


def test_a_stage_of_abu_simbel_turns_a_leader_face_down() -> None:
    """One recruited before, of the builder's choice; it must be one (L3.3)."""
    game = table(abu_simbel("nero caesar"), age=2)
    assert {"stage bury=nero", "stage bury=caesar"} == {
        move for move in game.moves(0) if move.startswith("stage")
    }
    for line in ("stage", "stage bury=plato", "stage bury=altar"):
        assert Refusal.WRONG_WAY is game.refusal(0, line)
    news = game.play("stage bury=caesar")
    played = news[0]
    assert isinstance(played, Played)
    assert ("stage", "caesar") == (played.use, played.bury)
    assert [False, True] == [one.buried for one in game.state.cities[0].leaders]
    assert 0 == game.state.cities[0].works.shields
    assert ["stage bury=nero"] == [
        move for move in game.moves(0) if move.startswith("stage")
    ]
    game.play("stage bury=nero")
    assert 2 * (1 + 5) == game.points(0)["leaders"]


def test_abu_simbel_without_a_leader() -> None:
    """The stage is built and does nothing (L3.3)."""
    for leaders in ("", "nero:1:buried"):
        game = table(abu_simbel(leaders))
        assert "stage" in game.moves(0)
        assert Refusal.WRONG_WAY is game.refusal(0, "stage bury=nero")
        game.play("stage")
        assert 1 == len(game.state.cities[0].stages)


def test_no_other_stage_turns_leaders() -> None:
    """Abu Simbel's first two by day, and those of others (L3.3)."""
    for led in (
        city("abu_simbel", 0, "stone_pit clay_pool", leaders="nero"),
        city("gizah", 0, "sawmill", leaders="nero"),
    ):
        game = table(led)
        assert "stage" in game.moves(0)
        assert Refusal.WRONG_WAY is game.refusal(0, "stage bury=nero")


def test_abu_simbels_third_stage_by_day() -> None:
    """Turns one face down too (L3.3)."""
    led = city("abu_simbel", 0, "quarry glassworks_1 loom_1", 2, leaders="plato")
    game = table(led)
    game.play("stage bury=plato")
    assert 2 * 4 == game.points(0)["leaders"]


def test_a_leader_of_the_same_recruitment_cannot_be_turned() -> None:
    """There is one leader for it: recruited or under the stage (L3.3)."""
    game = table(abu_simbel("nero"), leaders="plato", age=2, turn=0)
    assert Refusal.WRONG_WAY is game.refusal(0, "stage bury=plato with plato")
    game.play("stage bury=nero with plato")
    assert ("nero",) == game.leaders(0)


@pytest.mark.parametrize("age", [1, 2, 3])
def test_a_leader_that_cost_what_the_age_did(age: int) -> None:
    """Scores twice the age it was recruited in, whenever it is turned (L3.3)."""
    game = table(abu_simbel(f"cynisca:{age}"), age=3)
    game.play("stage bury=cynisca")
    assert 2 * age == game.points(0)["leaders"]


def test_the_printed_cost_counts_not_what_was_paid() -> None:
    """Maecenas or Roma made it cheaper (L3.3)."""
    game = table(
        abu_simbel("maecenas"),
        city("roma night"),
        city("gizah"),
        leaders="caesar",
        turn=0,
    )
    game.play("recruit caesar")
    game.play("stage bury=caesar")
    assert 2 * 5 == game.points(0)["leaders"]


@pytest.mark.parametrize("name", DEALT)
def test_a_leader_face_down_does_nothing(name: str) -> None:
    """Production, shields, symbols, powers: all as if it had never come (L3.3)."""
    built = "tavern altar barracks scriptorium workshop apothecary forum marketplace"
    other = "caesar" if name == "hannibal" else "hannibal"
    plain = city(
        "abu_simbel night",
        built=built,
        stages=1,
        tokens=(1, 1, -1),
        leaders=other,
        edifices="factory curtain_wall",
    )
    buried = with_buried(with_leader(plain, leader(name), 1), name)
    assert plain.works == buried.works
    assert [False, True] == [one.buried for one in buried.leaders]
    assert (plain.coins, plain.tokens, plain.colours) == (
        buried.coins,
        buried.tokens,
        buried.colours,
    )


def test_what_a_leader_gave_stays_when_it_is_turned() -> None:
    """Coins of Croesus, a token of Nitocris (L3.3)."""
    game = table(abu_simbel(coins=3), leaders="croesus", turn=0)
    game.play("recruit croesus bank=1")
    game.play("stage bury=croesus")
    assert 8 == game.coins[0]
    game = table(abu_simbel(coins=3), leaders="nitocris", turn=0)
    game.play("recruit nitocris bank=1")
    game.play("stage bury=nitocris")
    assert (1,) == game.tokens(0)


def test_a_leader_works_for_the_stage_that_turns_it() -> None:
    """Costs are paid first (L3.3, W4.1)."""
    led = city("abu_simbel night", 0, "brickyard", leaders="imhotep")
    game = table(led)
    game.play("stage bury=imhotep")
    assert 1 == len(game.state.cities[0].stages)
    led = city("abu_simbel night", 2, "loom_1 clay_pool", leaders="hatshepsut")
    game = table(led, city("gizah", built="clay_pool"), city("ephesos"))
    game.play("stage bury=hatshepsut left=2")
    assert 1 == game.coins[0]
