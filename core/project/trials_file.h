// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/results/trial.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace ql::project {

/// What a file of trials holds, oldest first, and what of it could not be read.
struct TrialsFile {
    std::vector<results::Trial> trials;
    std::vector<Error> problems; ///< one per damaged trial: "line 12: …"
};

/// Where the trials of the project @p path are kept: beside it, called after it.
std::filesystem::path trialsBeside(const std::filesystem::path& path);

/// The trials as YAML: one document that says the version, then one for each trial, so that damage costs one trial.
/// Paths become relative to @p folder unless that is empty.
///
///     quantloupe-trials: 1
///     ---
///     time: 2026-11-22T02:16:08.123Z
///     edits: "Skip conv_34"
///     …
std::string trialsText(const std::vector<results::Trial>& trials, const std::filesystem::path& folder);

/// The way back; relative paths are meant from @p folder. @throws Error (UnsupportedFormat) when @p text holds no
/// trials
TrialsFile trialsOf(const std::string& text, const std::filesystem::path& folder);

/// None when there is no such file. @throws Error (FileNotFound, UnsupportedFormat) with the path
TrialsFile readTrials(const std::filesystem::path& path);

/// Both lists without doubles, by time. Where both know a trial, @p mine wins.
std::vector<results::Trial> merged(std::vector<results::Trial> mine, const std::vector<results::Trial>& others);

/// What came of a save beside the file that was meant; mostly nothing.
struct TrialsSaved {
    std::filesystem::path aside; ///< where that went of the file which could not be read
    std::filesystem::path spare; ///< where the trials are instead: the file cannot be written
};

/// The file that keeps a list of trials. Nothing in it is ever lost: what another program added meanwhile is taken
/// along, what cannot be read is put aside, and where the file cannot be written the spare one is. Used by one thread.
class TrialsKeeper {
public:
    /// With @p isMovable paths are relative to the file. @p spare may be empty.
    TrialsKeeper(std::filesystem::path path, bool isMovable, std::filesystem::path spare);

    /// Of both files. Problems say the path, too. Throws nothing.
    TrialsFile load();
    /// Replaces what load() or the last save() knew. @throws Error (FileWrite) when the trials are nowhere
    TrialsSaved save(std::vector<results::Trial> trials);

private:
    std::vector<results::Trial> loadFrom(const std::filesystem::path& path, std::vector<Error>& problems);
    std::vector<results::Trial> withNews(std::vector<results::Trial> trials);
    void write(const std::filesystem::path& path, const std::vector<results::Trial>& trials) const;

    std::filesystem::path m_path;
    std::filesystem::path m_spare;
    bool m_isMovable;
    bool m_isDamaged = false;      ///< the file holds what was not understood
    FileStamp m_seen;              ///< stamp of the file that was loaded or saved
    std::set<std::string> m_known; ///< times of the trials that were loaded or saved
};

/// The rows as comma-separated values with a line of titles; a side that was not measured is left empty.
std::string changeTable(const std::vector<results::ChangeRow>& rows);

/// The way back. @throws Error (FileCorrupt) naming the row
std::vector<results::ChangeRow> rowsOfChangeTable(const std::string& table);

} // namespace ql::project
