"""The news of Architects in sentences."""

from __future__ import annotations

import pytest

from sealed_wonders.client.words.architects import narrate
from sealed_wonders.core.architects.catalog import CENTRAL, catalog
from sealed_wonders.core.architects.events import (
    FinalSheet,
    Fought,
    Founded,
    Opened,
    Peeked,
    Remixed,
    Revealed,
    SeatsLeft,
    TurnEnded,
)
from sealed_wonders.core.draws import CHOSEN
from sealed_wonders.core.game import Sheet
from sealed_wonders.core.values import evolve
from sealed_wonders.net.words import use
from tests.support.architects import Table, at_random, city
from tests.support.architects_lines import NAMES, sight, told
from tests.support.french import english

RHODES, GIZA, BABYLON = "rhodes", "giza", "babylon"


def three(mine: str = "", **table: object) -> Table:
    """Lay out a table of Rhodes, Giza and Babylon, of which Rhodes is ours."""
    return Table(city(RHODES, mine), city(GIZA), city(BABYLON), **table)  # type: ignore[arg-type]


def test_a_game_begins_with_who_builds_what() -> None:
    table = three()
    news = (Founded((RHODES, GIZA, BABYLON), 1),)
    assert [
        "You are building the wonder of Rhodes: Colossus of Rhodes.",
        "bob is building the wonder of Giza: Great Pyramid of Giza.",
        "cleo is building the wonder of Babylon: Hanging Gardens of Babylon.",
        "bob begins.",
    ] == told(table, news=news)
    assert "You begin." == told(table, 1, news=news)[-1]


def test_what_lies_open_is_said_in_one_line_from_ours_on() -> None:
    """However the piles are ordered by seats."""
    table = three(piles=("clay ...", "glass ...", "mil_1horn ..."))
    tops = [(pile.name, pile.top) for pile in table.state.piles]
    news = tuple(Revealed(name, card) for name, card in tops if card is not None)
    assert [
        (
            "On top now: clay on your pile, glass on bob's pile and a shield with 1 horn "
            "on cleo's pile."
        )
    ] == told(table, news=news)
    assert [
        (
            "On top now: a shield with 1 horn on your pile, clay on ann's pile and glass "
            "on bob's pile."
        )
    ] == told(table, 2, news=news)


def test_tokens_that_can_be_had_are_explained() -> None:
    """All of them at first, later the one that is new."""
    table = three(open="urbanism culture tactics")
    tokens = tuple(map(Opened, table.state.open))
    assert [
        "Face-up progress tokens:",
        (
            "   Urbanism: once a turn, take one more card from any pile within reach "
            "when you take wood or clay."
        ),
        "   Culture: 4 points at the end, or 12 if you have both copies.",
        "   Tactics: 2 permanent shields.",
    ] == told(table, news=tokens)
    assert [
        "Another progress token is revealed. Tactics: 2 permanent shields."
    ] == told(table, news=tokens[2:])


@pytest.mark.parametrize(
    ("pile", "mine", "theirs", "neighbours"),
    [
        (RHODES, "your own pile", "their own pile", "ann's pile"),
        (BABYLON, "cleo's pile", "your pile", "cleo's pile"),
        (CENTRAL, "the central pile", "the central pile", "the central pile"),
    ],
)
def test_who_took_what_from_where(
    pile: str, mine: str, theirs: str, neighbours: str
) -> None:
    """A pile is somebody's: whoever's turn it is, ours, or another's."""
    table = three(
        piles=("clay wood ...", "glass", "clay wood ..."), central="clay ...", turn=7
    )
    table.choose(f"take {pile}")
    assert f"Turn 7. You take clay from {mine}." == told(table)[0]
    of_others = told(table, 2)[0]
    assert f"Turn 7. ann takes clay from {theirs}." == of_others
    if pile == RHODES:
        assert "Turn 7. ann takes clay from their own pile." == told(table, 1)[0]
    else:
        assert f"Turn 7. ann takes clay from {neighbours}." == told(table, 1)[0]


