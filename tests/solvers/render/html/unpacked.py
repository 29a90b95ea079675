"""What the script of a page does with packed pictures, said once more in Python."""


def unpack(packed: dict[str, object]) -> list[str]:
    """The pictures again, as ``unpack`` in ``steps.js`` finds them."""
    lines, frames = packed["lines"], packed["frames"]
    assert isinstance(lines, list)
    assert isinstance(frames, list)
    texts: list[str] = []
    before: list[int] = []
    for frame in frames:
        here: list[int] = []
        for part in frame:
            here += before[part[0] : part[0] + part[1]] if isinstance(part, list) else [part]
        texts.append("\n".join(lines[line] for line in here))
        before = here
    return texts
