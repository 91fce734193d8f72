"""The tags of the entity head, and what the labels of each training corpus become."""

from __future__ import annotations

import re
from typing import NamedTuple

from understudy.core.categories import ancestors, categories, label_maps

TAGS = (
    "PERSON",
    "LOCATION",
    "STREET_ADDRESS",
    "POSTAL_CODE",
    "ORGANIZATION",
    "PRODUCT",
    "CREATIVE_WORK",
    "DATE",
    "TIME",
    "AGE",
    "NRP",
    "OCCUPATION",
    "GENDER",
    "FAMILY",
    "PHONE_NUMBER",
    "EMAIL_ADDRESS",
    "URL",
    "ID",
    "AMOUNT",
)
ALL = frozenset(TAGS)

Label = tuple[str, ...]
"""The tags that may be meant; within the span each token may bear any of them. With "O" among
them it may as well be unmarked."""
Span = tuple[int, int, Label]

ANYTHING: Label = ("*",)
"""Whatever the model says there is left out of the loss."""
PLACE: Label = ("LOCATION", "STREET_ADDRESS")
WHEN: Label = ("DATE", "TIME")
PLACED: Label = ("LOCATION", "ORGANIZATION")
ADDRESS: Label = ("STREET_ADDRESS", "LOCATION", "POSTAL_CODE")
NAMED: Label = ("PERSON", "ORGANIZATION")
TRAIT: Label = ("NRP", "OCCUPATION", "GENDER", "FAMILY")
NOTHING: Label = ()


LEAD = {
    "en": re.compile(r"(?:(?:at|on|for|by|in|from|to|of|until|the)\s+)+", re.I),
    "es": re.compile(
        r"(?:(?:el|la|los|las|en|para|a|al|por|de|del|desde|hasta)\s+)+(?!fin\b)", re.I
    ),
}
"""Words before a date or a time that are no part of it."""


_ARTICLE = re.compile(r"(?:the|The|THE)\s+")
_OWNER = re.compile(r"\s*['’]s$", re.I)
_NAME_TAGS = frozenset(("LOCATION", "ORGANIZATION", "NRP", "PRODUCT"))


def bare(text: str, span: Span) -> Span:
    """A name without the article before it and the possessive after it: corpora differ there."""
    start, end, tags = span
    if not _NAME_TAGS.intersection(tags):
        return span
    found = _ARTICLE.match(text, start, end)
    start = found.end() if found and found.end() < end else start
    return start, start + len(_OWNER.sub("", text[start:end])), tags


class Example(NamedTuple):
    """A text, its spans (half-open, disjoint, sorted) and the tags that it marks throughout."""

    corpus: str
    language: str
    text: str
    spans: tuple[Span, ...]
    known: frozenset[str]


_NAMES = frozenset(("PERSON", "LOCATION", "STREET_ADDRESS", "POSTAL_CODE", "ORGANIZATION"))
_NEVER_IN_COURT = frozenset(
    ("STREET_ADDRESS", "POSTAL_CODE", "PHONE_NUMBER", "EMAIL_ADDRESS", "URL")
)
_OPEN = frozenset(("PERSON", "ORGANIZATION", "CREATIVE_WORK", "PRODUCT", "FAMILY"))
"""What the requests of the intent corpora may contain without a slot for it."""

KNOWN: dict[str, frozenset[str]] = {
    "uner": _NAMES - {"POSTAL_CODE"},
    "wikiann": _NAMES - {"POSTAL_CODE"},
    "wnut": (_NAMES - {"POSTAL_CODE"}) | {"PRODUCT", "CREATIVE_WORK"},
    # No relative dates there, and professions only of patients.
    "meddocan": ALL - {"OCCUPATION", "DATE", "TIME", "AMOUNT", "NRP", "PRODUCT", "CREATIVE_WORK"},
    # Only what had to be masked is marked there: states, courts and nationalities often are not.
    "echr": _NEVER_IN_COURT | {"PERSON", "ID"},
    "echr-projected": _NEVER_IN_COURT,
    "proper": frozenset(("PERSON", "LOCATION", "ORGANIZATION")),
    "snips": ALL - {"FAMILY", "NRP", "PRODUCT"},
    "tod": ALL - _OPEN,
    "sgd": ALL - {"PERSON", "ORGANIZATION", "CREATIVE_WORK", "PRODUCT", "AMOUNT", "FAMILY", "NRP"},
}