def test_what_lies_there_next_is_told() -> None:
    table = three(piles=("clay wood ...",))
    table.choose(f"take {RHODES}")
    assert "On top now: wood on your pile." == told(table)[1]
    assert "On top now: wood on ann's pile." == told(table, 1)[1]


def test_what_lies_far_away_is_told_to_those_who_can_take_it() -> None:
    """Whoever builds Alexandria may once; for others it is only long."""
    names = (RHODES, GIZA, BABYLON, "alexandria", "olympia")
    table = Table(*map(city, names), piles=("clay wood ...",))
    table.choose(f"take {RHODES}")
    heard = ["On top now" in " ".join(told(table, seat)) for seat in range(5)]
    assert [True, True, False, True, False] == heard


def test_the_cat_goes_where_it_is_called() -> None:
    table = three(piles=("civil_2vp_cat ...",))
    table.choose(f"take {RHODES}")
    assert [
        "Turn 1. You take a blue 2-point card with the cat from your own pile.",
        "You get the cat.",
    ] == told(table)[:2]
    assert "ann gets the cat." == told(table, 1)[1]


def test_the_cat_tells_nobody_else_what_it_shows() -> None:
    """Its holder hears it; the others hear that it was shown."""
    table = three(central="glass ...", cat=0)
    (news,) = [Peeked(4, 0)]
    top = table.state.central.slots[0]
    mine = sight(table, 0, {top: table.faces[top]})
    state = evolve(mine.state, news=(news,))
    assert ["The cat shows only you the top card of the central pile: glass."] == list(
        narrate.told(evolve(mine, state=state))
    )
    assert ["The cat shows ann the top card of the central pile."] == told(
        table, 1, news=(news,)
    )


def test_horns_are_counted_as_they_are_turned() -> None:
    """Those before a battle in the same step as well."""
    table = three(piles=("mil_2horn ...",), horns=1)
    table.choose(f"take {RHODES}")
    lines = told(table)
    assert (
        "2 conflict tokens are flipped to their battle side (now 3 of 3)." == lines[1]
    )
    assert "Battle: all the conflict tokens show their battle side." in lines
    one = three(piles=("mil_1horn ...",), horns=1)
    one.choose(f"take {RHODES}")
    assert (
        "1 conflict token is flipped to its battle side (now 2 of 3)." == told(one)[1]
    )
    assert 0 == sum("Battle" in line for line in told(one))


def test_who_beat_whom() -> None:
    """Each two neighbours once, with what it brings and what is discarded."""
    table = Table(
        city(RHODES, "mil_1horn mil_0horn"),
        city(GIZA, "mil_0horn"),
        city(BABYLON, "mil_0horn mil_2horn"),
        horns=3,
        at="end",
    )
    assert [
        "Battle: all the conflict tokens show their battle side.",
        "You beat bob, 2 shields to 1: 1 military token.",
        "cleo beats bob, 2 shields to 1: 1 military token.",
        "You and cleo are tied at 2.",
        "Shields with horns are discarded: you 1, cleo 1.",
        "The conflict tokens are flipped back to their peace side.",
    ] == told(table)[:6]
    beaten = told(table, 1)
    assert "ann beats you, 2 shields to 1: 1 military token for ann." in beaten
    assert "cleo beats you, 2 shields to 1: 1 military token for cleo." in beaten


def test_of_two_players_the_stronger_may_get_two() -> None:
    table = Table(
        city(RHODES, "mil_0horn mil_0horn"),
        city(GIZA, "mil_0horn"),
        horns=3,
        at="end",
    )
    assert "You beat bob, 2 shields to 1: 2 military tokens." in told(table)
    assert 1 == sum("beat" in line for line in told(table))
    assert not any("discarded" in line for line in told(table))


