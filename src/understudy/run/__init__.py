"""The main job on files: reads a corpus and writes the release, its ledger and its report."""
