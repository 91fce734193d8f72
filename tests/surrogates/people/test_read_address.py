"""E-mail addresses and user names, written and spoken, read into the names that they show."""

from __future__ import annotations

import pytest
from read_pieces import roster_of, shown

from understudy.surrogates.people.address import read_address
from understudy.surrogates.people.draws import Draws
from understudy.surrogates.people.roster import Roster

ENGLISH = [
    ("ann.lee@acme.com", "given0 . surname0 @ draw0"),
    ("alee@acme.com", "given0-initial surname0 @ draw0"),
    ("leea@x.org", "surname0 given0-initial @ draw0"),
    ("a.l@x.org", "given0-initial . surname0-initial @ draw0"),
    ("annlee", "given0 surname0"),
    ("@annlee", "@ given0 surname0"),
    ("ann_lee99", "given0 _ surname0 draw0"),
    ("ann.lee+news@acme.com", "given0 . surname0 + draw0 @ draw1"),
    ("info@acme.com", "info @ draw0"),
    ("qzx@acme.com", "draw0 @ draw1"),
    ("john.smith@x.org", "draw0 . draw1 @ draw2"),
    ("jsmith", "draw0"),
    ("ann dot lee at gmail dot com", "given0 dot surname0 at draw0"),
    ("ann dot five five at gmail dot com", "given0 dot draw0-digits at draw1"),
    ("a n n at gmail dot com", "spelt:given0 at draw0"),
    ("a@b@c", "given0-initial draw0 @ draw1"),
    ("ann#lee", "given0 surname0"),
    ("ann.lee@" + "x" * 120, "given0 . surname0 @ draw0"),
    ("q.w.z.k.f.m.g@x.org", "draw0 . draw1 . draw2 . draw3 @ draw4"),
]
SPANISH = [
    ("ana.gil@correo.es", "given0 . surname0 @ draw0"),
    ("agil@correo.es", "given0-initial surname0 @ draw0"),
    ("@gilana", "@ surname0 given0"),
    ("ana_gil_77", "given0 _ surname0 _ draw0"),
    ("anagil", "given0 surname0"),
    ("jgarcia", "draw0"),
    ("x7@correo.es", "draw1 draw0 @ draw2"),
    ("ana punto gil arroba gmail punto com", "given0 punto surname0 arroba draw0"),
    (
        "a guion bajo gil arroba correo punto es",
        "given0-initial guion bajo surname0 arroba draw0",
    ),
    ("a ene a arroba gmail punto com", "spelt:given0 arroba draw0"),
    ("ana gil uno dos", "given0 surname0 draw0-digits"),
    ("ana veintidós arroba correo punto es", "given0 draw0-number arroba draw1"),
    ("ana sesenta y uno arroba correo punto es", "given0 draw0-number arroba draw1"),
    ("ana/gil", "given0 surname0"),
]


BEGUN = [
    ("covallamazares@x.es", "covadonga", "llamazares", "given0-cut surname0 @ draw0"),
    ("covallam@x.es", "covadonga", "llamazares", "given0-cut surname0-cut @ draw0"),
    ("covagil@x.es", "covadonga", "gil", "given0-cut surname0 @ draw0"),
    ("marfquiroga@x.es", "maria fernanda", "quiroga", "given0-cut given1-initial surname0 @ draw0"),
    ("mafequiroga@x.es", "maria fernanda", "quiroga", "given0-cut given1-cut surname0 @ draw0"),
    ("llamacova@x.es", "covadonga", "llamazares", "draw0 @ draw1"),
    ("covallamazares@x.es", "", "llamazares", "given0 surname0 @ draw0"),
    ("xllamazares@x.es", "", "llamazares", "draw0 surname0 @ draw1"),
]


@pytest.mark.parametrize(("text", "givens", "surnames", "expected"), BEGUN)
def test_beginnings_of_names_run_together(
    text: str, givens: str, surnames: str, expected: str
) -> None:
    assert shown(read_address(text, roster_of("es", givens, surnames), Draws())) == expected


@pytest.mark.parametrize(("text", "expected"), ENGLISH)
def test_english(text: str, expected: str) -> None:
    assert shown(read_address(text, roster_of("en", "ann", "lee"), Draws())) == expected


@pytest.mark.parametrize(("text", "expected"), SPANISH)
def test_spanish(text: str, expected: str) -> None:
    assert shown(read_address(text, roster_of("es", "ana", "gil"), Draws())) == expected


def test_equal_parts_of_two_addresses_share_a_draw() -> None:
    roster, draws = roster_of("en", "ann", "lee"), Draws()
    first = read_address("ann77@acme.com", roster, draws)
    second = read_address("lee77@acme.com", roster, draws)
    assert shown(first) == "given0 draw0 @ draw1"
    assert shown(second) == "surname0 draw0 @ draw1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("john.smith@x.org", "given0 . surname0 @ draw0"),
        ("qzkf.wvx@x.org", "given0 . surname0 @ draw0"),
        ("jsmith@x.org", "given0 @ draw0"),
        ("j.smith@x.org", "given0-initial . surname0 @ draw0"),
        ("smith.j@x.org", "surname0 . given0-initial @ draw0"),
        ("kate99", "given0 draw0"),
        ("info", "info"),
        ("+++@x.org", "given0 @ draw0"),
        ("иван.петров@x.org", "given0 . surname0 @ draw0"),
    ],
)
def test_without_a_person_words_count_by_their_place(text: str, expected: str) -> None:
    assert shown(read_address(text, Roster("en"), Draws())) == expected
