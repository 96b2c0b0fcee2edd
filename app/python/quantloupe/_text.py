# SPDX-License-Identifier: GPL-3.0-or-later
"""What an interpreter shows of answers and tables: a page of at most 20 lines."""

MOST_ROWS = 10
MOST_WIDTH = 110
MOST_NAME = 36


def cell(value):
    """The text of a cell, with no more digits than an eye reads."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, (list, dict)):
        return f"[{len(value)}]" if len(value) > 6 else str(value)
    text = " ".join(str(value).split())
    return text if len(text) <= MOST_NAME else "…" + text[1 - MOST_NAME:]


def table_text(table):
    """The first rows, in as many columns as there is room for."""
    rows = table[:MOST_ROWS]
    columns = []
    room = MOST_WIDTH
    for name in table.columns:
        cells = [cell(row.get(name)) for row in rows]
        width = max(map(len, [name, *cells]))
        if columns and width + 2 > room:
            break
        is_number = any(isinstance(row.get(name), (int, float)) for row in rows)
        columns.append([text.rjust(width) if is_number else text.ljust(width) for text in [name, *cells]])
        room -= width + 2
    lines = ["  ".join(texts).rstrip() for texts in zip(*columns)]
    hidden = len(table.columns) - len(columns)
    notes = [f"{len(rows)} of {len(table)} rows"] if len(table) > len(rows) else []
    notes += [f"{hidden} more columns"] if hidden else []
    return "\n".join(lines + (["(" + ", ".join(notes) + ")"] if notes else []))


def result_text(result):
    """The shortest answer, what was asked, and the main table."""
    lines = [f"<{result.get('schema', 'quantloupe')}>"]
    verdict = result.get("verdict")
    if isinstance(verdict, dict):
        lines[0] += f" verdict: {verdict.get('quality')}"
    if result.get("error_origin"):
        begins = "starts" if result.get("error_origin_measured") else "may start"
        lines[0] += f"; the error {begins} at {result['error_origin']}"
    plain = [f"{key}: {cell(value)}" for key, value in result.items()
             if key not in ("schema", "quantloupe_version", "error_origin") and value is not None
             and not isinstance(value, (list, dict))]
    lines += plain[:5]
    if result.tables:
        lines += table_text(result.table()).splitlines()
        lines.append("tables: " + cell(", ".join(result.tables)))
    return "\n".join(lines)
