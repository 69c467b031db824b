"""The memory aid: conclusions from what one seat has seen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pytest

from sealed_wonders.client.view.wonders.handtracker import HandTracker, PassingHand
from sealed_wonders.client.view.wonders.taken import LEFT_OVER, TakenCard
from sealed_wonders.core.game import Card, Gone, Look, Seat, Slot, seeded
from sealed_wonders.core.local import Player
from sealed_wonders.core.wonders.events import HandsDealt, LeftOver, Played
from sealed_wonders.core.wonders.leaders.tasks import RECRUITMENT, Draft
from sealed_wonders.core.wonders.play import Turn
from sealed_wonders.core.wonders.ruleset import Wonders
from tests.support.games import LeavingDealer, builder, chooser, wonders
from tests.support.thorough import only
from tests.support.wonders import Table, city, face_number

EVENTS = (Played, LeftOver)


class Faces(Mapping[Slot, Card]):
    """Faces; looking up one that the seat doesn't know is an error."""

    def __init__(self, faces: Mapping[Slot, Card], allowed: set[Slot]) -> None:
        self._faces = faces
        self._allowed = allowed

    def __getitem__(self, slot: Slot) -> Card:
        assert slot in self._allowed, f"slot {slot} is not for this seat"
        return self._faces[slot]

    def __contains__(self, slot: object) -> bool:
        return slot in self._allowed and slot in self._faces

    def __iter__(self) -> Iterator[Slot]:
        raise AssertionError("nobody may go through all faces")

    def __len__(self) -> int:
        raise AssertionError("nor count them")


class TrackerHarness:
    """A tracker at one seat of a game, compared with the actual cards."""

    def __init__(self, dealer: LeavingDealer, me: Seat) -> None:
        self.dealer = dealer
        self.me = me
        self.seen = HandTracker(me)
        self.truth: dict[tuple[int, int, Seat, str], Card] = {}
        self.down: set[Slot] = set()
        self.faces: dict[Slot, Card] = {}
        """All faces so far; a dealer forgets those of cards that have moved on."""
        self.looked: set[Card] = set()
        """The cards seen in the discard pile."""

    def note(self) -> None:
        state = wonders(self.dealer.state)
        self.faces |= self.dealer.faces
        for event in state.news:
            if isinstance(event, Played) and event.turn == RECRUITMENT:
                continue  # leaders don't belong to an age
            if isinstance(event, EVENTS):
                card = self.faces.get(event.slot)
                if isinstance(event, Played) and event.card is not None:
                    card = event.card
                elif event.seat == self.me:
                    self.down.add(event.slot)
                assert card is not None
                use = event.use if isinstance(event, Played) else LEFT_OVER
                self.truth[event.age, event.turn, event.seat, use] = card
        looks = state.ask == Look(self.me, state.discard)
        mine = set(state.hands[self.me]) if state.hands else set()
        pile = set(state.discard) if looks else set()
        self.looked |= {self.faces[slot] for slot in pile}
        kept = set(state.leaders[self.me]) if state.leaders else set()
        faces = Faces(self.dealer.faces, mine | pile | self.down | kept)
        self.seen.note(state, faces)
        self.seen.look(state, faces)

    def held(self, seat: Seat) -> set[Card]:
        """Return the cards that a seat really holds."""
        state = wonders(self.dealer.state)
        return {self.faces[slot] for slot in state.hands[seat]}

    def check(self) -> None:
        state = wonders(self.dealer.state)
        for one in self.seen.hands(state):
            held = self.held(one.holder)
            assert one.size == len(held)
            assert set(one.sure) <= held
            if one.seen is not None:
                assert held <= {*one.sure, *one.perhaps}
            for taken in one.taken:
                self._check_taken(taken)
            self._check_not_forgotten(one)
        for taken in self.seen.taken():
            self._check_taken(taken)
        self._check_unseen()

    def _check_unseen(self) -> None:
        state = wonders(self.dealer.state)
        going = self.seen.hands(state)
        unseen = set(self.seen.unseen())
        assert not unseen & self.looked
        for one in going:
            if one.seen is None:
                assert self.held(one.holder) <= unseen
            else:
                assert not self.held(one.holder) & unseen

    def _check_taken(self, taken: TakenCard) -> None:
        true = self.truth[taken.age, taken.turn, taken.seat, taken.use]
        if taken.cards:
            assert true in taken.cards
        elif taken.use == "build":
            raise AssertionError("a building is seen by all")

    def _check_not_forgotten(self, one: PassingHand) -> None:
        """Check that every card that can't have been taken face down is certain."""
        hidden = [t for t in one.taken if not t.is_sure]
        if one.seen is not None and not hidden:
            assert set(one.sure) == self.held(one.holder)
            assert one.perhaps == ()


