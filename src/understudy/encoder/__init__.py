"""The shipped language model: a small bilingual encoder with heads, offline, in eight bits."""

from understudy.encoder.hub import HubEncoder
from understudy.encoder.loading import load_model
from understudy.encoder.model import Encoder

__all__ = ["Encoder", "HubEncoder", "load_model"]
