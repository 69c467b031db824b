"""Modules that a host loads only if something needs them later."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests.support.programs import run_to_end

PROGRAM = """
import sys
from sealed_wonders.host import __main__ as host, lean

def look():
    # All that a host takes is imported, and it doesn't run yet.
    end()
    heavy = {"_hashlib", "_ssl", "ssl", "http.client", "urllib.request", "email.parser"}
    heavy |= {"asyncio.base_events", "email.charset", "html.entities", "service_identity"}
    print(sorted(heavy & sys.modules.keys()), "twisted.internet.reactor" in sys.modules)
    import asyncio, hashlib, http.cookiejar, ssl
    print(hashlib.sha256(b"abc").hexdigest()[:8])
    print(len(http.cookiejar.CookieJar()), ssl.create_default_context().verify_mode.name)
    # It is one package, whichever part was imported first.
    from twisted.internet import defer
    print(asyncio.run(asyncio.sleep(0, "slept")), asyncio.Future is defer.Future)
    from twisted.python.compat import escape
    from cryptography.x509.general_name import parseaddr
    import email.utils, html, pickle
    print(escape("<"), parseaddr("Ann <ann@oak>"), pickle.loads(pickle.dumps(7)))
    print(html.unescape("&eacute;"), email.utils.formataddr(("", "ann@oak")))
    from twisted.internet.ssl import CertificateOptions
    print(CertificateOptions.__name__)
    sys.exit()

end, lean.end = lean.end, look
host.main(["--relay", "--logs", sys.argv[1]])
"""


def test_a_host_postpones_the_import_of_heavy_modules(
    tmp_path: Path,
) -> None:
    # Measuring coverage would import some of these modules.
    env = {it: os.environ[it] for it in os.environ if "COVERAGE" not in it}
    done = run_to_end(sys.executable, "-c", PROGRAM, tmp_path, env=env)
    assert [
        "[] True",
        "ba7816bf",
        "0 CERT_REQUIRED",
        "slept True",
        "&lt; ('Ann', 'ann@oak') 7",
        "é ann@oak",
        "OpenSSLCertificateOptions",
    ] == done.stdout.splitlines()
