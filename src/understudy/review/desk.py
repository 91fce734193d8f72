"""An open review: its store, its policy at work, and the stand-ins of a reading."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from understudy.core.draw import Draw
from understudy.core.types import Document, Edit, Entity
from understudy.pipeline import Pipeline, build
from understudy.policy import with_lists
from understudy.policy.scopes import scope_of
from understudy.review.decided import OneDocument
from understudy.review.folder import DRAWS, Settings, opened_store, read
from understudy.review.layers import Reading
from understudy.review.records import State, entities_of, marks_seen
from understudy.review.store import Store

__all__ = ["ENTRIES", "Desk", "Entries", "open_desk"]

ENTRIES = "entries"
"""The setting of what people added to the lists of the policy."""

_MOST_PREVIEWS = 64


class Entries(NamedTuple):
    """What people added to the lists of the policy."""

    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Entries({len(self.allow)}, {len(self.deny)})"


@dataclass(frozen=True)
class Desk:
    """Everything that the application needs of a review."""

    folder: Path
    settings: Settings
    store: Store
    pipeline: Pipeline
    key: bytes = field(repr=False)
    subjects: Mapping[str, bytes] = field(repr=False)
    entries: Entries = field(default=Entries(), repr=False)
    remembered: dict[str, Any] = field(default_factory=dict, repr=False)
    """What was worked out and may be asked for again, with what it rests on."""
    _previews: dict[tuple[int, str, int, str], tuple[Edit, ...]] = field(
        default_factory=dict, repr=False
    )
    _lock: Lock = field(default_factory=Lock, repr=False)

    def draw(self, document: Document) -> Draw:
        """The draws of a document."""
        return scope_of(document, self.key, self.pipeline.policy, self.subjects)

    @cached_property
    def ready(self) -> Pipeline:
        """The pipeline after the counting pass, where the policy has one: over what was found, so
        that stand-ins on the screen can differ from those of the export."""
        if not self.pipeline.counts:
            return self.pipeline
        corpus = [
            (document, entities_of(self.store.documents.found(number)), self.draw(document))
            for number, document in self.store.documents.all()
        ]
        return self.pipeline.counted(corpus, self.key)

    @property
    def may_choose(self) -> bool:
        """Whether people may choose stand-ins: that has no bound, and a policy may demand one,
        unless whoever began the review said otherwise."""
        policy = self.pipeline.policy
        bounded = policy.epsilon_max is not None or policy.epsilon_document_max is not None
        return self.settings.choose or not bounded

    def preview(self, document: Document, reading: Reading) -> tuple[Edit, ...]:
        """What a reading would release in the place of its marks."""
        # What was found may be found anew, until somebody decides.
        seen = "" if reading.version else marks_seen(reading.state)
        mark = f"{self.pipeline.policy.fingerprint} {seen}"
        place = (reading.document, reading.layer, reading.version, mark)
        with self._lock:
            held = self._previews.get(place)
        if held is None:
            held = self.previewed(document, reading.state)
            with self._lock:
                self._previews[place] = held
                while len(self._previews) > _MOST_PREVIEWS:
                    del self._previews[next(iter(self._previews))]
        return held

    def previewed(self, document: Document, state: State) -> tuple[Edit, ...]:
        """The same for a state."""
        pipeline = replace(self.ready, decided=OneDocument(state, self.pipeline.policy.unit))
        return pipeline.replace(document, entities_of(state), self.draw(document))

    def repeats(self, document: Document, state: State) -> list[Entity]:
        """The places where something private stands unmarked; in a book that takes a while."""
        entities = entities_of(state)
        held = {entity.span[:2] for entity in entities}
        joined = self.pipeline.join_repeats(document, entities)
        return [one for one in joined if one.span[:2] not in held]


def open_desk(folder: Path, secret: bytes | None = None, passphrase: str | None = None) -> Desk:
    """The review in a folder, with its policy loaded."""
    settings = read(folder)
    store = opened_store(folder, settings, secret, passphrase)
    held = json.loads(store.database.setting(ENTRIES) or b"{}")
    entries = Entries(*(tuple(held.get(name, ())) for name in Entries._fields))
    policy = with_lists(settings.load_policy(), *entries)
    key = store.database.setting(DRAWS) or b""
    subjects = json.loads(store.database.setting("subjects") or b"{}")
    return Desk(
        folder,
        settings,
        store,
        build(policy),
        key,
        {name: bytes.fromhex(code) for name, code in subjects.items()},
        entries,
    )
