"""Operators: what is written in place of a value."""

from __future__ import annotations

import base64
import hashlib
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from cryptography.hazmat.primitives import padding
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from understudy.core.errors import UnderstudyError

__all__ = [
    "ANONYMIZERS",
    "DEANONYMIZERS",
    "SURROGATE",
    "InvalidParamError",
    "Operate",
    "Operator",
    "OperatorConfig",
    "OperatorType",
    "checked",
    "operate_of",
]

SURROGATE = "surrogate"
"""Ours: all values with this operator are replaced together, by coherent stand-ins."""
_HASHES = ("sha256", "sha512")
_KEYS = (16, 24, 32)
_SALT = 16
_BLOCK = 16


class InvalidParamError(UnderstudyError):
    """A parameter of an operator that is missing or wrong."""

    @property
    def err_msg(self) -> str:
        """What is wrong."""
        return str(self)


@dataclass
class OperatorConfig:
    """The name of an operator, and its parameters."""

    operator_name: str
    params: dict[str, Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        if not isinstance(self.operator_name, str) or not self.operator_name:
            raise InvalidParamError("Invalid input, operator_name must not be empty")
        self.params = dict(self.params or {})

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> OperatorConfig:
        """From an object of a request: ``type`` is the operator, the rest are its parameters."""
        if not isinstance(data, Mapping) or "type" not in data:
            raise InvalidParamError("Invalid input, an operator must contain a type")
        return cls(data["type"], {key: value for key, value in data.items() if key != "type"})


class OperatorType(Enum):
    """What an operator is for."""

    Anonymize = 1
    Deanonymize = 2


class Operator(ABC):
    """An operator of your own, as a class: one is made for each value."""

    @abstractmethod
    def operate(self, text: str, params: dict[str, Any] | None = None) -> str:
        """What is written in place of a value; ``params`` have its ``entity_type``, too."""

    @abstractmethod
    def validate(self, params: dict[str, Any] | None = None) -> None:
        """Refuses parameters that are wrong."""

    @abstractmethod
    def operator_name(self) -> str:
        """The name by which it is chosen."""

    @abstractmethod
    def operator_type(self) -> OperatorType:
        """What it is for."""


Operate = Callable[[str, str, Mapping[str, Any]], str]
"""value, type of the entity, parameters → what is written."""


def _replace(_: str, entity: str, params: Mapping[str, Any]) -> str:
    return str(params.get("new_value") or f"<{entity}>")


def _redact(_: str, __: str, ___: Mapping[str, Any]) -> str:
    return ""


def _keep(value: str, _: str, __: Mapping[str, Any]) -> str:
    return value


def _mask(value: str, _: str, params: Mapping[str, Any]) -> str:
    count = max(0, min(int(params["chars_to_mask"]), len(value)))
    sign: str = params["masking_char"]
    if params["from_end"]:
        return value[: len(value) - count] + sign * count
    return sign * count + value[count:]


def _hash(value: str, _: str, params: Mapping[str, Any]) -> str:
    """Without a salt of the caller's each value gets one of its own that nobody keeps, so that it
    cannot be looked up in a table of hashed names."""
    salt = params.get("salt") or secrets.token_bytes(_SALT)
    data = value.encode("utf-8", "surrogatepass") + _bytes(salt)
    return hashlib.new(params.get("hash_type") or _HASHES[0], data).hexdigest()


def _encrypt(value: str, _: str, params: Mapping[str, Any]) -> str:
    start = secrets.token_bytes(_BLOCK)
    padder = padding.PKCS7(8 * _BLOCK).padder()
    padded = padder.update(value.encode("utf-8", "surrogatepass")) + padder.finalize()
    cipher = Cipher(algorithms.AES(_bytes(params["key"])), modes.CBC(start)).encryptor()
    made = start + cipher.update(padded) + cipher.finalize()
    return base64.urlsafe_b64encode(made).decode("ascii")


def _decrypt(value: str, _: str, params: Mapping[str, Any]) -> str:
    try:
        data = base64.urlsafe_b64decode(value.encode("ascii"))
        cipher = Cipher(algorithms.AES(_bytes(params["key"])), modes.CBC(data[:_BLOCK])).decryptor()
        padded = cipher.update(data[_BLOCK:]) + cipher.finalize()
        unpadder = padding.PKCS7(8 * _BLOCK).unpadder()
        return (unpadder.update(padded) + unpadder.finalize()).decode("utf-8", "surrogatepass")
    except (ValueError, UnicodeError):
        raise InvalidParamError("the text cannot be decrypted with this key") from None


def _custom(value: str, _: str, params: Mapping[str, Any]) -> str:
    made = params["lambda"](value)
    if not isinstance(made, str):
        raise InvalidParamError("Function return type must be a str")
    return made


def _bytes(value: str | bytes) -> bytes:
    return value.encode("utf-8") if isinstance(value, str) else value


ANONYMIZERS: Mapping[str, Operate] = {
    "custom": _custom,
    "encrypt": _encrypt,
    "hash": _hash,
    "keep": _keep,
    "mask": _mask,
    "redact": _redact,
    "replace": _replace,
}
DEANONYMIZERS: Mapping[str, Operate] = {"decrypt": _decrypt, "deanonymize_keep": _keep}
_KINDS = {str: "string", int: "number", float: "number", bool: "boolean"}


def operate_of(kind: type[Operator]) -> Operate:
    """An operator of the caller's, as ours are."""

    def operate(value: str, entity: str, params: Mapping[str, Any]) -> str:
        own, given = kind(), {**params, "entity_type": entity}
        own.validate(params=given)
        made = own.operate(text=value, params=given)
        if not isinstance(made, str):
            raise InvalidParamError(f"operator {own.operator_name()} must return a str")
        return made

    return operate


def checked(config: OperatorConfig, known: Mapping[str, Operate | None]) -> OperatorConfig:
    """The configuration, if its operator is known and its parameters are right. Those of an
    operator of the caller's are its own business."""
    name, params = config.operator_name, config.params
    if name not in known:
        raise InvalidParamError(f"Invalid operator class '{name}'.")
    if known[name] not in (None, ANONYMIZERS.get(name), DEANONYMIZERS.get(name)):
        return config
    if name == "replace":
        _typed(params, "new_value", str, optional=True)
    elif name == "mask":
        _typed(params, "masking_char", str)
        _typed(params, "chars_to_mask", int)
        _typed(params, "from_end", bool)
        if len(params["masking_char"]) != 1:
            raise InvalidParamError("Invalid input, masking_char must be a character")
    elif name == "hash":
        found = params.get("hash_type") or _HASHES[0]
        if found not in _HASHES:
            raise InvalidParamError(
                f"Parameter hash_type value {str(found)[:20]} is not in range of values "
                f"{list(_HASHES)}"
            )
        salt = params.get("salt")
        if salt is not None and (not isinstance(salt, str | bytes) or len(_bytes(salt)) < _SALT):
            raise InvalidParamError(f"Salt must be a string of at least {_SALT} bytes.")
    elif name in ("encrypt", "decrypt"):
        if not isinstance(params.get("key"), str | bytes):
            raise InvalidParamError("Expected parameter key")
        if len(_bytes(params["key"])) not in _KEYS:
            raise InvalidParamError("Invalid input, key must be of length 128, 192 or 256 bits")
    elif name == "custom" and not callable(params.get("lambda")):
        raise InvalidParamError("New value must be a callable function")
    return config


def _typed(params: Mapping[str, Any], name: str, kind: type, *, optional: bool = False) -> None:
    if params.get(name) is None:
        if optional:
            return
        raise InvalidParamError(f"Expected parameter {name}")
    if type(params[name]) is not kind:
        raise InvalidParamError(
            f"Invalid parameter value for {name}. Expecting '{_KINDS[kind]}', but got "
            f"'{_KINDS.get(type(params[name]), type(params[name]).__name__)}'."
        )
