// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace ql::report {

/// Keeps the order in which keys are added: the same result gives the same bytes. Only core/report includes this
/// header.
using Json = nlohmann::ordered_json;

/// A number that round-trips; JSON has no inf and NaN, so these become the strings "inf", "-inf" and "nan".
Json jsonNumber(double value);
/// null without a value.
Json jsonNumber(const std::optional<double>& value);

/// The keys every document begins with: `schema` ("quantloupe.<command>/1") and `quantloupe_version`.
Json documentHead(std::string_view command);

/// Another result's document, to stand within one; null where there is none.
Json documentOf(std::string_view text);

/// The document as text, indented, with a newline at the end. Bytes that are no UTF-8 become U+FFFD.
std::string documentText(const Json& document);

} // namespace ql::report
