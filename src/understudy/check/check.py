"""The coherence check: every rule over every document of a release, counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from understudy.check.coherence import calendar, figures, form, people, places
from understudy.check.coherence.words import Rule
from understudy.check.released import Released

__all__ = ["RULES", "Report", "Violation", "check"]

RULES: Mapping[str, Rule] = {
    "one person, one name": people.one_name,
    "short form fits its name": people.short_form_fits,
    "spelling spells the name": people.spelling_spells,
    "address built from the name": people.address_is_built,
    "gender kept": people.gender_is_kept,
    "intervals between dates": calendar.intervals_hold,
    "weekday fits its date": calendar.weekday_fits,
    "age told by the dates": calendar.age_tells,
    "article before the hour": calendar.hour_has_its_article,
    "one number, one number": figures.one_number,
    "check digits valid": figures.check_digits_are_valid,
    "number words combine": figures.number_words_combine,
    "format of identifiers": figures.format_is_kept,
    "reserved ranges": figures.reserved_range,
    "postal code in its town": places.code_lies_in_its_town,
    "San and Santa exist": places.saint_exists,
    "acronym fits its name": places.acronym_fits,
    "letter case": form.case_is_kept,
    "equal values, equal stand-ins": form.one_stand_in,
    "article agrees": form.article_agrees,
    "nothing left in the text": form.nothing_is_left,
}


class Violation(NamedTuple):
    """Where a rule is broken; the texts are private."""

    rule: str
    document: str
    start: int
    end: int
    category: str
    original: str
    surrogate: str

    def __repr__(self) -> str:
        return f"Violation({self.rule!r}, {self.document!r}, {self.start}, {self.end})"


@dataclass
class Report:
    """Counts by rule, and the entities that break any."""

    documents: int = 0
    entities: int = 0
    broken: int = 0
    checked: dict[str, int] = field(default_factory=lambda: dict.fromkeys(RULES, 0))
    violations: list[Violation] = field(default_factory=list)

    @property
    def share(self) -> float:
        """Entities with a violation among all entities."""
        return self.broken / self.entities if self.entities else 0.0

    def violated(self, rule: str) -> int:
        """How often a rule was broken."""
        return sum(one.rule == rule for one in self.violations)

    def as_json(self) -> dict[str, Any]:
        """As the command writes it with ``--json``."""
        return {
            "documents": self.documents,
            "entities": self.entities,
            "violated": self.broken,
            "share": self.share,
            "rules": {
                rule: {"checked": self.checked[rule], "violated": self.violated(rule)}
                for rule in RULES
            },
        }


def check(documents: Iterable[Released]) -> Report:
    """The report of a release."""
    report = Report()
    for document in documents:
        report.documents += 1
        report.entities += len({(one.category, one.key) for one in document.changes})
        broken: set[tuple[str, str]] = set()
        for name, rule in RULES.items():
            for change, holds in rule(document):
                report.checked[name] += 1
                if not holds:
                    broken.add((change.category, change.key))
                    place = (document.id, change.start, change.end, change.category)
                    report.violations.append(
                        Violation(name, *place, change.original, change.surrogate)
                    )
        report.broken += len(broken)
    return report
