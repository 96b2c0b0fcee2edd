// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>

namespace ql::importers {

/// The key of the external_data entry that stands for a payload in the model file itself; its value is "OFFSET:LENGTH".
/// Whoever reads it must check it against the file: a hostile file may hold one, too.
inline constexpr const char* kPayloadKey = "\x01payload";

/// A model's message in which every tensor's raw bytes, if there are more than @p mostBytes, are only a note of where
/// they stand in @p model. Parsing this takes neither the time nor the memory that the weights would, and no limit of 2
/// GiB holds for them. Nothing when @p model isn't encoded as a message should be: the parser shall say so.
std::optional<std::string> withoutPayloads(std::span<const std::byte> model, std::size_t mostBytes);

} // namespace ql::importers
