"""What is worked out once for each object."""

from __future__ import annotations

from understudy.core.once import once


class Counted:
    """Counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    @once
    def number(self) -> int:
        """How often it was asked."""
        self.asked += 1
        return self.asked


def test_it_is_worked_out_once_for_each_object() -> None:
    one, other = Counted(), Counted()
    assert (one.number, one.number, other.number) == (1, 1, 1)
    assert one.asked == 1


def test_the_class_has_its_documentation() -> None:
    assert Counted.number.__doc__ == "How often it was asked."
