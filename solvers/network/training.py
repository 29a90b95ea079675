"""The training of the network, in pieces that resume.

1. Some puzzles are at work side by side, each with the states that its nodes have reached.
2. A step is eight passes over all of them. After each pass every group is asked which member it takes; the cross
   entropy is what the weights learn from, and states go on from there without their history.
3. A puzzle that is solved, or too old, leaves for a new one. What was too old is hard: others like it are made.
4. Weights that are kept are an average over the latest steps.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import cos, log, pi
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from zipfile import BadZipFile

import numpy as np
import torch

from models.errors import InputError
from models.kit.source import unreadable
from solvers.network.curves import picture
from solvers.network.graph import FactorGraph, Numbers, side_by_side
from solvers.network.inference import weights_of
from solvers.network.learning import Edges, TaughtNetwork, edges_of
from solvers.network.puzzles import Example
from solvers.network.shape import SHAPES
from solvers.network.supply import Supply, Taught

SLOTS = 16
"""Puzzles at work side by side."""

PASSES = 8
"""In a step, and so what gradients go through."""

MAX_STEPS = (4, 8, 12)
"""Steps after which a puzzle is too old: in the first third of the training, in the second, in the last.

Where the training begins with weights that were taught before, always the last.
"""

RATE, MAX_GRADIENT, KEPT = 2e-3, 0.3, 0.998
"""How far a step goes at first, the length that gradients are clipped to, and how much of the average a step keeps.

