"""What the contracts share."""

from __future__ import annotations

import pickle
from typing import Any

__all__ = ["check_pickles", "holds"]


def holds(truth: object, message: str) -> None:
    """An assertion that ``python -O`` does not take out."""
    if not truth:
        raise AssertionError(message)


def check_pickles(what: Any, name: str) -> Any:
    """The part as another process gets it."""
    try:
        return pickle.loads(pickle.dumps(what))  # noqa: S301 - made in the same breath
    except Exception as error:
        raise AssertionError(
            f"{name} cannot be sent to another process ({type(error).__name__}): a part must be "
            "picklable, so it cannot hold lambdas, open files or functions defined in functions"
        ) from error
