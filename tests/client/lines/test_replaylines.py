"""Replays in line mode: the same as on the screen, by typed commands."""

from __future__ import annotations

import pytest

from sealed_wonders.client.lines.replaylines import ReplayLines, whole
from sealed_wonders.client.words import moments
from sealed_wonders.core.wonders.events import Picked, Played
from sealed_wonders.net.suites import SEALED
from tests.support.replays import first_half, sealed, unsealed, with_expansions


class ReplayReader:
    """Types commands and returns the answers."""

    def __init__(self) -> None:
        self.reading = ReplayLines(sealed())

    def __call__(self, line: str) -> str:
        return "\n".join(self.reading.typed(line))


def test_a_replay_begins_with_an_introduction() -> None:
    """It explains what can be seen and typed, and shows the first moment."""
    reading = ReplayLines(sealed())
    first, second, third, *rest = reading.begin()
    assert first.startswith("Cards were sealed, and a log doesn't reveal hands.")
    assert second.endswith("wonders audit checks everything.")
    assert third.startswith("Type next")
    assert "Before the first age:" == rest[0]
    assert "Before the first age> " == reading.prompt


def test_commands_move_back_and_forth() -> None:
    type_ = ReplayReader()
    assert type_("") == (
        "Before the first age:\n"
        "ann's board is Olympia (first edition).\n"
        "bob's board is Babylon."
    )
    assert type_("").endswith("\nbob has Babylon, night side.")
    assert type_("").startswith("Age 1 begins. ")
    assert type_("next").startswith("Age 1, turn 1:\ncleo builds Altar.\n")
    assert type_("b").startswith("Age 1 begins. ")
    assert type_("2.5").startswith("Age 2, turn 5:\n")
    assert type_("turn 3").startswith("Age 3 begins. ")
    assert "There is no turn '4.1' in this game." == type_("turn 4.1")
    assert type_("last").endswith("everybody has signed the result.")
    assert "The game ends here, and everybody has signed the result." == type_("n")
    assert type_("first").startswith("Before the first age:\n")
    assert "This is the beginning of the game." == type_("back")


def test_hands_and_cities_can_be_seen_from_any_seat() -> None:
    type_ = ReplayReader()
    assert "Nobody has any cards." == type_("hand")
    type_("2.2")
    assert (
        "bob held 6 cards, 3 never shown:\n"
        "   Brickyard: bob builds it now\n"
        "   Walls: bob builds it on turn 5\n"
        "   School: ann builds it on turn 3"
    ) == type_("hand bob")
    assert type_("hand").startswith("cleo held 6 cards, 4 never shown:")
    assert type_("seat cl").startswith("Age 2, turn 2:\ncleo builds wonder stage 2")
    assert type_("hand").startswith("cleo held 6 cards, 4 never shown:")
    assert type_("seat 1").startswith("Age 2, turn 2:\ncleo builds")
    assert type_("city bob").startswith("bob has Babylon")
    assert type_("scores").startswith("Points, if the game ended now:\n")
    assert type_("turn").startswith("Age 2, turn 2:\n")
    assert "Nobody here is called 'zoe'. The names are cleo, ann and bob." == type_(
        "seat zoe"
    )
    assert "Nobody here is called 'zoe'. The names are cleo, ann and bob." == type_(
        "hand zoe"
    )


def test_an_unknown_command_changes_nothing() -> None:
    type_ = ReplayReader()
    type_("2.2")
    for line in ("build quarry", "x" * 9999, "2.2.2", "turn turn", "\x1b[A"):
        said = type_(line)
        assert said
        assert "\x1b" not in said
        assert len(said) < 200
        assert "Age 2, turn 2> " == type_.reading.prompt
    assert "turn 2.5" in type_("help")
    assert not type_.reading.over
    assert "" == type_("quit")
    assert type_.reading.over


def test_a_whole_game_lists_every_turn() -> None:
    """From one seat, it also lists that seat's hands."""
    lines = list(whole(sealed(), None))
    played = [
        event
        for moment in sealed().moments
        for event in moment.state.news
        if isinstance(event, Played | Picked)
    ]
    said = (" builds ", " sells ", " takes nothing ")
    assert len(played) == sum(any(verb in x for verb in said) for x in lines)
    assert lines[-1] == moments.ending(sealed())
    assert 1 == lines.count("Before the first age:"), "though boards were chosen there"
    hands = [line for line in whole(sealed(), 2) if line.startswith("bob held")]
    turns = [moment for moment in sealed().moments if moment.turn[1]]
    assert len(turns) == len(hands)
    assert list(whole(first_half(), None))[-1].startswith("The log ends here, before")


def test_a_card_used_face_down_is_named_if_it_is_known() -> None:
    lines = [line for seat in range(3) for line in whole(unsealed(3), seat)]
    assert any(line.endswith(": used now, face down") for line in lines)
    assert not any("never shown" in line for line in lines)


def test_a_replay_shows_leaders_and_edifices() -> None:
    """
    It shows selections and recruitments with their hands; leaders and edifices can be
    listed at any moment.
    """
    reading = ReplayLines(with_expansions())
    said = "\n".join(reading.typed("1"))
    assert said.startswith("Age 1, leaders:\n")
    assert "Age 1, leaders> " == reading.prompt
    hand = list(reading.typed("hand bob"))
    assert "bob held 4 cards:" == hand[0]
    assert any("recruits it" in line or "used now" in line for line in hand)
    assert 3 == sum(" edifice. " in line for line in reading.typed("edifices"))
    list(reading.typed("2"))
    assert [line for line in reading.typed("leaders") if "Leader" in line]
    assert "nero" not in "".join(reading.typed("card nero")).removeprefix("Nero")
    words = "".join(reading.typed("help"))
    assert "leaders: everybody's leaders." in words
    assert "edifices: " in words
    assert "`wonders analyse`" in words
    plain = "".join(ReplayLines(sealed()).typed("help"))
    assert "leaders" not in plain


def test_a_whole_game_with_leaders_lists_the_hands_before_choices() -> None:
    """This applies to selections, recruitments and turns."""
    told = list(whole(with_expansions(), 0))
    assert 3 + 3 + 18 <= sum(" held " in line for line in told)
    assert any(line.startswith("Edifices: age 1 ") for line in told)
    assert any("keeps" in line for line in told)


@pytest.mark.usefixtures("fast_sealing")
def test_each_choice_of_sealed_leaders_has_a_title_and_a_line() -> None:
    told = list(whole(with_expansions(SEALED), 0))
    for nth in (1, 2, 3):
        at = told.index(f"Leaders, choice {nth}:")
        assert (
            "Everybody keeps a leader and passes the rest to the right." == told[at + 1]
        )
