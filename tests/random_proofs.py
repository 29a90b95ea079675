"""Random statements and proofs, and a brute-force judge of what the checker says that they prove.

A proof is made step by step, so that most steps are accepted: of a random left side the largest degree that the checker
accepts is taken. In the end everything is tried that would be false: units, a contradiction, each conclusion. So a rule
that accepts a little too much ends in a claim that the judge denies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from random import Random

from solvers.proofs.checker import Proved, check
from solvers.proofs.formula import PBFormula, Rejected, read_formula

AUXILIARY = ("xx", "yy")
FOOTER = ("output NONE ;", "conclusion {} ;", "end pseudo-Boolean proof ;")


@dataclass
class RandomProof:
    """A proof in the making, with the statement's text and its solutions: what is true of each of its Booleans.

    ``steps`` are those accepted so far, ``last`` is the number of the latest constraint, and ``alive`` has the numbers
    of those that are not deleted.
    """

    random: Random
    text: str
    formula: PBFormula
    solutions: list[dict[str, bool]]
    steps: list[str] = field(default_factory=list)
    last: int = 0
    alive: list[int] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys([*self.formula.names.numbers, *AUXILIARY]))

    def proved(self, steps: Sequence[str], conclusion: str) -> Proved | None:
        """What the checker says; None where it rejects the proof."""
        footer = [line.format(conclusion) for line in FOOTER]
        proof = "\n".join(["pseudo-Boolean proof version 3.0", *self.steps, *steps, *footer, ""])
        try:
            return check(self.formula.with_lines(()), proof)
        except Rejected:
            return None

    def add(self, step: str, adds: bool = True) -> bool:
        """Whether the checker accepts a step, which is then part of the proof."""
        label = f"@k{self.random.randrange(3)}" if adds and self.random.random() < 0.2 else ""
        step = f"{label} {step} ;".lstrip()
        if self.proved([step], "NONE") is None:
            return False
        self.steps.append(step)
        if adds:
            self.last += 1
            self.alive.append(self.last)
            if label:
                self.labels[label] = self.last
        return True

    def id(self, number: int) -> str:
        """A constraint's number, as a word of any kind."""
        words = [label for label, named in self.labels.items() if named == number]
        return self.random.choice([str(number), str(number - self.last - 1), *words])

    # Steps

    def left_side(self, names: Sequence[str]) -> tuple[str, int]:
        """Terms, and more than their sum can come to."""
        random, terms, most = self.random, [], 1
        weighted = random.random() < 0.5
        for name in random.sample(names, min(len(names), random.choice([1, 2, 2, 3, 3]))):
            coefficient = random.choice([1, 1, 2, 3, -1, -2]) if weighted else 1
            most += max(coefficient, 0)
            terms.append(f"{coefficient} {random.choice(['', '~'])}{name}")
            if random.random() < 0.05:
                terms.append(f"1 {random.choice(['', '~'])}{name}")
                most += 1
        return " ".join(terms), most

    def as_strong_as_accepted(self, form: str, terms: str, most: int) -> None:
        for degree in range(most, 0, -1):
            if self.add(form.format(f"{terms} >= {degree}")):
                return

    def unit(self) -> None:
        """A literal of a Boolean that is in use and makes up no answer."""
        self.as_strong_as_accepted("rup {}", *self.left_side([self.random.choice(AUXILIARY)]))

    def rup(self) -> None:
        hints = ""
        if self.random.random() < 0.4 and self.alive:
            chosen = self.random.sample(self.alive, self.random.randint(1, len(self.alive)))
            hints = " : " + " ".join(map(self.id, chosen)) + self.random.choice(["", " ~"])
        self.as_strong_as_accepted(f"rup {{}}{hints}", *self.left_side(self.names))

    def red(self) -> None:
        random = self.random
        changed = random.sample(AUXILIARY if random.random() < 0.9 else self.names, random.choice([1, 1, 1, 2]))
        values = ["0", "1", *(random.choice(["", "~"]) + name for name in changed)]
        witness = " ".join(f"{name} -> {random.choice(values)}" for name in changed)
        names = [*changed, *random.sample(self.names, random.randint(0, 2))]
        self.as_strong_as_accepted(f"red {{}} : {witness}", *self.left_side(list(dict.fromkeys(names))))

    def define(self) -> None:
        """Both halves of "an auxiliary Boolean says whether a sum is large enough", with any weights."""
        random, name = self.random, self.random.choice(AUXILIARY)
        others = [other for other in random.sample(self.names, min(3, len(self.names))) if other != name]
        for sign, value in random.sample([("~", 0), ("", 1)], 2):
            weight = random.randint(1, 3)
            signs = "~" if value else ""
            terms = f"{weight} {sign}{name} " + " ".join(f"1 {signs}{other}" for other in others)
            self.as_strong_as_accepted(f"red {{}} : {name} -> {value}", terms, weight + len(others) + 1)

    def pol(self) -> None:
        random, words = self.random, []
        for place in range(random.randint(1, 3)):
            if self.alive and random.random() < 0.8:
                words.append(self.id(random.choice(self.alive)))
            else:
                words.append(random.choice(["", "~"]) + random.choice(self.names))
            words += random.choice([[], [], ["2", "*"], ["3", "*"], ["0", "*"]])
            words += ["+"] * (place > 0) + random.choice([[], ["s"], ["2", "d"], ["3", "d"]])
        self.add("pol " + " ".join(words))

    def delete(self) -> None:
        random = self.random
        derived = [number for number in self.alive if number > len(self.formula.constraints) or random.random() < 0.02]
        if derived:
            chosen = random.sample(derived, random.choice([1, len(derived), random.randint(1, len(derived))]))
            if self.add(f"del id {' '.join(map(self.id, chosen))}", adds=False):
                self.alive = [number for number in self.alive if number not in chosen]

    def log(self) -> None:
        random = self.random
        rule = random.choice(["sol", "solx", "solx", "soli"])
        true = dict(random.choice(self.solutions)) if self.solutions else {}
        if random.random() < 0.3:
            true.update((name, random.random() < 0.5) for name in AUXILIARY)
        if random.random() < 0.2:
            true.pop(random.choice([*true, ""]), None)
        literals = [name if value else f"~{name}" for name, value in true.items()]
        self.add(f"{rule} {' '.join(literals)}", adds=rule != "sol")

    def make(self, length: int) -> None:
        kinds: list[Callable[[], None]] = [self.rup, self.unit, self.red, self.red, self.define, self.pol, self.log]
        for _ in range(length):
            self.random.choice([*kinds, self.delete, self.delete] if len(self.steps) > 1 else kinds)()

    # The end

    def press(self) -> None:
        """Derive whatever unit propagation gives: each literal, and a contradiction."""
        for name in self.names:
            for literal in (name, f"~{name}"):
                self.add(f"rup 1 {literal} >= 1")
        self.add("rup >= 1") or self.add(f"rup >= 1 : {' '.join(map(str, self.alive))}")

    def claims(self) -> Iterator[Proved]:
        """All that the checker lets the proof claim."""
        conclusions = ["UNSAT", "SAT", "BOUNDS INF INF", *(f"BOUNDS {n} {n}" for n in range(-6, 7))]
        conclusions += [f"ENUMERATION_{kind} {n}" for kind in ("COMPLETE", "PARTIAL") for n in range(5)]
        for conclusion in conclusions:
            proved = self.proved([], conclusion)
            if proved is not None:
                yield proved


