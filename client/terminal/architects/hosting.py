"""The options for a new table of Architects."""

from __future__ import annotations

from sealed_wonders.client.terminal.hosting import DRAWN

CHOICES = (DRAWN,)
