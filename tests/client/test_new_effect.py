"""A new kind of effect is described everywhere by its clause, without further code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from sealed_wonders.client.engine.wonders.book import CardTable
from sealed_wonders.client.engine.wonders.encode import printed
from sealed_wonders.client.engine.wonders.kinds import NEIGHBOURS, POINTS_PER, STAGE_BIT
from sealed_wonders.client.signs.draw import text_of
from sealed_wonders.client.signs.symbols import UNICODE
from sealed_wonders.client.signs.wonders import faces
from sealed_wonders.client.words.wonders import describe
from sealed_wonders.core.pictures.signs import card, left, per, points, right, stage
from sealed_wonders.core.values import evolve
from sealed_wonders.core.wonders import kinds, pictures
from sealed_wonders.core.wonders.atoms import Clause, Gain, Per
from sealed_wonders.core.wonders.catalog import Catalog, everything
from sealed_wonders.core.wonders.effects import count
from sealed_wonders.core.wonders.kinds import KINDS
from sealed_wonders.core.wonders.model import Around, Building, Effect
from sealed_wonders.core.wonders.ruleset import Wonders
from sealed_wonders.core.wonders.works import Colour
from sealed_wonders.net import words
from tests.support.wonders import building


@dataclass(frozen=True, slots=True)
class Envy(Effect):
    """Points for things of the neighbours, all of which have known pictures."""

    kind: ClassVar[str] = "envy"
    amount: int

    @property
    def clause(self) -> Clause:
        return Gain("points", self.amount), Per(("red", "wonder_stage"), "neighbours")

    def points(self, around: Around) -> int:
        return self.amount * count(("red", "wonder_stage"), "neighbours", around)


@dataclass(frozen=True, slots=True)
class Plunder(Effect):
    """
    Coins for tokens, which the engine can't know: it pays coins before it hands out
    tokens.
    """

    kind: ClassVar[str] = "plunder"
    clause: ClassVar[Clause] = (Gain("coins", 2), Per(("victory_token",), "neighbours"))


@dataclass(frozen=True, slots=True)
class Garrison(Effect):
    """Shields for stages, for which there is no sentence."""

    kind: ClassVar[str] = "garrison"
    clause: ClassVar[Clause] = (Gain("shields"), Per(("wonder_stage",)))


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    new = {it.kind: it for it in (Envy, Plunder, Garrison)}
    monkeypatch.setattr(kinds, "KINDS", {**KINDS, **new})


def card_with(record: Mapping[str, object]) -> Building:
    """Return a card with an effect as it might appear in the data."""
    return replace(
        building("altar"),
        id="watchtower",
        names={"en": "Watchtower", "fr": "Tour de guet"},
        building="watchtower",
        colour=Colour.YELLOW,
        effects=(kinds.effect(record),),
    )


def catalog_with(*cards: Building) -> Catalog:
    known = everything()
    return replace(known, buildings=(*known.buildings, *cards))


def book_with(card: Building) -> CardTable:
    rules = Wonders(3)
    rules = evolve(rules, catalog=replace(rules.catalog, buildings=(card,)))
    return printed(rules)


def does(card: Building) -> str:
    return text_of([faces.does(card, UNICODE)])


ENVY = {"kind": "envy", "amount": 2}


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "2 points for each red card or wonder stage your neighbours have"),
        (
            "fr",
            "2 points pour chaque carte rouge ou étape de merveille que tes voisins ont",
        ),
    ],
)
def test_a_new_kind_has_a_sentence(language: str, said: str) -> None:
    words.use(language)
    assert said in describe.facts(card_with(ENVY))


def test_a_new_kind_has_symbols() -> None:
    assert "2★ per ▲/stage ←→" == does(card_with(ENVY))


def test_a_new_kind_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    new = card_with(ENVY)
    signs = [points(2), per(), left(), card("red"), stage(), right()]
    assert signs == pictures.effects(new.effects)
    known = catalog_with(new)
    monkeypatch.setattr(pictures, "everything", lambda: known)
    pictures.pictures.cache_clear()
    try:
        drawn = pictures.pictures()["watchtower"].svg("fr")
    finally:
        pictures.pictures.cache_clear()
    assert "Tour de guet" in drawn
    assert all(it.body in drawn for it in signs)


def test_a_new_kind_has_a_row_in_the_tables_of_the_engine() -> None:
    book = book_with(card_with(ENVY))
    row = book.first[book.by_name["watchtower"]]
    things = 1 << Colour.RED | 1 << STAGE_BIT
    assert (POINTS_PER, 2, things, NEIGHBOURS) == (
        book.kind[row],
        book.a[row],
        book.b[row],
        book.c[row],
    )


def test_an_effect_that_the_engine_cannot_express_is_refused() -> None:
    """Although it has words and symbols."""
    new = card_with({"kind": "plunder"})
    assert "2 coins right away for each victory token your neighbours have" in (
        describe.facts(new)
    )
    assert "+2¤ per ★† ←→" == does(new)
    with pytest.raises(ValueError, match="no numbers for plunder"):
        book_with(new)


def test_an_effect_without_a_sentence_is_refused() -> None:
    """Its symbols are composed of known ones."""
    new = card_with({"kind": "garrison"})
    assert "† per stage" == does(new)
    with pytest.raises(NotImplementedError, match=r"no sentence for .*shields"):
        describe.facts(new)
