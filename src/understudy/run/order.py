"""The order of a run, its result, and the check that what is written overwrites nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations
from pathlib import Path
from typing import TypedDict

from understudy.core.errors import UsageError
from understudy.core.files import is_same
from understudy.corpus.base import Format, Options, Unit
from understudy.corpus.files import check_suffix, targets
from understudy.corpus.limits import LIMITS, Limits
from understudy.corpus.subjects import Subjects
from understudy.pipeline import Pipeline
from understudy.policy import Policy
from understudy.privacy.detection import Certificate
from understudy.privacy.sampling import ReadSample
from understudy.report.facts import Facts
from understudy.report.summary import Summary
from understudy.run.state import State, state_folder

__all__ = [
    "Order",
    "OrderFields",
    "Release",
    "check_beside",
    "check_ledger",
    "check_places",
    "check_report",
    "check_vault",
    "output_places",
]


@dataclass(frozen=True)
class Order:
    """What a run is asked to do."""

    inputs: tuple[str, ...]
    output: str
    policy: Policy
    format: str | None = None
    options: Options = field(default_factory=Options)
    mode: str = "release"
    subjects: Subjects = field(default_factory=Subjects)
    """How the data subject of a document is told, where the format does not say all."""
    ledger: Path | None = None
    ledger_secret: bytes | None = field(default=None, repr=False)
    key: bytes | None = field(default=None, repr=False)
    """The key of the draws; without one a fresh key is made, and destroyed at the end."""
    vault: Path | None = None
    """Where the draws for data subjects are kept from one release to the next."""
    vault_secret: bytes | None = field(default=None, repr=False)
    seed: int | None = None
    """The seed that the key was made of, where it was: no guarantee holds then."""
    report: Path | None = None
    """Where the page of the report goes."""
    sources: tuple[Path, ...] = ()
    """Files that were read for the order beside its input, such as those of keys: nothing that is
    written may take their place, whatever ``force`` says."""
    certificate: Certificate | None = None
    """What a labelled sample says of the detectors, for the report."""
    read_sample: ReadSample | None = None
    """What a sample of this corpus that people have read says of what was missed."""
    key_from: str = "file"
    """Where a given key comes from: a file, or a review."""
    people: str | None = None
    """What people have done to the corpus before, for the report."""
    command: str | None = None
    """The command line, for the report."""
    workers: int = 1
    engine: str | None = None
    """The name of what carries out the tasks; None for what suits the number of workers."""
    resume: bool = False
    force: bool = False
    skip_unread: bool = False
    """Whether files of a directory that no format reads are left out in silence."""
    limits: Limits = LIMITS
    """What a document and a compressed file may ask for."""
    task_bytes: int = 0
    """How much a worker gets at a time; 0 for what suits the policy."""

    @property
    def key_source(self) -> str:
        """Where the key came from, as the report says it."""
        if self.seed is not None:
            return "seed"
        if self.vault is not None:
            return "vault"
        return "fresh" if self.key is None else self.key_from


class OrderFields(TypedDict, total=False):
    """The fields of an order but for its input, output and policy, as keywords."""

    format: str | None
    options: Options
    mode: str
    subjects: Subjects
    ledger: Path | None
    ledger_secret: bytes | None
    key: bytes | None
    vault: Path | None
    vault_secret: bytes | None
    seed: int | None
    report: Path | None
    sources: tuple[Path, ...]
    certificate: Certificate | None
    read_sample: ReadSample | None
    key_from: str
    people: str | None
    command: str | None
    workers: int
    engine: str | None
    resume: bool
    force: bool
    skip_unread: bool
    limits: Limits
    task_bytes: int


@dataclass(frozen=True)
class Release:
    """What came of it."""

    summary: Summary
    pipeline: Pipeline
    units: int
    format: str
    facts: Facts | None = None
    """What the report says; None where nothing was released, as by ``identify``."""


def output_places(order: Order, format: Format, units: Sequence[Unit]) -> list[tuple[Path, ...]]:
    """Where the parts of each unit go; these places must be free."""
    output = Path(order.output)
    for given in map(Path, order.inputs):
        if given.is_dir() and given.resolve() in output.resolve().parents:
            raise UsageError(f"{output}: lies in the input; the next run would read it as such")
    if output.is_dir() and len(units) == 1 and not any(Path(one).is_dir() for one in order.inputs):
        raise UsageError(f"{output}: is a directory; name a file for the output")
    if not output.parent.is_dir():
        raise UsageError(f"{output.parent}: no such directory")
    if order.mode == "identify" and not format.traits.writes_annotations:
        places = _jsonl_places(units, output)
    else:
        places = targets(order.inputs, format, units, output)
        if len(places) == 1 and places[0][0].parent == output.parent:
            check_suffix(format, units, output)
    taken = next((path for path in (output, *chain(*places)) if path.exists()), None)
    if taken is not None and not _may_replace(order):
        raise UsageError(f"{taken}: exists already; choose another name or use --force")
    if output.is_dir():
        _refuse_others(output, set(chain(*places)))
    return places


def _may_replace(order: Order) -> bool:
    """Whether it was said so, or what is there comes from the run that is resumed."""
    return order.force or (order.resume and State.was_ready(state_folder(Path(order.output))))


def _refuse_others(output: Path, places: set[Path]) -> None:
    """A directory is replaced as a whole: it must hold nothing but an older release."""
    for path in sorted(output.rglob("*")):
        if path not in places and not path.is_dir():
            raise UsageError(f"{path}: is not part of the release; choose another directory")


def check_places(order: Order) -> None:
    """Each file that is written has a place of its own, and none that something is read from."""
    written = [order.ledger, order.vault, order.report]
    if order.output != "-" and "://" not in order.output:
        written.append(Path(order.output))
    named = [one for one in written if one is not None]
    for path in named:
        if any(is_same(path, source) for source in order.sources):
            raise UsageError(f"{path}: is read by this command; choose another name")
    for one, other in combinations(named, 2):
        if is_same(one, other):
            what = "report" if order.report in (one, other) else "output"
            what = "vault" if order.vault in (one, other) else what
            raise UsageError(f"{one}: is the place of the {what}; choose another name")


def check_ledger(order: Order) -> None:
    """A ledger takes the place of nothing, least of all of another ledger."""
    if order.ledger is None:
        return
    check_beside(order.ledger, order)
    if order.ledger.exists() and not _may_replace(order):
        raise UsageError(
            f"{order.ledger}: exists already, and an older release may need it; "
            "choose another name or use --force"
        )


def check_vault(order: Order) -> None:
    """A vault has its own key, and remembers what was drawn for data subjects."""
    if order.vault is None:
        return
    if order.vault_secret is None:
        raise UsageError("a vault is encrypted: give its --vault-key-file")
    if order.key is not None:
        raise UsageError("--vault has the key of its draws; leave out --key-file and --seed")
    if order.policy.scope != "subject":
        raise UsageError(
            "a vault keeps the stand-ins of data subjects: use --scope subject, and say whose a "
            "document is (--subject, --subject-from or --subject-table)"
        )
    check_beside(order.vault, order)


def check_report(order: Order) -> None:
    """A report takes the place of nothing, unless that was said."""
    if order.report is None:
        return
    check_beside(order.report, order)
    if order.report.suffix.lower() not in ("", ".html", ".htm"):
        raise UsageError(f"{order.report}: the report is a web page; call it FILE.html")
    if order.report.exists() and not _may_replace(order):
        raise UsageError(
            f"{order.report}: exists already; choose another name for the report or use --force"
        )


def check_beside(path: Path, order: Order) -> None:
    """What is written beside the output must have a place of its own."""
    if path.is_dir():
        raise UsageError(f"{path}: is a directory; name a file")
    if not path.parent.is_dir():
        raise UsageError(f"{path.parent}: no such directory")
    here, output = path.resolve(), Path(order.output).resolve()
    if output in (here, *here.parents):
        raise UsageError(f"{path}: is the place of the output; choose another name")
    for given in map(Path, order.inputs):
        source = given.resolve()
        if here == source or (here.exists() and source in here.parents):
            raise UsageError(f"{path}: is part of the input; choose another name")


def _jsonl_places(units: Sequence[Unit], output: Path) -> list[tuple[Path, ...]]:
    """A format without annotations of its own is identified into JSON lines."""
    if len(units) == 1:
        if ".jsonl" not in output.suffixes:
            raise UsageError(
                f"{output}: this format has no annotations; its entities go to a .jsonl file"
            )
        return [(output,)]
    return [(output / f"{unit.name}.jsonl",) for unit in units]
