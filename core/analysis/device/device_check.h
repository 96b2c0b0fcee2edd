// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/checks/rule_context.h"
#include "core/config/device/device_profile.h"

namespace ql::analysis {

/// Holds a model against what a device can run, as @p profile says: findings device-operator, device-type, device-rank,
/// device-dimension and device-attribute name the node, what the device takes, and what stands there. Quantizers are
/// none of the operators: they tell the types. Types of a model that is not quantized at all are left alone, and so is
/// what the file doesn't tell (a shape, an attribute without a default). A clamp, normalization or bias that goes on a
/// product's run takes its operand and gives its result within the run.
void checkDevice(const checks::RuleContext& context, const config::DeviceProfile& profile, checks::Findings& findings);

} // namespace ql::analysis
