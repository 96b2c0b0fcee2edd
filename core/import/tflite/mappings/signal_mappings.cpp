// SPDX-License-Identifier: GPL-3.0-or-later
// Spectra. Complex numbers are pairs along a last axis of 2, as the standard has them.
#include "core/import/tflite/mappings/mappings.h"

#include <array>

namespace ql::importers::tflite {

namespace {

constexpr std::int64_t kPairs = -1;

/// Inputs are a signal, whose last two axes are transformed, and how long they are cut or filled up with zeros to be.
bool mapRealTransform(Operation& operation, std::string_view standard)
{
    constexpr std::int64_t kColumns = -2, kRows = -3; // the pairs lie behind them
    const auto lengths = operation.known(1);
    if (!lengths || lengths->size() != 2 || operation.input(0).type != DataType::Float
        || operation.input(0).shape.size() < 2 || operation.output().type != DataType::Complex64)
        return false;
    const auto whole = [&](std::string_view what, std::int64_t number) {
        return operation.constant(what, graph::TensorData::of<std::int64_t>(DataType::Int64, {}, {number}));
    };
    const auto signal =
        operation.between("signal", "Unsqueeze", {operation.in(0), operation.constantInts("pairs", {kPairs})});
    const auto rows = operation.between("spectra_of_rows", standard,
                                        {signal, whole("columns", lengths->back()), whole("column_axis", kColumns)},
                                        attributesOf({{"onesided", std::int64_t{1}}}));
    operation.give(standard, {rows, whole("rows", lengths->front()), whole("row_axis", kRows)});
    return true;
}

bool givePart(Operation& operation, std::int64_t part)
{
    if (!operation.has(0) || !operation.input(0).isComplex())
        return false;
    operation.give(
        "Gather",
        {operation.in(0), operation.constant("part", graph::TensorData::of<std::int64_t>(DataType::Int64, {}, {part}))},
        attributesOf({{"axis", kPairs}}));
    return true;
}

bool mapReal(Operation& operation, std::string_view)
{
    return givePart(operation, 0);
}

bool mapImaginary(Operation& operation, std::string_view)
{
    return givePart(operation, 1);
}

bool mapMagnitude(Operation& operation, std::string_view standard)
{
    if (!operation.has(0) || !operation.input(0).isComplex())
        return false;
    operation.give(standard, {operation.in(0), operation.constantInts("pairs", {kPairs})},
                   attributesOf({{"keepdims", std::int64_t{0}}}));
    return true;
}

constexpr std::array kSignalMappings{
    Mapping{"COMPLEX_ABS", mapMagnitude, "ReduceL2", true, true},
    Mapping{"IMAG", mapImaginary, {}, true, true},
    Mapping{"REAL", mapReal, {}, true, true},
    Mapping{"RFFT2D", mapRealTransform, "DFT", true, true},
};

} // namespace

std::span<const Mapping> signalMappings()
{
    return kSignalMappings;
}

} // namespace ql::importers::tflite
