// SPDX-License-Identifier: GPL-3.0-or-later
// A JSON document of our own making that is keyed by tensor, for scripts that look up one: {"baseline": {"model": …,
// "tensors": {NAME: {…}}}, "analysis": …}. The keys in it are those of the results' documents.
#include "core/report/exports/export_format.h"
#include "core/report/exports/tensor_numbers.h"

namespace ql::report::tensors_json {

namespace {

void addModel(Json& document, const char* side, const TensorNumbers& numbers)
{
    if (numbers.tensors().empty())
        return;
    Json tensors = Json::object();
    for (const auto& tensor : numbers.tensors())
        tensors.push_back({tensor.name, tensor.fields});
    document[side] = {{"model", numbers.model}, {"tensors", std::move(tensors)}};
}

ReportFiles write(const results::ResultParts& parts, const Labels&)
{
    const auto numbers = tensorNumbers(parts);
    if (numbers.empty())
        return {};
    Json document = Json::object();
    addModel(document, "baseline", numbers.baseline);
    addModel(document, "analysis", numbers.analysis);
    return {{"tensors.json", documentText(document)}};
}

} // namespace

ExportFormat format()
{
    return {"tensors-json", Message("one JSON document keyed by tensor"), write};
}

} // namespace ql::report::tensors_json
