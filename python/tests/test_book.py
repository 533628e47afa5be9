"""Runs the code blocks of the book's chapter on Python in order, and compares what they print."""

import contextlib
import io
import re

import pytest


def test_the_book_shows_what_happens():
    pytest.importorskip("pettingzoo")
    chapter = open("book/python.md", encoding="utf-8").read()
    blocks = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", chapter, re.S)
    assert len(blocks) == chapter.count("```python") == 8
    names = {}
    for code, expected in blocks:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(code, "book/python.md", "exec"), names)
        assert printed.getvalue().rstrip() == expected.rstrip(), code
