"""C types of the compiled engine, derived from its type hints."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts import declarations

ROOT = Path(__file__).parents[2]

KINDS = """
A, B = range(2)
SHARE: float = 0.5
NAMES = ("a", "b")
NAME = "a"
"""

CITY = '''
from __future__ import annotations

import math
from array import array

from sealed_wonders.engine.kinds import A, NAME, NAMES, SHARE

ROOM = 1 << 40


class City:
    """A city."""

    def __init__(self, numbers: list[int]) -> None:
        self.coins = 0
        self.share = 0.0
        self.is_new = True
        self.cards = [0] * 5
        self.many = [0] * len(numbers)
        self.row = array("d", numbers)
        self._left: City | None = None
        self._known: dict[int, int] = {}

    @property
    def worth(self) -> float:
        return self.share

    def gain(self, coins: int, *, twice: bool) -> None:
        self.coins += coins

    def value(self, other: City, nth: int = 0) -> float:
        total = 0
        best = None
        for card in self.many:
            total += card
            if card > 1.5:
                total = card / 2
            best = other
        row = self.row
        mine = other.cards[:]
        said = "said"
        return best.worth

    def _pay(self, parts: tuple[int, ...]) -> tuple[int, ...]:
        first = parts[0]
        left = self._left
        bit = 1 << first | (left.coins if left else 0)
        return (bit,)

    def _lazy(self, parts: list[int]) -> int:
        return sum(it for it in parts)


def _root(number: float) -> float:
    found = max(0, math.sqrt(number))
    return found
'''

DECLARED = """\
cimport cython
from libc cimport math
cdef long long A
cdef tuple NAMES
cdef double SHARE
cdef long long ROOM
@cython.locals(found=cython.double)
cdef double _root(double number)
@cython.final
cdef class City:
    cdef public long long coins
    cdef public double share
    cdef public bint is_new
    cdef long long cards[5]
    cdef public list many
    cdef public double[::1] row
    cdef City _left
    cdef dict _known
    @cython.locals(total=cython.double, best=City, card=cython.longlong, \
row=cython.double[::1], mine=cython.longlong[5])
    cpdef double value(self, City other, long long nth=*)
    @cython.locals(first=cython.longlong, left=City, bit=cython.longlong)
    cdef tuple _pay(self, tuple parts)
"""


@pytest.fixture
def written(tmp_path: Path) -> dict[str, Path]:
    folder = tmp_path / "engine"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "kinds.py").write_text(KINDS)
    (folder / "city.py").write_text(CITY)
    return declarations.write(tmp_path, "engine", tmp_path / "build")


def test_types_come_from_hints_and_assignments(
    written: dict[str, Path],
) -> None:
    """Names that Python can't share with C are left out, or stay objects."""
    (name,) = written
    assert "sealed_wonders.engine.city" == name
    assert DECLARED == written[name].with_suffix(".pxd").read_text()


def test_shifted_numbers_have_64_bits(written: dict[str, Path]) -> None:
    """In C they would have 32. Constants that C keeps can still be imported."""
    (copied,) = written.values()
    text = copied.read_text()
    assert "bit = cython.cast(cython.longlong, 1) << first | (left" in text
    assert text.endswith("\n\nglobals().update(ROOM=ROOM)\n")


def test_unchanged_files_are_not_written_again(
    written: dict[str, Path], tmp_path: Path
) -> None:
    (copied,) = written.values()
    for file in (copied, copied.with_suffix(".pxd")):
        file.chmod(0o444)
        before = file.stat().st_mtime_ns
        declarations.write(tmp_path, "engine", tmp_path / "build")
        assert before == file.stat().st_mtime_ns


def test_no_attribute_of_the_engine_stays_a_python_object() -> None:
    """Except for names and texts, it calculates in C alone."""
    engine = declarations.Engine(ROOT, "client/engine")
    for name in ("wonders.table", "wonders.worth", "wonders.policy", "wonders.prices"):
        module = engine.module(f"sealed_wonders.client.engine.{name}")
        assert module is not None
        assert "cdef public object" not in module.declarations()
