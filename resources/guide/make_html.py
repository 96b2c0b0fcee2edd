#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the handbook's pages for a browser: make_html.py GUIDE LANGUAGE OUT, by Debian's python3-markdown."""

import html
import pathlib
import re
import shutil
import sys

import markdown
from markdown.extensions.toc import slugify_unicode

LANGUAGES = {"en": "English", "zh_CN": "中文"}
EXTENSIONS = ["tables", "fenced_code", "toc", "sane_lists"]
PAGE = """<!DOCTYPE html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} · Quantloupe</title>
<link rel="stylesheet" href="../style.css">
</head>
<body>
<nav>
<div>{languages}</div>
{contents}
</nav>
<main>
{text}
</main>
</body>
</html>
"""


def to_html(text):
    settings = {"toc": {"slugify": slugify_unicode}}
    page = markdown.markdown(text, extensions=EXTENSIONS, extension_configs=settings, output_format="html")
    return re.sub(r'href="([\w-]+)\.md(#[^"]*)?"', r'href="\1.html\2"', page)


def title_of(text):
    return re.search(r"^# (.*)$", text, re.MULTILINE).group(1)


def links_to(name, language):
    """The same chapter in the other languages."""
    return " · ".join(f'<a href="../{other}/{name}.html">{word}</a>'
                      for other, word in LANGUAGES.items() if other != language)


def main(guide, language, out):
    source = pathlib.Path(guide) / language
    target = pathlib.Path(out) / language
    target.mkdir(parents=True, exist_ok=True)
    contents = to_html((source / "index.md").read_text(encoding="utf-8"))
    for chapter in sorted(source.glob("*.md")):
        text = chapter.read_text(encoding="utf-8")
        page = PAGE.format(language=language.replace("_", "-"), title=html.escape(title_of(text)),
                           languages=links_to(chapter.stem, language),
                           contents="" if chapter.stem == "index" else contents, text=to_html(text))
        # Headings of the contents would have the same ids on every page.
        page = re.sub(r"<nav>.*</nav>", lambda nav: re.sub(r' id="[^"]*"', "", nav.group(0)), page, flags=re.DOTALL)
        (target / f"{chapter.stem}.html").write_text(page, encoding="utf-8")
    shutil.copytree(source / "pictures", target / "pictures", dirs_exist_ok=True)
    shutil.copy(pathlib.Path(guide) / "style.css", out)


if __name__ == "__main__":
    main(*sys.argv[1:])
