"""What the columns of a table seem to hold: a kind for each, from its name and a sample of its
values, with the evidence. A proposal is a guess that somebody confirms; it shows no value.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from understudy.core.categories import ancestors, categories
from understudy.core.errors import CorpusError, UsageError
from understudy.core.folding import flat
from understudy.core.types import Detector, Document
from understudy.corpus.base import Options, Samples, Traits, Unit
from understudy.corpus.columns import KINDS
from understudy.corpus.encodings import with_encodings
from understudy.corpus.files import resolve
from understudy.corpus.mixed import Mixed, kind_of
from understudy.identify.settings import DetectorSettings
from understudy.languages import DEFAULT, get, reads
from understudy.languages.lexicon import lexicon
from understudy.languages.lists import says_birth
from understudy.registry import load

__all__ = ["SHEETS", "Proposal", "check_header", "check_sheets", "once", "propose", "proposed"]

SHEETS = "sheet-names"
"""What a policy calls the names of sheets, to keep them."""
SAMPLE = 400
"""Rows that are looked at."""
_ROWS = 20
"""Rows of each table at the least, where there are many."""
_MOST, _SOME = 0.6, 0.2
"""The share of values that settles a kind by itself, and the one that must be told of."""
_FEW = 20
"""So many distinct values are a list of choices, where each stands for several rows."""
_LONG = 5
"""Words of a value that is text."""
_LONG_NUMBER = 5
"""Digits of the shortest number that may be somebody's."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORDS = re.compile(r"[^\W_]+")
_NUMBER = re.compile(r"[+-]?[\d.,]*\d[\d.,]*%?")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NAMED = re.compile(r"(?:[^\W\d_]|[ ,.'’-])+")
_COVERED = 0.9
_ROLE, _SAID = ".role", ".content"
"""The members of a message."""
_LEAVES = frozenset(("KEEP", "ID", "SUBJECT", "LANGUAGE"))
"""The kinds that release a column as it is."""


_ALONE = frozenset(("ID", "SUBJECT", "LANGUAGE"))
"""The kinds that one column can have."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one column seems to be."""

    name: str
    kind: str | None
    """None where neither the name nor the values tell."""
    evidence: str
    warning: str = ""


