"""The whole build of a small course: what lands in dist, when it is done again, and nothing by halves."""

import json
import re
from collections.abc import Callable
from fnmatch import fnmatch
from pathlib import Path

import pytest

from builder import precompress, site
from builder.errors import Problem
from builder.site import build_site
from builder.unchanged import PROJECT
from tests.builder.small_exercise import write_example

COURSE = 'id = "small"\ntitle = "Small"\nlanguage = "en"\nlevels = ["1-first.md", "2-second.md"]\n'
ASSET = re.compile(r'"\.\./\.\./assets/([^"]+)"')
LEVEL = """---
title: {title}
---

## A section

```python run
print(6 * 7)
```

:::{{number}} {id}
:answer: 2

One and one?
:::
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    levels = tmp_path / "levels"
    levels.mkdir()
    (levels / "course.toml").write_text(COURSE)
    (levels / "1-first.md").write_text(LEVEL.format(title="First", id="one"))
    (levels / "2-second.md").write_text(LEVEL.format(title="Second", id="two"))
    (levels / "images").mkdir()
    (levels / "images" / "dot.svg").write_text("<svg/>")
    return tmp_path


def build(root: Path) -> list[Problem]:
    return build_site(root, root / "dist", lambda text: None)


def errors(problems: list[Problem]) -> list[str]:
    return [str(problem) for problem in problems if not problem.advice]


def written(dist: Path) -> dict[str, tuple[int, int]]:
    """Every file with its time and its inode: a file written again has another one."""
    return {
        path.relative_to(dist).as_posix(): (path.stat().st_mtime_ns, path.stat().st_ino)
        for path in dist.rglob("*")
        if path.is_file()
    }


def test_a_course_becomes_pages_assets_and_images(root: Path) -> None:
    assert errors(build(root)) == []
    page = (root / "dist/levels/first/index.html").read_text()
    assert "<title>First · Small</title>" in page
    assert ">42\n</pre>" in page
    assert (root / "dist/images/dot.svg").read_text() == "<svg/>"
    assert {"index.html", "404.html", "notices.html"} <= set(written(root / "dist"))
    files = [path.name for path in (root / "dist/assets").iterdir()]
    for start in ("main-", "scripted-", "favicon-"):
        assert any(name.startswith(start) for name in files), start


def test_every_address_a_page_names_is_there(root: Path) -> None:
    build(root)
    page = root / "dist/levels/first/index.html"
    names = ASSET.findall(page.read_text())
    assert names
    assert all((root / "dist/assets" / name).is_file() for name in names)


@pytest.fixture
def quick_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """The best compression of the page's Python takes most of a minute."""
    monkeypatch.setattr(precompress, "WAYS", dict.fromkeys((".br", ".gz"), lambda content: content[:-1]))


@pytest.mark.usefixtures("quick_copies")
def test_the_service_worker_keeps_every_file_but_itself(root: Path) -> None:
    build_site(root, root / "dist", lambda text: None, compress=True)
    dist = root / "dist"
    text = (dist / "service-worker.js").read_text().partition("\n")[0]
    listed = {name for name, *_ in json.loads(text.removeprefix("self.build=").removesuffix(";"))["files"]}
    copies = {name for name in written(dist) if name.endswith((".br", ".gz"))}
    assert {"index.html.br", "service-worker.js.gz"} <= copies
    assert listed == set(written(dist)) - copies - {"service-worker.js", "offline.json"}


def test_the_manifest_names_the_course_and_icons_that_are_there(root: Path) -> None:
    build(root)
    manifest = json.loads((root / "dist/manifest.webmanifest").read_text())
    assert (manifest["name"], manifest["lang"], manifest["start_url"]) == ("Small", "en", "./")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    assert all((root / "dist" / icon["src"]).is_file() for icon in manifest["icons"])
    for page, link in (
        ("index.html", "manifest.webmanifest"),
        ("levels/first/index.html", "../../manifest.w"),
    ):
        assert f'<link rel="manifest" href="{link}' in (root / "dist" / page).read_text()


HASHED = re.compile(r"-[0-9A-Z]{8}\.\w+$|[-.][0-9a-f]{10,}[./]")


def kept_for_ever(recipes: str) -> dict[str, Callable[[str], bool]]:
    """Of each recipe in docs/deploying.md, whether it lets a file of dist be kept for ever."""
    nginx = re.search(r"location ~ (\S+) \{", recipes)
    apache = re.search(r"=~ m#(.*)#\">", recipes)
    storage = re.search(r"--exclude '\*' (.*) \\\n.*--exclude '\*\.br'.*immutable", recipes)
    rest = re.search(r"s3://bucket/course (--exclude 'a.*) \\\n.*no-cache", recipes)
    assert nginx and apache and storage and rest
    included, excluded = (re.findall(r"'([^']+)'", found[1]) for found in (storage, rest))
    assert included == excluded
    return {
        "nginx": lambda name: bool(re.search(nginx[1], f"/course/{name}")),
        "Apache": lambda name: bool(re.search(apache[1], f"/course/{name}")),
        "S3": lambda name: any(fnmatch(name, each) for each in included),
    }


