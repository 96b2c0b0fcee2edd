// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/project/project_report.h"

#include "core/report/json/json_writer.h"

namespace ql::report {

std::string projectJson(const std::string& path, const std::vector<AnsweredQuestion>& questions)
{
    constexpr bool kThrow = false;
    Json document = documentHead("project");
    document["project"] = path;
    document["questions"] = Json::array();
    for (const auto& question : questions) {
        Json json;
        json["command"] = question.command;
        json["status"] = question.status;
        Json result = Json::parse(question.document, nullptr, kThrow);
        json["result"] = result.is_discarded() ? Json(nullptr) : std::move(result);
        document["questions"].push_back(std::move(json));
    }
    return documentText(document);
}

} // namespace ql::report
