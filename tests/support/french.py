"""Find sentences that haven't been translated."""

from __future__ import annotations

import re
from collections.abc import Iterable

ENGLISH = re.compile(
    r"\b(the|you|your|and|with|cards?|coins?|builds?|sells?|turn|hand|is|are|not|to|of|"
    r"from|by|city|each|free|left|right|nothing|ready|waiting|wins?|beats?|shields?|"
    r"stage|side|what|who|has|have|for|ends?|its|this|that|only|choice|makes?|costs?|"
    r"day|night|if|be|which|there|an|it|on its|how|when|where|show)\b",
    re.IGNORECASE,
)
"""Words which are in English sentences, and in no French one."""

NAMES = re.compile(
    r"the house|\S*/\S+|\b[a-z_]+[./][a-z]+\b|[A-Z_]{4,}|--[a-z-]+(?: (?:day|night))?"
)
"""What is whatever whoever named it speaks: people, files, variables, options."""


def english(lines: Iterable[str]) -> list[str]:
    """Return the lines that contain an English word."""
    return [line for line in lines if ENGLISH.search(NAMES.sub("", line))]
