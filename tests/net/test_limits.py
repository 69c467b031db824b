"""Token buckets: exact numbers and times."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.frames import MAX_FRAME
from sealed_wonders.net.limits import FROM_CLIENT, FROM_HOST, Bucket
from sealed_wonders.net.messages import WIRES_CAP


def test_what_is_refused_is_not_taken() -> None:
    """And a long silence fills a bucket once: with a burst, not a day's worth."""
    bucket = Bucket(rate=2, burst=5, now=0.0)
    assert not bucket.take(6, 0.0)
    assert "<Bucket: 5.0 of 5, 2/s>" == repr(bucket)
    assert bucket.take(5, 0.0)
    assert not bucket.take(6, 86400.0)
    assert bucket.take(5, 86400.0)


def test_a_clock_put_back_gives_nothing() -> None:
    """Going back and forth in time fills no bucket twice."""
    bucket = Bucket(rate=1, burst=5, now=1000.0)
    assert bucket.take(5, 1000.0)
    assert not bucket.take(1, 0.0)
    assert not bucket.take(1, 0.999)
    assert bucket.take(1, 1.0)


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 8)), max_size=60))
def test_no_pattern_beats_the_rate(asked: list[tuple[int, int]]) -> None:
    bucket = Bucket(rate=2, burst=5, now=0.0)
    now, taken = 0.0, 0
    for tokens, eighths in asked:
        now += eighths / 8
        taken += tokens * bucket.take(tokens, now)
        assert taken <= 5 + 2 * now


def test_the_limits_let_every_message_through() -> None:
    """A full message of wires, a frame of the largest size: none is over by itself."""
    for limits in (FROM_CLIENT, FROM_HOST):
        assert WIRES_CAP <= limits.message_burst
        assert MAX_FRAME < limits.byte_burst
        assert MAX_FRAME < limits.backlog
