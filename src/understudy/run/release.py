"""The main job on files: reads a corpus and writes the release.

    tasks ─▶ (counting pass) ─▶ segments in the state folder ─▶ output, ledger, summary

Output, ledger and report appear under their names when everything is there, the output last.
What an interrupted run has finished is kept for ``--resume``; a run that cannot go on, since its
input or its policy must be changed first, leaves nothing.
"""

from __future__ import annotations

import errno
import secrets
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict, replace
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from understudy import engines
from understudy.categorise.subjects import merged_values
from understudy.core.draw import digest, fresh_key
from understudy.core.errors import (
    BudgetExceeded,
    CorpusError,
    PolicyError,
    StateError,
    UsageError,
)
from understudy.core.files import private_file
from understudy.core.text import called
from understudy.core.types import GIVEN, Edit, Tally
from understudy.core.version import VERSION
from understudy.corpus.base import Block, Format, Options, Unit
from understudy.corpus.blocks import FIRST_BYTES
from understudy.corpus.columns import cells, check_fields, decided
from understudy.corpus.encodings import with_encodings
from understudy.corpus.files import find, kinds, refuse_unread, resolve, skipped_kinds
from understudy.corpus.mixed import claimed_in
from understudy.corpus.several import over_tables
from understudy.corpus.subjects import Subjects
from understudy.pipeline import Pipeline, build
from understudy.policy.scopes import corpus_draw, vault_draw
from understudy.privacy.sampling import ReadSample
from understudy.report.facts import gather
from understudy.report.summary import Summary
from understudy.report.words import epsilon, plural
from understudy.run.assemble import assemble
from understudy.run.job import Job, Task, fingerprint
from understudy.run.ledger import SALT_BYTES
from understudy.run.order import (
    Order,
    Release,
    check_ledger,
    check_places,
    check_report,
    check_vault,
    output_places,
)
from understudy.run.shortcut import shortcut
from understudy.run.state import Segments, State, state_folder
from understudy.run.vault import Vault, open_vault

__all__ = [
    "carry_out",
    "check_budget",
    "check_documents",
    "check_review",
    "count_pass",
    "naming_of",
    "needs_counting",
    "with_facts",
    "with_vault",
]

TASK_BYTES = 1 << 18
SHORT_TASK_BYTES = 3 << 18
"""Where the way through a task is so short that its beginning and its end weigh."""
_RECENT_IDS = 1 << 14
_LISTED = 10
"""Documents that an error names at most."""

Progress = Callable[[int], None]
"""Told how many more bytes of input are done."""


def carry_out(
    order: Order,
    progress: Progress = lambda done: None,
    begun: Callable[[int | None], None] = lambda size: None,
    pipeline: Pipeline | None = None,
) -> Release:
    """Run an order: the output, and beside it the ledger and the report that it asks for.

    ``pipeline`` is that of the order's policy, where it is built already.
    """
    check_places(order)
    check_report(order)
    check_vault(order)
    if order.engine is not None:
        engines.find(order.engine)  # a wrong name is told before anything is read
    pipeline = pipeline or build(order.policy)
    if order.mode == "release":
        check_budget(pipeline)
        check_review(pipeline, order.read_sample)
    order, pipeline, vault = with_vault(order, pipeline)
    with ExitStack() as stack:
        order = _sized(order, pipeline)
        format, units = resolve(order.inputs, order.format)
        units = [replace(unit, limits=order.limits) for unit in units]
        left_out = skipped_kinds(order.inputs, format) if order.skip_unread else {}
        if not order.skip_unread:
            refuse_unread(order.inputs, format)
        order = replace(order, options=decided(order.options, order.policy.columns))
        _check_detectors(order, format, units)
        if order.mode == "release" and needs_counting(pipeline):
            units = _spooled(units, format, stack)
        units = with_encodings(format, units, order.options.encoding)
        if len(units) > 1 or order.options.text != Options().text:  # else nothing can be wrong
            order = replace(order, options=over_tables(format, units, order.options))
        begun(_size(units))
        places, folder = _places(order, format, units, stack)
        check_ledger(order)
        state = State.begin(folder, _manifest(order, format, units), resume=order.resume)
        stack.callback(state.release_lock)
        try:
            shown = ", ".join(kind.name for kind in kinds(format, units))
            job, summary, count = _segments(order, pipeline, format, units, state, progress)
            if not order.options.encoding:
                summary.encodings.update(unit.encoding for unit in units if unit.encoding)
            summary.idle_subjects = order.subjects.idle(unit.name for unit in units)
            summary.skipped.update(left_out)
            if vault is not None:
                summary.torn = vault.torn
                vault.append(
                    job.pipeline.strategies.remembered(lambda name: vault_draw(name, vault.key))
                )
            release = with_facts(order, Release(summary, job.pipeline, len(units), shown))
            assemble(order, job, units, places, state, count, release)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise _scarce(error, folder) from None
        except MemoryError:
            raise StateError(
                f"there is not enough memory; what is finished lies in {folder}: use fewer "
                "--workers and --resume, or divide the largest documents and start again"
            ) from None
        state.destroy()
    return release


