"""
The options of Architects on the screen for a new table.

`CHOICES` has one choice for each option in core/architects/options.py, no more and no
fewer (tests/client/view/test_games.py). Both games let people choose how boards or
wonders are drawn, so `DRAWN` is shared.
"""

from __future__ import annotations

from sealed_wonders.client.tablewords.hosting import DRAWN

CHOICES = (DRAWN,)
"""
The game's own options, in display order; `client.tablewords.hosting` adds everybody's.
"""
