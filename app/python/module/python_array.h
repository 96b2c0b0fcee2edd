// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <pybind11/pybind11.h>

#include <utility>

namespace ql::python {

/// A tensor as Python sees it: read only, through the buffer protocol, which numpy and memoryview read.
class PythonArray {
public:
    /// @p data: as forPython() returns it.
    explicit PythonArray(graph::TensorData data)
        : m_data(std::move(data))
    {
    }
    const graph::TensorData& data() const { return m_data; }

private:
    graph::TensorData m_data;
};

void declareArray(pybind11::module_& module);

} // namespace ql::python
