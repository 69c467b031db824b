"""
A page for the browser of whoever sits here, as long as it is looked at.

It is served on loopback rather than written into a file. Browsers that come as snaps or
flatpaks can read no file in ``/tmp`` or in a hidden folder, and they are what most people
have; and such a page may show a hand that only our own keys open, which is to lie on no
disk. Whoever else is on this machine doesn't know the path, which is drawn anew each time.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer

from sealed_wonders.client.reports.page import policy

HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy(),
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

PATIENCE = 10.0
"""Seconds for somebody to say what they want."""


class PageServer(HTTPServer):
    """
    Serves one page, to this machine.

    Attributes:
        url: where it is.
    """

    def __init__(self, page: str) -> None:
        """
        Listen at a free port.

        Raises:
            OSError: there is none.
        """
        self.page = page.encode()
        self.path = f"/{secrets.token_hex(16)}"
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}{self.path}"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing of a browser that has hung up."""

    def show(self, look: Callable[[str], object]) -> None:
        """
        Serve until somebody interrupts that.

        Args:
            look: opens a browser there, if there is one.
        """
        try:
            look(self.url)
            self.serve_forever()
        except KeyboardInterrupt:
            pass
        finally:
            self.server_close()


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    timeout = PATIENCE
    server_version, sys_version = "SealedWonders", ""

    def do_GET(self) -> None:
        if not secrets.compare_digest(self.path.encode(), self.server.path.encode()):
            self.send_error(404)
            return
        self.send_response(200)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(self.server.page)))
        self.end_headers()
        self.wfile.write(self.server.page)

    def log_message(self, format: str, *args: object) -> None:
        """Write nothing: whoever looks at it is here."""
