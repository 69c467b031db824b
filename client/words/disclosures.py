"""Sentences about cards that are disclosed when a game is over."""

from __future__ import annotations

from sealed_wonders.client.reasons import retold
from sealed_wonders.client.words import text
from sealed_wonders.net.claims import Fraud
from sealed_wonders.net.words import _


def said_false_disclosure(who: text.Who, fraud: Fraud) -> str:
    """Return the sentence for a disclosure that its proof contradicts."""
    return text.about(
        who,
        _(
            "Your own program, or somebody who has your key, disclosed a card "
            "incorrectly in entry {entry}: {reason}. The card isn't shown."
        ),
        _(
            "{who} disclosed a card incorrectly in entry {entry}: {reason}. The card "
            "isn't shown; the result stands."
        ),
        entry=fraud.entry,
        reason=retold(fraud.reason),
    )
