"""Claims: what a FlatZinc relation says, in a form that can be demanded, denied and made conditional."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, Unpack

from models.language.constraints import Clause, as_test, negation, when
from models.language.declarations import Reason
from models.language.expressions import Linear, Literal
from models.language.model import Model


@dataclass(frozen=True)
class AnyOf:
    """At least one of the literals is true."""

    literals: tuple[Literal, ...]


@dataclass(frozen=True)
class AllOf:
    """All of the literals are true."""

    literals: tuple[Literal, ...]


@dataclass(frozen=True)
class OddOf:
    """An odd number of the literals are true."""

    literals: tuple[Literal, ...]


Claim: TypeAlias = Linear | AnyOf | AllOf | OddOf

TRUE, FALSE = AllOf(()), AnyOf(())


def demand(model: Model, claim: Claim, *condition: Literal, **reason: Unpack[Reason]) -> None:
    """Post that ``claim`` holds where all of ``condition`` are true."""
    claim = _simplest(claim)
    if any(literal.is_never for literal in condition):
        return
    condition = tuple(literal for literal in condition if not literal.is_always)
    otherwise = tuple(~literal for literal in condition)
    if isinstance(claim, AnyOf):
        model.add(Clause((*otherwise, *claim.literals)), **reason)
    elif isinstance(claim, AllOf):
        for literal in claim.literals:
            model.add(Clause((*otherwise, literal)), **reason)
    elif isinstance(claim, OddOf):
        model.add_bool_xor(claim.literals, **reason).only_enforce_if(condition)
    else:
        for conditional in when([claim], *condition):
            model.add(conditional, **reason)


def demand_exactly_if(model: Model, claim: Claim, truth: Literal, **reason: Unpack[Reason]) -> None:
    """Post that ``claim`` holds exactly where ``truth`` is true."""
    claim = _simplest(claim)
    if isinstance(claim, AnyOf | AllOf) and len(claim.literals) == 1 and not (truth.is_always or truth.is_never):
        model.add(truth == claim.literals[0], **reason)
        return
    demand(model, claim, truth, **reason)
    demand(model, denied(claim), ~truth, **reason)


def denied(claim: Claim) -> Claim:
    """The claim that is true exactly where ``claim`` is not."""
    if isinstance(claim, Linear):
        return negation(claim)
    if isinstance(claim, OddOf):
        first, *others = claim.literals
        return OddOf((~first, *others))
    opposite = tuple(~literal for literal in claim.literals)
    return AllOf(opposite) if isinstance(claim, AnyOf) else AnyOf(opposite)


def _simplest(claim: Claim) -> Claim:
    """``claim`` without literals that cannot vary, and a linear one in a single literal where that says it."""
    if isinstance(claim, Linear):
        test = as_test(claim)
        if test is None:
            return claim if claim.terms else TRUE if claim.relation_holds({}) else FALSE
        claim = AnyOf((test,))
    open_ones = tuple(literal for literal in claim.literals if not (literal.is_always or literal.is_never))
    constant = sum(literal.is_always for literal in claim.literals)
    if isinstance(claim, AnyOf):
        return TRUE if constant else AnyOf(tuple(dict.fromkeys(open_ones)))
    if isinstance(claim, AllOf):
        return AllOf(tuple(dict.fromkeys(open_ones))) if constant + len(open_ones) == len(claim.literals) else FALSE
    if not open_ones:
        return TRUE if constant % 2 else FALSE
    odd = OddOf(open_ones)
    return denied(odd) if constant % 2 else odd
