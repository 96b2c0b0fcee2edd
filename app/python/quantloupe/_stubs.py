# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the package's stub: python3 -m quantloupe._stubs FILE."""

import re
import sys

from ._commands import all_commands

HEAD = '''# Made by quantloupe._stubs of what the command line takes.
from collections.abc import Callable, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, NamedTuple, SupportsIndex, TextIO, overload

Path = str | PathLike[str]
Model = Path | bytes | Mapping[str, Any] | Any
Answer = Path | Mapping[str, Any]
Sample = Any
Input = Path | Sequence[Path] | Mapping[str, Any] | Sample
Data = Path | Mapping[str, Any] | Iterable[Sample] | Sample
Outputs = Mapping[str, Any]

__version__: str

class Error(Exception):
    code: str
    message: str
    hint: str
    context: list[str]
    def __init__(self, text: str, code: str = "", message: str = "", hint: str = "",
                 context: Iterable[str] = ()) -> None: ...

class ThresholdCrossed(Error):
    result: Result
    crossed: list[str]
    @classmethod
    def of(cls, crossed: Sequence[str], result: Result) -> ThresholdCrossed: ...

class Progress(NamedTuple):
    fraction: float
    stage: str
    detail: str
    elapsed: float
    remaining: float | None

class ProgressBar:
    def __init__(self, file: TextIO | None = None) -> None: ...
    def __call__(self, progress: Progress) -> None: ...
    def close(self) -> None: ...

class Table(list[dict[str, Any]]):
    columns: list[str]
    def __init__(self, rows: Iterable[Mapping[str, Any]]) -> None: ...
    @overload
    def __getitem__(self, index: SupportsIndex) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Table: ...
    def column(self, name: str) -> list[Any]: ...
    def to_numpy(self) -> Any: ...
    def to_pandas(self) -> Any: ...

class Result(dict[str, Any]):
    @property
    def tables(self) -> list[str]: ...
    def table(self, name: str | None = None) -> Table: ...
    def plot(self, kind: str | None = None, *, layer: str | None = None, top: int = 20, axes: Any = None) -> Any: ...
    def __getattr__(self, name: str) -> Any: ...

def set_log_level(level: str) -> None: ...
'''

CALLABLES = {
    "metric": "Callable[[Outputs, Outputs], float]",
    "post_process": "Callable[[Outputs], Any]",
    "judge": "Callable[[Sequence[Outputs], Sequence[int]], float]",
    "tap": "Callable[..., Any]",
    "progress": "Callable[[Progress], Any] | bool",
}


def plain_type(option):
    """Of one value, as far as the help's placeholder tells."""
    kind = re.split(r"[:\s]", option.type)[0]
    if kind in ("N", "K", "UINT", "INT"):
        return "int"
    if kind in ("SECONDS", "X", "T", "S", "FLOAT") and not option.repeatable:
        return "float"
    if "[," in kind:
        return "str | float | Sequence[float]"
    if kind.isupper() and any(word in kind for word in ("FILE", "DIR", "MODEL", "DATA")):
        return "Path"
    return "Path" if option.positional else "str"


def type_of(option, command):
    if option.switch:
        return "bool"
    if option.holds_samples:
        return "Input" if option.is_one_sample else "Data"
    plain = "Model" if option.holds_model else "Answer" if option.holds_answers else plain_type(option)
    kind = f"{plain} | Sequence[{plain}]" if option.repeatable else plain
    return f"{kind} | {CALLABLES[option.keyword]}" if option.keyword in command.callables else kind


def parameter_text(parameter, types):
    kind = types[parameter.name]
    if parameter.default is parameter.empty:
        return f"{parameter.name}: {kind}"
    return f"{parameter.name}: {kind} = False" if kind == "bool" else f"{parameter.name}: {kind} | None = None"


def function_text(command):
    types = {option.keyword: type_of(option, command) for option in command.options}
    types.update((name, CALLABLES[name]) for name in command.further_keywords())
    parameters = command.signature().parameters.values()
    first = [parameter_text(one, types) for one in parameters if one.kind == one.POSITIONAL_OR_KEYWORD]
    rest = [parameter_text(one, types) for one in parameters if one.kind == one.KEYWORD_ONLY]
    lines = "".join(f"    {line},\n" for line in [*first, "*", *rest])
    return f"\ndef {command.name}(\n{lines}) -> Result: ...\n"


def stub():
    return HEAD + "".join(map(function_text, all_commands()))


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(stub())
