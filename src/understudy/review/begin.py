"""The beginning of a review: the corpus is read, searched and stored."""

from __future__ import annotations

import json
import secrets
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from itertools import islice
from pathlib import Path
from typing import Any

from understudy.core.draw import fresh_key
from understudy.core.errors import UsageError
from understudy.core.text import called
from understudy.core.types import Document, Entity, Span
from understudy.corpus.columns import decided
from understudy.corpus.reading import documents_of
from understudy.pipeline import build
from understudy.policy import with_lists
from understudy.policy.scopes import subject_digests
from understudy.review.database import now
from understudy.review.decided import digest_of
from understudy.review.desk import ENTRIES, Desk, Entries, open_desk
from understudy.review.documents import Filed
from understudy.review.events import COMMAND_LINE, LISTS, POLICY, record
from understudy.review.folder import DRAWS, NAME, STORE, Settings, check_url, opened_store, write
from understudy.review.records import marks_of
from understudy.review.risk import rare_in, reasons, risk, unsure
from understudy.review.sample import pin, withdraw
from understudy.review.sealing import SALT_BYTES, check_passphrase
from understudy.review.store import Store, open_store
from understudy.run.release import check_budget

__all__ = [
    "Evidence",
    "begin",
    "drop_entries",
    "finish_marking",
    "judged",
    "mark_again",
    "nothing_more",
    "open_review",
    "take_entries",
]

_TOGETHER = 64
UNFINISHED = "unfinished"
"""The setting that says that documents are to be marked again."""
_LISTS = "the lists of the policy have changed"
Progress = Callable[[int], None]
Evidence = Callable[[Document], Sequence[Span]]
"""What is known of a document beside what the detectors of the policy find."""


def nothing_more(document: Document) -> Sequence[Span]:
    """Nobody has learnt anything."""
    return ()


def begin(
    folder: Path,
    settings: Settings,
    secret: bytes | None = None,
    passphrase: str | None = None,
    progress: Progress = lambda done: None,
    prepare: Callable[[Path, Iterator[Document]], bool] = lambda folder, corpus: False,
) -> Desk:
    """A new review in a new folder, or in the folder of a project of ``learn``.

    ``prepare`` may make the folder, where a learner is to live in it, too, and says whether it did.
    """
    if (folder / NAME).exists():
        raise UsageError(f"{folder}: a review is there; go on with: understudy review open")
    if not folder.absolute().parent.is_dir():
        raise UsageError(f"{folder.parent}: no such directory")
    if settings.url:
        check_url(settings.url)
    if passphrase is not None:
        check_passphrase(passphrase)
    policy = settings.load_policy()
    pipeline = build(policy)
    check_budget(pipeline)
    _clear(folder)
    options = decided(settings.corpus_options(), policy.columns)
    salt = secrets.token_bytes(SALT_BYTES).hex() if settings.sealed else ""
    settings = replace(settings, salt=salt, options=asdict(options))

    def corpus() -> Iterator[Document]:
        return documents_of(settings.corpus, settings.format, options)

    made = not folder.exists()
    if made and not prepare(folder, corpus()):
        folder.mkdir(mode=0o700)
        settings = replace(settings, learns=False)
    try:
        store = opened_store(folder, settings, secret, passphrase)
        if store.documents.count():
            raise UsageError("the store holds another review; give an empty database")
        key = fresh_key()
        store.database.set(DRAWS, key)
        subjects = subject_digests(corpus()) if policy.scope == "subject" else {}
        told = {name: code.hex() for name, code in subjects.items()}
        store.database.set("subjects", json.dumps(told).encode())
        desk = Desk(folder, settings, store, pipeline, key, subjects)
        _fill(desk, corpus(), progress)
        pin(desk)
        _record_policy(desk)
        write(folder, settings)
    except BaseException:
        if made:
            shutil.rmtree(folder, ignore_errors=True)
        raise
    return desk


def _record_policy(desk: Desk) -> None:
    """The policy that the review begins with; it does not open with another one."""
    policy, database = desk.pipeline.policy, desk.store.database
    after = {
        "policy": desk.settings.policy,
        "fingerprint": policy.fingerprint,
        "review": policy.review,
        "readers": desk.settings.readers,
    }
    with database.writing() as connection:
        record(
            database,
            connection,
            reader=COMMAND_LINE,
            made=now(),
            kind=POLICY,
            action="begin",
            after=after,
        )


def _clear(folder: Path) -> None:
    """A start that was cut short leaves a store without settings, in which nobody has decided
    anything yet."""
    if not (folder / STORE).exists():
        return
    store = open_store(f"sqlite:///{(folder / STORE).absolute()}")
    decided = store.readings.last_decision()
    store.close()
    if decided:
        raise UsageError(
            f"{folder}: holds decisions of a review, and its {NAME} is missing; put it back, or "
            "choose another name for the project"
        )
    for path in folder.glob(f"{STORE}*"):
        path.unlink()
    if not any(folder.iterdir()):
        folder.rmdir()


def _fill(desk: Desk, corpus: Iterator[Document], progress: Progress) -> None:
    """What was found is stored batch by batch; the risk follows when all categories are known."""
    counts: Counter[str] = Counter()
    total = 0
    seen: set[str] = set()
    while batch := list(islice(corpus, _TOGETHER)):
        for one in batch:
            if one.id in seen:
                raise UsageError(f"two documents have the id {called(one.id)}")
            seen.add(one.id)
        found = desk.pipeline.identify(batch)
        counts.update(entity.category for of_one in found for entity in of_one)
        rows = [_filed(desk, one, of_one) for one, of_one in zip(batch, found, strict=True)]
        total += desk.store.documents.file(rows, total)
        progress(len(rows))
    if not total:
        raise UsageError("the corpus has no documents: there is nothing to review")
    _add_rare(desk.store, rare_in(counts))


