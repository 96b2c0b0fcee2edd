// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace ql::importers::tflite {

struct OperatorTable;

/// What the published schema calls an operation's operator: "CONV_2D"; a custom one's own name.
std::string operatorName(const OperatorTable& operation);

} // namespace ql::importers::tflite
