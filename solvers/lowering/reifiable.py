"""Reifiable relations: what can be enforced, negated, made conditional, and made equal to a literal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, Unpack

from models.language.constraints import Clause, as_test
from models.language.declarations import Reason
from models.language.model import Linear, Literal, Model


@dataclass(frozen=True)
class AnyOf:
    literals: tuple[Literal, ...]


@dataclass(frozen=True)
class AllOf:
    literals: tuple[Literal, ...]


@dataclass(frozen=True)
class OddOf:
    literals: tuple[Literal, ...]


Reifiable: TypeAlias = Linear | AnyOf | AllOf | OddOf

TRUE, FALSE = AllOf(()), AnyOf(())


def enforce(model: Model, relation: Reifiable, *condition: Literal, **reason: Unpack[Reason]) -> None:
    """Post that ``relation`` holds where all of ``condition`` are true."""
    relation = _simplest(relation)
    if any(literal.is_never for literal in condition):
        return
    condition = tuple([literal for literal in condition if not literal.is_always])
    if isinstance(relation, Linear):
        model.add(relation.replace(condition=relation.condition + condition, **reason))
        return
    otherwise = tuple([~literal for literal in condition])
    if isinstance(relation, AnyOf):
        model.add(Clause((*otherwise, *relation.literals), **reason))
    elif isinstance(relation, AllOf):
        for literal in relation.literals:
            model.add(Clause((*otherwise, literal), **reason))
    else:
        model.add_bool_xor(relation.literals, **reason).only_enforce_if(condition)


def reify(model: Model, relation: Reifiable, truth: Literal, **reason: Unpack[Reason]) -> None:
    """Post that ``relation`` holds exactly where ``truth`` is true."""
    relation = _simplest(relation)
    if isinstance(relation, AnyOf | AllOf) and len(relation.literals) == 1 and not (truth.is_always or truth.is_never):
        model.add(truth == relation.literals[0], **reason)
        return
    enforce(model, relation, truth, **reason)
    enforce(model, negated(relation), ~truth, **reason)


def negated(relation: Reifiable) -> Reifiable:
    if isinstance(relation, Linear):
        return ~relation
    if isinstance(relation, OddOf):
        first, *others = relation.literals
        return OddOf((~first, *others))
    opposite = tuple(~literal for literal in relation.literals)
    return AllOf(opposite) if isinstance(relation, AnyOf) else AnyOf(opposite)


def _simplest(relation: Reifiable) -> Reifiable:
    """``relation`` without literals that cannot vary, and a linear one in a single literal where that says it."""
    if isinstance(relation, Linear):
        test = as_test(relation)
        if test is None:
            return relation if relation.terms or relation.tests else TRUE if relation.relation_holds({}) else FALSE
        relation = AnyOf((test,))
    open_ones = tuple([literal for literal in relation.literals if not (literal.is_always or literal.is_never)])
    constant = sum([literal.is_always for literal in relation.literals])
    if isinstance(relation, AnyOf):
        return TRUE if constant else AnyOf(tuple(dict.fromkeys(open_ones)))
    if isinstance(relation, AllOf):
        return AllOf(tuple(dict.fromkeys(open_ones))) if constant + len(open_ones) == len(relation.literals) else FALSE
    if not open_ones:
        return TRUE if constant % 2 else FALSE
    odd = OddOf(open_ones)
    return negated(odd) if constant % 2 else odd
