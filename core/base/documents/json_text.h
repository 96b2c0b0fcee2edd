// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <nlohmann/json_fwd.hpp>

#include <string_view>

namespace ql {

/// How deep a document of any format that is read here nests, with room to spare.
inline constexpr int kDeepestJson = 200;

/// The one door for JSON that someone else may have written, behind which no parser has to go deep and every key of an
/// object stands once: of two, other programs take the first or the last without a word.
/// @throws Error (FileCorrupt) with @p hint: no JSON, more than @p deepest levels, or a key that stands twice, with the
/// keys above it
nlohmann::json readJson(std::string_view text, const Message& hint = {}, int deepest = kDeepestJson);

/// The same with the members of an object in the order of the text, where looking one up takes as long as there are.
nlohmann::ordered_json readOrderedJson(std::string_view text, const Message& hint = {});

} // namespace ql
