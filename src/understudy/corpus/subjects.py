"""Whose a document is: by a field, by its folder, by a pattern on its file's name, or by a table.

One person may be written in several ways, so that what names a subject is normalised by what it
is: telephone numbers to E.164, addresses to small letters, names to the words that are read,
official identifiers to their letters and digits.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path, PurePosixPath

import phonenumbers

from understudy.core.categories import ancestors, categories
from understudy.core.draw import digest
from understudy.core.errors import CorpusError, UsageError
from understudy.core.folding import flat_letters, fold
from understudy.core.foreign import pattern_of
from understudy.core.types import Document
from understudy.corpus.delimited import found_in
from understudy.corpus.encodings import looks_like
from understudy.languages import DEFAULT, get, reads
from understudy.languages.names import name_of

__all__ = ["Subjects", "read_table", "subject_key", "subjects_from"]

FOLDER, NAME = "folder", "name:"
_NOTATED = frozenset(
    (
        *("US_SSN", "NATIONAL_ID", "ES_NIF", "ES_NIE", "ES_CIF", "PASSPORT", "US_DRIVER_LICENSE"),
        *("LICENSE_PLATE", "VIN", "IMEI", "BANK_ACCOUNT", "CREDIT_CARD"),
    )
)
"""Identifiers of a length that somebody has laid down, so that marks between their letters and
digits are notation; those that a house gives out may be told apart by a mark alone: 1-23, 12-3."""
_TOP = "."
"""The folder of files that lie in the input itself."""


@dataclass(frozen=True)
class Subjects:
    """How the data subject of a document is told."""

    source: str = ""
    """``folder``, ``name:REGEX`` on the name of the file, or empty for what the format reads."""
    table: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What names a document or a subject → the subject that it is."""
    category: str = ""
    """What the field with the subject holds, where somebody said so."""
    language: str = DEFAULT

    @property
    def plain(self) -> bool:
        """Whether subjects are just what the format reads."""
        return not (self.source or self.table or self.category)

    @property
    def fingerprint(self) -> str:
        """Tells two ways apart; a resumed run must have the same."""
        return digest(repr((self.source, self.category, sorted(self.table.items())))).hex()

    def of(self, document: Document, unit: str) -> Document:
        """The document with its subject; ``unit`` is the name of its file."""
        if self.plain:
            return document
        told = document.subject if not self.source else _from_name(self.source, unit)
        if self.table:
            named = (one for one in (told, document.id, unit) if one)
            told = next(filter(None, map(self._listed, named)), None)
        elif told is not None and self.category:
            told = subject_key(told, self.category, self.language)
        return document._replace(subject=told or None)

    def check(self, units: Iterable[str]) -> None:
        """Of the files of a run: a pattern fits one at least, and a folder per subject leaves no
        file beside the folders, which would all be of one more subject."""
        if self.source.startswith(NAME):
            names = list(units)
            if names and not any(_from_name(self.source, unit) for unit in names):
                raise UsageError(
                    f"--subject-from {self.source}: the pattern fits none of "
                    f"{len(names):,} file{'s' if len(names) > 1 else ''}, such as {names[0]!r}"
                )
        if self.source != FOLDER:
            return
        folders = {unit: _from_name(FOLDER, unit) for unit in units}
        lone = [unit for unit, folder in folders.items() if folder == _TOP]
        if lone and len(lone) < len(folders):
            raise UsageError(
                f"--subject-from folder: {lone[0]!r} lies beside the folders and is in none; put "
                "it into that of its data subject, or say --subject-from 'name:REGEX' or "
                "--subject-table FILE"
            )

    def idle(self, units: Iterable[str]) -> int:
        """How many rows of a table that goes by the names of files name none of these."""
        names = {subject_key(unit, self.category, self.language) for unit in units}
        found = names & self.table.keys()
        return len(self.table) - len(found) if found and not self.source else 0

    def _listed(self, name: str) -> str | None:
        return self.table.get(subject_key(name, self.category, self.language))


