"""Values stored as changes: the form of a change, and that nothing is lost."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.client.reports.differences import applied, difference

SCRIPT = Path(__file__).parents[3] / "client/reports/data/steps.js"

PLAIN = st.none() | st.booleans() | st.integers(-9, 9) | st.text("ab", max_size=2)
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text("kl", max_size=2), inner, max_size=3)
    ),
    max_leaves=12,
)


def test_a_change_contains_only_the_differences() -> None:
    city = {"coins": 3, "cards": ["altar"], "board": "gizah.day"}
    after = {"coins": 5, "cards": ["altar", "baths"], "board": "gizah.day"}
    change = {"~": {"coins": {"=": 5}, "cards": {"+": [1, "baths"]}}}
    assert change == difference(city, after)
    others = [{"coins": n, "cards": ["a", "b", "c"]} for n in range(3)]
    table = {"cities": [city, *others]}
    changed = {"cities": [after, *others]}
    assert {"~": {"cities": {"~": {"0": change}}}} == difference(table, changed)
    assert difference(city, dict(city)) is None
    assert {"~": {}, "-": ["b"]} == difference({"a": 1, "b": 2}, {"a": 1})


@given(VALUES, VALUES)
def test_a_change_leads_from_one_value_to_the_other(before: Any, after: Any) -> None:
    assert _typed(after) == _typed(applied(before, difference(before, after)))


def _typed(value: Any) -> str:
    """Serialize a value; 1 and True are equal for Python, but not for a page."""
    return json.dumps(value, sort_keys=True)


def test_the_pages_script_applies_changes(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node is not installed: the page's scripts are NOT tested")
    steps: list[Any] = [
        {},
        {"a": [1, {"b": [1, 2]}], "c": {"d": 1, "e": 2}},
        {"a": [1, {"b": [1, 3, 4]}], "c": {"d": 1}},
        {"a": [], "c": {"d": {"x": None}}},
    ]
    pairs = pairwise(steps)
    changes = [{"change": difference(one, other)} for one, other in pairs]
    module = tmp_path / "steps.mjs"
    shutil.copy(SCRIPT, module)
    code = (
        f"import {{ unfolded }} from {json.dumps(module.as_uri())};"
        f"console.log(JSON.stringify(unfolded({json.dumps(changes)})))"
    )
    done = subprocess.run(
        [node, "--input-type=module", "-e", code],
        capture_output=True,
        text=True,
        check=True,
    )
    assert steps[1:] == json.loads(done.stdout)
