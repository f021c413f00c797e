"""A distribution of somebody else: installed beside the project as any other, and commands run with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def install(source: Path, target: Path) -> Path:
    """Install ``source`` into the folder ``target`` and return it; needs no network: the build backend is here."""
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    words = ["--no-index", "--no-deps", "--no-build-isolation", "--target", str(target), str(source)]
    done = subprocess.run([*pip, *words], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return target


def run(installed: Path, *words: str, status: int = 0) -> str:
    """Run a Python command with the distribution installed; return its standard output, of a failure its errors."""
    path = [str(installed), str(ROOT), os.environ.get("PYTHONPATH", "")]
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PYTHONWARNINGS": "ignore"}
    command = [sys.executable, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=200, check=False, env=env, cwd=ROOT)
    assert done.returncode == status, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stderr if status else done.stdout