@pytest.mark.parametrize("host", ["nginx", "Apache", "S3"])
def test_hosts_are_told_to_keep_for_ever_what_is_named_by_its_content(root: Path, host: str) -> None:
    write_example(root)
    (root / "exercises/mechanisms.py").write_text("# The practice module.\n")
    assert errors(build(root)) == []
    names = sorted(written(root / "dist"))
    assert {"exercises/mechanisms.py", "images/dot.svg"} <= set(names)
    assert any(name.startswith("exercises/last-row.") for name in names)
    kept = kept_for_ever((PROJECT / "docs/deploying.md").read_text("utf-8"))[host]
    assert [name for name in names if kept(name)] == [name for name in names if HASHED.search(name)]


@pytest.mark.usefixtures("quick_copies")
def test_copies_are_made_when_asked_for_and_kept_when_not(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(root)
    assert not (root / "dist/index.html.br").exists()
    build_site(root, root / "dist", lambda text: None, compress=True)
    before = written(root / "dist")
    assert "index.html.br" in before
    monkeypatch.setattr(site, "read_course", lambda root: pytest.fail("read the course again"))
    build(root)
    assert written(root / "dist") == before


def test_nothing_is_done_again_when_nothing_changed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build(root)
    before = written(root / "dist")
    monkeypatch.setattr(site, "read_course", lambda root: pytest.fail("read the course again"))
    assert build(root) == first
    assert written(root / "dist") == before


def test_a_changed_level_rewrites_its_page_and_leaves_the_others(root: Path) -> None:
    build(root)
    before = written(root / "dist")
    (root / "levels/2-second.md").write_text(LEVEL.format(title="Second", id="three"))
    build(root)
    after = written(root / "dist")
    changed = {name for name in after if after[name] != before.get(name) and not name.startswith("assets/")}
    assert changed == {"levels/second/index.html", "index.html", "service-worker.js", "offline.json"}


def test_what_is_no_longer_part_of_the_course_goes(root: Path) -> None:
    build(root)
    (root / "levels/course.toml").write_text(COURSE.replace(', "2-second.md"', ""))
    (root / "levels/2-second.md").unlink()
    (root / "levels/images/dot.svg").unlink()
    (root / "dist/stray.txt").write_text("of an earlier build")
    assert errors(build(root)) == []
    assert not (root / "dist/levels/second").exists()
    assert not (root / "dist/images").exists()
    assert not (root / "dist/stray.txt").exists()
    assert (root / "dist/levels/first/index.html").is_file()


def test_a_file_missing_from_dist_is_made_again(root: Path) -> None:
    build(root)
    (root / "dist/levels/first/index.html").unlink()
    build(root)
    assert (root / "dist/levels/first/index.html").is_file()


def test_a_faulty_course_is_built_as_far_as_it_goes_and_says_what_is_wrong(root: Path) -> None:
    (root / "levels/1-first.md").write_text(
        LEVEL.format(title="First", id="one") + "\n:::{exercise} gone\n:::\n"
    )
    found = errors(build(root))
    assert len(found) == 1
    assert found[0].startswith("levels/1-first.md:17: ")
    page = (root / "dist/levels/first/index.html").read_text()
    assert "gone cannot be shown yet" in page
    assert "levels/1-first.md:17: " in page
    assert errors(build(root)) == found, "a second build tells the same"


def test_an_interrupted_build_leaves_whole_pages_and_the_next_one_ends_it(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(root)
    dist = root / "dist"
    old = {
        name: (dist / name).read_text() for name in ("levels/first/index.html", "levels/second/index.html")
    }
    for name, title in (("1-first.md", "Premier"), ("2-second.md", "Deuxième")):
        (root / "levels" / name).write_text(LEVEL.format(title=title, id=title[:3].lower()))

    real = Path.replace
    moves = []

    def killed(self: Path, target: Path) -> Path:
        if Path(target).is_relative_to(dist):
            moves.append(target)
            if len(moves) == 3:
                raise KeyboardInterrupt
        return real(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed)
        with pytest.raises(KeyboardInterrupt):
            build(root)
    assert len(moves) == 3
    for name, text in old.items():
        assert (dist / name).read_text() == text or (dist / name).read_text().endswith("</html>\n")
        names = ASSET.findall((dist / name).read_text())
        assert all((dist / "assets" / asset).is_file() for asset in names)
    assert not list(dist.rglob(".new-*"))
    build(root)
    assert "Deuxième" in (dist / "levels/second/index.html").read_text()


def test_a_damaged_record_only_costs_time(root: Path) -> None:
    build(root)
    for text in ("{", "[]", json.dumps({"dist": 3})):
        (root / ".cache/site.json").write_text(text)
        assert errors(build(root)) == []
