"""Fine-tuning a model of Hugging Face: for tags, for labels of texts, and to foresee words."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from understudy.core.errors import MissingExtra, ModelError
from understudy.core.types import Document, Span
from understudy.encoder.hub import HubEncoder
from understudy.learn.examples import classes_of, flat
from understudy.utility.samples import Sample
from understudy.utility.settings import Settings
from understudy.utility.tags import tag_cells
from understudy.utility.tasks import Floats

__all__ = ["classes", "tags", "text"]

_BATCH = 16
_LONGEST = 256
_IGNORED = -100
_HIDDEN = 0.15
"""The share of a text that is hidden to be foreseen, as BERT was trained."""
Batch = dict[str, Any]


def _torch() -> tuple[Any, Any]:
    try:
        import torch  # noqa: PLC0415 - an extra
        import transformers  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name not in ("torch", "transformers"):
            raise
        raise MissingExtra("a model of Hugging Face", "transformers") from None
    return torch, transformers


def _loaded(kind: str, settings: Settings, **shape: Any) -> tuple[Any, Any, Any]:
    """Tokenizer, model and the device: a GPU where there is one."""
    torch, transformers = _torch()
    name = settings.model
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, local_files_only=True)
        model = getattr(transformers, f"AutoModelFor{kind}").from_pretrained(
            name, local_files_only=True, use_safetensors=True, **shape
        )
    except (OSError, ValueError, ImportError) as error:
        raise ModelError(
            f"{name}: cannot be loaded: {type(error).__name__}; "
            "name a folder, or a model that is in the local cache"
        ) from None
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    return tokenizer, model.to(device), device


def _headed(names: Sequence[str]) -> dict[str, Any]:
    """A model with a new head for the names."""
    return {"num_labels": len(names), "ignore_mismatched_sizes": True}


def _fit(
    model: Any, batches: Callable[[], Iterator[Batch]], steps: int, seed: int, rate: float
) -> None:
    """AdamW with a rate that falls to nothing, as Adelani et al. (2020) fine-tune BERT."""
    torch, _ = _torch()
    torch.manual_seed(seed)
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: max(0.0, 1.0 - step / max(1, steps))
    )
    model.train()
    for batch in batches():
        loss = model(**batch).loss
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        schedule.step()
    model.eval()


def _portions(size: int, epochs: int, seed: int) -> Iterator[list[int]]:
    draw = np.random.default_rng(seed)
    for _ in range(epochs):
        order = draw.permutation(size).tolist()
        yield from (order[at : at + _BATCH] for at in range(0, size, _BATCH))


def _steps(size: int, epochs: int) -> int:
    return epochs * (-(-size // _BATCH))


def classes(
    names: Sequence[str], train: Sample, seed: int, settings: Settings
) -> Callable[[Sequence[str]], Floats]:
    """Fine-tunes a classifier of texts; gives the probabilities of the classes for other texts."""
    torch, _ = _torch()
    torch.manual_seed(seed)
    tokenizer, model, device = _loaded("SequenceClassification", settings, **_headed(names))
    place = {name: at for at, name in enumerate(names)}
    shown = [
        (document.text, place[label])
        for document, target in zip(*train, strict=True)
        for label in target
    ]

    def read(texts: list[str]) -> Any:
        return tokenizer(
            texts, return_tensors="pt", padding=True, truncation=True, max_length=_LONGEST
        ).to(device)

    def batches() -> Iterator[Batch]:
        for portion in _portions(len(shown), settings.epochs, seed):
            wanted = torch.tensor([shown[at][1] for at in portion], device=device)
            yield {**read([shown[at][0] for at in portion]), "labels": wanted}

    _fit(model, batches, _steps(len(shown), settings.epochs), seed, settings.rate)

    def chances(texts: Sequence[str]) -> Floats:
        found = []
        with torch.no_grad():
            for at in range(0, len(texts), _BATCH):
                logits = model(**read(list(texts[at : at + _BATCH]))).logits
                found.append(torch.softmax(logits, -1).cpu().numpy())
        return np.concatenate(found).astype(float)

    return chances


def tags(train: Sample, seed: int, settings: Settings) -> Callable[[Sample], Floats]:
    """Fine-tunes a tagger; gives the counts for F1 on other documents."""
    torch, _ = _torch()
    torch.manual_seed(seed)
    known = [flat(document) for document in train.documents]
    names = classes_of(known)
    tokenizer, model, device = _loaded("TokenClassification", settings, **_headed(names))

    def read(texts: list[str]) -> Any:
        return tokenizer(
            texts,
            return_tensors="pt",
            padding=True,
            truncation=True,
            max_length=_LONGEST,
            return_offsets_mapping=True,
        )

    def batches() -> Iterator[Batch]:
        for portion in _portions(len(known), settings.epochs, seed):
            documents = [known[at] for at in portion]
            encoded = read([document.text for document in documents])
            places = encoded.pop("offset_mapping").tolist()
            wanted = [
                _wanted(document, of_text, names)
                for document, of_text in zip(documents, places, strict=True)
            ]
            yield {**encoded.to(device), "labels": torch.tensor(wanted, device=device)}

    _fit(model, batches, _steps(len(known), settings.epochs), seed, settings.rate)

    def answer(test: Sample) -> Floats:
        found: list[list[Span]] = []
        with torch.no_grad():
            for at in range(0, len(test.documents), _BATCH):
                texts = [one.text for one in test.documents[at : at + _BATCH]]
                encoded = read(texts)
                places = encoded.pop("offset_mapping").tolist()
                best = model(**encoded.to(device)).logits.argmax(-1).tolist()
                found += (
                    list(_spans(text, of_text, [names[one] for one in tags_of_text]))
                    for text, of_text, tags_of_text in zip(texts, places, best, strict=True)
                )
        return tag_cells(test.documents, found)

    return answer


def text(texts: Sequence[str], seed: int, settings: Settings) -> HubEncoder:
    """A masked language model, trained further on the texts."""
    torch, _ = _torch()
    torch.manual_seed(seed)
    HubEncoder.load(settings.model).needs("masked pieces")
    tokenizer, model, device = _loaded("MaskedLM", settings)
    draw = np.random.default_rng((seed, 1))
    rows = tokenizer(
        list(texts),
        truncation=True,
        max_length=min(_LONGEST, tokenizer.model_max_length),
        return_overflowing_tokens=True,  # a long text has several rows
        return_special_tokens_mask=True,
    )
    shown = [
        {name: rows[name][at] for name in ("input_ids", "attention_mask", "special_tokens_mask")}
        for at in range(len(rows["input_ids"]))
    ]

    def batches() -> Iterator[Batch]:
        for portion in _portions(len(shown), settings.epochs, seed):
            encoded = tokenizer.pad([shown[at] for at in portion], return_tensors="pt")
            plain = encoded.pop("special_tokens_mask").numpy() == 0
            chosen = torch.from_numpy(plain & (draw.random(plain.shape) < _HIDDEN))
            labels = encoded["input_ids"].masked_fill(~chosen, _IGNORED)
            if not chosen.any():  # nothing to foresee, and no loss
                continue
            encoded["input_ids"] = encoded["input_ids"].masked_fill(chosen, tokenizer.mask_token_id)
            yield {**encoded.to(device), "labels": labels.to(device)}

    _fit(model, batches, _steps(len(shown), settings.epochs), seed, settings.rate)
    with tempfile.TemporaryDirectory() as folder:  # for its owner only
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        return HubEncoder.load(folder).foreseeing()


def _wanted(document: Document, places: list[list[int]], names: Sequence[str]) -> list[int]:
    """The class of each token: by the span that its first letter lies in."""
    number = {name: at for at, name in enumerate(names)}
    found = []
    before = None
    for start, end in places:
        if start == end:  # a mark of the tokenizer, or padding
            found.append(_IGNORED)
            continue
        first = start + len(document.text[start:end]) - len(document.text[start:end].lstrip())
        span = next((one for one in document.annotations if one.start <= first < one.end), None)
        side = "I" if span is not None and span is before else "B"
        found.append(number["O" if span is None else f"{side}-{span.label}"])
        before = span
    return found


def _spans(text: str, places: list[list[int]], tags_of_text: Sequence[str]) -> Iterator[Span]:
    """Runs of tokens of one label as spans without the space around them."""
    run: tuple[int, int, str] | None = None
    for (start, end), tag in zip(places, tags_of_text, strict=True):
        if start == end:  # a mark of the tokenizer, or padding
            continue
        if run is not None and tag == f"I-{run[2]}":
            run = (run[0], end, run[2])
            continue
        if run is not None:
            yield from _trimmed(text, run)
        run = (start, end, tag[2:]) if tag != "O" else None
    if run is not None:
        yield from _trimmed(text, run)


def _trimmed(text: str, run: tuple[int, int, str]) -> Iterator[Span]:
    start, end, label = run
    start += len(text[start:end]) - len(text[start:end].lstrip())
    end -= len(text[start:end]) - len(text[start:end].rstrip())
    if start < end:
        yield Span(start, end, label, source="hub")
