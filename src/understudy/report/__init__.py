"""What a run did: counted (``summary``), as facts, in words, as plots, on one HTML page."""
