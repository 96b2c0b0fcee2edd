// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/onnx_importer.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ql::analysis {

/// Keeps the two models last opened, so that a second request about the same pair need not read them again.
/// A model is read anew when a file that it is made of changed on disk. Thread-safe.
class ModelCache {
public:
    /// A network. @throws Error as import::importModel, which refuses files of weights without a network
    std::shared_ptr<const import::ImportedModel> open(const std::string& path);
    /// A network, or weights without one. @throws Error as import::importModel and data::readStateDict
    std::shared_ptr<const import::ImportedModel> openWeights(const std::string& path);

    /// A number that grows with every model that is opened.
    std::uint64_t openedCount() const;
    /// @throws Error (FileCorrupt) when a file changed of which a model is made that was opened after the count was
    /// @p count: what was computed of it holds neither for the old file nor for the new one
    void requireUnchangedSince(std::uint64_t count);

private:
    using Reader = import::ImportedModel (*)(const std::filesystem::path&);
    std::shared_ptr<const import::ImportedModel> open(const std::string& path, bool takesWeightsOnly, Reader read);

    struct Entry {
        std::string path;
        std::vector<FileStamp> files;
        std::shared_ptr<const import::ImportedModel> model;
        std::uint64_t lastOpened = 0;
    };
    static bool isCurrent(const Entry& entry);

    mutable std::mutex m_mutex;
    std::uint64_t m_openedCount = 0;
    std::deque<Entry> m_entries; ///< most recently used first
};

} // namespace ql::analysis
