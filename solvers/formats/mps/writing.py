"""Free MPS, the exchange format of mixed-integer programs: columns, rows and bounds, a number a line.

See ``solvers.formats.lp.writing`` for what the columns and rows are. What is to be maximised is minimised with the
opposite sign, since not every reader knows OBJSENSE. A comment for each variable of the model says what it comes to in
columns: ``* dial = 1 +1 dial_is_2 +2 dial_is_3``.
"""

from __future__ import annotations

from collections.abc import Iterator

from solvers.formats.document import Export, ObjectiveNote
from solvers.formats.lp.writing import OBJECTIVE, named_program

LETTERS = {"<=": "L", ">=": "G", "=": "E"}  # what MPS calls the relations


def write(export: Export) -> Iterator[str]:
    program = named_program(export, "MPS")
    for comment in program.comments:
        yield f"* {comment}\n"
    if program.sense == "maximize":
        yield "* to be maximised: here the negation is minimised\n"
    if program.sense == "maximize" or program.divisor != 1:
        yield f"* {ObjectiveNote(program.sense, 0, program.divisor)}\n"
    sign = -1 if program.sense == "maximize" else 1
    yield f"NAME puzzlebench\nROWS\n N {OBJECTIVE}\n"
    entries: dict[str, list[tuple[str, int]]] = {name: [] for name, _, _ in program.columns}
    for coefficient, name in program.objective:
        entries[name].append((OBJECTIVE, sign * coefficient))
    for row in program.rows:
        if row.comment:
            yield f"* {row.comment}\n"
        yield f" {LETTERS[row.relation]} {row.name}\n"
        for coefficient, name in row.terms:
            entries[name].append((row.name, coefficient))
    yield "COLUMNS\n MARKER 'MARKER' 'INTORG'\n"
    for name, of_column in entries.items():
        yield from (f" {name} {row_name} {coefficient}\n" for row_name, coefficient in of_column)
    yield " MARKER 'MARKER' 'INTEND'\nRHS\n"
    yield from (f" RHS {row.name} {row.bound}\n" for row in program.rows if row.bound)
    yield "BOUNDS\n"
    for name, least, greatest in program.columns:
        if least == greatest:
            yield f" FX BOUND {name} {least}\n"
        else:
            yield f" LO BOUND {name} {least}\n UP BOUND {name} {greatest}\n"
    yield "ENDATA\n"
