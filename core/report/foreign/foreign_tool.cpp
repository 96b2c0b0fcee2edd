// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/foreign/foreign_tool.h"

#include <vector>

namespace ql::report {

#define QL_FOREIGN_TOOL(room)                                                                                          \
    namespace room {                                                                                                   \
    ForeignTool tool();                                                                                                \
    }
#include "core/report/foreign/foreign_tools.inc"
#undef QL_FOREIGN_TOOL

namespace {

const std::vector<ForeignTool>& knownTools()
{
    static const std::vector<ForeignTool> kTools{
#define QL_FOREIGN_TOOL(room) room::tool(),
#include "core/report/foreign/foreign_tools.inc"
#undef QL_FOREIGN_TOOL
    };
    return kTools;
}

} // namespace

const ForeignTool* foreignToolOf(std::string_view head)
{
    head = head.substr(0, kForeignHead);
    if (head.starts_with("\xef\xbb\xbf"))
        head.remove_prefix(3);
    for (const auto& tool : knownTools())
        if (tool.recognises(head))
            return &tool;
    return nullptr;
}

Message foreignTools()
{
    std::vector<Message> titles;
    for (const auto& tool : knownTools())
        titles.push_back(tool.title);
    return Message::list(std::move(titles), ", ");
}

} // namespace ql::report
