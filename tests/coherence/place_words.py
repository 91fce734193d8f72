"""What the words of ``places.toml`` mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from understudy.languages import get
from understudy.surrogates.agreement import ending, fits, unmarked
from understudy.surrogates.mention import Mention
from understudy.surrogates.places.atlas import (
    Known,
    continent_name,
    countries,
    folded,
    lookup,
    place_name,
    words_of,
)
from understudy.surrogates.places.demonyms import demonym, read_demonym
from understudy.surrogates.places.kinds import is_join
from understudy.surrogates.places.tables import streets


class Outcome(NamedTuple):
    """The mentions of a case and what they became, numbered from 1."""

    language: str
    mentions: Sequence[Mention]
    texts: Sequence[str]

    def new(self, number: str) -> str:
        return self.texts[int(number) - 1]

    def old(self, number: str) -> Mention:
        return self.mentions[int(number) - 1]

    def known(self, number: str, *kinds: str) -> list[Known]:
        said = self.stem(number)
        return [one for one in lookup(said, self.language) if not kinds or one.kind in kinds]

    def stem(self, number: str) -> str:
        return ending(unmarked(self.new(number)), self.language)[0]


def holds(words: str, outcome: Outcome) -> bool:
    verb, _, rest = words.partition(" ")
    return _VERBS[verb](outcome, rest)


def _two(test: Callable[[Outcome, str, str], bool]) -> Callable[[Outcome, str], bool]:
    return lambda outcome, rest: test(outcome, *rest.split(" ", 1))


def _runs(text: str) -> list[int]:
    return [len(run) for run in re.findall(r"\d+", text)]


def _case(outcome: Outcome, number: str) -> bool:
    old, new = outcome.old(number).text, outcome.new(number)
    return old.islower() == new.islower() and old.isupper() == new.isupper()


def _ordinal(outcome: Outcome, number: str) -> bool:
    match = re.search(r"(\d+)(st|nd|rd|th)", outcome.new(number))
    if match is None:
        return False
    last = int(match[1]) % 100
    tail = "th" if 11 <= last <= 13 else {1: "st", 2: "nd", 3: "rd"}.get(last % 10, "th")
    return match[2] == tail


def _cut(outcome: Outcome, number: str) -> bool:
    match = re.search(r"<(\w+)-> (\w+)", outcome.new(number))
    return match is not None and match[2].startswith(match[1]) and match[2] != match[1]


def _regions(outcome: Outcome, number: str) -> set[tuple[str, str]]:
    return {(one.country, one.region) for one in outcome.known(number, "city")}


def _lies(outcome: Outcome, town: str, region: str) -> bool:
    where = {(one.country, one.region) for one in outcome.known(region, "region")}
    return bool(_regions(outcome, town) & where)


def _lies_wide(outcome: Outcome, town: str, region: str) -> bool:
    wide = {(countries()[code].regions[name].wider, code) for code, name in _regions(outcome, town)}
    said = folded(outcome.new(region))
    called = words_of(outcome.language).get("wide_called", {})
    names = (place_name(*place, outcome.language) for place in wide)
    return any(folded(called.get(name, name)) == said for name in names)


def _code(outcome: Outcome, code: str, place: str) -> bool:
    where = [one for one in outcome.known(place, "region", "city") if one.region]
    prefixes = {
        prefix for one in where for prefix in countries()[one.country].regions[one.region].prefixes
    }
    return outcome.new(code).upper().startswith(tuple(prefixes))


def _agrees(outcome: Outcome, number: str, country: str) -> bool:
    match = re.search(r", ([^,]+), ([A-Z]{2}) (\d{5})", outcome.new(number))
    regions = countries()[country].regions.values()
    return match is not None and any(
        region.short == match[2] and match[1] in region.towns and match[3][:3] in region.prefixes
        for region in regions
    )


def _lands(outcome: Outcome, number: str) -> set[str]:
    return {one.country for one in outcome.known(number)}


def _demonym(outcome: Outcome, number: str, country: str) -> bool:
    found = read_demonym(outcome.new(number), outcome.language)
    return found is not None and found.country in _lands(outcome, country)


def _form(outcome: Outcome, number: str, form: str) -> bool:
    found = read_demonym(outcome.new(number), outcome.language)
    if found is None:
        return False
    wanted = form.replace("_", " ")
    return outcome.new(number) == demonym(found.country, wanted, outcome.language)


def _continent(outcome: Outcome, number: str, country: str) -> bool:
    lands = {countries()[code].continent for code in _lands(outcome, country)}
    return outcome.new(number) in {continent_name(land, outcome.language) for land in lands}


def _exists(outcome: Outcome, word: str, number: str) -> bool:
    found = lookup(f"{word} {outcome.new(number)}", outcome.language)
    return any(one.kind == "city" for one in found)


def _street(outcome: Outcome, word: str, number: str) -> bool:
    listed = streets(outcome.language, joined=True).values
    return f"{word.replace('_', ' ')} {outcome.new(number)}" in listed


def _initials(text: str, language: str) -> set[str]:
    words = folded(text).split()
    weighty = [word for word in words if not is_join(word, language)]
    return {"".join(word[0] for word in some) for some in (words, weighty)}


def _acronym(outcome: Outcome, short: str, full: str) -> bool:
    said = folded(outcome.new(short)).replace(" ", "")
    return said in _initials(outcome.new(full), outcome.language)


def _inner_acronym(outcome: Outcome, full: str, short: str) -> bool:
    match = re.fullmatch(r"(.+) \((\w+)\)", outcome.new(full))
    return (
        match is not None
        and match[2] == outcome.new(short)
        and match[2].lower() in _initials(match[1], outcome.language)
    )


def _domain(outcome: Outcome, site: str, full: str) -> bool:
    name = folded(outcome.new(site)).split()
    said = folded(outcome.new(full)).split()
    run = "".join(said)
    return any(len(word) > 2 and word in run for word in name if word != "www") or bool(
        _initials(outcome.new(full), outcome.language) & set(name)
    )


def _saint(outcome: Outcome, number: str) -> bool:
    listed = tuple(get(outcome.language).table("organizations")["saint_names"].split("|"))
    return outcome.new(number).endswith(listed)


def _feminine(outcome: Outcome, number: str) -> bool:
    return outcome.new(number).endswith(tuple(get("es").table("agreement")["feminine_endings"]))


def _starts(outcome: Outcome, long: str, short: str) -> bool:
    return folded(outcome.stem(long)).startswith(folded(outcome.stem(short)))


def _ends(outcome: Outcome, long: str, short: str) -> bool:
    return folded(outcome.stem(long)).endswith(folded(outcome.stem(short)))


_VERBS: Mapping[str, Callable[[Outcome, str], bool]] = {
    "same": _two(lambda o, i, j: folded(o.new(i)) == folded(o.new(j))),
    "equals": _two(lambda o, i, text: o.new(i) == text),
    "begins": _two(lambda o, i, text: o.new(i).startswith(text)),
    "ends": _two(lambda o, i, text: o.new(i).endswith(text)),
    "contains": _two(lambda o, i, text: text in o.new(i)),
    "starts_with": _two(_starts),
    "ends_with": _two(_ends),
    "shape": _two(lambda o, i, pattern: re.fullmatch(pattern, o.new(i)) is not None),
    "digits": lambda o, i: _runs(o.new(i)) == _runs(o.old(i).text),
    "length": lambda o, i: len(o.new(i)) == len(o.old(i).text),
    "case": _case,
    "ordinal": _ordinal,
    "cut": _cut,
    "town_in": _two(lambda o, i, code: code in {one.country for one in o.known(i, "city")}),
    "on": _two(lambda o, i, land: land in {countries()[one].continent for one in _lands(o, i)}),
    "lies": _two(_lies),
    "lies_wide": _two(_lies_wide),
    "same_region": _two(lambda o, i, j: bool(_regions(o, i) & _regions(o, j))),
    "code": _two(_code),
    "agrees": _two(_agrees),
    "same_country": _two(lambda o, i, j: bool(_lands(o, i) & _lands(o, j))),
    "demonym": _two(_demonym),
    "form": _two(_form),
    "continent": _two(_continent),
    "exists": _two(_exists),
    "street": _two(_street),
    "article": lambda o, i: fits(o.old(i).before, o.new(i), o.language),
    "feminine": _feminine,
    "saint": _saint,
    "acronym": _two(_acronym),
    "inner_acronym": _two(_inner_acronym),
    "domain": _two(_domain),
    "reserved": lambda o, i: o.new(i).endswith(".example"),
}
