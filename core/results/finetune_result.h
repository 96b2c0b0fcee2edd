// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/fix_result.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ql::results {

/// What of a quantized network is trained.
enum class TrainedPart { Both, Weights, Ranges };

constexpr auto wordsOf(TrainedPart)
{
    using enum TrainedPart;
    return std::array{Word{Both, "both"}, Word{Weights, "weights"}, Word{Ranges, "ranges"}};
}

/// Asks to train a quantized network: the float network says what its layers and outputs should be, and labels, where
/// there are any, which class each sample is of.
struct FinetuneRequest {
    ModelPair models;    ///< its quantization's data is what is split, or trained on where heldOut is given
    std::string heldOut; ///< a dataset to judge on; empty = a third of the data
    MetricId metric = MetricId::Sqnr; ///< Sqnr or Cosine, over all judged samples' elements together
    TrainedPart trained = TrainedPart::Both;
    std::size_t steps = 200;
    std::size_t epochs = 0;      ///< in place of steps, rounds in which each sample has its turn; 0 = none
    std::size_t batch = 8;       ///< samples whose gradients make one step
    double learningRate = 0.02;  ///< steps of its quantizer that a weight moves in one step; falls to 0 as a cosine
    double layerWeight = 1.0;    ///< of the mean error of layers, against that of outputs
    std::string labels;          ///< of the quantization's data, as of `calibrate`; empty = none
    std::string labelOutput;     ///< whose elements are the classes' scores; empty = the first
    double labelWeight = 1.0;    ///< of the labels' cross entropy, against the outputs' error
    std::size_t mostJudged = 16; ///< samples that are held out and judged on; 0 = all
    std::size_t checks = 10;     ///< how often that is done
    bool equalizes = true;       ///< begins with ranges of channels evened out between layers, where that is better
    std::string checkpoint;      ///< a file to go on from, and to write; empty = none
    std::string folder;          ///< where the trained model is written; empty = nowhere
    PortNames ports;             ///< of the models that are written
    RunOptions options;
    ImageOptions images;
};

/// One step.
struct FinetunePoint {
    std::uint64_t step = 0; ///< from 1
    double loss = 0.0;
    double outputLoss = 0.0;         ///< mean over outputs and samples of ‖y − ŷ‖² / ‖y‖²
    double layerLoss = 0.0;          ///< the same over layers
    double labelLoss = 0.0;          ///< mean over samples of -ln p of the right class; 0 without labels
    std::optional<FixMeasure> check; ///< on what is held out, after the step
    bool loses = false;              ///< an output is worse there than before training

    static auto parts(auto& self)
    {
        return std::tie(self.step, self.loss, self.outputLoss, self.layerLoss, self.labelLoss, self.check, self.loses);
    }
};

void fields(auto& visit, Of<FinetunePoint> auto& point)
{
    visit("step", point.step);
    visit("loss", point.loss);
    visit("output_loss", point.outputLoss);
    visit("layer_loss", point.layerLoss);
    visit.late("label_loss", point.labelLoss);
    visit.ifAny("held_out", point.check);
    visit("loses", point.loses);
}

struct FinetuneResult {
    std::string baseline;
    std::string analysis; ///< the quantized model, or what the baseline was simulated with
    MetricId metric = MetricId::Sqnr;
    TrainedPart trained = TrainedPart::Both;
    std::string heldOutData;                 ///< the dataset that was judged on
    std::vector<std::string> fittedSamples;  ///< that were trained on
    std::vector<std::string> heldOutSamples; ///< that were judged on
    bool isSplit = false;                    ///< both are of one dataset: every third sample is held out
    std::uint64_t steps = 0;                 ///< that were asked for
    std::uint64_t resumedAt = 0;             ///< steps that a checkpoint had made before; 0 = none
    bool isComplete = false;                 ///< false: stopped before the last step
    FixMeasure start;                        ///< before training
    std::optional<FixMeasure> equalized;     ///< what training began with, where channels were evened out
    FixMeasure best;                         ///< what is offered; as before training where nothing is
    std::uint64_t bestStep = 0;              ///< 0 = nothing is offered: no check won without a loss
    std::uint64_t parameters = 0;            ///< numbers that are trained
    std::vector<FinetunePoint> curve;
    std::uint64_t forwards = 0; ///< of one sample through the network, a backward pass counted as two
    std::vector<std::string> notes;
    std::vector<std::string> files;
};

void fields(auto& visit, Of<FinetuneResult> auto& result)
{
    visit("baseline", result.baseline);
    visit("analysis", result.analysis);
    visit("metric", result.metric);
    visit("trained", result.trained);
    visit.nested("split", [&](auto& inner) {
        inner("held_out_data", result.heldOutData);
        inner("one_dataset", result.isSplit);
        inner("fitted", result.fittedSamples);
        inner("held_out", result.heldOutSamples);
    });
    visit("steps", result.steps);
    visit("resumed_at", result.resumedAt);
    visit("complete", result.isComplete);
    visit("parameters", result.parameters);
    visit("start", result.start);
    visit.ifAny("equalized", result.equalized);
    visit("best", result.best);
    visit("best_step", result.bestStep);
    visit("forwards", result.forwards);
    visit("curve", result.curve);
    visit("notes", result.notes);
    visit("files", result.files);
}

} // namespace ql::results
