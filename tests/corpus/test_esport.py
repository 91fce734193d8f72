from __future__ import annotations

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from understudy.core.errors import CorpusError
from understudy.core.types import Entity, Span
from understudy.corpus.base import Block, Options, patched
from understudy.corpus.esport import ESPORT

OPTIONS = Options()

# An invented call.
DIALOGUE = """{
  "file-id": "call-1",
  "note": "about Marta",
  "turns": [
    {"turn": 1,
     "speakers": {"spk1": [{"utterance": "<%eh> soy <Mar-> Marta Gil="}]},
     "labels": [{"word": "Mar", "label": "female_name"}, {"word": "Marta", "label": "female_name"},
                {"word": "Gil", "label": "surname"}],
     "filtered-text": "eh soy Mar Marta Gil",
     "events": []},
    {"turn": 2,
     "speakers": {"spk1": [{"utterance": "el \\u0022router\\u0022 de +Marta"}, {"utterance": ""}],
                  "spk2": [{"utterance": "s\u00ed, @[*LANGUAGE*: en(router)-spk2] router dos"}]},
     "labels": [{"word": "marta", "label": "female_name"},
                {"word": "router", "label": "product/service"},
                {"word": "dos", "label": "number"}],
     "filtered-text": "el \\"router\\" de Marta s\u00ed, router dos",
     "language-events": ["en(router)-spk2"],
     "text-events": [{"desc": "noise-r", "at": "dos"}]}
  ]
}
"""


def read(text: str = DIALOGUE, mark: bytes = b""):
    (record,) = ESPORT.read(Block((mark + text.encode(),), "calls/x.json"), OPTIONS)
    return record


def replaced(record, *pairs: tuple[str, str], edit) -> dict:
    """The dialogue with every one of the words replaced in its text."""
    edits = []
    for word, surrogate in pairs:
        at = record.document.text.find(word)
        while at >= 0:
            edits.append(edit(record.document, at, at + len(word), surrogate))
            at = record.document.text.find(word, at + len(word))
    return json.loads(write(record, edits))


def write(record, edits) -> str:
    parts, inverse = patched(record.parts, ESPORT.write(record, edits, OPTIONS))
    assert patched(parts, inverse)[0] == record.parts
    return parts[0].decode("utf-8-sig")


def surfaces(document) -> list[tuple[str, str]]:
    return [(document.text[span.start : span.end], span.label) for span in document.annotations]


def turn(text: str, labels: list[str], filtered: str | list[str]) -> str:
    said = {"spk1": [{"utterance": part} for part in text.split("|")]}
    marked = [{"word": word, "label": "x"} for word in labels]
    return json.dumps(
        {"turns": [{"speakers": said, "labels": marked, "filtered-text": filtered}]},
        ensure_ascii=False,
    )


def test_reads_utterances_and_labels() -> None:
    document = read().document
    assert document.id == "call-1"
    assert document.text.split("\n") == [
        "<%eh> soy <Mar-> Marta Gil=",
        'el "router" de +Marta',
        "sí, @[*LANGUAGE*: en(router)-spk2] router dos",
    ]
    assert [(s.kind, s.name, document.text[s.start : s.end]) for s in document.segments] == [
        ("turn", speaker, text)
        for speaker, text in zip(["spk1", "spk1", "spk2"], document.text.split("\n"), strict=True)
    ]
    assert surfaces(document) == [
        ("Mar", "female_name"),
        ("Marta", "female_name"),
        ("Gil", "surname"),
        ("Marta", "female_name"),
        ("router", "product/service"),
        ("dos", "number"),
    ]
    # The label lies on the word, not on the event that repeats it.
    assert document.annotations[4].start == document.text.rindex("router")


def test_a_dialogue_without_id_takes_the_name_of_its_file() -> None:
    assert read('{"turns": []}').document.id == "calls/x"


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_no_edits_no_change(apply, edit, mark: bytes) -> None:
    data = mark + DIALOGUE.encode()
    assert apply(ESPORT, data).output == data
    record = read(mark=mark)
    assert ESPORT.write(record, [edit(record.document, 0, 3, "", kept=True)], OPTIONS) == ()


