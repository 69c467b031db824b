"""Accepting browser pages by two words: the right page gets in, and no other that asks."""

from __future__ import annotations

from twisted.internet.task import Clock

from sealed_wonders.client.browser.access import (
    GRACE,
    MAX_WAITING,
    Access,
    SecretState,
    TypedResult,
)


class Waiting:
    """Pages that ask, and what a terminal was told of them."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.told: list[str] = []
        self.access = Access(
            self.clock.seconds, self.told.append, lambda: self.told.append("several")
        )

    def ask(self) -> tuple[str, str]:
        asked = self.access.ask()
        assert asked is not None
        return asked

    def enter(self, line: str = "") -> TypedResult:
        return self.access.typed(line).outcome

    def standing(self, secret: str) -> SecretState:
        return self.access.standing(secret)


def test_whoever_asks_first_is_not_let_in_in_ones_place() -> None:
    """Enter chooses nobody as soon as two ask; the words that are typed choose one."""
    at = Waiting()
    theirs, first = at.ask()
    mine, words = at.ask()
    assert first != words
    assert [first, "several"] == at.told
    assert TypedResult.SEVERAL is at.enter()
    assert TypedResult.WRONG is at.enter("aardvark aardvark")
    assert SecretState.WAITING is at.standing(mine) is at.standing(theirs)
    assert TypedResult.LET_IN is at.enter(f"  {words.upper()} ")
    assert SecretState.IN is at.standing(mine)
    assert SecretState.OUT is at.standing(theirs)


def test_a_page_that_comes_between_the_words_and_enter_gains_nothing() -> None:
    """Nor when all others have gone meanwhile: the words of what is left weren't shown."""
    at = Waiting()
    at.ask()
    at.clock.advance(GRACE / 2)
    theirs, _ = at.ask()
    at.clock.advance(GRACE / 2 + 1)
    assert SecretState.WAITING is at.standing(theirs)
    assert TypedResult.SEVERAL is at.enter()
    assert SecretState.WAITING is at.standing(theirs)
    at.clock.advance(GRACE)
    _, words = at.ask()
    assert words == at.told[-1]
    assert TypedResult.LET_IN is at.enter()


def test_a_flood_neither_hides_a_page_nor_takes_its_place() -> None:
    """All words differ, the terminal is told twice, and there is an end of it."""
    at = Waiting()
    flood = [at.ask() for _ in range(MAX_WAITING // 2)]
    mine, words = at.ask()
    flood += [at.ask() for _ in range(MAX_WAITING - MAX_WAITING // 2 - 1)]
    assert None is at.access.ask()
    assert MAX_WAITING == len({words, *(theirs for _, theirs in flood)})
    assert 2 == len(at.told)
    assert TypedResult.SEVERAL is at.enter()
    answer = at.access.typed(words)
    assert (TypedResult.LET_IN, MAX_WAITING - 1) == answer
    assert SecretState.IN is at.standing(mine)
    assert {SecretState.OUT} == {at.standing(secret) for secret, _ in flood}


def test_whoever_waits_is_told_when_it_is_decided() -> None:
    """Those who weren't let in, too."""
    at = Waiting()
    (mine, words), (theirs, _) = at.ask(), at.ask()
    told: list[SecretState] = []
    for secret in (mine, theirs):
        at.access.wait(secret, lambda secret=secret: told.append(at.standing(secret)))  # type: ignore[misc]
    at.enter(words)
    assert [SecretState.IN, SecretState.OUT] == told
