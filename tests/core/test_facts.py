"""The facts that are in the rules hash, and the texts that aren't."""

from __future__ import annotations

from sealed_wonders.core.facts import without


def test_words_are_left_out_at_every_depth() -> None:
    """A name in a record within a record changes no rules either."""
    stage = {"cost": 3, "name": {"en": "Lighthouse"}}
    record = {"name": "Pharos", "id": "name", "stages": (stage, ["title"])}
    facts = {"id": "name", "stages": [{"cost": 3}, ["title"]]}
    assert [facts] == without(("name", "title"), [record])
