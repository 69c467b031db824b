"""Reasons that come from below, in another language."""

from __future__ import annotations

import ast
import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.client.reasons import REASONS, RECORDS, SYSTEM, retold
from sealed_wonders.client.words import use
from sealed_wonders.net.address import Address
from sealed_wonders.net.names import clean_name

ROOT = Path(__file__).parents[2]


def written() -> Iterator[str]:
    """Give all texts of the rooms below, and of hosts, with {} for what is filled in."""
    for room in ("core", "net", "host"):
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node.value
                elif isinstance(node, ast.JoinedStr):
                    yield "".join(
                        str(part.value) if isinstance(part, ast.Constant) else "{}"
                        for part in node.values
                    )


def test_every_reason_is_one_that_is_given() -> None:
    """One that is put in other words there would stay English here."""
    given = set(written())
    assert [] == [
        reason
        for reason in (*REASONS, *RECORDS)
        if re.sub(r"\{\w+\}", "{}", reason) not in given
    ]


def test_every_reason_of_the_system_is_one_it_gives() -> None:
    """In the words of the library Python was built with."""
    assert set(SYSTEM) <= {os.strerror(number) for number in errno.errorcode}


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            "a name has only single spaces, between words: 'a  b'",
            "un nom n'a que des espaces simples, entre les mots\u00a0: 'a  b'",
        ),
        (
            "RESTS_ON_OTHERS: not available: stage 3",
            (
                "cette étape ne peut pas être construite pour l'instant\u00a0: pas "
                "disponible\u00a0: l'étape 3"
            ),
        ),
        (
            "unfinished: an entry twice",
            "inachevé\u00a0: deux fois la même entrée",
        ),
        (
            "TOO_FEW_COINS: at least 3 coins, with 2 in the treasury",
            "il n'y a pas assez de pièces\u00a0: au moins 3 pièces, avec 2 dans le trésor",
        ),
        ("Permission denied", "permission refusée"),
        (
            "the header is due here, not the conflicts of age 2",
            "ici vient l'en-tête, et non les conflits de l'âge 2",
        ),
        (
            "the conflicts of age 1 is due here, not the header",
            "ici vient les conflits de l'âge 1, et non l'en-tête",
        ),
        (
            (
                "the card seat 2 takes in turn 1 is due here, not the card seat 6 "
                "takes in turn 1"
            ),
            (
                "ici vient la carte que prend la place 2 au tour 1, et non la carte que "
                "prend la place 6 au tour 1"
            ),
        ),
        (
            "the stage seat 0 builds in turn 8 is due here, not the end of turn 8",
            (
                "ici vient l'étape que construit la place 0 au tour 8, et non la fin du "
                "tour 8"
            ),
        ),
        (
            "boards are named once each, in their order: rhodos, gizah",
            "les plateaux se nomment une fois chacun, dans leur ordre\u00a0: rhodos, gizah",
        ),
        (
            "one draws by lot or chosen, not by 'auction'",
            "le tirage est lot ou chosen, et non 'auction'",
        ),
        (
            "the option 'draw' is a word: 1",
            "l'option 'draw' est un mot\u00a0: 1",
        ),
        (
            "the board ur needs its expansion: --with edifice",
            "le plateau ur va avec son extension\u00a0: --with edifice",
        ),
        ("something else", "something else"),
    ],
)
def test_a_reason_is_said_in_other_words(reason: str, words: str) -> None:
    """With what was filled in; one that nobody has listed is better than none."""
    assert reason == retold(reason)
    use("fr")
    assert words == retold(reason)


def test_what_somebody_typed_wrongly_is_told_in_french() -> None:
    """Whatever it holds, braces and all."""
    use("fr")
    for wrong in ("a  b", "x" * 99, "\x1b", "", "{name}: {0}  {"):
        with pytest.raises(ValueError, match="a name") as problem:
            clean_name(wrong)
        assert retold(problem.value).startswith("un nom ")
    with pytest.raises(ValueError, match="an address") as problem:
        Address.parse("no where")
    assert retold(problem.value).startswith("une adresse est ")
