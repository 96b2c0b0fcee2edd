// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/module/python_array.h"

#include "app/python/module/arrays.h"

#include <pybind11/stl.h>

#include <span>
#include <string>

namespace ql::python {

namespace {

/// What @p bytes hold that were written of an array of this type and shape.
PythonArray arrayOf(const py::bytes& bytes, const std::string& type, const graph::Shape& shape)
{
    const auto view = static_cast<std::string_view>(bytes);
    return PythonArray(graph::TensorData::copyOf(graph::dataTypeFromName(type).value(), shape,
                                                 std::as_bytes(std::span(view.data(), view.size()))));
}

} // namespace

void declareArray(py::module_& module)
{
    py::class_<PythonArray>(module, "Array", py::buffer_protocol())
        .def(py::init([](const py::object& object, std::optional<std::size_t> slice) {
                 return PythonArray(forPython(copiedFrom(object, slice), false));
             }),
             py::arg("array"), py::arg("slice") = py::none())
        .def_static("of", arrayOf, py::arg("bytes"), py::arg("type"), py::arg("shape"))
        .def_property_readonly("type",
                               [](const PythonArray& array) { return std::string(graph::name(array.data().type())); })
        .def_buffer([](const PythonArray& array) { return bufferOf(array.data()); });
}

} // namespace ql::python
