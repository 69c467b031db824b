"""``wonders cards``: all cards, those that match some words, and as JSON."""

from __future__ import annotations

import errno
import json
import os
import re
from collections import Counter
from pathlib import Path

import pytest

from sealed_wonders.client.commands import cards
from sealed_wonders.core.architects import catalog as architects
from sealed_wonders.core.wonders.catalog import catalog, everything
from tests.support.clirunner import CliRunner


def test_json_contains_all_cards_and_boards(cli: CliRunner) -> None:
    """With all attributes of each card, and with both sides of each board."""
    told = json.loads(cli("cards", "--json"))
    assert 148 == sum(len(card["copies"]) or 1 for card in told["cards"])
    for card in told["cards"]:
        assert [
            *("id", "names", "building", "age", "colour", "cost", "copies"),
            *("effects", "chain", "free_with"),
        ] == list(card)
    by_id = {card["id"]: card for card in told["cards"]}
    assert {
        "id": "caravansery",
        "names": {"en": "Caravansery", "fr": "Caravansérail"},
        "building": "caravansery",
        "age": 2,
        "colour": "yellow",
        "cost": {"wood": 2},
        "copies": [3, 5, 6],
        "effects": [
            {
                "kind": "produce_choice",
                "resources": ["wood", "stone", "ore", "clay"],
                "tradable": False,
            }
        ],
        "chain": ["lighthouse"],
        "free_with": "camel",
    } == by_id["caravansery"]
    boards = {board["id"]: board for board in told["boards"]}
    assert 7 == len(boards)
    (carthage,) = json.loads(cli("cards", "--json", "--boards", "all", "carthage"))[
        "boards"
    ]
    assert {
        "cost": {"ore": 3, "papyrus": 1},
        "halves": {
            "left": [{"kind": "coins", "amount": 7}, {"kind": "vp", "amount": 4}],
            "right": [{"kind": "shields", "amount": 2}],
        },
    } == carthage["sides"]["night"]["stages"][0]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_card_and_stage_is_listed_in_each_language(
    cli: CliRunner, lang: str
) -> None:
    said = cli("cards", "--lang", lang)
    for building in everything().buildings:
        assert re.search(
            rf"^{re.escape(building.names[lang])} +{building.id} +{building.age} ",
            said,
            re.MULTILINE,
        )
    boards = everything().boards
    stages = sum(len(side.stages) for b in boards for side in b.sides.values())
    others = len(everything().leaders) + len(everything().edifices)
    headings = 4 + 3
    rows = len(everything().buildings) + stages + 2 * len(boards) + others
    assert rows + headings == said.count("\n")
    assert re.search(r"night +1 +ore 3, papyrus 1 +coins 7, vp 4 or shields 2\n", said)


def test_leaders_and_edifices_are_listed(cli: CliRunner) -> None:
    """With their cost and effects; leaders that are never dealt say so."""
    said = cli("cards", "--lang", "en")
    for line in (
        "Nero            nero            standard  coins 1    coins_on_victory_token 2",
        "Nitocris        nitocris        expert    coins age  gain_victory_token 0",
        "Darius          darius          cities    coins 4    never dealt",
    ):
        assert line in said.splitlines()
    assert re.search(
        r"^Outpost +outpost +1 +coins 1 +gain_victory_token 3 +lose_card red +-2$",
        said,
        re.MULTILINE,
    )
    assert re.search(
        r"^Ur +ur +edifice +night +1 +stone 1, glass 1 ", said, re.MULTILINE
    )


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("nero", "nero"),
        ("Néron", "nero"),
        ("NÉRO", "nero"),
        ("expert vp_if_no_defeat", "cynisca"),
        ("green 3 harp", "academy"),
        ("lose_coins", "money_changer auction_house gold_reserves"),
        ("--game architects phare", "alexandria " * 5),
        ("--game architects engrenage", "sci_gear"),
        ("--game architects shield permanent 6", "rhodes"),
        ("--game architects ÉCONOMIE", "economy"),
    ],
)
def test_words_filter_the_list(cli: CliRunner, typed: str, ids: str) -> None:
    """All words must match: names in any language, numbers, or terms of the data."""
    lines = cli("cards", *typed.split()).splitlines()[1:]
    rows = [re.split(" {2,}", line.strip()) for line in lines]
    assert ids.split() == [next(it for it in row if it in ids.split()) for row in rows]


def test_words_without_a_match_are_an_error(cli: CliRunner) -> None:
    for words in (["red", "2", "chain"], ["shields", "leader"]):
        said = cli("cards", *words, status=1)
        assert f"wonders: no card or board matches {' '.join(words)!r}\n" == said


