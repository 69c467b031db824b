"""
The options that a person can choose for a new table of Architects.

Both games let people choose how boards or wonders are drawn, so `DRAWN` is shared.
"""

from __future__ import annotations

from sealed_wonders.client.tablewords.hosting import DRAWN

CHOICES = (DRAWN,)
"""
The game's own options, in display order; `client.tablewords.hosting` adds everybody's.
"""
