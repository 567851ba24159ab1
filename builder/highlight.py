"""Code with a class on each token, for style sheets; no inline styles."""

from __future__ import annotations

import html

from pygments import highlight as pygmentize
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.util import ClassNotFound

LANGUAGES = (
    "bash",
    "console",
    "html",
    "javascript",
    "json",
    "markdown",
    "pycon",
    "python",
    "text",
    "toml",
    "yaml",
)


def highlight(code: str, language: str) -> str:
    """``<pre class="code">`` with Pygments' short class names (``k``, ``nf``, ``mi`` and the like)."""
    try:
        lexer = get_lexer_by_name(language or "text", stripnl=False, ensurenl=False)
        inner = pygmentize(code, lexer, HtmlFormatter(nowrap=True))
    except ClassNotFound:
        inner = html.escape(code)
    name = html.escape(language or "text")
    return f'<pre class="code" data-language="{name}"><code>{inner}</code></pre>\n'