@pytest.mark.parametrize("expansions", ["", "leaders", "edifice", "leaders,edifice"])
def test_card_numbers_match_the_catalogue(cli: CliRunner, expansions: str) -> None:
    """Each physical card has one, and no number is left out."""
    told = json.loads(cli("cards", "--json", "--with", expansions))
    known = catalog(tuple(expansions.split(",")) if expansions else ())
    numbers = {
        number: card["id"]
        for part in told.values()
        for card in part
        for number in card["numbers"]
    }
    assert {n: face.id for n, face in enumerate(known.cards)} == numbers
    assert ("leaders" in told) == ("leaders" in expansions)
    assert ("edifices" in told) == ("edifice" in expansions)


def test_a_leader_that_is_never_dealt_has_no_effects_in_json(cli: CliRunner) -> None:
    told = json.loads(cli("cards", "--json", "--with", "leaders", "darius"))
    (darius,) = told["leaders"]
    assert ("cities", []) == (darius["set"], darius["effects"])


# 7 Wonders: Architects.


def test_json_contains_all_of_architects(cli: CliRunner) -> None:
    """Each physical card has a number, in a pile or by itself."""
    told = json.loads(cli("cards", "--game", "architects", "--json"))
    assert ["cards", "piles", "wonders", "tokens"] == list(told)
    known = architects.catalog()
    ids = [one["id"] for part in ("cards", "wonders", "tokens") for one in told[part]]
    assert {card.id for card in known.cards} == set(ids)
    named = [
        n for part in told.values() for one in part for n in one.get("numbers", ())
    ]
    assert list(range(len(known.cards))) == sorted(named)
    for pile in told["piles"]:
        assert len(pile["numbers"]) == sum(pile["cards"].values())
        counted = Counter(known.cards[number].id for number in pile["numbers"])
        assert counted == pile["cards"]
    (rhodes,) = (one for one in told["wonders"] if one["id"] == "rhodes")
    assert {
        "on": [1, 2],
        "cost": 3,
        "of": "different",
        "points": 5,
        "effect": False,
    } == rhodes["stages"][2]
    (politics,) = (one for one in told["tokens"] if one["id"] == "politics")
    assert {"kind": "points_per_cat", "each": 1} == politics["effect"]
    (crafts,) = (one for one in told["tokens"] if one["id"] == "crafts")
    assert {"kind": "extra_card", "on": ["papyrus", "glass"]} == crafts["effect"]


def test_architects_is_listed_in_words(cli: CliRunner) -> None:
    """
    One line for each kind of card, pile, stage and token, and a heading for each list.
    """
    said = cli("cards", "--game", "architects")
    assert 14 + 8 + 35 + 14 + 4 + 3 == said.count("\n")
    for line in (
        r"Coin +coin +yellow +0 +0 +27",
        r"Central pile +central +60 +4 wood, .* and 2 shields with 2 horns",
        r"Giza +giza +5 +after stage 4 +4 different resources +8",
        r"Culture +culture +2 +4 points at the end, or 12 if you have both copies",
    ):
        assert re.search(f"^{line}$", said, re.MULTILINE)


def test_svg_writes_one_file_per_matching_card(cli: CliRunner, tmp_path: Path) -> None:
    """It includes a description for people who can't see the picture."""
    folder = tmp_path / "of cards" / "fr"
    told = cli("cards", "caravansery", "--svg", str(folder), "--lang", "fr")
    assert f"1 image dans {folder}\n" == told
    (path,) = folder.iterdir()
    drawn = path.read_text("utf-8")
    assert "caravansery.svg" == path.name
    assert "<title>Caravansérail</title>" in drawn
    assert "coût : 2 bois" in drawn


@pytest.mark.parametrize("game", ["wonders", "architects"])
def test_an_html_sheet_is_a_single_page(
    cli: CliRunner, tmp_path: Path, game: str
) -> None:
    """It shows everything in the game, with captions, and loads nothing."""
    page = tmp_path / "sheet.html"
    cli("cards", "--game", game, "--html", str(page), "--svg", str(tmp_path / "all"))
    written = page.read_text("utf-8")
    files = {it.stem for it in (tmp_path / "all").iterdir()}
    backs = {it for it in files if it.startswith("back.")}
    stages = {it for it in files if re.search(r"\.\d$", it)} - backs
    assert len(files - backs - stages) == written.count("<figure")
    assert "<script" not in written
    assert "src=" not in written
    assert not re.search(r"<figcaption></figcaption>", written)


def test_output_that_cannot_be_written_is_not_blamed_on_the_pictures(
    cli: CliRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(said: str) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(cards, "echo", full)
    told = cli("cards", "loom", "--html", tmp_path / "x.html", status=1)
    assert "wonders: No space left on device\n" == told


def test_pictures_that_cannot_be_written_are_an_error(
    cli: CliRunner, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    page = tmp_path / "no" / "x.html"
    told = cli("cards", "loom", "--html", page, status=1)
    assert f"{page} can't be written: No such file or directory" in told
    told = cli("--lang", "fr", "cards", "loom", "--html", page, status=1)
    assert f"{page} ne peut pas être écrit : pas de tel fichier" in told
