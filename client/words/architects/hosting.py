"""The options for a new table of Architects."""

from __future__ import annotations

from sealed_wonders.client.words.hosting import DRAWN

CHOICES = (DRAWN,)
