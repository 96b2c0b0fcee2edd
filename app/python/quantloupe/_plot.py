# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures of answers, by matplotlib where that is installed."""

KINDS = ("strip", "histogram", "sensitivity")


def axes_of(axes):
    try:
        from matplotlib import pyplot
    except ImportError:
        raise ImportError("matplotlib is not installed: table() has the numbers, and out= writes report.html") from None
    return axes if axes is not None else pyplot.subplots(figsize=(8, 4))[1]


def kind_of(result):
    """What is drawn unless something else is asked for."""
    schema = result.get("schema", "")
    return "sensitivity" if schema.startswith("quantloupe.sensitivity/") else "strip"


def strip(result, axes):
    """A metric of each layer in order of execution."""
    table = result.table()
    column = next((name for name in ("metrics.sqnr_db", "local_db") if name in table.columns), None)
    if column is None:
        raise ValueError("this answer has no SQNR of layers: compare(), shadow() and attribution() have")
    rows = sorted((row for row in table if row.get(column) is not None), key=lambda row: row.get("index", 0))
    finite = [row[column] for row in rows if abs(row[column]) != float("inf") and row[column] == row[column]]
    top = max(finite, default=0.0) + 10.0  # where infinite ones are drawn
    values = [min(row[column], top) if row[column] == row[column] else 0.0 for row in rows]
    axes.bar(range(len(rows)), values, color=["tab:red" if value < 20.0 else "tab:blue" for value in values])
    axes.axhline(20.0, color="gray", linewidth=0.8, linestyle=":")
    axes.set_xlabel("layer, in order of execution")
    axes.set_ylabel("SQNR (dB)")
    axes.set_title(f"{result.get('analysis', '')} against {result.get('baseline', '')}")


def row_named(rows, layer):
    found = next((row for row in rows if layer is None and row.get("histogram") or row.get("name") == layer), None)
    if found is None:
        raise KeyError(f"no layer {layer}" if layer else "no layer has a histogram: out= has them computed")
    if not found.get("histogram"):
        raise ValueError(f"{found['name']} has no histogram: out= has them computed")
    return found


def histogram(result, axes, layer):
    """How the values of one layer are spread, in both models."""
    row = row_named(result.get("layers") or result.get("rows", []), layer)
    found = row["histogram"]
    width = (found["high"] - found["low"]) / max(len(found["baseline"]), 1)
    places = [found["low"] + width * i for i in range(len(found["baseline"]))]
    for model in ("baseline", "analysis"):
        axes.step(places, found[model], where="post", label=model)
    axes.set_yscale("symlog")
    axes.set_xlabel("value")
    axes.set_ylabel("elements")
    axes.set_title(row["name"])
    axes.legend()


def sensitivity(result, axes, top):
    """The rows of the first output, the most sensitive above."""
    output = result["outputs"][0]
    rows = output["rows"][:top][::-1]
    axes.barh([f"{row['op_name']} ({row['sensitive_type']})" for row in rows], [float(row["metric_value"]) for row in rows])
    axes.set_xlabel(f"{output['metric']} of {output['name']}")


def plot(result, kind=None, layer=None, top=20, axes=None):
    kind = kind or kind_of(result)
    if kind not in KINDS:
        raise ValueError(f"there is no picture {kind}: expected {', '.join(KINDS)}")
    axes = axes_of(axes)
    if kind == "strip":
        strip(result, axes)
    elif kind == "histogram":
        histogram(result, axes, layer)
    elif "outputs" not in result or "rows" not in (result["outputs"] or [{}])[0]:
        raise ValueError("this answer is no ranking: sensitivity() gives one")
    else:
        sensitivity(result, axes, top)
    axes.figure.tight_layout()
    return axes