def dealer(
    players: int, seed: str, sides: str = "choose", expansions: tuple[str, ...] = ()
) -> LeavingDealer:
    leaders = "expert" if "leaders" in expansions else "standard"
    return LeavingDealer(Wonders(players, sides, expansions, leaders), seeded(seed))


def watch(game: LeavingDealer, players: Sequence[Player]) -> None:
    """Play a game with a tracker at every seat, and check each at every step."""
    harnesses = [TrackerHarness(game, seat) for seat in range(len(players))]
    known = 0
    for _ in game.follow(players, {}):
        for one in harnesses:
            one.note()
            one.check()
            known += sum(taken.is_sure for taken in one.seen.taken())
    assert known
    assert all(one.seen.missed == [] for one in harnesses)


@pytest.mark.parametrize("players", only([5], [3, 5, 7]))
@pytest.mark.parametrize("pick", [builder, chooser])
def test_the_tracker_makes_no_false_claim_about_any_hand(
    players: int, pick: type
) -> None:
    """It forgets nothing certain, and looks at no hidden face."""
    seed = f"seen/{players}/{pick.__name__}"
    game = dealer(players, seed)
    watch(game, [pick(seed)] * players)


@pytest.mark.parametrize("players", only([3], [3, 7]))
@pytest.mark.parametrize(
    "expansions", [("leaders",), ("edifice",), ("leaders", "edifice")]
)
def test_leaders_and_penalties_do_not_confuse_the_tracker(
    players: int, expansions: tuple[str, ...]
) -> None:
    """
    Recruiting uses no card of an age, and everybody has seen the cards that a penalty
    takes.
    """
    seed = f"seen/{players}/{expansions}"
    game = dealer(players, seed, "random", expansions)
    watch(game, [chooser(seed)] * players)


@pytest.mark.parametrize("players", [3, 4, 7])
def test_hands_of_the_draft_are_remembered(players: int) -> None:
    """
    For each hand with a choice, the tracker remembers the leader kept and the leaders
    passed on.
    """
    game = dealer(players, "selection", expansions=("leaders",))
    harnesses = [TrackerHarness(game, seat) for seat in range(players)]
    held: dict[tuple[Seat, int], set[Card]] = {}
    for _ in game.follow([chooser("selection")] * players, {}):
        for one in harnesses:
            one.note()
            state = wonders(game.state)
            if isinstance(state.task, Draft) and not any(state.chosen):
                held[one.me, state.task.round] = one.held(one.me)
        if wonders(game.state).task.name == "recruit":
            break
    state = wonders(game.state)
    for one in harnesses:
        assert [1, 2, 3] == [it.round for it in one.seen.selections]
        kept = {it.kept for it in one.seen.selections}
        mine = {game.faces[slot] for slot in state.leaders[one.me]}
        assert 1 == len(mine - kept)
        assert kept < mine
        for it in one.seen.selections:
            assert held[one.me, it.round] == set(it.seen) == {*it.passed, it.kept}
            assert (one.me - 1) % players == it.taker


@pytest.mark.parametrize("when", [0, 4, 9, 14, 23, 31, 47])
def test_a_removed_player_takes_their_hand_out_of_the_game(when: int) -> None:
    """The other hands pass the empty seat, and none is mixed up."""
    seed = f"seen/left/{when}"
    game = dealer(5, seed)
    harnesses = [TrackerHarness(game, seat) for seat in (0, 3, 4)]
    going = 0

    def check_all() -> None:
        nonlocal going
        for one in harnesses:
            one.note()
            one.check()
            going += len(one.seen.hands(wonders(game.state)))

    game.after_answer = check_all
    for _ in game.follow([chooser(seed)] * 5, {when: (1,), when + 20: (2,)}):
        pass
    assert going
    assert 1 in wonders(game.state).gone


@pytest.mark.parametrize("players", [3, 7])
def test_unseen_cards_are_the_rest_of_the_ages_deck(players: int) -> None:
    """All cards of the first two ages are in play, so the set is exact."""
    game = dealer(players, "face down")
    mine = TrackerHarness(game, 0)
    counted, looked = 0, False
    hidden: set[Card] = set()
    for _ in game.follow([builder("face down")] * players, {}):
        mine.note()
        state = wonders(game.state)
        for event in state.news:
            if isinstance(event, HandsDealt):
                looked = False
                hidden = set().union(*map(mine.held, range(players)))
            elif isinstance(event, Played) and event.card is not None:
                hidden.discard(event.card)
        looked = looked or isinstance(state.ask, Look)
        if not isinstance(state.task, Turn):
            continue
        hidden -= mine.held(0)
        unseen = set(mine.seen.unseen())
        if unseen and state.task.age == 3:
            assert unseen > hidden, "of some guilds nobody can know"
        elif unseen and not looked:
            assert unseen == hidden
            counted += 1
    assert counted


