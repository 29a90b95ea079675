"""LZ-string: texts packed as web pages pack them into links, LZ78 over UTF-16 units and then base64.

P. Neill's ``lz-string`` is the form that is met. A code is 0 (a unit of 8 bits follows), 1 (one of 16 bits follows),
2 (the end) or the number of a word seen before; after each code the word before it, with one more unit, gets the next
number. A code is as wide as the next number needs, its lowest bit first.

Unpacking stops at a limit, since a thousand letters can stand for a million.
"""

from __future__ import annotations

UNIT, WIDE_UNIT, END = range(3)
"""The codes that are no words."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

_BITS = {letter: f"{place:06b}" for place, letter in enumerate(ALPHABET)}


def packed(text: str) -> str:
    """``text`` as lz-string's ``compressToBase64`` packs it, to the letter."""
    codes: dict[str, int] = {}
    fresh: set[str] = set()  # single units that have not been written
    bits: list[str] = []
    size = END + 1  # how many codes there are for whoever reads this far

    def write(value: int, width: int) -> None:
        bits.append(f"{value:0{width}b}"[::-1])

    def write_word(word: str) -> None:
        nonlocal size
        is_first, width = size == END + 1, size.bit_length()
        if word in fresh:
            fresh.remove(word)
            is_wide = ord(word) > 255
            write(WIDE_UNIT if is_wide else UNIT, width)
            write(ord(word), 16 if is_wide else 8)
            size += 1
        else:
            write(codes[word], width)
        size += not is_first

    word = ""
    for unit in _units(text):
        if unit not in codes:
            codes[unit] = len(codes) + END + 1
            fresh.add(unit)
        if word + unit in codes:
            word += unit
        else:
            write_word(word)
            codes[word + unit] = len(codes) + END + 1
            word = unit
    if word:
        write_word(word)
    write(END, size.bit_length())
    stream = "".join(bits)
    stream += "0" * (6 - len(stream) % 6)
    letters = "".join(ALPHABET[int(stream[at : at + 6], 2)] for at in range(0, len(stream), 6))
    return letters + "=" * (-len(letters) % 4)


def unpacked(letters: str, most: int) -> str:
    """The text that ``letters`` are packed from; ValueError when they are none, or it has more than ``most`` units."""
    try:
        bits = "".join(map(_BITS.__getitem__, letters.rstrip("=")))
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r} is no letter of base64") from None
    at = 0

    def read(width: int) -> int:
        nonlocal at
        at += width
        if at > len(bits):
            raise ValueError("it breaks off")
        return int(bits[at - width : at][::-1], 2)

    words = [""] * (END + 1)
    found: list[str] = []
    length, before = 0, ""
    while (code := read(len(words).bit_length())) != END:
        if code < END:
            words.append(chr(read(16 if code == WIDE_UNIT else 8)))
            code = len(words) - 1
        if code > len(words) or not (code < len(words) or before):
            raise ValueError("it names a word that has not been")
        word = words[code] if code < len(words) else before + before[0]
        length += len(word)
        if length > most:
            raise ValueError(f"it unpacks to more than {most:,} characters")
        found.append(word)
        if before:
            words.append(before + word[0])
        before = word
    return _joined("".join(found))


def _units(text: str) -> list[str]:
    if not text or max(text) <= "\uffff":
        return list(text)
    data = text.encode("utf-16-le", "surrogatepass")
    return [chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2)]


def _joined(units: str) -> str:
    """The text of UTF-16 units; half a character on its own becomes a replacement mark."""
    return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
