"""The CP-SAT backend: one answer looked for, all of them enumerated in rounds, or ever better ones looked for.

Each round solves a copy of the proto in which the givens are fixed and the answers so far are forbidden. It enumerates
the answers, or looks for one. To enumerate, CP-SAT does without its symmetries and without most of its presolve, and
works with one worker. So a round looks for one answer where one is all that is wanted still, where there are several
workers and no answer yet, and after a short enumeration that found none.

Which is faster differs (milliseconds to find the only answer and prove it; to enumerate, and to solve twice): 17 clues
2.1 and 3.9, the hardest Sudokus 35 and 73, 16×16 11 and 20, the Grecian Computer 180 and 250; 30 cubes of csun 260 and
130, 30 of haque 2,500 and 410. 25×25 takes 46 and 60 units of deterministic time. A short enumeration settles
nearly all that enumerating is good for.

Where the projection determines the other variables, enumerating meets each answer once. Where it does not, the same
answer comes again and again, and a round that mostly repeats itself is broken off for the next.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

from models.language.model import AllDifferent, Assignment, Givens, IntVar, Literal, Model, Objective
from solvers.core.backend import Assignments, Backend, CannotTake, Clock, Search, Settings, SolverFailed, values_left
from solvers.lowering.plain import MAX_CPSAT_INT, plain, too_large

MODEL_INVALID, INFEASIBLE, OPTIMAL = 1, 3, 4
"""The numbers of CP-SAT's statuses; OPTIMAL is also what a finished enumeration reports."""


STEPS_A_UNIT = 1_000
"""Steps of a budget for a unit of CP-SAT's deterministic time: a second more or less, so a step is a millisecond."""


SHORT_STEPS = 150
"""Steps of the enumeration that comes first where more than one answer is wanted; the Grecian Computer takes 70, and
102 by tables."""


class Cpsat(Backend):
    name = "cpsat"
    summary = "OR-Tools CP-SAT: clause learning over integers, with Element, AllDifferent and Table built in"
    is_stateful = False

    def unsupported_reason(self, model: Model) -> str | None:
        return too_large(model, MAX_CPSAT_INT, plain(model.constraints, split_elements=False))

    def _load(self, model: Model, settings: Settings) -> CpsatSearch:
        return CpsatSearch(model, settings, import_library())

    def version(self, variant: str = "") -> str:
        from solvers.workers.native import ortools_version  # whether it takes a model is asked without

        return f"OR-Tools CP-SAT {ortools_version(self.name)}"


@dataclass(frozen=True)
class Library:
    """The classes of CP-SAT; a ``Listener`` is made with a function, and ends the search where that returns False."""

    CpModelProto: Any
    SatParameters: Any
    SolveWrapper: Any
    CpSatHelper: Any
    SolutionListener: Callable[[Callable[[Any], bool]], Any]

    def copy(self, proto: Any) -> Any:
        copy = self.CpModelProto()
        (copy.copy_from if hasattr(copy, "copy_from") else copy.CopyFrom)(proto)
        return copy


@cache
def import_library() -> Library:
    """The classes, of whichever of two sorts of protos this version of OR-Tools works with.

    They are what ``ortools.sat.python.cp_model`` is built on, which imports pandas and takes ten times as long.
    """
    from solvers.workers.native import importing  # as above

    with importing("cpsat", "ortools", "cpsat"):
        from ortools.sat.python import cp_model_helper as helper

        protos: Any = helper
        settings: Any = helper
        if not hasattr(helper, "CpModelProto"):  # before 9.15
            from ortools.sat import cp_model_pb2 as protos
            from ortools.sat import sat_parameters_pb2 as settings

    class SolutionListener(helper.SolutionCallback):
        def __init__(self, go_on_after: Callable[[Any], bool]) -> None:
            super().__init__()
            self.go_on_after = go_on_after

        def OnSolutionCallback(self) -> None:
            if not self.go_on_after(self):
                self.StopSearch()

    return Library(
        protos.CpModelProto, settings.SatParameters, helper.SolveWrapper, helper.CpSatHelper, SolutionListener
    )


