"""The contracts of parts, as functions that raise ``AssertionError`` if a part breaks one.

Every built-in passes them; a package with a part of its own runs them in its tests:

    from understudy.testing import check_format

    def test_my_format_keeps_the_contract():
        check_format(NOTES, {"a.notes": b"…"})
"""

from understudy.testing.damaged import check_damaged, damaged
from understudy.testing.detectors import check_detector
from understudy.testing.engines import check_engine
from understudy.testing.formats import check_format
from understudy.testing.language import check_language
from understudy.testing.strategies import check_strategy

__all__ = [
    "check_damaged",
    "check_detector",
    "check_engine",
    "check_format",
    "check_language",
    "check_strategy",
    "damaged",
]