Weights that were taught before begin with half of that rate.
"""

LEAVES = 0.5
"""How probable it is that a solved puzzle leaves after a step."""

SAVED_EVERY = 100
"""Steps from one checkpoint to the next."""


@dataclass
class Slot:
    """A puzzle at work, and how many steps it has been."""

    kind: str
    example: Taught
    graph: FactorGraph
    target: Numbers
    state: Any
    steps: int = 0


@dataclass
class Course:
    """The state of a training, as a checkpoint keeps it.

    Attributes:
        seconds: spent so far, over all pieces.
        curve: every so many steps the minutes, the mean loss, and for each kind the share of puzzles that left solved.
    """

    seconds: float = 0.0
    steps: int = 0
    passes: int = 0
    curve: list[dict[str, Any]] = field(default_factory=list)


class Training:
    def __init__(self, folder: Path, seconds: float, seed: int, taught: Path | None = None) -> None:
        self._folder, self._budget = folder, seconds
        torch.manual_seed(seed)
        self.network, self.course = TaughtNetwork(), Course()
        self._rate = RATE
        self._max_steps: tuple[int, ...] = MAX_STEPS
        if taught is not None:
            self._rate, self._max_steps = RATE / 2, MAX_STEPS[-1:]
            weights = _weights_in(taught)
            self.network.load_state_dict({f"weights.{name}": torch.from_numpy(weights[name]) for name in SHAPES})
        self._optimiser = torch.optim.Adam(self.network.parameters(), lr=self._rate)
        self._average = {name: weights.detach().clone() for name, weights in self.network.weights.items()}
        self._checkpoint = folder / "checkpoint.pt"
        if self._checkpoint.exists():
            kept = torch.load(self._checkpoint, weights_only=True)
            self.network.load_state_dict(kept["network"])
            self._optimiser.load_state_dict(kept["optimiser"])
            self._average, self.course = kept["average"], Course(**kept["course"])
        self._random = Random(seed + self.course.steps)
        self._supply = Supply(seed + self.course.steps)
        self._left: dict[str, list[bool]] = {}
        self._losses: list[float] = []

    def run(self) -> None:
        slots: list[Slot] = []
        before = monotonic()
        while self.course.seconds < self._budget:
            slots += [self._new_slot() for _ in range(SLOTS - len(slots))]
            slots = self._step(slots)
            self.course.steps += 1
            now = monotonic()
            self.course.seconds, before = self.course.seconds + now - before, now
            if self.course.steps % SAVED_EVERY == 0:
                self._note()
        self._note()
        picture(self.course.curve, self._folder / "curve.svg")

    def _new_slot(self) -> Slot:
        kind, example = self._supply.next()
        graph, target = example.graph()
        return Slot(kind, example, graph, target, self.network.start(len(target)).detach())

    def _step(self, slots: Sequence[Slot]) -> list[Slot]:
        share = self.course.seconds / self._budget
        for group in self._optimiser.param_groups:
            group["lr"] = self._rate * (1 + cos(pi * share)) / 2
        graph = side_by_side([slot.graph for slot in slots])
        edges = edges_of(graph)
        target = torch.from_numpy(np.concatenate([slot.target for slot in slots]))
        fresh = torch.from_numpy(np.repeat([slot.steps == 0 for slot in slots], [len(slot.target) for slot in slots]))
        state = torch.cat([slot.state for slot in slots])
        state = torch.where(fresh[:, None], self.network.start(len(state)), state)
        loss, state, losses = self._passes(state, target, edges)
        self._optimiser.zero_grad()
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), MAX_GRADIENT)
        if torch.isfinite(norm):
            self._optimiser.step()
        with torch.no_grad():
            for name, weights in self.network.weights.items():
                self._average[name].lerp_(weights, 1 - min(KEPT, self.course.steps / (self.course.steps + 10)))
        self._losses.append(float(loss.detach()))
        self.course.passes += PASSES * len(slots)
        worst = np.zeros(len(slots))
        np.maximum.at(worst, graph.cover_of_group, losses.numpy())
        return self._kept(slots, state.split([len(slot.target) for slot in slots]), worst < log(2))

    def _passes(self, state: Any, target: Any, edges: Edges) -> tuple[Any, Any, Any]:
        total: Any = 0.0
        for _ in range(PASSES):
            state, belief = self.network.one_pass(state, edges)
            losses = self.network.losses(belief, target, edges)
            total = total + losses.mean()
        return total / PASSES, state.detach(), losses.detach()

    def _kept(self, slots: Sequence[Slot], states: Sequence[Any], solved: Numbers) -> list[Slot]:
        ages = self._max_steps
        most = ages[min(int(len(ages) * self.course.seconds / self._budget), len(ages) - 1)]
        kept = []
        for slot, state, is_solved in zip(slots, states, solved, strict=True):
            slot.steps, slot.state = slot.steps + 1, state
            is_old = slot.steps >= most
            if not is_old and not (is_solved and self._random.random() < LEAVES):
                kept.append(slot)
                continue
            self._left.setdefault(slot.kind, []).append(bool(is_solved))
            if not is_solved and slot.kind in ("9", "hard") and isinstance(slot.example, Example):
                self._supply.hard.append(slot.example)
        return kept

    def _note(self) -> None:
        """Write down how it goes, and everything that going on needs."""
        course = self.course
        shares = {kind: sum(left) / len(left) for kind, left in sorted(self._left.items())}
        loss = float(np.mean(self._losses)) if self._losses else 0.0
        course.curve.append({"minutes": course.seconds / 60, "loss": loss, "solved": shares})
        print(f"{course.seconds / 60:6.1f} min {course.passes:9,d} passes  loss {loss:.4f}", end="  ")
        print(*(f"{kind} {share:.0%}" for kind, share in shares.items()), flush=True)
        self._left, self._losses = {}, []
        kept = {
            "network": self.network.state_dict(),
            "optimiser": self._optimiser.state_dict(),
            "average": self._average,
            "course": vars(course),
        }
        part = self._checkpoint.with_suffix(".part")
        torch.save(kept, part)
        part.replace(self._checkpoint)
        (self._folder / "curve.json").write_text(json.dumps(course.curve))
        np.savez_compressed(
            self._folder / "weights.npz", **{name: self._average[name].numpy().astype(np.float16) for name in SHAPES}
        )


def _weights_in(path: Path) -> Mapping[str, Numbers]:
    try:
        weights = weights_of(path)
    except OSError as error:
        raise unreadable(error, path) from None
    except (ValueError, KeyError, BadZipFile):  # no archive, or one of something else
        weights = {}
    if any(name not in weights or weights[name].shape != shape for name, shape in SHAPES.items()):
        raise InputError("it holds no weights of this network", path)
    return weights
