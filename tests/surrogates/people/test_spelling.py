"""Spellings spell the new value, in the style of the old one."""

from __future__ import annotations

import pytest

from understudy.surrogates.mention import Mention
from understudy.surrogates.people.identity import Identity
from understudy.surrogates.people.kind import KIND
from understudy.surrogates.people.sketch import Draw, Sketch
from understudy.surrogates.people.write import Drawn, text_of
from understudy.surrogates.settings import Settings


def sketch_of(texts: list[Mention], language: str) -> Sketch:
    sketch = KIND.read(texts, Settings(language=language)).sketch
    assert isinstance(sketch, Sketch)
    return sketch


def spelt(language: str, name: str, spelling: str, new: str) -> str:
    sketch = sketch_of([Mention(name, "PERSON"), Mention(spelling, "SPELLING")], language)
    before, _, last = new.rpartition("|")
    part = {"givens": (last,)} if sketch.need.givens else {"surnames": (last,)}
    who = Identity("female", **part, particles=(before,), language=language)
    return text_of(sketch.shown[1], Drawn(who))


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
    ("en", "Mr. O'Brien", "O, apostrophe, B, R, I, E, N", "O'|Shea", "O, apostrophe, S, H, E, A"),
    ("en", "Mr. O'Brien", "B, R, I, E, N", "O'|Shea", "S, H, E, A"),
    ("en", "Mr. McCoy", "M-C-C-O-Y", "Mc|Lean", "M-C-L-E-A-N"),
    ("en", "Wendy", "double u, E, N, D, Y", "Megan", "M, E, G, A, N"),
    ("en", "Laura", "ele a u erre a", "Megan", "m e g a n"),
    ("en", "Laura", "L, A, U", "Megan", "M, E, G"),
    ("en", "Laura", "L", "Megan", "M"),
]


@pytest.mark.parametrize(("language", "name", "spelling", "new", "wanted"), STYLES)
def test_styles(language: str, name: str, spelling: str, new: str, wanted: str) -> None:
    assert spelt(language, name, spelling, new) == wanted


CODES = [
    ("en", "x, 7, k", "code", "q2z", "q, 2, z"),
    ("en", "X-7-K", "code", "q2z", "Q-2-Z"),
    ("en", "X, 7, 9, 9, W, W, W, W", "code", "q2z", "Q, 2, Z"),
    ("en", "double x, 7", "code", "q2z", "q, 2, double z"),
    ("es", "equis 7 ka", "code", "q2z", "cu 2 zeta"),
    ("es", "B de Barcelona, 7", "code", "z2q", "Z de Zamora, 2, Q"),
    ("en", "T's", "letter", "q", "Q's"),
    ("en", "double l", "letter", "q", "double q"),
    ("es", "eles", "letter", "q", "cus"),
    ("en", "Z Q X W", "word", "smith", "S M I T H"),
    ("en", "Z Q X W V K", "word", "smith", "S M I T H"),
    ("en", "S M I T H", "word", "gomez", "G O M E Z"),
    ("en", "5 5 5", "digits", "123", "1 2 3"),
    ("en", "X, 7, minutes", "word", "smith", "S, M, I, T, H"),
]


@pytest.mark.parametrize(("language", "spelling", "kind", "drawn", "wanted"), CODES)
def test_what_is_no_name_of_the_person_is_drawn_by_its_kind(
    language: str, spelling: str, kind: str, drawn: str, wanted: str
) -> None:
    sketch = sketch_of([Mention(spelling, "SPELLING")], language)
    assert [draw.kind for draw in sketch.draws] == [kind]
    who = Identity("female", language=language)
    assert text_of(sketch.shown[0], Drawn(who, (drawn,))) == wanted


def test_a_spelling_by_itself_is_a_word_whatever_it_spells() -> None:
    sketch = sketch_of([Mention("L, A, U, R, A", "SPELLING")], "es")
    assert (sketch.need.givens, sketch.draws) == (0, (Draw("word"),))
    assert sketch == sketch_of([Mention("Z, Q, X", "SPELLING")], "es")


def test_several_names_in_one_spelling() -> None:
    texts = [
        Mention("Sarah Smith-Jones", "PERSON"),
        Mention("S-M-I-T-H hyphen J-O-N-E-S", "SPELLING"),
    ]
    who = Identity("female", ("Ann",), surnames=("Lee", "Fox"))
    assert text_of(sketch_of(texts, "en").shown[1], Drawn(who)) == "L-E-E hyphen F-O-X"
