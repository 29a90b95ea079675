"""Exact covers in characters: what is to be met, and the options to choose."""

from __future__ import annotations

from collections.abc import Sequence

from models.cover.instance import Chosen, Cover, Option

MOST_OPTIONS = 24
"""Options listed before an answer is known; a problem with thousands would fill screens."""


def problem(instance: Cover) -> str:
    """What has to be met, and by what it can be."""
    lines = [f"{instance.name}: choose some of {_count(instance.options, 'option')} so that"]
    lines.append(
        f"  each of {_count(instance.primary, 'item')} is met exactly once" + ("," if instance.secondary else ":")
    )
    if instance.secondary:
        lines.append(f"  and each of {_count(instance.secondary, 'secondary item')} at most once:")
    shown = instance.options[:MOST_OPTIONS]
    lines += _listed(shown)
    if len(instance.options) > len(shown):
        lines.append(f"  … and {len(instance.options) - len(shown):,} more")
    return "\n".join(lines)


def choice(instance: Cover, answer: Chosen) -> str:
    """The options to choose, which items each meets, and which secondary items stay unmet."""
    chosen = [option for option in instance.options if option.name in set(answer)]
    lines = [f"Choose {len(chosen)} of {_count(instance.options, 'option')}:", *_listed(chosen)]
    met = {item for option in chosen for item in option.items}
    unmet = [item for item in instance.secondary if item not in met]
    if unmet:
        lines.append(f"Secondary items that stay unmet: {', '.join(unmet)}")
    return "\n".join(lines)


def _listed(options: Sequence[Option]) -> list[str]:
    """One option a line with what it meets, unless its name says that already."""
    width = max((len(option.name) for option in options), default=0)
    return [
        f"  {option.name}"
        if option.name == " ".join(option.items)
        else f"  {option.name:{width}}  meets {', '.join(option.items)}"
        for option in options
    ]


def _count(things: Sequence[object], noun: str) -> str:
    return f"{len(things):,} {noun}" + ("" if len(things) == 1 else "s")
