"""Responses that stay the same: compressed, and with a tag so that browsers keep them."""

from __future__ import annotations

import gzip
import hashlib
from functools import lru_cache

from twisted.web.server import Request

from sealed_wonders.net.words import LANGUAGES, language

A_YEAR = "public, max-age=31536000, immutable"
"""Cache-Control for what has a hash of its contents in its address."""

KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
}
"""Content types by extension."""


def kind_of(name: str) -> str:
    """
    Return the content type of a file.

    Raises:
        KeyError: no page has files with this extension.
    """
    return KINDS[name.rpartition(".")[2]]


def answer(request: Request, kind: str, text: bytes, caching: str) -> bytes:
    """
    Return the body of a response to a GET, and set its headers.

    Args:
        kind: the content type.
        caching: the value of ``Cache-Control``.
    """
    request.setHeader("Content-Type", kind)
    request.setHeader("Cache-Control", caching)
    request.setHeader("Vary", "Accept-Encoding")
    tag = f'"{hashlib.sha256(text).hexdigest()[:16]}"'.encode()
    if request.setETag(tag):
        return b""
    takes = readable(request.getHeader(b"Accept-Encoding"))
    if "gzip" in takes and len(text) > 500:
        request.setHeader("Content-Encoding", "gzip")
        return _zipped(text)
    return text


def readable(header: bytes | None) -> str:
    """Return the value of a header, whatever its bytes are; empty if there is none."""
    return (header or b"").decode("utf-8", "replace")


@lru_cache(maxsize=64)
def _zipped(text: bytes) -> bytes:
    return gzip.compress(text, 9, mtime=0)


def accepted_language(request: Request) -> str:
    """Return the first of a browser's languages that there is, or this program's."""
    wanted = readable(request.getHeader(b"Accept-Language")).lower().split(",")
    some = (it.strip()[:2] for it in wanted)
    return next((it for it in some if it in LANGUAGES), language())
