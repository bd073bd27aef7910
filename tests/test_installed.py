"""What people install is whole: a wheel alone, with no checkout beside it, opens the floor and prints papers."""

from __future__ import annotations

import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel of this checkout is installed."""
    wheels, site = tmp_path_factory.mktemp("wheels"), tmp_path_factory.mktemp("site")
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", wheels, ROOT], check=True)
    (wheel,) = wheels.glob("pitboss-*.whl")
    subprocess.run([*pip, "install", "--no-deps", "--target", site, wheel], check=True)
    return site


def environment(site: Path, home: Path) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(site), "HOME": str(home), "PITBOSS_DATA": str(home), "BROWSER": "true"}


def test_the_wheel_has_every_file_of_the_package_that_is_not_python(site: Path) -> None:
    def data(package: Path) -> set[str]:
        files = (path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
        return {str(path.relative_to(package)) for path in files if path.suffix not in (".nbi", ".nbc", ".pyc")}

    assert data(site / "pitboss") == data(ROOT / "src" / "pitboss")


def test_the_wheel_alone_opens_the_floor(site: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "pitboss", "serve", "--open", "--port", "0"],
        cwd=tmp_path, env=environment(site, tmp_path), stdout=subprocess.PIPE, text=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            for path in ("", "games/uth", "static/table.js", "static/base.css", "api/tables", "api/openapi.json"):
                with urllib.request.urlopen(address + path) as answer:
                    assert answer.read(), path
        finally:
            server.terminate()


def test_the_wheel_alone_prints_a_sign(site: Path, tmp_path: Path) -> None:
    def pitboss(*arguments: str) -> str:
        return subprocess.run(
            [sys.executable, "-m", "pitboss", *arguments], cwd=tmp_path, env=environment(site, tmp_path),
            check=True, stdout=subprocess.PIPE, text=True,
        ).stdout  # fmt: skip

    (tmp_path / "table.toml").write_text(pitboss("submission", "new", "uth"))
    pitboss("print", "sign", "table.toml", "--out", "sign.pdf")
    assert (tmp_path / "sign.pdf").read_bytes().startswith(b"%PDF")
    where = [sys.executable, "-c", "import pitboss; print(pitboss.__file__)"]
    found = subprocess.run(where, cwd=tmp_path, env=environment(site, tmp_path), check=True, stdout=-1, text=True)
    assert found.stdout.startswith(str(site))
