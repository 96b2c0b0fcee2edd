// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/tensors/zip_archive.h"
#include "core/graph/ir/tensor_data.h"

#include <filesystem>
#include <string>
#include <vector>

namespace ql::data {

/// An open .npz whose arrays are read one at a time, so that a large calibration set needs the memory of one sample.
class NpzArchive {
public:
    /// Looks at every entry's description, at none of the arrays.
    /// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
    explicit NpzArchive(const std::filesystem::path& path);

    /// The arrays' names without ".npy", in archive order.
    const std::vector<std::string>& names() const { return m_names; }
    /// Array @p i of names(). @throws Error with path and entry as context
    graph::TensorData read(std::size_t i) const;

private:
    void describe();

    std::filesystem::path m_path;
    std::unique_ptr<ZipArchive> m_archive;
    std::vector<std::string> m_names;
    std::vector<ZipEntry> m_places; ///< of each name
};

} // namespace ql::data
