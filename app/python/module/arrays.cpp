// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/module/arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <memory>
#include <string>

namespace ql::python {

namespace {

using graph::DataType;

struct Format {
    DataType type;
    std::string_view letters; ///< of Python's struct module
    std::size_t bytes;        ///< of an element
};

/// The first letter is what we say ourselves.
constexpr Format kFormats[]{
    {DataType::Float, "f", 4},      {DataType::Double, "d", 8},       {DataType::Float16, "e", 2},
    {DataType::Bool, "?", 1},       {DataType::Int8, "b", 1},         {DataType::UInt8, "B", 1},
    {DataType::Int16, "h", 2},      {DataType::UInt16, "H", 2},       {DataType::Int32, "il", 4},
    {DataType::UInt32, "IL", 4},    {DataType::Int64, "qln", 8},      {DataType::UInt64, "QLN", 8},
    {DataType::Complex64, "Zf", 8}, {DataType::Complex128, "Zd", 16},
};

bool isComplex(DataType type)
{
    return type == DataType::Complex64 || type == DataType::Complex128;
}

const Format* formatOf(std::string_view word, std::size_t bytes)
{
    for (const auto& format : kFormats) {
        const bool isNamed = isComplex(format.type) ? word == format.letters
                                                    : word.size() == 1 && format.letters.find(word) != word.npos;
        if (isNamed && format.bytes == bytes)
            return &format;
    }
    return nullptr;
}

const Format* formatOf(DataType type)
{
    const auto* found = std::ranges::find(kFormats, type, &Format::type);
    return found == std::end(kFormats) ? nullptr : found;
}

/// Buffer of an object, until it is let go.
class View {
public:
    explicit View(py::handle object)
    {
        if (PyObject_GetBuffer(object.ptr(), &m_view, PyBUF_FULL_RO) == 0)
            return;
        py::error_already_set why;
        throw py::type_error(fmt::format("{} is no array of numbers: {}",
                                         std::string(py::str(py::type::handle_of(object).attr("__name__"))),
                                         std::string(py::str(why.value()))));
    }
    ~View() { PyBuffer_Release(&m_view); }
    View(const View&) = delete;
    View& operator=(const View&) = delete;

    const Py_buffer& get() const { return m_view; }

private:
    Py_buffer m_view{};
};

/// One along the first axis.
Py_buffer sliceOf(const Py_buffer& view, std::size_t index)
{
    if (view.ndim < 1 || index >= std::size_t(view.shape[0]))
        throw py::index_error("there is no such sample");
    auto slice = view;
    slice.buf = static_cast<char*>(view.buf) + Py_ssize_t(index) * view.strides[0];
    if (view.suboffsets && view.suboffsets[0] >= 0)
        slice.buf = *static_cast<char**>(slice.buf) + view.suboffsets[0];
    slice.len = view.shape[0] == 0 ? 0 : view.len / view.shape[0];
    slice.ndim = view.ndim - 1;
    slice.shape = view.shape + 1;
    slice.strides = view.strides + 1;
    slice.suboffsets = view.suboffsets ? view.suboffsets + 1 : nullptr;
    return slice;
}

void turnBytes(std::byte* data, std::size_t count, std::size_t width)
{
    for (std::size_t at = 0; width > 1 && at + width <= count; at += width)
        std::reverse(data + at, data + at + width);
}

} // namespace

graph::TensorData copiedFrom(py::handle object, std::optional<std::size_t> slice)
{
    const View whole(object);
    auto view = slice ? sliceOf(whole.get(), *slice) : whole.get();
    std::string_view word = view.format ? view.format : "B";
    const bool isForeign = word.starts_with(std::endian::native == std::endian::little ? '>' : '<')
                           || (word.starts_with('!') && std::endian::native == std::endian::little);
    if (word.find_first_of("@=<>!") == 0)
        word.remove_prefix(1);
    const auto* format = formatOf(word, std::size_t(view.itemsize));
    if (!format)
        throw py::type_error(fmt::format("an array of elements \"{}\" of {} bytes can't be an input: expected bool, "
                                         "integers, floats of 16 to 64 bits or complex numbers",
                                         view.format ? view.format : "", view.itemsize));
    const std::size_t byteCount = std::size_t(view.len);
    std::shared_ptr<std::byte> bytes(new std::byte[std::max<std::size_t>(byteCount, 1)],
                                     std::default_delete<std::byte[]>());
    if (byteCount > 0 && PyBuffer_ToContiguous(bytes.get(), &view, view.len, 'C') != 0)
        throw py::error_already_set();
    if (isForeign)
        turnBytes(bytes.get(), byteCount, isComplex(format->type) ? format->bytes / 2 : format->bytes);
    return {format->type, graph::Shape(view.shape, view.shape + view.ndim), std::move(bytes), byteCount};
}

graph::TensorData forPython(const graph::TensorData& data, bool isCopied)
{
    if (formatOf(data.type()))
        return isCopied ? graph::TensorData::copyOf(data.type(), data.shape(), data.bytes()) : data;
    const auto values = data.toDoubles();
    if (graph::isFloatingPoint(data.type()) || graph::isNarrowFloat(data.type()))
        return graph::TensorData::of(DataType::Float, data.shape(), std::vector<float>(values.begin(), values.end()));
    std::vector<std::int8_t> small(values.begin(), values.end()); // of 4 bits
    return graph::TensorData::of(DataType::Int8, data.shape(), small);
}

py::buffer_info bufferOf(const graph::TensorData& data)
{
    const auto& format = *formatOf(data.type());
    std::vector<py::ssize_t> shape(data.shape().begin(), data.shape().end());
    auto strides = py::detail::c_strides(shape, py::ssize_t(format.bytes));
    const auto word = std::string(isComplex(format.type) ? format.letters : format.letters.substr(0, 1));
    // Read only: nothing is written through it.
    return {const_cast<std::byte*>(data.bytes().data()),
            py::ssize_t(format.bytes),
            word,
            py::ssize_t(shape.size()),
            std::move(shape),
            std::move(strides),
            true};
}

} // namespace ql::python
