"""New Sudokus, plain and of every variant: what can be specified, and how a puzzle that is so is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from random import Random

from models.errors import InputError, ModelError
from models.generation import Candidate, Generator, Specification, UniquenessOracle
from models.grades import BOUNDS, GRADE_WORDS, SPAN, Grade
from models.kit.names import count, hint, listed, shown
from models.kit.specifications import commented, number_of, size_of
from models.options import PuzzleOption, Values
from models.sudoku.board import BOXES, BoardShape, Box, Square, boxed, layout_of
from models.sudoku.generator.aiming import Aim, technique_aim
from models.sudoku.generator.boards import FAMILIES, regions, samurai
from models.sudoku.generator.cutting import recut
from models.sudoku.generator.descending import VERY_HARD, descended
from models.sudoku.generator.digging import SYMMETRIES, CluePattern, dug, orbits, random_grid
from models.sudoku.generator.exchanging import unspared
from models.sudoku.instance import Grid, Sudoku, written
from models.sudoku.reading.table import as_toml
from models.sudoku.variants import Variant, require, variants

MAX_MADE_ORDER = 16

MAX_QUICK_ORDER = 10
"""Up to here no search is long; beyond, some take the kernel an hour, and a solver that learns a second."""

MAX_GRADED_ORDER = 12
"""Up to here a plain puzzle is explained in seconds, and so graded although nobody asked."""

QUICKEST, SUREST = ("kernel", "sat", "dlx"), ("sat", "cpsat", "kernel")
"""The backends that are asked, in turn."""

MIN_CLUES = {
    4: (4, "with three, several grids of order 4 always fit (all can be tried)"),
    9: (17, "no Sudoku with 16 clues has one answer (McGuire, Tugemann and Civario 2012)"),
}
"""The fewest clues that a plain puzzle with one answer can have, where that is known."""

JIGSAW, LATIN, SAMURAI = BOARDS = ("jigsaw", "latin", "samurai")
"""What is named like a variant, and is another board: random regions for boxes, none, or five squares that overlap."""

KNOWN_AS = {"killer": ("cage",), "kenken": (LATIN, "calcudoku"), "futoshiki": (LATIN, "inequalities")}
"""Names of puzzles, with what they consist of."""

APART = frozenset(("diagonals", "windoku", "antiknight", "antiking"))
"""Variants that only keep equal digits apart, so that digits may change places in a whole grid."""

CAGES, MAX_UNPRINTED_ORDER = frozenset(("cage", "calcudoku")), 9
"""Variants with so many sums that no clue need be printed, which is the default up to this order."""

GRIDS_TURNED_ROUND = 3
"""Grids on which it is tried whether rules also hold with each digit d as the order + 1 - d."""

WEAK_SUMS, MIN_CLUES_PER_TWO_ROWS = frozenset(("little_killer",)), 3
"""Variants with sums so weak that with fewer clues a search takes minutes; beyond that order, all with cages are."""


@dataclass(frozen=True)
class SudokuSpecification(Specification[Sudoku, Grid]):
    """What is wanted of a Sudoku: ``kinds`` are words of variants, ``called`` what people call these."""

    order: int
    box: Box | None
    of_board: str
    kinds: tuple[str, ...]
    pattern: CluePattern
    called: tuple[str, ...] = ()
    aim: Aim | None = None

    @property
    def is_jigsaw(self) -> bool:
        return self.of_board == JIGSAW

    @property
    def is_plain(self) -> bool:
        return not self.of_board and self.box is not None and not self.kinds and self.order in BOXES

    @property
    def judges(self) -> Sequence[str]:
        """Up to some order, with boxes and without sums, the quickest; else first those that learn from failures."""
        is_quick = self.order <= MAX_QUICK_ORDER and self.of_board in ("", LATIN) and APART.issuperset(self.kinds)
        return QUICKEST if is_quick else SUREST

    @property
    def is_graded(self) -> bool:
        return self.is_plain and self.order <= MAX_GRADED_ORDER

    @property
    def has_number(self) -> bool:
        return all(variants()[kind].only_houses for kind in self.kinds)

    @property
    def has_only_cages(self) -> bool:
        return self.pattern.clues == 0 and not CAGES.isdisjoint(self.kinds)

    def aimed(self, least: float, most: float) -> SudokuSpecification:
        if self.has_only_cages and most < BOUNDS[0]:
            why = "cages take digits away before they settle one"
            raise InputError(f"nothing so easy is without clues: {why}; ask for {GRADE_WORDS[1]}, or for --clues 36")
        return replace(self, aim=self.aim.within(least, most) if self.aim else Aim(least, most))

    def board(self, random: Random) -> BoardShape | None:
        """The board; None for the usual one with these boxes."""
        if self.is_jigsaw:
            return BoardShape((Square(self.order, regions(self.order, random)),))
        if self.of_board == SAMURAI and self.box:
            return samurai(self.box)
        if self.box is None:
            return BoardShape((Square(self.order),))
        return None if self.order in BOXES else BoardShape((boxed(self.box),))

    @property
    def descends(self) -> bool:
        """Whether what is wanted is so hard, and otherwise so usual, that it is made of published ones."""
        is_usual = (
            self.is_plain and self.box == (3, 3) and self.pattern.clues is None and self.pattern.symmetry == "none"
        )
        return is_usual and self.aim is not None and self.aim.least >= VERY_HARD

    @property
    def is_exchanged(self) -> bool:
        """Whether clues are exchanged: digging alone seldom leaves large orbits of which each clue is needed."""
        is_rare = self.pattern.minimal and self.pattern.symmetry in ("quarter-turn", "full")
        return is_rare and self.pattern.clues is None and self.judges is QUICKEST

    def candidate(
        self, name: str, random: Random, ask: UniquenessOracle[Sudoku, Grid]
    ) -> Candidate[Sudoku, Grid] | str:
        if self.descends:
            return self._descended(name, random, ask)
        known, board = {kind: variants()[kind] for kind in self.kinds}, self.board(random)
        layout = layout_of(board or self.box or (1, 1))
        always = tuple(place for kind in self.kinds for place in known[kind].always(layout))
        require(always, layout)
        empty = Sudoku((0,) * len(layout.positions), self.box or (1, self.order), name, board=board, variants=always)
        answer = random_grid(empty, random, ask)
        if answer is None:
            if self.is_jigsaw:
                return "have regions that no grid fits"
            raise InputError(f"no grid of order {self.order} keeps to the rules of {listed(self.kinds)}")
        for kind in self.kinds:
            planted = tuple(known[kind].plant(answer.cells, layout, random))
            if not (planted or known[kind].always(layout)):
                return f"have no place for {kind}"
            empty = replace(empty, variants=empty.variants + planted)
        if self.aim and self.has_only_cages:
            instance = recut(empty, answer, random, ask, self.aim)
        elif self.is_exchanged:
            instance = unspared(empty, answer, self.pattern, random, ask, self.aim)
        else:
            instance = dug(empty, answer, self.pattern, random, ask, self.aim)
        if isinstance(instance, str):
            return instance
        only = ask.only(instance) if self.is_exchanged else answer
        assert only is not None
        return Candidate(instance, only, self._remarks(instance))

    def _descended(
        self, name: str, random: Random, ask: UniquenessOracle[Sudoku, Grid]
    ) -> Candidate[Sudoku, Grid] | str:
        instance = descended(name, random, ask)
        if instance is None:
            return "have no clue that can be exchanged"
        answer = ask.only(instance)
        assert self.aim is not None
        assert answer is not None
        if self.aim.techniques and (why := self.aim.miss(instance).why):
            return why
        return Candidate(instance, answer, ("a published one with a clue exchanged", *self._remarks(instance)))

    def _remarks(self, instance: Sudoku) -> tuple[str, ...]:
        remarks = [*self.called, count(sum(map(bool, instance.clues)), "clue")] + ["minimal"] * self.pattern.minimal
        return (*remarks, *[f"{self.pattern.symmetry} symmetry"] * (self.pattern.symmetry != "none"))


class SudokuGenerator(Generator[Sudoku, Grid]):
    """Sudokus of orders 4 to 16: plain ones on lines of a file, others each in a TOML file."""

    options = (
        PuzzleOption(
            "variants",
            "A,B,…",
            f"{', '.join((*BOARDS, *KNOWN_AS))}, or any keys of variants in a TOML file",
        ),
        PuzzleOption("clues", "N", "how many clues (default: as few as digging leaves; none beside cages)"),
        PuzzleOption("minimal", "", "no clue can be spared", "flag"),
        PuzzleOption("technique", "NAME", "its hardest step takes this technique, as explain calls it: XY-wing"),
        PuzzleOption("symmetry", "KIND", f"of the pattern of clues: {listed(SYMMETRIES, 'or')} (default none)"),
    )
    sizes = "the order, 4 to 16, or the shape of a box such as 2x3 (default 9)"
    suffix = ".sdk"
    shares_files = True
    families = FAMILIES
    grades = GRADE_WORDS
    scale = "numbers on the scale of Sudoku Explainer, {} to {}".format(*SPAN)
    span = SPAN
    tables = ".jsonl"

    def specification(self, size: str, values: Values) -> SudokuSpecification:
        called = words_of(str(values.get("variants", "")))
        consists_of = dict.fromkeys(part for word in called for part in KNOWN_AS.get(word, (word,)))
        boards = [word for word in consists_of if word in BOARDS]
        if len(boards) > 1:
            raise InputError(f"--variants names {listed(boards)}, which are different boards")
        of_board = boards[0] if boards else ""
        order, box = box_of(size or "9", of_board in (JIGSAW, LATIN))
        kinds = tuple(kind for kind in consists_of if kind not in BOARDS)
        not_drawn = next((kind for kind in kinds if not can_be_made(variants()[kind])), None)
        if not_drawn is not None:
            raise InputError(f"of {not_drawn}, nobody has said how to draw new ones")
        symmetry = str(values.get("symmetry", "none"))
        if symmetry not in SYMMETRIES:
            instead = hint(symmetry, SYMMETRIES, f"there are {listed(SYMMETRIES)}")
            raise InputError(f"there is no symmetry {shown(symmetry)}; {instead}")
        minimal, weak = bool(values.get("minimal")), WEAK_SUMS | CAGES if order > MAX_UNPRINTED_ORDER else WEAK_SUMS
        has_weak_sums = not weak.isdisjoint(kinds)
        least = MIN_CLUES_PER_TWO_ROWS * order // 2 if has_weak_sums and not minimal else 0
        wanted = SudokuSpecification(order, box, of_board, kinds, CluePattern(None, minimal, symmetry, least), called)
        if technique := str(values.get("technique", "")):
            if not wanted.has_number:
                raise InputError(
                    "--technique is for puzzles without rules beside houses, which need further techniques"
                )
            wanted = replace(wanted, aim=technique_aim(technique))
        clues = number_of(values, "clues")
        if clues is None and CAGES.intersection(kinds) and order <= MAX_UNPRINTED_ORDER and not minimal:
            clues = 0
        return wanted if clues is None else replace(wanted, pattern=with_clues(clues, wanted))

    def ending(self, specification: Specification[Sudoku, Grid]) -> str:
        return self.suffix if self.holds_many(specification) else ".toml"

    def holds_many(self, specification: Specification[Sudoku, Grid]) -> bool:
        return isinstance(specification, SudokuSpecification) and specification.is_plain

    def grade(self, instance: Sudoku) -> str:
        found = self.graded(instance)
        if found is None:
            return ""
        number = f"{found.word}: {found.number:.1f} on the scale of Sudoku Explainer"
        return f"{number}, {found.technique}" if found.technique else number  # of a full grid, no step is the hardest

    def graded(self, instance: Sudoku) -> Grade | None:
        return _graded(instance)

    def write(self, instance: Sudoku, comments: Sequence[str]) -> str:
        lines = commented(comments)
        if not instance.is_plain:
            return "\n".join([*lines, as_toml(instance)])
        lines += ["# boxes {}x{}".format(*instance.box)] * (instance.box != (3, 3))
        return "\n".join([*lines, f"{written(bytes(instance.clues))} {instance.name}", ""])


@lru_cache(maxsize=1)
def _graded(instance: Sudoku) -> Grade | None:
    """The grade; None where a puzzle has rules of which the techniques know nothing."""
    if any(not variant.only_houses for variant in instance.variants):
        return None
    from models.sudoku.techniques.grading import grade  # takes its time to import, and is not asked for each

    try:
        return grade(instance)
    except ModelError:
        return None


def can_be_made(variant: type[Variant]) -> bool:
    return any(getattr(variant, way).__func__ is not getattr(Variant, way).__func__ for way in ("always", "plant"))


def words_of(text: str) -> tuple[str, ...]:
    """The words of the variants that are named; InputError when there is no such variant."""
    words = [*filter(None, text.lower().replace("-", "_").replace(" ", "").split(","))]
    known = (*BOARDS, *KNOWN_AS, *variants()) if words else ()  # all rooms of variants take a while to import
    for word in words:
        if word not in known:
            instead = hint(word, known, f"there are {listed(known)}")
            raise InputError(f"there is no variant {shown(word)}; {instead}")
    return tuple(dict.fromkeys(words))


def box_of(size: str, is_unboxed: bool = False) -> tuple[int, Box | None]:
    """The order that a size means and the shape of the boxes, which some have none of."""
    expected = "an order such as 9 is expected, or a box such as 2x3"
    numbers = size_of(size, expected)
    if len(numbers) > 2:
        raise InputError(f"--size {shown(size)} is no size; {expected}")
    order = prod(numbers)
    if not 4 <= order <= MAX_MADE_ORDER:
        raise InputError(f"--size {size} is order {order}; Sudokus of orders 4 to {MAX_MADE_ORDER} are made")
    if is_unboxed:
        return order, None
    wide = next((rows for rows in (2, 3) if order % rows == 0), 1)
    box = (numbers[0], numbers[1]) if len(numbers) == 2 else BOXES.get(order, (wide, order // wide))
    if min(box) == 1:
        why = f"{order} is prime, and no box has so many cells"
        if len(numbers) == 2:
            why = "a box of one row or column is that row or column"
        raise InputError(f"--size {size}: {why}; --variants jigsaw or latin do without")
    return order, box


def with_clues(clues: int, wanted: SudokuSpecification) -> CluePattern:
    """The pattern of so many clues; InputError when no puzzle with one answer can have so many, with the reason."""
    order, symmetry = wanted.order, wanted.pattern.symmetry
    fewest, why = 0, ""
    if APART.issuperset(wanted.kinds):
        fewest, why = order - 1, f"two digits that no clue shows could change places, and there are {order}"
        if wanted.is_plain:
            fewest, why = MIN_CLUES.get(order, (fewest, why))
    elif not clues and _hold_turned_round(wanted):
        fewest, why = 1, f"the rules allow each digit d to be {order + 1} - d throughout"
    layout = layout_of(samurai(wanted.box) if wanted.of_board == SAMURAI and wanted.box else (1, order))
    cells = len(layout.positions)
    if clues > cells:
        raise InputError(f"--clues {clues} is more than the {cells} cells of order {order}")
    if clues < fewest:
        raise InputError(
            f"--clues {clues} cannot be: at least {fewest} {'is' if fewest == 1 else 'are'} needed, for {why}"
        )
    sizes = [len(orbit) for orbit in orbits(layout, symmetry)]
    reached = {0}
    for each in sizes:
        reached |= {total + each for total in reached}
    if clues not in reached:
        below = [total for total in reached if fewest <= total < clues]
        above = [total for total in reached if total > clues]
        groups, near = listed(sorted(set(sizes)), "or"), listed([*sorted(below)[-1:], *sorted(above)[:1]], "or")
        raise InputError(f"--clues {clues} cannot be: --symmetry {symmetry} groups clues by {groups}; {near} can")
    return replace(wanted.pattern, clues=clues)


def _hold_turned_round(wanted: SudokuSpecification) -> bool:
    """Whether the rules, as they are planted in a few grids, also hold where each digit d is the order + 1 - d."""
    order, (rows, columns) = wanted.order, wanted.box or (1, wanted.order)
    layout, random = layout_of((rows, columns)), Random(0)
    for _ in range(GRIDS_TURNED_ROUND):
        digits = random.sample(range(1, order + 1), order)
        cells = [
            digits[(row * columns + row // rows + column) % order] for row in range(order) for column in range(order)
        ]
        turned = [order + 1 - digit for digit in cells]
        for kind in wanted.kinds:
            for place in variants()[kind].plant(tuple(cells), layout, random):
                if not place.holds(turned, layout):
                    return False
    return True


GENERATOR = SudokuGenerator()
