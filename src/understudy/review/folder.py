"""The folder of a review, which is that of ``learn`` where there is one to learn.

    review.json     what is reviewed: the corpus, its format, the policy with its fingerprint
    review.sqlite   documents, readings and decisions, unless they lie in PostgreSQL
    project.toml …  what ``learn`` keeps there

Only its owner can read it. The key of the stand-ins and what people added to the lists of the
policy lie in the store, which may be encrypted.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from understudy.core.errors import StateError, UsageError
from understudy.core.files import write_whole
from understudy.corpus.base import Options, options_of
from understudy.policy import Policy, load, with_columns, with_labels, with_scope
from understudy.review.sealing import PLAIN, Sealing, from_file, from_passphrase
from understudy.review.store import Store, open_store

__all__ = [
    "DRAWS",
    "EXPORT",
    "NAME",
    "SEALED_BY_FILE",
    "SEALED_BY_WORDS",
    "STORE",
    "Settings",
    "check_secret",
    "check_url",
    "opened_store",
    "read",
    "served_alone",
    "write",
]

SCHEMA = 1
NAME, STORE, LOCK = "review.json", "review.sqlite", "review.lock"
DRAWS = "key"
"""The setting that has the key of the stand-ins."""
EXPORT = ".export-"
"""What the names of folders of exports under way begin with."""
SEALED_BY_FILE, SEALED_BY_WORDS = "key file", "passphrase"


@dataclass(frozen=True)
class Settings:
    """What is reviewed, and how."""

    corpus: str
    """The absolute path of the corpus."""
    format: str | None
    policy: str
    """The name of a preset, or the absolute path of a file."""
    fingerprint: str
    """Of the policy, with the columns, labels and scope below."""
    options: Mapping[str, Any] = field(default_factory=dict)
    columns: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    scope: str | None = None
    readers: int = 1
    """How many people read each document."""
    choose: bool = False
    """Whether people may choose stand-ins although the policy has a budget."""
    url: str = ""
    """Of the store; empty for SQLite in the folder."""
    sealed: str = ""
    salt: str = ""
    learns: bool = False
    """Whether ``learn`` has a project in the folder."""

    def corpus_options(self) -> Options:
        """Where the corpus keeps things."""
        return options_of(self.options)

    def load_policy(self) -> Policy:
        """The policy as it was when the review began."""
        policy = with_labels(with_columns(load(self.policy), self.columns), self.labels)
        if self.scope is not None:
            policy = with_scope(policy, self.scope)
        if policy.fingerprint != self.fingerprint:
            raise StateError(
                f"policy {self.policy} has changed since the review began; put it back, or start "
                "a new review"
            )
        return policy


def write(folder: Path, settings: Settings) -> None:
    """The file of the settings, whole."""
    text = json.dumps({"schema": SCHEMA, **asdict(settings)}, indent=1, ensure_ascii=False)
    write_whole(folder / NAME, text + "\n")


def read(folder: Path) -> Settings:
    """The settings in a folder; one that is missing, broken or of another version is refused."""
    path = folder / NAME
    try:
        held = json.loads(path.read_text(encoding="utf-8"))
        schema = held.pop("schema")
        lists = {name: tuple(held[name]) for name in ("columns", "labels")}
        settings = Settings(**{**held, **lists})
    except FileNotFoundError:
        raise UsageError(
            f"{folder}: there is no review here; start one with: understudy review start"
        ) from None
    except (ValueError, TypeError, KeyError, AttributeError):
        raise StateError(f"{path}: not the settings of a review") from None
    if schema != SCHEMA:
        raise StateError(f"{path}: a review of schema {schema!r}, this release reads {SCHEMA}")
    return settings


def check_secret(settings: Settings, *, file: bool, words: bool) -> None:
    """Refuses a secret of another kind than the review began with, before anybody types one."""
    given = SEALED_BY_FILE if file else SEALED_BY_WORDS if words else ""
    if given == settings.sealed:
        return
    if not settings.sealed:
        raise UsageError("the review is not encrypted: leave out --key-file and --passphrase")
    how = "--key-file FILE" if settings.sealed == SEALED_BY_FILE else "--passphrase"
    raise UsageError(f"the review is encrypted with a {settings.sealed}: give {how}")


def _sealing(settings: Settings, secret: bytes | None, passphrase: str | None) -> Sealing:
    """How the store is sealed."""
    check_secret(settings, file=secret is not None, words=passphrase is not None)
    salt = bytes.fromhex(settings.salt)
    if secret is not None:
        return from_file(secret, salt)
    return PLAIN if passphrase is None else from_passphrase(passphrase, salt)


def check_url(url: str) -> None:
    """Refuses what is no address of a server. A file of SQLite elsewhere would be readable by
    others, and one that is named without its folder is another one wherever a command is run."""
    if not url.startswith("postgresql"):
        raise UsageError(
            "--database takes the URL of a PostgreSQL database (postgresql+psycopg://…); without "
            "it, the review has SQLite in its own folder"
        )


def opened_store(
    folder: Path, settings: Settings, secret: bytes | None = None, passphrase: str | None = None
) -> Store:
    """The store of a review, opened and brought up to date. A wrong secret is refused here: what
    was sealed with it could never be opened."""
    sealing = _sealing(settings, secret, passphrase)
    if settings.url:
        check_url(settings.url)
        store = open_store(settings.url, sealing)
    else:
        path = (folder / STORE).absolute()
        path.touch(mode=0o600)  # what SQLite makes, anybody may read
        store = open_store(f"sqlite:///{path}", sealing)
    try:
        store.database.setting(DRAWS)
    except StateError:
        store.close()
        raise StateError(
            f"{folder}: the {settings.sealed} does not open this review: it is another one, or "
            "the store was changed"
        ) from None
    return store


@contextmanager
def served_alone(folder: Path) -> Iterator[None]:
    """Holds a review for the process that serves it, where the system knows how to: what people
    added to the lists and what is learnt is known to one server. Exports that nobody has fetched
    are taken away at the end, and those of a server that was killed at the beginning."""
    path = folder / LOCK
    path.touch(mode=0o600)
    path.chmod(0o600)  # older versions made it for everybody to read
    with path.open("wb") as lock:
        try:
            import fcntl  # noqa: PLC0415 - not on Windows
        except ImportError:
            pass
        else:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise UsageError(f"{folder}: another process serves this review") from None
        _clear(folder)
        try:
            yield
        finally:
            _clear(folder)


def _clear(folder: Path) -> None:
    """Take away exports that nobody has fetched."""
    for left in folder.glob(f"{EXPORT}*"):
        shutil.rmtree(left, ignore_errors=True)
