"""Models as mathematics for pages and notebooks: variables with their domains, rules with their formulas."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, islice

from models.kit.names import count
from models.kit.svg import Markup, element, plain
from models.language.base import Key, Notation, write_set
from models.language.model import DEFINITION, Constraint, Model, Objective

MAX_CONSTRAINTS = 2_000  # so many constraints are looked at
MAX_ROWS = 30  # so many rules, and so many domains, are written out
MAX_FORMULAS = 4  # of one rule
MAX_NAMES = 6
MAX_CHARACTERS = 1_500  # of one constraint


class PageNotation(Notation):
    """Variables in italics, operators upright, indices below the line; what all of it is made of is no markup."""

    def name(self, name: str) -> str:
        return element("var", plain(name))

    def word(self, word: str) -> str:
        return element("span", plain(word), class_="operator")

    def run(self, first: int, last: int) -> str:
        return f"{first}, {first + 1}, {last}" if last == first + 2 else f"{first}, …, {last}"

    def entry(self, array: str, place: str) -> str:
        return array + element("sub", Markup(place))


PAGE = PageNotation()


def maths(part: Constraint | Objective) -> Markup:
    text = str(part)
    if len(text) > MAX_CHARACTERS:
        return plain(f"{text[:MAX_CHARACTERS]} …")
    return Markup(part.written(PAGE))


def model_html(model: Model) -> str:
    """``model`` as a table of bounded length: its variables, each rule with its formulas, the objective."""
    rows = [*_bounded(_variables(model), "more domains"), *_bounded(_rules(model), "more rules")]
    if model.objective is not None:
        rows.append(_row("", [maths(model.objective)]))
    if len(model.projection) < len(model.variables) - len(model.auxiliaries):
        names = [element("var", plain(var.name)) for var in model.projection[:MAX_NAMES]]
        rows.append(
            _row("an answer is made up of", [Markup(", ".join(names) + _more(len(model.projection), MAX_NAMES))])
        )
    title = f"{model.name}: {count(len(model.variables), 'variable')}, {count(len(model.constraints), 'constraint')}"
    return element("table", element("caption", plain(title)), *rows)


def _variables(model: Model) -> Iterator[Markup]:
    made = {*model.auxiliaries}
    declared = (var for var in model.variables if var not in made)
    for domain, group in groupby(declared, key=lambda var: write_set(var.domain, PAGE)):
        names = [var.name for var in group]
        shown = Markup(", ".join(element("var", plain(name)) for name in names[:MAX_NAMES]))
        yield _row("", [Markup(f"{shown}{_more(len(names), MAX_NAMES)} ∈ {domain}")])


def _rules(model: Model) -> Iterator[Markup]:
    """The rules in order, each with its first formulas; the definitions of auxiliary variables come last."""
    rules: dict[Key, list[Constraint]] = {}
    for constraint in islice(model.constraints, MAX_CONSTRAINTS):
        rules.setdefault(constraint.rule, []).append(constraint)
    definitions = rules.pop(DEFINITION, [])
    for key, members in [*rules.items(), *([(DEFINITION, definitions)] if definitions else [])]:
        first = members[0]
        title = "auxiliary variables" if key == DEFINITION else first.because or " ".join(map(str, first.key))
        formulas = [maths(constraint) for constraint in members[:MAX_FORMULAS]]
        left = len(members) - len(formulas)
        yield _row(title, [*formulas, *([plain(f"and {left:,} more")] if left else [])])
    if len(model.constraints) > MAX_CONSTRAINTS:
        yield _row("", [plain(f"and {len(model.constraints) - MAX_CONSTRAINTS:,} more constraints")])


def _row(title: str, lines: list[Markup]) -> Markup:
    return element("tr", element("th", plain(title)), element("td", Markup("<br/>".join(lines))))


def _bounded(rows: Iterator[Markup], what: str) -> list[Markup]:
    shown, left = list(islice(rows, MAX_ROWS)), sum(1 for _ in rows)
    return [*shown, *([_row("", [plain(f"and {left:,} {what}")])] if left else [])]


def _more(total: int, shown: int) -> str:
    return f" and {total - shown:,} more" if total > shown else ""
