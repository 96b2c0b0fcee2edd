// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/check/check.h"

#include "core/analysis/layers/operands.h"
#include "core/graph/ir/topology.h"
#include "core/graph/operators/op_kind.h"
#include "core/graph/operators/operator_traits.h"
#include "core/runs/run.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

namespace ql::analysis {

namespace {

constexpr std::size_t kMostSamples = 8;
constexpr std::size_t kMostProbes = 4; ///< layers that tell; deeper ones forget what the picture was
constexpr double kMostDistance = 10.0;
constexpr double kLeastDistance = 1.2; ///< nearer samples are what the model knows
constexpr double kLeastGain = 0.7;
constexpr double kAlike = 0.25;    ///< ways whose distances differ by less are not told apart
constexpr double kMostShare = 0.5; ///< of the distance, that a better way may leave

/// A layer that remembers what it saw.
struct Probe {
    at::Tensor mean;       ///< of a BatchNormalization, by channel
    at::Tensor variance;   ///< the same
    double farthest = 0.0; ///< of a quantizer: the largest magnitude that it holds
};

/// What the probes saw of all samples.
struct Seen {
    at::Tensor sum;
    at::Tensor squares;
    double count = 0.0;
    double farthest = 0.0;
};

using Probes = std::map<graph::NodeId, Probe>;
using Sightings = std::map<graph::NodeId, Seen>;

at::Tensor constantTensor(const graph::Graph& graph, const graph::Node& node, std::size_t slot)
{
    const auto* constant =
        slot < node.inputs.size() && node.inputs[slot].isValid() ? graph.constantOf(node.inputs[slot]) : nullptr;
    if (!constant || constant->type() == graph::DataType::String)
        return {};
    const auto numbers = constant->toDoubles();
    return at::tensor(numbers, at::kDouble);
}

std::optional<Probe> normalizationProbe(const graph::Graph& graph, const graph::Node& node)
{
    constexpr std::size_t kMeanSlot = 3;
    constexpr std::size_t kVarianceSlot = 4;
    Probe probe{constantTensor(graph, node, kMeanSlot), constantTensor(graph, node, kVarianceSlot)};
    const bool isKnown = probe.mean.defined() && probe.variance.defined()
                         && probe.mean.numel() == probe.variance.numel() && probe.variance.gt(0.0).all().item<bool>();
    return isKnown ? std::optional(probe) : std::nullopt;
}

std::optional<Probe> quantizerProbe(const OperandReader& operands, const graph::Node& node)
{
    const auto quantizer = node.outputs.empty() ? std::nullopt : operands.quantizerOf(node.outputs[0]);
    if (!quantizer || quantizer->scales.size() != 1 || operands.isFixed(node.inputs[0]))
        return std::nullopt;
    const bool isSigned = quantizer->dtype.starts_with("int");
    const double levels = quantizer->dtype.ends_with("16") ? 65536.0 : 256.0;
    const double lowest = isSigned ? -levels / 2 : 0.0;
    const double zero = double(quantizer->zeroPoints.front());
    const double reach = std::max(lowest + levels - 1.0 - zero, zero - lowest);
    return Probe{{}, {}, quantizer->scales.front() * reach};
}

Probes probesOf(const graph::Graph& graph)
{
    const auto order = graph::topologicalOrder(graph);
    const OperandReader operands(graph, order);
    Probes probes;
    for (const auto id : order) {
        const auto& node = graph.node(id);
        std::optional<Probe> probe;
        if (graph::traitsOf(node).foldsIntoConvolution)
            probe = normalizationProbe(graph, node);
        else if (node.opType == "QuantizeLinear")
            probe = quantizerProbe(operands, node);
        if (probe && probes.size() < kMostProbes)
            probes.emplace(id, *probe);
    }
    return probes;
}

void look(const Probe& probe, const at::Tensor& values, Seen& seen)
{
    if (probe.farthest > 0.0) {
        seen.farthest = std::max(seen.farthest, values.abs().max().item<double>());
        return;
    }
    const auto channels = values.to(at::kDouble).transpose(0, 1).flatten(1);
    const auto sum = channels.sum(1);
    const auto squares = channels.square().sum(1);
    seen.sum = seen.sum.defined() ? seen.sum + sum : sum;
    seen.squares = seen.squares.defined() ? seen.squares + squares : squares;
    seen.count += double(channels.size(1));
}

double cutOff(double distance)
{
    return std::isnan(distance) ? kMostDistance : std::min(std::abs(distance), kMostDistance);
}

double distanceOf(const Probe& probe, const Seen& seen)
{
    if (probe.farthest > 0.0)
        return cutOff(std::log(seen.farthest / probe.farthest));
    const auto mean = seen.sum / seen.count;
    const auto variance = seen.squares / seen.count - mean.square();
    const auto shift = ((mean - probe.mean).abs() / probe.variance.sqrt()).nan_to_num(kMostDistance);
    const auto stretch = (variance / probe.variance).log().abs().nan_to_num(kMostDistance);
    return (shift.clamp_max(kMostDistance) + stretch.clamp_max(kMostDistance)).mean().item<double>();
}

/// The input that is a picture of three channels, and where these stand.
struct PictureInput {
    std::string name;
    std::int64_t axis = 1;
};

std::optional<PictureInput> pictureIn(const runs::NamedTensors& inputs)
{
    for (const auto& [name, tensor] : std::map(inputs.begin(), inputs.end())) {
        const auto& data = tensor.data;
        if (!data.defined() || !data.is_floating_point() || data.dim() != 4)
            continue;
        for (const std::int64_t axis : {1, 3})
            if (data.size(axis) == 3 && data.size(2) > 3)
                return PictureInput{name, axis};
    }
    return std::nullopt;
}

at::Tensor byChannel(const at::Tensor& like, std::int64_t axis, const std::array<double, 3>& numbers)
{
    std::vector<std::int64_t> shape(4, 1);
    shape[static_cast<std::size_t>(axis)] = 3;
    return at::tensor(at::ArrayRef<double>(numbers), at::kDouble).to(like.scalar_type()).reshape(shape);
}

constexpr std::array<double, 3> kMean{0.485, 0.456, 0.406}; ///< of ImageNet, as torchvision has them
constexpr std::array<double, 3> kDeviation{0.229, 0.224, 0.225};

struct Way {
    Message name;
    std::function<at::Tensor(const at::Tensor&, std::int64_t axis)> prepare;
};

std::vector<Way> otherWays()
{
    const auto normalized = [](const at::Tensor& x, std::int64_t axis) {
        return (x - byChannel(x, axis, kMean)) / byChannel(x, axis, kDeviation);
    };
    const auto takenBack = [](const at::Tensor& x, std::int64_t axis) {
        return x * byChannel(x, axis, kDeviation) + byChannel(x, axis, kMean);
    };
    return {{Message("red and blue swapped"), [](const auto& x, auto axis) { return x.flip({axis}); }},
            {Message("values divided by 255"), [](const auto& x, auto) { return x / 255.0; }},
            {Message("values multiplied by 255"), [](const auto& x, auto) { return x * 255.0; }},
            {Message("pixels from 0 to 255 brought to -1 to 1"), [](const auto& x, auto) { return x / 127.5 - 1.0; }},
            {Message("values from -1 to 1 brought to pixels"), [](const auto& x, auto) { return (x + 1.0) * 127.5; }},
            {Message("ImageNet's mean and deviation taken off"), normalized},
            {Message("ImageNet's mean and deviation taken off pixels from 0 to 255"),
             [normalized](const auto& x, auto axis) { return normalized(x / 255.0, axis); }},
            {Message("ImageNet's normalization taken back"), takenBack}};
}

/// The mean distance of the layers that tell, of @p samples prepared by @p way.
double measured(const runs::Program& program, const Probes& probes, const std::vector<runs::NamedTensors>& samples,
                const PictureInput& picture, const Way& way, JobContext& ctx)
{
    Sightings sightings;
    for (auto inputs : samples) {
        auto& tensor = inputs.at(picture.name);
        tensor = runs::Tensor(way.prepare(tensor.data, picture.axis).contiguous());
        runs::Hooks hooks;
        hooks.taps.push_back([&](const runs::ValueEvent& event) {
            if (const auto probe = probes.find(event.node.id); probe != probes.end() && event.output == 0)
                look(probe->second, event.inputs[0].data, sightings[event.node.id]);
        });
        runs::outputsOf(program, std::move(inputs), ctx, std::move(hooks));
    }
    double sum = 0.0;
    for (const auto& [node, seen] : sightings)
        sum += distanceOf(probes.at(node), seen);
    return sightings.empty() ? 0.0 : sum / double(sightings.size());
}

} // namespace

std::optional<results::Diagnostic> preprocessingFinding(const graph::Graph& graph, const SampleSource& samples,
                                                        JobContext& ctx)
{
    const auto probes = probesOf(graph);
    std::vector<runs::NamedTensors> read;
    for (std::size_t i = 0; i < std::min(samples.count, kMostSamples) && !probes.empty(); ++i)
        read.push_back(samples.read(i));
    const auto picture = read.empty() ? std::nullopt : pictureIn(read.front());
    if (!picture)
        return std::nullopt;
    const auto ways = otherWays();
    ctx.beginStage("trying other preprocessings", ways.size() + 1);
    const runs::Program program(graph);
    const Way asItIs{{}, [](const at::Tensor& x, std::int64_t) { return x; }};
    const double given = measured(program, probes, read, *picture, asItIs, ctx);
    ctx.step();
    std::vector<double> distances;
    for (const auto& way : ways) {
        distances.push_back(measured(program, probes, read, *picture, way, ctx));
        ctx.step();
    }
    const double nearest = std::ranges::min(distances);
    if (given < kLeastDistance || given - nearest < kLeastGain || nearest > kMostShare * given)
        return std::nullopt;
    std::vector<Message> named;
    for (std::size_t i = 0; i < ways.size(); ++i)
        if (distances[i] <= nearest + kAlike)
            named.push_back(ways[i].name);
    return results::Diagnostic{
        .severity = results::Severity::Warning,
        .rule = "preprocessing",
        .subject = picture->name,
        .message =
            Message("the samples may be prepared otherwise than those that the model knows: with {} its first {} "
                    "layers that tell are {} from what they saw then, as given {} (measured on {} samples)",
                    Message::list(std::move(named), " / "), probes.size(), Number{fmt::format("{:.2f}", nearest)},
                    Number{fmt::format("{:.2f}", given)}, read.size()),
        .remedy = Message("compare color, range, mean and scale with the code that trained or calibrated it"),
        .isGuess = true};
}

} // namespace ql::analysis
