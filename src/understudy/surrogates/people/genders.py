"""The gender that the mentions of a person tell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from understudy.core.folding import flat
from understudy.languages import get
from understudy.languages.public import public_words, stem
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.mentioned import Reading, kin_of, titles_of
from understudy.surrogates.people.names import (
    FEMALE,
    MALE,
    gender_of,
    known,
    likely_gender,
    united,
)
from understudy.surrogates.people.roster import Roster
from understudy.surrogates.people.titles import flat_lists, flat_title, title_gender
from understudy.surrogates.signs import HIDDEN, TOLD

__all__ = ["gender"]

_CLAUSE = re.compile(rf"['’]?\w* [^.,;:!?(){HIDDEN}]+")
"""What is said right behind a name, up to the next mark or name."""
_BREAK = re.compile(rf"[.;:!?(){HIDDEN}]")
"""What ends that which is said of somebody: the sentence, or the next name."""
_STOP = re.compile(r"[.:;]")
_WORD = re.compile(r"\w+")
_BESIDE = 4
"""Words right before a name in which what somebody is stands with its article."""
_BEHIND, _MOST_WORDS = 40, 4
"""Characters and words behind a name that say who somebody is."""
_PAIR = 2
_AS_KIN = 3
"""Words in which "is his niece" ends; "is bringing her nephew" tells nothing of who brings him."""


def gender(readings: Sequence[Reading], roster: Roster, mentions: Sequence[Mention]) -> str:
    """The gender that the mentions tell: by attribute, title, category, name, or what is near.

    A given name in full always tells one, by the lists or else by its ending; empty where there
    is none, and no other word tells it.
    """
    for mention in mentions:
        for name, value in mention.attributes:
            if name == "gender" and value.lower() in (FEMALE, MALE):
                return value.lower()
    language = roster.language
    titles = [flat_title(word, language) for one in readings for word in titles_of(one)]
    by_title = _by_title(titles, roster)
    if by_title:
        return by_title
    for category, of in (("FEMALE_NAME", FEMALE), ("MALE_NAME", MALE)):
        if any(one.category == category for one in mentions):
            return of
    # "His wife Opal" stays in the text beside the stand-in, whatever the lists say of Opal.
    near, kin = flat_lists("near", language), [word for one in readings for word in kin_of(one)]
    told = {of for of in (FEMALE, MALE) if not near[of].isdisjoint(kin)}
    told = told or {of for one in mentions if (of := _apposed(one, language))}
    told = told or {of for one in mentions if (of := _people(one, language))}
    told = told or {of for one in mentions if (of := _told_apart(one, language))}
    told = told or {of for one in mentions if (of := _is_kin(one, language))}
    told = told or {of for one in mentions if (of := _participle(one, language))}
    if all(" " not in one.text for one in mentions):  # not "Laura Vega … the account of el Vega"
        told = told or {of for one in mentions if (of := _article(one, language))}
    told = told or {of for one in mentions if (of := _being(one, language))}
    if not told and not _listed_gender(roster):  # whom a listed name speaks of may be another
        told = {of for one in mentions if (of := _pronoun(one, language))}
    return told.pop() if len(told) == 1 else _by_name(roster)


def _being(mention: Mention, language: str) -> str:
    """The gender of what somebody says to be, or is said to be, behind the name: "me llamo Xóchitl,
    soy repostera". A job or a participle tells it by its ending."""
    forms, public = known(language).get("being"), public_words(get(language).reads)
    if forms is None:
        return ""
    words = flat(_BREAK.split(mention.after, maxsplit=1)[0]).replace(",", " ").split()
    for verb, word in pairwise(words):
        job = verb in forms["verbs"] and stem(word, public.job_endings) in public.jobs
        if job or verb in forms["states"]:
            return next((of for of in (FEMALE, MALE) if word.endswith(tuple(forms[of]))), "")
    return ""


def _pronoun(mention: Mention, language: str) -> str:
    """The gender of the first pronoun behind the name, where no other person is spoken of between
    the two: "Chau reports that she". A date, a number or a house between them is nobody."""
    pronouns, public = known(language).get("pronouns"), public_words(get(language).reads)
    if pronouns is None:
        return ""
    near, nobody = flat_lists("near", language), pronouns.get("nobody", ())
    behind = dict(mention.attributes).get(TOLD) or mention.after.partition(HIDDEN)[0]
    for word in _WORD.findall(flat(behind)):
        for of in (FEMALE, MALE):
            if word in pronouns[of]:
                return of
            if word in near[of]:
                return ""
        job = word not in nobody and stem(word, public.job_endings) in public.jobs
        if job or word in public.clients:
            return ""
    return ""


