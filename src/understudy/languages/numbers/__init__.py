"""Number words of every language, from its ``numbers.toml``.

words      the words of a language, folded for reading
reading    one number in words: its value, the class of each word, how it is worded
dictated   digits as they are dictated, words and figures mixed
writing    numbers in words
"""

from understudy.languages.numbers.dictated import (
    alphanumerics_of,
    digits_in,
    digits_of,
    number_of,
)
from understudy.languages.numbers.words import words_of

__all__ = ["alphanumerics_of", "digits_in", "digits_of", "number_of", "words_of"]
