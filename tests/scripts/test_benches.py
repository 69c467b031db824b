"""What benches leave behind."""

from __future__ import annotations

from pathlib import Path

from scripts.benches.recover import folder_on_disk

CHECKOUT = Path(__file__).resolve().parents[2]


def test_what_a_killed_bench_leaves_gets_into_no_commit() -> None:
    """It lies in a folder of the checkout that git ignores; else nothing stays."""
    with folder_on_disk() as folder:
        (folder / "host.pem").write_bytes(b"a key")
        top = folder.relative_to(CHECKOUT).parts[0]
    assert f"/{top}/" in (CHECKOUT / ".gitignore").read_text().splitlines()
    assert not folder.exists()
