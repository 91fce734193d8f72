"""English times of day: how minutes are told."""

from __future__ import annotations


def before_hour(number: str) -> str:
    """ "half past", "ten to"; but "from ten to eleven" and "10 to 11" are two hours."""
    words = rf"(?:(?:a\s+)?quarter|half|{number}|\d{{1,2}}\s+minutes)(?:\s+minutes)?"
    told = rf"(?<!from\s)(?<!between\s){words}\s+(?:past|after|to|till|of|before)\s+"
    return rf"(?:{told}|\d{{1,2}}\s+past\s+)?"


def after_hour(number: str) -> str:
    """ "oh five", "thirty", "o'clock sharp" """
    return rf"(?:\s+(?:(?:oh|o)\s+)?{number})?(?:\s+o['’]?\s?clock)?(?:\s+sharp)?"