def _places(
    order: Order, format: Format, units: Sequence[Unit], stack: ExitStack
) -> tuple[list[tuple[Path, ...]], Path]:
    """Where the parts of each unit go, none for standard output, and the folder of the state."""
    if order.output != "-":
        return output_places(order, format, units), state_folder(Path(order.output))
    if not format.traits.streams or len(units) > 1:
        raise UsageError("this input cannot go to standard output; name an output")
    return [], Path(stack.enter_context(tempfile.TemporaryDirectory())) / "state"


def with_vault(order: Order, pipeline: Pipeline) -> tuple[Order, Pipeline, Vault | None]:
    """The order and the pipeline with what their vault knows. One draw of it serves many releases,
    so that no coin may depend on it: whoever compares two would see which values were kept."""
    if order.vault is None or order.vault_secret is None:
        return order, pipeline, None
    if pipeline.strategies.costs:
        raise UsageError(
            f"policy {order.policy.name}: a vault takes policies that replace every value at no "
            "cost; leave out p and epsilon"
        )
    vault = open_vault(order.vault, order.vault_secret)
    return replace(order, key=vault.key), pipeline.recalling(vault.known), vault


def with_facts(order: Order, release: Release) -> Release:
    """The release with the facts of its report."""
    if order.mode != "release":
        return release
    facts = gather(
        release.pipeline.policy,
        release.summary,
        format=release.format,
        files=release.units,
        command=order.command,
        seed=order.seed,
        key_source=order.key_source,
        people=order.people,
        certificate=order.certificate,
        read_sample=order.read_sample,
        when=datetime.now(UTC),
        decided=_decided(order, named=bool(release.summary.subjects) and _has_fields(release)),
        subject=order.options.subject if release.summary.subjects else "",
    )
    return replace(release, facts=facts)


def _has_fields(release: Release) -> bool:
    """Whether some of the files have fields, of which one can name the data subject."""
    return any(find(name).traits.fields for name in release.format.split(", "))


def _decided(order: Order, *, named: bool) -> dict[str, str]:
    """What was decided about each column; one that is read as text, or ``named`` subjects, need not
    be in the policy."""
    columns = order.policy.columns
    texts = {name: columns.get(name, "TEXT") for name in order.options.text}
    found = {**columns, **texts}
    if named and not order.subjects.source:
        found.setdefault(order.options.subject, "SUBJECT")
    return found


def _sized(order: Order, pipeline: Pipeline) -> Order:
    """The order with a size of its tasks; it must not depend on the number of workers."""
    if order.task_bytes:
        return order
    whole = order.mode != "release" or order.ledger is not None or order.policy.leak_check
    short = not whole and shortcut(pipeline) is not None
    return replace(order, task_bytes=SHORT_TASK_BYTES if short else TASK_BYTES)


def _check_detectors(order: Order, format: Format, units: Sequence[Unit]) -> None:
    """A run that could not find anything would pass everything through."""
    policy = order.policy
    named = bool(order.subjects.source or order.subjects.table)
    check_fields(format, order.options, "document" if named else policy.scope)
    order.subjects.check(unit.name for unit in units)
    if order.options.cells:
        return
    for kind in kinds(format, units) if policy.detectors == (GIVEN,) else ():
        if not kind.traits.carries_annotations:
            raise UsageError(
                f"policy {policy.name} takes its entities as given, and {kind.name} has no "
                "annotations: nothing would be protected; use a policy with other detectors"
            )


