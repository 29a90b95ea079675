"""The curves of a training as a picture: the loss, and the share of puzzles of each kind that left solved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

AT_ONCE = 5
"""Notes of the curve that a point is the mean of; single ones are of some twenty puzzles."""


def picture(curve: Sequence[Mapping[str, Any]], path: Path) -> None:
    import matplotlib
    from matplotlib.figure import Figure

    matplotlib.rcParams["svg.hashsalt"] = "network"  # the same curve is the same file
    parts = [curve[start : start + AT_ONCE] for start in range(0, len(curve), AT_ONCE)]
    minutes = [part[-1]["minutes"] for part in parts]
    drawn = Figure(figsize=(7, 4), layout="constrained")
    solved = drawn.subplots()
    for kind in sorted({kind for note in curve for kind in note["solved"]}):
        shares = [[note["solved"][kind] for note in part if kind in note["solved"]] for part in parts]
        points = [(at, 100 * sum(each) / len(each)) for at, each in zip(minutes, shares, strict=True) if each]
        solved.plot(*zip(*points, strict=True), label=f"order {kind}" if kind.isdigit() else kind)
    solved.set(xlabel="minutes", ylabel="puzzles that left solved, %", ylim=(0, 100))
    loss = solved.twinx()
    loss.plot(minutes, [sum(note["loss"] for note in part) / len(part) for part in parts], "k:", label="loss")
    loss.set(ylabel="loss (dotted)", ylim=(0, None))
    solved.legend(fontsize="small", loc="lower right")
    drawn.savefig(path, metadata={"Date": None})
