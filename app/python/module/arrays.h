// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <pybind11/pybind11.h>

#include <cstddef>
#include <optional>

namespace ql::python {

namespace py = pybind11;

/// A copy of what @p object shows through Python's buffer protocol, whatever its order of axes and of bytes; with
/// @p slice of that one along the first axis. @throws py::type_error naming what it can't be
graph::TensorData copiedFrom(py::handle object, std::optional<std::size_t> slice = {});

/// What Python sees of @p data: element types that it has no name for become wider ones.
py::buffer_info bufferOf(const graph::TensorData& data);
/// The same values in a type that Python has a name for; a copy in memory of its own where @p isCopied.
graph::TensorData forPython(const graph::TensorData& data, bool isCopied);

} // namespace ql::python
