// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/exports/export_format.h"

#include "core/base/error.h"

#include <algorithm>
#include <vector>

namespace ql::report {

#define QL_EXPORT(room)                                                                                                \
    namespace room {                                                                                                   \
    ExportFormat format();                                                                                             \
    }
#include "core/report/exports/exports.inc"
#undef QL_EXPORT

std::span<const ExportFormat> exportFormats()
{
    static const std::vector<ExportFormat> kFormats{
#define QL_EXPORT(room) room::format(),
#include "core/report/exports/exports.inc"
#undef QL_EXPORT
    };
    return kFormats;
}

const ExportFormat* exportFormatOf(std::string_view name)
{
    const auto formats = exportFormats();
    const auto found = std::ranges::find(formats, name, &ExportFormat::name);
    return found == formats.end() ? nullptr : &*found;
}

ReportFiles exportedFiles(const ExportFormat& format, const results::ResultParts& parts, const Labels& labels)
{
    auto files = format.write(parts, labels);
    if (files.empty())
        throw Error(ErrorCode::BadArgument, Message("{}: nothing in these results can be written so", format.name),
                    "give it the document of compare, which has numbers for each layer and tensor");
    return files;
}

} // namespace ql::report
