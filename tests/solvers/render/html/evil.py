"""An instance whose name and source would be a script, were they not escaped."""

from pathlib import Path

NAME = "<script>alert(1)</script> \"'& ]]> </style> $x_{1$"

TOML = """\
name = '''{name}'''
source = '''{name}'''
items = ["one</script>", "two"]

[options]
"<img src=x onerror=alert(2)>" = ["one</script>"]
"</title><b>" = ["two"]
"""


def write_evil(folder: Path) -> Path:
    """An exact cover with one answer and names that are markup."""
    path = folder / "evil<b>.toml"
    path.write_text(TOML.format(name=NAME), encoding="utf-8")
    return path