def test_whoever_left_gets_nothing_for_a_battle() -> None:
    table = three()
    fought = Fought(3, (0, 0, 0), (2, 0, 0), ((), (), ()))
    gone = evolve(table.state, gone=(0,), news=(fought,))
    seen = evolve(sight(table, 1), state=gone)
    assert "ann beats you, 2 shields to 0: 0 military tokens for ann." in list(
        narrate.told(seen)
    )


def test_what_the_rules_did_is_told_as_that() -> None:
    """A stage that followed from a card had to be; one that was chosen hadn't."""
    table = three("wood", piles=("clay ...",))
    table.choose(f"take {RHODES}")
    assert "You build stage 1 with 1 wood and 1 clay, as required: 4 points." in told(
        table
    )
    assert any(
        line.startswith("ann builds stage 1 with 1 wood and 1 clay, as required")
        for line in told(table, 1)
    )
    free = three("wood clay glass", at="act")
    free.choose("build 1 clay+glass")
    assert "You build stage 1 with 1 clay and 1 glass: 4 points." == told(free)[0]


def test_a_stage_that_is_a_shield_says_so() -> None:
    table = Table(city(RHODES, "wood", built="1"), city(GIZA), piles=("wood ...",))
    table.choose(f"take {RHODES}")
    assert (
        "You build stage 2 with 2 wood, as required: 4 points and a permanent shield."
        in told(table)
    )


def test_tokens_that_helped_are_named() -> None:
    table = Table(
        city(RHODES, "wood", built="1", tokens="engineering"),
        city(GIZA),
        piles=("clay ...",),
    )
    table.choose(f"take {RHODES}")
    assert any(
        "with 1 wood and 1 clay, thanks to Engineering, as required" in line
        for line in told(table)
    )
    more = three("glass", at="act", due=("urbanism",))
    more.state = more.state.with_city(
        evolve(more.state.cities[0], tokens=catalog().piles["tokens"][:1])
    )
    more.choose(f"extra urbanism {CENTRAL}")
    assert told(more)[0].endswith(" from the central pile, thanks to Urbanism.")
    assert not told(more)[0].startswith("Turn")


def test_symbols_are_turned_in_for_a_token() -> None:
    table = three("sci_gear", piles=("sci_gear ...",), open="urbanism culture tactics")
    table.choose(f"take {RHODES}", "token culture")
    lines = told(table)
    assert "You turn in 2 gears for a progress token, as required." in lines
    assert (
        "You take the progress token Culture: 4 points at the end, or 12 if you have "
        "both copies."
    ) in lines
    assert any("Another progress token is revealed." in line for line in lines)
    unseen = three(
        "sci_gear",
        piles=("sci_gear ...",),
        open="urbanism crafts science",
        tokens="tactics culture",
    )
    unseen.choose(f"take {RHODES}", "token top")
    assert (
        "ann takes the top face-down progress token. Tactics: 2 permanent shields."
        in told(unseen, 1)
    )


def test_what_was_looked_through_is_told_to_nobody_else() -> None:
    """But for the card that is kept; the one on top all had seen before."""
    table = Table(
        city("halicarnassus", built="1"),
        city(GIZA),
        city(BABYLON),
        piles=("wood wood clay glass sci_gear ...",),
        at="effect",
    )
    table.choose("search halicarnassus")
    seen = "2 wood, 1 clay, 1 glass and 1 gear"
    assert [f"You look through the top 5 cards of your own pile: {seen}."] == told(
        table
    )
    for seat in (1, 2):
        assert ["ann looks through the top 5 cards of their own pile."] == told(
            table, seat
        )
    table.keep("glass")
    lines = told(table)
    assert "You take glass from your own pile, thanks to Halicarnassus." in lines
    assert "Your pile is shuffled again." in lines
    others = told(table, 2)
    assert "ann takes glass from their own pile, thanks to Halicarnassus." in others
    assert "ann's pile is shuffled again." in others
    assert not any("clay" in line for line in others)


def test_a_card_that_lies_alone_is_looked_through_by_all() -> None:
    """It lay face up."""
    table = Table(
        *(city("halicarnassus"), city(GIZA)), piles=("wood", "stone ..."), at="effect"
    )
    table.choose("search halicarnassus")
    assert told(table, 1)[0] == ("ann looks at the top card of their own pile: 1 wood.")


