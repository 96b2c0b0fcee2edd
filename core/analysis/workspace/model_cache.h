// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/onnx_importer.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

namespace ql::analysis {

/// Keeps the two models last opened, so that a second question about the same pair need not read them again.
/// A file that changed on disk is read anew. Thread-safe.
class ModelCache {
public:
    /// A network. @throws Error as import::importModel, which refuses files of weights without a network
    std::shared_ptr<const import::ImportedModel> open(const std::string& path);
    /// A network, or weights without one. @throws Error as import::importModel and data::readStateDict
    std::shared_ptr<const import::ImportedModel> openWeights(const std::string& path);

private:
    using Reader = import::ImportedModel (*)(const std::filesystem::path&);
    std::shared_ptr<const import::ImportedModel> open(const std::string& path, bool takesWeightsOnly, Reader read);

    struct Entry {
        std::string path;
        std::filesystem::file_time_type modified;
        std::uintmax_t bytes = 0;
        std::shared_ptr<const import::ImportedModel> model;
    };

    std::mutex m_mutex;
    std::deque<Entry> m_entries; ///< most recently used first
};

} // namespace ql::analysis
