// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <chrono>
#include <cstdint>
#include <vector>

/// The one place where numbers become text for the screen, with the decimal sign of the user's locale. What goes to a
/// file or the clipboard is formatExact()'s.
namespace ql::widgets {

/// Four significant digits, or as many as @p digits, and a real minus sign: "0.9924", "−2.9", "1.2e−05"; "NaN", "∞".
QString formatNumber(double value, int digits = 4);
/// What formatNumber() wrote with as much room behind it that right-aligned numbers have their decimal points one below
/// the other; other texts, and numbers with an exponent, as they are.
QString alignedNumber(const QString& number);
/// Full precision with an ASCII minus, for copies and files: the shortest text that reads back as the same number.
QString formatExact(double value);
/// The same for a role of a table's cell: a tooltip has the user's decimal sign, everything else that of files.
QString formatExact(double value, int role);
/// "873", "9.2 k", "1.3 M", "4.1 G".
QString formatCount(std::uint64_t count);
/// "3.1 %", "0 %", "<0.01 %".
QString formatShare(std::uint64_t part, std::uint64_t whole);
/// "0.8 s", "12 s", "3 min", "2 h 5 min".
QString formatDuration(std::chrono::milliseconds duration);
/// "1×3×224×224"; "scalar" for rank 0.
QString formatShape(const std::vector<std::int64_t>& shape);
/// Where an element of the flattened tensor stands: "[0, 3, 12]"; "[]" in a scalar.
QString indexText(std::uint64_t element, const std::vector<std::int64_t>& shape);
/// What both names begin with, up to and with a "/".
QString commonScope(const QString& one, const QString& other);

} // namespace ql::widgets
