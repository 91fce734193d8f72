"""What a reader should know before a release leaves the house: the warnings of a report."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from understudy.core.categories import known_labels, plain_label
from understudy.core.types import GIVEN
from understudy.languages import facts, get
from understudy.languages.language import SKIPPED
from understudy.policy import Policy
from understudy.privacy.sampling import ReadSample
from understudy.replace.part import part_of
from understudy.report.figures import CategoryOutcome
from understudy.report.summary import Summary
from understudy.report.words import (
    drawn_again,
    epsilon,
    escaped,
    listing,
    marked_again,
    plural,
    probability,
    seed_chosen,
)

__all__ = ["Caution", "cautions", "foreign_documents", "unknown_labels"]

_SHOWN_IDS = 10
_SHOWN_PLACES = 20
_MOST_OF = 0.8
"""Readers who mark a smaller share of what the machine had marked may have read badly."""


@dataclass(frozen=True, slots=True)
class Caution:
    """A sentence of the report that the reader should not miss."""

    level: str
    """``danger``: a guarantee fails; ``warning``: somebody should look; ``note``: good to know."""
    text: str
    urgent: bool = False
    """Whether it is told even where a run is to be quiet: something private may be in the release
    that nobody would look for there."""


def _of_rows(summary: Summary) -> Caution:
    """What became of the rows that a cluster was given; the numbers were compared."""
    released = summary.rows - len(summary.withheld) - summary.refused
    parts = [f"{released:,} {'is' if released == 1 else 'are'} in the release"]
    if summary.withheld:
        parts.append(f"{len(summary.withheld):,} withheld")
    if summary.refused:
        parts.append(f"{summary.refused:,} in the dead letters, since they could not be read")
    text = f"Of {plural(summary.rows, 'row')}, {', '.join(parts)}."
    return Caution("warning" if summary.refused else "note", text)


def cautions(
    policy: Policy,
    summary: Summary,
    rows: Sequence[CategoryOutcome],
    key_source: str,
    read_sample: ReadSample | None = None,
    people: str | None = None,
) -> tuple[Caution, ...]:
    """All that a reader should know before the release leaves the house, the gravest first;
    ``people``: what people have done before, in a sentence."""
    found = [
        *_of_key(key_source),
        *_of_chosen(summary),
        *_of_bounds(rows),
        *_of_documents(policy, summary),
        *_of_policy(policy, rows),
        *(() if read_sample is None else _of_readers(read_sample)),
        *(() if people is None else (Caution("note", people),)),
    ]
    order = ("danger", "warning", "note")
    return tuple(sorted(found, key=lambda one: order.index(one.level)))


def _of_key(key_source: str) -> Iterator[Caution]:
    if key_source == "seed":
        text = (
            "The draws came from a seed. Whoever guesses it can repeat every draw and tell which "
            "values were kept, so NO guarantee in this report holds. Seeds are for experiments; "
            "release text only from a run without one."
        )
        yield Caution("danger", text)
    if key_source == "vault":
        text = (
            "The stand-ins come from a vault: every release made with it gives a data subject the "
            "same stand-ins and shifts dates alike. That is its purpose, and its cost: all these "
            "releases can be linked person by person, so that what one of them gives away holds "
            "for all, and whoever has the vault and its key can undo them."
        )
        yield Caution("warning", text)
    if key_source == "review":
        text = (
            "The key of the draws lies in the folder of the review: whoever has the folder can "
            "repeat the draws. Keep it as secret as the corpus, and delete it when it has served."
        )
        yield Caution("note", text)
    if key_source == "file":
        text = (
            "The key of the draws came from a file. Whoever holds it can repeat the draws; a key "
            "serves one release: keep it as secret as the ledger, and do not use it again."
        )
        yield Caution("note", text)


def _of_chosen(summary: Summary) -> Iterator[Caution]:
    """The stand-ins that people wrote or had drawn again."""
    number = summary.chosen.total()
    if number:
        each = listing([f"{name} {count:,}" for name, count in sorted(summary.chosen.items())])
        text = (
            f"People wrote {plural(number, 'stand-in')} themselves or had "
            f"{'it' if number == 1 else 'them'} drawn again ({each}). Whoever chooses a stand-in "
            "has seen the original, and nothing bounds what the choice tells of it: ε = ∞ for "
            "each, whatever the strategy."
        )
        yield Caution("warning", text)


def _of_bounds(rows: Sequence[CategoryOutcome]) -> Iterator[Caution]:
    rows = [row for row in rows if not row.chosen_alone]
    counted = [row for row in rows if row.unproven and _counted(row)]
    if counted:
        text = (
            f"{_categories(counted)}: stand-ins were drawn from, or exchanged within, the corpus "
            "itself. A stand-in proves that its value occurs in the corpus, so the strict reading "
            "is ε = ∞; the paper’s reading takes the list of values as public."
        )
        yield Caution("warning", text)
    unproven = [row for row in rows if row.unproven and not _counted(row)]
    if unproven:
        names = listing(sorted({row.strategy for row in unproven}))
        text = (
            f"{_categories(unproven)}: the strategy ({names}) has no bound on what it tells about "
            "a value, so the strict reading is ε = ∞."
        )
        yield Caution("warning", text)
    kept: dict[tuple[str, float], list[CategoryOutcome]] = {}
    for row in rows:
        if row.betrays_kept:
            kept.setdefault((row.strategy, row.p[0]), []).append(row)
    yield from map(_of_kept, kept.values())


def _counted(row: CategoryOutcome) -> bool:
    return part_of(row.strategy).recycles or any("(corpus)" in name for name in row.mechanisms)


def _of_kept(rows: Sequence[CategoryOutcome]) -> Caution:
    """Rows of one strategy and p."""
    chance = epsilon(max(row.strict_delta for row in rows))
    text = (
        f"{_categories(rows)}: {rows[0].strategy} with p = {probability(rows[0].p[0])}. A kept "
        f"value can be told from its stand-in, so each value is in the clear with probability "
        f"{chance}: ε = ∞, δ = {chance}. Only p = 1 gives ε = 0 here."
    )
    return Caution("warning", text)


def foreign_documents(policy: Policy, summary: Summary) -> str:
    """How many documents were handled in a language that is not theirs; empty for none."""
    number = sum(summary.foreign.values())
    if not number or policy.fallback is None:
        return ""
    which = plural(number, "document is", "documents are")
    done = "was" if number == 1 else "were"
    return (
        f"{which} in a language that is not installed ({listing(sorted(summary.foreign))}) and "
        f"{done} handled as {facts(policy.fallback)['name']}"
    )


def _of_subjects(policy: Policy, summary: Summary) -> Iterator[Caution]:
    if summary.unowned:
        naming = plural(summary.unowned, "document names", "documents name")
        text = (
            f"{naming} no data subject: the stand-ins there are shared with no other document, "
            "though the scope is the subject. Say whose each is (--subject, --subject-from, "
            "--subject-table), or --scope document."
        )
        yield Caution("warning", text, urgent=True)
    if summary.idle_subjects:
        rows = plural(summary.idle_subjects, "row names", "rows name")
        text = (
            f"{rows} a file in --subject-table that is not in the input: check that nothing is "
            "missing and that no name is misspelt."
        )
        yield Caution("warning", text, urgent=True)
    if summary.torn:
        text = (
            f"The vault ends in {plural(summary.torn, 'byte')} of a frame that was cut off; all "
            "frames before it were read. If a full disk or a kill did it, the run that wrote it "
            "released nothing. If the file is an incomplete copy, use a whole one: what only the "
            "missing part knew was drawn again."
        )
        yield Caution("warning", text, urgent=True)
    owned = summary.documents - summary.unowned
    if policy.scope == "subject" and len(summary.subjects) == 1 and owned > 1:
        others = f"All {owned:,}" if owned > 2 else "Both"
        others = "All other" if summary.unowned else others
        text = (
            f"{others} documents are taken to be of one data subject. Where they are of several, "
            "say so with --subject, --subject-from or --subject-table: their people, dates and "
            "numbers are mixed up otherwise."
        )
        yield Caution("warning", text)


def _of_documents(policy: Policy, summary: Summary) -> Iterator[Caution]:
    if summary.foreign:
        text = (
            f"{foreign_documents(policy, summary)}. Names, dates and addresses of another "
            "language are missed more often: check such documents before release."
        )
        yield Caution("warning", text)
    yield from map(_of_untrained, sorted(summary.untrained.items()))
    yield from _of_undecided(summary)
    for encoding, count in sorted(summary.encodings.items()):
        text = (
            f"{plural(count, 'file')} {'is' if count == 1 else 'are'} not UTF-8 and "
            f"{'was' if count == 1 else 'were'} read and written as {encoding}, by the look of "
            "the first bytes. Where that is wrong, names with accents are missed: say --encoding."
        )
        yield Caution("warning", text)
    if summary.rows:
        yield _of_rows(summary)
    if summary.withheld:
        limit, number = policy.epsilon_document_max, len(summary.withheld)
        most = "" if limit is None else f" of {epsilon(limit)}"
        text = (
            f"{plural(number, 'document')} cost more than the policy’s ε per document{most} and "
            f"{'was' if number == 1 else 'were'} withheld: {_ids(summary.withheld)}."
        )
        yield Caution("warning", text)
    yield from _of_subjects(policy, summary)
    if summary.leaks:
        holding = plural(len(summary.leaks), "document still holds", "documents still hold")
        text = (
            f"{holding} a replaced value beside the text, where nothing was changed: "
            f"{_leaking(summary)}. Before release rename such files, decide on such columns or "
            "parts (--column NAME=KIND), and fix what remains: "
            f"{_ids(summary.leaks)}."
        )
        yield Caution("warning", text, urgent=True)
    if summary.passed:
        parts = plural(len(summary.passed), "part of a document", "parts of documents")
        text = (
            f"{parts} that nothing was looked for in {_is(summary.passed)} in the release, as "
            f"the policy says: {_ids(summary.passed)}."
        )
        yield Caution("warning", text)
    if summary.dropped:
        parts = plural(len(summary.dropped), "part of a document", "parts of documents")
        kept = [f"--column {kind}=KEEP" for kind in sorted(filter(None, summary.unread))]
        every = "" not in summary.unread  # such as the properties of a PDF, which becomes text
        them = "them as they are" if every else "those that a release can hold as they are"
        them = "it as it is" if every and len(summary.dropped) == 1 else them
        advice = f" {listing(kept)} would release {them}." if kept else ""
        text = (
            f"{parts} could not be read and {_is(summary.dropped)} not in the release: "
            f"{_ids(summary.dropped)}.{advice}"
        )
        yield Caution("warning", text)
    if summary.skipped:
        yield _of_skipped(summary)
    if summary.documents and not summary.edits:
        where = (
            "check that its annotations are where the policy’s detectors look for them."
            if policy.detectors == (GIVEN,)
            else "look at some documents: is all that holds text read (--text), in its language, "
            "and does the policy have the detectors for it?"
        )
        text = f"Nothing private was found. If the corpus is about people, {where}"
        yield Caution("warning", text)
    if summary.unknown:
        name = escaped(min(summary.unknown))
        text = (
            f"{unknown_labels(summary)} and fell under the category UNKNOWN. Say what each is, "
            f"such as --labels {name}={_suggestion(name)}, or --labels {name}= for what is not "
            "private."
        )
        yield Caution("warning", text)


def _of_skipped(summary: Summary) -> Caution:
    """Files are counted by what they are: their names may be private."""
    number = summary.skipped.total()
    shown = [
        f"{count:,} {suffix or 'without a usual suffix'}"
        for suffix, count in sorted(summary.skipped.items(), key=lambda one: (-one[1], one[0]))
    ]
    text = (
        f"{plural(number, 'file')} of the input {'is' if number == 1 else 'are'} not in the "
        f"release, since no format reads {'it' if number == 1 else 'them'}: {listing(shown)}. "
        "Without --skip-unread the run names them and stops."
    )
    return Caution("warning", text)


def _leaking(summary: Summary) -> str:
    """The places that hold replaced values, each with its number of documents."""
    places = sorted(summary.leaking.items(), key=lambda one: (-one[1], one[0]))
    said = [f"{escaped(place)} in {plural(count, 'document')}" for place, count in places]
    rest = [f"{len(said) - _SHOWN_PLACES} more"] if len(said) > _SHOWN_PLACES else []
    return "; ".join((*said[:_SHOWN_PLACES], *rest))


def _is(found: Sequence[str]) -> str:
    return "is" if len(found) == 1 else "are"


def unknown_labels(summary: Summary) -> str:
    """How many mentions have labels that nobody knows, and which; empty for none."""
    if not summary.unknown:
        return ""
    names = listing([escaped(name) for name in sorted(summary.unknown)])
    count = plural(summary.unknown.total(), "mention")
    return f"{count} had a label that nobody knows ({names})"


def _suggestion(label: str) -> str:
    """The category that a label looks most like."""
    known = known_labels()
    close = get_close_matches(plain_label(label), known, n=1, cutoff=0.65)
    return known[close[0]] if close else "CATEGORY"


def _of_undecided(summary: Summary) -> Iterator[Caution]:
    """Dates in figures in the order of the language, where nothing public says that it is theirs.
    How many of them have a day above 12, which settles it, would tell of these days."""
    if not summary.undecided:
        return
    dates, documents = summary.undecided["dates"], summary.undecided["documents"]
    are = "is" if dates == 1 else "are"
    text = (
        f"{plural(dates, 'date')} in figures in {plural(documents, 'document')} {are} in the order "
        "of the language, and no public word there says whether day or month stands first. Where "
        "no day among them is above 12 (which a report cannot tell), they could be read in two "
        "ways (03/05 as 5 March or 3 May), and if the order is the other one, the distances "
        "between dates are wrong: say --language with a country (en-GB), or "
        'date_order = "dmy" in the policy.'
    )
    yield Caution("warning", text)


def _of_untrained(counted: tuple[str, int]) -> Caution:
    """A language that the shipped language model does not know."""
    language, number = get(counted[0]), counted[1]
    which = plural(number, "document is", "documents are")
    what = "skipped" if language.encoder == SKIPPED else "read"
    text = (
        f"{which} in {language.name}, which the shipped language model was not trained on; it "
        f"{what} {'it' if number == 1 else 'them'}. Names that no list knows are missed more "
        "often: check such documents before release, or name a model that knows the language "
        "under [detector.encoder]."
    )
    return Caution("warning", text)


def _of_policy(policy: Policy, rows: Sequence[CategoryOutcome]) -> Iterator[Caution]:
    kept = sum(row.kept for row in rows)
    if kept:
        text = (
            f"{plural(kept, 'mention is', 'mentions are')} in the release as in the original by "
            "the coin: the policy replaces with a probability p below 1."
        )
        yield Caution("note", text)
    left = sum(sum(row.left.values()) for row in rows)
    if left:
        text = (
            f"{plural(left, 'mention was', 'mentions were')} left as in the original, with "
            "certainty. Why, and how many for each reason, stands below what was replaced."
        )
        yield Caution("note", text)
    if policy.sensitive == "selective":
        text = (
            "The policy protects direct identifiers only. What points at a person indirectly, "
            "such as an age or a place, was left as it is."
        )
        yield Caution("note", text)
    if not policy.leak_check:
        text = (
            "The policy turned the leak check off: a replaced value may still stand elsewhere in "
            "its document."
        )
        yield Caution("warning", text)
    if any(row.strict_epsilon > 0.0 for row in rows):
        text = (
            "Releases of the same corpus add up: another release from these texts, edited or not, "
            "costs its ε on top of the one reported here."
        )
        yield Caution("note", text)


def _categories(rows: Iterable[CategoryOutcome]) -> str:
    return listing(sorted({row.category for row in rows}))


def _ids(ids: Sequence[str]) -> str:
    """The first ids; the rest are counted."""
    shown = [escaped(id) for id in ids[:_SHOWN_IDS]]
    rest = len(ids) - len(shown)
    return f"{', '.join(shown)} and {rest:,} more" if rest else listing(shown, _SHOWN_IDS)


def _of_readers(read_sample: ReadSample) -> Iterator[Caution]:
    """What to know about the people who read, and about what they changed."""
    if read_sample.edited:
        text = (
            f"In the review, {plural(read_sample.edited, 'stand-in was', 'stand-ins were')} edited "
            "or drawn again by people. No mechanism made them: in a release that has them, ε = ∞ "
            "for each."
        )
        yield Caution("warning", text)
    if read_sample.marks != "hidden":
        text = (
            "Readers of the sample saw what the machine had marked"
            f"{' in part of it' if read_sample.marks == 'both' else ''}. Who sees the marks finds "
            "fewer misses than one who does not; no bound accounts for that."
        )
        yield Caution("note", text)
    yield from (Caution("warning", text) for text in drawn_again(read_sample))
    yield from (Caution("note", text) for text in seed_chosen(read_sample))
    few = read_sample.marked_by_readers < _MOST_OF * read_sample.marked
    level = "warning" if few else "note"
    yield from (Caution(level, text) for text in marked_again(read_sample))
    if read_sample.overlooked is not None and read_sample.overlooked >= 0.5:
        text = (
            f"Two people read the sample; by what each found, about {read_sample.overlooked:.0f} "
            "further entities of it were found by neither (an estimate; it is too low where both "
            "overlook the same)."
        )
        yield Caution("note", text)
