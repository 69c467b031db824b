"""The labels of a replay's page, in the current language."""

from __future__ import annotations

from collections.abc import Mapping

from sealed_wonders.net.web.labels import words as shared
from sealed_wonders.net.words import p_


def words() -> Mapping[str, str]:
    """Return the labels by the names that the page's scripts have for them."""
    return {
        **shared(),
        "verdict": p_("page", "Was it fair?"),
        "saved": p_("page", "Saved on {when}"),
        "code_is": p_("page", "Table code: {words}"),
        "turn_by_turn": p_("page", "Turn by turn"),
        "step": p_("page", "Step {n} of {all}: {title}"),
        "first": p_("page", "First step"),
        "back": p_("page", "Back"),
        "next": p_("page", "Next"),
        "last": p_("page", "Last step"),
        "play": p_("page", "Play"),
        "pause": p_("page", "Pause"),
        "steps": p_("page", "Turns"),
        "seen_from": p_("page", "Seen from"),
        "everybody": p_("page", "everybody"),
        "hands": p_("page", "What each hand held"),
        "never_shown": p_("page", "{n} never shown"),
        "in_words": p_("page", "In words"),
        "show_turn": p_("page", "Show this turn"),
        "trades": p_("page", "Who paid whom"),
        "paid_to": p_("page", "paid, in coins, to"),
        "total": p_("page", "total"),
        "all_cities": p_("page", "All cities"),
        "keys_of_replay": p_(
            "page",
            "Keys: ← and → turn by turn, Home and End, space plays, 1 to 7 a seat, 0 "
            "everybody",
        ),
    }
