# SPDX-License-Identifier: GPL-3.0-or-later
"""How a call of a function becomes a command line, and what that prints becomes its answer."""

import os
from collections.abc import Iterable, Mapping

from . import _quantloupe
from ._arrays import is_array, shown, taken
from ._data import One, dataset_of
from ._error import Error, ThresholdCrossed
from ._models import Files, is_model
from ._progress import ProgressBar
from ._result import Result

THRESHOLD_CROSSED = 3


def is_word(value):
    return isinstance(value, (str, os.PathLike, int, float)) and not isinstance(value, bool)


def word(name, value):
    """As the command line has it."""
    if not is_word(value):
        raise TypeError(f"{name} is {type(value).__name__}, expected text, a path or a number")
    return os.fspath(value) if isinstance(value, (str, os.PathLike)) else repr(value)


def words_of(option, value):
    """What stands for ``value`` on a command line; the option's name is left out."""
    name, kind = option.keyword, option.type
    if is_word(value):
        return [word(name, value)]
    if not isinstance(value, Iterable) or isinstance(value, (bytes, Mapping)) or not (option.repeatable or "[," in kind):
        raise TypeError(f"{name} is {type(value).__name__}, expected text, a path or a number"
                        + (", or several" if option.repeatable else ""))
    words = [word(name, one) for one in value]
    return words if option.repeatable else [",".join(words)]


def arrays_of(mapping):
    return {str(name): taken(array) for name, array in mapping.items()}


def outputs_of(arrays):
    return {name: shown(array) for name, array in arrays.items()}


def metric_for(metric):
    return lambda baseline, analysis: float(metric(outputs_of(baseline), outputs_of(analysis)))


def post_process_for(post_process):
    def processed(arrays):
        outputs = post_process(outputs_of(arrays))
        if isinstance(outputs, Mapping):
            return arrays_of(outputs)
        several = outputs if isinstance(outputs, (tuple, list)) else [outputs]
        return arrays_of({f"output_{i}": one for i, one in enumerate(several)})
    return processed


def judge_for(judge):
    return lambda outputs, samples: float(judge([outputs_of(one) for one in outputs], samples))


def tap_for(tap):
    return lambda layer, *values: tap(layer, *map(shown, values))


CALLABLES = {"metric": metric_for, "post_process": post_process_for, "judge": judge_for, "tap": tap_for}


class Call:
    """One call of a function: the words of its command line, and what they stand for."""

    def __init__(self, command, arguments):
        self._takes = command.callables
        self._names = ("metric",) if command.name == "badcase" else ()  # of callables, which the answer shows
        self._options = {option.keyword: option for option in command.options}
        self._arguments = {name: value for name, value in arguments.items() if value is not None}
        self._words = []
        self._positional = []
        self._samples = {}
        self._callables = {}
        self._files = Files()
        self._progress = self._arguments.pop("progress", None)
        self._bar = ProgressBar() if self._progress is True else None
        if self._bar or self._progress is False:
            self._progress = self._bar
        if self._progress is not None and not callable(self._progress):
            raise TypeError("progress is no callable, and not True")
        try:
            for name, value in self._arguments.items():
                self._add(name, value)
        except BaseException:
            self._close()
            raise
        self._words = [*command.words, "--json", *self._words]
        if self._positional:
            self._words += ["--", *self._positional]

    def run(self):
        try:
            status, text, crossed = _quantloupe.call(self._words, self._samples, self._callables, self._progress)
        finally:
            self._close()
        result = Result.of(text)
        if status == THRESHOLD_CROSSED:
            raise ThresholdCrossed.of(crossed, result)
        if status != 0:
            raise Error(text or f"the command ended with status {status}")
        return result

    def _close(self):
        for samples in self._samples.values():
            samples.close()
        self._files.close()
        if self._bar:
            self._bar.close()

    def _add(self, name, value):
        option = self._options.get(name)
        if name in self._takes and callable(value):
            self._callables[name] = CALLABLES[name](value)
            if name not in self._names:
                return
            value = getattr(value, "__name__", type(value).__name__)
        if option is None:  # one of the callables alone
            raise TypeError(f"{name} is no callable")
        elif option.switch:
            if not isinstance(value, bool):
                raise TypeError(f"{name} is {type(value).__name__}, expected True or False")
            self._words += [f"--{option.name}"] if value else []
        elif option.holds_samples and not self._is_words(value):
            self._hold(option, value)
        elif option.holds_model and is_model(value):
            self._add_words(option, self._files.model(name, value, self._arguments.get("input")))
        elif option.holds_answers and not self._is_words(value):
            self._add_answers(option, value)
        else:
            self._add_words(option, value)

    @staticmethod
    def _is_words(value):
        return is_path(value) or (isinstance(value, (list, tuple)) and len(value) > 0 and all(map(is_path, value)))

    def _add_words(self, option, value):
        words = words_of(option, value)
        if option.positional:
            self._positional += words
        else:
            self._words += [f"--{option.name}={one}" for one in words]

    def _add_answers(self, option, value):
        """Of answers that are held in memory, files or both."""
        several = value if isinstance(value, (list, tuple)) and option.repeatable else [value]
        for number, one in enumerate(several):
            is_answer = isinstance(one, Mapping)
            self._add_words(option, self._files.document(f"{option.keyword}_{number}", one) if is_answer else one)

    def _hold(self, option, value):
        """The word of the command line that the engine will ask for."""
        if option.is_one_sample and isinstance(value, Mapping) and value and all(map(is_path, value.values())):
            self._words += [f"--{option.name}={name}={os.fspath(path)}" for name, path in value.items()]
            return
        held = f"python:{option.keyword}"
        limit = self._arguments.get(option.limit, 0) if option.limit else 0
        self._samples[held] = One(value) if option.is_one_sample else dataset_of(value, limit)
        self._words.append(f"--{option.name}={held}")


def is_path(value):
    return isinstance(value, (str, os.PathLike)) and not is_array(value)
