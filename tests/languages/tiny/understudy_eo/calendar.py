"""Esperanto times of day: how minutes are told."""

from __future__ import annotations


def before_hour(number: str) -> str:
    """Nothing: minutes are told behind the hour."""
    return ""


def after_hour(number: str) -> str:
    """ "kaj duono", "kaj dek" """
    return rf"(?:\s+kaj\s+(?:duono|{number}|\d{{1,2}}))?"