class CpsatSearch(Search):
    def __init__(self, model: Model, settings: Settings, library: Library) -> None:
        super().__init__(model)
        self._settings = settings
        self._library = library
        from solvers.lowering.proto import ProtoWriter  # as above

        writer = ProtoWriter(library.CpModelProto(), model, settings.clock)
        self._proto, self._form = writer.proto, writer.form
        complaint = library.CpSatHelper.validate_model(self._proto)
        if complaint:
            raise CannotTake("cpsat", f"model {model.name!r}: {complaint}")
        self._projection = [var.index for var in model.projection]
        self._type_code = _narrowest(model.projection)
        self._is_apart = all(type(constraint) is AllDifferent for constraint in model.constraints)
        self._effort = SearchCounters()

    def size(self) -> dict[str, int]:
        return {"variables": len(self._proto.variables), "constraints": len(self._proto.constraints)}

    def effort(self) -> dict[str, int]:
        return self._effort.so_far()

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        from solvers.lowering.proto import ProtoWriter, restrict  # as above

        self._effort = SearchCounters()
        left = values_left(givens, assumptions)
        if self._form and not self._form.absent.isdisjoint(left):
            writer = ProtoWriter(self._library.CpModelProto(), self.model, clock, native=False)
            self._proto, self._form = writer.proto, writer.form
        proto = self._library.copy(self._proto)
        for var, values in left.items():
            if not values:
                return True
            restrict(proto, var.index, values)
        if self.model.objective is not None:
            return (yield from self._improve(proto, clock))
        return (yield from self._enumerate(proto, clock))

    def _enumerate(self, proto: Any, clock: Clock) -> Assignments:
        from solvers.lowering.proto import forbid  # as above

        projection = self._projection
        seen = _Seen(projection, self._type_code)
        is_first = True
        while not clock.expired():
            is_last = clock.wanted is not None and clock.wanted - len(seen) == 1
            finds_one = is_last or not (seen or (is_first and self._settings.workers == 1))
            is_short = is_first and not (finds_one or self._is_apart)
            seen.start_round(one_will_do=not projection or finds_one)
            remaining = self._library.copy(proto)
            if seen:
                forbid(remaining, projection, seen.values())
            steps = min(clock.steps_left(), SHORT_STEPS if is_short else inf)
            parameters = self._parameters(clock, steps, enumerate_all=not finds_one)
            status = yield from self._round(remaining, parameters, seen, clock)
            if status == INFEASIBLE or (status == OPTIMAL and not seen.broken_off) or (seen and not projection):
                return True
            if not (seen.new or is_short):
                return False
            is_first = False
        return False

    def _improve(self, proto: Any, clock: Clock) -> Assignments:
        assert self.model.objective is not None
        parameters = self._parameters(clock, clock.steps_left(), enumerate_all=False)
        # Core by core it is proved up to 25 times faster how many Booleans must be true, with no answer on the way.
        parameters.optimize_with_core = self._settings.only_best
        status = yield from self._round(proto, parameters, _Better(self.model.objective), clock)
        return status in (INFEASIBLE, OPTIMAL)

    def _round(
        self, proto: Any, parameters: Any, record: _Seen | _Better, clock: Clock
    ) -> Generator[Assignment, None, int]:
        """Solve ``proto``, yield the solutions new to ``record``, return CP-SAT's status (0: stopped without one).

        Where CP-SAT fails it is tried once more, with another seed.
        """
        try:
            return (yield from self._try(proto, parameters, record, clock))
        except SolverFailed:
            parameters.random_seed ^= 1
            return (yield from self._try(proto, parameters, record, clock))

    def _try(
        self, proto: Any, parameters: Any, record: _Seen | _Better, clock: Clock
    ) -> Generator[Assignment, None, int]:
        variables, effort, form = self.model.variables, self._effort, self._form
        solver = self._library.SolveWrapper()
        solver.set_parameters(parameters)

        def work(hand_over: Callable[[Assignment], bool]) -> Any:
            def go_on_after(listener: Any) -> bool:
                effort.see(listener)
                values = list(listener.Response().solution)[: len(variables)]
                answer = dict(zip(variables, values, strict=True))
                wanted = not record.add(values) or hand_over(form.complete(answer) if form else answer)
                return wanted and not record.broken_off

            listener = self._library.SolutionListener(go_on_after)
            solver.add_solution_callback(listener)
            try:
                return solver.solve(proto)
            finally:
                solver.clear_solution_callback(listener)

        from solvers.workers.native import FailingAloud, in_thread  # as above

        with FailingAloud("CP-SAT"):
            response = yield from in_thread(work, solver.stop_search, clock)
        if response is None:
            return 0
        effort.close_round(response)
        clock.spend(response.deterministic_time * STEPS_A_UNIT)
        if int(response.status) == MODEL_INVALID:
            raise SolverFailed(f"CP-SAT refuses model {self.model.name!r}: {response.solution_info}")
        return int(response.status)

    def _parameters(self, clock: Clock, steps: float, *, enumerate_all: bool) -> Any:
        parameters = self._library.SatParameters()
        parameters.random_seed = self._settings.seed % 2**31
        parameters.catch_sigint_signal = False  # Ctrl-C is ours
        remaining = clock.remaining()
        if remaining is not None:
            parameters.max_time_in_seconds = remaining
        if steps < inf:
            parameters.max_deterministic_time = max(0, steps) / STEPS_A_UNIT
        if enumerate_all:
            parameters.enumerate_all_solutions = True
            parameters.num_workers = 1
            # Puzzles are small: light probing and a single pass of presolve halve the time of a whole search.
            parameters.cp_model_probing_level = 1
            parameters.max_presolve_iterations = 1
            parameters.inprocessing_probing_dtime = 0
        else:
            parameters.num_workers = self._settings.workers
            # Workers that take turns give the same answer every time; workers that race do not.
            parameters.interleave_search = self._settings.workers > 1
        return parameters


