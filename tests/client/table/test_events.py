"""Every event and every action is handled by somebody."""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatchmethod
from typing import Any, get_args, get_type_hints

import pytest

from sealed_wonders.client.person.person import Person
from sealed_wonders.client.table import actions, events
from sealed_wonders.client.table.game import Game
from sealed_wonders.client.table.players import Player, handler_of
from sealed_wonders.client.table.session import Session
from sealed_wonders.client.tableconnection import TableConnection

EVENTS = get_args(events.Event)


@pytest.mark.parametrize("event", EVENTS, ids=lambda it: it.__name__)
def test_a_person_handles_each_event(event: type) -> None:
    handler = getattr(Person, handler_of(event.__name__))
    assert {"event": event, "return": type(None)} == get_type_hints(handler)


def test_no_player_has_a_handler_for_an_unknown_event() -> None:
    """A handler whose event was renamed would never be called."""
    known = {handler_of(it.__name__) for it in EVENTS}
    for kind in (Person, *Player.__subclasses__()):
        heard = {it for it in vars(kind) if it.startswith("on_")}
        assert heard <= known, kind


def handled_by(kind: type) -> set[type]:
    """Return the actions for which a class registers a method."""
    do: Any = vars(kind)["do"]
    assert isinstance(do, singledispatchmethod)
    registered: dict[type, Callable[..., object]] = dict(do.dispatcher.registry)
    return set(registered) - {object}


def test_each_action_is_handled_by_its_class() -> None:
    in_game, in_session = (
        set(get_args(it)) for it in (actions.InGame, actions.InSession)
    )
    assert in_game == handled_by(Game)
    assert in_session - in_game == handled_by(Session)
    everywhere = set(get_args(actions.Action))
    beside = {actions.TakeSeat}  # handled by the session as well
    assert (everywhere - in_session) | beside == handled_by(TableConnection)
    assert actions.SignedCommand in in_session
