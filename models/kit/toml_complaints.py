"""What does a person want to hear when a file is no TOML? The line, what is wrong there, and what is expected."""

from __future__ import annotations

import re
from pathlib import Path

from models.errors import InputError
from models.kit.names import printable

SENTENCES = {
    "Cannot overwrite a value": "{} is given twice",
    "Duplicate inline table key": "a key is given twice within braces",
    "Cannot declare": "a table is given twice",
    "Cannot mutate immutable namespace": "a table that is complete already is given again",
    "Invalid value": "found no value here; a number, a list or a text in quotes is expected",
    "Expected '=' after a key": "expected is an equals sign after the key, as in key = value",
    "Invalid statement": "expected is a line such as key = value",
    "Expected newline or end of document": "found more on the line than one value; expected is one key = value a line",
    "Unclosed array": "a list is not closed; a ] is expected",
    "Unclosed inline table": "a table in braces is not closed; a }} is expected",
    "Unterminated string": "a text is not closed; quotes are expected at its end",
    "Unescaped '\\' in a string": "a backslash in a text is written twice",
    "Expected ']'": "the name of a table is not closed; a ] is expected",
    "Illegal character '\\n'": "a text is not closed on its line; quotes are expected at its end",
    "Found invalid character '\\n'": "a text is not closed on its line; quotes are expected at its end",
}
"""For the beginning of what Python's parser says, what is said here; ``{}`` is the key of the line."""

HUGE = re.compile(r"[0-9](?:_?[0-9]){4300}")
"""More digits than Python makes an integer of."""

_KEY = re.compile(r"\s*([\w-]+|\"[^\"]*\"|'[^']*')\s*=")


def no_toml(complaint: str, text: str, path: Path | str) -> InputError:
    """The error for what Python's parser said of ``text``: ``Invalid value (at line 3, column 5)``."""
    huge = HUGE.search(text)
    if huge:
        line = text.count("\n", 0, huge.start()) + 1
        return InputError("found a number of thousands of digits; no puzzle has one", path, line)
    what, _, place = complaint.removesuffix(")").rpartition(" (at ")
    words = place.replace(",", " ").split()
    if len(words) == 4 and words[0] == "line" and words[1].isdecimal():
        line, where = int(words[1]), f" (column {words[3]})"
    else:
        line, where = text.rstrip("\n").count("\n") + 1, ", but the file ends here"
    sentence = next((said for start, said in SENTENCES.items() if what.startswith(start)), None)
    if sentence is None:
        sentence = printable(what[:1].lower() + what[1:]).replace("{", "{{").replace("}", "}}")
    if "{}" in sentence:
        where = ""
    return InputError(f"{sentence.format(_key_on(text, line))}{where}: this is no TOML", path, line)


def _key_on(text: str, line: int) -> str:
    match = _KEY.match(text.split("\n")[line - 1])
    return f"the key {printable(match[1])}" if match else "a key"
