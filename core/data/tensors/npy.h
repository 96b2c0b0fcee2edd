// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/graph/ir/tensor_data.h"
#include "core/pickle/zip_archive.h"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace ql::data {

/// Reads a .npy file (format 1.0 to 3.0; little or big endian, C or Fortran order; bool, ints, float16/32/64, complex,
/// strings).
/// Needs the memory of the file, twice when its elements must be turned round. Bytes after the array are ignored
/// with a warning, as numpy does. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat)
graph::TensorData readNpy(const std::filesystem::path& path);

/// Writes format 1.0, C order, beside the target and renamed. bfloat16 and float8 are written as float32, 4-bit
/// integers as 8-bit. @throws Error (FileWrite; UnsupportedFormat for strings that would take more than 1 GiB)
void writeNpy(const std::filesystem::path& path, const graph::TensorData& data);
/// The same bytes; whether they could be written is @p stream's to say.
void writeNpy(std::ostream& stream, const graph::TensorData& data);

/// Every array of a .npz archive, by name without ".npy", in archive order. @throws as readNpy
std::vector<std::pair<std::string, graph::TensorData>> readNpz(const std::filesystem::path& path);

/// A .npy file that is already in memory, called @p name in warnings; shares @p file's bytes where they lie as a
/// TensorData wants them. @throws Error (FileCorrupt, UnsupportedFormat)
graph::TensorData parseNpy(const FileBytes& file, const std::string& name = {});

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
    /// The same where others are kept beside it that count on the same @p budget.
    graph::TensorData read(std::size_t i, ExpansionBudget& budget) const;
    ExpansionBudget budget() const { return m_archive->budget(); }

private:
    void describe();

    std::filesystem::path m_path;
    std::unique_ptr<pickle::ZipArchive> m_archive;
    std::vector<std::string> m_names;
    std::vector<pickle::ZipEntry> m_places; ///< of each name
};

} // namespace ql::data
