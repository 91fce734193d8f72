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
from understudy.languages import facts, get
from understudy.languages.lists import any_of, words_read
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
from understudy.surrogates.dice import Dice, Least, Sought, Thrown, digits
from understudy.surrogates.mention import Mention, Settings, Written
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
from understudy.surrogates.places.atlas import folded
from understudy.surrogates.places.kinds import NAME, is_join, split_kind
from understudy.surrogates.places.reading import is_land, is_place
from understudy.surrogates.tables import Table

__all__ = ["least", "reaches", "renamed", "slug", "write_organizations"]

_INVARIANTS = (
    "category",
    "words that say what kind of body or product it is",
    "number of words, and of which sort each is",
    "words and initials that a shorter mention repeats",
    "shape of version numbers",
    "letter case",
    AROUND,
)
_ACRONYM = re.compile(r"[^\W\d_]{2,8}")
_WITH_ACRONYM = re.compile(r"(.+?)(\s*)\((\w{2,8})\)")
_DOTTED = re.compile(r"(?:[^\W\d_]\.){2,}")
_ADDRESS = re.compile(
    r"(?P<scheme>https?://)?(?P<www>www\.)?(?:[\w-]+\.)*?(?P<label>[\w-]+)(?:\.[a-z]{2,3})?"
    r"\.[a-z]{2,}(?:[/:?#]\S*)?",
    re.I,
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


def _trait(name: str, language: str) -> bool:
    """What is so in a language: a trait of ``organizations.toml``."""
    return bool(get(language).table("organizations")["traits"][name])


@cache
def _spoken_address(language: str) -> re.Pattern[str]:
    """A domain as it is said: "acme dot com"."""
    dots = any_of(facts(one)["spoken_dot"].strip() for one in get(language).reads)
    return re.compile(rf"(?P<label>[\w-]+(?: [\w-]+)*?)(?P<dot> (?:{dots}) )[\w ]+", re.I)


@cache
def _named_saint(language: str) -> re.Pattern[str]:
    words = any_of(words_read(language, "organizations", "saint_words"))
    return re.compile(rf"(?P<word>{words})\s+(?P<name>.+)", re.I)


@cache
def _our_lady(language: str) -> re.Pattern[str]:
    """Our Lady of some place: "Virgen de la Merced"."""
    ladies, links = (
        any_of(words_read(language, "organizations", name)) for name in ("ladies", "lady_links")
    )
    return re.compile(rf"\b(?P<lady>{ladies})\s+(?P<of>(?:{links})\s+\w+)", re.I)


@cache
def _before_place(language: str) -> re.Pattern[str]:
    words = any_of(words_read(language, "organizations", "place_links"))
    return re.compile(rf"\b(?:{words})\s*$", re.I)


def _head(text: str, language: str) -> str:
    """The word that says what is named: "Banco" of "Banco Central", "Motors" of "General Motors",
    "Bank" of "Bank of the West"."""
    words = text.split()
    if _trait("head_first", language):
        return next(word for word in words if not is_join(word, language))
    at = next((at for at, word in enumerate(words) if at and is_join(word, language)), len(words))
    return words[at - 1]


class _Organization:
    """One organization: its old words with the new ones, drawn from the longest mention on."""

    def __init__(self, mentions: Sequence[Mention], dice: Dice, language: str) -> None:
        self.dice, self.language = dice, language
        self.product = any(one.category in _PRODUCT for one in mentions)
        self.words: dict[str, str] = {}
        self.acronyms: dict[str, str] = {}
        self.befores: dict[str, list[str]] = {}
        for one in mentions:
            first = _plain(one.text, language).split(maxsplit=1)
            self.befores.setdefault(folded(first[0]) if first else "", []).append(one.before)
        named = [one for one in mentions if one.category not in _ADDRESSES]
        said = [_plain(one.text, language) for one in named]
        self.main = max(
            said, key=lambda text: (len(text.split()), not self._lone(text), len(text)), default=""
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
        head = _head(self.main, self.language)
        every = frozenset(map(folded, words))
        return every - {folded(head)} or every

    def _lone(self, text: str) -> bool:
        """An acronym with no name that it stands for."""
        return bool(_ACRONYM.fullmatch(text) and text.isupper()) or bool(_DOTTED.fullmatch(text))

    def shown(self, mention: Mention) -> str | None:
        said = unmarked(mention.text)
        if not any(map(str.isalnum, said)):
            return None
        if mention.category in _ADDRESSES:
            return marked(mention.text, self._address(said))
        stem, tail = ending(said, self.language)
        split = _WITH_ACRONYM.fullmatch(stem)
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
        return bool(self.new and _way(letters, self.main, self.language))

    def _acronym(self, short: str) -> str:
        """The initials of the new name, taken as they were of the old; else drawn letters."""
        letters = folded(short).replace(" ", "")
        way = _way(letters, self.main, self.language)
        if way and self.new:
            made = _initials(self.new, self.language)[way].upper()
            if letters not in _initials(self.main, self.language).values():
                made = made[-len(letters) :]
        else:
            made = self._drawn_letters(letters)
        return "".join(f"{letter}." for letter in made) if _DOTTED.fullmatch(short) else made

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
        lady = _our_lady(self.language).search(text)
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
        saint = _named_saint(self.language).fullmatch(run)
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
        if sort is None or role == TOWN or (place and _before_place(self.language).search(front)):
            return coined_towns(self.language) if place or role == TOWN else coined(self.language)
        return sort

    def _initial(self, stem: str, key: str) -> str:
        """Initials inside a name: a numeral, a country ("U.S."), or letters."""
        if len(stem) > 1 and NUMERAL.fullmatch(stem):
            return self._picked(f"numeral {key}", NUMERALS, stem)
        letters = stem.replace(".", "")
        adjective = _trait("country_letters", self.language)
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
        titled = _trait("titled_saints", self.language)
        if key not in self.words:
            wanted = f"{saint['word']} {name}" if titled else name
            table = fitting(_saints(self.language), front, self.language)
            self.words[key] = self.dice.pick(table, wanted, _saints(self.language).pi_min)
        new = self.words[key]
        return self._with_ending(new if titled else f"{saint['word']} {new}", tail)

    def _address(self, text: str) -> str:
        """A domain or address of the new name."""
        spoken = _spoken_address(self.language).fullmatch(text)
        match = spoken or _ADDRESS.fullmatch(text)
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


def _plain(text: str, language: str) -> str:
    stem = ending(unmarked(text), language)[0]
    split = _WITH_ACRONYM.fullmatch(stem)
    return split[1] if split else stem


def _initials(text: str, language: str) -> dict[str, str]:
    """The initials of all words, and of those that are no small ones."""
    words = re.findall(r"[^\W_]+", without_accents(text))
    weighty = [word for word in words if not is_join(word, language)]
    return {
        "all": "".join(word[0] for word in words).lower(),
        "weighty": "".join(word[0] for word in weighty).lower(),
    }


def _way(letters: str, text: str, language: str) -> str:
    """How letters are the initials of a name, or of its last words; empty where they are not."""
    ways = _initials(text, language)
    whole = next((way for way, made in ways.items() if made == letters), "")
    if whole or len(letters) <= _SEVERAL:
        return whole
    return next((way for way, made in ways.items() if made.endswith(letters)), "")


@cache
def _ladies(language: str) -> Table:
    return Table.of(get(language).table("organizations")["advocations"].split("|"))


@cache
def _saints(language: str) -> Table:
    return Table.of(get(language).table("organizations")["saint_names"].split("|"))
