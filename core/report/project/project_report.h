// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace ql::report {

/// How one question of a project ended.
struct FinishedStep {
    std::string command;
    int status = 0;       ///< the exit status that the command would have had
    std::string document; ///< the JSON document it printed; empty if it printed none
};

/// `quantloupe.project/1`: project, questions: [{command, status, result}].
std::string projectJson(const std::string& path, const std::vector<FinishedStep>& steps);

} // namespace ql::report
