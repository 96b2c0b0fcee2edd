// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/starting_config.h"

namespace ql::config {

QuantConfig startingConfig(int activationBits, int weightBits)
{
    QuantConfig config;
    config.common.isQuantized = true;
    config.common.activation.bits = activationBits;
    config.common.activation.observer = Observer{ObserverKind::MinMax, {}, {}};
    config.common.weight.bits = weightBits;
    return config;
}

} // namespace ql::config
