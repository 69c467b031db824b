"""The facts in the rules hash, without names and titles."""

from __future__ import annotations

from sealed_wonders.core.facts import without


def test_names_are_left_out_at_every_depth() -> None:
    """A name in a nested record is no rule, either."""
    stage = {"cost": 3, "name": {"en": "Lighthouse"}}
    record = {"name": "Pharos", "id": "name", "stages": (stage, ["title"])}
    facts = {"id": "name", "stages": [{"cost": 3}, ["title"]]}
    assert [facts] == without(("name", "title"), [record])
