// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/caller/functions.h"

#include <filesystem>
#include <vector>

namespace ql::analysis {

/// A temporary folder with the outputs for a judge's program; removed by the destructor.
class JudgeFolder {
public:
    /// @throws Error (FileWrite)
    explicit JudgeFolder(const std::vector<caller::JudgedSample>& samples);
    ~JudgeFolder();
    JudgeFolder(const JudgeFolder&) = delete;
    JudgeFolder& operator=(const JudgeFolder&) = delete;

    const std::filesystem::path& path() const { return m_path; }

private:
    std::filesystem::path m_path;
};

} // namespace ql::analysis
