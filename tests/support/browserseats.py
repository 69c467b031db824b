"""A person whose seat is shown in browsers, at a table with bots, and those browsers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twisted.internet.task import Clock

from sealed_wonders.client.browser.gate import Gate
from sealed_wonders.client.browser.seatface import SeatFace
from sealed_wonders.client.browser.seatlistener import SeatListener
from sealed_wonders.client.browser.seatpages import gate
from sealed_wonders.client.lessons.teacher import Teacher
from sealed_wonders.client.storage.settings import Settings
from sealed_wonders.core.game import Move
from sealed_wonders.host.terms import Terms
from sealed_wonders.net.login import Lender
from sealed_wonders.net.suites import OPEN
from tests.support.agreed import agreed
from tests.support.gates import Connection, GateHarness
from tests.support.human import Human
from tests.support.inprocess.followers import follow
from tests.support.inprocess.server import HostHarness
from tests.support.stacks import OTHERS, build_at_random


class Page:
    """
    A page with access, and the contents of its stream.

    Attributes:
        sections: the current sections.
    """

    def __init__(self, pages: SeatPages) -> None:
        self._pages = pages
        self.secret, _words = pages.ask()
        pages.confirming.typed("")
        self.stream: Connection = pages.do("POST", "/events", self.secret, stays=True)
        self.sections: dict[str, Any] = {}
        self._read = 0
        self.read()

    @property
    def bytes_sent(self) -> bytes:
        """All that was ever sent on the stream."""
        sent: bytes = self.stream.transport.value()
        return sent

    def read(self) -> Page:
        """Read what has arrived since the last call."""
        sent = self.bytes_sent.decode()[self._read :]
        self._read += len(sent)
        for line in sent.splitlines():
            if line.startswith("data:"):
                for name, it in json.loads(line.removeprefix("data:")).items():
                    if it is None:
                        self.sections.pop(name, None)
                    else:
                        self.sections[name] = it
        return self

    def post(self, do: str, **more: object) -> int:
        """Post an action, and settle; return the status of the response."""
        return self.post_bytes(json.dumps({"do": do, **more}).encode())

    def post_bytes(self, body: bytes) -> int:
        one = self._pages.do("POST", "/act", self.secret, body=body)
        self._pages.settle()
        self.read()
        assert one.status is not None
        return one.status

    # What a person sees.

    def __getitem__(self, name: str) -> Any:
        return self.sections[name]

    def __contains__(self, name: str) -> bool:
        return name in self.sections

    @property
    def uses(self) -> dict[str, Mapping[str, Any]]:
        """The possible choices, by their words."""
        items = self.sections.get("question", {"items": ()})["items"]
        return {use["word"]: use for item in items for use in item["uses"]}

    @property
    def laid(self) -> str | None:
        """The word of the choice that is laid down."""
        word: str | None = self.sections.get("laid", {}).get("word")
        return word

    def choose(self, word: str) -> None:
        """Lay a choice down and seal it."""
        phase = self["question"]["phase"]
        assert self.post("lay", phase=phase, text=word) == 204
        assert self.laid == word
        assert self.post("seal", phase=phase, text=word) == 204


class SeatPages(GateHarness):
    """
    Ann's seat in browsers, in a lobby in which all others are ready.

    Attributes:
        human: ann.
        face: her seat, as pages show it.
    """

    def __init__(
        self,
        folder: Path,
        *,
        terms: Terms | None = None,
        seed: str = "",
        is_alone: bool = False,
        teacher: Teacher | None = None,
        lender: Lender | None = None,
    ) -> None:
        own = agreed(sides="choose")
        terms = terms or Terms.of(suite=OPEN, players=3, own=own)
        self.host = HostHarness(folder / "host", terms, seed=seed)
        clock: Clock = self.host.clock
        self.face = SeatFace(clock, Settings(), teacher, is_alone=is_alone)
        self.human = Human(
            self.host,
            "ann",
            folder / "ann",
            lender=lender,
            at_screen=lambda: SeatListener(lambda: self.face.changed()),
        )
        self.host.add(self.human)
        super().__init__(clock)
        self.face.show(self.human.person)
        self.host.settle()
        for name in OTHERS[: terms.least - 1]:
            other = follow(self.host, name, self.human)
            other.player.pick = build_at_random
        self.host.settle()

    def pages(self) -> Gate:
        return gate(self.clock, self.access, self.face)

    def settle(self) -> None:
        """Exchange all messages, and then update the pages."""
        self.host.settle()
        self.clock.advance(0)

    def begin(self) -> Page:
        """Begin the game; return the page that did."""
        page = Page(self)
        page.post("ready", on=True)
        page.post("code")
        return page

    def best(self, page: Page) -> str:
        """Return the word of the choice that `build_at_random` makes."""
        menu = self.human.person.known.menu
        assert menu is not None
        wanted: Move = build_at_random(menu.question)
        return next(it.word for it in menu.uses if it.move == wanted)
