// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/tensor_data.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ql::data {

/// An open .npz whose arrays are read one at a time, so that a large calibration set needs the memory of one sample.
class NpzArchive {
public:
    /// Looks at every entry's description, at none of the arrays.
    /// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) with the path as context
    explicit NpzArchive(const std::filesystem::path& path);
    ~NpzArchive();
    NpzArchive(const NpzArchive&) = delete;
    NpzArchive& operator=(const NpzArchive&) = delete;

    /// The arrays' names without ".npy", in archive order.
    const std::vector<std::string>& names() const { return m_names; }
    /// Array @p i of names(). @throws Error with path and entry as context
    graph::TensorData read(std::size_t i) const;

private:
    struct Place {
        std::uint64_t index;
        std::uint64_t bytes;
    };
    void describe();

    struct Handle;
    std::filesystem::path m_path;
    std::unique_ptr<Handle> m_handle;
    std::vector<std::string> m_names;
    std::vector<Place> m_places; ///< of each name
};

} // namespace ql::data
