// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/analyses/answer_folder.h"

#include <algorithm>
#include <filesystem>
#include <iterator>

namespace ql::widgets {

std::vector<std::string> filesThere(const std::vector<std::string>& files)
{
    std::vector<std::string> found;
    std::error_code ignored;
    std::ranges::copy_if(files, std::back_inserter(found),
                         [&](const auto& file) { return std::filesystem::is_regular_file(file, ignored); });
    return found;
}

} // namespace ql::widgets
