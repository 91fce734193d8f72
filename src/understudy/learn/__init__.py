"""Training of detectors, and active learning: simulated on annotated corpora, and live."""
