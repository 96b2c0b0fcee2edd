// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/project/project_report.h"

#include "core/report/json/json_writer.h"

namespace ql::report {

std::string projectJson(const std::string& path, const std::vector<FinishedStep>& steps)
{
    constexpr bool kThrow = false;
    Json document = documentHead("project");
    document["project"] = path;
    document["questions"] = Json::array();
    for (const auto& step : steps) {
        Json json;
        json["command"] = step.command;
        json["status"] = step.status;
        Json result = Json::parse(step.document, nullptr, kThrow);
        json["result"] = result.is_discarded() ? Json(nullptr) : std::move(result);
        document["questions"].push_back(std::move(json));
    }
    return documentText(document);
}

} // namespace ql::report
