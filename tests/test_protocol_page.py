"""docs/PROTOCOL.md says what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from sealed_wonders.core.games import ruleset
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net import discovery, messages, nearby
from sealed_wonders.net.log.digests import rules_hash
from sealed_wonders.net.replay import read_log
from tests.vectors import make_three_seats

PAGE = Path(__file__).parents[1] / "docs" / "PROTOCOL.md"
TEXT = PAGE.read_text("utf-8")
VECTORS = Path(__file__).parent / "vectors"


@pytest.mark.parametrize(
    "message", [*messages.FromClient.__args__, *messages.FromHost.__args__]
)
def test_every_message_is_on_the_page(message: type[messages.Message]) -> None:
    """Its name, and its fields in order."""
    fields = ", ".join(f"`{name}`" for name in message.__struct_fields__) or "–"

    assert f"\n| `{message.__struct_config__.tag}` | {fields} |" in TEXT


def test_what_a_host_announces_is_on_the_page() -> None:
    """The kind of service, and each key of its record."""
    assert f"`{discovery.SERVICE}`" in TEXT
    for key in nearby.record_of("any", bytes(16)):
        assert f"`{key}`, " in TEXT
    assert f"`v`, the version ({messages.VERSION})" in " ".join(TEXT.split())


def test_the_rules_hash_is_that_of_the_rules() -> None:
    """Whoever has other facts finds out before playing."""
    (written,) = re.findall(r"^    ([0-9a-f]{64})$", TEXT, re.MULTILINE)

    assert rules_hash(Wonders(3).facts).hex() == written
    assert rules_hash(Wonders(7, "day").facts).hex() == written


def test_the_numbers_of_the_cards_are_right() -> None:
    """The examples of card numbers on the page."""
    cards = Wonders(3).cards
    (found,) = re.findall(
        r"there\nare (\d+) numbers: 0 is the board `(\w+)`, (\d+) the first copy of "
        r"`(\w+)`, (\d+) `(\w+)`",
        TEXT,
    )
    count, board, first, age_one, last, guild = found

    assert len(cards) == int(count)
    assert cards[0] == board
    assert cards.index(age_one) == int(first)
    assert (len(cards) - 1, cards[-1]) == (int(last), guild)


def test_the_whole_game_is_made_again_byte_for_byte() -> None:
    """A change in these bytes is a change of the protocol or of the rules."""
    log, facts = make_three_seats.make()

    assert (VECTORS / "three_seats.swlog").read_bytes() == log
    assert (VECTORS / "three_seats.json").read_text() == facts


def test_the_whole_game_is_read_back() -> None:
    """What follows from the log is what the vector says."""
    facts = json.loads((VECTORS / "three_seats.json").read_text())
    data = (VECTORS / "three_seats.swlog").read_bytes()

    fold = read_log(
        data,
        lambda charter: ruleset("wonders", len(charter.people), dict(charter.options)),
    )

    assert fold.over
    assert facts["gid"] == fold.charter.gid.hex()
    assert facts["digest"] == fold.digest.hex()
    assert facts["rows"] == [list(row) for row in fold.state.score().rows]
    assert [p["name"] for p in facts["people"]] == [
        person.name for person in fold.charter.people
    ]
