// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/format/report_files.h"

#include "core/base/utf8.h"
#include "core/base/writing/atomic_file.h"

#include <algorithm>
#include <cctype>

namespace ql::report {

std::vector<std::filesystem::path> writeReportFiles(const std::filesystem::path& folder, const ReportFiles& files)
{
    std::vector<std::filesystem::path> written;
    for (const auto& [name, content] : files) {
        written.push_back(folder / name);
        writeFileAtomically(written.back(), name.ends_with(".txt") ? printable(content) : content);
    }
    return written;
}

std::string fileNamePart(std::string_view name)
{
    std::string part(name);
    std::ranges::replace_if(
        part, [](unsigned char c) { return !std::isalnum(c) && c != '.' && c != '_' && c != '-'; }, '_');
    return part;
}

} // namespace ql::report
