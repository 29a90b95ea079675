"""Random models of tasks on a resource, whose sizes, demands and capacity are numbers, with a makespan to be judged."""

from __future__ import annotations

from hypothesis import strategies as st

from models.language.model import Model


@st.composite
def tasks_on_a_resource(draw: st.DrawFn, most: int = 4) -> Model:
    """Up to ``most`` tasks with starts that have holes, are shifted or mirrored, or take more than a word of bits."""
    model = Model("tasks")
    starts = []
    for place in range(draw(st.integers(1, most))):
        least = draw(st.integers(-3, 3))
        values = draw(
            st.one_of(
                st.sets(st.integers(least, least + 9), min_size=1, max_size=5),
                st.integers(least, least + 4).map(lambda last, least=least: range(least, last + 1)),
                st.just(range(least - 140, least + 9)) if place == 0 else st.just({least, least + 1}),
            )
        )
        var = model.new_int_var_from_values(values, f"s{place}")
        starts.append(draw(st.sampled_from([var + 0, var + 2, -var, 2 * var - 1])))
    sizes = [draw(st.integers(0, 5)) for _ in starts]
    tasks = [model.new_fixed_size_interval_var(start, size) for start, size in zip(starts, sizes, strict=True)]
    if draw(st.booleans()):
        model.add_no_overlap(tasks)
    else:
        model.add_cumulative(tasks, [draw(st.integers(0, 3)) for _ in tasks], draw(st.integers(0, 5)))
    if draw(st.booleans()):
        model.add(starts[0] + sizes[0] <= starts[-1])
    return model
