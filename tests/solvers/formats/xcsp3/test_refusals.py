"""XCSP3 that cannot be taken: what is wrong, and in which line."""

from __future__ import annotations

from io import BytesIO

import pytest

from models.errors import InputError
from solvers.formats.xcsp3.reading import read
from tests.solvers.formats.xcsp3.instances import instance, reading
from tests.tables import rows


@rows(
    ("constraints", "sentence"),
    [
        ("<stretch> </stretch>", "<stretch> is none of the constraints that can be taken, intension, extension"),
        ("<regular> <list> x </list> </regular>", "<regular> is expected to have <transitions>"),
        (
            "<regular> <list> x </list> <transitions> (a,1) </transitions> </regular>",
            "'a,1' is no transition such as a,1,b",
        ),
        ("<noOverlap> <origins> x y </origins> <lengths> 1 </lengths> </noOverlap>", "2 origins and 1 lengths"),
        (
            "<cumulative> <origins> x </origins> <lengths> 1 </lengths> <heights> 1 </heights> <condition> (eq,1)"
            "</condition> </cumulative>",
            "of cumulative, (le,…) and (lt,…) can be taken",
        ),
        ("<intension> eq(x,q) </intension>", "there is no variable 'q'"),
        ("<intension> eq(x </intension>", "'eq(x' is no whole expression"),
        ("<intension> eq(x,,y) </intension>", "',' is not expected where it stands"),
        ("<intension> eqq(x,y) </intension>", "there is no function 'eqq'"),
        ("<intension> eq(x,b[2]) </intension>", "there is no variable 'b[2]'"),
        ("<allDifferent> x b[2] </allDifferent>", "'b[2]' reaches outside the array"),
        ("<extension> <list> x y </list> <supports> (1,2,3) </supports> </extension>", "has 3 values for 2 variables"),
        ("<sum> <list> x y </list> </sum>", "a <condition> such as (le,5) is expected"),
        (f"<intension> {'not(' * 5000}x{')' * 4999} </intension>", "is no whole expression"),
        ("<a>" * 80 + "</a>" * 80, "is nested more than 50 deep"),
        ('<intension reifiedBy="x"> eq(y,0) </intension>', "the attribute reifiedBy of <intension> cannot be taken"),
        ("<sum> <list> x </list> <list> y </list> </sum>", "a second <list> in <sum> cannot be taken; list, coeffs"),
        ("<allEqual> <list> x y </list> <except> 0 </except> </allEqual>", "<except> in <allEqual> cannot be taken"),
        ("<sum> <listing> x </listing> </sum>", "<listing> in <sum> cannot be taken; list, coeffs, condition can"),
        (
            '<element> <list> b[] </list> <index rank="first"> x </index> <value> y </value> </element>',
            "an index of the rank 'first' cannot be taken",
        ),
        (
            "<knapsack> <list> x </list> <weights> 1 </weights> <profits> 1 </profits> <condition> (le,1) </condition>"
            "</knapsack>",
            "knapsack is expected to have two conditions, or a limit and one condition",
        ),
        ("<lex> <matrix> b[] </matrix> <operator> le </operator> </lex>", "'b[]' is not a matrix such as x[][]"),
        (
            "<allDifferent> <list> x y </list> <list> b[0] </list> </allDifferent>",
            "the lists of allDifferent are not of one length",
        ),
        (
            "<allDifferent> <list> x y </list> <list> b[] </list> <except> (1,2,3) </except> </allDifferent>",
            "what is excepted is expected to have 2 values, as the lists have",
        ),
        (
            "<channel> <list> x y </list> <list> b[0] </list> </channel>",
            "of which the second is not the shorter one",
        ),
        (
            "<flow> <list> x </list> <balance> 1 </balance> <arcs> (0,1) </arcs> </flow>",
            "1 flows, 1 arcs, 2 nodes and 1 balances",
        ),
        ("<slide> <intension> le(%0,%1) </intension> </slide>", "slide is expected to have lists"),
        (
            '<slide circular="true"> <list collect="9"> b[] </list> <intension> le(%0,%1) </intension> </slide>',
            "slide collects more entries than a list has",
        ),
        ("<ifThen> <allDifferent> x y </allDifferent> </ifThen>", "<allDifferent> in <ifThen> cannot be taken"),
        ("<ifThen> <intension> x </intension> </ifThen>", "<ifThen> of 1 constraint cannot be taken"),
        ("<intension> &e; </intension>", "this is no XML: undefined entity"),
    ],
)
def test_a_sentence_says_what_is_wrong_and_where(constraints: str, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        reading(constraints)
    assert sentence in raised.value.sentence
    assert raised.value.line == 4


def test_document_types_are_not_taken() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>\n' + instance("")
    with pytest.raises(InputError, match="document types and entities are not taken") as raised:
        read(BytesIO(bomb.encode()), "it")
    assert raised.value.line == 1


def test_an_array_beyond_all_bounds_is_refused() -> None:
    text = instance("").replace('size="[2]"', 'size="[100000][100000]"')
    with pytest.raises(InputError, match="has 10,000,000,000 variables; 1,000,000 can be taken in all"):
        read(BytesIO(text.encode()), "it")


@pytest.mark.parametrize("tag", ["precedence", "nValues"])
def test_what_goes_value_by_value_is_bounded(tag: str) -> None:
    text = '<instance format="XCSP3"><variables><var id="x"> 0..1000000000 </var></variables><constraints>'
    text += f"<{tag}> <list> x </list> <condition> (le,1) </condition> </{tag}> </constraints></instance>"
    text = text.replace("<condition> (le,1) </condition> </precedence>", "</precedence>")
    with pytest.raises(InputError, match=f"<{tag}> of variables with more than 1,000,000 values together"):
        read(BytesIO(text.encode()), "it")
