"""A name by itself: whether it is read as a given name or as a surname, by the words around it.

No list of names is asked, or a stand-in would tell whether it has the name. Reports of public
affairs call people by their surnames; families, wards, schools and shops, and whoever talks or
writes to somebody, call them by their given names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from understudy.core.folding import flat
from understudy.languages import reads
from understudy.languages.lexicon import listed
from understudy.languages.lists import any_of
from understudy.languages.public import public_words, stem
from understudy.surrogates.mention import Mention
from understudy.surrogates.people.names import known
from understudy.surrogates.people.titles import flat_lists, flat_title, title_gender
from understudy.surrogates.signs import HIDDEN

__all__ = ["leaning"]

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_BESIDE = 24
"""Characters in which the words right beside a mention stand."""
_FEWEST = 6
"""Words around a mention that are prose; fewer may be a form, a table or a message."""
_OWNED = re.compile(r"\A['’]s?(?!\w)")
_OWNED_BEHIND = re.compile(r"['’]s?\Z")
_CUED = 3
_SENTENCE = re.compile(r"(?:[!?;:]|(?<=\w{5})\.)\s")
"""Where a sentence ends; "Sgt." ends none."""
_TURN = re.compile(rf"(?:\A|[\n\]>])\s*(?:\w{{2,20}}|{HIDDEN}): ")
"""Who speaks, in a dialogue."""
_TITLED = re.compile(rf"([^\W\d_]+\.?) {HIDDEN}, \Z")
_LISTED = re.compile(rf",? {HIDDEN}")
"""More names behind a name."""
_BEHIND_NAME = re.compile(rf"{HIDDEN},? ([^\W\d_]+\.? [^\W\d_]+) \Z")
_SPEAKS = re.compile(r" ?:(?=\s)")
_GOES_ON = re.compile(r" [A-ZÀ-ÖØ-Þ][^\W\d_A-ZÀ-ÖØ-Þ]")
"""A word with a capital right behind a name: the rest of it, which was not found."""


def leaning(mention: Mention, language: str) -> int:
    """Towards a given name (positive) or a surname, by the words around; 0 where none tells."""
    front = _without_others(mention.before, language)
    before = _words(front[-_BESIDE:])[-2:]
    behind = _words(_OWNED.sub("", mention.after[:_BESIDE]))[:2]
    close = mention.before[-1:] in "'’\"“«(" or not mention.before[-1:].strip()
    if not close or mention.before.rstrip().endswith(":"):
        return 0  # a label, or a part of something longer
    several = _of_several(front, mention, language) or _of_widow(mention, language)
    greeted = before and before[-1] in _lone("greets", language)
    greeted = greeted or _whose(front, language) or _apposed(mention, language)
    greeted = greeted or _together(front, mention, language)
    # "Mr. ▒ (Femi)", "his carer (Femi)"
    beside = mention.before.endswith("(") and mention.after[:1] == ")"
    beside = beside or _at_work(behind, language)
    if not several and (beside or greeted or (behind and behind[0] in _lone("answers", language))):
        return _CUED  # "Hi Colette", "Pinemoor Pharmacy, Colette speaking"
    said = " ".join(_words(mention.after))
    sentence = _words(_SENTENCE.split(front[-_BESIDE:])[-1])[-2:]
    named = said.startswith(tuple(_lone("said_to_be", language)))
    spoke = [] if _talks(mention, language) else behind[:1]  # not "Rose says hi to you"
    if _lone("talk", language).isdisjoint(sentence[:-1]):  # not "I said, Bev, …"
        spoke = [*spoke, *sentence[-1:]]
    if several or named or _as_surname(sentence, behind, spoke, language):
        return -_CUED
    if _GOES_ON.match(mention.after) or _SPEAKS.match(mention.after):
        return _CUED  # "[12:01] Laura: …"
    return -1 if _report(mention, language) else 0


def _of_several(front: str, mention: Mention, language: str) -> bool:
    """Whether one name stands behind a word for several people, and no list of names follows:
    "los hermanos Barreda vieron", "los Barreda"."""
    before = _words(front[-_BESIDE:])[-1:]
    if front != mention.before or _lone("several", language).isdisjoint(before):
        return False
    return not _LISTED.match(mention.after) and _joined(language).match(mention.after) is None


def _together(front: str, mention: Mention, language: str) -> bool:
    """Whether a list of people follows that is theirs of one family, of whom the last has the
    surname: "los testigos Pedro y Juan Ledesma"."""
    before = _words(front[-_BESIDE:])[-1:]
    if front != mention.before or _lone("together", language).isdisjoint(before):
        return False
    return bool(_LISTED.match(mention.after) or _joined(language).match(mention.after))


def _of_widow(mention: Mention, language: str) -> bool:
    """Whether it is told by which surname somebody goes who was married: "Rossi viuda de Paz"."""
    found = _BEHIND_NAME.search(mention.before)
    return found is not None and " ".join(_words(found[1])) in _lone_phrases("married", language)


@cache
def _joined(language: str) -> re.Pattern[str]:
    joins = any_of(listed("coordinating", language))
    return re.compile(rf",? (?:{joins}) ", re.I)


def _whose(front: str, language: str) -> bool:
    """Whether it is told whose relative somebody is: "mother of", "hija de", "wife of the late"."""
    words = [word for word in _words(front[-_BESIDE:]) if word not in _lone("late", language)]
    kin = flat_lists("near", language)
    near = len(words) > 1 and any(words[-2] in of for of in kin.values())
    return near and words[-1] in _lone("of", language)


def _apposed(mention: Mention, language: str) -> bool:
    """Whether a given name follows upon a surname with a title: "Mrs. ▒, Britt, works"."""
    found = _TITLED.search(mention.before)
    if found is None or not mention.after.startswith(","):
        return False
    return bool(title_gender(flat_title(found[1], language), language))


def _without_others(before: str, language: str) -> str:
    """The words before a list of people to which a name belongs: "the boys, ▒ and Scott"."""
    return _others(language).sub(" ", before)


@cache
def _others(language: str) -> re.Pattern[str]:
    joins = any_of(listed("coordinating", language))
    return re.compile(rf"(?:{HIDDEN}(?:,? (?:{joins}) |, ))+\Z", re.I)


def _at_work(behind: list[str], language: str) -> bool:
    """Whether somebody is told by a trade: "Dave the plumber"."""
    words = public_words(reads(language))
    the = set(behind[:1]) <= _lone("the", language)
    trade = _OWNED_BEHIND.sub("", behind[1]) if len(behind) > 1 else ""
    return the and stem(trade, words.job_endings) in words.jobs


def _talks(mention: Mention, language: str) -> bool:
    """Whether somebody talks or writes to somebody: "I said to Bev …", "Rose says hi"."""
    around = _words(f"{mention.before} {mention.after}")
    return not _lone("talk", language).isdisjoint(around)


def _as_surname(before: list[str], behind: list[str], spoke: Sequence[str], language: str) -> bool:
    """Whether somebody serves or speaks in public, or a thing is called after them: "PC Oakden",
    "said Oakden", "the Oakden administration", "el caso Barreda". ``spoke`` are the words that may
    say that somebody spoke."""
    called = _lone("called", language)
    return (
        not _lone("serves", language).isdisjoint(before[-1:])
        or not _lone("spoke", language).isdisjoint(spoke)
        or not _lone("heads", language).isdisjoint(before[-1:])
        or " ".join(before) in _lone("heads", language)
        or not called.isdisjoint(behind[:1])
    )


def _report(mention: Mention, language: str) -> bool:
    """Whether what stands around is edited text about those who speak or serve in public, in which
    nobody talks to anybody."""
    if mention.text.islower() or _TURN.search(mention.before):
        return False
    around, workaday = _words(f"{mention.before} {mention.after}"), _lone("workaday", language)
    if len(around) < _FEWEST or _talks(mention, language):
        return False
    return any(
        not (_lone(kind, language) - workaday).isdisjoint(around)
        for kind in ("serves", "spoke", "public")
    )


def _words(text: str) -> list[str]:
    return [flat(word) for word in _WORD.findall(text)]


@cache
def _lone_phrases(kind: str, language: str) -> frozenset[str]:
    """A list of phrases around a name, without their points."""
    return frozenset(" ".join(_words(phrase)) for phrase in _lone(kind, language))


@cache
def _lone(kind: str, language: str) -> frozenset[str]:
    """A list of the words around a name, of all languages that are read."""
    listed = (known(one).get("lone", {}).get(kind, ()) for one in reads(language))
    return frozenset(flat(word) for words in listed for word in words)