def random_proof(seed: int) -> RandomProof:
    """A proof of a random statement, up to its conclusion."""
    random = Random(seed)
    names = ["aa", "bb", "cc"][: random.randint(1, 3)]
    proof = RandomProof(random, "", PBFormula(), [])
    lines = []
    for _ in range(random.choice([0, 1, 1, 2, 3])):
        terms, most = proof.left_side([*names, "xx"] if random.random() < 0.5 else names)
        lines.append(f"{terms} {random.choice(['>=', '>=', '>=', '='])} {random.randint(0, max(1, most - 1))} ;")
    if random.random() < 0.8:
        preserved = names if random.random() < 0.5 else random.sample(names, random.randint(0, len(names)))
        lines.insert(0, f"preserved: {' '.join(preserved)} ;")
    if random.random() < 0.4:
        terms, _ = proof.left_side(names)
        lines.insert(0, f"min: {terms} ;")
    proof.text = "".join(f"{line}\n" for line in lines)
    proof.formula = read_formula(proof.text)
    proof.last = len(proof.formula.constraints)
    proof.alive = list(range(1, proof.last + 1))
    proof.solutions = solutions_of(proof.text)
    proof.make(random.choice([2, 6, 10, 14]))
    proof.press()
    return proof


def value(words: Sequence[str], solution: Mapping[str, bool]) -> int:
    """What the terms of a line come to, read anew from its words."""
    pairs = zip(words[::2], words[1::2], strict=True)
    return sum(int(factor) * (solution[word.lstrip("~")] is not word.startswith("~")) for factor, word in pairs)


def line_beginning(word: str, text: str) -> list[str] | None:
    """The words of the line that begins so; None where there is none."""
    return next((line.split()[1:-1] for line in text.splitlines() if line.startswith(word)), None)


def solutions_of(text: str) -> list[dict[str, bool]]:
    """Every assignment of a statement's Booleans that satisfies its lines, tried one by one."""
    names = dict.fromkeys(word.lstrip("~") for word in text.split() if word.lstrip("~").isidentifier())
    lines = [line.split() for line in text.splitlines() if not line.startswith(("min:", "preserved:"))]
    found = []
    for values in product([False, True], repeat=len(names)):
        solution = dict(zip(names, values, strict=True))
        totals = [(value(words[:-3], solution), words[-3], int(words[-2])) for words in lines]
        if all(total == bound or (total > bound and relation == ">=") for total, relation, bound in totals):
            found.append(solution)
    return found


def complaint(proof: RandomProof, proved: Proved) -> str:
    """Why what was proved is not so; empty where it is."""
    solutions = proof.solutions
    preserved, objective = line_beginning("preserved:", proof.text), line_beginning("min:", proof.text)
    answers = {tuple(solution[name] for name in preserved or ()) for solution in solutions}
    shown = [tuple(name in answer for name in preserved or ()) for answer in proved.answers]
    least = min((value(objective or (), solution) for solution in solutions), default=None)
    match proved.conclusion:
        case "UNSAT" if solutions or shown:
            return f"no answer is claimed, there are {len(answers)}"
        case "SAT" if not solutions:
            return "an answer is claimed, there is none"
        case "ENUMERATION_COMPLETE" | "ENUMERATION_PARTIAL" if len(set(shown)) < len(shown):
            return "an answer is counted twice"
        case "ENUMERATION_COMPLETE" | "ENUMERATION_PARTIAL" if not answers.issuperset(shown):
            return "an answer is none"
        case "ENUMERATION_COMPLETE" if preserved is None and proved.answers:
            return "answers are counted, though no line says what makes them up"
        case "ENUMERATION_COMPLETE" if len(shown) != len(answers):
            return f"{len(shown)} answers are claimed, there are {len(answers)}"
        case "BOUNDS" if objective is None or proved.least != least:
            return f"{proved.least} is claimed as the least, it is {least}"
    return ""
