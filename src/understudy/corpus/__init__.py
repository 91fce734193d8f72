"""Corpus formats by name, and by the names of files. `base` is their contract; most of the other
modules are formats, or what several of them share.
"""

from __future__ import annotations

from understudy.corpus.files import find, for_path, formats

__all__ = ["find", "for_path", "formats"]
