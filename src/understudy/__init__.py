"""De-identify text corpora: find what is private, put stand-ins in its place, state what that
protects.

    >>> from understudy import Span, Deidentifier, deidentify
    >>> deidentify("Call Ann Lee at 555-0199.", policy="typed").text
    'Call <PERSON> at <PHONE_NUMBER>.'
    >>> Deidentifier(policy="typed").replace("I am Ann Lee.", [Span(5, 12, "PERSON")]).text
    'I am <PERSON>.'

Importing this package loads nothing heavy; its names are loaded when they are first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from understudy.core.draw import fresh_key as new_key
    from understudy.core.errors import UnderstudyError
    from understudy.core.types import Document, Edit, Entity, PrivacyEvent, Segment, Span
    from understudy.deidentifier import Deidentified, Deidentifier, deidentify
    from understudy.pipeline import Pipeline, Result, build
    from understudy.policy import Policy
    from understudy.policy import load as load_policy
    from understudy.policy import parse as parse_policy
    from understudy.run.order import Order, Release
    from understudy.run.release import carry_out
    from understudy.run.restore import restore as restore_release

__all__ = [
    "Deidentified",
    "Deidentifier",
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
    "deidentify",
    "load_policy",
    "new_key",
    "parse_policy",
    "restore_release",
]

_WHERE = {
    "Deidentified": "deidentifier:Deidentified",
    "Deidentifier": "deidentifier:Deidentifier",
    "deidentify": "deidentifier:deidentify",
    "Document": "core.types:Document",
    "Edit": "core.types:Edit",
    "Entity": "core.types:Entity",
    "Order": "run.order:Order",
    "Pipeline": "pipeline:Pipeline",
    "Policy": "policy:Policy",
    "PrivacyEvent": "core.types:PrivacyEvent",
    "Release": "run.order:Release",
    "Result": "pipeline:Result",
    "Segment": "core.types:Segment",
    "Span": "core.types:Span",
    "UnderstudyError": "core.errors:UnderstudyError",
    "build": "pipeline:build",
    "carry_out": "run.release:carry_out",
    "load_policy": "policy:load",
    "new_key": "core.draw:fresh_key",
    "parse_policy": "policy:parse",
    "restore_release": "run.restore:restore",
}


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module 'understudy' has no attribute {name!r}")
    from understudy.registry import imported  # noqa: PLC0415 - only when a name is asked for

    return imported(f"understudy.{_WHERE[name]}")
