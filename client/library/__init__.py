"""
The public Python interface: games, bots, logs, records and pictures.

`sealed_wonders` offers these names, and imports this package when one of them is first
used. Every other module is internal and may change at any time.
"""

from __future__ import annotations

from sealed_wonders.client.bots import STRATEGIES, strategy
from sealed_wonders.client.library.checking import check_record
from sealed_wonders.client.library.opengame import OpenGame
from sealed_wonders.client.library.printed import PrintedCard, cards
from sealed_wonders.client.library.publiclog import (
    LogError,
    LogFollower,
    PublicEvent,
    PublicLog,
    read_log,
)
from sealed_wonders.client.logs.audit import Verdict
from sealed_wonders.core.chronicle import ChronicleTurn
from sealed_wonders.core.definition import Facts
from sealed_wonders.core.game import (
    AnyState,
    Card,
    Move,
    Refusal,
    Ruleset,
    Seat,
    Sheet,
    Slot,
)
from sealed_wonders.core.games import GAMES
from sealed_wonders.core.local import Player
from sealed_wonders.core.records.checked import Checked, Tolerated
from sealed_wonders.core.records.script import Flaw, RecordFault
from sealed_wonders.core.sentences import Text

__all__ = [
    "GAMES",
    "STRATEGIES",
    "AnyState",
    "Card",
    "Checked",
    "ChronicleTurn",
    "Facts",
    "Flaw",
    "LogError",
    "LogFollower",
    "Move",
    "OpenGame",
    "Player",
    "PrintedCard",
    "PublicEvent",
    "PublicLog",
    "RecordFault",
    "Refusal",
    "Ruleset",
    "Seat",
    "Sheet",
    "Slot",
    "Text",
    "Tolerated",
    "Verdict",
    "cards",
    "check_record",
    "read_log",
    "strategy",
]
