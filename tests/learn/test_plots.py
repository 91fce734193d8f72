"""Plots of learning curves."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from understudy.learn.plots import Axis, curves_plot


def _curve(name: str, values: list[float]) -> dict[str, object]:
    return {
        "query": name,
        "steps": [
            {
                "instances": 10 * at,
                "words": {"mean": 99.0 * at, "deviation": 1.0},
                "f1": {"mean": value, "deviation": None},
            }
            for at, value in enumerate(values, 1)
        ],
    }


@given(
    st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=6), min_size=1, max_size=11),
    st.floats(0, 1),
    st.booleans(),
    st.sampled_from(["instances", "words"]),
)
def test_any_curves_can_be_drawn(
    values: list[list[float]], full: float, close: bool, across: str
) -> None:
    curves = [_curve(f"q<{at}>", of_curve) for at, of_curve in enumerate(values)]
    stops = [(0, 10.0, values[0][0], "stable")]
    drawn = str(curves_plot(curves, across=across, full=full, close=close, stops=stops))
    assert drawn.count("<polyline") == len(values)
    assert "q<0>" not in drawn and "q&lt;0&gt;" in drawn
    assert "nan" not in drawn and "inf" not in drawn


def test_axes() -> None:
    axis = Axis(0.0, 10.0, 100.0, 200.0)
    assert axis(5.0) == 150.0 and axis(-1.0) == 100.0 and axis(99.0) == 200.0
    assert axis.ticks(5) == [0, 2, 4, 6, 8, 10]
    assert Axis(0.913, 0.957, 0.0, 1.0).ticks(4)[0] >= 0.913
