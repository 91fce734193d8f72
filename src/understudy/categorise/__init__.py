"""From evidence to entities: ``merge`` (spans that overlap become disjoint), ``link`` (which
mentions are one thing) and ``repeats`` (the leak check: what stands elsewhere, unmarked)."""
