"""What a policy says of coherence: public, whatever the document holds."""

from __future__ import annotations

from typing import NamedTuple

from understudy.languages import DEFAULT

__all__ = ["Settings"]


class Settings(NamedTuple):
    """What the policy says of coherence; each switch is an invariant that can be given up."""

    language: str = DEFAULT
    gender: bool = True
    """One's new name has one's gender."""
    country: bool = True
    """A place stays in its country, and a number, too."""
    reserved: bool = True
    """Identifiers come from ranges that nobody owns."""
    shift: str = "anchor"
    """How dates move: the latest drawn anew from ``date_range`` (anchor), or all by one shift
    around themselves (uniform over ``shift_days``, laplace with ``shift_epsilon`` per day)."""
    shift_days: int = 365
    shift_epsilon: float = 0.01
    shift_distance: int = 7
    """Days that the dates of neighbours may differ by, where they are shifted."""
    date_range: tuple[int, int] = (1995, 2024)
    """The first and the last year that an anchor may get."""

    date_order: str = ""
    """Which of day and month stands first in figures, where the policy says so."""
    usual_order: str = ""
    """The same where the policy does not: by what is public of the document or its subject."""

    @property
    def shifted(self) -> bool:
        """Whether dates move by noise around themselves, and are not drawn anew."""
        return self.shift != "anchor"
