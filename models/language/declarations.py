"""What a model declares: its variables, named or not, its constraints, and auxiliary variables where it needs any.

An auxiliary variable is one that a model adds of its own and that those declared before it determine, such as a
Boolean variable for each literal in a sum. Each is made once; the constraints that define it hold without any
condition and share the key ``DEFINITION``; and how it is computed is kept as a function, to complete assignments.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, Self, TypedDict

from models.errors import ModelError
from models.kit.names import hint, shown
from models.language.base import Domain, Key, a_type, are_of, as_domain, as_int, whole_numbers, with_usage, write_set
from models.language.constraints import invalid_literal
from models.language.domains import too_long
from models.language.expressions import (
    Assignment,
    Constraint,
    Expression,
    IntVar,
    Linear,
    Literal,
    as_literal,
)

DEFINITION: Key = ("definition",)
"""The key of every constraint that defines an auxiliary variable: no rule of a puzzle, and never given up."""

Value = Callable[[Assignment], int]
"""Computes an auxiliary variable from the variables declared before it; no lambda, since models can be pickled."""

Sum = Expression | int
"""What takes a linear expression takes a variable, a literal and an int as well."""

Truth = Literal | IntVar | Linear
"""A literal, a comparison, or a Boolean variable that stands for "it is 1"."""

MAX_VALUE = 2**62 - 1
"""Variables take values from ``-MAX_VALUE`` to ``MAX_VALUE``, so that 64 bits can count the values of a domain."""

if TYPE_CHECKING:
    from models.language.arrays import Shape, VariableArray
    from models.language.bulk import Constraints


class Reason(TypedDict, total=False):
    """What every method that adds a constraint takes by name: its rule for people, in a sentence, and for programs.

    A key is such as ``("row", 2)``; without one, what shares a sentence is one rule.
    """

    because: str
    key: Key


@dataclass(frozen=True, eq=False)
class Lowered:
    """A global constraint as it was stated, and the constraints of a kind that it was lowered to.

    These say what it means. A solver with a constraint of its own for it posts that one and leaves them out.

    Attributes:
        kind: such as ``cumulative``: the end of the name of the method that was called.
        arguments: what that method takes, as sums, literals, intervals, ints, ranges and tuples of them.
        places: of the constraints in the model.
    """

    kind: str
    arguments: tuple[Any, ...]
    places: tuple[int, ...]
    constraints: tuple[Constraint, ...]
    condition: tuple[Literal, ...] = ()

    def scope(self) -> Iterator[IntVar]:
        """The variables that it speaks of, more than once where it does so."""
        return _variables_in((self.arguments, self.condition))

    def stands_in(self, model: Declarations) -> bool:
        """Whether all that it was lowered to is still where it was."""
        there = model.constraints
        return len(there) > max(self.places) and all(
            there[place] is one or there[place] == one for place, one in zip(self.places, self.constraints, strict=True)
        )


class Declarations:
    """The variables and constraints of a model, without what is asked of them; see ``Model``."""

    def __init__(self, name: str = "model") -> None:
        self.name = name
        self.variables: list[IntVar] = []
        self.constraints: list[Constraint] | Constraints = []
        self.lowered: list[Lowered] = []
        self.revision = 0
        self._named: dict[str, IntVar] = {}
        self._generated: dict[str, IntVar] = {}
        self._by_domain: dict[Domain, list[IntVar]] = {}
        self._values: dict[IntVar, Value] = {}
        self._made: dict[Hashable, IntVar] = {}
        self.defined_at: dict[IntVar, range] = {}

    @with_usage(
        "new_int_var takes lowest, highest and a name; for an array use new_int_vars(shape, lowest, highest, name)"
    )
    def new_int_var(self, lowest: int, highest: int, name: str = "") -> IntVar:
        """An integer variable from ``lowest`` to ``highest``, both included; where it is given no name it gets one."""
        if type(lowest) is not int or type(highest) is not int:
            lowest, highest = self._whole([lowest, highest], name)
        return self._new_var(range(lowest, highest + 1), name)

    def new_int_var_from_values(self, values: Iterable[int], name: str = "") -> IntVar:
        """An integer variable that takes one of ``values``."""
        if isinstance(values, range) and values.step == 1:
            return self._new_var(values, name)
        if complaint := too_long(values):
            raise ModelError(f"variable {name!r} of model {self.name!r}: {complaint}")
        return self._new_var(as_domain(self._whole(values, name)), name)

    @with_usage("new_bool_var takes a name; for an array use new_bool_vars(shape, name)")
    def new_bool_var(self, name: str = "") -> IntVar:
        """A variable in {0, 1}; in a clause it stands for "it is 1"."""
        return self._new_var(range(2), name)

    def new_int_vars(self, shape: Shape | Iterable[str], lowest: int, highest: int, name: str = "") -> VariableArray:
        """An array of integer variables: ``new_int_vars((9, 9), 1, 9, "r{}c{}")`` has rows, columns and slices.

        ``new_int_vars(["hens", "hares"], 0, 35)`` is a row with a variable for each name.
        """
        from models.language.arrays import array_of  # most models have none

        return array_of(shape, name, partial(self.new_int_var, lowest, highest))

    def new_bool_vars(self, names: Iterable[str] | Shape, name: str = "") -> VariableArray:
        """A row of Boolean variables, one for each name; or with a shape, an array such as ``new_int_vars`` makes."""
        from models.language.arrays import VariableArray, array_of  # as above

        one_by_one: Any = names
        if as_int(names) is not None or (isinstance(names, tuple) and names and not isinstance(names[0], str)):
            return array_of(names, name, self.new_bool_var)
        return VariableArray(self._named_bool_vars(list(one_by_one)))

    def _named_bool_vars(self, names: list[Any]) -> list[IntVar]:
        new = set(names)
        if len(new) < len(names) or "" in new or not are_of(names, str) or not self._named.keys().isdisjoint(new):
            return [self.new_bool_var(name) for name in names]
        domain, first = range(2), len(self.variables)
        found = [IntVar(self, index, name, domain) for index, name in enumerate(names, first)]
        self.variables += found
        self._by_domain.setdefault(domain, []).extend(found)
        self._named.update(zip(names, found, strict=True))
        self.revision += 1
        return found

    def new_constant(self, value: int) -> IntVar:
        """The variable that can only be ``value``; one for each value."""
        (number,) = self._whole([value], f"the constant {value}")
        key = ("constant", number)
        if key not in self._made:
            self._made[key] = self._new_var(range(number, number + 1), f"the constant {number}", generated=True)
        return self._made[key]

    def variable(self, name: str) -> IntVar:
        """The variable of this name.

        >>> from models import Model
        >>> model = Model()
        >>> model.new_int_var(0, 9, "x") is model.variable("x")
        True
        """
        if not isinstance(name, str) or name not in self._named:
            near = hint(name, self._named, f"its variables are {shown(self.variables, 80)}")
            raise ModelError(f"model {self.name!r} has no variable {shown(name)}; {near}")
        return self._named[name]

    @property
    def auxiliaries(self) -> tuple[IntVar, ...]:
        """The variables that the model added of its own; each is determined by those declared before it."""
        return tuple(self._values)

    def posted(self) -> list[Posted]:
        """Every constraint so far but definitions of auxiliary variables, so that it can still be made conditional."""
        places = (place for place, constraint in enumerate(self.constraints) if constraint.key != DEFINITION)
        return [Posted(self, (place,)) for place in places]

    def complete(self, assignment: Assignment) -> Assignment:
        """Return ``assignment`` with the values of the auxiliary variables, computed from those of the others.

        >>> from models import Model
        >>> model = Model()
        >>> x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
        >>> _ = model.add((x == 1) + (y == 1) >= 1)
        >>> model.complete({x: 1, y: 2})
        {x: 1, y: 2, [x = 1]: 1, [y = 1]: 0}
        """
        missing = [var for var in self._values if var not in assignment]
        if not missing:
            return assignment
        whole = dict(assignment)
        try:
            for var in missing:
                whole[var] = int(self._values[var](whole))
        except (ArithmeticError, LookupError):  # a divisor that is 0, a variable without a value
            if outside := self._outside(assignment):
                raise ModelError(outside) from None
            raise
        return whole

    def _outside(self, assignment: Assignment) -> str:
        """Return which variable has no value of its domain, in a sentence; empty if none, missing auxiliaries aside."""
        for domain, variables in self._by_domain.items():
            # All 81 cells of a Sudoku at once: thousands of answers a second pass here.
            for value in set(map(assignment.get, variables)):
                if value is None or value not in domain:
                    for var in variables:
                        if value is None and var not in assignment and var not in self._values:
                            return f"{var.name} has no value"
                        if var in assignment and assignment[var] == value:
                            return f"{var.name} = {value!r} lies outside {write_set(domain)}"
        return ""

    # Copies, in this process or for another

    def __reduce__(self) -> Any:
        """Its variables first, so that whatever speaks of them finds them there, itself included."""
        kept = {name: part for name, part in vars(self).items() if name not in ("variables", "_named", "_by_domain")}
        return _with_variables, (type(self), self.name, [(var.domain, var.name) for var in self.variables]), kept

    def __copy__(self) -> Self:
        return deepcopy(self)  # a variable belongs to one model

    # Checking what is declared

    def _new_var(self, domain: Domain, name: str, generated: bool = False) -> IntVar:
        if not isinstance(name, str):
            raise ModelError(f"a variable of model {self.name!r} is called {name!r}; a name in letters is expected")
        generated = generated or not name
        if generated:
            name = self._free_name(name or f"x{len(self.variables)}")
        alike = self._by_domain.get(domain)
        if alike is None:
            self._check_domain(domain, name)
            alike = self._by_domain[domain] = []
        if name in self._generated:  # a name somebody chose has precedence
            other = self._generated.pop(name)
            other.name = self._free_name(f"{name}_")
            self._generated[other.name] = self._named[other.name] = other
        elif name in self._named:
            raise ModelError(f"model {self.name!r} has two variables called {name!r}")
        var = IntVar(self, len(self.variables), name, domain)
        self.variables.append(var)
        alike.append(var)
        self._named[name] = var
        if generated:
            self._generated[name] = var
        self.revision += 1
        return var

    def _check_domain(self, domain: Domain, name: str) -> None:
        if not domain:
            raise ModelError(f"variable {name!r} of model {self.name!r} has an empty domain")
        if domain[0] < -MAX_VALUE or domain[-1] > MAX_VALUE:
            raise ModelError(
                f"variable {name!r} of model {self.name!r} ranges from {domain[0]} to {domain[-1]}; "
                f"values from {-MAX_VALUE} to {MAX_VALUE} are taken, less than 2^62 either way"
            )
        if isinstance(domain, range) and domain[-1] - domain[0] >= sys.maxsize:  # as many as Python counts
            raise ModelError(
                f"variable {name!r} of model {self.name!r} ranges from {domain[0]} to {domain[-1]}; "
                f"at most {sys.maxsize:,} values are taken where addresses have 32 bits"
            )

    def _free_name(self, name: str) -> str:
        while name in self._named:
            name += "_"
        return name

    def _whole(self, values: Iterable[object], name: str) -> list[int]:
        if not isinstance(values, Iterable):
            raise ModelError(
                f"variable {name!r} of model {self.name!r} is to take {values!r}; a list of ints is expected"
            )
        return whole_numbers(values, f"variable {name!r} of model {self.name!r} is to take")

    def _one(self, constraint: Constraint) -> Posted:
        return Posted(self, (self._append(constraint),))

    def _all(self, constraints: Iterable[Constraint], reason: Reason, kind: str = "", *arguments: object) -> Posted:
        """Post what one demand was lowered to; a condition will count for all of it, and ``kind`` says what it was."""
        places = tuple([self._append(one.replace(**reason) if reason else one) for one in constraints])
        posted = tuple([self.constraints[place] for place in places]) if kind else ()
        if not posted or (len(posted) == 1 and not posted[0].condition):
            return Posted(self, places)  # in one of the kinds it is what it was
        self.lowered.append(Lowered(kind, arguments, places, posted))
        return Posted(self, places, len(self.lowered) - 1)

    def _append(self, constraint: Constraint) -> int:
        self._check(constraint)
        self.constraints.append(constraint)
        self.revision += 1
        return len(self.constraints) - 1

    def _check(self, constraint: Constraint) -> None:
        for var in constraint.scope() if constraint.condition else constraint.relation_scope():
            if type(var) is not IntVar or var.model is not self:
                self._own(var, f"part of {type(constraint).__name__} in model {self.name!r}")
        complaint = constraint.complaint() or _of_its_rule(constraint)
        if constraint.condition:
            complaint = complaint or invalid_literal(constraint.condition)
        if complaint:
            raise ModelError(f"model {self.name!r}: {complaint}")

    def _own(self, thing: object, role: str) -> None:
        if not isinstance(thing, IntVar):
            raise ModelError(f"{thing!r} is {role}, but {a_type(thing)} is not a variable")
        if thing.model is not self:
            other = "another model of the same name" if thing.model.name == self.name else f"model {thing.model.name!r}"
            raise ModelError(f"{thing.name} is {role}, but it belongs to {other}")


def _variables_in(thing: Any) -> Iterator[IntVar]:
    if isinstance(thing, IntVar):
        yield thing
    elif isinstance(thing, Literal):
        yield thing.var
    elif isinstance(thing, Expression):
        yield from thing.as_sum().terms
    elif not isinstance(thing, int | str | range):
        for part in thing if isinstance(thing, tuple) else vars(thing).values():
            yield from _variables_in(part)


def _with_variables(kind: type[Declarations], name: str, variables: Iterable[tuple[Domain, str]]) -> Declarations:
    model = kind.__new__(kind)
    Declarations.__init__(model, name)
    for domain, called in variables:
        model._new_var(domain, called)
    return model


class Posted:
    """What was just added, so that it can be made conditional: one constraint, or all that it was lowered to."""

    def __init__(self, model: Declarations, places: tuple[int, ...], lowered: int | None = None) -> None:
        self._model = model
        self._places = places
        self._lowered = lowered

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        return tuple(self._model.constraints[place] for place in self._places)

    @property
    def constraint(self) -> Constraint:
        """The constraint as it stands in the model; where it was lowered to none or several, see ``constraints``."""
        if len(self._places) != 1:
            raise ModelError(
                f"model {self._model.name!r}: this was lowered to {len(self._places)} constraints, not one"
            )
        return self.constraints[0]

    def __repr__(self) -> str:
        """``<added: x + y = 7 (the sum is right)>``: the constraint as it stands, or the first of several."""
        if not self._places:
            return "<added: nothing, since it always holds>"
        first, more = self.constraints[0], len(self._places) - 1
        rule = f" ({first.because})" * bool(first.because)
        return f"<added: {first}{rule}{f' and {more:,} more' if more else ''}>"

    def only_enforce_if(self, *literals: Truth | Iterable[Truth]) -> Posted:
        """Demand it only where all ``literals`` are true.

        >>> from models import Model
        >>> model = Model()
        >>> x, y, swapped = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y"), model.new_bool_var("swapped")
        >>> model.add(x < y).only_enforce_if(~swapped).constraint
        ¬swapped ⇒ x − y ≤ -1
        """
        condition = literals_of(literals)
        for literal in condition:
            self._model._own(literal.var, f"a condition in model {self._model.name!r}")
        complaint = invalid_literal(condition)
        if complaint:
            raise ModelError(f"model {self._model.name!r}: {complaint}")
        for place, constraint in zip(self._places, self.constraints, strict=True):
            self._model.constraints[place] = constraint.replace(condition=constraint.condition + condition)
        if self._lowered is not None:
            before = self._model.lowered[self._lowered]
            self._model.lowered[self._lowered] = replace(
                before, condition=before.condition + condition, constraints=self.constraints
            )
        self._model.revision += 1
        return self


def flatten(things: Iterable[Any]) -> tuple[Any, ...]:
    """Things that were given one by one, or in lists, lists of lists and so on."""
    try:
        whole = tuple(things)
    except TypeError:
        if isinstance(things, Iterator):
            raise
        raise ModelError(f"{things!r} is {a_type(things)}; a list is expected") from None
    except (MemoryError, OverflowError):
        raise ModelError(f"{shown(things)} has too many entries for the memory; a shorter list is expected") from None
    if len(whole) == 1 and isinstance(whole[0], Iterable) and not isinstance(whole[0], str):
        return flatten(whole[0])
    if are_of(whole, IntVar, Literal):
        return whole
    nested = (flatten(one) if isinstance(one, Iterable) and not isinstance(one, str) else (one,) for one in whole)
    return tuple(chain.from_iterable(nested))


def literals_of(things: tuple[Truth | Iterable[Truth], ...]) -> tuple[Literal, ...]:
    return tuple(map(as_literal, flatten(things)))


def _of_its_rule(constraint: Constraint) -> str | None:
    because, key = constraint.because, constraint.key
    if not isinstance(because, str):
        return f"because={because!r} is {a_type(because)}; a sentence is expected"
    if type(key) is tuple and (not key or are_of(key, str, int)):
        return None
    return f'key={key!r} names no rule; a tuple of words and ints such as ("row", 2) is expected'
