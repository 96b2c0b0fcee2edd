// SPDX-License-Identifier: GPL-3.0-or-later
// What keeps a state from step to step. Between runs it is kept on a device; here each run begins with zeros.
#include "core/import/tflite/mappings/mappings.h"

#include <array>
#include <map>
#include <string>

namespace ql::importers::tflite {

namespace {

constexpr std::size_t kLstmInputs = 20; ///< older files have no layer normalization

/// How a hybrid operator rounds its data, whose weights input @p weight is one of.
std::int64_t rowsOf(const Operation& operation, std::size_t weight, bool isAsymmetric)
{
    const bool isHybrid =
        operation.has(weight) && operation.input(weight).isQuantized() && operation.input(0).type == DataType::Float;
    return !isHybrid ? 0 : isAsymmetric ? 2 : 1;
}

/// Every input as floats.
Inputs floatInputs(Operation& operation)
{
    Inputs inputs;
    for (std::size_t i = 0; i < operation.inputCount(); ++i)
        inputs.push_back(operation.asFloats(i));
    return inputs;
}

/// Where an LSTM has what.
namespace lstm {
constexpr std::size_t kWeights = 1, kForgetWeights = 2, kPeepholes = 9, kBiases = 12, kProjection = 16, kState = 18,
                      kCellState = 19, kFactors = 20, kGates = 4;
}

bool hasAny(const Operation& operation, std::size_t begin, std::size_t end)
{
    for (auto i = begin; i < end; ++i)
        if (operation.has(i))
            return true;
    return false;
}

/// Adds inputs @p begin … @p end - 1 with their scales and zero points, nothing for those that are left out. False
/// where one is of another type, or has no scale.
bool addAllQuantized(Operation& operation, Inputs& inputs, std::size_t begin, std::size_t end, DataType type)
{
    for (auto i = begin; i < end; ++i) {
        if (operation.has(i) && (!operation.input(i).isQuantized() || operation.input(i).type != type))
            return false;
        if (operation.has(i))
            operation.addQuantized(inputs, i);
        else
            inputs.insert(inputs.end(), 3, {});
    }
    return true;
}

/// Whether data, state and cell are integers as those kernels have them; those of 16 bits neither project nor
/// normalize.
bool isIntegerLstm(const Operation& operation)
{
    constexpr std::size_t kOfOtherKind = 12; // intermediates of a kernel whose gates have 8 bits
    if (!operation.isInteger() || !operation.has(lstm::kState) || !operation.has(lstm::kCellState)
        || operation.table().intermediates.size() == kOfOtherKind)
        return false;
    const auto& state = operation.input(lstm::kState);
    const auto& cell = operation.input(lstm::kCellState);
    const auto type = operation.input(0).type;
    const bool isPlain = !hasAny(operation, lstm::kProjection, lstm::kState)
                         && !hasAny(operation, lstm::kFactors, lstm::kFactors + lstm::kGates);
    return (type == DataType::Int8 || (type == DataType::Int16 && isPlain)) && state.isQuantized() && state.type == type
           && cell.type == DataType::Int16 && cell.isQuantized();
}

/// Adds what reads the intermediates: one scale for each gate where sums are normalized, and that of what is projected.
/// False where parts are missing.
bool addProjectionAndFactors(Operation& operation, Inputs& inputs)
{
    constexpr std::size_t kHidden = 4;
    const bool isProjected = operation.has(lstm::kProjection);
    const bool isNormalized = hasAny(operation, lstm::kFactors, lstm::kFactors + lstm::kGates);
    if (!addAllQuantized(operation, inputs, lstm::kProjection, lstm::kProjection + 1, DataType::Int8)
        || (!isProjected && operation.has(lstm::kProjection + 1)))
        return false;
    inputs.push_back(operation.in(lstm::kProjection + 1));
    if (isProjected)
        operation.addIntermediate(inputs, kHidden);
    else
        inputs.insert(inputs.end(), 2, {});
    if (!isNormalized)
        return true;
    for (std::size_t gate = 0; gate < lstm::kGates; ++gate)
        if (operation.has(lstm::kFactors + gate) != operation.has(lstm::kWeights + gate))
            return false;
    if (!addAllQuantized(operation, inputs, lstm::kFactors, lstm::kFactors + lstm::kGates, DataType::Int16))
        return false;
    for (std::size_t gate = 0; gate < lstm::kGates; ++gate)
        if (operation.has(lstm::kFactors + gate))
            operation.addIntermediate(inputs, gate);
        else
            inputs.insert(inputs.end(), 2, {});
    return true;
}

/// Inputs as QLinearLSTM's kernel takes them. Nothing where the model has what it doesn't know.
std::optional<Inputs> integerLstmInputs(Operation& operation)
{
    if (!isIntegerLstm(operation))
        return std::nullopt;
    Inputs inputs;
    operation.addQuantized(inputs, 0);
    if (!addAllQuantized(operation, inputs, lstm::kWeights, lstm::kPeepholes, DataType::Int8))
        return std::nullopt;
    for (auto i = lstm::kBiases; i < lstm::kProjection; ++i)
        inputs.push_back(operation.in(i));
    inputs.insert(inputs.end(), {operation.outScale(), operation.outZeroPoint()});
    operation.addQuantized(inputs, lstm::kState);
    operation.addQuantized(inputs, lstm::kCellState);
    const bool hasMore = hasAny(operation, lstm::kProjection, lstm::kState)
                         || hasAny(operation, lstm::kFactors, lstm::kFactors + lstm::kGates);
    if ((hasMore || hasAny(operation, lstm::kPeepholes, lstm::kBiases))
        && !addAllQuantized(operation, inputs, lstm::kPeepholes, lstm::kBiases, DataType::Int16))
        return std::nullopt;
    if (hasMore && !addProjectionAndFactors(operation, inputs))
        return std::nullopt;
    return inputs;
}

/// A sequence of steps, or one step. What both have in common lies at the same fields.
bool mapAnyLstm(Operation& operation, bool isTimeMajor, bool isAsymmetric)
{
    enum Field { kActivation, kCellClip, kProjectionClip };
    const auto& options = operation.options();
    if (operation.inputCount() < kLstmInputs || operation.outputCount() != 1
        || Activation(options.number<std::int8_t>(kActivation)) != Activation::Tanh)
        return false;
    auto attributes = attributesOf({{"time_major", std::int64_t(isTimeMajor)},
                                    {"cell_clip", double(options.number<float>(kCellClip))},
                                    {"proj_clip", double(options.number<float>(kProjectionClip))}});
    if (const auto inputs = integerLstmInputs(operation)) {
        operation.give("QLinearLSTM", *inputs, attributes, kTflite);
        return true;
    }
    if (!operation.isFloat())
        return false;
    attributes.set("rows", rowsOf(operation, lstm::kForgetWeights, isAsymmetric));
    operation.give("SequenceLSTM", floatInputs(operation), attributes, kTflite);
    return true;
}

bool mapSequenceLstm(Operation& operation, std::string_view)
{
    constexpr int kTimeMajor = 3, kAsymmetric = 4, kDiagonal = 5;
    const auto& options = operation.options();
    return !options.truth(kDiagonal) && mapAnyLstm(operation, options.truth(kTimeMajor), options.truth(kAsymmetric));
}

/// One step of the full kind.
bool mapLstm(Operation& operation, std::string_view)
{
    constexpr int kKind = 3, kAsymmetricInputs = 4;
    const auto& options = operation.options();
    return options.number<std::int8_t>(kKind) == 0 && mapAnyLstm(operation, false, options.truth(kAsymmetricInputs));
}

bool mapAnyRnn(Operation& operation, int activationField, bool isTimeMajor, bool isAsymmetric)
{
    constexpr std::size_t kInputs = 5;
    if (operation.inputCount() < kInputs || !operation.isFloat())
        return false;
    const auto activation = operation.options().number<std::int8_t>(activationField);
    if (activation < 0 || Activation(activation) >= Activation::SignBit)
        return false;
    operation.give("SequenceRNN", floatInputs(operation),
                   attributesOf({{"activation", std::int64_t(activation)},
                                 {"time_major", std::int64_t(isTimeMajor)},
                                 {"rows", rowsOf(operation, 1, isAsymmetric)}}),
                   kTflite);
    return true;
}

bool mapRnn(Operation& operation, std::string_view)
{
    return mapAnyRnn(operation, 0, false, operation.options().truth(1));
}

bool mapSequenceRnn(Operation& operation, std::string_view)
{
    return mapAnyRnn(operation, 1, operation.options().truth(0), operation.options().truth(2));
}

/// A filter whose weights are decomposed into those of features and of time.
bool mapSvdf(Operation& operation, std::string_view)
{
    enum Field { kRank, kActivation, kAsymmetricInputs };
    enum Input { kData, kFeatures, kTime, kBias, kState, kInputs };
    const auto& options = operation.options();
    const auto activation = options.number<std::int8_t>(kActivation);
    if (operation.inputCount() != kInputs || !operation.has(kState) || activation < 0
        || Activation(activation) >= Activation::SignBit)
        return false;
    auto attributes = attributesOf(
        {{"rank", std::int64_t(options.number<std::int32_t>(kRank))}, {"activation", std::int64_t(activation)}});
    if (operation.isInteger(3)) {
        if (!operation.input(kState).isQuantized())
            return false;
        Inputs inputs;
        for (const std::size_t i : {kData, kFeatures, kTime})
            operation.addQuantized(inputs, i);
        inputs.insert(inputs.end(), {operation.in(kBias), operation.outScale(), operation.outZeroPoint()});
        operation.addQuantized(inputs, kState);
        operation.give("QLinearSVDF", inputs, attributes, kTflite);
        return true;
    }
    if (!operation.isFloat())
        return false;
    attributes.set("rows", rowsOf(operation, kFeatures, options.truth(kAsymmetricInputs)));
    operation.give("SVDF", floatInputs(operation), attributes, kTflite);
    return true;
}

/// Which input stands beside another along the features: the data of a second layer, and its weights.
using CrossLinks = std::map<std::size_t, std::size_t>;

/// One direction of an operator of two, whose inputs at @p operands belong to it. Runs from the last step to the first
/// where @p isBackward, and yet gives its outputs in the order of the steps.
Operation::ValueId oneDirection(Operation& operation, std::string_view standard,
                                std::initializer_list<std::size_t> operands, const CrossLinks& links, bool isBackward,
                                graph::Attributes attributes)
{
    const std::string name = isBackward ? "backward" : "forward";
    Inputs inputs;
    for (const auto operand : operands) {
        inputs.push_back(operation.asFloats(operand));
        if (const auto link = links.find(operand); link != links.end() && operation.has(operand))
            inputs.back() = operation.between(name + "_linked_" + std::to_string(operand), "Concat",
                                              {inputs.back(), operation.asFloats(link->second)},
                                              attributesOf({{"axis", std::int64_t{-1}}}));
    }
    attributes.set("reverse", std::int64_t(isBackward));
    if (!links.empty()) // hybrid kernels round the features of either layer by themselves
        attributes.set("row_split", operation.input(0).shape.back());
    return operation.between(name, standard, inputs, std::move(attributes), kTflite);
}

/// Side by side in one output, or one output for each direction.
void giveDirections(Operation& operation, Operation::ValueId forward, Operation::ValueId backward)
{
    if (operation.outputCount() == 1)
        return operation.give("Concat", {forward, backward}, attributesOf({{"axis", std::int64_t{-1}}}));
    operation.giveOutput(0, "Identity", {forward});
    operation.giveOutput(1, "Identity", {backward});
}

/// Whether it is two directions on floats: the data, what both directions have, and in @p auxiliary perhaps the data of
/// the backward one, or of both beside their own where auxiliary weights follow.
bool hasTwoDirections(const Operation& operation, std::size_t auxiliary, bool isMerged)
{
    return operation.inputCount() >= auxiliary && operation.isFloat()
           && operation.outputCount() == (isMerged ? std::size_t{1} : std::size_t{2});
}

/// The auxiliary weights behind @p auxiliary beside those at @p weights, one after another, and the data; empty where
/// there are none. Nothing where they don't go together, or only some of them are hybrid.
std::optional<CrossLinks> crossLinks(const Operation& operation, std::size_t auxiliary,
                                     std::initializer_list<std::size_t> weights)
{
    CrossLinks links;
    auto next = auxiliary + 1;
    bool areWhole = operation.has(auxiliary);
    for (const auto weight : weights) {
        const auto other = next++;
        if (operation.has(other))
            links.emplace(weight, other);
        areWhole = areWhole && operation.has(weight) == operation.has(other)
                   && (!operation.has(weight) || rowsOf(operation, weight, false) == rowsOf(operation, other, false));
    }
    if (links.empty())
        return links;
    links.emplace(0, auxiliary);
    areWhole = areWhole && operation.has(0) && !operation.input(0).shape.empty();
    return areWhole ? std::optional(links) : std::nullopt;
}

bool mapBidirectionalLstm(Operation& operation, std::string_view standard)
{
    enum Field { kActivation, kCellClip, kProjectionClip, kMerged, kTimeMajor, kAsymmetric };
    constexpr std::size_t kBackward = 18, kStates = 35, kAuxiliary = 39;
    const auto& options = operation.options();
    if (!hasTwoDirections(operation, kAuxiliary, options.truth(kMerged))
        || Activation(options.number<std::int8_t>(kActivation)) != Activation::Tanh)
        return false;
    const auto links =
        crossLinks(operation, kAuxiliary, {1, 2, 3, 4, kBackward, kBackward + 1, kBackward + 2, kBackward + 3});
    if (!links)
        return false;
    const auto direction = [&](std::size_t data, std::size_t first, std::size_t state) {
        const auto attributes = attributesOf({{"time_major", std::int64_t(options.truth(kTimeMajor, true))},
                                              {"cell_clip", double(options.number<float>(kCellClip))},
                                              {"proj_clip", double(options.number<float>(kProjectionClip))},
                                              {"rows", rowsOf(operation, first + 1, options.truth(kAsymmetric))}});
        return oneDirection(operation, standard,
                            {data,       first,      first + 1,  first + 2,  first + 3,  first + 4,  first + 5,
                             first + 6,  first + 7,  first + 8,  first + 9,  first + 10, first + 11, first + 12,
                             first + 13, first + 14, first + 15, first + 16, state,      state + 1},
                            *links, first == kBackward, attributes);
    };
    const auto forward = direction(0, 1, kStates);
    const bool isForBackward = links->empty() && operation.has(kAuxiliary);
    giveDirections(operation, forward, direction(isForBackward ? kAuxiliary : 0, kBackward, kStates + 2));
    return true;
}

bool mapBidirectionalRnn(Operation& operation, std::string_view standard)
{
    enum Field { kTimeMajor, kActivation, kMerged, kAsymmetric };
    constexpr std::size_t kBackward = 5, kAuxiliary = 9;
    const auto& options = operation.options();
    const auto activation = options.number<std::int8_t>(kActivation);
    if (!hasTwoDirections(operation, kAuxiliary, options.truth(kMerged)) || activation < 0
        || Activation(activation) >= Activation::SignBit)
        return false;
    const auto links = crossLinks(operation, kAuxiliary, {1, kBackward});
    if (!links)
        return false;
    const auto direction = [&](std::size_t data, std::size_t first) {
        const auto attributes = attributesOf({{"activation", std::int64_t(activation)},
                                              {"time_major", std::int64_t(options.truth(kTimeMajor))},
                                              {"rows", rowsOf(operation, first, options.truth(kAsymmetric))}});
        return oneDirection(operation, standard, {data, first, first + 1, first + 2, first + 3}, *links,
                            first == kBackward, attributes);
    };
    const auto forward = direction(0, 1);
    const bool isForBackward = links->empty() && operation.has(kAuxiliary);
    giveDirections(operation, forward, direction(isForBackward ? kAuxiliary : 0, kBackward));
    return true;
}

constexpr std::array kRecurrentMappings{
    Mapping{"BIDIRECTIONAL_SEQUENCE_LSTM", mapBidirectionalLstm, "SequenceLSTM", true},
    Mapping{"BIDIRECTIONAL_SEQUENCE_RNN", mapBidirectionalRnn, "SequenceRNN", true},
    Mapping{"LSTM", mapLstm, {}, true},
    Mapping{"RNN", mapRnn, {}, true},
    Mapping{"SVDF", mapSvdf, {}, true},
    Mapping{"UNIDIRECTIONAL_SEQUENCE_LSTM", mapSequenceLstm, {}, true},
    Mapping{"UNIDIRECTIONAL_SEQUENCE_RNN", mapSequenceRnn, {}, true},
};

} // namespace

std::span<const Mapping> recurrentMappings()
{
    return kRecurrentMappings;
}

} // namespace ql::importers::tflite