def test_all_that_repeats_a_word_follows(edit) -> None:
    record = read()
    pairs = [("Marta", "Ana\tÑ"), ("Gil=", 'Rey"'), ("router", "switch")]
    edits = []
    for word, surrogate in pairs:
        at = record.document.text.find(word)
        while at >= 0:
            if "(router" not in record.document.text[at - 1 : at + 6]:
                edits.append(edit(record.document, at, at + len(word), surrogate))
            at = record.document.text.find(word, at + 1)
    text = write(record, edits)
    assert text == (
        DIALOGUE.replace("about Marta", "about Ana\\tÑ")
        .replace("Marta Gil=", 'Ana\\tÑ Rey\\"')
        .replace('"Marta"', '"Ana\\tÑ"'.replace("\\t", " "))
        .replace('"Gil"', '"Rey\\""')
        .replace("Mar Marta Gil", 'Mar Ana\\tÑ Rey\\"')
        .replace("+Marta", "+Ana\\tÑ")
        .replace("de Marta", "de Ana\\tÑ")
        .replace('"marta"', '"Ana Ñ"')
        .replace("router", "switch")
    )


def test_labels_are_found_again_in_the_release(edit) -> None:
    record = read()
    spans = record.document.annotations
    words = ["Lu", "Lucía Eva", "Paz", "Rosa", "<CABLE>", "tres"]
    edits = [
        edit(record.document, *span[:2], word) for span, word in zip(spans, words, strict=True)
    ]
    after = read(write(record, edits)).document
    assert [text for text, _ in surfaces(after)] == [
        "Lu",
        "Lucía Eva",
        "Paz",
        "Rosa",
        "CABLE",
        "tres",
    ]
    assert [span.label for span in after.annotations] == [span.label for span in spans]


def test_labels_in_one_edit_share_its_words(edit) -> None:
    record = read(turn("soy Jose Luis", ["Jose", "Luis"], "soy Jose Luis"))
    new = replaced(record, ("Jose Luis", "Juan de Dios"), edit=edit)
    assert [label["word"] for label in new["turns"][0]["labels"]] == ["Juan", "de Dios"]
    new = replaced(record, ("Jose Luis", "Juan"), edit=edit)
    assert [label["word"] for label in new["turns"][0]["labels"]] == ["Juan"]
    new = replaced(record, ("Jose Luis", ""), edit=edit)
    assert new["turns"][0]["labels"] == []


@pytest.mark.parametrize(
    ("text", "filtered", "result"),
    [
        ("<%eh> soy Ana.", "eh soy Ana.", "eh soy Eva."),
        ("<%eh> soy <A-> Ana.", "soy  Ana.", "soy  Eva."),
        ("<soy> soy A=na, no?", "soy Ana, no?", "soy Eva, no?"),
        ("soy Ana|+Ana digo", "soy Ana Ana digo", "soy Eva Eva digo"),
        ("soy Ana|+Ana digo", ["soy Ana", "Ana digo"], ["soy Eva", "Eva digo"]),
        ("soy Ana|+Ana digo", ["soy", "Ana", "y Ana digo"], ["soy Eva Eva digo", "", ""]),
        ("<soy-> Ana @[*EVENT*: noise-b]", "soy yo, Ana", "soy Eva"),
    ],
)
def test_the_filtered_text_follows(edit, text: str, filtered, result) -> None:
    record = read(turn(text, [], filtered))
    spoken = "A=na" if "A=na" in text else "Ana"
    new = replaced(record, (spoken, "Eva"), edit=edit)
    assert new["turns"][0]["filtered-text"] == result


def test_part_of_a_word_in_the_filtered_text(edit) -> None:
    record = read(turn("a ana99 x", [], "a ana99 x"))
    assert replaced(record, ("ana", "eva"), edit=edit)["turns"][0]["filtered-text"] == "a eva99 x"
    record = read(turn("a an=a99 x", [], "a ana99 x"))
    new = replaced(record, ("an=a", "eva"), edit=edit)
    assert new["turns"][0]["filtered-text"] == "a eva99 x"


