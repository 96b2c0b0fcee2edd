// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/tflite/flat_buffer.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ql::data {

/// A call of an operator within a method: its name without namespace and overload, and the places of its arguments.
struct ProgramCall {
    std::string name; ///< "convolution", "quantized_decomposed::dequantize_per_channel" loses "quantized_decomposed::"
    std::vector<std::int32_t> arguments;
};

/// One method of a program: values by their places, calls in order.
struct ProgramMethod {
    std::vector<importers::tflite::FlatTable> tensors; ///< by place; missing where the value is no tensor
    std::map<std::int32_t, double> numbers;            ///< by place: scales, zero points, axes
    std::vector<ProgramCall> calls;
    std::set<std::string> backends; ///< that parts of it were compiled for
};

/// An ExecuTorch file. Sources: schema/program.fbs, schema/scalar_type.fbs and docs/source/pte-file-format.md of
/// github.com/pytorch/executorch (1.0, read in November 2026), whose numbers of fields stand here.
class ExecuTorchProgram {
public:
    /// @throws Error (FileCorrupt)
    explicit ExecuTorchProgram(std::shared_ptr<const importers::MappedFile> file);

    std::vector<ProgramMethod> methods() const;
    /// What the program holds of a tensor, laid out in the order of its axes; nothing where that comes at run time or
    /// lies in another file. @throws Error (FileCorrupt, UnsupportedFormat)
    std::optional<graph::TensorData> dataOf(const importers::tflite::FlatTable& tensor) const;
    /// Tells constants apart: those with equal ones are one.
    std::pair<int, std::uint32_t> placeOf(const importers::tflite::FlatTable& tensor) const;

private:
    std::span<const std::byte> segment(std::uint32_t index) const;
    std::span<const std::byte> bytesOf(const importers::tflite::FlatTable& tensor, std::size_t size) const;

    std::shared_ptr<const importers::MappedFile> m_file;
    std::uint64_t m_segmentBase = 0;
    importers::tflite::FlatBuffer m_buffer;
    importers::tflite::FlatTable m_program;
};

/// The tensor whose elements @p bytes of @p file are: of ExecuTorch's type @p scalarType, and of axes that lie in
/// memory as @p order says, empty for as they come. @p bytes may be more. @throws Error (FileCorrupt,
/// UnsupportedFormat)
graph::TensorData executorchTensor(const std::shared_ptr<const importers::MappedFile>& file,
                                   std::span<const std::byte> bytes, int scalarType,
                                   const std::vector<std::int32_t>& sizes, const std::vector<std::uint8_t>& order);

/// "layer1.weight", of trained and external tensors; else empty.
std::string nameOf(const importers::tflite::FlatTable& tensor);
/// Whether its numbers lie in another file.
bool isExternal(const importers::tflite::FlatTable& tensor);

} // namespace ql::data
