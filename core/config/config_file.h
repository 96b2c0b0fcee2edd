// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/dialects/dialect.h"
#include "core/config/quant_config.h"
#include "core/results/config_result.h"

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ql::config {

/// A config file that is open for editing: its text and what it means. Not thread-safe.
class ConfigFile {
public:
    /// @p dialect empty = found by content. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat)
    static ConfigFile open(const std::filesystem::path& path, std::string_view dialect = {});

    /// The same for a text that is edited elsewhere: nothing is read from disk. @throws Error as open()
    static ConfigFile ofText(const std::filesystem::path& path, std::string text, std::string_view dialect = {});

    const std::filesystem::path& path() const { return m_path; }
    const Dialect& dialect() const { return *m_dialect; }
    const std::string& text() const { return m_document->bytes; }
    const QuantConfig& config() const { return m_config; }
    /// What its reader found wrong or odd.
    const std::vector<results::Diagnostic>& findings() const { return m_findings; }

    /// Makes all of them or none. The text afterwards means the old meaning plus the edits, or it
    /// stays as it was. @throws Error (BadArgument) when the dialect can't say it or a parameter would leave its range,
    /// (UnsupportedFormat) when the place can't be edited safely
    void apply(std::span<const LayerEdit> edits);

    bool isModified() const { return text() != m_saved; }
    /// The unified diff between the file and the edited text.
    std::string diff() const;
    /// Writes the file, at once or not at all. @throws Error (FileWrite) when it was changed by someone else meanwhile
    void save();
    /// The same, but false and nothing written in that case.
    bool trySave();

private:
    ConfigFile(std::filesystem::path path, std::string text, std::string_view dialect);
    struct Reading {
        QuantConfig config;
        std::vector<results::Diagnostic> findings;
    };

    Reading read(const text::Document& document) const;
    void take(Reading reading, std::shared_ptr<const text::Document> document);
    void requireOnly(const QuantConfig& after, std::span<const LayerEdit> edits) const;

    std::filesystem::path m_path;
    const Dialect* m_dialect = nullptr;
    std::string m_saved;                              ///< as it is on disk
    std::shared_ptr<const text::Document> m_document; ///< as it is edited
    QuantConfig m_config;
    std::vector<results::Diagnostic> m_findings;
};

/// Opens a config that shall be used, and warns of what it says twice. @throws Error as open(), and (BadArgument) with
/// file:line for the first thing that is wrong in it
ConfigFile openUsable(const std::filesystem::path& path, std::string_view dialect = {});
QuantConfig loadConfig(const std::filesystem::path& path, std::string_view dialect = {});

/// The same for a text that isn't in its file yet.
ConfigFile usableOfText(const std::filesystem::path& path, std::string text, std::string_view dialect = {});

/// "file.yaml:12: layer conv1: num_bits is 5, allowed is 4 or 8"
Message findingText(const results::Diagnostic& finding, const std::string& file);

} // namespace ql::config
