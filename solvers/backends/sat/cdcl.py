"""Conflict-driven clause learning in pure Python: the twin of the compiled kernel's ``clauses.c``, meant to be read.

Both make the same search, conflict by conflict. The parts, and the papers they are of:

- a conflict is traced back to the first unique implication point, and what it teaches becomes a clause (J. P.
  Marques-Silva and K. A. Sakallah, "GRASP", IEEE Transactions on Computers, 1999);
- two watched literals (``watching``), and decisions about variables met in recent conflicts (``activity``);
- clauses are added between questions, and what contradicts assumptions is read off the trail (N. Eén and N. Sörensson,
  "An extensible SAT-solver", SAT 2003);
- literals of a learnt clause that others imply are left out (N. Sörensson and A. Biere, "Minimizing learned clauses",
  SAT 2009);
- clauses of low LBD are kept, whose literals are of few levels (G. Audemard and L. Simon, "Predicting learnt clauses
  quality in modern SAT solvers", IJCAI 2009);
- a variable is first tried as it last was (K. Pipatsrisawat and A. Darwiche, "A lightweight component caching scheme
  for satisfiability solvers", SAT 2007);
- restarts follow Luby's sequence (M. Luby and others, Information Processing Letters, 1993).
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.backends.sat.watching import WatchedClause, WatchedClauses

MAX_VARIABLE = (1 << 28) - 1
DELETED = -(1 << 31)
"""In the log, what stands before a clause that is deleted."""

RESTART_CONFLICTS = 100
MIN_LEARNT, MORE_LEARNT = 100, 20  # how many learnt clauses are kept at least; how many more after each reduction
KEPT_LBD, MIDDLE_LBD = 2, 6


class ClauseSearch(WatchedClauses):
    """Clauses that are asked again and again whether they have a model under assumptions.

    Each assumption has a level, and these come first; those that a question begins with as the one before are kept.
    """

    def __init__(self, logging: bool) -> None:
        super().__init__()
        self._is_logging = logging
        self._log: list[int] = []
        self._facts_noted = self._facts_simplified = 0
        self._is_refuted = self._is_paused = False
        self._asked: list[int] = []
        self._model: list[int] = []
        self._core: list[int] = []
        self._restarts = self._conflicts = self._decisions = self._reductions = 0
        self._given = self._reduce_at = self._simplify_at = 0
        self._restart_later(0)

    # What it is asked

    def add(self, literals: Sequence[int]) -> None:
        """Add clauses, each ended by 0."""
        if literals and literals[-1]:
            raise ValueError("the last clause is not ended by 0")
        self._reach(literals)
        self.backtrack(0)
        clause: list[int] = []
        for literal in literals:
            if literal:
                clause.append(literal)
            elif not self._is_refuted:
                self._add_clause(clause)
                clause = []
        if not self._is_refuted:
            self._settle()

    def solve(self, assumptions: Sequence[int], conflicts: int, propagations: int) -> bool | None:
        """Whether there is a model; None when so many conflicts or propagations did not tell; the next call goes on."""
        if conflicts < 0 or propagations < 0:
            raise ValueError("limits are negative")
        self._ask(assumptions)
        self._is_paused = False
        self._core = []
        return False if self._is_refuted else self._search(conflicts, propagations)

    def propagate(self, assumptions: Sequence[int]) -> tuple[bool, list[int]]:
        """Whether unit propagation meets no contradiction; and what is true with the assumptions, but for the facts."""
        self._ask(assumptions)
        self.backtrack(len(assumptions))
        self._is_paused = False
        is_fine, conflict = not self._is_refuted, None
        while is_fine and len(self.limits) < len(assumptions):
            assumed = assumptions[len(self.limits)]
            is_fine = self.value[assumed] >= 0
            if is_fine:
                self.begin_level()
            if not self.value[assumed]:
                self.assign(assumed, None)
                conflict = self.find_conflict()
                is_fine = conflict is None
        implied = self.trail[self.limits[0] :] if self.limits else []
        if conflict is not None:
            self.backtrack(len(self.limits) - 1)
        return is_fine, implied

    def model(self) -> list[int]:
        """After an answer True, a literal for each variable."""
        return self._model[:]

    def core(self) -> list[int]:
        """After an answer False, assumptions that contradict the clauses together."""
        return self._core[:]

    def prefer(self, literals: Sequence[int]) -> None:
        """Let variables be tried so first."""
        self._reach(literals)
        self.backtrack(0)
        for literal in literals:
            self.phase[abs(literal)] = literal

    def log(self) -> list[int]:
        """What was learnt since the last call, each clause ended by 0; ``DELETED`` stands before those deleted."""
        log, self._log = self._log, []
        return log

    def effort(self) -> dict[str, int]:
        return {
            "restarts": self._restarts,
            "conflicts": self._conflicts,
            "decisions": self._decisions,
            "propagations": self.propagations,
        }

    # Clauses, facts and questions

    def _reach(self, literals: Sequence[int]) -> None:
        top = max(map(abs, literals), default=0)
        if top > MAX_VARIABLE:
            raise ValueError(f"a literal is out of range: a variable from 1 to {MAX_VARIABLE}, or its negative")
        self.reach(top)

    def _add_clause(self, clause: list[int]) -> None:
        literals = dict.fromkeys(literal for literal in clause if self.value[literal] >= 0)
        if any(self.value[literal] > 0 or -literal in literals for literal in literals):
            return
        if not literals:
            self._refute()
        elif len(literals) == 1:
            self.assign(next(iter(literals)), None)
        else:
            self._given += 1
            self.attach(list(literals), 0)

    def _settle(self) -> None:
        """Propagate at level 0. A checker is told what is a fact, so that clauses that it came of may go."""
        self._note_facts()
        if self.find_conflict() is not None:
            self._refute()
        else:
            self._note_facts()

    def _refute(self) -> None:
        self._is_refuted = True
        self._note(())

    def _note_facts(self) -> None:
        for fact in self.trail[self._facts_noted :]:
            self._note((fact,))
        self._facts_noted = len(self.trail)

    def _note(self, clause: Sequence[int], is_deleted: bool = False) -> None:
        if self._is_logging:
            self._log += [DELETED, *clause, 0] if is_deleted else [*clause, 0]

    def _ask(self, assumptions: Sequence[int]) -> None:
        """Take up a question, or go on with it."""
        if 0 in assumptions:
            raise ValueError("an assumption is no literal")
        self._reach(assumptions)
        pairs = enumerate(zip(self._asked, assumptions, strict=False))
        shared = next((at for at, (old, new) in pairs if old != new), min(len(self._asked), len(assumptions)))
        if not (self._is_paused and shared == len(self._asked) == len(assumptions)):
            self._is_paused = False
            self._restart_later(0)
            self.backtrack(shared)
            self._asked = list(assumptions)

    # The search

    def _search(self, conflicts: int, propagations: int) -> bool | None:
        conflicts += self._conflicts
        propagations += self.propagations
        while True:
            if not self.limits:
                self._settle()
                if self._is_refuted:
                    return False
            conflict = self.find_conflict()
            if conflict is not None:
                self._learn(conflict)
                continue
            has_new_facts = not self.limits and len(self.trail) > self._facts_simplified
            if has_new_facts and self.propagations >= self._simplify_at:
                self._simplify()
            if self._conflicts >= self._reduce_at:
                self._reduce()
            if self._conflicts >= conflicts or self.propagations >= propagations:
                self._is_paused = True
                return None
            if self._since_restart >= self._restart_after:
                self._restart_later(self._restarts_here + 1)
                self._restarts += 1
                self.backtrack(len(self._asked))
            verdict = self._decide()
            if verdict is not None:
                return verdict

    def _restart_later(self, restarts: int) -> None:
        self._since_restart, self._restarts_here = 0, restarts
        self._restart_after = RESTART_CONFLICTS * luby(restarts + 1)

    def _decide(self) -> bool | None:
        """The next assumption is decided, or else the open variable of the highest activity, by its phase."""
        while len(self.limits) < len(self._asked):
            assumed = self._asked[len(self.limits)]
            if self.value[assumed] < 0:
                self._blame(assumed)
                return False
            self.begin_level()
            if not self.value[assumed]:
                self.assign(assumed, None)
                return None
        if len(self.trail) == self.top:
            self._model = [variable * self.value[variable] for variable in range(1, self.top + 1)]
            return True
        variable = self.queue.pop(self.value)
        self._decisions += 1
        self.begin_level()
        self.assign(self.phase[variable], None)
        return None

    def _blame(self, assumed: int) -> None:
        """Which assumptions make this one false, to the core."""
        self._core = [assumed]
        to_blame = {abs(assumed)}
        for literal in reversed(self.trail[self.limits[0] :] if self.limits else []):
            if abs(literal) in to_blame:
                reason = self.reason[abs(literal)]
                if reason is None:
                    self._core.append(literal)
                else:
                    to_blame.update(abs(other) for other in reason if self.level[abs(other)])

    # What a conflict teaches

    def _learn(self, conflict: Sequence[int]) -> None:
        """Learn from a conflict, and go back to where the learnt clause gives a value."""
        self._conflicts += 1
        self._since_restart += 1
        learnt, lbd = self._analyze(conflict)
        if len(learnt) == 1:
            self.backtrack(0)
            self.assign(learnt[0], None)
        else:
            self.backtrack(self.level[abs(learnt[1])])
            self._note(learnt)
            self.assign(learnt[0], self.attach(learnt, lbd))

    def _analyze(self, conflict: Sequence[int]) -> tuple[list[int], int]:
        """A clause that is false too, and its LBD.

        Its first literal is the negation of the first unique implication point, its second of the highest level left.
        """
        level, here = self.level, len(self.limits)
        met, lower = set[int](), list[int]()
        clause, place, still_open = conflict, len(self.trail), 0
        while True:
            if isinstance(clause, WatchedClause):
                self._use(clause)
            for literal in clause:
                variable = abs(literal)
                if variable not in met and level[variable]:
                    met.add(variable)
                    self.queue.bump(variable)
                    if level[variable] == here:
                        still_open += 1
                    else:
                        lower.append(literal)
            place -= 1
            while abs(self.trail[place]) not in met:
                place -= 1
            still_open -= 1
            if not still_open:
                break
            clause = self.reason[abs(self.trail[place])] or ()
        self.queue.decay()
        levels = {level[abs(literal)] for literal in lower}
        redundant = dict.fromkeys(met, True)
        lower = [literal for literal in lower if not self._is_redundant(literal, levels, redundant)]
        if lower:
            highest = max(range(len(lower)), key=lambda at: level[abs(lower[at])])
            lower[0], lower[highest] = lower[highest], lower[0]
        return [-self.trail[place], *lower], 1 + len(levels)

    def _is_redundant(self, literal: int, levels: set[int], redundant: dict[int, bool]) -> bool:
        """Whether the other literals of the clause make this one false: depth first through the reasons."""
        reason = self.reason[abs(literal)]
        if reason is None:
            return False
        stack = [(abs(literal), iter(reason))]
        while stack:
            variable, antecedents = stack[-1]
            for antecedent in antecedents:
                other = abs(antecedent)
                if other == variable or not self.level[other] or redundant.get(other):
                    continue
                reason = self.reason[other]
                if reason is None or other in redundant or self.level[other] not in levels:
                    for needed, _ in stack:
                        redundant.setdefault(needed, False)
                    return False
                stack.append((other, iter(reason)))
                break
            else:
                redundant[variable] = True
                stack.pop()
        return True

    def _use(self, clause: WatchedClause) -> None:
        """A learnt clause that was of use stays for a while, and its LBD may be lower now."""
        if clause.lbd > KEPT_LBD:
            clause.lbd = min(clause.lbd, len({self.level[abs(literal)] for literal in clause}))
            clause.spared = 2 if clause.lbd <= MIDDLE_LBD else 1

    # What is thrown away

    def _simplify(self) -> None:
        """At level 0: clauses that a fact satisfies go."""
        for clause in self.clauses:
            if any(self.value[literal] > 0 for literal in clause):
                self._kill(clause)
        for literal, pairs in enumerate(self.pairs):
            pairs[:] = [] if self.value[literal] else [other for other in pairs if not self.value[other]]
        self.remove_dead()
        self._facts_simplified = len(self.trail)
        self._simplify_at = self.propagations + sum(map(len, self.clauses)) + sum(map(len, self.pairs))

    def _reduce(self) -> None:
        """Of the learnt clauses that are no reasons, were of no use lately and are not of the lowest LBD, half go."""
        learnt = [clause for clause in self.clauses if clause.lbd > KEPT_LBD]
        doomed = []
        for clause in learnt:
            if self.is_reason(clause):
                continue
            if clause.spared:
                clause.spared -= 1
            else:
                doomed.append(clause)
        doomed.sort(key=lambda clause: (-clause.lbd, -len(clause)))
        going = len(doomed) // 2
        for clause in doomed[:going]:
            self._kill(clause)
        self.remove_dead()
        # The next time is when there are as many as a quarter of those that were given, or some number that grows.
        most = max(self._given // 4, MIN_LEARNT) + MORE_LEARNT * self._reductions
        self._reduce_at = self._conflicts + max(most - (len(learnt) - going), most // 4)
        self._reductions += 1

    def _kill(self, clause: WatchedClause) -> None:
        clause.is_dead = True
        if clause.lbd:
            self._note(clause, is_deleted=True)


def luby(run: int) -> int:
    """The number of a run in Luby's sequence 1 1 2 1 1 2 4 …, counted from 1."""
    while True:
        whole = 1
        while 2 * whole - 1 < run:
            whole *= 2
        if 2 * whole - 1 == run:
            return whole
        run -= whole - 1