def test_who_has_forgotten_what_they_saw_is_told_how_many_there_were() -> None:
    """Somebody who comes back, say, when the cards lie there no more."""
    table = Table(
        *(city("halicarnassus"), city(GIZA)), piles=("wood wood clay",), at="effect"
    )
    table.choose("search halicarnassus")
    news = table.news
    table.keep("clay")
    line = "You look through the top 3 cards of your own pile."
    assert [line] == told(table, news=news)


def test_the_end_says_why_and_who_won() -> None:
    """A finished wonder ends it; the sheet is read, best first."""
    table = Table(
        city(GIZA, "wood clay stone", built="1 2 3 4"),
        city(RHODES),
        piles=("papyrus ...",),
    )
    table.choose(f"take {GIZA}")
    lines = told(table)
    assert "Your wonder is finished: the game ends with this turn." in lines
    end = lines[lines.index("The game is over.") :]
    assert [
        "The game is over.",
        "1. You: 30 points.",
        "   Wonder 30, cat 0, blue 0, military 0, progress 0.",
        "2. bob: 0 points.",
        "   Wonder 0, cat 0, blue 0, military 0, progress 0.",
        "You win.",
    ] == end
    assert "ann's wonder is finished: the game ends with this turn." in told(table, 1)


def test_equals_are_told_apart_by_their_stages() -> None:
    table = Table(city(GIZA, built="1"), city(RHODES, "civil_2vp_cat civil_2vp_cat"))
    rows = ((4, 0, 0, 0, 0, 4), (0, 0, 4, 0, 0, 4))
    sheet = Sheet(
        ("wonder", "cat", "blue", "military", "progress", "total"), rows, (0,)
    )
    assert (
        "You and bob are tied on points; you have built more stages, 1 to 0, and win."
        == told(table, news=(FinalSheet(sheet),))[-1]
    )
    shared = sheet._replace(winners=(0, 1))
    assert (
        "You and ann are tied on points, with 1 stage each, and share the victory."
        == told(table, 1, news=(FinalSheet(shared),))[-1]
    )


def test_those_who_leave_and_those_who_find_nothing_are_told_of() -> None:
    table = three()
    assert ["bob and cleo left the game for good."] == told(
        table, news=(SeatsLeft((1, 2)),)
    )
    nothing = (TurnEnded(8, 2), TurnEnded(9, 0), TurnEnded(10, 1))
    assert [
        "Turn 9. There is no card for you to take.",
        "Turn 10. There is no card for bob to take.",
    ] == told(table, news=nothing)
    assert ["The central pile is shuffled again."] == told(
        table, news=(Remixed(CENTRAL),)
    )


def test_a_game_goes_on_in_words_when_somebody_has_left() -> None:
    """Piles that nobody can open any more are mixed anew, and that is told."""
    lines: list[str] = []
    for table in at_random("leaving", 4, leaving={40: (1,), 60: (3,)}):
        lines += narrate.told(sight(table))
    assert "bob left the game for good." in lines
    assert "dan left the game for good." in lines
    assert "The central pile is shuffled again." in lines
    assert "The face-down progress tokens are shuffled again." in lines
    assert not any("None" in line for line in lines)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_whole_games_are_told_to_everybody(players: int, language: str) -> None:
    """Every step of a game, from every seat, with words for all of it."""
    use(language)
    lines: list[str] = []
    for table in at_random(f"told {players}", players, draw=CHOSEN):
        for me in range(players):
            lines += narrate.told(sight(table, me))
    assert len(lines) > 100
    for line in lines:
        assert "None" not in line
        assert "{" not in line
        assert not any(kind.id in line for kind in catalog().kinds if "_" in kind.id)
    if language == "fr":
        said = [line for line in lines if not any(name in line for name in NAMES)]
        assert [] == english(said)