_SPECIAL: dict[str, dict[str, Label]] = {
    "snips": {
        "artist": NAMED,
        "entity_name": ("CREATIVE_WORK", "PERSON", "ORGANIZATION"),
        "party_size_description": ANYTHING,
        "current_location": ANYTHING,
        "poi": ANYTHING,
        "cuisine": ANYTHING,
        "geographic_poi": ("LOCATION",),
        "restaurant_name": PLACED,
    },
    "tod": {"location": ("LOCATION",)},
    "wnut": {"location": ("LOCATION", "STREET_ADDRESS")},
    "conll": {"LOC": PLACE},
    "meddocan": {"DIREC_PROT_INTERNET": ANYTHING},
    "echr": {
        "LOC": PLACE,
        "DATETIME": WHEN,
        "DEM": TRAIT,
    },
}

_SGD_ENDS: tuple[tuple[str, Label], ...] = (
    ("_date", ("DATE",)),
    ("date", ("DATE",)),
    ("_time", ("TIME",)),
    ("time", ("TIME",)),
    ("city", ("LOCATION",)),
    ("city_of_event", ("LOCATION",)),
    ("event_location", ("ORGANIZATION", *ADDRESS)),
    ("address_of_location", ADDRESS),
    ("_station", PLACED),
    ("_station_name", PLACED),
    ("_airport", PLACED),
    ("attraction_name", PLACED),
    ("pickup_location", PLACED),
    ("location", ("LOCATION",)),
    ("area", ("LOCATION",)),
    ("where_to", ("LOCATION",)),
    ("origin", ("LOCATION",)),
    ("destination", ADDRESS),
    ("address", ADDRESS),
    ("venue", ("ORGANIZATION", *ADDRESS)),
    ("property_name", ("ORGANIZATION", *ADDRESS)),
    ("restaurant_name", ("ORGANIZATION",)),
    ("hotel_name", ("ORGANIZATION",)),
    ("theater_name", ("ORGANIZATION",)),
    ("dentist_name", NAMED),
    ("stylist_name", NAMED),
    ("artist", NAMED),
    ("directed_by", ("PERSON",)),
    ("movie_name", ("CREATIVE_WORK",)),
    ("song_name", ("CREATIVE_WORK",)),
    ("title", ("CREATIVE_WORK",)),
    ("album", ("CREATIVE_WORK",)),
    ("event_name", ANYTHING),
    ("cuisine", ANYTHING),
    ("number_of_days", ANYTHING),
    ("ride_duration", ANYTHING),
    ("wait_time", ANYTHING),
    ("car_name", ("PRODUCT",)),
    ("phone_number", ("PHONE_NUMBER",)),
    ("price", ("AMOUNT",)),
    ("price_per_night", ("AMOUNT",)),
    ("rent", ("AMOUNT",)),
    ("fare", ("AMOUNT",)),
)


def meaning(scheme: str, label: str) -> Label:
    """The tags of a corpus label: none where it marks nothing of ours."""
    if scheme == "sgd":
        ends = [(len(end), tags) for end, tags in _SGD_ENDS if label.endswith(end)]
        return max(ends, key=lambda pair: pair[0])[1] if ends else NOTHING
    if label in _SPECIAL.get(scheme, {}):
        return _SPECIAL[scheme][label]
    return _tags(label_maps()[scheme].get(label, ""))


def _tags(category: str) -> Label:
    if category == "DATE_TIME":
        return WHEN
    if category in ("QUANTITY", "MISC", "NUMBER"):
        return ANYTHING
    if category in ("BANK_ACCOUNT", "IBAN_CODE", "CREDIT_CARD"):
        return ("ID",)
    known = categories()
    return next(((name,) for name in ancestors(category, known) if name in ALL), NOTHING)
