// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tflite/mappings/mappings.h"

#include "core/base/error.h"
#include "core/import/tflite/operator_names.h"

#include <algorithm>
#include <map>

namespace ql::importers::tflite {

namespace {

const std::map<std::string_view, Mapping>& mappings()
{
    static const auto all = [] {
        std::map<std::string_view, Mapping> byName;
        for (const auto part :
             {arithmeticMappings(), controlMappings(), customMappings(), detectionMappings(), elementMappings(),
              layoutMappings(), productMappings(), recurrentMappings(), reductionMappings(), signalMappings(),
              sliceMappings(), tableMappings(), windowMappings()})
            for (const auto& mapping : part)
                byName.emplace(mapping.name, mapping);
        return byName;
    }();
    return all;
}

bool hasComplexNumbers(const GraphMaker& maker, const OperatorTable& table)
{
    const auto isComplex = [&maker](std::int32_t index) { return index >= 0 && maker.tensor(index).isComplex(); };
    return std::ranges::any_of(table.inputs, isComplex) || std::ranges::any_of(table.outputs, isComplex);
}

bool isMapped(Operation& operation, const Mapping& mapping)
{
    if (!mapping.knowsPairs && hasComplexNumbers(operation.maker(), operation.table()))
        return false;
    if (mapping.map(operation, mapping.standard))
        return true;
    if (mapping.isOnlyAsItIs || !operation.computeInFloats() || !mapping.map(operation, mapping.standard))
        return false;
    operation.quantizeOutputs();
    return true;
}

constexpr std::size_t kOperationBytes = 1024; ///< what becomes of one, about

void mapOperation(GraphMaker& maker, const OperatorTable& table)
{
    const auto name = operatorName(table);
    const auto found = mappings().find(name);
    Operation mapped(maker, table);
    if (found != mappings().end() && mapped.outputCount() > 0 && isMapped(mapped, found->second))
        return;
    Operation operation(maker, table);
    Operation::Inputs inputs;
    for (std::size_t i = 0; i < operation.inputCount(); ++i)
        inputs.push_back(operation.in(i));
    operation.give(name, inputs, {}, kTflite);
}

} // namespace

void mapOperations(GraphMaker& maker)
{
    const auto& operators = maker.tables().operators;
    for (std::size_t i = 0; i < operators.size(); ++i)
        withContext(Message("operation {} ({})", i, operatorName(operators[i])), [&] {
            maker.making().budget.make(kOperationBytes);
            mapOperation(maker, operators[i]);
        });
}

} // namespace ql::importers::tflite
