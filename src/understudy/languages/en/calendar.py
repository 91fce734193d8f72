"""English times of day: how minutes are told."""

from __future__ import annotations


def before_hour(number: str) -> str:
    """ "half past", "ten to" """
    minutes = rf"(?:(?:a\s+)?quarter|half|{number}|\d{{1,2}})(?:\s+minutes)?"
    return rf"(?:{minutes}\s+(?:past|after|to|till|of|before)\s+)?"


def after_hour(number: str) -> str:
    """ "oh five", "thirty", "o'clock sharp" """
    return rf"(?:\s+(?:(?:oh|o)\s+)?{number})?(?:\s+o['’]?\s?clock)?(?:\s+sharp)?"
