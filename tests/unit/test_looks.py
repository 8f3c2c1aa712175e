"""Test the comparison of screenshots of two versions."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

pytest.importorskip("pixelmatch")  # an environment from before the package was added; dev.py test adds it

from tools import gallery, looks

PICTURE_SIZE = (80, 60)


def write_screenshot(file: Path, box: tuple[int, int, int, int] = (0, 0, 0, 0), color: str = "red") -> None:
    """Write a white screenshot with a box."""
    image = Image.new("RGB", PICTURE_SIZE, "white")
    ImageDraw.Draw(image).rectangle(box, fill=color)
    file.parent.mkdir(parents=True, exist_ok=True)
    image.save(file)


@pytest.fixture
def written_galleries(tmp_path: Path) -> tuple[Path, Path]:
    """Write two galleries with an equal scene, two changed ones, a new one and one that is gone."""
    before, after = tmp_path / "before", tmp_path / "after"
    for version in (before, after):
        write_screenshot(version / "en/phone-light/equal.png")
    write_screenshot(before / "en/phone-light/small.png", (40, 30, 44, 34), "white")
    write_screenshot(after / "en/phone-light/small.png", (40, 30, 44, 34))
    write_screenshot(before / "en/phone-light/large.png", (0, 0, 79, 29))
    write_screenshot(after / "en/phone-light/large.png", (0, 0, 79, 29), "blue")
    write_screenshot(before / "en/phone-light/gone.png")
    write_screenshot(after / "fr/phone-dark/new.png")
    return before, after


def test_differences_come_worst_first(written_galleries: tuple[Path, Path]) -> None:
    differences = looks.find_differences(*written_galleries)
    assert [difference.scene for difference in differences] == ["gone", "new", "large", "small"]
    assert [difference.share for difference in differences] == pytest.approx([1, 1, 0.5, 25 / 4800], abs=0.001)
    assert differences[1][:2] == ("fr", "phone-dark")


def test_equal_galleries_have_no_differences(written_galleries: tuple[Path, Path]) -> None:
    assert looks.find_differences(written_galleries[0], written_galleries[0]) == []


def test_invisible_change_makes_no_difference(tmp_path: Path) -> None:
    """A change from #ffffff to #fefefe, which a person cannot see, is no difference."""
    files = [tmp_path / "before.png", tmp_path / "after.png"]
    for file, color in zip(files, ("#ffffff", "#fefefe"), strict=True):
        write_screenshot(file, (10, 10, 60, 50), color)
    assert looks.compare_screenshots(*files)[0] == 0


def test_other_size_is_a_difference(tmp_path: Path) -> None:
    Image.new("RGB", (10, 10), "white").save(tmp_path / "before.png")
    Image.new("RGB", (10, 20), "white").save(tmp_path / "after.png")
    share, picture = looks.compare_screenshots(tmp_path / "before.png", tmp_path / "after.png")
    assert (share, picture.size) == (0.5, (10, 20))


def test_picture_marks_changed_area(written_galleries: tuple[Path, Path]) -> None:
    """The picture of the difference has red pixels exactly in the area that changed."""
    small_difference = looks.find_differences(*written_galleries)[-1]
    assert small_difference.picture is not None
    red = [
        (x, y)
        for x in range(PICTURE_SIZE[0])
        for y in range(PICTURE_SIZE[1])
        if small_difference.picture.getpixel((x, y)) == (255, 0, 0)
    ]
    assert red == [(x, y) for x in range(40, 45) for y in range(30, 35)]


def test_page_shows_each_difference(written_galleries: tuple[Path, Path], tmp_path: Path) -> None:
    """The page shows each difference by pictures next to it, and replaces an earlier page with its pictures."""
    differences, folder = looks.find_differences(*written_galleries), tmp_path / "differences"
    looks.write_page(differences, "v1", folder)
    page = looks.write_page(differences[2:], "<v1>", folder)
    text = page.read_text(encoding="utf-8")
    names = {file.name for file in folder.glob("*.png")}
    assert names == {f"{number}-{kind}.png" for number in (1, 2) for kind in ("before", "after", "difference")}
    assert all(f'src="{name}"' in text for name in names)
    assert text.index("large") < text.index("small")
    assert "<v1>" not in text


def test_table_has_a_line_for_each_scene(written_galleries: tuple[Path, Path]) -> None:
    lines = looks.format_table(looks.find_differences(*written_galleries)).splitlines()[1:]
    assert [line.split()[-1] for line in lines] == ["gone", "new", "large", "small"]


@pytest.mark.parametrize(("changes", "code"), [(False, gallery.EXIT_SAME), (True, gallery.EXIT_DIFFERENT)])
def test_exit_code_tells_whether_looks_differ(
    changes: bool, code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    versions = {name: tmp_path / name for name in ("revision", "current")}

    def take_screenshots(folder: Path, _options: object) -> int:
        box = (0, 0, 40, 40) if changes and folder == versions["current"] else (0, 0, 0, 0)
        write_screenshot(folder / gallery.GALLERY_FOLDER / "en/phone-light/scene.png", box)
        return 0

    monkeypatch.setattr(gallery, "take_screenshots", take_screenshots)
    monkeypatch.setattr(gallery, "check_out_revision", lambda revision: None)
    monkeypatch.setattr(gallery, "WORKTREE_FOLDER", versions["revision"])
    monkeypatch.setattr(gallery.setup, "ROOT", versions["current"])
    monkeypatch.setattr(looks.write_page, "__defaults__", (tmp_path / "page",))
    assert gallery.main(["--against", "HEAD"]) == code
    assert ("scene" in capsys.readouterr().out.splitlines()[-1]) is not changes
    assert (tmp_path / "page" / "index.html").exists() is changes


def test_failed_screenshots_fail_comparison(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gallery, "take_screenshots", lambda folder, options: 1)
    monkeypatch.setattr(gallery, "check_out_revision", lambda revision: None)
    monkeypatch.setattr(gallery, "WORKTREE_FOLDER", tmp_path)
    monkeypatch.setattr(gallery.setup, "ROOT", tmp_path)
    assert gallery.main(["--against", "HEAD"]) == gallery.EXIT_FAILED


def test_unknown_revision_is_an_error() -> None:
    with pytest.raises(gallery.setup.SetupError):
        gallery.check_out_revision("no-such-revision")
