"""Spellings spell the new value, in the style of the old one."""

from __future__ import annotations

import pytest

from understudy.surrogates.mention import Mention
from understudy.surrogates.people.identity import Identity
from understudy.surrogates.people.pieces import Drawn
from understudy.surrogates.people.writer import plan_of
from understudy.surrogates.people.writing import write
from understudy.surrogates.settings import Settings


def spelt(language: str, name: str, spelling: str, new: str) -> str:
    settings = Settings(language=language)
    plan = plan_of([Mention(name, "PERSON"), Mention(spelling, "SPELLING")], settings)
    part = {"givens": (new,)} if plan.need.givens else {"surnames": (new,)}
    pieces = plan.mentions[1]
    assert pieces is not None
    return write(pieces, Drawn(Identity("female", **part)))


STYLES = [
    ("es", "Laura", "L, A, U, R, A", "Inés", "I, N, E, S"),
    ("es", "Laura", "L-A-U-R-A", "Inés", "I-N-E-S"),
    ("es", "Laura", "l a u r a", "Carlota", "c a r l o t a"),
    ("es", "Laura", "L. A. U. R. A.", "Inés", "I. N. E. S."),
    ("es", "Laura", "ele a u erre a", "Inés", "i ene e ese"),
    ("es", "Laura", "ele, a, u, erre y a", "Begoña", "be, e, ge, o, eñe y a"),
    ("es", "Laura", "L de Lugo, A de Ávila, U, R, A", "Inés", "I de Italia, N de Navarra, E, S"),
    ("es", "Laura", "ele de Lugo, a, u, erre, a", "Inés", "i de Italia, ene, e, ese"),
    ("es", "Laura", "L como Lugo A U R A", "Yago", "Y como Yegua A G O"),
    ("es", "Wali", "uve doble a ele i", "Yoli", "i griega o ele i"),
    ("es", "Llanos", "doble ele a ene o ese", "Estrella", "e ese te erre e doble ele a"),
    ("es", "Sofía", "S, O, F, I con acento, A", "Inés", "I, N, E con acento, S"),
    ("en", "Laura", "L, A, U, R, A", "Megan", "M, E, G, A, N"),
    ("en", "Mike", "M as in Mike, I, K, E", "Zoe", "Z as in Zulu, O, E"),
    ("en", "Mike", "m for mike i k e", "Zoe", "z for zulu o e"),
    ("en", "Allan", "A, double L, A, N", "Scott", "S, C, O, double T"),
    ("en", "Allan", "A, L, L, A, N", "Scott", "S, C, O, T, T"),
    ("en", "Laura", "capital L, A, U, R, A", "Ann", "capital A, N, N"),
    ("en", "Mr. O'Brien", "O, apostrophe, B, R, I, E, N", "Shea", "O, apostrophe, S, H, E, A"),
    ("en", "Mr. O'Brien", "B, R, I, E, N", "Shea", "S, H, E, A"),
    ("en", "Mr. McCoy", "M-C-C-O-Y", "Lean", "M-C-L-E-A-N"),
    ("en", "Wendy", "double u, E, N, D, Y", "Megan", "M, E, G, A, N"),
    ("en", "Laura", "ele a u erre a", "Megan", "m e g a n"),
    ("en", "Laura", "L, A, U", "Megan", "M, E, G"),
    ("en", "Laura", "L", "Megan", "M"),
]


@pytest.mark.parametrize(("language", "name", "spelling", "new", "wanted"), STYLES)
def test_styles(language: str, name: str, spelling: str, new: str, wanted: str) -> None:
    assert spelt(language, name, spelling, new) == wanted


def own(language: str, spelling: str, drawn: str) -> str | None:
    plan = plan_of([Mention(spelling, "SPELLING")], Settings(language=language))
    pieces = plan.mentions[0]
    if pieces is None:
        return None
    assert len(plan.extras) == 1
    return write(pieces, Drawn(Identity("female"), (drawn,)))


CODES = [
    ("en", "x, 7, k", "q2z", "Q, 2, Z".lower()),
    ("en", "X-7-K", "q2z", "Q-2-Z"),
    ("en", "double x, 7", "q2", "double q, 2"),
    ("es", "equis 7 ka", "q2z", "cu 2 zeta"),
    ("es", "B de Barcelona, 7", "z2", "Z de Zamora, 2"),
    ("en", "T's", "q", "Q's"),
    ("es", "eles", "q", "cus"),
    ("en", "X, 7, minutes", "", None),
]


@pytest.mark.parametrize(("language", "spelling", "drawn", "wanted"), CODES)
def test_codes_change_letter_by_letter(
    language: str, spelling: str, drawn: str, wanted: str | None
) -> None:
    assert own(language, spelling, drawn) == wanted


def test_a_spelt_name_by_itself_becomes_a_name() -> None:
    plan = plan_of([Mention("L, A, U, R, A", "SPELLING")], Settings(language="es"))
    assert (plan.need.givens, plan.extras) == (1, ())


def test_several_names_in_one_spelling() -> None:
    texts = [
        Mention("Sarah Smith-Jones", "PERSON"),
        Mention("S-M-I-T-H hyphen J-O-N-E-S", "SPELLING"),
    ]
    pieces = plan_of(texts, Settings()).mentions[1]
    assert pieces is not None
    who = Identity("female", ("Ann",), surnames=("Lee", "Fox"))
    assert write(pieces, Drawn(who)) == "L-E-E hyphen F-O-X"
