"""The length of a choice's way through the program: no new layer slips in unseen."""

from __future__ import annotations

from pathlib import Path

from scripts.walks import walks


def test_the_way_of_a_choice_gets_no_longer(tmp_path: Path) -> None:
    walked = walks(tmp_path)
    assert len(walked.there) <= 17
    assert len(walked.host) <= 7
    assert len({step.path for step in walked.host}) == 4
    assert len(walked.back) <= 12
    assert "ScreenStack.act" == walked.there[0].name
    assert "Session._send" == walked.there[-1].name
    assert "Server.received" == walked.host[0].name
    assert "Session.receive" == walked.back[0].name
    assert len(walked.redraw) < 4_700
