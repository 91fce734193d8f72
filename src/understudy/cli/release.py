"""The commands run, identify and replace."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace as changed
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from understudy.cli.common import answer, corpus_options, options_from, progress_bar, read_secret
from understudy.cli.options import json_option
from understudy.cli.run_options import OUTPUT, outcome_options, output_option, run_options
from understudy.cli.shown_command import shown_command
from understudy.core.draw import file_key, seed_key
from understudy.core.errors import BudgetExceeded, CorpusError, UnderstudyError, UsageError
from understudy.corpus.columns import UNREAD, Undecided, cells, decided, shown
from understudy.corpus.limits import Limits
from understudy.corpus.subjects import Subjects, subjects_from
from understudy.deidentifier import Deidentifier
from understudy.engines import cores
from understudy.policy import Policy, load, with_columns, with_labels, with_lists, with_scope
from understudy.privacy.sampling import ReadSample
from understudy.report.words import plural
from understudy.run.order import Order, Release

if TYPE_CHECKING:
    from understudy.corpus.proposal import Proposal

_MOST_WORKERS = 8
"""The default limit: each worker loads a model and lists of its own."""

__all__ = ["advised", "identify", "policy_of", "release_with", "replace", "run"]


@click.command()
@output_option
@run_options
@outcome_options
@corpus_options
@json_option
def run(**given: Any) -> None:
    """De-identify a corpus: find what is private, replace it.

    INPUT is a file, a directory, a glob, or - for standard input. Formats are recognised by their
    suffixes; .gz, .xz and .zst are read and written.

    \b
    Examples:
      understudy run calls.jsonl -o release.jsonl --report report.html
      understudy run notes/ -o released/ --policy dp --ledger notes.ledger --workers 2
      cat lines.txt | understudy run - -o - --format lines --policy redact
    """
    release_with(given, policy_of(given))


@click.command()
@output_option
@run_options
@outcome_options
@corpus_options
@json_option
def replace(**given: Any) -> None:
    """Replace what a corpus marks as private.

    The second half of run. The marks are those of the corpus itself: the field "entities" of
    jsonl, the tags of conll and slots, the annotations of brat, the labels of ES-Port dialogues.

    \b
    Example:
      understudy replace tagged.jsonl -o release.jsonl --policy typed
    """
    release_with(given, changed(policy_of(given), detectors=("given",)))


@click.command()
@click.option("-o", "--output", metavar="OUTPUT", help=OUTPUT)
@click.option(
    "--marks", is_flag=True, help="Print each text with its marks instead of writing a corpus."
)
@run_options
@corpus_options
@json_option
def identify(**given: Any) -> None:
    """Mark what is private, and leave the text as it is.

    The first half of run. A format that can hold annotations keeps its form; others become JSON
    lines with a field "entities". The result contains private text: it is as secret as the input.

    \b
    Examples:
      understudy identify notes.txt -o tagged.jsonl
      understudy identify notes.txt --marks
    """
    if given["marks"]:
        _print_marks(given)
        return
    if given["output"] is None:
        raise UsageError("name an output with -o, or ask for --marks")
    policy = policy_of(given)
    release = _carried_out(given, policy, mode="identify", key=b"\0" * 32)
    documents = release.summary.documents
    if release.summary.foreign:
        from understudy.report.cautions import foreign_documents  # noqa: PLC0415

        warning = foreign_documents(policy, release.summary)
        click.echo(f"warning: {warning}", err=True)
    answer(
        {"documents": documents, "output": given["output"]},
        [] if given["quiet"] or given["output"] == "-" else [f"{documents:,} documents identified"],
        as_json=given["as_json"],
    )


def _print_marks(given: dict[str, Any]) -> None:
    from understudy.core.marks import marked  # noqa: PLC0415
    from understudy.corpus.reading import documents_of  # noqa: PLC0415
    from understudy.pipeline import build  # noqa: PLC0415

    if given["output"] not in (None, "-"):
        raise UsageError("--marks prints to standard output; leave out -o")
    if given["as_json"]:
        raise UsageError("--marks and --json exclude each other")
    policy = policy_of(given)
    pipeline, options = build(policy), decided(options_from(given), policy.columns, strict=False)
    for source in given["inputs"]:
        documents = documents_of(source, given["format_name"], options)
        while batch := list(islice(documents, 256)):
            for document, entities in zip(batch, pipeline.identify(batch), strict=True):
                click.echo(marked(document.text, entities), nl=not document.text.endswith("\n"))


def _carried_out(given: dict[str, Any], policy: Policy, **more: Any) -> Release:
    """Run what the options ask for, with a progress bar."""
    if given["output"] == "-" and given["as_json"]:
        raise UsageError("--json and -o - both need standard output; name an output")
    with advised(given, policy):
        return _run(given, policy, **more)


def _run(given: dict[str, Any], policy: Policy, **more: Any) -> Release:
    places = [one for one in (*given["inputs"], given["output"]) if "://" in one]
    if given["engine"] != "spark":
        if places:
            raise UsageError(f"{places[0]}: an address needs --engine spark")
        if given["master"] is not None:
            raise UsageError("--master goes with --engine spark")
        return _run_files(given, policy, **more)
    from understudy.engines.spark import connected  # noqa: PLC0415 - an extra

    with connected(given["master"]):
        if places:
            return _run_addresses(given, policy, **more)
        return _run_files(given, policy, **more)


def _run_addresses(given: dict[str, Any], policy: Policy, **more: Any) -> Release:
    """A corpus in the storage of a cluster."""
    from understudy.spark.release import Beside, release  # noqa: PLC0415 - an extra

    ledger = more.pop("ledger", None)
    order = Order(
        inputs=tuple(given["inputs"]),
        output=given["output"],
        policy=policy,
        format=given["format_name"],
        options=options_from(given),
        subjects=_subjects(given, policy),
        engine="spark",
        resume=given["resume"],
        force=given["force"],
        **more,
    )
    return release(
        order, Beside(ledger, given.get("dead_letters"), given.get("max_dead_letters", 0))
    )


def _run_files(given: dict[str, Any], policy: Policy, **more: Any) -> Release:
    if given.get("dead_letters") is not None:
        raise UsageError("--dead-letters is for addresses such as hdfs:// with --engine spark")
    if more.get("ledger") is not None:
        more["ledger"] = Path(more["ledger"])
    with progress_bar("working", quiet=given["quiet"], in_bytes=True) as update:
        return Deidentifier(policy).run(
            given["inputs"],
            given["output"],
            progress=lambda done: update(advance=done),
            begun=lambda size: update(total=size),
            format=given["format_name"],
            options=options_from(given),
            subjects=_subjects(given, policy),
            workers=given["workers"] or min(cores(), _MOST_WORKERS),
            engine=given["engine"],
            resume=given["resume"],
            force=given["force"],
            skip_unread=given["skip_unread"],
            limits=Limits(given["max_document"], given["max_expansion"]),
            **more,
        )


def _subjects(given: Mapping[str, Any], policy: Policy) -> Subjects:
    kind = cells(policy.columns).get(given["subject_field"], "")
    return subjects_from(given["subject_from"], given["subject_table"], kind, policy.language)


def _key(given: dict[str, Any]) -> bytes | None:
    """The key of the draws, where one is given."""
    if given["key_file"] is not None and given["seed"] is not None:
        raise UsageError("--key-file and --seed exclude each other")
    if given["seed"] is not None:
        return seed_key(given["seed"])
    if given["key_file"] is None:
        return None
    secret = read_secret(given["key_file"], "key file", new=True)
    return file_key(secret)


_READ = ("key_file", "ledger_key_file", "vault_key_file", "subject_table")
"""The options that name files which nothing may replace."""


def release_with(given: dict[str, Any], policy: Policy) -> None:
    """Carry out a release as the options say, under a policy."""
    secret = None
    if given["ledger_key_file"] is not None:
        if given["ledger"] is None:
            raise UsageError("--ledger-key-file goes with --ledger")
        secret = read_secret(given["ledger_key_file"], "ledger key file", new=True)
    vault_secret = None
    if given["vault_key_file"] is not None:
        if given["vault"] is None:
            raise UsageError("--vault-key-file goes with --vault")
        vault_secret = read_secret(given["vault_key_file"], "vault key file", new=True)
    read_sample = None
    if given["certificate_folder"] is not None:
        read_sample = _read_sample(given, policy)
    certificate = None
    if given["sample"] is not None:
        from understudy.measure.certificate import certify_sample  # noqa: PLC0415

        certificate = certify_sample(policy, given["sample"], given["sample_format"])
    release = _carried_out(
        given,
        policy,
        ledger=given["ledger"],
        ledger_secret=secret,
        key=_key(given),
        vault=given["vault"],
        vault_secret=vault_secret,
        seed=given["seed"],
        report=given["report"],
        sources=tuple(given[name] for name in _READ if given[name] is not None),
        certificate=certificate,
        read_sample=read_sample,
        command=shown_command(),
    )
    _print_result(given, release)
    withheld = release.summary.withheld
    if withheld:
        shown = ", ".join(withheld[:10]) + (", …" if len(withheld) > 10 else "")
        raise BudgetExceeded(
            f"{plural(len(withheld), 'document')} cost more than epsilon_document_max = "
            f"{policy.epsilon_document_max:g} and {'was' if len(withheld) == 1 else 'were'} "
            f"withheld: {shown}"
        )


def _read_sample(given: Mapping[str, Any], policy: Policy) -> ReadSample:
    """What the certificate says, where it is of this corpus under this policy."""
    from understudy.certificate.pins import pins_of  # noqa: PLC0415 - few runs have one
    from understudy.certificate.record import check, load_certificate  # noqa: PLC0415

    if given["sample"] is not None:
        raise UsageError("--certificate and --sample exclude each other: both tell the recall")
    folder = given["certificate_folder"]
    found = load_certificate(folder)
    now = pins_of(given["inputs"], given["format_name"], options_from(given), policy)
    return check(found, now, str(folder))


def _print_result(given: dict[str, Any], release: Release) -> None:
    facts = release.facts
    if facts is None:
        return
    if given["as_json"]:
        answer(facts.as_json(), [], as_json=True)
        return
    if given["quiet"]:
        for line in facts.urgent():
            click.echo(line, err=True)
        return
    piped = given["output"] == "-"  # standard output has the release
    for line in facts.lines():
        click.echo(line, err=piped)
    if piped:
        return
    for name in ("output", "ledger", "report"):
        if given[name] is not None:
            click.echo(f"{name:<9}{given[name]}")


def policy_of(given: Mapping[str, Any]) -> Policy:
    """The policy that was named, with what the command line says about columns, labels,
    scope and lists."""
    texts = [f"{name}=TEXT" for name in given["text"]]
    policy = with_columns(load(given["policy_name"]), [*texts, *given["columns"]])
    if given["proposed"] is not None:
        policy = _with_proposed(policy, given)
    policy = with_labels(policy, given["labels"])
    if given["scope"] is not None:
        policy = with_scope(policy, given["scope"])
    return with_lists(policy, given.get("allow", ()), given.get("deny", ()))


def _with_proposed(policy: Policy, given: Mapping[str, Any]) -> Policy:
    """The policy with what is proposed for the columns that it does not decide on."""
    from understudy.cli.columns import CONFIRM, decisions, table  # noqa: PLC0415

    found = _proposed(given, policy)
    left = [one.name for one in found if one.kind is None]
    if left:
        options = " ".join(f"--column {shlex.quote(f'{name}=KIND')}" for name in left[:_SHOWN])
        raise UsageError(
            f"--columns auto: nothing tells what is in {shown(left)}; add {options}"
            f"{' …' if len(left) > _SHOWN else ''}, where KIND is TEXT, KEEP or the category of "
            "the values"
        )
    if not given["quiet"]:
        for line in (*table(found), CONFIRM):
            click.echo(line, err=True)
    return with_columns(policy, decisions(found)[1::2])


def _proposed(given: Mapping[str, Any], policy: Policy) -> tuple[Proposal, ...]:
    """What is proposed for the columns that a policy does not decide on."""
    from understudy.cli.columns import proposals  # noqa: PLC0415
    from understudy.corpus.proposal import once  # noqa: PLC0415

    found = proposals(given["inputs"], given, policy.columns)
    return once(found, policy.columns.values())


_SHOWN = 5
"""Options that a refusal spells out."""
_ADVISED = 100
"""Columns for which a refusal proposes kinds: of more nobody reads the command, and to look at the
values of a hundred thousand takes minutes."""


@contextmanager
def advised(given: Mapping[str, Any], policy: Policy) -> Iterator[None]:
    """Where columns are not decided on, or none is called as texts are by default, the refusal has
    the command that would go on."""
    try:
        yield
    except Undecided as error:
        raise UsageError(_with_advice(error, given, policy)) from None
    except CorpusError as error:
        if any(kind not in UNREAD for kind in policy.columns.values()):
            raise
        told = _with_advice(error, given, policy, options_from(given).text)
        if told == str(error):
            raise
        raise CorpusError(told) from None


def _with_advice(
    error: UnderstudyError, given: Mapping[str, Any], policy: Policy, lacks: Sequence[str] = ()
) -> str:
    """What went wrong, and the command that would go on, where there is one; with ``lacks``, where
    the table has no such column."""
    many = getattr(error, "many", 0)
    if many > _ADVISED:
        return (
            f"{error}.\nThere are {many:,} of them, too many for a command: decide on them under "
            "[columns] in a policy, see what understudy columns proposes, or take that with "
            "--columns auto"
        )
    try:
        found = () if "-" in given["inputs"] else _proposed(given, policy)
    except (UnderstudyError, MemoryError):
        return str(error)  # a line of a gigabyte is not read again for advice
    if not found or any(one.name.split(".")[0] in lacks for one in found):
        return str(error)
    return (
        f"{error}.\nBy their names and a sample of their values (understudy columns tells why; "
        f"--columns auto takes it), this would go on:\n  {_going_on(found)}"
    )


def _going_on(found: Sequence[Proposal]) -> str:
    from understudy.cli.columns import decisions, undecided_notice  # noqa: PLC0415

    words = ["understudy", *sys.argv[1:], *decisions(found)]
    return shlex.join(words) + undecided_notice(found)
