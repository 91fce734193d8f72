"""Presidio's interface over HTTP: paths, answers and status codes as its clients know them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [service]")
from fastapi.testclient import TestClient

from understudy.service.app import create_app
from understudy.service.settings import Settings

KEY = "WmZq4t7w!z%C&F)J"


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    settings = Settings(policies=("typed",), presidio_root=True)
    with TestClient(create_app(settings)) as found:
        yield found


def analyzed(client: TestClient, **body: Any) -> Any:
    answer = client.post("/analyze", json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_driver_licence_in_a_sentence(client: TestClient) -> None:
    text = "John Smith drivers license is AC432223"
    made = analyzed(client, text=text, language="en")
    assert set(made[0]) == {"analysis_explanation", "end", "entity_type", "score", "start"}
    assert {text[one["start"] : one["end"]]: one["entity_type"] for one in made} == {
        "John Smith": "PERSON",
        "AC432223": "US_DRIVER_LICENSE",
    }
    assert all(one["analysis_explanation"] is None for one in made)


def test_a_list_of_texts(client: TestClient) -> None:
    texts = ["My name is Ann Lee.", "nothing here", "mail ann@example.org"]
    made = analyzed(client, text=texts, language="en")
    assert [[one["entity_type"] for one in of_text] for of_text in made] == [
        ["PERSON"],
        [],
        ["EMAIL_ADDRESS"],
    ]


def test_an_ad_hoc_recognizer_with_context(client: TestClient) -> None:
    zips = {
        "name": "Zip code Recognizer",
        "supported_language": "en",
        "patterns": [{"name": "zip code", "regex": r"(\b\d{5}(?:\-\d{4})?\b)", "score": 0.01}],
        "context": ["zip", "code"],
        "supported_entity": "ZIP",
    }
    made = analyzed(
        client,
        text="zip code is 10023",
        language="en",
        entities=["ZIP"],
        ad_hoc_recognizers=[zips],
        return_decision_process=True,
    )
    assert [(one["start"], one["end"], one["entity_type"]) for one in made] == [(12, 17, "ZIP")]
    assert made[0]["analysis_explanation"]["supportive_context_word"] == "zip"
    assert made[0]["analysis_explanation"]["original_score"] == 0.01


def test_the_next_number_is_what_its_own_words_call_it(client: TestClient) -> None:
    text = "John Smith drivers license is AC432223. Zip code: 10023"
    made = analyzed(client, text=text, language="en", entities=["US_DRIVER_LICENSE", "PERSON"])
    assert [text[one["start"] : one["end"]] for one in made] == ["AC432223", "John Smith"]


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"text": "", "language": "en"}, 500, "No text provided"),
        ({"text": "hello"}, 500, "No language provided"),
        ({"text": "hello", "language": "zz"}, 500, "No matching recognizers were found to serve"),
        ({"text": 5, "language": "en"}, 400, "text must be"),
        ({"text": "a", "language": "en", "entities": "PERSON"}, 400, "entities must be"),
        ({}, 500, "No text provided"),
        ({"language": "en"}, 500, "No text provided"),
        ([], 400, "Invalid request json"),
        (
            {
                "text": "a",
                "language": "en",
                "ad_hoc_recognizers": [
                    {"supported_entity": "ZIP", "patterns": [{"type": "zip", "bebex": "x"}]}
                ],
            },
            400,
            "Failed to parse /analyze request for AnalyzerEngine.analyze().",
        ),
        (
            {"text": "a", "language": "en", "allow_list": ["("], "allow_list_match": "regex"},
            400,
            "Failed to parse /analyze request",
        ),
        (
            {
                "text": "a",
                "language": "en",
                "ad_hoc_recognizers": [
                    {"supported_entity": "Z", "deny_list": ["a"], "global_regex_flags": "x"}
                ],
            },
            400,
            "global_regex_flags",
        ),
    ],
)
def test_errors_of_the_analyzer(
    client: TestClient, body: dict[str, Any], status: int, said: str
) -> None:
    answer = client.post("/analyze", json=body)
    assert answer.status_code == status
    assert said in answer.json()["error"]


def test_anonymize_and_back(client: TestClient) -> None:
    text = "hello world, my name is Jane Doe. My number is: 034453334"
    results = [
        {"start": 24, "end": 32, "score": 0.8, "entity_type": "NAME"},
        {"start": 24, "end": 28, "score": 0.8, "entity_type": "FIRST_NAME"},
        {"start": 29, "end": 32, "score": 0.6, "entity_type": "LAST_NAME"},
        {"start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER"},
    ]
    operators = {
        "DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"},
        "PHONE_NUMBER": {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True},
    }
    body = {"text": text, "anonymizers": operators, "analyzer_results": results}
    assert client.post("/anonymize", json=body).json() == {
        "text": "hello world, my name is ANONYMIZED. My number is: 03445****",
        "items": [
            {
                "start": 50,
                "end": 59,
                "entity_type": "PHONE_NUMBER",
                "text": "03445****",
                "operator": "mask",
            },
            {
                "start": 24,
                "end": 34,
                "entity_type": "NAME",
                "text": "ANONYMIZED",
                "operator": "replace",
            },
        ],
    }
    body["anonymizers"] = {"DEFAULT": {"type": "encrypt", "key": KEY}}
    sealed = client.post("/anonymize", json=body).json()
    back = {
        "text": sealed["text"],
        "anonymizer_results": sealed["items"],
        "deanonymizers": {"DEFAULT": {"type": "decrypt", "key": KEY}},
    }
    assert client.post("/deanonymize", json=back).json()["text"] == text


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"anonymizers": {"DEFAULT": {"type": "none"}}}, 422),
        ({"anonymizers": {"DEFAULT": {"type": "custom", "new_value": "lambda x: x[::-1]"}}}, 400),
        ({"anonymizers": {"DEFAULT": {"type": "encrypt", "key": "short"}}}, 422),
        ({"analyzer_results": [{"start": 0, "end": 99, "score": 1, "entity_type": "A"}]}, 422),
        ({"analyzer_results": [{"end": 2, "score": 1, "entity_type": "A"}]}, 422),
        ({"text": None}, 422),
    ],
)
def test_errors_of_the_anonymizer(client: TestClient, change: dict[str, Any], status: int) -> None:
    body = {"text": "hello", "analyzer_results": [], "anonymizers": {}} | change
    answer = client.post("/anonymize", json=body)
    assert answer.status_code == status and set(answer.json()) == {"error"}
    if status == 400:
        assert answer.json()["error"] == "Custom type anonymizer is not supported"


def test_bodies_that_are_no_json(client: TestClient) -> None:
    for path in ("/analyze", "/anonymize", "/deanonymize"):
        answer = client.post(path, content="{")
        assert answer.status_code == 400 and "could not understand" in answer.json()["error"]
    assert client.post("/deanonymize", json={}).json() == {"error": "Invalid request json"}


def test_what_is_missing_for_deanonymizing_is_empty(client: TestClient) -> None:
    answer = client.post("/deanonymize", json={"text": "e6HnOMnIxbd4a8Qea"})
    assert answer.status_code == 200
    assert answer.json() == {"text": "e6HnOMnIxbd4a8Qea", "items": []}
    answer = client.post("/deanonymize", json={"key": "1111111111111111"})
    assert (answer.status_code, answer.json()) == (200, {"text": "", "items": []})


@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("US_ITIN", "My ITIN is 911-70-1234.", "911-70-1234"),
        ("UK_NHS", "My NHS number is 401 023 2137.", "401 023 2137"),
        ("SG_NRIC_FIN", "My NRIC is S2740116C.", "S2740116C"),
        ("AU_ABN", "The ABN is 51 824 753 556.", "51 824 753 556"),
        ("AU_ACN", "The ACN is 004 085 616.", "004 085 616"),
        ("AU_TFN", "My TFN is 876 543 210.", "876 543 210"),
        ("AU_MEDICARE", "My Medicare number is 2123 45670 1.", "2123 45670 1"),
    ],
)
def test_numbers_with_names_of_their_own(
    client: TestClient, name: str, text: str, number: str
) -> None:
    assert name in client.get("/supportedentities?language=en").json()
    for asked in ({}, {"entities": [name]}, {"entities": [name, "PHONE_NUMBER", "US_SSN"]}):
        made = analyzed(client, text=text, language="en", **asked)
        named = {text[one["start"] : one["end"]]: one["entity_type"] for one in made}
        assert named.get(number) == name, asked
    (only,) = analyzed(client, text=f"It is {number}", language="en", entities=[name])
    assert (only["entity_type"], only["start"]) == (name, 6)
    wrong = number[:-1] + ("2" if number[-1] != "2" else "3") if number[-1].isdecimal() else ""
    if wrong and name not in ("US_ITIN", "AU_MEDICARE"):  # their last digits check nothing
        assert not analyzed(client, text=f"It is {wrong}", language="en", entities=[name])


def test_lists_and_health(client: TestClient) -> None:
    for prefix in ("", "/presidio"):
        assert "decrypt" in client.get(f"{prefix}/deanonymizers").json()
        assert {"replace", "redact", "mask", "hash", "encrypt", "keep"} <= set(
            client.get(f"{prefix}/anonymizers").json()
        )
        assert "PERSON" in client.get(f"{prefix}/supportedentities?language=en").json()
        assert client.get(f"{prefix}/recognizers?language=zz").status_code == 500
    assert client.get("/presidio/health").text == "Presidio Analyzer service is up"
