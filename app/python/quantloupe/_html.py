# SPDX-License-Identifier: GPL-3.0-or-later
"""What a notebook shows of answers and tables."""

from html import escape

MOST_ROWS = 30
MOST_COLUMNS = 14


def cell(value):
    """The text of a cell, with no more digits than an eye reads."""
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, dict)):
        text = ", ".join(map(str, value))
        return escape(text if len(text) <= 60 else text[:59] + "…")
    return escape(str(value))


def is_shown(table, name):
    """Lists of lists and long ones, such as histograms, are left to the document."""
    return not any(isinstance(row.get(name), list) and (len(row[name]) > 8 or any(
        isinstance(one, (list, dict)) for one in row[name])) for row in table)


def table_html(table):
    columns = [name for name in table.columns if is_shown(table, name)][:MOST_COLUMNS]
    lines = ["<table>", "<thead><tr>" + "".join(f"<th>{escape(name)}</th>" for name in columns) + "</tr></thead>", "<tbody>"]
    for row in table[:MOST_ROWS]:
        lines.append("<tr>" + "".join(f"<td>{cell(row.get(name))}</td>" for name in columns) + "</tr>")
    lines += ["</tbody>", "</table>"]
    if len(table) > MOST_ROWS:
        lines.append(f"<p>{MOST_ROWS} of {len(table)} rows</p>")
    return "\n".join(lines)


def result_html(result):
    """What was asked, the plain members, and the main table."""
    title = escape(str(result.get("schema", "quantloupe")))
    lines = [f"<h4>{title}</h4>"]
    plain = {key: value for key, value in result.items()
             if key not in ("schema", "quantloupe_version") and value is not None and not isinstance(value, (list, dict))}
    if plain:
        lines.append("<table><tbody>")
        lines += [f"<tr><th>{escape(key)}</th><td>{cell(value)}</td></tr>" for key, value in plain.items()]
        lines.append("</tbody></table>")
    if result.tables:
        lines.append(table_html(result.table()))
    return "\n".join(lines)