def subjects_from(
    source: str, table: Path | None, category: str, language: str = DEFAULT
) -> Subjects:
    """What the options of a run say; a pattern must be one, and a table must be readable."""
    if source.startswith(NAME):
        try:
            pattern_of(source.removeprefix(NAME))
        except re.error as error:
            raise UsageError(f"--subject-from {source}: not a pattern: {error}") from None
    elif source not in ("", FOLDER):
        raise UsageError(f"--subject-from {source}: say folder, or name:REGEX on the file's name")
    known = {} if table is None else read_table(table, category, language)
    return Subjects(source, known, category, language)


def read_table(path: Path, category: str, language: str = DEFAULT) -> Mapping[str, str]:
    """A csv or tsv of two columns below a header: what names a document, and its subject."""
    usual = "\t" if path.suffix.lower() == ".tsv" else ","
    found: dict[str, str] = {}
    rows: dict[str, int] = {}
    try:
        data = path.read_bytes()
        delimiter = found_in(data.partition(b"\n")[0], usual)
        with io.StringIO(data.decode(looks_like(data) or "utf-8-sig"), newline="") as file:
            reader = csv.reader(file, delimiter=delimiter)
            for at, row in enumerate(reader):
                number = reader.line_num
                if not row:  # an empty line
                    continue
                if len(row) != 2:
                    raise CorpusError(
                        "a table of subjects has two columns: a name of a document or a value of "
                        f"the subject's field, and the subject; this row has {len(row)}",
                        file=str(path),
                        line=number,
                    )
                if at == 0:
                    continue
                key, subject = subject_key(row[0], category, language), row[1].strip()
                if not key:
                    raise CorpusError(
                        "the first column of this row names nothing"
                        + (f" that is read as {category}" if category and row[0].strip() else ""),
                        file=str(path),
                        line=number,
                    )
                if found.setdefault(key, subject) != subject:
                    raise CorpusError(
                        f"rows {rows[key]} and {number} name the same document or person, as names "
                        "and numbers are compared, and two data subjects; one of them must go",
                        file=str(path),
                        line=number,
                    )
                rows.setdefault(key, number)
    except OSError as error:
        raise CorpusError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except (UnicodeDecodeError, csv.Error) as error:
        raise CorpusError(f"cannot be read: {type(error).__name__}", file=str(path)) from None
    return found


def _from_name(source: str, unit: str) -> str | None:
    path = PurePosixPath(unit)
    if source == FOLDER:
        return path.parent.as_posix()
    found = re.search(source.removeprefix(NAME), unit)
    if found is None:
        return None
    return found[1] if found.re.groups else found[0]


@lru_cache(maxsize=1 << 16)
def subject_key(value: str, category: str, language: str = DEFAULT) -> str:
    """What names a subject, in one form for all its notations."""
    line = tuple(ancestors(category, categories()))
    if "PHONE_NUMBER" in line:
        return _phone_key(value, language)
    if "PERSON" in line:
        words = name_of(value, language)
        return " ".join(sorted(words)) or fold(value)
    if not _NOTATED.isdisjoint(line):
        return flat_letters(value) or fold(value)
    return fold(value) if category else value.strip()


def _phone_key(value: str, language: str) -> str:
    """E.164 where some country of the languages has such a number, else the bare digits."""
    digits = re.sub(r"\D", "", value)
    written = f"+{digits}" if "+" in value else f"+{digits[2:]}" if digits[:2] == "00" else digits
    regions = [code for one in reads(language) for code in get(one).locales]
    for region in dict.fromkeys(regions):
        try:
            parsed = phonenumbers.parse(written, region)
        except phonenumbers.NumberParseException:
            continue
        if phonenumbers.is_valid_number(parsed):
            return str(phonenumbers.format_number(parsed, phonenumbers.PhoneNumberFormat.E164))
    return digits.lstrip("0")
