"""
Cards as JSON data: complete records of the catalogue, with the field names of the data.

Other programs read them from ``wonders cards --json``, and number cards in their order
(docs/PROTOCOL.md, Cards).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from sealed_wonders.core.wonders.goods import unpack
from sealed_wonders.core.wonders.model import (
    Board,
    Building,
    Edifice,
    Effect,
    Face,
    Leader,
    Penalty,
    Side,
    Stage,
)


def record(face: Face) -> dict[str, object]:
    """Return everything about a card."""
    match face:
        case Building():
            return _building(face)
        case Board():
            return _board(face)
        case Leader():
            return _leader(face)
        case Edifice():
            return _edifice(face)


def _building(building: Building) -> dict[str, object]:
    return {
        "id": building.id,
        "names": dict(building.names),
        "building": building.building,
        "age": building.age,
        "colour": building.colour.name.lower(),
        "cost": cost_record(building),
        "copies": list(building.copies),
        "effects": [effect_record(effect) for effect in building.effects],
        "chain": sorted(building.chain),
        "free_with": building.free_with,
    }


def _board(board: Board) -> dict[str, object]:
    sides = {name: _side(side) for name, side in board.sides.items()}
    needs = {"needs": board.needs} if board.needs else {}
    return {"id": board.id, "names": dict(board.names), **needs, "sides": sides}


def _leader(leader: Leader) -> dict[str, object]:
    return {
        "id": leader.id,
        "names": dict(leader.names),
        "set": leader.set,
        "cost": {"coins": "age" if leader.cost is None else leader.cost},
        "effects": [effect_record(effect) for effect in leader.effects],
    }


def _edifice(edifice: Edifice) -> dict[str, object]:
    return {
        "id": edifice.id,
        "names": dict(edifice.names),
        "age": edifice.age,
        "cost": {"coins": edifice.cost},
        "reward": [effect_record(effect) for effect in edifice.reward],
        "penalty": penalty_record(edifice.penalty),
        "debt": edifice.debt,
    }


def penalty_record(penalty: Penalty) -> dict[str, object]:
    """Return a penalty with the field names of the data."""
    if penalty.colour is not None:
        return {"kind": penalty.kind, "colour": penalty.colour.word}
    return {"kind": penalty.kind, "amount": penalty.amount}


def _side(side: Side) -> dict[str, object]:
    stages = [_stage(stage) for stage in side.stages]
    return {"start": effect_record(side.start), "stages": stages}


def _stage(stage: Stage) -> dict[str, object]:
    if stage.halves:
        halves = {
            half: [effect_record(effect) for effect in effects]
            for half, effects in stage.halves.items()
        }
        return {"cost": cost_record(stage), "halves": halves}
    return {
        "cost": cost_record(stage),
        "effects": [effect_record(each) for each in stage.whole],
    }


def cost_record(priced: Building | Stage) -> dict[str, int]:
    coins = {"coins": priced.bank} if priced.bank else {}
    return unpack(priced.goods) | coins


def effect_record(effect: Effect) -> dict[str, object]:
    """Return an effect's kind and fields, as in the data."""
    shown: dict[str, object] = {"kind": effect.kind}
    for field in fields(effect):
        value = getattr(effect, field.name)
        if isinstance(value, Mapping):
            value = dict(value)
        shown[field.name] = list(value) if isinstance(value, tuple) else value
    return shown
