"""Train the word pieces: byte-level BPE over lower-cased English and Spanish.

python training/tokenizer.py --data DATA --out OUT/tokenizer.json
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

import text
from understudy.encoder.pieces import lowered

CONFIG = tomllib.loads(Path(__file__).with_name("tokenizer.toml").read_text("utf-8"))
# Words with their space, digits one by one (a number is read as it is spoken), the rest in runs.
PATTERN = (
    r"'(?:s|t|re|ve|m|ll|d)(?![\p{L}\p{M}])| ?[\p{L}\p{M}]+| ?\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+|\s+(?!\S)|\s+"
)


def sample(data: Path) -> Iterator[str]:
    draw = random.Random(CONFIG["seed"])
    for name, share in CONFIG["shares"].items():
        lines, _ = text.split(text.paragraphs(data, name), name)
        yield from (lowered(line) for line in lines if draw.random() < share)
    for lines in (text.modern_spanish(data), text.plain_english(data)):
        yield from itertools.chain.from_iterable(
            itertools.repeat(lowered(line), CONFIG["repeats"]) for line in lines
        )


def train(lines: Iterator[str]) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.normalizer = normalizers.Prepend(" ")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(PATTERN), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=CONFIG["pieces"],
        min_frequency=CONFIG["min_frequency"],
        special_tokens=["<pad>", "<mask>", "\n"],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        max_token_length=CONFIG["longest"],
        show_progress=True,
    )
    tokenizer.train_from_iterator(lines, trainer)
    return tokenizer


def plain(tokenizer: Tokenizer) -> str:
    """The tokenizer without its special tokens: a text that says "<mask>" is only text."""
    written = json.loads(tokenizer.to_str())
    written["added_tokens"] = []
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(plain(train(sample(asked.data))), "utf-8")


if __name__ == "__main__":
    main()
