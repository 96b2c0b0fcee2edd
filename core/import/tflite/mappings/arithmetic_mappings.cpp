// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on two tensors, element by element.
#include "core/import/tflite/mappings/mappings.h"

#include <array>

namespace ql::importers::tflite {

namespace {

bool bothAreOneType(const Operation& operation)
{
    return operation.has(0) && operation.has(1) && operation.input(0).type == operation.input(1).type;
}

/// Field 0 of all of them is the fused activation.
bool mapBinary(Operation& operation, std::string_view standard)
{
    const auto activation = Activation(operation.options().number<std::int8_t>(0));
    if (!bothAreOneType(operation))
        return false;
    if (operation.isInteger(2)) {
        constexpr int kPowersOfTwo = 1;
        if (standard == "Div")
            return false;
        Inputs inputs;
        operation.addQuantized(inputs, 0);
        operation.addQuantized(inputs, 1);
        inputs.insert(inputs.end(), {operation.outScale(), operation.outZeroPoint()});
        operation.give("QLinear" + std::string(standard), inputs,
                       attributesOf({{"activation", std::int64_t(activation)},
                                     {"pot_scale_int16", std::int64_t(operation.options().truth(kPowersOfTwo, true))}}),
                       kTflite);
        return true;
    }
    if (operation.input(0).isQuantized())
        return false;
    operation.giveActivated(activation, standard, {operation.in(0), operation.in(1)});
    return true;
}

/// Integers only where both sides have one scale, which these keep.
bool mapPlain(Operation& operation, std::string_view standard)
{
    if (!bothAreOneType(operation))
        return false;
    const auto& a = operation.input(0);
    const auto& b = operation.input(1);
    if (a.isQuantized()
        && (a.quantization.scales != b.quantization.scales || a.quantization.zeroPoints != b.quantization.zeroPoints))
        return false;
    operation.give(standard, {operation.in(0), operation.in(1)});
    return true;
}

bool mapNotEqual(Operation& operation, std::string_view)
{
    if (!bothAreOneType(operation) || operation.input(0).isQuantized())
        return false;
    operation.give("Not", {operation.between("equal", "Equal", {operation.in(0), operation.in(1)})});
    return true;
}

bool mapSquaredDifference(Operation& operation, std::string_view)
{
    if (!bothAreOneType(operation) || operation.input(0).isQuantized())
        return false;
    const auto difference = operation.between("difference", "Sub", {operation.in(0), operation.in(1)});
    operation.give("Mul", {difference, difference});
    return true;
}

bool mapFloorDiv(Operation& operation, std::string_view)
{
    if (!operation.isFloat() || !bothAreOneType(operation))
        return false;
    operation.give("Floor", {operation.between("quotient", "Div", {operation.in(0), operation.in(1)})});
    return true;
}

bool mapSelect(Operation& operation, std::string_view)
{
    if (!operation.has(2) || operation.input(1).type != operation.input(2).type)
        return false;
    operation.give("Where", {operation.in(0), operation.in(1), operation.in(2)});
    return true;
}

bool mapAddN(Operation& operation, std::string_view)
{
    if (!operation.isFloat())
        return false;
    Inputs inputs;
    for (std::size_t i = 0; i < operation.inputCount(); ++i)
        inputs.push_back(operation.in(i));
    operation.give("Sum", inputs);
    return true;
}

constexpr std::array kArithmeticMappings{
    Mapping{"ADD", mapBinary, "Add"},
    Mapping{"ADD_N", mapAddN},
    Mapping{"DIV", mapBinary, "Div"},
    Mapping{"EQUAL", mapPlain, "Equal"},
    Mapping{"FLOOR_DIV", mapFloorDiv},
    Mapping{"GREATER", mapPlain, "Greater"},
    Mapping{"GREATER_EQUAL", mapPlain, "GreaterOrEqual"},
    Mapping{"LESS", mapPlain, "Less"},
    Mapping{"LESS_EQUAL", mapPlain, "LessOrEqual"},
    Mapping{"LOGICAL_AND", mapPlain, "And"},
    Mapping{"LOGICAL_OR", mapPlain, "Or"},
    Mapping{"MAXIMUM", mapPlain, "Max"},
    Mapping{"MINIMUM", mapPlain, "Min"},
    Mapping{"MUL", mapBinary, "Mul"},
    Mapping{"NOT_EQUAL", mapNotEqual},
    Mapping{"POW", mapPlain, "Pow"},
    Mapping{"SELECT", mapSelect},
    Mapping{"SELECT_V2", mapSelect},
    Mapping{"SQUARED_DIFFERENCE", mapSquaredDifference},
    Mapping{"SUB", mapBinary, "Sub"},
};

} // namespace

std::span<const Mapping> arithmeticMappings()
{
    return kArithmeticMappings;
}

} // namespace ql::importers::tflite
