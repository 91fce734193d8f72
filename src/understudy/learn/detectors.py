"""The detector that a project ends with: trained on all of its annotations, and written to disk."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from understudy.core.types import Document
from understudy.identify.crfmodel import write_model
from understudy.learn.encoder import train_encoder
from understudy.learn.learner import DetectorSpec
from understudy.learn.train import train_crf

__all__ = ["write_crf", "write_encoder"]


def write_crf(
    documents: Sequence[Document], folder: Path, spec: DetectorSpec
) -> tuple[str, dict[str, Any] | None]:
    """A CRF, trained by crfsuite, as a file for the detector ``crf``."""
    trained = train_crf(
        documents,
        features=spec.features,
        binary=spec.binary,
        evidence=spec.columns,
        language=spec.language,
    )
    write_model(folder / "detector.crf", trained.header, trained.payload)
    return "detector.crf", None


def write_encoder(
    documents: Sequence[Document], folder: Path, spec: DetectorSpec
) -> tuple[str, dict[str, Any] | None]:
    """The shipped encoder, fine-tuned, as a folder for the detector ``encoder``."""
    training = train_encoder(documents, folder / "detector", binary=spec.binary)["training"]
    return "detector", {"held_out": training["development"], "exact_f1": training["f1"]}
