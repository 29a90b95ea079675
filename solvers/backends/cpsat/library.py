"""The classes of OR-Tools that CP-SAT consists of.

They are taken from below ``ortools.sat.python.cp_model``, since that module imports pandas and so takes
most of a second; what it is itself built on takes a tenth of that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from solvers.backends.shared.native import importing


@dataclass(frozen=True)
class Library:
    """The classes; a ``Listener`` is made with a function, and ends the search where that returns False."""

    CpModelProto: Any
    SatParameters: Any
    SolveWrapper: Any
    CpSatHelper: Any
    SolutionListener: Callable[[Callable[[Any], bool]], Any]

    def copy(self, proto: Any) -> Any:
        copy = self.CpModelProto()
        (copy.copy_from if hasattr(copy, "copy_from") else copy.CopyFrom)(proto)
        return copy


@cache
def import_library() -> Library:
    """The classes, whichever of its two sorts of protos this version of OR-Tools works with."""
    with importing("cpsat", "ortools", "cpsat"):
        from ortools.sat.python import cp_model_helper as helper

        protos: Any = helper
        settings: Any = helper
        if not hasattr(helper, "CpModelProto"):  # before 9.15
            from ortools.sat import cp_model_pb2 as protos
            from ortools.sat import sat_parameters_pb2 as settings

    class SolutionListener(helper.SolutionCallback):
        def __init__(self, go_on_after: Callable[[Any], bool]) -> None:
            super().__init__()
            self.go_on_after = go_on_after

        def OnSolutionCallback(self) -> None:
            if not self.go_on_after(self):
                self.StopSearch()

    return Library(
        protos.CpModelProto, settings.SatParameters, helper.SolveWrapper, helper.CpSatHelper, SolutionListener
    )
