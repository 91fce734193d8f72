"""The words that settings of the strategy ``distort`` may hold; light, since policies read them."""

from __future__ import annotations

from understudy.privacy.choice import SCALES

__all__ = ["BOUNDED", "CANDIDATES", "CLIP", "DIVERGENCES", "METHODS", "MU", "SCALES", "TOP_P"]

METHODS = ("substitute", "generate")
DIVERGENCES = ("kl", "hellinger", "js")
BOUNDED = ("hellinger", "js")
"""Divergences between 0 and 1, as the private choice needs them."""
CANDIDATES = 8
MU = 0.8
"""The weight of a word falls by so much with each word between it and the mention."""
CLIP = 0.5
"""The normalised NDD that counts as 1 in the private choice: a public constant."""
TOP_P = 0.95
"""The share of the probability whose pieces a generated phrase is drawn from."""
