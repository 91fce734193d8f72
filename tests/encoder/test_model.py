"""The shipped models: what they find, and that nothing about a batch or a length changes it."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_pieces import ANYTHING

from understudy.core.errors import UsageError
from understudy.core.text import words
from understudy.core.types import Document
from understudy.encoder import Encoder, load_model
from understudy.encoder.model import NAMES
from understudy.encoder.pieces import Pieces
from understudy.encoder.weights import SHIPPED

MODELS = {name: Encoder(name) for name in NAMES}
FILLER = "and then we went on with the work until it was all done . "
MADE = "Yesterday Rosa Martinez moved to Leeds . "


def found(encoder: Encoder, text: str, threshold: float = 0.5) -> list[tuple[str, str]]:
    (spans,) = encoder.tag([Document("d", text)], threshold=threshold)
    return [(text[span.start : span.end], span.label) for span in spans]


@pytest.fixture(params=NAMES)
def encoder(request: pytest.FixtureRequest) -> Encoder:
    return request.getfixturevalue(request.param)  # type: ignore[no-any-return]


@pytest.mark.parametrize("text", ["Thanks @annlee @bofox for coming", "with @annlee @bofox today"])
def test_two_handles_are_two_people(encoder: Encoder, text: str) -> None:
    assert not [value for value, _ in found(encoder, text) if " @" in value]


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=25)
@given(texts=st.lists(ANYTHING, max_size=3))
def test_spans_of_any_text_are_valid(name: str, texts: list[str]) -> None:
    spans = MODELS[name].tag([Document("d", text) for text in texts], threshold=0.2)
    assert len(spans) == len(texts)
    for text, of_text in zip(texts, spans, strict=True):
        for span in of_text:
            value = text[span.start : span.end]
            assert 0 <= span.start < span.end <= len(text)
            assert value == value.strip()
            assert 0 <= span.score < 1
        assert all(one.end <= other.start for one, other in pairwise(of_text))


@settings(max_examples=15)
@given(st.lists(ANYTHING, max_size=3))
def test_other_heads_take_any_text(texts: list[str]) -> None:
    encoder = MODELS["full"]
    for text, tagged in zip(texts, encoder.pos(texts), strict=True):
        assert [(start, end) for start, end, _ in tagged] == words(text)
    vectors = encoder.vectors(texts)
    assert vectors.shape == (len(texts), 256)
    assert np.allclose(np.linalg.norm(vectors, axis=-1), 1, atol=1e-4)


ENGLISH = "Good morning, Rosa Martinez here. I moved from Leeds to 12 Park Lane on 3 March 2021."
SPANISH = "Buenos días, soy Lucía Fernández y vivo en Sevilla desde el 5 de mayo de 2019."


@pytest.mark.parametrize("turn", [str, str.lower, str.upper], ids=["cased", "lower", "upper"])
def test_people_places_and_dates_are_found_in_any_case(encoder: Encoder, turn: type[str]) -> None:
    english, spanish = turn(ENGLISH), turn(SPANISH)
    for value, label in (("Rosa Martinez", "PERSON"), ("Leeds", "LOCATION")):
        assert (turn(value), label) in found(encoder, english)
    assert any("2021" in value and label == "DATE" for value, label in found(encoder, english))
    for value, label in (("Lucía Fernández", "PERSON"), ("Sevilla", "LOCATION")):
        assert (turn(value), label) in found(encoder, spanish)
    assert any("2019" in value and label == "DATE" for value, label in found(encoder, spanish))


def test_plain_talk_is_left_alone(encoder: Encoder) -> None:
    assert found(encoder, "Could you please hold the line while I look into it?") == []
    assert found(encoder, "no te preocupes que eso lo arreglamos") == []


def test_lines_may_end_in_any_way(encoder: Encoder) -> None:
    lines = ["Patient: Anna Lee", "City:\tLeeds", "Nothing else."]
    plain = found(encoder, "\n".join(lines))
    assert {("Anna Lee", "PERSON"), ("Leeds", "LOCATION")} <= set(plain)
    assert found(encoder, "\r\n".join(lines)) == plain
    assert found(encoder, "  " + "  \n\u00a0 ".join(lines) + " \t") == plain


def test_a_lower_threshold_finds_more(encoder: Encoder) -> None:
    text = "i think the mercury rising people from the golden lion will call at some point"
    sizes = [
        sum(len(value) for value, _ in found(encoder, text, threshold))
        for threshold in (0.01, 0.5, 0.99)
    ]
    assert sizes[0] > sizes[2]
    assert sizes == sorted(sizes, reverse=True)


def test_special_pieces_in_the_text_are_only_text(encoder: Encoder) -> None:
    assert ("Rosa Martinez", "PERSON") in found(encoder, "<mask> Rosa Martinez <pad> called .")


def test_answers_do_not_depend_on_the_batch(encoder: Encoder) -> None:
    texts = [ENGLISH, "Hi.", "", SPANISH, MADE * 9, FILLER * 40, "x" * 700, ENGLISH * 7]
    read = encoder.pieces(texts)
    together = encoder.states(read)
    for pieces, states in zip(read, together, strict=True):
        assert np.array_equal(encoder.states([pieces])[0], states)
    documents = [Document(str(at), text) for at, text in enumerate(texts)]
    apart = [encoder.tag([document])[0] for document in documents]
    assert encoder.tag(documents) == apart
    assert encoder.tag(documents[::-1]) == apart[::-1]


def test_equal_texts_are_read_once(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["Ann Lee is here.", "ok", "Ann Lee is here.", "ok", "ok"]
    alone = [encoder.tag([Document("d", text)])[0] for text in texts]
    asked: list[int] = []
    pieces = Encoder.pieces

    def counted(self: Encoder, given: Sequence[str]) -> list[Pieces]:
        asked.append(len(given))
        return pieces(self, given)

    monkeypatch.setattr(Encoder, "pieces", counted)
    documents = [Document(str(at), text) for at, text in enumerate(texts)]
    assert encoder.tag(documents) == alone
    assert asked == [2]


def test_threads_change_nothing(full: Encoder) -> None:
    two = Encoder.load(threads=2)
    assert two.tag([Document("d", ENGLISH * 9)]) == full.tag([Document("d", ENGLISH * 9)])


def test_a_seam_hides_nothing(encoder: Encoder) -> None:
    """Wherever names stand about the place where one window hands over to the next."""
    size = encoder.weights.card["window"]
    filler = (FILLER * 40).split()
    documents, places = [], []
    for before in range(size - 70, size + 2, 4):
        head = " ".join(filler[:before]) + " . "
        text = head + MADE + " ".join(filler[before : before + 80])
        documents.append(Document(str(before), text))
        places.append(len(head))
    # The words are a piece each, or the names would not stand about the seam.
    (pieces,) = encoder.pieces([" ".join(filler[:100])])
    assert len(pieces.ids) == 100
    for document, place, spans in zip(documents, places, encoder.tag(documents), strict=True):
        named = {document.text[span.start : span.end] for span in spans if span.start >= place}
        assert {"Rosa Martinez", "Leeds"} <= named, document.id


def test_a_long_document_is_tagged_throughout(encoder: Encoder) -> None:
    text = ENGLISH + "\n" + (MADE + FILLER) * 60
    spans = found(encoder, text)
    assert spans.count(("Rosa Martinez", "PERSON")) == 61
    assert spans.count(("Leeds", "LOCATION")) == 61


def test_what_is_far_away_changes_nothing(full: Encoder) -> None:
    """A long text reads, in its middle, as the window around it does."""
    long = (FILLER * 30) + MADE + (FILLER * 30)
    other = (FILLER * 30) + MADE + (FILLER * 30) + "Then Ann Lee of Bath called about it."
    at = len(FILLER * 30)
    here, there = (
        [(span.start, span.end, span.label) for span in spans if at <= span.start < at + len(MADE)]
        for spans in full.tag([Document("a", long), Document("b", other)])
    )
    assert here == there
    assert len(here) >= 2


def test_a_name_is_one_mark(encoder: Encoder) -> None:
    for text in ("me llamo lucía fernández y vivo en sevilla", "my name is john smith"):
        people = [value for value, label in found(encoder, text) if label == "PERSON"]
        assert people == ["lucía fernández" if "lucía" in text else "john smith"]


# --- hidden pieces ------------------------------------------------------------------------------


def best(encoder: Encoder, text: str, word: str) -> list[str]:
    (pieces,) = encoder.pieces([text])
    at = int(np.flatnonzero(pieces.starts == text.index(word))[0])
    row = encoder.distributions(pieces, [at])[0]
    return [encoder.weights.tokenizer.decode([int(one)]).strip() for one in row.argsort()[-10:]]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The capital of France is Paris.", "Paris"),
        ("She opened the door and went into the house.", "the"),
        ("It was the first time that he saw the sea.", "time"),
        ("En un lugar de la Mancha vivía un hidalgo.", "de"),
        ("La casa de mi padre es muy grande.", "es"),
    ],
)
def test_an_easy_word_is_guessed(full: Encoder, text: str, word: str) -> None:
    assert word.lower() in best(full, text, word)


def test_distributions_sum_to_one(full: Encoder) -> None:
    (pieces,) = full.pieces([ENGLISH])
    rows = full.distributions(pieces, range(len(pieces.ids)))
    assert rows.shape == (len(pieces.ids), len(full.weights.table))
    assert np.allclose(np.exp(rows.astype(np.float64)).sum(-1), 1, atol=1e-3)
    assert full.distributions(pieces, []).shape == (0, len(full.weights.table))


def test_a_hidden_piece_is_not_looked_at(full: Encoder) -> None:
    one, other = full.pieces(["We saw Rosa in Leeds today.", "We saw Anna in Leeds today."])
    assert np.flatnonzero(one.ids != other.ids).tolist() == [2]
    assert np.array_equal(full.distributions(one, [2]), full.distributions(other, [2]))
    assert not np.array_equal(full.distributions(one, [4]), full.distributions(other, [4]))
    hidden = [full.distributions(pieces, [2, 4], together=True) for pieces in (one, other)]
    assert np.array_equal(hidden[0], hidden[1])
    assert not np.allclose(hidden[0][1], full.distributions(one, [4])[0], atol=1e-3)


def test_hidden_pieces_of_a_long_text(full: Encoder) -> None:
    """A position far from both ends sees a whole window around itself."""
    (pieces,) = full.pieces([FILLER * 60])
    at = int(np.flatnonzero(pieces.ids == pieces.ids[4])[20])
    assert int(full.distributions(pieces, [at])[0].argmax()) == int(pieces.ids[4])


@pytest.mark.parametrize("position", [-1, 10_000])
def test_positions_outside_are_refused(full: Encoder, position: int) -> None:
    with pytest.raises(UsageError, match="outside"):
        full.distributions(full.pieces([ENGLISH])[0], [0, position])


# --- parts of speech, vectors -------------------------------------------------------------------


def test_parts_of_speech(full: Encoder) -> None:
    english, spanish = "The old dog sleeps in Paris.", "El perro viejo duerme en Madrid."
    tagged = full.pos([english, "", spanish, english.lower()])
    assert [tag for *_, tag in tagged[0]] == ["DET", "ADJ", "NOUN", "VERB", "ADP", "PROPN"]
    assert [tag for *_, tag in tagged[2]] == ["DET", "NOUN", "ADJ", "VERB", "ADP", "PROPN"]
    assert [english[start:end] for start, end, _ in tagged[0]] == english[:-1].split()
    assert tagged[1] == []
    assert tagged[3] == tagged[0]


def test_like_texts_are_near_each_other(full: Encoder) -> None:
    same = full.vectors(
        [
            "A man is playing a guitar.",
            "Someone plays the guitar.",
            "Un hombre toca la guitarra.",
            "The stock market fell sharply on Monday.",
        ]
    )
    likeness = same @ same.T
    assert likeness[0, 1] > likeness[0, 3] + 0.3
    assert likeness[0, 2] > likeness[0, 3] + 0.3


def test_vectors_of_long_texts_do_not_depend_on_the_batch(full: Encoder) -> None:
    texts = [FILLER * 50, "Hi.", ""]
    together = full.vectors(texts)
    for text, vector in zip(texts, together, strict=True):
        assert np.allclose(full.vectors([text])[0], vector, atol=1e-6)
    assert full.vectors([]).shape == (0, 256)


# --- the object ---------------------------------------------------------------------------------


def test_the_fast_model_only_tags(fast: Encoder) -> None:
    for ask in (fast.pos, fast.vectors):
        with pytest.raises(UsageError, match="only tags"):
            ask([ENGLISH])
    with pytest.raises(UsageError, match="only tags"):
        fast.distributions(fast.pieces([ENGLISH])[0], [0])


def test_it_is_picklable_after_use(encoder: Encoder) -> None:
    before = encoder.tag([Document("d", ENGLISH)])
    packed = pickle.dumps(encoder)
    assert len(packed) < 2000
    again = pickle.loads(packed)
    assert again == encoder
    assert again.tag([Document("d", ENGLISH)]) == before


def test_models_have_names() -> None:
    with pytest.raises(UsageError, match="there are: full, fast"):
        Encoder.load("huge")
    assert load_model("full") == Encoder()
    assert load_model(str(SHIPPED)).tag([Document("d", "")]) == [()]
