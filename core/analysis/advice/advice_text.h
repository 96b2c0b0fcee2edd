// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <string>

namespace ql::analysis {

/// "3.14 %", "0.0123 %": three significant digits.
Number percent(double share);
/// "0.01234": four significant digits.
Number number(double value);
/// "40.2 dB"
Number decibels(double value);
/// "-1.5 … 2"
Number spanOf(double low, double high);
/// "1,234 of 40,000 values (3.1 %)"
Message shareOfValues(std::uint64_t part, std::uint64_t whole);
/// @p remedy of a start of the error that local errors propose: what the output becomes without it wasn't shown.
Message asProposal(const Message& remedy);
/// The next wider choice for a layer quantized to @p dtype: "int16" for 8 bits and less, otherwise "float".
std::string widerThan(const std::string& dtype);

} // namespace ql::analysis
