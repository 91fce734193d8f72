"""Stand-ins by kind: people, dates, places, numbers, organizations; public lists and sources
of π; ``echo`` reads them back. ``mention`` is the contract of the writers."""
