"""
What can be chosen for a table of Architects that one opens.
"""

from __future__ import annotations

from sealed_wonders.client.terminal.hosting import DRAWN

CHOICES = (DRAWN,)
