"""The version of the package, as it was installed."""

from importlib.metadata import version

__all__ = ["VERSION"]

VERSION = version("understudy")
