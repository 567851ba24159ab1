"""Labs at build: found by their files, drawn by their own functions, placed in levels and on own pages."""

import re
from dataclasses import replace
from pathlib import Path

from builder.labs import Fault, LabAsked, draw_labs, lab_names, read_labs, settings_of
from builder.model import Course, Lab, Level, Try
from builder.pages import render_pages
from tests.builder.test_pages import COURSE, LEVEL, FakeAssets

MOVED = Lab("moved", "mask", {"causal": "off"}, 4)
TASK = Try("pad-two", "moved", "pad=3,4 causal=on", "<p>Move it.</p>", 6)


def course() -> Course:
    level: Level = replace(LEVEL, blocks=(MOVED, TASK))
    return replace(COURSE, levels=(level,))


def test_every_lab_is_registered_on_both_sides() -> None:
    loader = (Path(__file__).parents[2] / "site/scripts/load-labs.js").read_text("utf-8")
    assert (
        re.findall(r'^  "(.+)-lab": \(\) => import\("./labs/\1-lab.js"\),$', loader, re.MULTILINE)
        == lab_names()
    )


def test_a_lab_reads_its_settings_on_top_of_those_it_began_with() -> None:
    [read] = read_labs([LabAsked("mask", {"pad": "4,3", "nothing": "1", "causal": "x"}, {"causal": "off"})])
    assert (read.fields["pad"], read.before["pad"]) == ("3,4", "3,4")
    assert (read.fields["causal"], read.before["causal"]) == ("off", "off")
    assert read.faults == (Fault("nothing", "1", None), Fault("causal", "x", "on or off"))
    assert read.html == ""


def test_settings_are_names_and_values() -> None:
    assert settings_of("causal=off words=a=b") == {"causal": "off", "words": "a=b"}
    assert settings_of("alone =x y=") == {}


def test_a_lab_stands_in_its_level_in_the_list_and_on_its_own_page() -> None:
    pages = render_pages(course(), {}, {}, FakeAssets(), labs=draw_labs(course()))
    level, alone, listed = (pages[f"{path}/index.html"] for path in ("levels/masks", "labs/mask", "labs"))
    assert '<mask-lab class="lab" id="lab-moved" data-lab="moved" data-start="causal=off">' in level
    assert level.count("<scratch-cell") == 1
    assert re.search(r'<try-task [^>]*data-lab="moved" data-wanted="pad=3,4 causal=on"', level)
    assert '<mask-lab class="lab" id="lab-mask" data-lab="mask" data-start="">' in alone
    assert 'href="../../levels/masks/index.html#lab-moved"' in alone
    assert 'href="mask/index.html"' in listed
    assert 'href="labs/index.html"' in pages["index.html"]
    assert "style=" not in level


def test_a_lab_that_stands_twice_in_a_level_names_it_once() -> None:
    twice = replace(course(), levels=(replace(LEVEL, blocks=(MOVED, replace(MOVED, id="again"))),))
    page = render_pages(twice, {}, {}, FakeAssets(), labs=draw_labs(twice))["labs/mask/index.html"]
    assert re.findall(r'levels/masks/index.html#(lab-[a-z]+)"', page) == ["lab-moved"]


def test_a_level_that_names_no_lab_of_the_site_is_still_a_page() -> None:
    unknown = replace(course(), levels=(replace(LEVEL, blocks=(Lab("maks", "maks", {}, 4),)),))
    page = render_pages(unknown, {}, {}, FakeAssets(), labs=draw_labs(unknown))["levels/masks/index.html"]
    assert "maks cannot be shown yet" in page


def test_keys_are_listed_where_there_are_any() -> None:
    pages = render_pages(course(), {}, {}, FakeAssets(), labs=draw_labs(course()))
    listed = {path: "another cell" in page for path, page in pages.items() if 'id="keys"' in page}
    assert all('id="keys-button"' in pages[path] for path in listed)
    labs = {f"labs/{name}/index.html" for name in lab_names()}
    assert listed == dict.fromkeys({"levels/masks/index.html", *labs}, True)
    assert "next question" not in pages["labs/mask/index.html"]
    without = render_pages(COURSE, {}, {}, FakeAssets())["levels/masks/index.html"]
    assert "next question" in without and "another cell" not in without
