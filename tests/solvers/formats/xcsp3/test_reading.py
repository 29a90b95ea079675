"""XCSP3, read: what its expressions, lists, tables and groups come to."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.core.registry import load, load_backend
from solvers.formats.xcsp3.reading import read
from tests.random_models import Answers, answers_of
from tests.solvers.formats.xcsp3.instances import EVERY, answers, reading
from tests.tables import rows


def comes_first(values: tuple[int, ...], one: int, other: int) -> bool:
    """Say whether ``other`` is not there, or the first ``one`` comes before it."""
    return other not in values or one in values[: values.index(other)]


@st.composite
def numbers(draw: st.DrawFn, depth: int = 2) -> str:
    if not depth or draw(st.booleans()):
        return draw(st.sampled_from(["x", "y", "b[0]", "b[1]", "-1", "2"]))
    function = draw(st.sampled_from(["neg", "abs", "add", "sub", "mul", "sqr", "min", "max", "dist", "if", "truth"]))
    if function == "truth":
        return draw(claims(depth - 1))
    if function == "if":
        return f"if({draw(claims(depth - 1))},{draw(numbers(depth - 1))},{draw(numbers(depth - 1))})"
    count = 1 if function in ("neg", "abs", "sqr") else 2 if function in ("sub", "dist") else draw(st.integers(1, 3))
    return f"{function}({','.join(draw(numbers(depth - 1)) for _ in range(count))})"


@st.composite
def claims(draw: st.DrawFn, depth: int = 2) -> str:
    function = draw(
        st.sampled_from(["lt", "le", "gt", "ge", "eq", "ne", "in", "not", "and", "or", "xor", "iff", "imp"])
    )
    if not depth or function in ("lt", "le", "gt", "ge", "eq", "ne", "in"):
        function = function if function in OPERATORS or function == "in" else "eq"
        other = "set(0,2,-1)" if function == "in" else draw(numbers(max(0, depth - 1)))
        return f"{function}({draw(numbers(max(0, depth - 1)))},{other})"
    count = {"not": 1, "iff": draw(st.integers(2, 3)), "imp": 2}.get(function) or draw(st.integers(1, 3))
    return f"{function}({','.join(draw(claims(depth - 1)) for _ in range(count))})"


OPERATORS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}

MEANING: dict[str, Any] = {
    **{name: eval(f"lambda a, b: int(a {sign} b)") for name, sign in OPERATORS.items()},
    "neg": lambda a: -a,
    "add": lambda *all_of_them: sum(all_of_them),
    "sub": lambda a, b: a - b,
    "mul": lambda a, b=1, c=1: a * b * c,
    "sqr": lambda a: a * a,
    "dist": lambda a, b: abs(a - b),
    "min": lambda *them: min(them),
    "max": lambda *them: max(them),
    "abs": abs,
    "if_": lambda a, b, c: b if a else c,
    "in_": lambda a, b: int(a in b),
    "set": lambda *them: {*them},
    "not_": lambda a: int(not a),
    "and_": lambda *them: int(all(them)),
    "or_": lambda *them: int(any(them)),
    "xor": lambda *them: sum(map(bool, them)) % 2,
    "iff": lambda *them: int(len({*map(bool, them)}) == 1),
    "imp": lambda a, b: int(not a or bool(b)),
}


def meant(expression: str) -> Answers:
    expression = re.sub(r"\b(if|in|not|and|or)\(", r"\1_(", expression)
    code = compile(expression, "it", "eval")
    return {one for one in EVERY if eval(code, MEANING | {"x": one[0], "y": one[1], "b": one[2:]})}


@settings(max_examples=40, deadline=None)
@given(expression=claims())
def test_an_expression_is_what_it_means(expression: str) -> None:
    assert answers(f"<intension> {expression} </intension>") == meant(expression)


@rows(
    ("constraint", "holds"),
    [
        (
            "<sum> <list> x y b[] </list> <coeffs> 2 -1 1x2 </coeffs> <condition> (le,-1) </condition> </sum>",
            lambda x, y, a, b: 2 * x - y + a + b <= -1,
        ),
        ("<sum> <list> x b[] </list> <condition> (eq,y) </condition> </sum>", lambda x, y, a, b: x + a + b == y),
        ("<sum> <list> x y </list> <condition> (in,1..3) </condition> </sum>", lambda x, y, a, b: 1 <= x + y <= 3),
        (
            "<sum> <list> x y </list> <condition> (notin,{1,3}) </condition> </sum>",
            lambda x, y, a, b: x + y not in (1, 3),
        ),
        ("<allDifferent> x y b[0] </allDifferent>", lambda x, y, a, b: len({x, y, a}) == 3),
        (
            "<allDifferent> <list> x y b[0] </list> <except> 0 </except> </allDifferent>",
            lambda x, y, a, b: all(v == 0 or [x, y, a].count(v) == 1 for v in (x, y, a)),
        ),
        ("<allDifferent> add(x,1) y </allDifferent>", lambda x, y, a, b: x + 1 != y),
        (
            "<extension> <list> x y b[] </list> <supports> (0,*,1,*)(*,2,*,0) </supports> </extension>",
            lambda x, y, a, b: (x == 0 and a == 1) or (y == 2 and b == 0),
        ),
        (
            "<extension> <list> x y x </list> <supports> (0,2,0)(1,3,2)(-1,0,-1) </supports> </extension>",
            lambda x, y, a, b: (x, y) in ((0, 2), (-1, 0)),
        ),
        (
            "<extension> <list> x y </list> <conflicts> (0,*)(1,3) </conflicts> </extension>",
            lambda x, y, a, b: x != 0 and (x, y) != (1, 3),
        ),
        (
            "<extension> <list> x </list> <supports> -2 0..1 </supports> </extension>",
            lambda x, y, a, b: x in (-2, 0, 1),
        ),
        (
            "<element> <list> 2 0 3 1 </list> <index> x </index> <value> y </value> </element>",
            lambda x, y, a, b: 0 <= x < 4 and (2, 0, 3, 1)[x] == y,
        ),
        (
            '<element><list startIndex="1"> x b[] </list> <index> y </index> <condition> (ge,1) </condition></element>',
            lambda x, y, a, b: 1 <= y <= 3 and (x, a, b)[y - 1] >= 1,
        ),
        (
            "<instantiation> <list> x b[] </list> <values> 1 0 * </values> </instantiation>",
            lambda x, y, a, b: x == 1 and a == 0,
        ),
        (
            "<group> <intension> le(%0,add(%1,%2)) </intension> <args> x y -2 </args> <args> b[] 0 </args> </group>",
            lambda x, y, a, b: x <= y - 2 and a <= b,
        ),
        (
            "<group> <sum> <list> %... </list> <condition> (eq,%0) </condition> </sum> <args> y x b[] </args> </group>",
            lambda x, y, a, b: x + a + b == y,
        ),
        (
            "<intension> eq(div(y,2),mod(x,2)) </intension>",
            lambda x, y, a, b: y // 2 == (x % 2 if x >= 0 else -(-x % 2)),
        ),
        (
            "<maximum> <list> x b[] </list> <condition> (lt,y) </condition> </maximum>",
            lambda x, y, a, b: max(x, a, b) < y,
        ),
        ("<minimum> x y <condition> (ge,b[1]) </condition> </minimum>", lambda x, y, a, b: min(x, y) >= b),
        (
            "<regular> <list> y b[] </list> <transitions> (s,0,t)(s,2,s)(s,1,t)(t,1,u)(s,3,u)(u,0,u) </transitions>"
            "<start> s </start> <final> u t </final> </regular>",
            lambda x, y, a, b: (y, a, b) in ((0, 1, 0), (2, 0, 1), (2, 1, 1), (3, 0, 0)),
        ),
        (
            "<cardinality> <list> x y b[] </list> <values> 0 1 3 </values><occurs> 0..1 b[0] 1 </occurs></cardinality>",
            lambda x, y, a, b: [x, y, a, b].count(0) < 2 and [x, y, a, b].count(1) == a and [x, y].count(3) == 1,
        ),
        (
            '<cardinality> <list> x y </list> <values closed="true"> 0 2 </values><occurs> 0x2 </occurs></cardinality>',
            lambda x, y, a, b: False,
        ),
        (
            '<cardinality> <list> x y </list> <values closed="true"> 0 2 </values><occurs> 1x2 </occurs></cardinality>',
            lambda x, y, a, b: {x, y} == {0, 2},
        ),
        (
            "<count> x y 1 <values> 0 </values> <condition> (in,1..2) </condition> </count>",
            lambda x, y, a, b: 1 <= (x == 0) + (y == 0) <= 2,
        ),
        ("<ordered> <list> b[1] x y </list> <operator> le </operator> </ordered>", lambda x, y, a, b: b <= x <= y),
        ("<ordered> y x 0 <operator> gt </operator> </ordered>", lambda x, y, a, b: y > x > 0),
        (
            "<lex> <list> x b[0] </list> <list> b[1] 1 </list> <list> 1 y </list> <operator> lt </operator> </lex>",
            lambda x, y, a, b: (x, a) < (b, 1) < (1, y),
        ),
        (
            "<lex> <list> x b[0] </list> <list> y b[1] </list> <operator> ge </operator> </lex>",
            lambda x, y, a, b: (x, a) >= (y, b),
        ),
        (
            "<count> <list> x y b[] </list> <values> 0 2 </values> <condition> (ge,b[0]) </condition> </count>",
            lambda x, y, a, b: sum(v in (0, 2) for v in (x, y, a, b)) >= a,
        ),
        (
            "<count> <list> x b[0] b[1] add(x,1) </list> <values> y </values> <condition> (eq,1) </condition> </count>",
            lambda x, y, a, b: [x, a, b, x + 1].count(y) == 1,
        ),
        (
            "<binPacking> <list> x b[] y </list> <sizes> 3 1 2 4 </sizes> <condition> (le,5) </condition></binPacking>",
            lambda x, y, a, b: all(3 * (x == v) + (a == v) + 2 * (b == v) + 4 * (y == v) <= 5 for v in range(-3, 5)),
        ),
        (
            "<binPacking> <list> x b[0] y </list> <sizes> 3 1 2 </sizes> <loads> 3 b[1] 2 </loads> </binPacking>",
            lambda x, y, a, b: (x, y) == (0, 2) and a == b == 1,
        ),
        (
            "<binPacking> <list> x b[] </list> <sizes> 3 1 2 </sizes> <limits> 3 y </limits> </binPacking>",
            lambda x, y, a, b: (
                x in (0, 1)
                and 3 * (x == 0) + (a == 0) + 2 * (b == 0) <= 3
                and 3 * (x == 1) + (a == 1) + 2 * (b == 1) <= y
            ),
        ),
        (
            "<noOverlap> <origins> x y b[0] </origins> <lengths> 2 b[1] 1 </lengths> </noOverlap>",
            lambda x, y, a, b: (
                (x + 2 <= a or a + 1 <= x) and (b == 0 or ((x + 2 <= y or y + 1 <= x) and (a + 1 <= y or y + 1 <= a)))
            ),
        ),
        (
            '<noOverlap zeroIgnored="false"> <origins> x y </origins> <lengths> 3 0 </lengths> </noOverlap>',
            lambda x, y, a, b: x + 3 <= y or y <= x,
        ),
        (
            "<noOverlap> <origins> (x,0)(y,b[0]) </origins> <lengths> (2,1)(b[1],1) </lengths> </noOverlap>",
            lambda x, y, a, b: b == 0 or x + 2 <= y or y + b <= x or a >= 1,
        ),
        (
            "<cumulative> <origins> x y b[0] </origins> <lengths> 2 2 b[1] </lengths> <heights> 1 b[1] 1 </heights>"
            "<condition> (lt,3) </condition> </cumulative>",
            lambda x, y, a, b: all(
                (x <= t < x + 2) + b * (y <= t < y + 2) + (a <= t < a + b) < 3 for t in range(-2, 6)
            ),
        ),
        (
            "<cumulative> <origins> x </origins> <lengths> 3 </lengths> <ends> y </ends> <heights> 2 </heights>"
            "<condition> (le,2) </condition> </cumulative>",
            lambda x, y, a, b: x + 3 == y,
        ),
        (
            '<circuit> <list startIndex="1"> y add(b[0],1) 1 </list> </circuit>',
            lambda x, y, a, b: y == 3 and a == 1,
        ),
        (
            "<circuit> <list> b[0] b[1] add(x,1) </list> <size> y </size> </circuit>",
            lambda x, y, a, b: y == 2 and a == 1 and b == 0 and x == 1,
        ),
        (
            "<circuit> <list> add(x,1) sub(3,y) </list> <size> add(b[0],b[1]) </size> </circuit>",
            lambda x, y, a, b: (x, y, a, b) == (0, 3, 1, 1),
        ),
        (
            "<circuit> <list> y x b[0] </list> <size> 2 </size> </circuit>",
            lambda x, y, a, b: (y, x, a) in ((2, 1, 0), (0, 2, 1)),
        ),
        ("<intension> iff(eq(x,1),gt(y,0),b[0]) </intension>", lambda x, y, a, b: (x == 1) == (y > 0) == (a == 1)),
        (  # what is not defined makes all false, wherever in the constraint it stands
            "<intension> or(eq(x,0),eq(div(y,x),2)) </intension>",
            lambda x, y, a, b: x != 0 and abs(y) // abs(x) == 2 and x > 0,
        ),
        (
            "<allDifferent> <matrix> (x,y)(b[0],b[1]) </matrix> </allDifferent>",
            lambda x, y, a, b: x != y and a != b and x != a and y != b,
        ),
        (
            "<allDifferent> <matrix> (x,y)(b[0],b[1]) </matrix> <except> 0 2 </except> </allDifferent>",
            lambda x, y, a, b: all(p != q or p in (0, 2) for p, q in ((x, y), (a, b), (x, a), (y, b))),
        ),
        (
            "<allDifferent> <list> x b[0] </list> <list> y b[1] </list> <list> 1 1 </list> </allDifferent>",
            lambda x, y, a, b: len({(x, a), (y, b), (1, 1)}) == 3,
        ),
        (
            "<allDifferent> <list> x b[0] </list> <list> y b[1] </list> <except> (0,0)(2,1) </except> </allDifferent>",
            lambda x, y, a, b: (x, a) != (y, b) or (x, a) in ((0, 0), (2, 1)),
        ),
        ("<allEqual> x add(b[0],1) y </allEqual>", lambda x, y, a, b: x == a + 1 == y),
        (
            "<allEqual> <list> x b[0] </list> <list> y b[1] </list> </allEqual>",
            lambda x, y, a, b: x == y and a == b,
        ),
        (
            "<ordered> <list> x b[0] y </list> <lengths> 1x2 </lengths> <operator> le </operator> </ordered>",
            lambda x, y, a, b: x + 1 <= a and a + 1 <= y,
        ),
        (
            "<binPacking> <list> x b[] </list> <sizes> 2x3 </sizes> <condition> (le,4) </condition> </binPacking>",
            lambda x, y, a, b: not x == a == b,
        ),
        (
            "<ordered> <list> x b[0] y </list> <lengths> 1 b[1] </lengths> <operator> lt </operator> </ordered>",
            lambda x, y, a, b: x + 1 < a and a + b < y,
        ),
        (
            "<lex> <matrix> (x,y)(b[0],b[1]) </matrix> <operator> le </operator> </lex>",
            lambda x, y, a, b: (x, y) <= (a, b) and (x, a) <= (y, b),
        ),
        (
            "<precedence> <list> y b[] x </list> <values> 0 1 2 </values> </precedence>",
            lambda x, y, a, b: comes_first((y, a, b, x), 0, 1) and comes_first((y, a, b, x), 1, 2),
        ),
        (
            '<precedence> <list> y b[] x </list> <values covered="true"> 0 1 </values> </precedence>',
            lambda x, y, a, b: comes_first((y, a, b, x), 0, 1) and 1 in (y, a, b, x),
        ),
        ("<precedence> b[] y </precedence>", lambda x, y, a, b: (a, b, y) in ((0, 0, 0), (0, 1, 0), (0, 1, 2))),
        (
            "<channel> add(x,1) b[0] y </channel>",
            lambda x, y, a, b: (x, a, y) in ((-1, 1, 2), (0, 0, 2), (1, 1, 0)),
        ),
        (
            '<channel> <list startIndex="1"> b[] eq(x,2) </list> <value> y </value> </channel>',
            lambda x, y, a, b: (a, b, x == 2).count(1) == 1 and (0, a, b, x == 2)[y] == 1,
        ),
        (
            '<channel> <list startIndex="1"> y </list> <list> b[0] b[1] x add(x,1) </list> </channel>',
            lambda x, y, a, b: (a, b, x, x + 1)[y] == 1,
        ),
        (
            "<nValues> <list> x y b[] </list> <except> 0 -2 </except> <condition> (eq,2) </condition> </nValues>",
            lambda x, y, a, b: len({x, y, a, b} - {0, -2}) == 2,
        ),
        ("<nValues> x y b[] <condition> (lt,y) </condition> </nValues>", lambda x, y, a, b: len({x, y, a, b}) < y),
        (
            "<minimumArg> <list> x y b[] </list> <condition> (ge,y) </condition> </minimumArg>",
            lambda x, y, a, b: any(i >= y for i, v in enumerate((x, y, a, b)) if v == min(x, y, a, b)),
        ),
        (
            '<minimumArg rank="first"> <list startIndex="1"> x y b[] </list> <condition> (in,2..3) </condition>'
            "</minimumArg>",
            lambda x, y, a, b: (x, y, a, b).index(min(x, y, a, b)) in (1, 2),
        ),
        (
            '<maximumArg rank="last"> <list> x y b[] </list> <condition> (ne,y) </condition> </maximumArg>',
            lambda x, y, a, b: max(i for i, v in enumerate((x, y, a, b)) if v == max(x, y, a, b)) != y,
        ),
        (
            "<knapsack> <list> x b[] </list> <weights> 2 1 3 </weights> <condition> (le,4) </condition>"
            "<profits> 1 2 1 </profits> <condition> (ge,y) </condition> </knapsack>",
            lambda x, y, a, b: 2 * x + a + 3 * b <= 4 and x + 2 * a + b >= y,
        ),
        (
            "<knapsack> <list> x b[] </list> <weights> 2 1 3 </weights> <profits> 1 2 1 </profits> <limit> 4 </limit>"
            "<condition> (ge,y) </condition> </knapsack>",
            lambda x, y, a, b: 2 * x + a + 3 * b <= 4 and x + 2 * a + b >= y,
        ),
        (
            "<flow> <list> x y b[] </list> <balance> 2 0 -1 -1 </balance> <arcs> (1,2)(1,3)(2,4)(3,4) </arcs></flow>",
            lambda x, y, a, b: x + y == 2 and a == x and b - y == -1 and -a - b == -1,
        ),
        (
            "<flow> <list> x y </list> <balance> 2 -2 </balance> <arcs> (0,1)(0,1) </arcs> <weights> 3 1 </weights>"
            "<condition> (gt,3) </condition> </flow>",
            lambda x, y, a, b: x + y == 2 and 3 * x + y > 3,
        ),
        (
            "<mdd> <list> y b[] </list> <transitions> (r,0,p)(r,2,q)(p,1,s)(q,0,s)(q,1,s)(s,1,t) </transitions> </mdd>",
            lambda x, y, a, b: b == 1 and ((y == 0 and a == 1) or y == 2),
        ),
        ("<slide> <list> b[] y </list> <intension> le(%0,%1) </intension> </slide>", lambda x, y, a, b: a <= b <= y),
        (
            '<slide circular="true"> <list> b[0] x y </list> <intension> ne(%0,%1) </intension> </slide>',
            lambda x, y, a, b: a != x != y != a,
        ),
        (
            '<slide> <list offset="2" collect="2"> x y b[] </list> <sum> <list> %... </list>'
            "<condition> (ge,1) </condition> </sum> </slide>",
            lambda x, y, a, b: x + y >= 1 and a + b >= 1,
        ),
        (
            '<slide> <list> x y </list> <list collect="1"> b[] </list> <intension> le(%0,%1) </intension> </slide>',
            lambda x, y, a, b: x <= a and y <= b,
        ),
        (
            '<element> <matrix startRowIndex="-1"> (1,2)(0,3)(2,2) </matrix> <index> x b[0] </index>'
            "<value> y </value> </element>",
            lambda x, y, a, b: -1 <= x <= 1 and ((1, 2), (0, 3), (2, 2))[x + 1][a] == y,
        ),
        (
            '<element> <matrix startColIndex="1"> (x,y)(1,b[0]) </matrix> <index> b[1] x </index>'
            "<condition> (gt,0) </condition> </element>",
            lambda x, y, a, b: x >= 1 and ((x, y), (1, a))[b][x - 1] > 0,
        ),
        ("<element> <list> y b[] </list> <value> x </value> </element>", lambda x, y, a, b: x in (y, a, b)),
        (
            "<sum> <list> x b[] </list> <coeffs> y x 2 </coeffs> <condition> (eq,3) </condition> </sum>",
            lambda x, y, a, b: x * y + a * x + 2 * b == 3,
        ),
        (
            "<extension> <list> x y </list> <supports> (-1..1,2..3)(2,0)(-2,*) </supports> </extension>",
            lambda x, y, a, b: (-1 <= x <= 1 and y >= 2) or (x, y) == (2, 0) or x == -2,
        ),
        (
            "<ifThen> <intension> eq(x,1) </intension>"
            "<intension> <function> gt(y,0) </function> </intension> </ifThen>",
            lambda x, y, a, b: x != 1 or y > 0,
        ),
        (
            "<ifThenElse> <intension> b[0] </intension> <intension> eq(x,y) </intension>"
            "<intension> lt(x,0) </intension> </ifThenElse>",
            lambda x, y, a, b: x == y if a else x < 0,
        ),
        ("<not> <intension> eq(x,y) </intension> </not>", lambda x, y, a, b: x != y),
        (
            "<or> <intension> eq(x,y) </intension> <intension> b[0] </intension> </or>",
            lambda x, y, a, b: x == y or a == 1,
        ),
        ("<intension> eq(pow(add(x,1),2),y) </intension>", lambda x, y, a, b: (x + 1) ** 2 == y),
        ("<intension> eq(pow(2,sub(x,x)),b[0]) </intension>", lambda x, y, a, b: a == 1),
        ("<intension> eq(mod(add(x,7),add(y,1)),b[0]) </intension>", lambda x, y, a, b: (x + 7) % (y + 1) == a),
        (
            "<extension> <list> add(x,1) y </list> <supports> (0,2)(2,3) </supports> </extension>",
            lambda x, y, a, b: (x, y) in ((-1, 2), (1, 3)),
        ),
        (
            "<extension> <list> sub(x,y) b[0] </list> <conflicts> (0,1)(-1,*) </conflicts> </extension>",
            lambda x, y, a, b: (x - y, a) != (0, 1) and x - y != -1,
        ),
        (
            "<extension> <list> neg(x) y </list> <supports> (2,*)(0,0) </supports> </extension>",
            lambda x, y, a, b: x == -2 or (x, y) == (0, 0),
        ),
    ],
)
def test_a_constraint_is_what_it_means(constraint: str, holds: Any) -> None:
    assert answers(constraint) == {one for one in EVERY if holds(*one)}


def test_constraints_are_called_as_the_file_calls_them() -> None:
    model = reading(
        '<intension id="first"> eq(x,1) </intension>\n<block id="rule" note="a rule of its own">\n'
        "<intension> eq(y,2) </intension> <intension> eq(b[0],1) </intension> </block>\n<sum> <list> x y </list>"
        "<condition> (le,9) </condition> </sum>"
    ).model
    keys = [constraint.key for constraint in model.constraints]
    assert keys == [("first",), ("rule",), ("rule",), ("line", 7)]
    assert model.constraints[1].because == "a rule of its own"


@pytest.mark.parametrize(
    ("objective", "said"),
    [
        ("<minimize> x </minimize>", "minimize x"),
        ('<maximize type="sum"> <list> x y </list> <coeffs> 1 2 </coeffs> </maximize>', "maximize x + 2·y"),
        ('<minimize type="maximum"> x y </minimize>', "minimize x5"),
        ('<minimize type="nValues"> x x </minimize>', "minimize x4 + x5 + x6 + x7 + x8"),
    ],
)
def test_an_objective_is_taken(objective: str, said: str) -> None:
    found = reading("", f"<objectives> {objective} </objectives>").model
    assert str(found.objective).rstrip("0123456789") == said.rstrip("0123456789")


@pytest.mark.parametrize(
    ("size", "constraint", "holds"),
    [
        (
            "[2][3]",
            "<allDifferent> <matrix> x[][] </matrix> </allDifferent>",
            lambda rows: all(len({*line}) == len(line) for line in (*rows, *zip(*rows, strict=True))),
        ),
        (
            "[3][2]",
            "<lex> <matrix> x[][] </matrix> <operator> lt </operator> </lex>",
            lambda rows: rows[0] < rows[1] < rows[2] and [r[0] for r in rows] < [r[1] for r in rows],
        ),
        (
            "[3][2]",
            "<lex> <matrix> x[1..2][] </matrix> <operator> ge </operator> </lex>",
            lambda rows: rows[1] >= rows[2] and [r[0] for r in rows[1:]] >= [r[1] for r in rows[1:]],
        ),
        (
            "[2][2]",
            "<element> <matrix> x[][] </matrix> <index> x[0][0] x[1][1] </index> <value> 1 </value> </element>",
            lambda rows: rows[0][0] < 2 and rows[1][1] < 2 and rows[rows[0][0]][rows[1][1]] == 1,
        ),
    ],
)
def test_a_matrix_is_read_by_rows(size: str, constraint: str, holds: Any) -> None:
    text = f'<instance format="XCSP3"><variables><array id="x" size="{size}"> 0..2 </array></variables>'
    text += f"<constraints> {constraint} </constraints></instance>"
    high, wide = int(size[1]), int(size[4])
    expected = {
        cells
        for cells in product(range(3), repeat=high * wide)
        if holds([list(cells[row * wide : (row + 1) * wide]) for row in range(high)])
    }
    assert answers_of(load(load_backend("backtracking")[0], read(BytesIO(text.encode()), "it").model)) == expected