class _Seen:
    """The projection of every answer so far, packed into bytes; how many of them are ``new`` in the present round.

    A round is to be ``broken_off``, with solutions perhaps left, where it mostly repeats answers.
    """

    def __init__(self, places: Sequence[int], type_code: str) -> None:
        self._places = places
        self._type = type_code
        self._packed: dict[bytes, None] = {}
        self.start_round(one_will_do=False)

    def __len__(self) -> int:
        return len(self._packed)

    def start_round(self, *, one_will_do: bool) -> None:
        self.new = self._repeated = 0
        self._one_will_do = one_will_do
        self.broken_off = False

    def add(self, values: Sequence[int]) -> bool:
        packed = array(self._type, [values[place] for place in self._places]).tobytes()
        is_new = packed not in self._packed
        if is_new:
            self._packed[packed] = None
            self.new += 1
        else:
            self._repeated += 1
        self.broken_off = self._one_will_do or self._repeated > 100 + 10 * self.new
        return is_new

    def values(self) -> list[int]:
        return array(self._type, b"".join(self._packed)).tolist()


class _Better:
    broken_off = False

    def __init__(self, objective: Objective) -> None:
        self._costs = [(coefficient, var.index) for coefficient, var in objective.cost.summands()]
        self._least: int | None = None

    def add(self, values: Sequence[int]) -> bool:
        cost = sum(c * values[place] for c, place in self._costs)
        is_better = self._least is None or cost < self._least
        if is_better:
            self._least = cost
        return is_better


class SearchCounters:
    """CP-SAT's own counters, added up over the rounds of a search."""

    def __init__(self) -> None:
        self._rounds_before = self._this_round = (0, 0, 0)

    def see(self, listener: Any) -> None:
        propagations = listener.NumBinaryPropagations() + listener.NumIntegerPropagations()
        self._this_round = (listener.NumBranches(), listener.NumConflicts(), propagations)

    def close_round(self, response: Any) -> None:
        propagations = response.num_binary_propagations + response.num_integer_propagations
        self._this_round = (response.num_branches, response.num_conflicts, propagations)
        self._rounds_before, self._this_round = self._total(), (0, 0, 0)

    def so_far(self) -> dict[str, int]:
        return dict(zip(("branches", "conflicts", "propagations"), self._total(), strict=True))

    def _total(self) -> tuple[int, int, int]:
        (a, b, c), (x, y, z) = self._rounds_before, self._this_round
        return a + x, b + y, c + z


def _narrowest(variables: Sequence[IntVar]) -> str:
    """The type of array with the fewest bytes that holds their values: a million Sudokus take 81 MB, not 700."""
    domains = {var.domain for var in variables}
    least = min((domain[0] for domain in domains), default=0)
    greatest = max((domain[-1] for domain in domains), default=0)
    for code in "bhi":
        bound = 1 << (8 * array(code).itemsize - 1)
        if -bound <= least and greatest < bound:
            return code
    return "q"


BACKEND = Cpsat()
