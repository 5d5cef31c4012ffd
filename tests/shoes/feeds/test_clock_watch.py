"""A camera's machine holds its clock against the server's."""

import pytest

from shoes.feeds.pulse import ClockWatch


def _heard(*answers: tuple[int, int], said: list[str]) -> ClockWatch:
    """Answers of (server ahead of us in ms, time that the answer took)."""
    watch = ClockWatch(said.append)
    for number, (server_ahead_ms, took_ms) in enumerate(answers):
        asked = 1_800_000_000_000 + 1000 * number
        watch.hear(asked + took_ms // 2 + server_ahead_ms, asked_ms=asked, answered_ms=asked + took_ms)
    return watch


@pytest.mark.parametrize(
    ("answers", "trouble"),
    [
        ([(0, 20)] * 5, ""),
        ([(-900, 20)] * 5, ""),
        ([(-1500, 20)] * 3, "clock-ahead"),
        ([(3200, 20)] * 3, "clock-behind"),
        ([(3200, 20)] * 2, ""),
        ([(1500, 1200)] * 5, ""),
        ([(3200, 20)] * 2 + [(0, 20)] + [(3200, 20)] * 2, ""),
        ([(3200, 20)] * 3 + [(0, 20)] * 2, "clock-behind"),
        ([(3200, 20)] * 3 + [(0, 20)] * 3, ""),
    ],
    ids=["agrees", "a little", "ahead", "behind", "not yet", "a slow answer", "now and then", "not yet well", "well"],
)
def test_a_clock_is_off_when_three_answers_in_a_row_say_so(answers: list[tuple[int, int]], trouble: str) -> None:
    assert _heard(*answers, said=[]).trouble == trouble


def test_it_is_said_once_and_when_it_is_over() -> None:
    said: list[str] = []
    _heard(*[(3200, 20)] * 6, *[(10, 20)] * 6, said=said)
    assert said == [
        "This machine's clock is 3.2 s behind the server's, so that what is seen is dated wrongly; let both follow one"
        " time server.",
        "This machine's clock agrees with the server's again.",
    ]
