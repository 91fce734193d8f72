"""De-identify text corpora: find what is private, put stand-ins in its place, state what that
protects.

    >>> from understudy import Document, Span, build, load_policy, new_key
    >>> document = Document("1", "I am Ann Lee.", annotations=(Span(5, 12, "PERSON"),))
    >>> build(load_policy("typed")).run([document], new_key())[0].text
    'I am <PERSON>.'

Importing this package loads nothing heavy; its names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from understudy.draw import fresh_key as new_key
    from understudy.errors import UnderstudyError
    from understudy.pipeline import Pipeline, Result, build
    from understudy.policy import Policy
    from understudy.policy import load as load_policy
    from understudy.policy import parse as parse_policy
    from understudy.release import Order, Release, carry_out
    from understudy.restore import restore as restore_release
    from understudy.types import Document, Edit, Entity, PrivacyEvent, Segment, Span

__all__ = [
    "Document",
    "Edit",
    "Entity",
    "Order",
    "Pipeline",
    "Policy",
    "PrivacyEvent",
    "Release",
    "Result",
    "Segment",
    "Span",
    "UnderstudyError",
    "build",
    "carry_out",
    "load_policy",
    "new_key",
    "parse_policy",
    "restore_release",
]

_WHERE = {
    "Document": "types:Document",
    "Edit": "types:Edit",
    "Entity": "types:Entity",
    "Order": "release:Order",
    "Pipeline": "pipeline:Pipeline",
    "Policy": "policy:Policy",
    "PrivacyEvent": "types:PrivacyEvent",
    "Release": "release:Release",
    "Result": "pipeline:Result",
    "Segment": "types:Segment",
    "Span": "types:Span",
    "UnderstudyError": "errors:UnderstudyError",
    "build": "pipeline:build",
    "carry_out": "release:carry_out",
    "load_policy": "policy:load",
    "new_key": "draw:fresh_key",
    "parse_policy": "policy:parse",
    "restore_release": "restore:restore",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'understudy' has no attribute {name!r}")
    module, _, attribute = _WHERE[name].partition(":")
    return getattr(import_module(f"understudy.{module}"), attribute)