def _filed(desk: Desk, document: Document, entities: tuple[Entity, ...]) -> Filed:
    why = judged(desk, document, entities)
    state = marks_of(entities)
    return Filed(document, digest_of(document, desk.key), state, unsure(entities), risk(why), why)


def judged(desk: Desk, document: Document, entities: tuple[Entity, ...]) -> dict[str, int]:
    """What there is to look at in a document."""
    if not entities:
        return {}
    edits = (
        ()
        if desk.pipeline.counts
        else desk.pipeline.replace(document, entities, desk.draw(document))
    )
    repeats = 0
    if not desk.pipeline.policy.leak_check:
        return reasons(document, entities, edits, repeats)
    joined = desk.pipeline.join_repeats(document, entities)
    return reasons(document, entities, edits, len(joined) - len(entities))


def _add_rare(store: Store, rare: frozenset[str]) -> None:
    if not rare:
        return
    store.database.set("rare", json.dumps(sorted(rare)).encode())
    for number in range(store.documents.count()):
        state = store.documents.found(number)
        count = sum(getattr(mark, "category", "") in rare for mark in state.values())
        if count:
            held = store.documents.held(number)
            why = {**held.reasons, "rare": count}
            store.documents.mark_again(number, state, held.unsure, risk(why), why)


def mark_again(
    desk: Desk,
    why: str,
    more: Evidence = nothing_more,
    by: str = COMMAND_LINE,
) -> int:
    """Find again what is private in the documents that nobody has begun to read; ``more`` has
    further evidence. How many were changed. ``why`` is what samples are void for then, and ``by``
    who asked for it."""
    rare = frozenset(json.loads(desk.store.database.setting("rare") or b"[]"))
    changed = 0
    for number, document in desk.store.documents.all(desk.store.documents.untouched()):
        (spans,) = desk.pipeline.detect([document])
        entities = desk.pipeline.categorise(document, (*spans, *more(document)))
        state = marks_of(entities)
        if state == desk.store.documents.found(number):
            continue
        reason = judged(desk, document, entities)
        if count := sum(entity.category in rare for entity in entities):
            reason["rare"] = count
        withdraw(desk)
        changed += desk.store.documents.mark_again(
            number, state, unsure(entities), risk(reason), reason, void=why, by=by
        )
    return changed


def take_entries(
    desk: Desk, entries: Entries, by: str = COMMAND_LINE, more: Evidence = nothing_more
) -> tuple[Desk, int]:
    """The review with further entries of the policy's lists, and how many documents were marked
    again, with ``more`` as further evidence."""
    held = zip(desk.entries, entries, strict=True)
    return _with_entries(desk, Entries(*(_each_once(*pair) for pair in held)), "add", by, more)


def drop_entries(
    desk: Desk, entries: Entries, by: str = COMMAND_LINE, more: Evidence = nothing_more
) -> tuple[Desk, int]:
    """The same without entries that were taken before."""
    held = zip(desk.entries, entries, strict=True)
    left = (tuple(one for one in now if one not in gone) for now, gone in held)
    return _with_entries(desk, Entries(*left), "remove", by, more)


def _each_once(*lists: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for held in lists for one in held))


def _with_entries(
    desk: Desk, entries: Entries, action: str, by: str, more: Evidence
) -> tuple[Desk, int]:
    """The review with these entries; what is cut short here is finished when the review is opened
    again."""
    if entries == desk.entries:
        raise UsageError("that changes nothing in the lists")
    policy = with_lists(desk.settings.load_policy(), *entries)
    pipeline = build(policy, desk.pipeline.detectors)
    withdraw(desk)
    changed = replace(desk, entries=entries, pipeline=pipeline, remembered={}, _previews={})
    database = desk.store.database
    with database.writing() as connection:
        database.put(connection, UNFINISHED, b"lists")
        database.put(connection, ENTRIES, json.dumps(entries._asdict()).encode())
        record(
            database,
            connection,
            reader=by,
            made=now(),
            kind=LISTS,
            action=action,
            before=_lists_told(desk),
            after=_lists_told(changed),
        )
        database.void(connection, _LISTS, by)
    return changed, finish_marking(changed, by, more)


def _lists_told(desk: Desk) -> dict[str, Any]:
    return {**desk.entries._asdict(), "fingerprint": desk.pipeline.policy.fingerprint}


def finish_marking(desk: Desk, by: str = COMMAND_LINE, more: Evidence = nothing_more) -> int:
    """Mark again what was to be marked when the lists changed; how many documents were changed."""
    if desk.store.database.setting(UNFINISHED) is None:
        return 0
    changed = mark_again(desk, _LISTS, more, by)
    desk.store.database.drop(UNFINISHED)
    return changed


def open_review(folder: Path, secret: bytes | None = None, passphrase: str | None = None) -> Desk:
    """The review in a folder, whole."""
    from understudy.review.learning import evidence_of  # noqa: PLC0415 - it marks again, too

    desk = open_desk(folder, secret, passphrase)
    if desk.store.database.setting(UNFINISHED) is not None:
        finish_marking(desk, more=evidence_of(desk))
    return desk
