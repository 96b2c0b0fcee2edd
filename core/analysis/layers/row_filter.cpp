// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/layers/row_filter.h"

#include "core/graph/operators/operator_traits.h"

#include <algorithm>
#include <unordered_map>

namespace ql::analysis {

namespace {

std::string_view withoutDomain(std::string_view opType)
{
    const auto dot = opType.rfind('.');
    return dot == std::string_view::npos ? opType : opType.substr(dot + 1);
}

/// PyTorch's users ask for modules.
bool isModule(std::string_view opType, const std::string& module)
{
    static const std::unordered_map<std::string_view, std::string_view> kFamilies{
        {"BatchNorm1d", "BatchNormalization"},
        {"BatchNorm2d", "BatchNormalization"},
        {"BatchNorm3d", "BatchNormalization"},
        {"Conv1d", "Conv"},
        {"Conv2d", "Conv"},
        {"Conv3d", "Conv"},
        {"GRU", "GRU"},
        {"LayerNorm", "LayerNormalization"},
        {"LSTM", "LSTM"},
        {"Linear", "MatMul"},
        {"ReLU", "Relu"},
    };
    const auto found = kFamilies.find(module);
    return found != kFamilies.end() && graph::familyOf(opType) == found->second;
}

} // namespace

bool hasPrefix(const std::vector<std::string>& prefixes, std::initializer_list<std::string_view> names)
{
    return prefixes.empty() || std::ranges::any_of(names, [&prefixes](std::string_view name) {
               return std::ranges::any_of(prefixes,
                                          [name](const std::string& prefix) { return name.starts_with(prefix); });
           });
}

bool hasType(const std::vector<std::string>& wanted, std::initializer_list<std::string_view> opTypes)
{
    return wanted.empty() || std::ranges::any_of(opTypes, [&wanted](std::string_view opType) {
               return std::ranges::any_of(wanted, [opType](const std::string& type) {
                   return opType == type || withoutDomain(opType) == type || isModule(opType, type);
               });
           });
}

} // namespace ql::analysis
