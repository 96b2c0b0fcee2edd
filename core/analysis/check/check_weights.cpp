// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check/check.h"

#include "core/analysis/checks/check_tables.h"
#include "core/analysis/matching/state_quantizers.h"
#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

constexpr const char* kFixed = "fixed";

/// As of a network.
std::string stateOf(const std::vector<StateQuantizer>& quantizers, const checks::Calibration& calibration)
{
    if (quantizers.empty())
        return "float";
    if (auto training = trainingStateOf(quantizers); !training.empty())
        return training;
    return calibration.isUncalibrated() ? "uncalibrated" : "quantized";
}

void findBadScales(const std::vector<StateQuantizer>& quantizers, checks::Findings& findings)
{
    for (const auto& quantizer : quantizers) {
        const auto bad =
            std::ranges::count_if(quantizer.scales, [](double scale) { return !std::isfinite(scale) || scale <= 0.0; });
        if (bad > 0)
            findings.add(results::Severity::Error, quantizer.name,
                         Message("{} of {} scales are no positive numbers.", bad, quantizer.scales.size()),
                         "Train or calibrate again from an earlier checkpoint.");
    }
}

results::WeightConfig weightConfig(const StateQuantizer& quantizer, const importers::ImportedModel& model)
{
    const auto name = quantizer.module + ".weight";
    results::WeightConfig config{quantizer.module, {}, name, "float32", {}, quantizer.scales.size(), kFixed};
    config.scales = quantizer.scales;
    config.zeroPoints = quantizer.zeroPoints;
    const auto tensor = std::ranges::find(model.tensors, name, &importers::StoredTensor::name);
    if (tensor == model.tensors.end())
        return config;
    const auto axis = channelAxisFor(quantizer, tensor->shape());
    if (axis && *axis >= 0)
        config.channelAxis = axis;
    const bool isReadable = !tensor->blocks && graph::isFloatingPoint(tensor->data.type());
    if (isReadable)
        config.dtype = limitsFor(quantizer, ops::toTensor(tensor->data).data.to(at::kFloat)).dtype;
    return config;
}

} // namespace

std::shared_ptr<const results::CheckResult> checkWeights(const importers::ImportedModel& model,
                                                         const results::CheckRequest& request)
{
    if (!request.samples.inputs.empty() || !request.samples.data.empty() || !request.deviceProfile.empty())
        throw Error(ErrorCode::BadArgument,
                    Message("{}: the file holds weights without a network, which nothing can run", model.path.string()),
                    "check a network that was saved whole: torch.jit.save, or exported to ONNX");
    auto result = std::make_shared<results::CheckResult>();
    result->model = request.model;
    result->kind = "weights only";
    const auto quantizers = stateQuantizers(model.tensors);
    checks::Calibration calibration;
    for (const auto& quantizer : quantizers) {
        if (quantizer.isOfWeight) {
            result->weights.push_back(weightConfig(quantizer, model));
            continue;
        }
        ++calibration.quantizers;
        calibration.ones += quantizer.isAtOne() ? 1 : 0;
        result->layers.push_back({.name = quantizer.module,
                                  .observer = kFixed,
                                  .scales = quantizer.scales,
                                  .zeroPoints = quantizer.zeroPoints});
    }
    result->quantizerState = stateOf(quantizers, calibration);
    checks::Findings findings;
    findings.rule = "scale-one";
    checks::findScaleOne(calibration, findings);
    findings.rule = "bad-scale";
    findBadScales(quantizers, findings);
    result->findings = std::move(findings.all);
    std::ranges::stable_sort(result->findings, std::greater(), &results::Diagnostic::severity);
    return result;
}

} // namespace ql::analysis
