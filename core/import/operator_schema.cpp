// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/operator_schema.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

namespace ql::importers {

namespace {

struct Entry {
    std::string_view opType;
    std::size_t leastInputs;
    std::size_t mostInputs;
    int since = 1;
};

constexpr auto kAny = OperandCounts::kAny;

/// Operators of ai.onnx that take other numbers of inputs since an opset that libonnx may not have.
constexpr std::array kLater{Entry{"DFT", 1, 3, 20},
                            Entry{"OptionalHasElement", 0, 1, 18},
                            Entry{"Pad", 2, 4, 18},
                            Entry{"ReduceL1", 1, 2, 18},
                            Entry{"ReduceL2", 1, 2, 18},
                            Entry{"ReduceLogSum", 1, 2, 18},
                            Entry{"ReduceLogSumExp", 1, 2, 18},
                            Entry{"ReduceMax", 1, 2, 18},
                            Entry{"ReduceMean", 1, 2, 18},
                            Entry{"ReduceMin", 1, 2, 18},
                            Entry{"ReduceProd", 1, 2, 18},
                            Entry{"ReduceSumSquare", 1, 2, 18}};

/// Of com.microsoft, whose schemas libonnx doesn't have: operators that have long been as they are.
constexpr std::array kMicrosoft{Entry{"BiasGelu", 2, 2},
                                Entry{"DequantizeLinear", 1, 3},
                                Entry{"DynamicQuantizeMatMul", 3, 5},
                                Entry{"FastGelu", 1, 2},
                                Entry{"FusedConv", 2, 4},
                                Entry{"FusedGemm", 2, 3},
                                Entry{"FusedMatMul", 2, 2},
                                Entry{"Gelu", 1, 1},
                                Entry{"MatMulIntegerToFloat", 4, 7},
                                Entry{"QGemm", 6, 9},
                                Entry{"QLinearAdd", 7, 8},
                                Entry{"QLinearAveragePool", 4, 5},
                                Entry{"QLinearConcat", 5, kAny},
                                Entry{"QLinearConv", 8, 9},
                                Entry{"QLinearGlobalAveragePool", 5, 5},
                                Entry{"QLinearLeakyRelu", 4, 5},
                                Entry{"QLinearMul", 7, 8},
                                Entry{"QLinearReduceMean", 4, 5},
                                Entry{"QLinearSigmoid", 4, 5},
                                Entry{"QLinearSoftmax", 5, 5},
                                Entry{"QLinearWhere", 9, 9},
                                Entry{"QuantizeLinear", 1, 3},
                                Entry{"QuickGelu", 1, 1},
                                Entry{"TransposeMatMul", 2, 2}};

const Entry* find(std::span<const Entry> entries, const std::string& opType)
{
    const auto found = std::ranges::find(entries, opType, &Entry::opType);
    return found == entries.end() ? nullptr : &*found;
}

int newestOpset(const std::string& domain)
{
    const auto& ranges = onnx::OpSchemaRegistry::DomainToVersionRange::Instance().Map();
    const auto found = ranges.find(domain);
    return found == ranges.end() ? 0 : found->second.second;
}

} // namespace

OperatorSchema operatorSchema(const std::string& domain, const std::string& opType, int opset)
{
    OperatorSchema schema;
    schema.standard = onnx::OpSchemaRegistry::Schema(opType, opset, domain);
    if (const auto* known = schema.standard) {
        schema.isKnown = true;
        schema.isOutdated = opset > newestOpset(domain);
        schema.counts = {std::size_t(known->min_input()), std::size_t(known->max_input()),
                         std::size_t(known->min_output()), std::size_t(known->max_output())};
        if (const auto* later = domain.empty() ? find(kLater, opType) : nullptr;
            later && opset >= later->since && known->since_version() < later->since) {
            schema.counts.leastInputs = later->leastInputs;
            schema.counts.mostInputs = later->mostInputs;
        }
    } else if (const auto* entry = domain == "com.microsoft" ? find(kMicrosoft, opType) : nullptr) {
        schema.isKnown = true;
        schema.counts = {entry->leastInputs, entry->mostInputs, 1, kAny};
    }
    return schema;
}

} // namespace ql::importers
