"""Invented organisations, products and domains.

Words of a kind ("Hospital", "Ltd", "plan", "Pro") stay; every other word becomes one of its sort, a
person's name, or a coined word (``words``). Domains are under ``.example``, which nobody can
own. All mentions are written from one name: short forms repeat its words, acronyms its initials,
domains its words run together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from understudy.core.folding import flat_letters, without_accents
from understudy.languages import get
from understudy.surrogates.agreement import (
    AROUND,
    ending,
    fitting,
    in_form,
    marked,
    unaccented,
    unmarked,
    with_ending,
)
from understudy.surrogates.mention import Mention, Written
from understudy.surrogates.organizations.reading import (
    ACRONYM,
    ADDRESS,
    DOTTED,
    WITH_ACRONYM,
    before_place,
    head_of,
    initials,
    initials_way,
    named_saint,
    our_lady,
    plain_name,
    spoken_address,
    trait,
)
from understudy.surrogates.organizations.roles import (
    GIVEN,
    NUMERAL,
    OPENING,
    SURNAME,
    TOWN,
    roles_of,
)
from understudy.surrogates.organizations.words import (
    DAYS,
    LETTERS,
    NUMERALS,
    coined,
    coined_towns,
    is_month,
    lands,
    nations,
    sort_table,
)
from understudy.surrogates.people.names import FEMALE, gender_of, given_table, surname_table
from understudy.surrogates.pickers import Dice, Least, Sought, Thrown, digits
from understudy.surrogates.places.atlas import folded
from understudy.surrogates.places.kinds import NAME, is_join, split_kind
from understudy.surrogates.places.reading import is_land, is_place
from understudy.surrogates.settings import Settings
from understudy.surrogates.tables import Table

__all__ = ["least", "reaches", "renamed", "slug", "write_organizations"]

_INVARIANTS = (
    "category",
    "words that say what kind of organization or product it is",
    "number of words, and of which sort each is",
    "words and initials that a shorter mention repeats",
    "shape of version numbers",
    "letter case",
    AROUND,
)
_PRODUCT = frozenset(("PRODUCT", "DRUG"))
_ADDRESSES = frozenset(("DOMAIN_NAME", "URL"))
_SEVERAL = 2
_LETTERED = re.compile(r"[^\W\d_]{1,5}|(?:[^\W\d_]\.){1,5}")
"""A word that is made of initials, where the name is not all in capitals."""


def write_organizations(
    mentions: Sequence[Mention], numbers: Iterator[int], settings: Settings
) -> Written:
    """All mentions of one organisation, product or domain."""
    return _write(mentions, Thrown(numbers), settings)


def least(mentions: Sequence[Mention], settings: Settings) -> float:
    """A lower bound of the chance of any outcome."""
    dice = Least()
    _write(mentions, dice, settings)
    return dice.chance


def reaches(mentions: Sequence[Mention], settings: Settings) -> bool:
    """Whether some draw gives the mentions as they stand."""
    dice = Sought()
    written = _write(mentions, dice, settings)
    return dice.found and written.texts == tuple(one.text for one in mentions)


def renamed(text: str, dice: Dice, language: str, before: str = "") -> str | None:
    """One name by itself."""
    mention = Mention(text, "ORGANIZATION", before)
    return _Organization((mention,), dice, language).shown(mention)


def _write(mentions: Sequence[Mention], dice: Dice, settings: Settings) -> Written:
    organization = _Organization(mentions, dice, settings.language)
    accents = not unaccented(mentions, settings.language)
    texts = []
    for mention in mentions:
        new = organization.shown(mention)
        texts.append(new if new is None or accents else without_accents(new))
    return Written(tuple(texts), (*_INVARIANTS, *(() if accents else ("accents",))))


class _Organization:
    """One organization: its old words with the new ones, drawn from the longest mention on."""

    def __init__(self, mentions: Sequence[Mention], dice: Dice, language: str) -> None:
        self.dice, self.language = dice, language
        self.product = any(one.category in _PRODUCT for one in mentions)
        self.words: dict[str, str] = {}
        self.acronyms: dict[str, str] = {}
        self.befores: dict[str, list[str]] = {}
        for one in mentions:
            first = plain_name(one.text, language).split(maxsplit=1)
            self.befores.setdefault(folded(first[0]) if first else "", []).append(one.before)
        named = [one for one in mentions if one.category not in _ADDRESSES]
        names = [plain_name(one.text, language) for one in named]
        self.main = max(
            names, key=lambda text: (len(text.split()), not self._lone(text), len(text)), default=""
        )
        self.free = self._free()
        self.new = self._name(self.main) if self.main and not self._lone(self.main) else ""

    def _free(self) -> frozenset[str]:
        """The words of a name made of kinds alone that are drawn: all but its head.

        "General Motors" keeps "Motors", "Banco Central" keeps "Banco"; "Times" keeps nothing.
        """
        _, runs = split_kind(self.main, self.language, goods=self.product)
        words = [word for word in self.main.split() if not is_join(word, self.language)]
        if runs or not words:
            return frozenset()
        if len(words) < _SEVERAL:
            return frozenset(map(folded, words))
        head = head_of(self.main, self.language)
        every = frozenset(map(folded, words))
        return every - {folded(head)} or every

    def _lone(self, text: str) -> bool:
        """An acronym with no name that it stands for."""
        return bool(ACRONYM.fullmatch(text) and text.isupper()) or bool(DOTTED.fullmatch(text))

    def shown(self, mention: Mention) -> str | None:
        plain = unmarked(mention.text)
        if not any(map(str.isalnum, plain)):
            return None
        if mention.category in _ADDRESSES:
            return marked(mention.text, self._address(plain))
        stem, tail = ending(plain, self.language)
        split = WITH_ACRONYM.fullmatch(stem)
        if is_land(stem, self.language) and not self.product:
            new = self._picked(f"land {folded(stem)}", lands(self.language), stem)
            return marked(
                mention.text, self._with_ending(new if stem.isupper() else in_form(new, stem), tail)
            )
        if split and self._stands_for(split[3]):
            new = f"{self._name(split[1])}{split[2]}({self._acronym(split[3])})"
        elif self._stands_for(stem) or (self._lone(stem) and not self._has(stem)):
            new = self._acronym(stem)
        else:
            new = self._name(stem)
        return marked(mention.text, self._with_ending(in_form(new, stem), tail))

    def _with_ending(self, value: str, old: str) -> str:
        return with_ending(value, old, self.language)

    def _has(self, word: str) -> bool:
        return folded(word) in self.words

    def _stands_for(self, short: str) -> bool:
        """Whether a mention is made of the initials of the longest one, or of its last words."""
        letters = folded(short).replace(" ", "")
        return bool(self.new and initials_way(letters, self.main, self.language))

    def _acronym(self, short: str) -> str:
        """The initials of the new name, taken as they were of the old; else drawn letters."""
        letters = folded(short).replace(" ", "")
        way = initials_way(letters, self.main, self.language)
        if way and self.new:
            made = initials(self.new, self.language)[way].upper()
            if letters not in initials(self.main, self.language).values():
                made = made[-len(letters) :]
        else:
            made = self._drawn_letters(letters)
        return "".join(f"{letter}." for letter in made) if DOTTED.fullmatch(short) else made

    def _drawn_letters(self, letters: str) -> str:
        if letters not in self.acronyms:
            table = LETTERS
            if get(self.language).table("agreement")["traits"]["by_sound"]:  # "an FBI"
                for before in self.befores.get(letters, ()):
                    table = fitting(table, before, self.language)
            self.acronyms[letters] = "".join(
                self.dice.pick(LETTERS if at else table, letter.upper())
                for at, letter in enumerate(letters)
            )
        return self.acronyms[letters]

    def _name(self, text: str) -> str:
        """The name with its runs of words replaced, and Our Lady of one place by another."""
        lady = our_lady(self.language).search(text)
        if lady is None:
            return self._plain_name(text)
        key = f"lady {folded(lady['of'])}"
        if key not in self.words:
            self.words[key] = self.dice.pick(_ladies(self.language), lady["of"])
        front, back = text[: lady.start()], text[lady.end() :]
        front, back = (self._plain_name(part) if part.strip() else part for part in (front, back))
        return f"{front}{lady['lady']} {self.words[key]}{back}"

    def _plain_name(self, text: str) -> str:
        parts, runs = split_kind(text, self.language, goods=self.product, free=self.free)
        out: list[str] = []
        left = iter(runs)
        for part in parts:
            out.append(self._run(next(left), "".join(out)) if part == NAME else part)
        return "".join(out)

    def _run(self, run: str, front: str) -> str:
        saint = named_saint(self.language).fullmatch(run)
        if saint:
            return self._saint(saint, front)
        out: list[str] = []
        tokens = re.findall(r"\s+|\S+", run)
        roles = {} if self.product else roles_of(tokens, front, self.language)
        dated = any(is_month(token, self.language) for token in tokens)
        for at, token in enumerate(tokens):
            role = roles.get(at, "")
            if token.isspace() or role == OPENING or (is_join(token, self.language) and out):
                out.append(token)
            elif GIVEN in roles.values() and NUMERAL.fullmatch(token):
                out.append(self._picked(f"numeral {token}", NUMERALS, token))
            elif dated and token.isdigit():
                out.append(self._picked(f"day {token}", DAYS, token))
            elif any(map(str.isdigit, token)):
                out.append(self._version(token))
            else:
                out.append(self._word(token, front + "".join(out), role))
        return "".join(out)

    def _picked(self, key: str, table: Table, wanted: str) -> str:
        """One draw for each key."""
        if key not in self.words:
            self.words[key] = self.dice.pick(table, wanted)
        return self.words[key]

    def _word(self, word: str, front: str, role: str = "") -> str:
        stem, tail = ending(word, self.language)
        key = folded(stem) or stem
        if key not in self.words:
            if _LETTERED.fullmatch(stem) and stem.isupper() and not self._shouted(stem):
                return self._with_ending(self._initial(stem, key), tail)
            whole = table = self._table(stem, role, front)
            for before in [front, *self.befores.get(key, ())]:
                table = fitting(table, before, self.language)
            self.words[key] = self.dice.pick(table, stem, whole.pi_min)
        new = self.words[key]
        return self._with_ending(in_form(new, stem) if len(stem) > 1 else new, tail)

    def _shouted(self, stem: str) -> bool:
        """Whether capitals say nothing, as the whole name is in them."""
        return self.main.isupper() and self.main != stem

    def _table(self, stem: str, role: str, front: str) -> Table:
        """What a word is drawn from, by its sort."""
        if self.product or self.free == {folded(stem)} == {folded(self.main)}:
            return coined(self.language)
        if role == SURNAME:
            return surname_table(self.language, "")
        if role == GIVEN:
            return given_table(
                self.language, gender_of(flat_letters(stem), self.language) or FEMALE
            )
        place = is_place(stem, self.language)
        sort = sort_table(stem, self.language)
        if sort is None or role == TOWN or (place and before_place(self.language).search(front)):
            return coined_towns(self.language) if place or role == TOWN else coined(self.language)
        return sort

    def _initial(self, stem: str, key: str) -> str:
        """Initials inside a name: a numeral, a country ("U.S."), or letters."""
        if len(stem) > 1 and NUMERAL.fullmatch(stem):
            return self._picked(f"numeral {key}", NUMERALS, stem)
        letters = stem.replace(".", "")
        adjective = trait("country_letters", self.language)
        if adjective and len(letters) > 1 and is_land(letters, self.language):
            return self._picked(f"land {key}", nations(self.language), stem)
        made = self._drawn_letters(folded(letters))
        return "".join(f"{letter}." for letter in made) if "." in stem else made

    def _version(self, token: str) -> str:
        """Digits for digits and letters for letters: 10.1, S21, mk3."""
        if token not in self.acronyms:
            made = []
            for piece in re.findall(r"\d+|[^\W\d_]|.", token):
                if piece[0].isdigit():
                    made.append(digits(self.dice, piece))
                elif piece.isalpha():
                    drawn = self.dice.pick(LETTERS, piece.upper())
                    made.append(drawn.lower() if piece.islower() else drawn)
                else:
                    made.append(piece)
            self.acronyms[token] = "".join(made)
        return self.acronyms[token]

    def _saint(self, saint: re.Match[str], front: str) -> str:
        """Another saint, who exists; "St", "St." and "Saint" stay as they are."""
        name, tail = ending(saint["name"], self.language)
        key = folded(f"saint {name}")
        titled = trait("titled_saints", self.language)
        if key not in self.words:
            wanted = f"{saint['word']} {name}" if titled else name
            table = fitting(_saints(self.language), front, self.language)
            self.words[key] = self.dice.pick(table, wanted, _saints(self.language).pi_min)
        new = self.words[key]
        return self._with_ending(new if titled else f"{saint['word']} {new}", tail)

    def _address(self, text: str) -> str:
        """A domain or address of the new name."""
        spoken = spoken_address(self.language).fullmatch(text)
        match = spoken or ADDRESS.fullmatch(text)
        label = match["label"] if match else text
        slug = self._slug(label)
        if spoken:
            return in_form(f"{slug}{spoken['dot']}example", text)
        front = f"{match['scheme'] or ''}{match['www'] or ''}" if match and not spoken else ""
        return f"{front}{slug}.example"

    def _slug(self, label: str) -> str:
        mark = "-" if "-" in label else ""
        alone = self._lone(self.main) and folded(label) == folded(self.main)
        if alone or self._stands_for(label):
            return self._acronym(label).lower()
        if self.new:
            return slug(self.new, self.language, mark=mark, goods=self.product)
        return self._word(folded(label).replace(" ", "") or label, "").lower()


def slug(name: str, language: str, *, mark: str = "", goods: bool = False) -> str:
    """The words of a name run together, as a domain has them."""
    _, runs = split_kind(name, language, goods=goods)
    words = without_accents(" ".join(runs) or name).lower()
    return mark.join(re.findall(r"[a-z0-9]+", words))


@cache
def _ladies(language: str) -> Table:
    return Table.of(get(language).table("organizations")["advocations"].split("|"))


@cache
def _saints(language: str) -> Table:
    return Table.of(get(language).table("organizations")["saint_names"].split("|"))
