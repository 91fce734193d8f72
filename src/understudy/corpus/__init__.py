"""Corpus formats, found by their names or by the names of files. `base` is their contract; most
other modules are formats, or code that several formats share.
"""

from __future__ import annotations

from understudy.corpus.files import find, for_path, formats

__all__ = ["find", "for_path", "formats"]
