"""
A log of Architects shown moment by moment in line mode, from any seat.

A moment is a point of a finished game at which a reader can stop. The words are in
`client/words/architects/moments.py`, and the typed commands in
`client/lines/replaylines.py`.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from sealed_wonders.client.lines.replaylines import ReplayLines, whole
from sealed_wonders.client.view.architects.replaying import moment_of
from sealed_wonders.client.words import moments
from sealed_wonders.client.words.architects import describe
from sealed_wonders.core.architects.catalog import catalog
from sealed_wonders.core.architects.events import (
    Built,
    Peeked,
    Revealed,
    Searched,
    Taken,
)
from sealed_wonders.net import words
from sealed_wonders.net.suites import SEALED
from tests.support.replays import architects

pytestmark = pytest.mark.usefixtures("integers")


class ReplayReader:
    """Types commands and returns the answers."""

    def __init__(self) -> None:
        self.reading = ReplayLines(architects())

    def __call__(self, line: str) -> str:
        return "\n".join(self.reading.typed(line))


def test_a_replay_begins_by_saying_how_much_can_be_seen() -> None:
    sealed = next(ReplayLines(architects(2, SEALED)).begin())
    said = "Cards were sealed, and a log doesn't reveal face-down cards."
    assert sealed.startswith(said)
    unsealed = next(ReplayLines(architects()).begin())
    assert "not sealed, so you can see everything that was" in unsealed


def test_cities_piles_and_tokens_can_be_seen_from_any_seat() -> None:
    type_ = ReplayReader()
    type_("12")
    me, left, right = architects().names
    assert type_(f"city {left}").startswith(f"{left} is building")
    assert type_(f"seat {left}").startswith("Turn 12")
    assert type_(f"city {right}").startswith(f"{right} is building")
    assert type_("left").startswith(f"{right} is building")
    assert type_("wonder").startswith(f"{left} is building the wonder")
    assert "central pile" in type_("piles")
    assert "Face-up progress tokens:" in type_("tokens")
    assert type_("scores").startswith("Points, if the game ended now:\n")
    assert "Stage 1: " in type_("card giza")
    assert type_("turn").startswith("Turn 1")
    assert "no hands" in type_("hand")
    assert "no hands" in type_(f"hand {me}")
    assert "turn 12: " in type_("help")
    assert "There are no leaders" not in type_("help")
    assert "Nobody here is called 'zoe'." in type_("seat zoe")


def test_a_whole_game_lists_every_card_and_stage() -> None:
    """Each turn has one heading."""
    for told in (architects(), architects(7)):
        lines = list(whole(told, None))
        events = told.past(len(told.moments) - 1)
        taken = [event for event in events if isinstance(event, Taken)]
        assert len(taken) == sum(
            " takes " in line and " from " in line and "token" not in line
            for line in lines
        )
        built = [event for event in events if isinstance(event, Built)]
        assert len(built) == sum(" builds stage " in line for line in lines)
        headings = [
            line for line in lines if line.startswith("Turn ") and line[-1] == ":"
        ]
        assert len(set(headings)) == len(headings)
        assert lines[-1] == moments.ending(told)


def test_a_spectator_reads_about_every_pile() -> None:
    """These include piles that are out of reach for seat 0."""
    told = architects(7)
    for index, moment in enumerate(told.moments):
        lines = "\n".join(moments.read(told, index, 0)).lower()
        for event in moment.state.news:
            if isinstance(event, Revealed):
                assert f"{describe.a_card(catalog().kind(event.card))} on " in lines


def test_a_card_shown_by_the_cat_is_named_to_its_holder_only() -> None:
    """From other seats, a replay says only that the cat showed a card."""
    told = architects()
    seen = 0
    for index, moment in enumerate(told.moments):
        news = moment_of(moment).state.news
        for event in news:
            if not isinstance(event, Peeked):
                continue
            (card,) = moment.faces[event.seat].values()
            it = describe.a_card(catalog().kind(card))
            name = told.names[event.seat]
            (line,) = (
                line
                for line in moments.read(told, index, event.seat)
                if "The cat shows" in line
            )
            assert f"The cat shows only {name} the top card of" in line
            assert line.endswith(f": {it}.")
            own = "\n".join(
                moments.read(
                    replace(told, me=told.people[event.seat].identity),
                    index,
                    event.seat,
                )
            )
            assert "The cat shows only you the top card of" in own
            other = moments.read(told, index, (event.seat + 1) % 3)
            assert f"The cat shows {name} the top card of the central pile." in list(
                other
            )
            seen += 1
    assert seen


def test_searched_cards_are_named_to_their_player_only() -> None:
    """If the cards were sealed, they are named to nobody."""
    for told in (architects(), architects(2, SEALED)):
        seen = 0
        for index, moment in enumerate(told.moments):
            for event in moment_of(moment).state.news:
                if not isinstance(event, Searched):
                    continue
                (line, other) = (
                    next(
                        line
                        for line in moments.read(told, index, seat)
                        if "looks through" in line
                    )
                    for seat in (event.seat, (event.seat + 1) % len(told.names))
                )
                name = told.names[event.seat]
                assert line.startswith(f"{name} looks through the top 5 cards of")
                assert other.startswith(f"{name} looks through the top 5 cards of")
                assert ":" not in other
                faces = [moment.faces[event.seat].get(slot) for slot in event.slots]
                known = [event.top, *(card for card in faces if card is not None)]
                cards = f": {describe.cards(known)}."
                assert line.endswith(cards) == (None not in faces)
                own = moments.read(
                    replace(told, me=told.people[event.seat].identity),
                    index,
                    event.seat,
                )
                assert any(
                    line.startswith("You look through the top 5") for line in own
                )
                seen += 1
        assert seen


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_a_replay_is_complete_in_every_language(language: str) -> None:
    """No line is empty or has an unfilled field, from any seat."""
    words.use(language)
    try:
        told = architects()
        for seat in range(3):
            lines = [*ReplayLines(told, 0, seat).begin(), *whole(told, seat)]
            assert all(line.strip() and "{" not in line for line in lines)
        said = " ".join(ReplayLines(told, 5).typed("help"))
        assert ("fr" == language) == ("le douzième tour" in said)
    finally:
        words.use("en")
