"""The shipped encoder as detector.

detectors = ["encoder"]

[detector.encoder]
model = "full"      # or "fast", the smaller tagger; or the folder of one trained by:
                    # understudy learn train encoder
threshold = 0.5     # lower finds more: words at least this likely to be private
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from understudy.encoder.model import NAMES, Encoder
from understudy.encoder.weights import Weights
from understudy.errors import PolicyError
from understudy.identify.adapters.labels import wanted
from understudy.identify.settings import DetectorSettings
from understudy.types import Document, Span

__all__ = ["EncoderDetector", "build"]

THRESHOLD = 0.5
_OPTIONS = ("model", "threshold")


@dataclass(frozen=True)
class EncoderDetector:
    """Tags documents; weights are read on first use in each process."""

    encoder: Encoder
    threshold: float = THRESHOLD
    categories: frozenset[str] = frozenset()

    def detect(self, documents: Sequence[Document]) -> list[tuple[Span, ...]]:
        return [
            tuple(span for span in spans if wanted(span.label, self.categories))
            for spans in self.encoder.tag(documents, threshold=self.threshold)
        ]


def build(settings: DetectorSettings) -> EncoderDetector:
    for name in settings.options:
        if name not in _OPTIONS:
            raise PolicyError(f"detector.encoder.{name}: unknown; there are {', '.join(_OPTIONS)}")
    model = settings.options.get("model", "full")
    if not isinstance(model, str):
        raise PolicyError('detector.encoder.model: must be "full", "fast" or a folder')
    threshold = settings.options.get("threshold", THRESHOLD)
    if isinstance(threshold, bool) or not isinstance(threshold, int | float):
        raise PolicyError("detector.encoder.threshold: must be a number")
    if not 0.0 < threshold < 1.0:
        raise PolicyError("detector.encoder.threshold: must lie between 0 and 1")
    encoder = Encoder(model) if model in NAMES else Encoder(weights=_own(settings, model))
    _ = encoder.weights.card  # a missing model stops the run before it starts
    return EncoderDetector(encoder, float(threshold), settings.categories)


def _own(settings: DetectorSettings, model: str) -> Weights:
    return Weights((settings.folder or Path()) / model)