def cards(*names: str) -> tuple[Card, ...]:
    return tuple(sorted(face_number(name) for name in names))


HANDS = (
    "altar baths theater tavern stockade barracks apothecary",
    "lumber_yard stone_pit clay_pool ore_vein tree_farm excavation clay_pit",
    "timber_yard forest_cave mine loom_1 glassworks_1 press_1 well",
)
"""Each card occurs only once, as in a real deck."""


def table_of_three(me: str = "halikarnassos night", cleo: str = "ephesos") -> Table:
    """Return a table of three in age I, where two first stages cost two clay each."""
    clay = "clay_pool tree_farm"
    return Table(
        city(me, coins=9, built=clay),
        city("rhodos", coins=9),
        city(cleo, coins=9, built=clay),
        hands=HANDS,
    )


def start_tracker(table: Table, me: Seat) -> HandTracker:
    """Track a table, as if its hands had just been dealt."""
    seen = HandTracker(me)
    dealt = table.state.with_news(HandsDealt(1, table.state.hands))
    seen.note(dealt, own_faces(table, me))
    return seen


def own_faces(table: Table, me: Seat) -> dict[Slot, Card]:
    return {slot: table.faces[slot] for slot in table.state.hands[me]}


def play(table: Table, seen: HandTracker, me: Seat, *lines: str) -> None:
    """Make everybody move, and note what the seat sees."""
    for seat, line in enumerate(lines):
        table.tell(seat, line)
        faces = own_faces(table, me)
        for event in table.state.news:
            if isinstance(event, Played) and event.seat == me:
                faces[event.slot] = table.faces[event.slot]
        seen.note(table.state, faces)


def test_a_hand_passed_on_is_known_except_for_our_card() -> None:
    """It is with the left neighbour now, and will return from the right one."""
    table = table_of_three()
    seen = start_tracker(table, 0)
    play(table, seen, 0, "build altar", "sell", "sell")
    ours, right, left = seen.hands(table.state)
    assert (ours.holder, ours.comes, ours.size) == (0, 0, 6)
    assert (right.holder, right.comes, right.seen) == (2, 1, None)
    assert (left.holder, left.comes, left.seen) == (1, 2, 1)
    assert left.sure == cards(
        "baths", "theater", "tavern", "stockade", "barracks", "apothecary"
    )
    assert left.perhaps == ()
    assert left.taken == (TakenCard(1, 1, 0, "build", cards("altar")),)


SIX = "baths theater tavern stockade barracks apothecary"
"""The rest of our first hand, after the altar was sold."""

SOLD = "sell with altar, sell, sell; sell, sell with baths, sell"
"""Two turns: in the second one, bob sells the baths of our first hand."""

MEANWHILE = SOLD.replace("; sell,", "; stage with press_1,")
"""The same, but we build a stage that lets us look through the discard pile."""


@pytest.mark.parametrize(
    ("turns", "at_halikarnassos", "taken"),
    [
        pytest.param(SOLD, 0, {(2, 1, "sell"): SIX}, id="any other card is possible"),
        pytest.param(
            f"{SOLD}; sell, sell, build theater",
            0,
            {(2, 1, "sell"): "baths"},
            id="a returning hand shows the missing card",
        ),
        pytest.param(
            f"{SOLD}; sell, sell, stage with theater",
            0,
            {(2, 1, "sell"): "baths theater", (3, 2, "stage"): "baths theater"},
            id="two missing cards stay uncertain",
        ),
        pytest.param(
            f"{SOLD}; sell, sell, stage with theater; stage with tavern, sell, sell; look",
            0,
            {(2, 1, "sell"): "baths", (3, 2, "stage"): "theater"},
            id="the discard pile reveals sales",
        ),
        pytest.param(
            SOLD.removesuffix("sell") + "stage with stone_pit; pick baths",
            2,
            {(2, 1, "sell"): "baths"},
            id="a card built from the discard pile was sold",
        ),
        pytest.param(
            f"{SOLD}; sell, sell, stage with theater; pick baths",
            2,
            {(2, 1, "sell"): "baths", (3, 2, "stage"): "theater"},
            id="a card in the discard pile is under no stage",
        ),
        pytest.param(
            f"{MEANWHILE}; look; decline; sell, sell, sell with theater",
            0,
            {(2, 1, "sell"): "baths", (3, 2, "sell"): "theater"},
            id="a card sold before the look was seen then",
        ),
    ],
)
def test_cards_taken_face_down_are_inferred(
    turns: str, at_halikarnassos: Seat, taken: Mapping[tuple[int, Seat, str], str]
) -> None:
    """The tracker uses missing cards in returning hands, and the discard pile."""
    table = (
        table_of_three()
        if not at_halikarnassos
        else table_of_three("gizah", "halikarnassos night")
    )
    seen = start_tracker(table, 0)
    for turn in turns.split("; "):
        if turn == "look":
            assert table.state.ask == Look(0, table.state.discard)
            seen.look(table.state, {s: table.faces[s] for s in table.state.discard})
        elif turn.startswith(("pick", "decline")):
            table.tell(at_halikarnassos, turn)
            seen.note(table.state, own_faces(table, 0))
        else:
            play(table, seen, 0, *turn.split(", "))
    for (number, seat, use), names in taken.items():
        assert TakenCard(1, number, seat, use, cards(*names.split())) in seen.taken()


