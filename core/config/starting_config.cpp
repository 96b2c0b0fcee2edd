// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/starting_config.h"

#include "core/config/dialects/amct_params.h"
#include "core/config/dialects/dialect.h"

#include <algorithm>
#include <array>

namespace ql::config {

namespace {

/// A chip takes what a product of data reads second in 8 bits around zero only. JSON of dynamic graphs says nothing of
/// single inputs: the whole layer is so. The others don't say it at all.
void keepProductsSymmetric(QuantConfig& config, std::string_view dialect)
{
    LayerSettings products;
    TensorSettings symmetric;
    symmetric.isSymmetric = true;
    if (dialect == "amct-yaml" || dialect == "amct-fx-json")
        products.inputs = {TensorSettings(), std::move(symmetric)};
    else if (dialect == "amct-dynamic-json")
        products.activation = std::move(symmetric);
    if (!products.isEmpty())
        config.addOverride(Selector::Kind::Type, "torch.matmul", std::move(products), {});
}

} // namespace

QuantConfig startingConfig(std::string_view dialect, int activationBits, int weightBits)
{
    QuantConfig config;
    if (dialect.starts_with("amct"))
        config.common = amctDefaults();
    else
        config.common.activation.observer = Observer{ObserverKind::MinMax, {}, {}};
    config.common.isQuantized = true;
    config.common.activation.bits = activationBits;
    config.common.weight.bits = weightBits;
    if (dialect.starts_with("amct"))
        keepProductsSymmetric(config, dialect);
    return config;
}

bool canStartAs(std::string_view dialect)
{
    constexpr std::array kOfScales{"aimet-encodings", "ppq-", "tensorrt-"};
    const bool isOfScales =
        std::ranges::any_of(kOfScales, [dialect](const char* begin) { return dialect.starts_with(begin); });
    return !isOfScales && dialectNamed(dialect).write;
}

} // namespace ql::config
