"""The table screen: the hand, the cities, and for whom the table waits."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from sealed_wonders.client.signs.draw import Room, measure, text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.client.table.actions import Action, AnswerQuestion
from sealed_wonders.client.table.events import (
    ChoiceOpened,
    ChoiceUnwritten,
    LogUnwritten,
    ProgramUnwritten,
    Question,
)
from sealed_wonders.client.terminal.wonders.screens.table import GameTable
from sealed_wonders.client.view.timeleft import TimeLeft
from sealed_wonders.client.words.sealedanswer import sentence
from sealed_wonders.core.game import Move
from sealed_wonders.core.values import evolve
from tests.support.agreed import agreed
from tests.support.stacks import OTHERS, Seated, Sit, lines_below_hand
from tests.support.thorough import only

SIZES = (80, 22), (120, 38), (200, 58)

At = Callable[..., tuple[Seated, GameTable]]

SEED = "660/"
"""Seed of a game whose first hand has cards of every price, some of them unaffordable."""

CARTHAGE = ("ephesos", "gizah", "olympia", "rhodos", "carthage")
"""Boards of a table, one of them with split stages."""


@pytest.fixture
def at_table(sit: Sit) -> At:
    """Return a function that seats Ann at a table, and plays until a certain turn."""

    def begin(
        players: int = 3,
        age: int = 1,
        turn: int = 1,
        *,
        turn_time: int = 0,
        **own: Any,
    ) -> tuple[Seated, GameTable]:
        seated = sit(
            players,
            settings=Settings(reveal=0),
            own=agreed(**own),
            turn_time=turn_time,
            seed=SEED,
        )
        seated.begin()
        table = GameTable(seated.stack)
        seated.stack.base = table
        if age:
            seated.play_until_turn(age, turn)
        return seated, table

    return begin


def sealed(seated: Seated) -> str:
    """Return the sentence about the sealed choice."""
    known = seated.stack.known
    assert known.sealed is not None
    return sentence(known.sealed, known.menu)


def look(seated: Seated, width: int = 80, height: int = 22) -> list[str]:
    """Return the rows of the table alone, without those below each screen."""
    room = Room(width, height, seated.stack.symbols)
    rows = seated.stack.base.draw(room)
    assert len(rows) <= height
    assert all(measure(row) <= width for row in rows)
    return text_of(rows).split("\n")


def test_a_choice_is_laid_down_and_sealed(at_table: At) -> None:
    """
    Laying another card down replaces it until it is sealed. A digit selects another
    card.
    """
    seated, table = at_table()
    stack = seated.stack
    assert stack.act("digit 5")
    assert "▸  5 ▲ Guard Tower      C      †" in look(seated)[7]
    assert stack.act("build")
    lines = look(seated)
    assert lines[7].startswith("▷  5 ▲ Guard Tower")
    assert " ▷ Build Guard Tower   2¤ → bob" == lines_below_hand(lines)[0]
    assert "Enter seals it   Esc takes it back" in lines_below_hand(lines)[1]
    assert ("enter", "back", "swap") == tuple(table.actions)

    assert stack.act("back")
    assert look(seated)[7].startswith("▸  5 ▲ Guard Tower")
    assert "b build ✓ 2¤ → bob" in lines_below_hand(look(seated))[1]

    for action in ("card 1", "build", "sell"):
        stack.act(action)
    assert " ▷ Sell Lumber Yard for 3¤" == lines_below_hand(look(seated))[0]
    for action in ("card 3", "build"):
        stack.act(action)
    assert " ▷ Build Press   free" == lines_below_hand(look(seated))[0]
    assert stack.known.asked, "nothing was sealed on the way"
    assert look(seated)[3].startswith("   1"), "only one card is laid down"
    stack.act("digit 4")
    assert table.building is not None
    assert "baths" == table.building.id
    assert table.laid is not None
    assert "build press_1" == table.laid.move.text

    for action in ("digit 5", "build", "enter"):
        stack.act(action)
    lines = look(seated)
    assert lines[7].startswith("▣  5 ▲ Guard Tower")
    assert (
        "Sealed and sent: build Guard Tower, 2 coins to bob"
        in lines_below_hand(lines)[1]
    )
    assert not stack.known.asked
    for action in ("card 3", "build"):
        stack.act(action)
    assert "You have made your choice and can no longer change it." in seated.look()
    assert look(seated)[7].startswith("▣  5 ▲ Guard Tower")
    seated.host.settle()
    assert "turn 2 of 6" in look(seated)[0]
    assert look(seated)[3].startswith("▸  1"), "the cursor is back at the first card"


def test_a_large_screen_also_lists_the_turns_before_the_last(at_table: At) -> None:
    seated, _table = at_table(3, 2, 4)
    lines = look(seated, 200, 58)
    last = next(at for at, line in enumerate(lines) if "─ Age 2, turn 3 ─" in line)
    before = next(at for at, line in enumerate(lines) if " Age 2, turn 2:" in line)
    assert last < before
    assert not any(" Age 2, turn 3:" in line for line in lines), (
        "no turn is listed twice"
    )


def test_both_halves_of_a_split_stage_are_shown_and_can_be_chosen(at_table: At) -> None:
    seated, _table = carthage(at_table)
    lines = look(seated)
    assert "▱ OOOP ⇒ +7¤ 4★ │ ††" in "\n".join(lines)
    seated.stack.act("stage")
    drawn = "\n".join(look(seated))
    assert "1  left half +7¤ 4★" in drawn
    assert "2  right half ††" in drawn
    seated.stack.act("digit 2")
    assert "right half ††" in lines_below_hand(look(seated))[0]
    seated.stack.act("enter")
    assert "right half" in sealed(seated)


def carthage(at_table: At) -> tuple[Seated, GameTable]:
    """Return a table on a turn in which a stage with two halves can be built."""
    seated, table = at_table(5, sides="night", turn_time=22, boards=CARTHAGE)
    while not any("half=left" in move.text for move in seated.moves):
        seated.choose(next(m for m in seated.moves if m.text != "decline"))
    return seated, table


def unhurried(seated: Seated) -> None:
    """Remove the clock, which would replace the heading when time is short."""
    seated.stack.known.time = None


def test_the_heading_announces_and_shows_the_extra_card_of_babylon(
    at_table: At,
) -> None:
    seated, table = at_table(3, sides="night", turn_time=10)
    assert "Babylon, night" in "\n".join(look(seated))
    said: dict[bool, str] = {}
    while seated.view.turn < 7:
        if seated.view.turn == 6:
            unhurried(seated)
            powers = seated.view.cities[seated.view.seat].works.powers
            also = "play_last_card_of_each_age" in powers
            said[also] = look(seated)[0]
        stages = [move for move in seated.moves if move.text.startswith("stage")]
        builds = [move for move in seated.moves if move.text.startswith("build")]
        seated.choose((stages or builds or list(seated.moves))[0])
    unhurried(seated)
    lines = look(seated)
    assert " Age " in lines[0]
    assert "extra card" in lines[0]
    assert "you may also play your last card" in said[True]
    assert lines[3].startswith("▸  1")
    assert "       discard the card" == lines[4]
    assert not lines[5].startswith("   "), "it is the only card"
    assert "nothing" in table.actions
    seated.stack.act("nothing")
    assert " ▷ Discard the card" == lines_below_hand(look(seated))[0]
    assert "discard" == table.called["nothing"]


def test_keys_for_choosing_explain_why_there_is_nothing_to_choose(at_table: At) -> None:
    """A missing card number is mentioned only while there is something to choose."""
    seated, table = at_table()
    stack, known = seated.stack, seated.stack.known
    known.asked = False
    assert not set(table.actions) & {"build", "stage", "sell", "nothing"}
    for action in ("build", "stage", "sell", "nothing", "enter"):
        assert stack.act(action)
        assert "You have nothing to choose right now." in seated.look()
    assert "▸" not in "\n".join(look(seated)[3:10])
    assert known.wait is not None
    known.wait = evolve(known.wait, missing=(seated.view.left,))
    stack.act("digit 9")
    assert "You have nothing to choose right now. Waiting for cleo." in seated.look()
    known.ours = None
    stack.act("digit 9")
    assert "You are watching, so you have nothing to choose." in seated.look()


IMPOSSIBLE = (
    (6, "build", "Barracks. Not now: you're 1 ore short, neighbours included."),
    (1, "stage", "Not now: you're 1 clay short, neighbours included."),
    (1, "nothing", "You have to choose a card."),
    (
        1,
        "enter",
        "Lay the card down first: b builds, w puts it under your wonder, s sells.",
    ),
    (1, "digit 9", "There is no card 9."),
)
"""Impossible actions with a card, and the reasons shown."""


def test_an_impossible_action_says_why(at_table: At) -> None:
    seated, _table = at_table()
    for card, action, why in IMPOSSIBLE:
        seated.stack.act(f"card {card}")
        assert seated.stack.act(action)
        assert why in seated.look()
        assert seated.stack.known.asked


def test_the_time_left_is_in_the_corner(at_table: At) -> None:
    seated, _table = at_table()
    known, clock = seated.stack.known, seated.host.clock
    known.time = TimeLeft(clock.seconds(), 75)
    for passes, left in ((0, " 1:15"), (68, " 0:07"), (10, " 0:00")):
        clock.advance(passes)
        assert look(seated)[0].endswith(left)
    head = seated.stack.base.draw(Room(80, 22, UNICODE))[0]
    assert "hurry" in head[-1].style


def test_a_choice_that_could_not_be_saved_can_be_made_again(at_table: At) -> None:
    seated, table = at_table()
    menu, person = seated.menu, seated.human.person
    person.told(ChoiceOpened(menu.question))
    done: list[Action] = []
    person.table.do = lambda action: bool(done.append(action))  # type: ignore[method-assign,func-returns-value]
    seated.stack.act("build")
    seated.stack.act("enter")
    assert 1 == sum(isinstance(it, AnswerQuestion) for it in done)
    assert lines_below_hand(look(seated))[1].startswith(" ▷ Build Lumber Yard")
    person.told(ChoiceUnwritten(menu.question, OSError("the disk is full")))
    assert "so it wasn't sent: the disk is full." in person.known.narration[-1].line
    assert "build" in table.verbs
    person.told(ProgramUnwritten(OSError("the disk is full")))
    assert "can't save entries, so it waits: the disk is" in seated.look()
    person.told(ProgramUnwritten(None))
    assert (
        "Your program can save its entries again, and the game continues."
    ) in seated.look()
    person.told(LogUnwritten(OSError("the disk is full")))
    assert (
        "The log is no longer being saved to disk (the disk is full), but"
        in seated.look()
    )
    seated.stack.act("sell")
    seated.stack.act("enter")
    assert 2 == sum(isinstance(it, AnswerQuestion) for it in done)


def test_all_cards_of_a_hand_are_shown_around_the_cursor(at_table: At) -> None:
    """A discard may be far longer than a hand. Its own screen shows more of it."""
    seated, table = at_table(4, sides="night", turn_time=21)
    while not any(move.text.startswith("pick") for move in seated.moves):
        stages = [move for move in seated.moves if move.text.startswith("stage")]
        sales = [move for move in seated.moves if move.text == "sell"]
        seated.choose((stages or sales)[0])
    seated.stack.act("last")
    assert "▸      take nothing" in look(seated)
    seated.stack.act("first")
    assert look(seated)[3].startswith("▸  1")
    assert look(seated)[9].startswith("   7")
    assert table.building is not None


@pytest.mark.parametrize("players", only([7], [3, 4, 7]))
def test_names_and_cards_are_shown_in_terminals_of_all_sizes(
    at_table: At, players: int
) -> None:
    seated, _table = at_table(players, 2, 1)
    for width in (80, 81, 99, 117, 118, 119, 160, 300):
        for height in (22, 23, 30, 33, 34, 35, 50, 90):
            drawn = "\n".join(look(seated, width, height))
            for name in seated.stack.known.names:
                assert name == "ann" or name in drawn
            cards = [one.face.names["en"] for one in seated.view.hand]
            assert all(card.split()[0] in drawn for card in cards)


def test_keys_of_a_hidden_hand_show_it_and_seal_nothing(at_table: At) -> None:
    """This includes keys that would seal the choice laid down, or take it back."""
    seated, table = at_table()
    seated.stack.act("build")
    laid, before = table.laid, look(seated)
    for action in (
        *("build", "stage", "sell", "enter", "back", "left", "down", "digit 2"),
        *("card 2", "last"),
    ):
        seated.stack.act("swap")
        assert before != look(seated)
        assert seated.stack.act(action)
        assert laid is table.laid is not None
        assert before == look(seated)
        assert seated.stack.known.asked
    for action in ("swap", "scores"):
        assert seated.stack.act(action)
    assert "Points, if the game ended now" in seated.look(), "boxes open above it, too"


# Whole games.


EXPERT = {"expansions": ("leaders", "edifice"), "leaders": "expert"}

TABLES: Sequence[tuple[int, Mapping[str, Any]]] = (
    (3, {**EXPERT, "sides": "day"}),
    (3, {"sides": "night", "turn_time": 10}),
    (5, {"sides": "night", "turn_time": 22, "boards": CARTHAGE}),
    (7, {}),
    (3, {"sides": "night", "expansions": ("leaders",), "leaders": "expert"}),
    (7, {"sides": "day", "expansions": ("edifice",)}),
    (4, {**EXPERT, "sides": "day"}),
    (7, EXPERT),
)
"""Players and options of whole games."""


@pytest.mark.parametrize(("players", "options"), only(TABLES[:1], TABLES))
def test_whole_games_fit_and_every_move_can_be_chosen(
    at_table: At, players: int, options: Mapping[str, Any]
) -> None:
    seated, table = at_table(players, 0, **options)
    asked = 0
    while seated.moves:
        asked += 1
        for width, height in SIZES:
            look(seated, width, height)
        check_every_move(seated, table)
        seated.choose()
    for width, height in SIZES:
        look(seated, width, height)
    assert asked >= 18


def check_every_move(seated: Seated, table: GameTable) -> None:
    menu = seated.menu
    reached = set()
    for item in menu.items:
        for verb in ("build", "stage", "sell", "nothing"):
            if item.number:
                seated.stack.act(f"card {item.number}")
            seated.stack.act(verb)
            way = 1
            while (laid := table.laid) is not None:
                reached.add(laid.move)
                way += 1
                look(seated)
                if not seated.stack.act(f"way {way}"):
                    break
            seated.stack.act("back")
    assert set(menu.question.moves) == reached


def test_the_table_names_the_player_who_looks_through_the_discard(
    at_table: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    seated, table = at_table(6)
    known = seated.stack.known
    boards = [city.board.id for city in seated.view.cities]
    looker = boards.index("halikarnassos")
    name = known.names[looker]
    client = seated.others[OTHERS.index(name)]
    looking: list[Question] = []

    def stage_or_look(question: Question) -> Move:
        verbs = [move.text.split(" ")[0] for move in question.moves]
        return question.moves[verbs.index("stage") if "stage" in verbs else 0]

    def asked(event: ChoiceOpened) -> None:
        question = event.question
        if any(move.text.startswith("pick") for move in question.moves):
            looking.append(question)
        else:
            client.player.table.do(
                AnswerQuestion(question.phase, stage_or_look(question))
            )

    monkeypatch.setattr(client.player, "on_choice_opened", asked)
    while not looking:
        seated.choose()
    assert not known.asked
    lines = look(seated)
    assert f" {name} looks through the discard pile." in lines
    assert "▸" not in "".join(lines), "nothing can be chosen"
    assert any(f"{name} ◔" in line for line in lines)
    assert ("swap",) == table.actions
    assert f"{name} looks through the discard pile." in "\n".join(look(seated, 120, 38))


def test_the_table_is_drawn_before_and_after_the_game(at_table: At) -> None:
    seated, table = at_table()
    known = seated.stack.known
    seated.play_out()
    lines = look(seated)
    assert lines[0].startswith(" The game is over")
    assert not lines[3].strip(), "there is no hand"
    assert ("swap",) == table.actions
    assert table.building is None
    known.sight = None
    assert "The table is being set up." in "\n".join(look(seated))
    known.connection_failure, known.offline = "The connection is lost.", True
    assert "The connection is lost." in "\n".join(look(seated)[:22])
