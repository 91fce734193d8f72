"""Spanish times of day: how minutes are told."""

from __future__ import annotations


def before_hour(number: str) -> str:
    """Nothing: minutes are told behind the hour."""
    return ""


def after_hour(number: str) -> str:
    """ "y media", "menos diez", "en punto" """
    minutes = rf"\s+(?:y|menos)\s+(?:media|cuarto|pico|{number}|\d{{1,2}})"
    return rf"(?:{minutes}|\s+{number})?(?:\s+en\s+punto)?"
