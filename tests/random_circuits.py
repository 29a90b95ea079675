"""Random models of one way around a few nodes, some of which may be left out, by successors or by Booleans."""

from __future__ import annotations

from hypothesis import strategies as st

from models.language.model import Model


@st.composite
def circuits(draw: st.DrawFn, most: int = 4) -> Model:
    model = Model("circuit")
    nodes = range(draw(st.integers(1, most)))
    if draw(st.booleans()):
        kept = [draw(st.sets(st.sampled_from(nodes), min_size=1)) for _ in nodes]
        following = [
            model.new_int_var_from_values(heads, f"after {tail}") for tail, heads in zip(nodes, kept, strict=True)
        ]
        model.add_circuit((tail, head, var == head) for tail, var in enumerate(following) for head in var.domain)
    else:
        pairs = [(tail, head) for tail in nodes for head in nodes if tail != head or draw(st.integers(0, 2)) == 0]
        chosen = [pair for pair in pairs if draw(st.integers(0, 3))][:9]
        model.add_circuit((tail, head, model.new_bool_var(f"{tail} to {head}")) for tail, head in chosen)
    return model
