# SPDX-License-Identifier: GPL-3.0-or-later
"""The functions of this package, made of what the command line takes: none of its options can be forgotten."""

import inspect
import keyword

from . import _quantloupe
from ._call import CALLABLES, Call

LEFT_OUT = {
    "project run": "asks the commands of a file, and changes the current folder for that",
}
"""Commands that are no function, and why."""

LEFT_OUT_OPTIONS = {
    "json": "the answer is the document",
    "progress": "a callable here",
    "log-level": "set_log_level() holds for all",
    "quiet": "nothing is printed",
    "verbose": "set_log_level() holds for all",
}
"""Options that are no keyword, and why."""

BY_PLACE = ("baseline", "analysis")
"""Options that may be given without their names, in this order, by the functions of a pair of models."""

ANSWERS_OF = {"diff": ("BEFORE", "AFTER"), "report": ("RESULT",)}
"""Arguments of commands that take answers in place of files."""

SAMPLES = ("input", "data", "calibration-data")
CALLABLES_OF = {
    "badcase": ("metric", "post_process", "judge"),
    "compare": ("metric", "post_process", "judge", "tap"),
    "fix": ("judge",),
    "run": ("tap",),
    "sensitivity": ("metric", "post_process", "judge"),
    "shadow": ("tap",),
    "tune": ("judge",),
}
"""Callables that commands take, some of them where an option takes words."""


class Option:
    """A keyword of a function, and the option that it is."""

    def __init__(self, description, names, command):
        self.name = description["name"]
        plain = self.name.lower().replace("-", "_")
        self.keyword = plain + "_" if keyword.iskeyword(plain) else plain
        self.positional = description["positional"]
        self.switch = description["switch"]
        self.repeatable = description["repeatable"]
        self.required = description["required"]
        self.type = description["type"]
        self.default = description["default"]
        self.help = description["help"]
        self.holds_samples = not self.positional and self.name in SAMPLES
        self.is_one_sample = self.name == "input"
        self.holds_model = "MODEL" in self.type or (self.positional and self.name.upper() == "MODEL")
        self.holds_answers = self.name in ANSWERS_OF.get(command, ())
        self.by_place = not self.positional and self.name in BY_PLACE and not any(
            name.isupper() for name in names)  # those have a model of their own by place
        limits = ("num-steps", "num-samples") if self.name == "data" else ("num-samples",)
        self.limit = next((limit.replace("-", "_") for limit in limits if limit in names), None)

    def parameter(self):
        by_place = self.positional or self.by_place
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD if by_place else inspect.Parameter.KEYWORD_ONLY
        default = inspect.Parameter.empty if self.required else False if self.switch else None
        return inspect.Parameter(self.keyword, kind, default=default)


class Command:
    """A function of this package, and the command that it is."""

    def __init__(self, description):
        self.words = description["words"]
        self.summary = description["summary"]
        names = {option["name"] for option in description["options"]}
        self.name = "_".join(self.words).replace("-", "_")
        self.options = [Option(option, names, self.name) for option in description["options"]
                        if option["name"] not in LEFT_OUT_OPTIONS]
        self.callables = CALLABLES_OF.get(self.name, ())

    def further_keywords(self):
        """Those that no option stands for."""
        options = {option.keyword for option in self.options}
        return [name for name in (*self.callables, "progress") if name not in options]

    def signature(self):
        own = [option.parameter() for option in self.options]
        own += [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None)
                for name in self.further_keywords()]
        # Those with a default follow the others.
        own.sort(key=lambda one: (one.kind, one.kind == one.POSITIONAL_OR_KEYWORD and one.default is not one.empty))
        return inspect.Signature(own)

    def documentation(self):
        lines = [self.summary + ".", ""]
        for option in self.options:
            default = f" Default: {option.default}." if option.default and option.default != "[]" else ""
            lines.append(f"{option.keyword}: {option.help}.{default}")
        lines += [f"{name}: {HELP[name]}" for name in (*self.callables, "progress")]
        return "\n".join(lines)


HELP = {
    "metric": "A callable: of the baseline's and the analysis model's outputs, dicts of arrays, it makes a number.",
    "post_process": "Is called with a model's outputs, a dict of arrays; what it returns is measured in their place.",
    "judge": "Is called with a list of one model's outputs, a dict of arrays for each sample, and a list of which samples "
             "these are; makes a number that is larger for a better model, unless judge_better is 'lower'. One sample at a "
             "time but for fix and for tune, whose target is judge=VALUE then.",
    "tap": "Is called with the name of a layer and its values: the model's, or the baseline's and the analysis model's.",
    "progress": "Is called with a Progress, ten times a second at most; True draws a bar on standard error.",
}
assert all(name in CALLABLES for names in CALLABLES_OF.values() for name in names)


def function_of(command):
    """The function that answers as the command does."""
    signature = command.signature()

    def function(*args, **kwargs):
        try:
            bound = signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{command.name}(): {error}") from None
        return Call(command, bound.arguments).run()

    function.__name__ = function.__qualname__ = command.name
    function.__module__ = "quantloupe"
    function.__doc__ = command.documentation()
    function.__signature__ = signature
    return function


def all_commands():
    """Every command that is a function."""
    commands = map(Command, _quantloupe.commands())
    return [command for command in commands if " ".join(command.words) not in LEFT_OUT]
