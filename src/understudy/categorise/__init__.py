"""From evidence to entities: ``merge`` (spans that overlap become disjoint), ``link`` (which
mentions are one thing) and ``repeats`` (the leak check: a private
value that occurs elsewhere, unmarked)."""
