"""
The public names that other programs rely on, and how they are called.

Names may be added here. Existing ones change only as CONTRIBUTING allows.
"""

from __future__ import annotations

import inspect

import pytest

import sealed_wonders
from scripts.references.python import signature
from sealed_wonders.client import library
from tests.support.programs import output_of

FUNCTIONS = {
    "strategy": ("(name: str, seed: str, seconds: float | None = None)", "Player"),
    "read_log": ("(path: str | os.PathLike[str], *, proofs: bool = True)", "PublicLog"),
    "check_record": ("(lines: Iterable[bytes], *, lenient: bool = False)", "Checked"),
    "cards": ('(game: str = "wonders", lang: str = "en")', "Mapping[str, PrintedCard]"),
}

METHODS = {
    "OpenGame.__init__": (
        (
            '(game: str = "wonders", *, players: int = 4, seed: str = "", '
            "options: Mapping[str, str] | None = None)"
        ),
        "None",
    ),
    "OpenGame.faces": ("(seat: Seat)", "Mapping[Slot, Card]"),
    "OpenGame.hand": ("(seat: Seat)", "tuple[str, ...]"),
    "OpenGame.moves": ("(seat: Seat)", "Sequence[Move]"),
    "OpenGame.play": ("(seat: Seat, move: Move | str)", "None"),
    "OpenGame.play_out": ("(players: Sequence[Player | str])", "Sheet"),
    "LogFollower.__init__": ("()", "None"),
    "LogFollower.feed": ("(data: bytes)", "tuple[PublicEvent, ...]"),
    "PrintedCard.text": ("(width: int = 40, *, plain: bool = False)", "str"),
    "AnyState.moves": ("(seat: Seat, faces: Mapping[Slot, Card])", "Sequence[Move]"),
    "AnyState.default": ("(seat: Seat, faces: Mapping[Slot, Card])", "Move"),
    "AnyState.score": ("()", "Sheet"),
    "Ruleset.shows": ("(text: str)", "bool"),
}

ATTRIBUTES = {
    "OpenGame": "state is_over sheet to_move table record",
    "LogFollower": "game players waiting_for turns table is_over sheet",
    "AnyState": "rules",
    "Ruleset": "name players cards facts",
}

FIELDS = {
    "Move": "text slot",
    "Sheet": "categories rows winners",
    "PublicLog": "verdict fault entries game options players turns sheet",
    "ChronicleTurn": "at events points",
    "PublicEvent": "at facts",
    "Checked": "names sheet lines tolerated",
    "Tolerated": "line detail",
    "PrintedCard": "id part name says svg",
}

MEMBERS = {
    "Verdict": "GOOD UNFINISHED FAULT",
    "Flaw": "MALFORMED OUT_OF_PLACE ILLEGAL NO_SUCH_CARD DIFFERS UNFINISHED",
}

OTHERS = {
    *("Seat", "Slot", "Card", "Player", "Facts", "Text", "GAMES", "STRATEGIES"),
    *("RecordFault", "LogError", "Refusal"),
}


def test_exactly_these_names_are_public() -> None:
    """Each of them is described in docs/reference/python.md."""
    owners = {name.partition(".")[0] for name in METHODS}
    pinned = {*FUNCTIONS, *owners, *ATTRIBUTES, *FIELDS, *MEMBERS, *OTHERS}
    assert pinned == set(library.__all__)
    assert pinned <= set(dir(sealed_wonders))
    assert {"wonders", "architects"} == set(library.GAMES)


@pytest.mark.parametrize("name", [*FUNCTIONS, *METHODS])
def test_a_function_has_this_signature(name: str) -> None:
    found = library
    for part in name.split("."):
        found = getattr(found, part)
    given = inspect.signature(found)  # type: ignore[arg-type]
    written = " ".join(signature(found).split())  # type: ignore[arg-type]
    said = written.replace("( ", "(").replace(", )", ")").partition(" -> ")[0]
    assert {**FUNCTIONS, **METHODS}[name] == (said, given.return_annotation)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_a_class_has_these_properties(name: str) -> None:
    found = getattr(library, name)
    there = {it for it, of in vars(found).items() if isinstance(of, property)}
    assert set(ATTRIBUTES[name].split()) <= there


@pytest.mark.parametrize("name", FIELDS)
def test_a_tuple_begins_with_these_fields(name: str) -> None:
    """They can be unpacked."""
    fields = list(getattr(library, name).__annotations__)
    assert FIELDS[name].split() == fields[: len(FIELDS[name].split())]


@pytest.mark.parametrize("name", MEMBERS)
def test_an_enumeration_has_these_members(name: str) -> None:
    assert set(MEMBERS[name].split()) <= set(getattr(library, name).__members__)


def test_a_record_fault_has_its_line_flaw_and_reason() -> None:
    fault = library.RecordFault(3, library.Flaw.DIFFERS, "why")
    assert (fault.line, fault.flaw, fault.detail, fault.refusal) == (
        *(3, library.Flaw.DIFFERS, "why"),
        None,
    )
    assert issubclass(library.LogError, ValueError)


def test_the_package_exports_the_librarys_names() -> None:
    assert library.__all__ == sealed_wonders.__all__
    for name in library.__all__:
        assert getattr(sealed_wonders, name) is getattr(library, name)
    with pytest.raises(AttributeError, match="has no attribute 'Nothing'"):
        _ = sealed_wonders.Nothing
    with pytest.raises(AttributeError, match="has no attribute '_private'"):
        _ = sealed_wonders._private


def test_importing_the_package_loads_no_other_module() -> None:
    """Using one of its names loads only what that name needs."""
    asks = (
        "import sys\n"
        "before = {*sys.modules}\n"
        "import sealed_wonders\n"
        "print(*sorted({*sys.modules} - before))\n"
        "sealed_wonders.GAMES\n"
        "print('sealed_wonders.client.library' in sys.modules, 'twisted' in sys.modules)"
    )
    assert output_of(asks).splitlines() == ["sealed_wonders", "True False"]
