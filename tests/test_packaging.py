"""What an index page shows and what is installed: one version, no broken links, our own ``models``."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
CONFIGURED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT, SETUPTOOLS = CONFIGURED["project"], CONFIGURED["tool"]["setuptools"]
ABOUT = (ROOT / PROJECT["readme"]).read_text(encoding="utf-8")


def test_the_version_is_that_of_the_changelog() -> None:
    newest = re.search(r"^## ([0-9.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert newest is not None
    assert newest[1] == PROJECT["version"]


def test_every_installed_folder_has_a_file_of_its_own_without_which_pip_leaves_it_behind() -> None:
    every, data = ["*.py", "*.so", *SETUPTOOLS["package-data"]["*"]], SETUPTOOLS["package-data"]

    def is_installed(file: Path) -> bool:
        package = ".".join(file.relative_to(ROOT).parts[:-1])
        return any(fnmatch(file.name, pattern) for pattern in (*every, *data.get(package, ())))

    roots = (ROOT / name.removesuffix("*") for name in SETUPTOOLS["packages"]["find"]["include"] if name.endswith("*"))
    installed = {file for root in roots for file in root.rglob("*") if file.is_file() and is_installed(file)}
    folders = {folder for file in installed for folder in file.parents if ROOT in folder.parents}
    assert folders - {file.parent for file in installed} == {ROOT / "solvers/api/installed"}, "which is not installed"


def test_the_index_page_has_no_relative_link_and_no_relative_picture() -> None:
    targets = re.findall(r"\]\(([^)]*)\)|(?:src|href)=[\"']([^\"']*)", ABOUT)
    assert all(target.startswith("https://") for pair in targets for target in pair if target)


def test_the_script_of_the_index_page_prints_what_it_says() -> None:
    (script,) = re.findall(r"```python\n(.*?)```", ABOUT, re.S)
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == re.findall(r"# (\S+)$", script, re.M)


def test_every_extra_that_the_index_page_names_is_one() -> None:
    named = {extra for extras in re.findall(r"puzzlebench\[([^]]*)\]", ABOUT) for extra in extras.split(",")}
    assert named | {"choco", "clingo", "pumpkin", "exact", "z3", "miniexact", "pyxcc"} <= set(
        PROJECT["optional-dependencies"]
    )


@pytest.mark.parametrize(
    "words", [["-m", "solvers.run", "grecian"], ["-c", "import solvers"]], ids=["command", "import"]
)
def test_another_package_called_models_is_met_with_a_sentence(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "__init__.py").touch()
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, *words], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert "Puzzlebench needs its own package models" in done.stderr
    assert "use the command puzzlebench" in done.stderr
    assert (done.returncode, "Traceback" in done.stderr) == ((2, False) if words[0] == "-m" else (1, True))


def test_the_script_that_python_sat_installs_beside_the_command_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "models.py").write_text("raise SystemExit('the wrong models')\n")
    (tmp_path / "puzzlebench").write_text("from solvers.__main__ import main\nmain()\n")
    words = [sys.executable, str(tmp_path / "puzzlebench"), "run", "grecian", "--backend", "backtracking"]
    done = subprocess.run(words, env=os.environ | {"PYTHONPATH": str(ROOT)}, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
