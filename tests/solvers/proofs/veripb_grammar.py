"""The grammar of VeriPB 3's two file formats, as far as its documentation and the grammars published for it say.

Sources: https://veripb.github.io (``proof_format_overview.md``), the tokens of the crate ``veripb-parser``, and the
tree-sitter grammars of mmcilree/tree-sitter-veripb. Where they differ, the narrowest is taken: a label has no hyphen.
Nothing of Puzzlebench's own readers is used here.
"""

from __future__ import annotations

import re

NAME = r"[A-Za-z_][A-Za-z0-9_^\[\]{}-]+"
LABEL = r"@[A-Za-z0-9_^\[\]{}]+"
NATURAL = r"(?:0|[1-9][0-9]*)"
INTEGER = rf"[+-]?{NATURAL}"
LITERAL = rf"~?{NAME}"
TERMS = rf"(?:{INTEGER} {LITERAL} )*"
POSITIVE = r"[1-9][0-9]*"
NUMBER = rf"(?:{LABEL}|-?{POSITIVE})"

OBJECTIVE = re.compile(rf"min: (?:{INTEGER} {LITERAL} )*(?:{INTEGER} )?;")
PRESERVED = re.compile(rf"preserved: (?:{NAME} )+;")
LABELLED = re.compile(rf"({LABEL}) {TERMS}>= {INTEGER} ;")
UNLABELLED = re.compile(rf"{TERMS}(?:>=|=) {INTEGER} ;")

POL = rf"pol(?: (?:{NATURAL} [*d]|{NUMBER}|{LITERAL}|\+|s))+"
RULES = [
    re.compile(rf"(?:{LABEL} )?(?:{rule}) ;")
    for rule in (
        POL,
        rf"rup {TERMS}>= {INTEGER}(?: :(?: ~| {NUMBER})*)?",
        rf"red {TERMS}>= {INTEGER} :(?: {NAME} -> (?:0|1|{LITERAL}))+",
        rf"sol[xi]?(?: {LITERAL})*",
        rf"del id(?: {NUMBER})*",
    )
]
COUNT = re.compile(rf"f {NATURAL} ;")
BOUND = rf"(?:{INTEGER}|INF)"
CONCLUSION = re.compile(
    rf"conclusion (?:NONE|SAT|UNSAT : {NUMBER}|BOUNDS {BOUND} : {NUMBER} {BOUND}"
    rf"|ENUMERATION_COMPLETE {POSITIVE} : {NUMBER}|ENUMERATION_PARTIAL {POSITIVE}) ;"
)
HEAD, OUTPUT, END = "pseudo-Boolean proof version 3.0", "output NONE ;", "end pseudo-Boolean proof ;"


def opb_fault(text: str) -> str | None:
    """What VeriPB would refuse in a statement; None where it takes all of it."""
    labels: set[str] = set()
    stage = 0  # what may still come: 0 preserved, 1 min, 2 constraints
    if not text.endswith("\n"):
        return "the last line does not end"
    for line in re.split(r"\r\n|\r|\n", text)[:-1]:
        if line.startswith("*"):
            continue
        if PRESERVED.fullmatch(line):
            if stage > 0:
                return f"preserved: comes too late: {line[:60]}"
            stage = 1
        elif OBJECTIVE.fullmatch(line):
            if stage > 1:
                return f"min: comes too late: {line[:60]}"
            stage = 2
        elif found := LABELLED.fullmatch(line):
            stage = 2
            if found[1] in labels:
                return f"{found[1]} labels two constraints"
            labels.add(found[1])
        elif UNLABELLED.fullmatch(line):
            stage = 2
        else:
            return f"no line of the format: {line[:80]}"
    return None


def pbp_fault(text: str, preserves: bool = True, optimises: bool = False) -> str | None:
    """What VeriPB would refuse in a proof by its form alone; None where it takes all of it."""
    lines = text.split("\n")
    if lines[:1] != [HEAD] or lines[-1] != "" or lines[-4:-3] != [OUTPUT] or lines[-2] != END:
        return "the head or the end is not as it has to be"
    if not CONCLUSION.fullmatch(lines[-3]):
        return f"no conclusion of the format: {lines[-3]}"
    if "BOUNDS" in lines[-3] and not optimises:
        return "bounds, and nothing is minimised"
    for line in lines[1:-4]:
        if not COUNT.fullmatch(line) and not any(rule.fullmatch(line) for rule in RULES):
            return f"no rule of the format: {line[:80]}"
        if line.startswith("solx") and not preserves:
            return "solx, and nothing is preserved"
        if line.startswith("soli") and not optimises:
            return "soli, and nothing is minimised"
    return None
