"""The report of a run, one HTML page: counts (``summary``), facts, sentences and plots."""
