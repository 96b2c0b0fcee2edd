// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/tflite/mappings/mappings.h"

#include "core/import/tflite/operator_names.h"

#include <map>

namespace ql::import::tflite {

namespace {

const std::map<std::string_view, Mapping>& mappings()
{
    static const auto all = [] {
        std::map<std::string_view, Mapping> byName;
        for (const auto part : {arithmeticMappings(), elementMappings(), layoutMappings(), productMappings(),
                                reductionMappings(), sliceMappings(), windowMappings()})
            for (const auto& mapping : part)
                byName.emplace(mapping.name, mapping);
        return byName;
    }();
    return all;
}

} // namespace

void mapOperation(Operation& operation)
{
    const auto name = operatorName(operation.table());
    const auto found = mappings().find(name);
    if (found != mappings().end() && operation.outputCount() > 0
        && found->second.map(operation, found->second.standard))
        return;
    Operation::Inputs inputs;
    for (std::size_t i = 0; i < operation.inputCount(); ++i)
        inputs.push_back(operation.in(i));
    operation.give(name, inputs, {}, kTflite);
}

} // namespace ql::import::tflite
