// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"
#include "core/results/fields.h"
#include "core/results/request_parts.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ql::results {

/// Whose names the files have that `calibrate` writes: float_qdq.onnx, float_qoperator.onnx, float_record.txt, or
/// float_fake_quant_model.onnx, float_deploy_model.onnx, float_quant_param_record.txt.
enum class FileNames { Quantloupe, Amct };

constexpr auto wordsOf(FileNames)
{
    return std::array{Word{FileNames::Quantloupe, "quantloupe"}, Word{FileNames::Amct, "amct"}};
}

/// In which network activations were observed: AMCT's enable_quantization(calibration) and (calibration, fake_quant).
enum class Observed { InFloat, Quantized };

constexpr auto wordsOf(Observed)
{
    return std::array{Word{Observed::InFloat, "calibration"}, Word{Observed::Quantized, "calibration+fake_quant"}};
}

struct CalibrateRequest {
    std::string model;
    QuantizationOptions quantization;
    bool comparesLayers = false;     ///< every layer of both quantized forms with the float model's
    std::string evaluationData;      ///< what outputs are held against; empty = what is calibrated with
    std::size_t evaluationCount = 0; ///< at most so many of these samples; 0 = 16, or all that have labels
    std::string labels;      ///< of these samples: .npy of integers, or text with a label per line; empty = none
    std::string labelOutput; ///< whose strongest element is the class; empty = the first
    std::string folder;      ///< where models and record are written; empty = nowhere
    PortNames ports;         ///< of the models that are written
    FileNames names = FileNames::Quantloupe;
    Observed observed = Observed::InFloat;
    RunOptions options;
    ImageOptions images;
};

/// One quantized value of the calibrated model.
struct CalibratedValue {
    std::string name;
    std::string layer; ///< activation: its maker; weight: its reader
    std::string role;  ///< "activation", "weight"
    std::string dtype;
    int bits = 8;
    std::string observer;
    std::vector<double> scales; ///< one, or one per channel
    std::int64_t zeroPoint = 0; ///< of the first channel
    bool isShared = false;      ///< has the scale of the value it is moved from
};

void fields(auto& visit, Of<CalibratedValue> auto& value)
{
    visit("name", value.name);
    visit("layer", value.layer);
    visit("role", value.role);
    visit("dtype", value.dtype);
    visit("bits", value.bits);
    visit("observer", value.observer);
    visit("shared", value.isShared);
    visit("zero_point", value.zeroPoint);
    visit("scales", value.scales);
}

/// What quantization does to one output, over the samples that were compared.
struct CalibratedOutput {
    std::string name;
    double fakeSqnrDb = 0.0; ///< simulated in float against the float model
    double fakeCosine = 0.0;
    double realSqnrDb = 0.0; ///< computed in integers against the float model
    double realCosine = 0.0;
};

void fields(auto& visit, Of<CalibratedOutput> auto& output)
{
    visit("name", output.name);
    visit.nested("fake_quant", [&](auto& inner) {
        inner("sqnr_db", output.fakeSqnrDb);
        inner("cosine", output.fakeCosine);
    });
    visit.nested("real_quant", [&](auto& inner) {
        inner("sqnr_db", output.realSqnrDb);
        inner("cosine", output.realCosine);
    });
}

/// One layer of the float model in both quantized forms, on the first sample. Nothing where a form has no such layer.
struct CalibratedLayer {
    std::string name;
    std::string scope;
    std::string opType;
    std::optional<double> fakeSqnrDb = {}; ///< simulated in float
    std::optional<double> fakeCosine = {};
    std::optional<double> realSqnrDb = {}; ///< computed in integers
    std::optional<double> realCosine = {};
};

