// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/quantized_graph/constant_numbers.h"

namespace ql::quant {

graph::ConstantNumbers constantNumbersOf(const runs::ConstantValues& values)
{
    return [&values](graph::ValueId value) -> std::optional<std::vector<double>> {
        if (!values.isConstant(value))
            return std::nullopt;
        const auto constant = values.evaluate(value).data;
        if (!constant.is_floating_point())
            return std::nullopt;
        const at::Tensor doubles = constant.to(at::kDouble).contiguous();
        return std::vector<double>(doubles.data_ptr<double>(), doubles.data_ptr<double>() + doubles.numel());
    };
}

} // namespace ql::quant
