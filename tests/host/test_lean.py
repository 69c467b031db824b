"""A host's process is smaller by what it doesn't import, and who wants that later has it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import sys
from sealed_wonders.host import __main__ as host, lean

def look():
    # All that a host takes is imported, and it doesn't run yet.
    end()
    heavy = {"_hashlib", "_ssl", "ssl", "http.client", "urllib.request", "email.parser"}
    print(sorted(heavy & sys.modules.keys()))
    import hashlib, http.cookiejar, ssl
    print(hashlib.sha256(b"abc").hexdigest()[:8])
    print(len(http.cookiejar.CookieJar()), ssl.create_default_context().verify_mode.name)
    sys.exit()

end, lean.end = lean.end, look
host.main(["--relay", "--logs", sys.argv[1]])
"""


def test_a_host_has_one_openssl_until_somebody_asks_for_another(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert ["[]", "ba7816bf", "0 CERT_REQUIRED"] == done.stdout.splitlines()
