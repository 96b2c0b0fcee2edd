// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/clean/clean_report.h"

#include "core/report/json/field_writer.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>

namespace ql::report {

std::string cleanText(const results::CleanResult& result)
{
    using results::Leftover;
    if (result.files.empty())
        return fmt::format("{}: nothing but results and files that others wrote\n", oneLine(result.folder));
    std::uint64_t bytes = 0;
    for (const auto& file : result.files)
        bytes += file.bytes;
    const Columns<Leftover> columns{{"kind", kLeft, [](const Leftover& file) { return keyOf(file.kind); }},
                                    {"bytes", kRight, &Leftover::bytes},
                                    {"file", kLeft, [](const Leftover& file) { return oneLine(file.file); }}};
    return textTable(columns, result.files).plain()
           + fmt::format("\n{} {} files, {} bytes.{}\n", result.isRemoved ? "Removed" : "Found", result.files.size(),
                         bytes, result.isRemoved ? "" : " Nothing is removed without --remove.");
}

std::string cleanJson(const results::CleanResult& result)
{
    return documentText(resultDocument("clean", result));
}

} // namespace ql::report