def _apposed(mention: Mention, language: str) -> str:
    """The gender of what somebody is, which stands before the name, with a comma between them or
    without: "la secretaria de la Liga, Ana", "la concejala Ana". The last job counts."""
    articles, public = known(language).get("apposed"), public_words(get(language).reads)
    if articles is None:
        return ""
    clause = _STOP.split(mention.before)[-1].rstrip()
    apart = clause.endswith(",")
    words = flat(clause.removesuffix(",").rpartition(",")[2]).split()
    if not apart:  # "la joven ingeniera química Ariadna"; not "el doctor ▒ operó a Mirta"
        words = flat(clause.rpartition(HIDDEN)[2]).split()[-_BESIDE:]
    for at in range(len(words) - 1, 0, -1):
        if words[at] in articles.get("others", ()):
            break
        office = words[at] in articles.get("offices", ())
        job = stem(words[at], public.job_endings) in public.jobs
        if words[at] in articles.get("never", ()) or not (job or office):
            continue
        if apart and (kin := _whose(words[:at], articles.get("of", ()), language)):
            return kin
        if not apart and at < len(words) - 2 and words[-2] in articles.get("of", ()):
            continue  # somebody else's: "la guarda del menor Eneko"
        before = words[at - 1 : at] if apart else words[max(0, at - 2) : at]
        if apart and words[max(0, at - 2) : at - 1] and words[at - 2] in articles.get("of", ()):
            continue  # the one that somebody is of: "el presidente de la Cámara, Ana"
        told = {one for word in before for one in (FEMALE, MALE) if word in articles[one]}
        if len(told) == 1:
            return told.pop()
    return ""


def _whose(words: Sequence[str], of: Sequence[str], language: str) -> str:
    """The gender of somebody's kin, where the words say of whom: "la hija del", "la hija de la"."""
    near = flat_lists("near", language)
    for back in (1, 2):
        if len(words) > back and words[-back] in of:
            kin = words[-back - 1]
            return next((one for one in (FEMALE, MALE) if kin in near[one]), "")
    return ""


def _article(mention: Mention, language: str) -> str:
    """The gender of an article right before the name, as people say it: "la Toñi", "una tal Toñi",
    "no vive ninguna Toñi"."""
    articles = known(language).get("apposed", {})
    words = flat(mention.before[-_BEHIND:]).split()
    last = words[-2:-1] if words[-1:] and words[-1] in articles.get("such", ()) else words[-1:]
    return next((of for of in (FEMALE, MALE) if last and last[0] in articles.get(of, ())), "")


def _people(mention: Mention, language: str) -> str:
    """The gender of a people's name right before the name: "el delantero uruguayo Maxi"."""
    endings, last = known(language).get("peoples"), flat(mention.before[-_BEHIND:]).split()[-1:]
    if endings is None or not last or last[0] in endings["both"]:
        return ""
    if last[0] not in public_words(get(language).reads).demonyms:
        return ""
    return next((of for of in (FEMALE, MALE) if last[0].endswith(tuple(endings[of]))), "")


def _told_apart(mention: Mention, language: str) -> str:
    """The gender of an article right behind the name that tells which of several is meant: "Toñi,
    la del tercero"."""
    articles = known(language).get("apposed", {})
    words = flat(mention.after[:_BEHIND]).replace(",", " ").split()[:2]
    if len(words) < _PAIR or words[1] not in articles.get("of", ()):
        return ""
    return next((of for of in (FEMALE, MALE) if words[0] in articles.get(of, ())), "")


def _is_kin(mention: Mention, language: str) -> str:
    """The gender of whom somebody is said to be right behind the name: "Carys is his niece"."""
    clause = _CLAUSE.match(mention.after[:_BEHIND])
    words = flat(clause[0]).split()[:_MOST_WORDS] if clause else []
    verbs = known(language).get("apposed", {}).get("is", ())
    if not words or words[0] not in verbs:
        return ""
    near = flat_lists("near", language)
    told = {of for word in words[1:_AS_KIN] for of in (FEMALE, MALE) if word in near[of]}
    return told.pop() if len(told) == 1 else ""


def _participle(mention: Mention, language: str) -> str:
    """The gender of what is said of somebody right behind the name and a comma: "X, nacida en"."""
    endings = known(language).get("participles")
    if endings is None or not mention.after.startswith(","):
        return ""
    words = flat(mention.after[1:_BEHIND]).split()
    word = next((one for one in words[:2] if one not in endings["before"]), "")
    return next((of for of in (FEMALE, MALE) if word.endswith(tuple(endings[of]))), "")


def _by_title(titles: Sequence[str], roster: Roster) -> str:
    """What titles tell; one that forms print for both genders only where no name does."""
    language = roster.language
    by_both = ""
    for word in titles:
        of = title_gender(word, language)
        if of and word not in _of_both(language):
            return of
        by_both = by_both or of or ""
    return by_both if by_both and not _by_name(roster) else ""


@cache
def _of_both(language: str) -> frozenset[str]:
    return frozenset(map(flat, united("titles", "both", language)))


def _by_name(roster: Roster) -> str:
    """The gender of the given name; empty where none is said in full."""
    whole = next((entry.flat for entry in roster.givens if len(entry.flat) > 1), "")
    return _listed_gender(roster) or (likely_gender(whole, roster.language) if whole else "")


def _listed_gender(roster: Roster) -> str:
    flats = [entry.flat for entry in roster.givens]
    if not flats:
        return ""
    language = roster.language
    return (
        gender_of("".join(flats[:2]), language)
        or gender_of(flats[0], language)
        or next((found for one in roster.shorts if (found := gender_of(one, language))), "")
        or (gender_of(flats[1], language) if len(flats) > 1 and len(flats[0]) == 1 else "")
    )
