// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/project/project_report.h"

#include "core/report/json/field_writer.h"
#include "core/report/schema/plain_documents.h"
#include "core/report/schema/schema_writer.h"

namespace ql::report {

namespace {

void stepFields(auto& visit, const FinishedStep& step)
{
    visit("command", step.command);
    visit("status", step.status);
}

void documentFields(auto& visit, const std::string& path, const std::vector<FinishedStep>& steps)
{
    visit("project", path);
    visit.list("questions", steps, [](auto& inner, auto& step) { stepFields(inner, step); });
}

} // namespace

std::string projectJson(const std::string& path, const std::vector<FinishedStep>& steps)
{
    Json document = documentHead("project");
    FieldWriter writer(document);
    documentFields(writer, path, steps);
    for (std::size_t i = 0; i < steps.size(); ++i)
        document["questions"][i]["result"] = documentOf(steps[i].document);
    return documentText(document);
}

Json projectSchema(std::string_view command)
{
    auto schema = documentSchema(command, [](auto& visit) { documentFields(visit, {}, {}); });
    auto& question = schema["properties"]["questions"]["items"];
    question["properties"]["result"] = {{"description", "the question's own document"}, {"type", {"object", "null"}}};
    question["required"].push_back("result");
    return schema;
}

} // namespace ql::report