void fields(auto& visit, Of<CalibratedLayer> auto& layer)
{
    visit("name", layer.name);
    visit("scope", layer.scope);
    visit("op_type", layer.opType);
    visit.nested("fake_quant", [&](auto& inner) {
        inner("sqnr_db", layer.fakeSqnrDb);
        inner("cosine", layer.fakeCosine);
    });
    visit.nested("real_quant", [&](auto& inner) {
        inner("sqnr_db", layer.realSqnrDb);
        inner("cosine", layer.realCosine);
    });
}

/// How often each form of a classifier is right.
struct CalibratedAccuracy {
    std::string output;
    std::uint64_t samples = 0;
    std::uint64_t floatCorrect = 0;
    std::uint64_t fakeCorrect = 0;    ///< simulated in float
    std::uint64_t realCorrect = 0;    ///< computed in integers
    std::uint64_t floatUndecided = 0; ///< NaN stands among the scores, which is never right
    std::uint64_t fakeUndecided = 0;
    std::uint64_t realUndecided = 0;

    double share(std::uint64_t correct) const { return samples == 0 ? 0.0 : double(correct) / double(samples); }
};

/// One way to calibrate that the automatic search tried.
struct CalibrationCandidate {
    std::string observer; ///< "mix": several, each value with its own
    std::optional<double> percentile = {};
    bool isPerChannel = false; ///< weights
    bool isSymmetric = false;  ///< activations
    double cosine = 0.0;       ///< the worst output's, on the first sample
    bool isChosen = false;
};

void fields(auto& visit, Of<CalibrationCandidate> auto& candidate)
{
    visit("observer", candidate.observer);
    visit.ifAny("max_percentile", candidate.percentile);
    visit("per_channel", candidate.isPerChannel);
    visit.late("symmetric", candidate.isSymmetric);
    visit("cosine", candidate.cosine);
    visit("chosen", candidate.isChosen);
}

void accuracyFields(auto& visit, Of<CalibratedAccuracy> auto& accuracy)
{
    visit("output", accuracy.output);
    visit("samples", accuracy.samples);
    const auto form = [&visit, &accuracy](const char* key, auto& correct, auto& undecided) {
        visit.nested(key, [&](auto& inner) {
            inner("correct", correct);
            inner.derived("top1", accuracy.share(correct));
            inner.late("undecided", undecided);
        });
    };
    form("float", accuracy.floatCorrect, accuracy.floatUndecided);
    form("fake_quant", accuracy.fakeCorrect, accuracy.fakeUndecided);
    form("real_quant", accuracy.realCorrect, accuracy.realUndecided);
}

struct CalibrateResult {
    std::string model;
    std::uint64_t samples = 0; ///< that were observed; 0 = the scales are from a record
    Observed observed = Observed::InFloat;
    std::uint64_t comparedSamples = 0; ///< that outputs were compared on
    std::vector<CalibratedValue> values;
    std::vector<CalibratedOutput> outputs;
    std::vector<CalibratedLayer> layers;        ///< where they were asked for, in the order of execution
    std::optional<CalibratedAccuracy> accuracy; ///< where there are labels
    std::vector<CalibrationCandidate> candidates;
    std::uint64_t integerOperators = 0; ///< of the model computed in integers
    std::vector<std::string> notes;
    std::vector<Diagnostic>
        configFindings; ///< what the config says and the simulation can't follow, what is odd about the samples …
    std::vector<std::string> files;
};

void fields(auto& visit, Of<CalibrateResult> auto& result)
{
    visit("model", result.model);
    visit("samples", result.samples);
    visit.late("state", result.observed);
    visit("compared_samples", result.comparedSamples);
    visit("integer_operators", result.integerOperators);
    visit("outputs", result.outputs);
    visit.ifAny("layers", result.layers);
    visit.nested("accuracy", result.accuracy, [](auto& inner, auto& accuracy) { accuracyFields(inner, accuracy); });
    visit("candidates", result.candidates);
    visit("values", result.values);
    visit("notes", result.notes);
    visit.list("config_findings", result.configFindings,
               [](auto& inner, auto& finding) { configFindingFields(inner, finding); });
    visit("files", result.files);
}

} // namespace ql::results
