# SPDX-License-Identifier: GPL-3.0-or-later
"""Models and answers that are held in memory, as the files that the engine reads."""

import json
import os
import pathlib
import shutil
import struct
import tempfile
from collections.abc import Mapping

from ._arrays import is_array, taken

MODEL_SUFFIXES = ((b"PK\x03\x04", ".pt"), (b"TFL3", ".tflite"))
"""What a file's first bytes say; of anything else ONNX is asked."""

SAFETENSORS_TYPES = {"?": "BOOL", "b": "I8", "B": "U8", "h": "I16", "H": "U16", "i": "I32", "I": "U32", "l": "I64",
                     "q": "I64", "L": "U64", "Q": "U64", "e": "F16", "f": "F32", "d": "F64"}


def suffix_of(content):
    head = bytes(content[:8])
    if b"serialized_exported_program.json" in bytes(content[:4096]) or b"models/model.json" in bytes(content[:4096]):
        return ".pt2"
    return next((suffix for mark, suffix in MODEL_SUFFIXES if mark in head), ".onnx")


def is_torch(value, name):
    """Whether it is of a class of torch that is called so; torch is not imported for that."""
    return any(kind.__name__ == name and kind.__module__.split(".")[0] == "torch" for kind in type(value).__mro__)


def is_model(value):
    return (isinstance(value, (bytes, bytearray, memoryview, Mapping)) or hasattr(value, "SerializeToString")
            or is_torch(value, "Module") or is_torch(value, "ExportedProgram") or is_bytes_array(value))


def is_bytes_array(value):
    return is_array(value) and str(getattr(value, "dtype", "")) == "uint8" and getattr(value, "ndim", 0) == 1


def write_state_dict(tensors, path):
    """As safetensors (github.com/huggingface/safetensors): 8 bytes of a header's length, that in JSON, the numbers."""
    header, parts, place = {}, [], 0
    for name, tensor in tensors.items():
        if not (is_array(tensor) or hasattr(tensor, "detach")):
            raise TypeError(f"{name} is {type(tensor).__name__}, expected an array: a dict that is a model is a state dict")
        view = memoryview(taken(tensor))
        kind = SAFETENSORS_TYPES.get(view.format.lstrip("@=<"))
        if kind is None:
            raise TypeError(f"{name}: an array of elements {view.format!r} can't be a weight")
        header[str(name)] = {"dtype": kind, "shape": list(view.shape), "data_offsets": [place, place + view.nbytes]}
        parts.append(view.tobytes())
        place += view.nbytes
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        file.writelines(parts)


def example_of(sample):
    """What a module of torch is called with, of a sample as input= takes it; None where there is none."""
    if sample is None or isinstance(sample, (str, os.PathLike)):
        return None
    import torch
    values = list(sample.values()) if isinstance(sample, Mapping) else list(sample) if isinstance(sample, tuple) else [sample]
    return tuple(value if isinstance(value, torch.Tensor) else torch.as_tensor(taken(value)) for value in values)


def write_module(module, sample, path):
    """As TorchScript: of a script what it is, of another module what torch.jit.script makes of it, or a trace."""
    import torch
    if is_torch(module, "ScriptModule"):
        torch.jit.save(module, path)
        return
    try:
        script = torch.jit.script(module)
    except Exception as problem:  # whatever it finds no script for
        example = example_of(sample)
        if example is None:
            raise TypeError(f"{type(module).__name__} can't be scripted, and there is no input= to trace it with: "
                            f"{str(problem).splitlines()[0] if str(problem) else type(problem).__name__}") from problem
        script = torch.jit.trace(module, example)
    torch.jit.save(script, path)


class Files:
    """A folder for the files of one call, made when the first is needed."""

    def __init__(self):
        self._folder = None

    def path(self, name):
        self._folder = self._folder or tempfile.mkdtemp(prefix="quantloupe-")
        return pathlib.Path(self._folder, name)

    def model(self, name, value, sample=None):
        """The file of a model; modules of torch may be traced with ``sample``."""
        if is_torch(value, "ExportedProgram"):
            import torch
            path = self.path(f"{name}.pt2")
            torch.export.save(value, str(path))
            return path
        if is_torch(value, "Module"):
            path = self.path(f"{name}.pt")
            write_module(value, sample, str(path))
            return path
        if isinstance(value, Mapping):
            path = self.path(f"{name}.safetensors")
            write_state_dict(value, path)
            return path
        content = value.SerializeToString() if hasattr(value, "SerializeToString") else bytes(memoryview(taken_bytes(value)))
        path = self.path(name + suffix_of(content))
        path.write_bytes(content)
        return path

    def document(self, name, value):
        """The file of an answer."""
        path = self.path(f"{name}.json")
        path.write_text(json.dumps(value), encoding="utf-8")
        return path

    def close(self):
        if self._folder:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None


def taken_bytes(value):
    return value if isinstance(value, (bytes, bytearray, memoryview)) else taken(value)
