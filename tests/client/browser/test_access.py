"""Confirming browser pages by two words: the right page is let in, and no other."""

from __future__ import annotations

from twisted.internet.task import Clock

from sealed_wonders.client.browser.access import (
    GRACE,
    MAX_WAITING,
    Access,
    SecretState,
    TypedResult,
)


class AccessHarness:
    """Pages that ask for access, and the lines that the terminal shows about them."""

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


def test_enter_lets_nobody_in_if_two_pages_wait() -> None:
    """Typed words choose one of them, and the other one is refused."""
    at = AccessHarness()
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


def test_a_page_that_asks_just_before_enter_is_not_let_in() -> None:
    """
    This holds even if the first page has gone meanwhile: the words of the remaining
    page weren't shown.
    """
    at = AccessHarness()
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


def test_a_flood_of_pages_neither_hides_nor_replaces_the_right_one() -> None:
    """
    All words differ, the terminal shows two lines, and the number of pages is limited.
    """
    at = AccessHarness()
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


def test_all_waiting_pages_are_told_the_decision() -> None:
    at = AccessHarness()
    (mine, words), (theirs, _) = at.ask(), at.ask()
    told: list[SecretState] = []
    for secret in (mine, theirs):
        at.access.wait(secret, lambda secret=secret: told.append(at.standing(secret)))  # type: ignore[misc]
    at.enter(words)
    assert [SecretState.IN, SecretState.OUT] == told
