"""Size, speed and memory of the shipped models, one process and one thread.

Times are those of the processor, which others on the machine change least.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from corpora import natural, sentences
from understudy.core.types import Document
from understudy.encoder import Encoder
from understudy.encoder.runtime import onnx_runtime
from understudy.encoder.weights import SHIPPED

_ROUNDS = 3
_WORDS = 20_000
_LONG = 100
"""Sentences of a long document."""
_OWN = {"full": {"encoder.onnx"}, "fast": {"tagger.onnx", "hints.npz"}}
"""The files that one model alone reads."""

_ALONE = """
import json, re, sys, time
from pathlib import Path
begun = time.process_time()
from understudy.encoder import Encoder
from understudy.core.types import Document
imported = time.process_time()
encoder = Encoder.load(sys.argv[1])
encoder.tag([Document("0", "one")])
loaded = time.process_time()
encoder.tag([Document(str(at), text) for at, text in enumerate(json.load(sys.stdin))])
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
print(json.dumps({"import_s": imported - begun, "load_s": loaded - imported, "peak_mb": peak}))
"""


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return {
        "cpu": models[0] if models else platform.processor(),
        "cores": len(models),
        "system": platform.system(),
        "python": platform.python_version(),
        "onnxruntime": onnx_runtime().__version__,
    }


def _texts(data: Path) -> dict[str, list[str]]:
    """Sentences, and the same as long documents."""
    short: list[str] = []
    words = 0
    for tokens in sentences(data / "ner/uner-en/en_ewt-ud-test.conll"):
        short.append(natural([word for word, _ in tokens])[0])
        words += len(short[-1].split())
        if words >= _WORDS:
            break
    long = [" ".join(short[at : at + _LONG]) for at in range(0, len(short), _LONG)]
    return {"sentences": short, "documents": long}


def _speed(encoder: Encoder, texts: list[str]) -> dict[str, float]:
    documents = [Document(str(at), text) for at, text in enumerate(texts)]
    words = sum(len(text.split()) for text in texts)
    encoder.tag(documents[:10])
    taken = []
    for _ in range(_ROUNDS):
        begun = time.process_time()
        encoder.tag(documents)
        taken.append(time.process_time() - begun)
    return {
        "words": words,
        "words_per_second": round(words / statistics.median(taken)),
        "least": round(words / max(taken)),
        "most": round(words / min(taken)),
    }


def _alone(model: str, texts: list[str]) -> dict[str, float]:
    """Load time and peak memory of a process of its own.

    The peak is read from the system's own file: that of ``getrusage`` begins with the parent's.
    """
    run = subprocess.run(
        [sys.executable, "-c", _ALONE, model],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
    )
    return {name: round(value, 3) for name, value in json.loads(run.stdout).items()}


def running(data: Path, _: Mapping[str, Encoder]) -> dict[str, Any]:
    texts = _texts(data)
    sizes = {path.name: path.stat().st_size for path in SHIPPED.iterdir() if path.is_file()}
    found: dict[str, Any] = {"bytes": sum(sizes.values())}
    for model, own in _OWN.items():
        encoder = Encoder.load(model, threads=1)
        others = set().union(*_OWN.values()) - own
        found[model] = {
            "bytes": sum(size for name, size in sizes.items() if name not in others),
            **{kind: _speed(encoder, some) for kind, some in texts.items()},
            "alone": {kind: _alone(model, some) for kind, some in texts.items()},
        }
    return found
