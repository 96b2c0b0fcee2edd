# SPDX-License-Identifier: GPL-3.0-or-later
"""A loupe for quantized neural networks: find the layer that breaks an int8 model, and why.

Every command of quantloupe-cli is a function, its options are keywords, and its answer is the document that ``--json``
prints, as a dict:

>>> import quantloupe
>>> answer = quantloupe.demo()
>>> answer["schema"]
'quantloupe.demo/1'

Where a command takes files with samples, a function also takes arrays, dicts of arrays by input name, and whatever can
be iterated over; where it takes a model also its bytes, an onnx.ModelProto, a module of torch or a state dict.
help(quantloupe.compare) lists the keywords.
"""

from . import _native

_native.require()
_native.share_environments_library()
_native.load()

from . import _quantloupe
from ._commands import all_commands as _all_commands
from ._commands import function_of as _function_of
from ._error import Error, ThresholdCrossed
from ._progress import Progress, ProgressBar
from ._quantloupe import set_log_level
from ._result import Result, Table

__version__ = _quantloupe.version
__all__ = ["Error", "Progress", "ProgressBar", "Result", "Table", "ThresholdCrossed", "set_log_level"]

for _command in _all_commands():
    globals()[_command.name] = _function_of(_command)
    __all__.append(_command.name)
del _command