def check_budget(pipeline: Pipeline) -> None:
    """``epsilon_max`` against what the policy alone says; nothing has been read yet."""
    most = pipeline.policy.epsilon_max
    if most is None:
        return
    over = {
        category: max(event.epsilon for event in events)
        for category, events in pipeline.events().items()
        if pipeline.policy.protects(category)
        and events
        and max(event.epsilon for event in events) > most * (1 + 1e-9)
    }
    if over:
        worst = max(over, key=lambda name: over[name])
        bound = f"ε = {epsilon(over[worst])}"
        told = bound if len(over) == 1 else f"{worst}: {bound}"
        raise BudgetExceeded(
            f"policy {pipeline.policy.name}: epsilon_max = {most:g} is exceeded by "
            f"{', '.join(sorted(over))} ({told}); nothing was run"
        )


def check_documents(
    pipeline: Pipeline, documents: Iterable[tuple[str, Sequence[Edit]]], what: str = "document"
) -> None:
    """``epsilon_document_max`` against what documents that are in memory cost: a file leaves out
    those that cost more, and here there is nobody to whom that could be told but by a refusal.
    ``documents`` have names that are made of no text."""
    over = [name for name, edits in documents if pipeline.withholds(pipeline.bill(edits))]
    if over:
        policy, more = pipeline.policy, len(over) - _LISTED
        listed = ", ".join(over[:_LISTED]) + (f" and {more:,} more" if more > 0 else "")
        number = plural(len(over), what)
        raise BudgetExceeded(
            f"policy {policy.name}: {number} {'costs' if len(over) == 1 else 'cost'} more than "
            f"epsilon_document_max = {policy.epsilon_document_max:g}: {listed}; nothing is released"
        )


def check_review(pipeline: Pipeline, read: ReadSample | None = None) -> None:
    """Where a policy wants people to read, a release leaves from their review alone; a sample of
    this very corpus that was ``read`` may speak for the rest, if it shows what the policy asks."""
    policy = pipeline.policy
    if not policy.review or pipeline.decided is not None:
        return
    if policy.sample is None or read is None:
        raise BudgetExceeded(
            f"policy {policy.name}: review = {policy.review!r}: nothing is released before people "
            "have read it; begin with: understudy review start"
        )
    if unmet := list(policy.sample.unmet(read)):
        raise BudgetExceeded(
            f"policy {policy.name}: the sample that was read is not enough: {'; '.join(unmet)}"
        )


def tasks_of(
    format: Format,
    units: Sequence[Unit],
    options: Options,
    size: int,
    stream: BinaryIO | None = None,
) -> Iterator[Task]:
    """The input in pieces of about ``size`` bytes; small files share a task."""
    held: list[tuple[int, Block]] = []
    weight = number = 0
    for at, unit in enumerate(units):
        source = None if unit.paths else stream
        for block in format.split(unit, options, size=size, stream=source):
            held.append((at, block))
            length = sum(map(len, block.parts))
            if length > unit.limits.document + size:  # of a format that does not look by itself
                unit.limits.check_document(length, unit.name)
            weight += length
            enough = size if number else min(size, FIRST_BYTES)
            if weight >= enough * 3 // 4:  # a block is a little smaller than what it was cut for
                yield Task(number, tuple(held))
                held, weight, number = [], 0, number + 1
    if held:
        yield Task(number, tuple(held))


