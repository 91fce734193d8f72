"""Stand-ins for people, dates, places, numbers and organizations, with the public lists and the
sources of π that they are drawn from. ``mention`` is the contract of the writers; ``echo`` turns
stand-ins in a text back into the originals."""
