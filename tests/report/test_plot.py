from __future__ import annotations

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from understudy.privacy.accounting import epsilon
from understudy.report.figures import Bin, Curve, Point
from understudy.report.plot import epsilon_plot, histogram

probabilities = st.floats(0.0, 1.0)
masses = st.floats(1e-40, 0.5)


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"-?\d+(?:\.\d+)?", text)]


@given(st.lists(st.tuples(probabilities, masses), min_size=1, max_size=6))
def test_everything_lies_inside_the_drawing(settings: list[tuple[float, float]]) -> None:
    ordered = sorted({pi_min for _, pi_min in settings})
    curves = [Curve(pi_min, ("A",), proven=True) for pi_min in ordered]
    points = [Point(p, pi_min, epsilon(p, pi_min)) for p, pi_min in settings]
    drawing = ElementTree.fromstring(epsilon_plot(curves, points))
    width, height = numbers(drawing.attrib["viewBox"])[2:]
    dots = drawing.findall("circle")
    assert len(dots) == len(points)
    for dot in dots:
        assert 0 <= float(dot.attrib["cx"]) <= width
        assert 0 <= float(dot.attrib["cy"]) <= height
    for line in drawing.findall("polyline"):
        places = numbers(line.attrib["points"])
        assert all(0 <= x <= width for x in places[::2])
        assert all(0 <= y <= height for y in places[1::2])
        assert places[1::2] == sorted(places[1::2])


def test_labels_do_not_collide() -> None:
    curves = [Curve(0.01 * 1.02**n, ("A",), proven=True) for n in range(6)]
    drawing = ElementTree.fromstring(epsilon_plot(curves, [Point(1.0, None, 0.0)]))
    labels = [one for one in drawing.findall("text") if "label" in one.attrib["class"]]
    heights = [float(one.attrib["y"]) for one in labels]
    assert len(heights) == 6
    assert all(b - a >= 12 for a, b in pairwise(heights))


def test_dots_stand_on_their_curves() -> None:
    pi_min = 1e-4
    curve = Curve(pi_min, ("A",), proven=True)
    point = Point(0.99, pi_min, epsilon(0.99, pi_min))
    drawing = ElementTree.fromstring(epsilon_plot([curve], [point]))
    (dot,) = drawing.findall("circle")
    assert dot.attrib["class"] == "dot c1"
    places = numbers(drawing.findall("polyline")[0].attrib["points"])
    x, y = float(dot.attrib["cx"]), float(dot.attrib["cy"])
    near = min(zip(places[::2], places[1::2], strict=True), key=lambda place: abs(place[0] - x))
    assert math.dist(near, (x, y)) < 6


def test_plots_speak_to_screen_readers() -> None:
    drawing = ElementTree.fromstring(
        histogram([Bin(0, 2, 3), Bin(2, 4, 0), Bin(math.inf, math.inf, 1)], "ε", "documents")
    )
    assert drawing.attrib["role"] == "img"
    assert drawing.attrib["aria-label"] == "ε, 4 documents. 3 from 0 to 2; 1 at infinity"


def test_bars_are_as_tall_as_their_counts() -> None:
    drawing = ElementTree.fromstring(histogram([Bin(0, 1, 10), Bin(1, 2, 5)], "ε", "documents"))
    tall = [float(bar.attrib["height"]) for bar in drawing.findall("rect")]
    assert tall[0] == 2 * tall[1]
    shown = [one.text for one in drawing.findall("text")]
    assert {"10", "5", "0", "1", "2"} <= set(shown)


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=12), st.integers(0, 100))
def test_histograms_fit(counts: list[int], unbounded: int) -> None:
    bins = [Bin(n * 0.5, (n + 1) * 0.5, count) for n, count in enumerate([*counts, 1])][:12]
    if unbounded or not any(one.count for one in bins):
        bins.append(Bin(math.inf, math.inf, unbounded + 1))
    drawing = ElementTree.fromstring(histogram(bins, "ε", "documents"))
    width, height = numbers(drawing.attrib["viewBox"])[2:]
    for bar in drawing.findall("rect"):
        box = {name: float(bar.attrib[name]) for name in ("x", "y", "width", "height")}
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
