"""The cards that a game has shown to everybody, for searches of sent data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from sealed_wonders.core.architects.state import State as ArchitectsState
from sealed_wonders.core.game import Answer, Chosen, Looked, TurnedUp
from sealed_wonders.core.wonders.state import State as WondersState
from sealed_wonders.host.terms import Terms
from tests.support.inprocess.client import Client
from tests.support.inprocess.server import open_terms

TABLES: Mapping[str, Terms] = {
    "wonders": open_terms(3),
    "drafted": open_terms(3, own={"draw": "chosen"}),
    "both": open_terms(3, own={"with": "leaders,edifice"}),
    "architects": open_terms(3, game="architects"),
}


class ShownCards:
    """The cards that a game has shown to everybody, and those that players see themselves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.public: set[str] = set()
        self.hidden: set[str] = set()
        for kind in (WondersState, ArchitectsState):
            self._spy(monkeypatch, kind)

    def _spy(self, monkeypatch: pytest.MonkeyPatch, kind: Any) -> None:
        tell = kind.tell

        def told(state: Any, answer: Answer) -> Any:
            faces: Iterable[int] = ()
            match answer:
                case Chosen(face=int(face)) | Looked(face=int(face)):
                    faces = (face,)
                case TurnedUp(faces=faces):
                    pass
            if faces:  # each access builds the list of all cards
                cards = state.rules.cards
                self.public |= {cards[face] for face in faces}
            return tell(state, answer)

        monkeypatch.setattr(kind, "tell", told)

    def see(self, clients: list[Client], cards: Any) -> None:
        """Record the cards that players see in their own questions."""
        for client in clients:
            question = client.player.question
            if question is not None:
                self.hidden |= {cards[face] for face in question.faces.values()}
