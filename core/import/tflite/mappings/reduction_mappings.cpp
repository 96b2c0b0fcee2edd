// SPDX-License-Identifier: GPL-3.0-or-later
// What takes axes together or picks along one.
#include "core/import/tflite/mappings/mappings.h"

#include <array>

namespace ql::importers::tflite {

namespace {

bool mapReduction(Operation& operation, std::string_view standard)
{
    const auto axes = operation.known(1);
    if (!axes)
        return false;
    const auto keeps = std::int64_t(operation.options().truth(0));
    if (operation.isInteger()) {
        if (standard != "ReduceMean")
            return false;
        Inputs inputs;
        operation.addQuantized(inputs, 0);
        inputs.insert(inputs.end(), {operation.outScale(), operation.outZeroPoint()});
        operation.give("QLinearReduceMean", inputs, attributesOf({{"axes", *axes}, {"keepdims", keeps}}), kTflite);
        return true;
    }
    if (operation.input(0).isQuantized())
        return false;
    operation.give(standard, {operation.in(0), operation.constantInts("axes", *axes)},
                   attributesOf({{"keepdims", keeps}}));
    return true;
}

/// What gives places, in the type that the file wants.
void giveIndices(Operation& operation, Operation::ValueId places)
{
    operation.give("Cast", {places}, attributesOf({{"to", std::int64_t(operation.output().type)}}));
}

bool mapArgExtremum(Operation& operation, std::string_view standard)
{
    const auto axis = operation.known(1);
    if (!axis || axis->size() != 1)
        return false;
    giveIndices(operation, operation.between("places", standard, {operation.in(0)},
                                             attributesOf({{"axis", axis->front()}, {"keepdims", std::int64_t{0}}})));
    return true;
}

bool mapCumSum(Operation& operation, std::string_view standard)
{
    const auto axis = operation.known(1);
    if (!axis || axis->size() != 1 || operation.input(0).isQuantized())
        return false;
    const auto flag = [&](int field) { return std::int64_t(operation.options().truth(field)); };
    operation.give(standard, {operation.in(0), operation.constantInts("axis", *axis)},
                   attributesOf({{"exclusive", flag(0)}, {"reverse", flag(1)}}));
    return true;
}

bool mapShape(Operation& operation, std::string_view standard)
{
    if (!operation.has(0))
        return false;
    giveIndices(operation, operation.between("sizes", standard, {operation.in(0)}));
    return true;
}

constexpr std::array kReductionMappings{
    Mapping{"ARG_MAX", mapArgExtremum, "ArgMax"},
    Mapping{"ARG_MIN", mapArgExtremum, "ArgMin"},
    Mapping{"CUMSUM", mapCumSum, "CumSum"},
    Mapping{"MEAN", mapReduction, "ReduceMean"},
    Mapping{"REDUCE_MAX", mapReduction, "ReduceMax"},
    Mapping{"REDUCE_MIN", mapReduction, "ReduceMin"},
    Mapping{"REDUCE_PROD", mapReduction, "ReduceProd"},
    Mapping{"SHAPE", mapShape, "Shape"},
    Mapping{"SUM", mapReduction, "ReduceSum"},
};

} // namespace

std::span<const Mapping> reductionMappings()
{
    return kReductionMappings;
}

} // namespace ql::importers::tflite