def test_escapes_stay_escapes(edit) -> None:
    source = json.dumps(json.loads(turn("sí, \U0001f642 Ana \\ x", [], "sí, \U0001f642 Ana x")))
    record = read(source)
    assert write(record, [edit(record.document, 6, 9, "Íñigo")]) == source.replace(
        "Ana", "\\u00cd\\u00f1igo"
    )


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[]", 1, "an array, where esport has one dialogue to a file"),
        ('{"turns": 1}', 1, "the dialogue needs 'turns' with an array"),
        ('{"turns": [\n{"speakers": {}},\n{"turn": 2}]}', 3, "turn 2: it needs 'speakers'"),
        ('{"turns": [{"speakers": {"a": [{}]}}]}', 1, "turn 1: utterance 1 of a speaker needs"),
        ('{"turns": [{"speakers": {"a": "x"}}]}', 1, "turn 1: a speaker needs an array"),
        ('{"turns": [{"speakers": {}, "labels": 1}]}', 1, "turn 1: labels are not an array"),
        ('{"turns": [\n\n]', 3, "malformed JSON: .* .column 2"),
        ('{"turns": [], \n"turns": []}', 2, "a key that is there twice"),
        ('{"turns": [{"speakers": {"a": [{"utterance": "\\ud800"}]}}]}', 1, "half a surrogate"),
    ],
)
def test_errors_have_their_place(text: str, line: int, message: str) -> None:
    with pytest.raises(CorpusError, match=message) as caught:
        read(text)
    assert (caught.value.file, caught.value.line) == ("calls/x.json", line)


def test_a_label_without_its_word_is_an_error() -> None:
    with pytest.raises(CorpusError, match=r"turn 1: labels\[1\]") as caught:
        read(turn("uno dos", ["dos", "uno"], "uno dos"))
    assert "uno" not in str(caught.value)


def test_bytes_that_are_not_utf_8(apply) -> None:
    with pytest.raises(CorpusError, match="not UTF-8") as caught:
        apply(ESPORT, b'{\n"turns": "\xff"}')
    assert caught.value.line == 2
    with pytest.raises(CorpusError, match="empty file"):
        apply(ESPORT, b"")


def test_annotate_rewrites_labels() -> None:
    record = read()
    text = record.document.text

    def entity(word: str, category: str, *attributes: tuple[str, str]) -> Entity:
        at = text.index(word)
        return Entity(Span(at, at + len(word), category), category, word, attributes)

    entities = [
        entity("dos", "QUANTITY"),
        entity("Marta", "GIVEN_NAME", ("gender", "female")),
        entity("Gil=", "PERSON"),
    ]
    new, _ = patched(record.parts, ESPORT.annotate(record, entities, OPTIONS))
    labels = [turn["labels"] for turn in json.loads(new[0])["turns"]]
    assert labels == [
        [{"word": "Marta", "label": "female_name"}, {"word": "Gil", "label": "PERSON"}],
        [{"word": "dos", "label": "number"}],
    ]
    again = read(new[0].decode())
    assert ESPORT.annotate(again, entities, OPTIONS) == ()


def test_annotate_adds_labels_where_there_are_none() -> None:
    record = read('{"turns": [{"speakers": {"a": [{"utterance": "soy Ana"}]} }]}')
    entity = Entity(Span(4, 7, "x"), "CITY", "k")
    new, _ = patched(record.parts, ESPORT.annotate(record, [entity], OPTIONS))
    assert surfaces(read(new[0].decode()).document) == [("Ana", "place")]


def test_a_label_keeps_whole_words(edit) -> None:
    record = read(turn("soy Marta Gil", ["Marta", "Gil"], "soy Marta Gil"))
    at = record.document.text.index("y Mar")
    new = write(record, [edit(record.document, at, at + 5, "X")])
    assert surfaces(read(new).document) == [("soXta", "x"), ("Gil", "x")]


@given(
    cuts=st.lists(st.integers(0, 44), max_size=8, unique=True),
    words=st.lists(st.text(st.sampled_from('aé <>"\n='), max_size=4), min_size=9, max_size=9),
)
def test_any_edits_give_a_readable_dialogue(edit, cuts: list[int], words: list[str]) -> None:
    record = read()
    edits = []
    for segment in record.document.segments:
        places = sorted(segment.start + cut for cut in cuts if segment.start + cut <= segment.end)
        for start, end in list(pairwise(places))[::2]:
            edits.append(edit(record.document, start, end, words[len(edits) % 9]))
    again = read(write(record, edits)).document
    assert again.id == "call-1"


def test_of_a_replaced_label_only_word_and_label_stay(edit) -> None:
    label = '{"word": "Gil", "label": "surname"'
    told = DIALOGUE.replace(label, label + ', "lemma": "gil", "norm": "de GIL", "id": "el gíl"')
    told = told.replace('"at": "dos"', '"at": "dos", "by": "marta GÍL"')
    new = replaced(read(told), ("Gil", "Rey"), edit=edit)
    assert new["turns"][0]["labels"][2] == {"word": "Rey", "label": "surname"}
    assert new["turns"][1]["text-events"][0]["by"] == "marta Rey"
