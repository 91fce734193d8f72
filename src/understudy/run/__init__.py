"""The main job on files: a corpus in, a released corpus, its ledger and its report out."""
