# SPDX-License-Identifier: GPL-3.0-or-later
"""Answers, and the tables in them."""

import json
import math

from ._arrays import numpy
from ._html import result_html, table_html

MAIN_TABLES = ("layers", "outputs.rows", "rows", "top", "findings", "ranking")
"""Which of its tables an answer is mostly about: the first of these that it has."""

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


class Table(list):
    """Rows of an answer, a dict each; numbers are numbers, also infinite ones.

    >>> table = Table([{"name": "conv", "metrics": {"sqnr_db": 31.5}}, {"name": "relu", "metrics": {"sqnr_db": "inf"}}])
    >>> table.columns
    ['name', 'metrics.sqnr_db']
    >>> table.column("metrics.sqnr_db")
    [31.5, inf]
    """

    __module__ = "quantloupe"

    def __init__(self, rows):
        super().__init__(flat(row) for row in rows)
        self.columns = list(dict.fromkeys(key for row in self for key in row))
        """The names of the columns."""
        for name in self.columns:
            self._read_numbers(name)

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

    def _repr_html_(self):
        return table_html(self)


class Result(dict):
    """The document that ``quantloupe-cli … --json`` prints, with its tables."""

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

    def _repr_html_(self):
        return result_html(self)
