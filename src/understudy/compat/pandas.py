"""Accessors for pandas, there once this module is imported.

import understudy.compat.pandas

notes.understudy.deidentify()                               # a Series
calls.understudy.deidentify(columns="auto", subject="id")   # a DataFrame
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from understudy.core.errors import UnderstudyError
from understudy.deidentifier import deidentify
from understudy.policy import Policy

try:
    from pandas.api.extensions import register_dataframe_accessor, register_series_accessor
except ImportError:
    raise UnderstudyError("the accessors need pandas: pip install pandas") from None

__all__ = ["Accessor"]


@register_series_accessor("understudy")
@register_dataframe_accessor("understudy")
class Accessor:
    """What ``series.understudy`` and ``frame.understudy`` are."""

    def __init__(self, given: Any) -> None:
        self._given = given

    def __repr__(self) -> str:
        return f"Accessor({type(self._given).__name__})"

    def deidentify(
        self,
        columns: Mapping[str, str] | str | None = None,
        *,
        policy: str | Path | Policy = "surrogate",
        language: str | None = None,
        subject: str | None = None,
        key: bytes | None = None,
    ) -> Any:
        """The series or frame with stand-ins: ``understudy.deidentify``."""
        return deidentify(
            self._given,
            policy=policy,
            language=language,
            columns=columns,
            subject=subject,
            key=key,
        )
