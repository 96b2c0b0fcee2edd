// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/expansion_budget.h"
#include "core/graph/ir/tensor_data.h"
#include "core/import/onnx/mapped_file.h"
#include "core/import/onnx/onnx_proto.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ql::importers {

/// The files beside a model that hold the bytes of its big tensors. Each is mapped once; tensors share the mapping.
class ExternalData {
public:
    /// @p folder is the model's: nothing outside it is opened. @p model is the model's own file, if there is one.
    explicit ExternalData(std::filesystem::path folder, std::shared_ptr<const MappedFile> model = nullptr);

    /// Of the model and of all files beside it.
    ExpansionBudget& budget() { return m_budget; }

    /// A copy of the bytes that stand in the model file itself (light_message.h), or nothing when @p proto has no such
    /// note. @throws Error (FileCorrupt)
    std::optional<graph::TensorData> readPayload(const onnx::TensorProto& proto, graph::DataType type,
                                                 const graph::Shape& shape);

    /// The bytes that @p proto points to, without copying when they are aligned for @p type.
    /// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat)
    graph::TensorData read(const onnx::TensorProto& proto, graph::DataType type, graph::Shape shape);

    /// Of the files that were opened so far.
    std::vector<FileStamp> stamps() const;

private:
    graph::TensorData tensorAt(const std::shared_ptr<const MappedFile>& file, std::span<const std::byte> part,
                               graph::DataType type, graph::Shape shape);
    const std::shared_ptr<const MappedFile>& open(const std::string& location);

    std::filesystem::path m_folder;
    std::shared_ptr<const MappedFile> m_model;
    ExpansionBudget m_budget;
    std::unordered_map<std::string, std::shared_ptr<const MappedFile>> m_files;
};

} // namespace ql::importers
