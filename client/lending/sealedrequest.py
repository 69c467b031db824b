"""Requests of guests' pages, whose contents and answers are sealed."""

from __future__ import annotations

from http import HTTPStatus
from io import BytesIO
from typing import Any

from twisted.web.resource import IResource, Resource
from twisted.web.server import NOT_DONE_YET, Request

from sealed_wonders.client.lending.sealing import OpenedPost

KIND = "application/octet-stream"

LARGEST = 65_536
"""Maximum number of bytes in a box."""

_OF_CONTENTS = ("content-type", "content-length")
"""Headers about what is in the boxes, which nobody else needs to know."""

STATUS_SIZE = 2
"""Bytes of the status, in front of what the first box of an answer contains."""


class SealedRequest:
    """
    A request as its page meant it; whatever is written is sealed, and the status, too.

    Otherwise, somebody on the way could have a page believe that its seat is gone.
    """

    def __init__(self, request: Request, opened: OpenedPost) -> None:
        self.content = BytesIO(opened.body)
        self._request = request
        self._opened = opened
        self._status: int | None = HTTPStatus.OK
        """The status that was not written yet; None once it was."""
        request.setHeader("Content-Type", KIND)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._request, name)

    def setHeader(self, name: str | bytes, value: Any) -> None:
        said = name if isinstance(name, str) else name.decode("latin-1")
        if said.lower() not in _OF_CONTENTS:
            self._request.setHeader(name, value)

    def setResponseCode(self, code: int, message: bytes | None = None) -> None:
        self._status = code

    def write(self, data: bytes) -> None:
        if self._status is not None:
            data = self._status.to_bytes(STATUS_SIZE, "big") + data
            self._status = None
        for at in range(0, len(data), LARGEST):
            self._request.write(self._opened.answer.seal(data[at : at + LARGEST]))

    def finish(self) -> None:
        if self._status is not None:
            self.write(b"")
        self._request.finish()


class SealedAnswer(Resource):
    """The sealed response of another resource."""

    isLeaf = True

    def __init__(self, inner: IResource, request: SealedRequest) -> None:
        super().__init__()
        self._inner = inner
        self._request = request

    def render_POST(self, request: Request) -> Any:
        said: Any = self._inner.render(self._request)
        if said is not NOT_DONE_YET and said:
            self._request.write(said)
        if said is not NOT_DONE_YET:
            self._request.finish()
        return NOT_DONE_YET
