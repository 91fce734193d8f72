"""What a learner can be told."""

from __future__ import annotations

from dataclasses import dataclass

from understudy.languages import DEFAULT

__all__ = ["DEFAULTS", "Settings"]


@dataclass(frozen=True)
class Settings:
    """The settings that learners share."""

    rounds: int = 300
    """Of boosting."""
    iterations: int = 60
    """Of a CRF's training, at most."""
    model: str = "full"
    """The encoder to fine-tune: a shipped one, or a model of Hugging Face."""
    epochs: int = 3
    """Times an encoder reads the training text, at most."""
    rate: float = 5e-5
    """Of learning, at its peak, for a model of Hugging Face."""
    language: str = DEFAULT


DEFAULTS = Settings()
