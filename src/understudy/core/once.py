"""A property that is worked out once for each object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

__all__ = ["once"]

Value = TypeVar("Value")


class once(Generic[Value]):  # noqa: N801 - a decorator
    """As ``functools.cached_property``, without the lock that it takes before Python 3.12: the lock
    costs more than the few words that are looked at for a mention. Two threads that ask at once
    both work it out, so it is for what is the same each time."""

    def __init__(self, work: Callable[[Any], Value]) -> None:
        self.work, self.name, self.__doc__ = work, work.__name__, work.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> once[Value]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> Value: ...
    def __get__(self, owner: object | None, kind: type) -> once[Value] | Value:
        if owner is None:
            return self
        found = owner.__dict__[self.name] = self.work(owner)
        return found
