"""Speech that is synthesised and recognised again: espeak-ng speaks, pocketsphinx listens.

Figures are spoken digit by digit and letters of codes one by one, in transcripts as in speech, so
that one vocabulary serves both. A word that the pronouncing dictionary lacks cannot be recognised.
"""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import tempfile
import wave
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import gcd
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.signal import resample_poly

from understudy.utility.ngrams import Trigrams

RATE = 16000
_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_PART = re.compile(r"[^\W\d]+|\d")
_OTHER = re.compile(r"\(\d+\)$")


def check_tools() -> None:
    if shutil.which("espeak-ng") is None:
        raise SystemExit("espeak-ng is missing: apt-get install espeak-ng")
    try:
        import pocketsphinx  # noqa: F401
    except ModuleNotFoundError:
        raise SystemExit("pocketsphinx is missing: pip install pocketsphinx") from None


def spoken(text: str) -> str:
    """The text as it is spoken: digits as words, letters of codes apart."""
    found: list[str] = []
    for word in text.split():
        if any(map(str.isdigit, word)):
            for part in _PART.findall(word):
                found += [_DIGITS[int(part)]] if part.isdigit() else list(part)
        else:
            found.append(word)
    return " ".join(found)


def synthesised(text: str, voice: Mapping[str, Any], seed: int) -> bytes:
    """Samples at 16 kHz between two silences, with a little noise."""
    command = ["espeak-ng", "-v", voice["name"], "-s", str(voice["speed"]), "--stdout", text]
    said = subprocess.run(command, capture_output=True, check=True).stdout
    with wave.open(io.BytesIO(said)) as file:
        rate = file.getframerate()
    samples = np.frombuffer(said[44:], dtype="<i2").astype(float)
    common = gcd(RATE, rate)
    samples = 0.5 * resample_poly(samples, RATE // common, rate // common)
    silence = np.zeros(RATE * 3 // 10)
    whole = np.concatenate([silence, samples, silence])
    whole += np.random.default_rng(seed).normal(0.0, voice["noise"], len(whole))
    made: NDArray[np.int16] = whole.clip(-32768, 32767).astype("<i2")
    return made.tobytes()


@cache
def pronunciations() -> Mapping[str, tuple[str, ...]]:
    """word → all that the dictionary says of it."""
    from pocketsphinx import get_model_path

    found: dict[str, list[str]] = {}
    path = Path(get_model_path("en-us")) / "cmudict-en-us.dict"
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, sounds = line.partition(" ")
        found.setdefault(_OTHER.sub("", word), []).append(sounds)
    return {word: tuple(sounds) for word, sounds in found.items()}


@dataclass(frozen=True)
class Recogniser:
    """A language model, with classes of values where it has any."""

    model: Trigrams = field(repr=False)
    classes: Mapping[str, Mapping[str, float]] = field(default_factory=dict, repr=False)
    """class token → value → its probability."""

    def __getstate__(self) -> dict[str, Any]:
        return {"model": self.model, "classes": self.classes}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        for name, value in state.items():
            object.__setattr__(self, name, value)

    @cached_property
    def _decoder(self) -> Any:
        from pocketsphinx import Config, Decoder, get_model_path

        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "lm").write_text("".join(self.model.arpa()), encoding="utf-8")
            (folder / "dict").write_text("".join(self._dictionary()), encoding="utf-8")
            config = Config(
                hmm=str(Path(get_model_path("en-us")) / "en-us"),
                dict=str(folder / "dict"),
                loglevel="FATAL",
                cmn="batch",
                fwdflat=False,
                maxhmmpf=5000,
            )
            config["lm"] = str(folder / "lm") if not self.classes else None
            if self.classes:
                (folder / "classes").write_text("".join(self._definitions()), encoding="utf-8")
                names = " ".join(map(_token, self.classes))
                control = f"{{ {folder}/classes }}\n{folder}/lm all {{ {names} }}\n"
                (folder / "control").write_text(control, encoding="utf-8")
                config["lmctl"], config["lmname"] = str(folder / "control"), "all"
            return Decoder(config)

    def _dictionary(self) -> Iterator[str]:
        known = pronunciations()
        for (word,) in self.model.counts[0]:
            for at, sounds in enumerate(known.get(word, ())):
                yield f"{word}{f'({at + 1})' if at else ''} {sounds}\n"
        for name, values in self.classes.items():
            for value in values:
                parts = [known[word][0] for word in value.split() if word in known]
                if len(parts) == len(value.split()):
                    yield f"{_member(value, name)} {' '.join(parts)}\n"

    def _definitions(self) -> Iterator[str]:
        """Members have names of their own: the recogniser wants none that is a word as well."""
        for name, values in self.classes.items():
            yield f"LMCLASS {_token(name)}\n"
            for value, chance in values.items():
                yield f"{_member(value, name)} {chance:.8f}\n"
            yield f"END {_token(name)}\n"

    def heard(self, audio: bytes) -> str:
        decoder = self._decoder
        decoder.start_utt()
        decoder.process_raw(audio, full_utt=True)
        decoder.end_utt()
        said = decoder.hyp()
        words = said.hypstr.split() if said is not None else []
        return " ".join(_OTHER.sub("", word).split("__")[0].replace("_", " ") for word in words)


def _token(name: str) -> str:
    return f"[{name}]"


def _member(value: str, name: str) -> str:
    return f"{value.replace(' ', '_')}__{name}"


def errors(said: Sequence[str], heard: Sequence[str]) -> int:
    """Insertions, deletions and substitutions, as few as possible."""
    row = list(range(len(heard) + 1))
    for at, word in enumerate(said, 1):
        corner, row[0] = row[0], at
        for to, other in enumerate(heard, 1):
            corner, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, corner + (word != other))
    return row[-1]