def test_a_hand_is_uncertain_until_a_taken_card_is_known() -> None:
    table = table_of_three("gizah", "halikarnassos night")
    seen = start_tracker(table, 0)
    play(table, seen, 0, "sell with altar", "sell", "sell")
    play(table, seen, 0, "sell", "sell with baths", "stage with stone_pit")
    six = cards(*SIX.split())
    for known in (False, True):
        hand = next(one for one in seen.hands(table.state) if one.holder == 2)
        assert 5 == hand.size
        rest = tuple(card for card in six if card not in cards("baths"))
        assert (hand.sure, hand.perhaps) == ((rest, ()) if known else ((), six))
        if not known:
            table.tell(2, "pick baths")
            seen.note(table.state, own_faces(table, 0))


def test_looking_through_the_discard_reveals_cards_of_unseen_hands() -> None:
    table = table_of_three()
    seen = start_tracker(table, 0)
    play(table, seen, 0, "stage with altar", "sell with clay_pit", "sell")
    assert set(cards("clay_pit")) <= set(seen.unseen())
    seen.look(table.state, {s: table.faces[s] for s in table.state.discard})
    assert seen.unseen()
    assert not set(cards("clay_pit")) & set(seen.unseen())


def test_nothing_is_inferred_from_a_partly_lost_discard_pile() -> None:
    """A removed player's cards can't be opened without them."""
    clay = "clay_pool tree_farm"
    more = "east_trading_post west_trading_post marketplace guard_tower workshop"
    table = Table(
        city("halikarnassos night", coins=9, built=clay),
        *(city(name, coins=9) for name in ("rhodos", "ephesos", "gizah")),
        hands=(*HANDS, f"{more} scriptorium school"),
    )
    seen = start_tracker(table, 0)
    play(table, seen, 0, "sell with altar", "sell", "sell", "sell")
    play(table, seen, 0, "sell", "sell with baths", "sell", "sell")
    [lost] = [s for s in table.state.discard if table.faces[s] in cards("baths")]
    table.state = wonders(table.state.tell(Gone((3,), (lost,))))
    seen.note(table.state, own_faces(table, 0))
    mine = [table.faces[slot] for slot in table.state.hands[0]]
    name = next(name for name in HANDS[2].split() if face_number(name) in mine)
    for seat, line in enumerate((f"stage with {name}", "sell", "sell")):
        table.tell(seat, line)
    seen.note(table.state, {})
    assert table.state.ask == Look(0, table.state.discard)
    seen.look(table.state, {s: table.faces[s] for s in table.state.discard})
    [sold] = [one for one in seen.taken() if (one.turn, one.seat) == (2, 1)]
    assert set(cards("baths")) < set(sold.cards)


def test_the_tracker_continues_after_a_turn_it_has_missed() -> None:
    """If somebody else had the seat before, only the newest faces are available."""
    table = table_of_three()
    seen = HandTracker(0)
    seen.note(table.state.with_news(HandsDealt(1, table.state.hands)), {})
    for seat, line in enumerate(("build altar", "sell", "sell")):
        table.tell(seat, line)
        seen.note(table.state, {})
    assert seen.missed == [(1, 1)]
    seen.look(table.state, own_faces(table, 0))
    ours, right, left = seen.hands(table.state)
    assert ours.seen == 2
    assert ours.sure == tuple(sorted(own_faces(table, 0).values()))
    assert (right.seen, left.seen) == (None, None)
    play(table, seen, 0, "sell", "sell", "sell")
    assert seen.missed == [(1, 1)]
    assert [one.seen for one in seen.hands(table.state)] == [3, None, 2]
