"""Contracts of the parts that can be added: a plug-in calls them in its own tests.

check_language   the contract of a language pack
"""

from understudy.testing.language import check_language

__all__ = ["check_language"]
