// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/tensors/dumped_quantizer.h"
#include "core/graph/ir/tensor_data.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace ql::data {

/// How the files of a folder hold their numbers: as .npy, or as text, one number a line with as many digits as bring it
/// back, for tools that read .float or .txt.
enum class TensorFormat { Npy, Float, Text };

/// "npy", "float" or "txt". @throws Error (BadArgument) for any other word
TensorFormat tensorFormatNamed(std::string_view word);

/// Writes tensors one at a time into a folder, one file each, and at the end the index.json that describes them
/// (the guide's chapter on files). Keeps names and shapes in memory, never tensors.
class TensorWriter {
public:
    /// Creates the folder with the first file.
    explicit TensorWriter(std::filesystem::path folder, TensorFormat format = TensorFormat::Npy);

    /// Gives the file's name within the folder; another tensor of a like name gets a suffix ("_2"). Strings, which
    /// .npy can't hold, are only listed in the index: their file name is empty. @throws Error (FileWrite)
    /// @p quantizer is set for integers that a quantizer made and for what is dequantized from them.
    std::string add(std::string_view name, const graph::TensorData& data, std::string_view node,
                    std::string_view opType, std::optional<DumpedQuantizer> quantizer = {});

    /// Before anything is computed: @throws Error (FileWrite) if what tensors of these @p names would be written to is
    /// a file that an OverwriteGuard keeps
    void requireApart(const std::vector<std::string>& names) const;

    /// Writes index.json; without it a reader knows that the folder is not complete. @throws Error (FileWrite)
    void finish();

    std::size_t count() const { return m_rows.size(); }

private:
    struct Row {
        std::string name;
        std::string file;
        graph::DataType type;
        graph::Shape shape;
        std::string node;
        std::string opType;
        std::optional<DumpedQuantizer> quantizer;
    };

    std::string uniqueFileName(std::string_view name);

    std::filesystem::path m_folder;
    TensorFormat m_format;
    std::vector<Row> m_rows;
    std::unordered_set<std::string> m_files;
};

/// @p name as a file name without suffix: bytes outside A-Za-z0-9._- become _, long names are cut, an empty name
/// becomes "tensor".
std::string fileNameFor(std::string_view name);

} // namespace ql::data
