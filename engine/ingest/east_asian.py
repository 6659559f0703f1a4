"""Which of the two-byte encodings of East Asia a text is in, where all of them fit: GBK, EUC-KR, Big5 or EUC-JP.

The bytes of a few Chinese words are as well a row of Korean syllables. Each of these encodings orders its characters
by how common they are (GB 2312, Big5 and JIS X 0208 have a first level of everyday characters; Korean is written in
Hangul, not in Hanja), so the one is right in which most characters are common. What only statistics of long texts
tell is left to the caller's guess, which wins a tie.
"""

from __future__ import annotations

import codecs
from collections import Counter
from collections.abc import Callable, Mapping

_SAMPLE_BYTES = 16 * 1024
_FEW = 12
_SIGNS = range(0xA1, 0xA4)
_RARE_FINALS = frozenset({3, 5, *range(9, 16)})
"""Final consonants of Hangul syllables that are rare, as in ``몫`` and ``앉``: their place among the 28."""


def likeliest(data: bytes, guess: str) -> tuple[str, bool]:
    """The encoding in which most characters of ``data`` are common, and whether it is certain.

    ``guess``, one of ``TWO_BYTES``, is the answer when none fits better. Not certain: a few characters that are as
    common in another one.
    """
    shares: dict[str, float] = {}
    most = 0
    for encoding, is_common in TWO_BYTES.items():
        counts = _characters(data[:_SAMPLE_BYTES], encoding)
        total = sum(counts.values())
        if total:
            most = max(most, total)
            shares[encoding] = sum(count for raw, count in counts.items() if is_common(raw)) / total
    if not shares:
        return guess, True
    best = max(shares.values())
    fitting = [encoding for encoding, share in shares.items() if share == best]
    if "gb18030" in fitting and guess == "big5":
        guess = "gb18030"  # of Big5's second bytes every third is none of GB 2312's
    return guess if guess in fitting else fitting[0], len(fitting) == 1 or most >= _FEW


def _characters(data: bytes, encoding: str) -> Counter[bytes]:
    """The two-byte characters with how often each occurs; none when the bytes do not fit the encoding."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(data)
    except UnicodeDecodeError:
        return Counter()
    return Counter({char.encode(encoding): count for char, count in Counter(text).items() if char > "\x7f"})


def _is_common_gbk(raw: bytes) -> bool:
    return len(raw) == 2 and raw[1] > 0xA0 and (raw[0] in _SIGNS or 0xB0 <= raw[0] <= 0xD7)


def _is_common_korean(raw: bytes) -> bool:
    if raw[0] in _SIGNS:
        return True
    place = ord(raw.decode("euc_kr")) - 0xAC00
    return 0 <= place < 11172 and place % 28 not in _RARE_FINALS


def _is_common_big5(raw: bytes) -> bool:
    return 0xA1 <= raw[0] <= 0xC6


def _is_common_japanese(raw: bytes) -> bool:
    return len(raw) == 2 and (0xA1 <= raw[0] <= 0xA5 or 0xB0 <= raw[0] <= 0xCF)


TWO_BYTES: Mapping[str, Callable[[bytes], bool]] = {
    "gb18030": _is_common_gbk, "euc_kr": _is_common_korean, "big5": _is_common_big5, "euc_jp": _is_common_japanese}
"""The encodings told apart here, each with what tells whether a character is common in it."""
