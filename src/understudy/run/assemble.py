"""The end of a run: joins the segments to output and ledger, and gives the files their names."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from understudy.core.files import narrow, narrow_folders, whole_file, write_whole
from understudy.core.version import VERSION
from understudy.corpus.base import Parts, Unit
from understudy.corpus.blocks import assemble_streams
from understudy.corpus.files import STDIN, released_format, released_name
from understudy.corpus.mixed import kind_of
from understudy.corpus.tablenotes import METADATA
from understudy.run.job import Job
from understudy.run.ledger import Seal, header, write_ledger
from understudy.run.state import State

if TYPE_CHECKING:
    from understudy.run.order import Order, Release

__all__ = ["assemble"]


def assemble(
    order: Order,
    job: Job,
    units: Sequence[Unit],
    places: Sequence[tuple[Path, ...]],
    state: State,
    count: int,
    release: Release,
) -> None:
    """Segments → ledger, report and output; the output comes last."""
    by_unit = groupby(_all_blocks(state, count), key=lambda item: item[0])
    if order.output == "-":
        _publish_ledger(order, job, units, state, count)
        _publish_report(order, release)
        for _, blocks in by_unit:
            _write_unit(job, units[0], (parts for _, parts in blocks), sys.stdout.buffer)
        sys.stdout.buffer.flush()
        return
    output, out = Path(order.output), state.out
    inside = [tuple(_inside(path, output, out) for path in paths) for paths in places]
    empty = dict(enumerate(units))
    for number, blocks in by_unit:
        del empty[number]
        made = _not_empty(parts for _, parts in blocks)
        if made is not None or len(units) == 1:
            _write_unit(job, units[number], made or (), inside[number])
    for number, unit in empty.items():  # a table without rows
        _write_unit(job, unit, (), inside[number])
    _limit_readers(order, units, inside, out / "all")
    state.make_ready()
    _publish_ledger(order, job, units, state, count)
    _publish_report(order, release)
    _rename(order, places, output, out)


def _not_empty(blocks: Iterable[Parts]) -> Iterator[Parts] | None:
    """The blocks with something in them; None where all that was in the unit is withheld."""
    full = (parts for parts in blocks if any(parts))
    first = next(full, None)
    return None if first is None else chain((first,), full)


def _write_unit(
    job: Job, unit: Unit, blocks: Iterable[Parts], target: tuple[Path, ...] | BinaryIO
) -> None:
    if job.mode == "identify" and not job.format.traits.writes_annotations:
        assemble_streams(blocks, replace(unit, encoding=""), target)
    else:
        options = job.options
        if job.mode == "identify":  # as private as before: nothing is left out
            options = replace(options, kept=(*options.kept, METADATA))
        job.format.assemble(blocks, unit, target, options)


def _all_blocks(state: State, count: int) -> Iterator[tuple[int, Parts]]:
    for number in range(count):
        yield from state.blocks(number)


def _inside(path: Path, output: Path, out: Path) -> Path:
    """The path of a target while it is being written."""
    if output in path.parents:
        return out / "all" / path.relative_to(output)
    return out / path.name


def _limit_readers(
    order: Order, units: Sequence[Unit], inside: Sequence[tuple[Path, ...]], top: Path
) -> None:
    """While the output lies in the folder of the run, which only its owner can enter."""
    if STDIN in order.inputs:  # it has no permissions, and where it was spooled says nothing
        return
    for unit, paths in zip(units, inside, strict=True):
        for path in paths:
            if not path.exists():  # all that was in it is withheld
                continue
            narrow(path, unit.paths)
            if top in path.parents:
                narrow_folders(path, unit.paths[0], top)


def _rename(order: Order, places: Sequence[tuple[Path, ...]], output: Path, out: Path) -> None:
    whole = out / "all"
    if whole.exists():
        if output.is_dir() and (order.force or order.resume):
            output.replace(out / "old")
        whole.replace(output)
        return
    for paths in places:
        for path in paths:
            made = out / path.name
            if made.exists():
                made.replace(path)


def _publish_report(order: Order, release: Release) -> None:
    if order.report is None or release.facts is None:
        return
    from understudy.report.release_page import render  # noqa: PLC0415 - templates take a while to load

    write_whole(order.report, render(release.facts), private=False)


def _publish_ledger(
    order: Order, job: Job, units: Sequence[Unit], state: State, count: int
) -> None:
    if order.ledger is None:
        return
    seal = Seal(order.ledger_secret, job.salt) if order.ledger_secret is not None else None
    head = header(
        version=VERSION,
        # Kept: one key must never seal two headers under one number.
        release=state.remember("release", secrets.token_bytes(8)).hex(),
        policy=order.policy.name,
        fingerprint=order.policy.fingerprint,
        format=released_format(job.format).name,
        options=order.options,
        units=[released_name(kind_of(job.format, unit.name), unit.name) for unit in units],
        encodings=[unit.encoding for unit in units],
    )
    with whole_file(order.ledger) as file:
        write_ledger(file, head, (state.ledger(number) for number in range(count)), seal)
