"""Freeze, for each calling code, prefixes of telephone numbers that no subscriber has.

    python tools/freeze_phones.py > src/understudy/languages/world/phones.toml

The metadata of ``phonenumbers`` says which numbers a country gives out, by kind and by length. A
prefix is free where no number of its length, of whatever kind, begins with it. Of each kind, mobile
and other, and each length, free prefixes are taken that begin as numbers of the kind do; where
there are none, those that no number of that length begins with. Needs the package ``regex``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

import phonenumbers
import regex
from phonenumbers import PhoneMetadata, PhoneNumberType

_OWN = (1, 34, 44)
"""What has reserved ranges or rules of its own (``surrogates/numbers/forms.py``)."""
_LENGTHS = range(6, 13)
_LONGEST = 5
_MOST = 20
_KINDS = (
    *("fixed_line", "mobile", "toll_free", "premium_rate", "shared_cost", "personal_number"),
    *("voip", "pager", "uan", "voicemail", "no_international_dialling"),
)
_TOGETHER = {56: "9"}
"""Chile's metadata has one pattern for lines and mobiles; mobiles begin with a 9. Where another
country has one for both, no kind is told apart."""
_Patterns = Sequence[tuple[str, str, frozenset[int]]]


def patterns(code: int) -> _Patterns:
    """Each kind that a code has, its pattern and how many digits its numbers have."""
    regions = [PhoneMetadata.metadata_for_region(one)
               for one in phonenumbers.COUNTRY_CODE_TO_REGION_CODE[code]]  # fmt: skip
    found: list[tuple[str, str, frozenset[int]]] = []
    for region in filter(None, regions):
        whole = region.general_desc
        for kind in _KINDS:
            described = getattr(region, kind)
            if described is not None and described.national_number_pattern:
                sizes = described.possible_length or (whole.possible_length if whole else ())
                found.append((kind, described.national_number_pattern, frozenset(sizes)))
    return found


def begins(listed: Sequence[str], prefix: str) -> bool:
    """Whether some number of the patterns begins with a prefix."""
    return any(regex.fullmatch(one, prefix, partial=True) for one in listed)


def beginning(head: str, every: Sequence[str], own: Sequence[str]) -> list[str]:
    """The shortest free prefixes that begin with a digit, each as numbers of the kind do but for
    its last digit."""
    for size in range(1, _LONGEST):
        found = [
            one + last
            for one in (head + "".join(rest) for rest in product("0123456789", repeat=size - 1))
            if begins(own, one)
            for last in "0123456789"
            if not begins(every, one + last)
        ]
        if found:
            return found
    return []


def free(every: Sequence[str], own: Sequence[str], usual: str) -> list[str]:
    """Free prefixes of a kind; ``usual`` is the digit that its numbers begin with, where they begin
    with one. Of other digits that one comes first with which the most of them begin."""
    heads = [digit for digit in "123456789" if begins(own, digit)]
    found: list[str] = []
    if usual:
        heads = [digit for digit in heads if digit != "1" or usual == "1"]
        heads.sort(key=lambda digit: (digit != usual, -_many(digit, own)))
        found = next((some for head in heads if (some := beginning(head, every, own))), [])
    else:
        found = _shortest([beginning(head, every, own) for head in heads])
    found = found or [digit for digit in "23456789" if not begins(every, digit)]
    found = found or _shortest([beginning(head, every, every) for head in "23456789"])
    return found[:: -(-len(found) // _MOST) or 1]


def _shortest(sets: Sequence[Sequence[str]]) -> list[str]:
    least = min((len(some[0]) for some in sets if some), default=0)
    return [one for some in sets for one in some if len(one) == least]


def _many(head: str, own: Sequence[str]) -> int:
    return sum(begins(own, f"{head}{rest:02}") for rest in range(100))


def rows(code: int) -> Iterator[tuple[str, list[str]]]:
    """Each kind and length of a code, with its prefixes."""
    listed = patterns(code)
    main = phonenumbers.region_code_for_country_code(code)
    example = phonenumbers.example_number_for_type(main, PhoneNumberType.MOBILE)
    same = phonenumbers.number_type(example) != PhoneNumberType.MOBILE if example else True
    for kind, name in (("fixed_line", "other"), ("mobile", "mobile")):
        head = ""
        if kind == "mobile":
            head = str(example.national_number)[0] if example and not same else ""
            head = head or _TOGETHER.get(code, "")
            if not head:
                continue
        sizes = {size for of, _, those in listed if of == kind for size in those}
        for count in sorted(sizes.intersection(_LENGTHS)):
            every = [one for _, one, those in listed if count in those]
            own = [one for of, one, those in listed if of == kind and count in those]
            found = free(every, own, head)
            if found:
                yield f"{name} {count}", found


def main() -> None:
    """Print the table."""
    print(
        "# Prefixes of telephone numbers that no subscriber has, by calling code, kind and number"
    )
    print("# of digits. Made by tools/freeze_phones.py from phonenumbers", phonenumbers.__version__)
    for code in sorted(phonenumbers.COUNTRY_CODE_TO_REGION_CODE):
        if code in _OWN or phonenumbers.COUNTRY_CODE_TO_REGION_CODE[code] == ("001",):
            continue
        listed = dict(rows(code))
        if listed:
            print(f"\n[{code}]")
            for name, found in listed.items():
                print(f'"{name}" = "{" ".join(found)}"')


if __name__ == "__main__":
    main()
