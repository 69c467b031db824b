"""Hosts for tests, closed when the test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from sealed_wonders.host.terms import Terms
from tests.support.inn import Inn, Inns


@pytest.fixture
def inns(tmp_path: Path) -> Iterator[Inns]:
    """Open hosts, all with the same folder."""
    opened: list[Inn] = []

    def open_inn(terms: Terms | None = None, tables: int = 4) -> Inn:
        inn = Inn(tmp_path, terms, tables)
        opened.append(inn)
        return inn

    yield open_inn
    for inn in opened:
        for room in inn.house.rooms:
            room.put_away()
