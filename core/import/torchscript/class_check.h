// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace ql::import::torchscript {

/// Refuses classes in @p source on which LibTorch's importer would fall over: it takes for granted that attributes have
/// types and constants values. @throws Error (FileCorrupt); what LibTorch's parser throws
void refuseHalfClasses(std::string_view source);

} // namespace ql::import::torchscript
