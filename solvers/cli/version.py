"""The version of the program, and of the kernel that it has here."""

from __future__ import annotations

from pathlib import Path

from solvers.core.registry import load_backend


def versions() -> str:
    return f"puzzlebench {version()}\n{load_backend('kernel')[0].version()}"


def version() -> str:
    """Which Puzzlebench this is; where nothing was installed, as the source says."""
    from importlib import metadata  # only who asks for the version waits for it

    try:
        return metadata.version("puzzlebench")
    except metadata.PackageNotFoundError:
        import tomllib  # as above

        project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
        return str(project["project"]["version"])
