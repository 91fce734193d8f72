"""Training of detectors, and active learning, both simulated on annotated corpora and live."""
