// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/weights/wire_message.h"
#include "core/graph/ir/tensor_data.h"
#include "core/import/onnx/mapped_file.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::data {

/// A constant of an ML program. Elements of 1, 3 and 6 bits are spread out into bytes.
struct ProgramValue {
    graph::TensorData data;
    bool isInFile = false; ///< and not in the program itself, where small ones and settings stand
};

/// Reads constants of an ML program, whose weight files lie in one folder. Sources: MIL.proto and the blob storage's
/// StorageFormat.hpp and BlobDataType.hpp of github.com/apple/coremltools (8.3, read in November 2026).
class ProgramValues {
public:
    /// @p folder holds `weights/weight.bin`.
    explicit ProgramValues(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
    }

    /// Of a `Value` message; a string is none. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat)
    std::optional<ProgramValue> read(const WireMessage& value);
    const std::vector<FileStamp>& files() const { return m_stamps; }

private:
    graph::TensorData inFile(const std::string& name, std::uint64_t offset, const graph::Shape& shape);
    const std::shared_ptr<const importers::MappedFile>& open(const std::string& name);

    std::filesystem::path m_folder;
    std::map<std::string, std::shared_ptr<const importers::MappedFile>> m_files;
    std::vector<FileStamp> m_stamps;
};

} // namespace ql::data
