"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# Machines differ; a slow example is no failure.
settings.register_profile("understudy", deadline=None)
settings.load_profile("understudy")
