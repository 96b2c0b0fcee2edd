// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json/readers.h"

#include "core/results/badcase_result.h"

#include <algorithm>

namespace ql::report {

using results::BadCaseResult;

namespace {

void readMetrics(const JsonPlace& document, BadCaseResult& result)
{
    for (const auto& place : document["metrics"].list()) {
        const auto expression = place.find("expression");
        result.metrics.push_back({place["key"].text(), expression ? expression->text() : std::string(),
                                  place["order"].text() == "ascending"});
    }
    const auto ranking = document["metric"].text();
    const auto found = std::find_if(result.metrics.begin(), result.metrics.end(),
                                    [&ranking](const auto& metric) { return metric.key == ranking; });
    if (found == result.metrics.end())
        document["metric"].fail("one of the document's metrics");
    result.rankedBy = static_cast<std::size_t>(found - result.metrics.begin());
}

void readValues(const JsonPlace& document, BadCaseResult& result)
{
    const auto samples = result.samples.size();
    result.values.resize(samples * result.outputs.size() * result.metrics.size());
    for (std::size_t metric = 0; metric < result.metrics.size(); ++metric) {
        for (std::size_t output = 0; output < result.outputs.size(); ++output) {
            const auto place = document["values"][result.metrics[metric].key.c_str()][result.outputs[output].c_str()];
            const auto values = place.numbers();
            if (values.size() != samples)
                place.fail(Message("a number for each of {} samples", samples));
            for (std::size_t sample = 0; sample < samples; ++sample)
                result.values[(sample * result.outputs.size() + output) * result.metrics.size() + metric] =
                    values[sample];
        }
    }
}

std::optional<results::LabelComparison> readLabels(const JsonPlace& document, std::size_t samples)
{
    const auto place = document.find("labels");
    if (!place)
        return std::nullopt;
    results::LabelComparison labels{(*place)["output"].text(), (*place)["labels"].integers(),
                                    (*place)["baseline_top1"].integers(), (*place)["analysis_top1"].integers()};
    for (const auto* classes : {&labels.labels, &labels.baseline, &labels.analysis})
        if (classes->size() != samples)
            place->fail(Message("a class for each of {} samples", samples));
    return labels;
}

} // namespace

std::shared_ptr<const BadCaseResult> readBadCase(const JsonPlace& document)
{
    auto result = std::make_shared<BadCaseResult>();
    result->baseline = document["baseline"].text();
    result->analysis = document["analysis"].text();
    result->data = document["data"].text();
    readMetrics(document, *result);
    result->outputs = document["outputs"].texts();
    if (result->outputs.empty())
        document["outputs"].fail("at least one output");
    result->samples = document["sample_names"].texts();
    readValues(document, *result);
    result->datasetSize = document["dataset_samples"].count();
    result->resumedSamples = document["resumed_samples"].count();
    if (const auto recordings = document.find("recordings"))
        result->recordings = recordings->count();
    result->mismatchedShapes = document["mismatched_shapes"].count();
    result->isComplete = document["complete"].flag();
    result->labels = readLabels(document, result->samples.size());
    if (const auto file = document.find("badcase_file"))
        result->badCaseFile = file->text();
    result->seconds = document["seconds"].number();
    return result;
}

} // namespace ql::report
