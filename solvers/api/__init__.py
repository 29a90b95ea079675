"""The front door: one call each for what a script or a notebook asks of a model, or of a puzzle's instance.

>>> import puzzlebench as pb
>>> model = pb.Model("heads and legs")
>>> hens, hares = model.new_int_var(0, 35, "hens"), model.new_int_var(0, 35, "hares")
>>> _ = model.add(hens + hares == 35, because="there are 35 heads")
>>> _ = model.add(2 * hens + 4 * hares == 94, because="there are 94 legs")
>>> answer = pb.solve(model)
>>> answer
<solved: hens = 23, hares = 12>
>>> answer[hens], answer[hens - hares], answer[hares >= 10]
(23, 11, True)
>>> pb.is_unique(model)
True

Importing this imports nothing else: a name is looked up in its module when it is first used.
"""

TYPE_CHECKING = False  # the one of typing would cost more than all the rest of this module
if TYPE_CHECKING:
    from models.errors import PuzzlebenchError
    from models.language.expressions import IntVar, Literal
    from models.language.model import Model
    from solvers.api.answer import Answer, NotKnown
    from solvers.api.asking import count, is_unique, load, optimum, solutions, solve
    from solvers.api.catalogue import backends, puzzle, puzzles
    from solvers.api.certified import verify
    from solvers.api.consequences import common, repair, why_not
    from solvers.api.explaining import conflict, diagnose, explain, hint
    from solvers.api.exporting import export
    from solvers.api.making import generate
    from solvers.core.limits import Status

__all__ = [
    "solve",
    "solutions",
    "count",
    "is_unique",
    "optimum",
    "load",
    "common",
    "conflict",
    "explain",
    "hint",
    "why_not",
    "diagnose",
    "repair",
    "export",
    "generate",
    "verify",
    "puzzle",
    "puzzles",
    "backends",
    "Answer",
    "IntVar",
    "Literal",
    "Model",
    "NotKnown",
    "PuzzlebenchError",
    "Status",
]

_MODULES = {
    "models.errors": ("PuzzlebenchError",),
    "models.language.expressions": ("IntVar", "Literal"),
    "models.language.model": ("Model",),
    "solvers.api.answer": ("Answer", "NotKnown"),
    "solvers.api.asking": ("solve", "solutions", "count", "is_unique", "optimum", "load"),
    "solvers.api.catalogue": ("puzzle", "puzzles", "backends"),
    "solvers.api.certified": ("verify",),
    "solvers.api.consequences": ("common", "repair", "why_not"),
    "solvers.api.explaining": ("conflict", "explain", "hint", "diagnose"),
    "solvers.api.exporting": ("export",),
    "solvers.api.making": ("generate",),
    "solvers.core.limits": ("Status",),
}
"""The names of each module; together they are ``__all__``."""

if not TYPE_CHECKING:  # or any name at all would be taken for one of this module

    def __getattr__(name: str) -> object:
        for module, names in _MODULES.items():
            if name in names:
                from importlib import import_module  # for a name that was not yet used

                return globals().setdefault(name, getattr(import_module(module), name))
        from models.language.model import Model  # for a wrong name
        from models.language.synonyms import suggestion  # as above

        methods, ours = dir(Model), [one for one in __all__ if one != "IntVar"]  # that makes none
        found = "" if name.startswith("_") else suggestion(name, [*methods, *ours])
        use = f"use {'model.' * (found.partition(' ')[0] in methods)}{found}"
        instead = f"; did you mean {found}?" if found in ours else f"; {use}" * bool(found)
        raise AttributeError(f"module 'puzzlebench' has no attribute {name!r}{instead}", name=name)


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
