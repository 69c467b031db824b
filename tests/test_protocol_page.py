"""docs/PROTOCOL.md describes what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from sealed_wonders.core.architects import abilities, effects, notation
from sealed_wonders.core.architects.ruleset import Architects
from sealed_wonders.core.games import ruleset
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.net import messages
from sealed_wonders.net.discovery import dnssd, nearby
from sealed_wonders.net.log.digests import rules_hash
from sealed_wonders.net.replay import read_log
from sealed_wonders.net.suites import begin_relayed
from tests.support.thorough import only
from tests.vectors import make_three_seats

PAGE = Path(__file__).parents[1] / "docs" / "PROTOCOL.md"
TEXT = PAGE.read_text("utf-8")
WORDS = " ".join(TEXT.split())
"""The page on one line, for sentences that wrap."""
VECTORS = Path(__file__).parent / "vectors"


def test_every_message_is_on_the_page() -> None:
    """The page has its name, and its fields in order."""
    kinds = messages.FromClient.__subclasses__() + messages.FromHost.__subclasses__()
    for kind in kinds:
        fields = ", ".join(f"`{name}`" for name in kind.__struct_fields__) or "–"
        line = f"\n| `{kind.__struct_config__.tag}` | {fields} |"
        assert line in TEXT, line


def test_the_announcement_of_a_host_is_on_the_page() -> None:
    """The page has the service type and each key of the record."""
    assert f"`{dnssd.SERVICE}`" in TEXT
    for key in nearby.record_of("any", bytes(16)):
        assert f"`{key}`, " in WORDS
    assert f"`v`, the version ({messages.VERSION})" in WORDS


class Numbered(NamedTuple):
    """A row of the table of card numbers."""

    expansions: tuple[str, ...]
    boards: tuple[str, ...]
    cards_in_all: int
    board: str
    first: int
    """The number of the first `lumber_yard`."""
    last: int
    name: str
    rules: str

    def cards(self, players: int = 3, sides: str = "choose") -> Wonders:
        """Return the rules whose cards have these numbers."""
        return Wonders(players, sides, self.expansions, boards=self.boards)


def test_card_numbers_and_rules_hashes_match_the_page() -> None:
    """The hash lets players whose programs have other facts notice before the game."""
    for row in numbered():
        cards = row.cards().cards
        assert len(cards) == row.cards_in_all
        assert cards[0] == row.board
        assert cards.index("lumber_yard") == row.first
        assert (len(cards) - 1, cards[-1]) == (row.last, row.name)
        assert rules_hash(row.cards().facts).hex() == row.rules
        if not row.boards:
            assert rules_hash(row.cards(7, "day").facts).hex() == row.rules
    expert = Wonders(5, "day", ("leaders",), "expert", draw="chosen")
    assert rules_hash(expert.facts).hex() == numbered()[1].rules


def numbered() -> list[Numbered]:
    """
    Return the rows of the table of card numbers: each combination of expansions, and
    others.
    """
    found = re.findall(
        r"^\| ([a-z, ]+) \| (the usual|`[a-z_1,]+`) \| (\d+) \| `(\w+)` \| (\d+) "
        r"\| (\d+) `(\w+)` \| `([0-9a-f]{64})` \|$",
        TEXT,
        re.MULTILINE,
    )
    rows = [
        Numbered(
            () if with_ == "none" else tuple(with_.split(", ")),
            () if boards == "the usual" else tuple(boards.strip("`").split(",")),
            int(count),
            board,
            int(first),
            int(last),
            name,
            rules,
        )
        for with_, boards, count, board, first, last, name, rules in found
    ]
    usual = [row.expansions for row in rows if not row.boards]
    assert [(), ("leaders",), ("edifice",), ("leaders", "edifice")] == usual
    assert len(rows) > len(usual)
    return rows


def test_card_numbers_and_rules_hash_of_architects_match_the_page() -> None:
    cards = Architects(3).cards
    (row,) = re.findall(r"^\| 257 \|(.+)\| `([0-9a-f]{64})` \|$", TEXT, re.MULTILINE)
    for number, name in re.findall(r"(\d+) `(\w+)`", row[0]):
        assert cards[int(number)] == name
    assert len(cards) == 257
    for players in (2, 7):
        assert rules_hash(Architects(players).facts).hex() == row[1]


def test_the_vocabulary_of_architects_is_on_the_page() -> None:
    """
    The vocabulary is the verbs, effects, abilities, decks and columns of the score
    sheet.
    """
    (_, part) = TEXT.split("\n# 7. 7 Wonders: Architects\n")
    for verb in notation.VERBS:
        assert re.search(rf"^\| (`[^|]+, )?`{verb}\b", part, re.MULTILINE)
    for effect in effects.EFFECTS:
        assert f"\n| `{effect}` |" in part
    kinds = {*abilities.KINDS} - {"extra_card", "any_resources", "double_coin"}
    for kind in (*kinds, "extra_card", "any_resources", "double_coin"):
        assert f"`{kind}`" in part
    for deck in ("wonders", "central", "tokens"):
        assert f"`{deck}`" in part
    columns = re.findall(r"The columns are (.+?)\.", " ".join(part.split()))
    lines = Architects(2).begin(lambda _, n: range(n)).score().categories
    assert columns == [", ".join(lines)]


@pytest.mark.parametrize("expansions", [(), ("leaders",), ("leaders", "edifice")])
def test_the_columns_of_the_score_sheet_match_the_page(
    expansions: tuple[str, ...],
) -> None:
    """END gives the points in this order."""
    (columns,) = re.findall(
        r"The columns of the score sheet are (.+?), then leaders and edifice", WORDS
    )
    sheet = Wonders(3, "day", expansions).begin(lambda _, n: range(n)).score()
    assert (*columns.split(", "), *expansions, "total") == sheet.categories


@pytest.mark.parametrize("name", only(["expansions"], make_three_seats.GAMES))
def test_a_vector_s_game_is_reproduced_byte_for_byte(name: str) -> None:
    """A change in these bytes is a change of the protocol or of the rules."""
    log, facts = make_three_seats.make(make_three_seats.GAMES[name])

    assert (VECTORS / f"{name}.swlog").read_bytes() == log
    assert (VECTORS / f"{name}.json").read_text() == facts


def test_the_game_with_changed_seats_is_reproduced_byte_for_byte() -> None:
    """One seat is handed over, and another one is removed."""
    log, facts = make_three_seats.make_changed()
    assert (VECTORS / "changed.swlog").read_bytes() == log
    assert (VECTORS / "changed.json").read_text() == facts
    fold = read_log(log, lambda charter: ruleset("architects", 3, {}))
    assert json.loads(facts)["digest"] == fold.digest.hex()


def test_the_game_with_a_seat_given_away_matches_its_vector() -> None:
    """
    Its boxes differ each time that the game is made. The moves and all other facts are
    the same.
    """
    made = json.loads(make_three_seats.make_given()[1])
    known = json.loads((VECTORS / "given.json").read_text())
    for facts in (made, known):
        facts["phases"] = [phase[:-1] for phase in facts["phases"]]
    assert known["digest"] != made.pop("digest")
    digest = known.pop("digest")
    assert known == made
    log = (VECTORS / "given.swlog").read_bytes()
    fold = read_log(log, lambda charter: ruleset("architects", 3, {}))
    assert digest == fold.digest.hex()


@pytest.mark.parametrize("name", make_three_seats.GAMES)
def test_a_vector_s_log_yields_the_vector_s_facts(name: str) -> None:
    """`test_flips` checks the proofs of these logs."""
    facts = json.loads((VECTORS / f"{name}.json").read_text())
    data = (VECTORS / f"{name}.swlog").read_bytes()

    fold = read_log(
        data,
        lambda charter: ruleset(
            str(dict(charter.options)["game"]),
            len(charter.people),
            dict(charter.options),
        ),
        begin=begin_relayed,
    )

    assert fold.over
    assert facts["gid"] == fold.charter.gid.hex()
    assert facts["digest"] == fold.digest.hex()
    assert facts["rows"] == [list(row) for row in fold.state.score().rows]
    assert [p["name"] for p in facts["people"]] == [
        person.name for person in fold.charter.people
    ]