def propose(
    sources: str | Sequence[str],
    format: str | None,
    options: Options,
    language: str = DEFAULT,
    decided: Collection[str] = (),
) -> tuple[Proposal, ...]:
    """A kind for each column that nobody has decided on, of a table or of all tables of several
    files or of a directory."""
    sources = (sources,) if isinstance(sources, str) else sources
    chosen, units = resolve(sources, format)
    units = with_encodings(chosen, units, options.encoding)
    if not all(unit.paths for unit in units):
        raise UsageError("columns are proposed for a file; standard input can be read once only")
    sample: dict[str, list[Any]] = {}
    flat_names: set[str] = set()
    rows = max(_ROWS, SAMPLE // len(units))
    for unit in units:
        kind = kind_of(chosen, unit.name)
        if isinstance(kind, Samples):
            traits = kind_of(chosen, unit.name).traits
            for name, values in _sampled(kind, unit, options, language, traits, rows).items():
                sample.setdefault(name, []).extend(values)
                if not traits.paths:
                    flat_names.add(name)
    if not sample and not isinstance(chosen, Mixed | Samples):
        raise UsageError(f"{sources[0]}: {chosen.name} has no columns")
    left = {
        name: values
        for name, values in sample.items()
        if not (name in decided if name in flat_names else _is_decided(name, decided))
    }
    paths = [name for name in left if name not in flat_names]
    chats = _chats(paths, decided)
    below = {name for name in paths if any(name.startswith(f"{chat}.") for chat in chats)}
    found = [
        proposed(name, values, language, path=name not in flat_names)
        for name, values in left.items()
        if name not in below
    ]
    messages = [Proposal(chat, "CHAT", "messages with a role and a content") for chat in chats]
    return once((*_whole(found, flat_names, language), *messages))


def _is_decided(name: str, decided: Collection[str]) -> bool:
    """Whether somebody has decided on a path, or on what it lies below."""
    return any(name == one or name.startswith(f"{one}.") for one in decided)


def _chats(names: Collection[str], decided: Collection[str]) -> list[str]:
    """The fields that hold messages, of which nobody has decided on a part."""
    found = [name.removesuffix(_ROLE) for name in names if name.endswith(_ROLE)]
    return [
        one
        for one in found
        if "." not in one
        and any(f"{name}.".startswith(f"{one}{_SAID}.") for name in names)
        and not any(path.startswith(f"{one}.") for path in decided)
    ]


def once(found: Iterable[Proposal], taken: Iterable[str] = ()) -> tuple[Proposal, ...]:
    """The proposals with one column that names the document: any other is kept as it is; ``taken``
    are kinds that somebody has decided on."""
    told, own = set(taken), []
    for one in found:
        if one.kind in _ALONE and one.kind in told:
            why = f"{one.evidence}; another column is {one.kind}"
            one = replace(one, kind="KEEP", evidence=why)  # noqa: PLW2901
        told.add(str(one.kind))
        own.append(one)
    return tuple(own)


def _sampled(
    kind: Samples, unit: Unit, options: Options, language: str, traits: Traits, rows: int
) -> dict[str, list[Any]]:
    """Some values of each column of one table."""
    try:
        found = kind.sample(unit, options, rows)
    except RecursionError:
        raise CorpusError("malformed: nested too deeply", file=unit.name) from None
    sample = {
        name: values
        for name, values in (_without_gaps(found) if traits.paths else found).items()
        if not (traits.carries_annotations and name.split(".")[0] == options.entities)
    }
    check_header(list(sample), unit.name, language)
    return sample


def _without_gaps(sample: Mapping[str, list[Any]]) -> dict[str, list[Any]]:
    """The sample without objects that some rows lack: they are no columns beside their members."""
    inside = {name[:at] for name in sample for at, sign in enumerate(name) if sign == "."}
    return {
        name: values
        for name, values in sample.items()
        if name not in inside or any(value is not None for value in values)
    }


def check_header(names: Sequence[str], unit: str, language: str = DEFAULT) -> None:
    """Refuse a table whose first line has values and no names of columns: it would be released as
    it is, and its values would stand in messages."""
    looks = [kind for kind in _kinds(names, language) if kind]
    telling = [kind for kind in looks if kind not in _VAGUE - {"PERSON"}]
    # A date may be the name of a column; beside the name of somebody it is the cell of a row.
    telling = looks if telling else telling
    private = len(telling) * 2 >= len(names) > 0
    if private or _is_row(names):
        why = (
            f"{len(telling)} of {len(names)} are private by their look"
            if private
            else "a number stands among them"
        )
        raise CorpusError(
            f"the first line looks like values and not like names of columns ({why}); put a line "
            "with names before it",
            file=unit,
            line=1,
        )


def check_sheets(names: Sequence[str], unit: str, language: str = DEFAULT) -> None:
    """Refuse a workbook whose sheets are called like people, or by their numbers or addresses:
    names of sheets are released as they are."""
    known = categories()
    telling = [one for one in _kinds(names, language) if one and known[one].identifier == "direct"]
    if telling:
        many = len(telling) > 1
        sheets = f"the names of {len(telling)} sheets are" if many else "the name of a sheet is"
        raise CorpusError(
            f"{sheets} private by the look ({', '.join(sorted(set(telling)))}) and would be "
            f"released; rename {'them' if many else 'it'}, or say --column {SHEETS}=KEEP",
            file=unit,
        )


def _is_row(names: Sequence[str]) -> bool:
    """Whether a number stands among words that is neither a year nor one of several that count
    columns: "1,Ann Lee,called twice" is no header."""
    numbers = [name.strip() for name in names if _NUMBER.fullmatch(name.strip())]
    rest = [name for name in numbers if not _YEAR.fullmatch(name)]
    if not rest or len(numbers) == len(names):
        return False
    if not all(map(str.isdecimal, rest)):
        return True
    counted = sorted(map(int, rest))
    return len(counted) < 2 or counted != list(range(counted[0], counted[0] + len(counted)))


def _whole(
    found: Sequence[Proposal], flat_names: Collection[str], language: str
) -> tuple[Proposal, ...]:
    """Of an object or list of which nothing is read, one decision on all of it: a path that is
    kept would leave what lies beside it undecided."""
    roots: dict[str, list[Proposal]] = {}
    for one in found:
        root = one.name if one.name in flat_names else one.name.split(".")[0]
        roots.setdefault(root, []).append(one)
    whole: list[Proposal] = []
    for root, below in roots.items():
        alone = len(below) == 1 and (below[0].name == root or below[0].kind != "KEEP")
        if looks := _member_names(below, language) if below[0].name != root else "":
            why = f"names of its members look like {looks}"
            warning = "they would be released as they are: somebody must decide"
            whole.append(Proposal(root, None, why, warning))
        elif alone or any(one.kind is None or one.kind not in _LEAVES for one in below):
            whole += below
        else:
            members = "member" if len(below) == 1 else "members"
            why = f"nothing to replace in its {len(below)} {members}"
            whole.append(Proposal(root, "KEEP", why, below[0].warning))
    return tuple(whole)


def _member_names(below: Iterable[Proposal], language: str) -> str:
    """What the names of members below a field look like, where that is private: an object may be
    keyed by people, and a name of which one word is listed is enough there."""
    known = categories()
    names = list(dict.fromkeys(part for one in below for part in one.name.split(".")[1:]))
    kinds = {
        kind for kind in _kinds(names, language) if kind and known[kind].identifier == "direct"
    }
    if any(_may_be_name(name, language) for name in names):
        kinds.add("PERSON")
    return ", ".join(sorted(kinds))


def _may_be_name(text: str, language: str) -> bool:
    words = text.split()
    if not 2 <= len(words) <= 5 or _NAMED.fullmatch(text) is None or not text.istitle():
        return False
    lexicons = [lexicon(one) for one in reads(language)]
    return any(one.names(flat(word)) for word in words for one in lexicons)


def proposed(
    name: str, values: Sequence[Any], language: str = DEFAULT, *, path: bool = True
) -> Proposal:
    """What a column of that name with these values seems to be; of a ``path``, its end says it."""
    there = [value for value in values if value is not None and str(value).strip()]
    title = _last(name) if path else name
    called = _called(title, language)
    if not there:
        usual = called if called in KINDS else "TEXT"
        return Proposal(name, usual, "no values in the sample", "values may come further below")
    looks, share = _looks(there, language)
    said = [f"its name says {called}"] if called else []
    if looks:
        many = "1 value looks" if len(there) == 1 else f"{len(there)} values look"
        said.append(f"{share:.0%} of {many} like {looks}")
    kind, why = _settled(called, looks, share, there)
    if kind in ("DATE", "DATE_TIME") and says_birth(title):
        why = [*why, "read as dates of birth"]
    evidence = "; ".join((*said, *why)) or "neither its name nor its values tell"
    return Proposal(name, kind, evidence, _warning(kind, looks, share, there))


def _settled(
    called: str | None, looks: str | None, share: float, values: Sequence[Any]
) -> tuple[str | None, list[str]]:
    """The kind, and what else speaks for it."""
    private = called is not None and called not in KINDS
    if looks == "TEXT" and not private:
        return "TEXT", []
    if called == "TEXT" and looks in _VAGUE:
        return "TEXT", []
    if looks and looks != "TEXT" and share >= _MOST:
        knows = private and (
            _related(str(called), looks) or looks in _VAGUE or {called, looks} <= _FIGURES
        )
        return called if knows else looks, []
    if called in _WORDED and _numeric(values):
        # "Nº cliente", "doctor": numbers of people are no names, and a name would take their place.
        of_people = _related("PERSON", str(called))
        return ("MEMBER_ID" if of_people else None), ["but its values are numbers"]
    distinct = len(set(map(str, values)))
    if called in (None, "ID", "KEEP"):
        return _by_number(called, distinct, values)
    return called, []


def _by_number(
    called: str | None, distinct: int, values: Sequence[Any]
) -> tuple[str | None, list[str]]:
    """The kind of a column that is hardly private, by how many values there are."""
    counted = [f"{distinct} distinct {'value' if distinct == 1 else 'values'} in {len(values)}"]
    if called == "ID":
        if distinct == len(values):
            return "ID", ["no value stands twice"]
        return "MEMBER_ID", counted
    repeated = called == "KEEP" or distinct * 3 <= len(values)
    if distinct <= _FEW and repeated and all(len(str(one).split()) < _LONG for one in values):
        return "KEEP", counted
    if called is None and sum(map(_numbers_somebody, values)) * 3 > len(values):
        return None, ["whole numbers that may be of people, phones or accounts"]
    return ("KEEP", ["numbers"]) if _numeric(values) else (None, counted)


def _numbers_somebody(value: Any) -> bool:
    """Whether a value may be the number of somebody: of a record, a phone or an account."""
    text = str(value).strip()
    return len(text) >= _LONG_NUMBER and text.isdecimal()


_VAGUE = frozenset(("NUMBER", "QUANTITY", "DATE", "TIME", "PERSON", "LOCATION", "ID"))
"""What values of many kinds look like; the name of the column knows better."""


_FIGURES = frozenset(
    (
        *("PHONE_NUMBER", "FAX_NUMBER", "MEDICAL_RECORD", "MEMBER_ID", "BANK_ACCOUNT", "US_SSN"),
        *("NATIONAL_ID", "PASSPORT", "CASE_NUMBER", "ORDER_NUMBER", "TICKET_NUMBER"),
        *("CREDIT_CARD", "IMEI"),
    )
)
"""Numbers of many notations, which values alone do not tell apart: "943 476 5919"."""


_WORDED = frozenset(
    (
        *("PERSON", "GIVEN_NAME", "SURNAME", "ORGANIZATION", "HOSPITAL", "CITY", "REGION"),
        *("COUNTRY", "OCCUPATION", "GENDER", "NRP"),
    )
)
"""What is told in words, and never in figures alone."""


def _related(one: str, other: str) -> bool:
    known = categories()
    return one in ancestors(other, known) or other in ancestors(one, known)


def _warning(kind: str | None, looks: str | None, share: float, values: Sequence[Any]) -> str:
    if kind is None:
        return "somebody must decide: TEXT, KEEP, or the category of its values"
    if kind in _LEAVES:
        if looks and looks not in ("TEXT", "NUMBER", "QUANTITY") and share >= _SOME:
            return f"released as it is, though {share:.0%} of its values look like {looks}"
        return "released as it is: make sure that no value tells who somebody is"
    if looks and looks not in ("TEXT", kind) and looks not in _VAGUE and not _related(kind, looks):
        return f"{share:.0%} of its values look like {looks}"
    return ""


def _called(name: str, language: str) -> str | None:
    """What the name of a column says; its last words count, and the more of them the better."""
    words = [flat(word) for word in _WORDS.findall(_CAMEL.sub(" ", name))]
    words = words or [flat(name)]
    known = _names(language)
    for start in range(len(words)):
        found = known.get(" ".join(words[start:]))
        if found in _LEAVES and start:  # "Tel. No.": a number of what stands before
            found = known.get(" ".join(words[:start]), found)
        if found is not None:
            return found
    for end in range(len(words) - 1, 0, -1):  # "phone_1", "email_work", "fecha_nac"
        found = known.get(" ".join(words[:end]))
        if found is not None and found not in _LEAVES:
            return found
    return None


def _last(path: str) -> str:
    return path.rpartition(".")[2] or path


@cache
def _names(language: str) -> Mapping[str, str]:
    """What columns are called → their kind, in the languages that are read."""
    tables = [get(one).table("columns") for one in reads(language)]
    found: dict[str, str] = {}
    for table in tables:
        for kind, names in table.items():
            for name in names:
                found.setdefault(flat(name), kind)
    return found


def _looks(values: Sequence[Any], language: str) -> tuple[str | None, float]:
    """What most values look like, and how many of them."""
    if all(isinstance(value, bool) for value in values):
        return None, 0.0
    if all(isinstance(value, datetime.date | datetime.datetime) for value in values):
        return "DATE", 1.0
    texts = [str(value).strip() for value in values]
    words = [len(text.split()) for text in texts]
    if sum(words) >= _LONG * len(words) and max(map(len, texts)) > 40:
        return "TEXT", sum(count >= _LONG for count in words) / len(words)
    found = Counter(_kinds(texts, language))
    found.pop("", None)
    if not found:
        return None, 0.0
    kind, count = found.most_common(1)[0]
    return kind, count / len(texts)


def _kinds(texts: Sequence[str], language: str) -> Iterator[str]:
    """What each value looks like as a whole; empty where nobody can tell."""
    documents = [Document(str(at), text) for at, text in enumerate(texts)]
    for text, spans in zip(texts, _grammars(language).detect(documents), strict=True):
        whole = [
            span
            for span in spans
            if span.end - span.start >= _COVERED * len(text) and span.label in categories()
        ]
        best = max(whole, key=lambda span: (span.end - span.start, span.score), default=None)
        if best is not None:
            yield best.label
        else:
            yield "PERSON" if _is_name(text, language) else ""


@cache
def _grammars(language: str) -> Detector:
    made: Detector = load("detectors", "grammar")(DetectorSettings(language=language))
    return made


def _is_name(text: str, language: str) -> bool:
    """Whether a value is a whole name, by the lists."""
    words = flat(text).replace("'", "").split()
    if not 2 <= len(words) <= 5 or _NAMED.fullmatch(text) is None:
        return False
    lexicons = [lexicon(one) for one in reads(language)]
    bare = [word for word in words if not any(_joins(word, one) for one in lexicons)]
    known = sum(any(one.names(word) for one in lexicons) for word in bare)
    return len(bare) > 0 and known * 2 > len(bare)


def _joins(word: str, words: Any) -> bool:
    return word in words.titles or word in words.particles


def _numeric(values: Iterable[Any]) -> bool:
    return all(
        isinstance(value, int | float) or _NUMBER.fullmatch(str(value).strip()) for value in values
    )