def count_pass(
    job: Job,
    tasks: Callable[[], Iterable[Task]],
    workers: int,
    seen: Callable[[str, bytes], None] = lambda name, digest: None,
    engine: str | None = None,
) -> Job:
    """What must be known of the whole corpus before the first document is replaced.

    ``seen`` is told digests of what was read.
    """
    if job.pipeline.policy.scope == "subject":
        subjects: dict[str, int] = {}
        for found in engines.run(job.survey, tasks(), workers, engine):
            for subject, number in found.items():
                subjects[subject] = subjects.get(subject, 0) + number
        coded = {subject: number.to_bytes(48, "big") for subject, number in subjects.items()}
        job = replace(job, subjects=coded)
        state = blake2b(digest_size=32)
        for subject, code in sorted(coded.items()):
            state.update(digest(subject) + code)
        seen("subjects", state.digest())
    if job.pipeline.shares_subject_values:
        job = replace(job, collecting=True)
        told = (one.subject_values for one in engines.run(job.count, tasks(), workers, engine))
        job = replace(
            job, pipeline=job.pipeline.with_subject_values(merged_values(told)), collecting=False
        )
    if not job.pipeline.counts:
        return job
    tallies: list[Mapping[str, Tally]] = []
    total = 0
    for counted in engines.run(job.count, tasks(), workers, engine):
        tallies.append(counted.tally)
        total += counted.corpus
        if len(tallies) > 64:  # so that memory follows the distinct values, not the corpus
            tallies = [job.pipeline.strategies.add_up(tallies)]
    seen("corpus", total.to_bytes(48, "big"))
    draw = corpus_draw(job.key, total.to_bytes(48, "big"), job.pipeline.policy)
    return replace(
        job, pipeline=job.pipeline.prepare(job.pipeline.strategies.add_up(tallies), draw)
    )


def needs_counting(pipeline: Pipeline) -> bool:
    """Whether the corpus must be read once before anything is replaced."""
    return pipeline.counts or pipeline.policy.scope == "subject"


def _spooled(units: Sequence[Unit], format: Format, stack: ExitStack) -> list[Unit]:
    """Standard input in a temporary file of the owner's, where it must be read twice."""
    if all(unit.paths for unit in units):
        return list(units)
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    path = folder / f"stdin{format.suffixes[0]}"
    with private_file(path) as file:
        shutil.copyfileobj(sys.stdin.buffer, file)
    return [Unit("stdin", (path,), limits=units[0].limits)]


def _size(units: Sequence[Unit]) -> int | None:
    """The bytes of the input, where they are known beforehand."""
    if any(not unit.paths for unit in units):
        return None
    return sum(path.stat().st_size for unit in units for path in unit.paths)


def _manifest(order: Order, format: Format, units: Sequence[Unit]) -> dict[str, object]:
    return {
        "version": VERSION,
        "mode": order.mode,
        "policy": order.policy.fingerprint,
        "format": format.name,
        "options": _as_json(asdict(order.options)),
        "inputs": [[unit.name, [path.stat().st_size for path in unit.paths]] for unit in units],
        "subjects": order.subjects.fingerprint,
        "task_bytes": order.task_bytes,
        "ledger": order.ledger is not None,
        "ledger_key": _mark(order.ledger_secret),
        "key": _mark(order.key),
    }


def _as_json(options: Mapping[str, object]) -> dict[str, object]:
    """Options as JSON gives them back, to compare with those of the run that is resumed."""
    return {name: list(one) if isinstance(one, tuple) else one for name, one in options.items()}


def _mark(secret: bytes | None) -> str | None:
    """Tells two secrets apart without telling them."""
    if secret is None:
        return None
    return blake2b(secret, digest_size=8, person=b"understudy mark").hexdigest()


def _segments(
    order: Order,
    pipeline: Pipeline,
    format: Format,
    units: Sequence[Unit],
    state: State,
    progress: Progress,
) -> tuple[Job, Summary, int]:
    """Everything but the output. Nothing is kept where input or policy must be changed first."""
    try:
        job = _job(order, pipeline, format, units, state)
        return (job, *_process(order, job, units, state, progress))
    except (CorpusError, PolicyError, UsageError):
        state.destroy()
        raise


