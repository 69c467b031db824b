"""Token buckets: exact numbers and times."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sealed_wonders.net.frames import MAX_FRAME
from sealed_wonders.net.limits import FROM_CLIENT, FROM_HOST, Bucket
from sealed_wonders.net.messages import WIRES_CAP


def test_a_refused_request_takes_no_tokens() -> None:
    """And a long silence fills a bucket only once."""
    bucket = Bucket(rate=2, burst=5, now=0.0)
    assert not bucket.take(6, 0.0)
    assert "<Bucket: 5.0 of 5, 2/s>" == repr(bucket)
    assert bucket.take(5, 0.0)
    assert not bucket.take(6, 86400.0)
    assert bucket.take(5, 86400.0)


def test_a_clock_that_is_set_back_adds_no_tokens() -> None:
    """Otherwise a clock that is set back and forth could fill a bucket twice."""
    bucket = Bucket(rate=1, burst=5, now=1000.0)
    assert bucket.take(5, 1000.0)
    assert not bucket.take(1, 0.0)
    assert not bucket.take(1, 0.999)
    assert bucket.take(1, 1.0)


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 8)), max_size=60))
def test_no_pattern_of_requests_exceeds_the_rate(asked: list[tuple[int, int]]) -> None:
    bucket = Bucket(rate=2, burst=5, now=0.0)
    now, taken = 0.0, 0
    for tokens, eighths in asked:
        now += eighths / 8
        taken += tokens * bucket.take(tokens, now)
        assert taken <= 5 + 2 * now


def test_the_limits_allow_every_single_message() -> None:
    """
    This includes a message with the maximum number of wires, and a frame of maximum
    size.
    """
    for limits in (FROM_CLIENT, FROM_HOST):
        assert WIRES_CAP <= limits.message_burst
        assert MAX_FRAME < limits.byte_burst
        assert MAX_FRAME < limits.backlog
