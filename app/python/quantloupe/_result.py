# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers, and the tables in them."""

import json
import math

from . import _plot
from ._arrays import numpy
from ._html import result_html, table_html
from ._text import result_text, table_text

MAIN_TABLES = ("layers", "outputs.rows", "rows", "top", "findings", "ranking")
"""Which of its tables an answer is mostly about: the first of these that it has."""

FIRST_COLUMNS = ("outputs.name", "name", "op_name", "layer", "metrics.sqnr_db", "metrics.cosine", "metric_value",
                 "worst_slice.slice", "worst_slice.sqnr_db")
"""What a table begins with, as far as it has these."""

WORST_FIRST = "metrics.sqnr_db"
"""Rows that have it are sorted by it: the worst first, those that weren't measured last."""

WRITTEN_NUMBERS = ("inf", "-inf", "nan")
"""JSON has no other way to say them."""


def flat(row, prefix=""):
    """A row's members; those of members are called "metrics.cosine"."""
    cells = {}
    for key, value in row.items():
        if isinstance(value, dict):
            cells.update(flat(value, f"{prefix}{key}."))
        else:
            cells[prefix + key] = value
    return cells


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_rows(value):
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


def badness(row):
    """What rows are sorted by: NaN is worst, what isn't known last."""
    value = row.get(WORST_FIRST)
    if value is None:
        return 2, 0.0
    return (0, 0.0) if value != value else (1, value)


class Table(list):
    """Rows of an answer, a dict each, the worst first; numbers are numbers, also infinite ones. Slices are tables.

    >>> table = Table([{"name": "conv", "metrics": {"sqnr_db": 31.5}}, {"name": "relu", "metrics": {"sqnr_db": "inf"}}])
    >>> table.columns
    ['name', 'metrics.sqnr_db']
    >>> table.column("metrics.sqnr_db")
    [31.5, inf]
    >>> table[:1]
    name  metrics.sqnr_db
    conv             31.5
    """

    __module__ = "quantloupe"

    def __init__(self, rows):
        super().__init__(flat(row) for row in rows)
        names = list(dict.fromkeys(key for row in self for key in row))
        self.columns = [name for name in FIRST_COLUMNS if name in names]
        """The names of the columns."""
        self.columns += [name for name in names if name not in self.columns]
        for name in self.columns:
            self._read_numbers(name)
        if WORST_FIRST in self.columns:
            self.sort(key=badness)

    def __getitem__(self, index):
        rows = super().__getitem__(index)
        if not isinstance(index, slice):
            return rows
        table = Table(())
        table.extend(rows)
        table.columns = list(self.columns)
        return table

    def __repr__(self):
        return table_text(self) if self else "(no rows)"

    def _read_numbers(self, name):
        values = [row[name] for row in self if row.get(name) is not None]
        words = [value for value in values if isinstance(value, str)]
        if not words or any(word not in WRITTEN_NUMBERS for word in words) or not all(
                is_number(value) or isinstance(value, str) for value in values):
            return
        for row in self:
            if isinstance(row.get(name), str):
                row[name] = float(row[name])

    def column(self, name):
        """All values of one column; None where a row has none."""
        if name not in self.columns:
            raise KeyError(name)
        return [row.get(name) for row in self]

    def _numpy_column(self, np, name):
        values = self.column(name)
        known = [value for value in values if value is not None]
        if known and all(map(is_number, known)):
            if len(known) == len(values) and all(isinstance(value, int) for value in values):
                return np.array(values)
            return np.array([math.nan if value is None else value for value in values], dtype=float)
        if known and len(known) == len(values) and all(isinstance(value, bool) for value in values):
            return np.array(values)
        objects = np.empty(len(values), dtype=object)
        objects[:] = values
        return objects

    def to_numpy(self):
        """A structured array of numpy, a field for each column. What isn't known is NaN among numbers."""
        np = numpy()
        if np is None:
            raise ImportError("numpy is not installed: a table is a list of dicts as it stands")
        columns = {name: self._numpy_column(np, name) for name in self.columns}
        array = np.empty(len(self), dtype=[(name, column.dtype) for name, column in columns.items()])
        for name, column in columns.items():
            array[name] = column
        return array

    def to_pandas(self):
        """A DataFrame of pandas."""
        try:
            import pandas
        except ImportError:
            raise ImportError("pandas is not installed: a table is a list of dicts as it stands") from None
        return pandas.DataFrame({name: self.column(name) for name in self.columns})

    def __reduce__(self):
        return Table, ((),), {"columns": self.columns}, iter(self)

    def _repr_html_(self):
        return table_html(self)


class Result(dict):
    """The document that ``quantloupe-cli … --json`` prints, with its tables.

    Its members are attributes, too; lists of rows come as tables then:

    >>> result = Result({"verdict": {"quality": "bad"}, "layers": [{"name": "conv"}, {"name": "relu"}]})
    >>> result.verdict.quality
    'bad'
    >>> result.layers.column("name")
    ['conv', 'relu']
    """

    __module__ = "quantloupe"

    @classmethod
    def of(cls, text):
        """Of what a command prints; lines of words are ``{"lines": …}``."""
        try:
            document = json.loads(text) if text else {}
        except json.JSONDecodeError:
            document = {"lines": text.splitlines()}
        return cls(document)

    @property
    def tables(self):
        """The names of the tables that table() takes."""
        names = []
        for key, value in self.items():
            if not is_rows(value):
                continue
            names.append(key)
            names += [f"{key}.{inner}" for inner, rows in value[0].items() if is_rows(rows)]
        return names

    def table(self, name=None):
        """One of the lists in the document as a table: "layers", "outputs.rows"; by default what it is mostly about."""
        if name is None:
            name = next((main for main in MAIN_TABLES if main in self.tables), None) or next(iter(self.tables), None)
        if name not in self.tables:
            raise KeyError(f"no table {name}: there are {', '.join(self.tables) or 'none'}")
        outer, _, inner = name.partition(".")
        if not inner:
            return Table(self[outer])
        rows = []
        for one in self[outer]:
            around = {f"{outer}.{key}": value for key, value in one.items() if not isinstance(value, (list, dict))}
            rows += [{**around, **row} for row in one[inner]]
        return Table(rows)

    def __getattr__(self, name):
        if name.startswith("__") or name not in self:
            raise AttributeError(f"this answer has no {name}: it has {', '.join(self)}")
        value = self[name]
        if is_rows(value):
            return Table(value)
        return Result(value) if isinstance(value, dict) else value

    def __dir__(self):
        return [*super().__dir__(), *(key for key in self if key.isidentifier())]

    def _ipython_key_completions_(self):
        return list(self)

    def plot(self, kind=None, *, layer=None, top=20, axes=None):
        """Draws by matplotlib and returns its axes: kind "strip" (the SQNR of each layer), "histogram" (of one layer, in
        both models) or "sensitivity" (the ranking); by default what the answer is about.
        """
        return _plot.plot(self, kind, layer, top, axes)

    def __repr__(self):
        return result_text(self)

    def _repr_html_(self):
        return result_html(self)