def _job(
    order: Order, pipeline: Pipeline, format: Format, units: Sequence[Unit], state: State
) -> Job:
    salt = state.remember("salt", secrets.token_bytes(SALT_BYTES))
    job = Job(
        pipeline=pipeline,
        format_name=format.name,
        options=order.options,
        key=order.key or state.remember("key", fresh_key()),
        mode=order.mode,
        naming=naming_of(order),
        claimed=claimed_in(format),
        names_kept=order.output != "-" and (len(units) > 1 or Path(order.inputs[0]).is_dir()),
        from_vault=order.vault is not None,
        ledger=order.ledger is not None,
        secret=order.ledger_secret,
        salt=salt,
    )
    if order.mode == "release" and needs_counting(pipeline):
        job = count_pass(
            job,
            lambda: tasks_of(format, units, order.options, order.task_bytes),
            order.workers,
            state.agree,
            order.engine,
        )
    return job


def naming_of(order: Order) -> Subjects:
    """How subjects are told; what a typed column holds is normalised by its category."""
    kind = cells(order.policy.columns).get(order.options.subject, "")
    if order.policy.scope != "subject" or order.subjects.category or not kind:
        return order.subjects
    return replace(order.subjects, category=kind, language=order.policy.language)


def _process(
    order: Order, job: Job, units: Sequence[Unit], state: State, progress: Progress
) -> tuple[Summary, int]:
    """All tasks into segments; how many there were."""
    summary, ids, count = Summary(), Ids(), 0
    stream = sys.stdin.buffer
    tasks = tasks_of(job.format, units, order.options, order.task_bytes, stream)
    for done in engines.run(Segments(job, state.folder), tasks, order.workers, order.engine):
        repeated = ids.add(done.ids)
        if repeated is not None:
            raise _duplicate(job, units, order, repeated)
        summary += done.summary
        count = done.number + 1
        progress(done.size)
    return summary, count


class Ids:
    """The document ids seen so far, as eight-byte fingerprints; all but the last few in order."""

    def __init__(self) -> None:
        self._seen: NDArray[np.uint64] = np.array([], dtype=np.uint64)
        self._recent: set[int] = set()

    def add(self, ids: NDArray[np.uint64]) -> int | None:
        """Adds ids; one that was there before, if there is one."""
        fresh = set(ids.tolist())
        repeated = self._repeated(ids, fresh)
        self._recent |= fresh
        if len(self._recent) >= _RECENT_IDS:
            recent = np.fromiter(self._recent, dtype=np.uint64)
            self._seen = np.sort(np.concatenate((self._seen, recent)))
            self._recent = set()
        return repeated

    def _repeated(self, ids: NDArray[np.uint64], fresh: set[int]) -> int | None:
        if len(fresh) < len(ids):
            values, counts = np.unique(ids, return_counts=True)
            return int(values[counts > 1][0])
        if not self._recent.isdisjoint(fresh):
            return min(self._recent & fresh)
        if not len(self._seen):
            return None
        at = np.minimum(np.searchsorted(self._seen, ids), len(self._seen) - 1)
        known = ids[self._seen[at] == ids]
        return int(known[0]) if len(known) else None


def _duplicate(job: Job, units: Sequence[Unit], order: Order, repeated: int) -> CorpusError:
    """Which id it is takes another look at the input."""
    found: list[tuple[str, str]] = []
    if all(unit.paths for unit in units):
        for task in tasks_of(job.format, units, order.options, order.task_bytes):
            for unit, block in task.blocks:
                found += [
                    (units[unit].name, record.document.id)
                    for record in job.format.read(block, order.options)
                    if record.document and fingerprint(record.document.id) == repeated
                ]
    name = f" {called(found[0][1])!r}" if found else ""
    places = " and ".join(sorted({place for place, _ in found})) or units[0].name
    return CorpusError(
        f"the document id{name} occurs more than once; ids must be unique in a corpus "
        "(name another field with --id)",
        file=places,
    )


def _scarce(error: OSError, folder: Path) -> Exception:
    """What the machine has too little of, or does not allow; what is finished stays."""
    kept = f"what is finished lies in {folder}"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return StateError(f"the disk is full; {kept}: make room and use --resume")
    told = error.strerror or type(error).__name__
    if error.errno in (errno.EMFILE, errno.ENFILE, errno.EAGAIN, errno.ENOMEM):
        return StateError(f"{told}; {kept}: use fewer --workers, or allow more, and --resume")
    where = error.filename or folder
    return StateError(f"{where}: {told}; {kept}: fix this, then continue with --resume")
