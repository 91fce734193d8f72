"""Policies: reads TOML and returns a checked ``Policy``. Every error names file, line and key."""

from understudy.policy.policy import (
    PRESETS,
    SCHEMA,
    Policy,
    load,
    parse,
    preset_text,
    with_columns,
    with_labels,
    with_lists,
    with_rule,
    with_scope,
)

__all__ = [
    "PRESETS",
    "SCHEMA",
    "Policy",
    "load",
    "parse",
    "preset_text",
    "with_columns",
    "with_labels",
    "with_lists",
    "with_rule",
    "with_scope",
]
