"""Everything that Understudy raises on purpose.

UnderstudyError
├── UsageError            the command cannot be carried out as asked            exit 2
├── PolicyError           a policy that does not parse or does not hold together  exit 2
├── CorpusError           input that cannot be read or written, with its place  exit 1
├── LedgerError           a ledger that is not this release's, or a wrong key   exit 1
├── StateError            an unfinished run that cannot be taken up             exit 1
├── ModelError            a model that is missing, damaged or of another version   exit 1
├── MissingExtra          an optional dependency that is not installed          exit 1
└── BudgetExceeded        a policy or a budget was violated                     exit 3

Messages carry ids, places and offsets, never source text.
"""

from __future__ import annotations

__all__ = [
    "BudgetExceeded",
    "CorpusError",
    "LedgerError",
    "MissingExtra",
    "ModelError",
    "PolicyError",
    "StateError",
    "UnderstudyError",
    "UsageError",
]


class UnderstudyError(Exception):
    """What was wrong, where, and what to do."""

    exit_code = 1


class UsageError(UnderstudyError):
    """A command or call that cannot be carried out as it was asked for."""

    exit_code = 2


class PolicyError(UnderstudyError):
    """A policy that does not parse or does not hold together; names file, line and key."""

    exit_code = 2


class CorpusError(UnderstudyError):
    """A corpus that cannot be read or written; names file and line."""

    def __init__(self, message: str, *, file: str = "", line: int | None = None) -> None:
        place = file if line is None else f"{file}:{line}" if file else f"line {line}"
        super().__init__(f"{place}: {message}" if place else message)
        self.file = file
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross process borders; the place is inside the message already.
        return (_corpus_error, (str(self), self.file, self.line))


def _corpus_error(message: str, file: str, line: int | None) -> CorpusError:
    error = CorpusError(message)
    error.file, error.line = file, line
    return error


class LedgerError(UnderstudyError):
    """A ledger that is damaged or another release's, or a wrong key."""


class StateError(UnderstudyError):
    """An unfinished run that cannot be resumed."""


class ModelError(UnderstudyError):
    """A model that is missing, damaged or of another version; names its files."""


class MissingExtra(UnderstudyError):
    """An optional dependency that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an extra: pip install 'understudy[{extra}]'")
        self.what, self.extra = what, extra

    def __reduce__(self) -> tuple[object, ...]:
        return (MissingExtra, (self.what, self.extra))


class BudgetExceeded(UnderstudyError):
    """The policy costs more than its budget allows."""

    exit_code = 3
