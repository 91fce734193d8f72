"""The shipped language model: a small bilingual encoder with heads, offline, in eight bits."""

from understudy.encoder.model import Encoder

__all__ = ["Encoder"]
