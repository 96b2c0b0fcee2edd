// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/import/exported_program/exported_program.h"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace ql::importers::exported_program {

/// @throws Error (FileCorrupt) saying @p what
[[noreturn]] void refuseDamaged(const Message& what);

/// Parses JSON as Python writes it, in which numbers may be NaN and Infinity: those become texts. @p what calls the
/// file in messages. @throws Error (FileCorrupt)
nlohmann::json parsedJson(std::string_view text, const std::string& what);

/// PyTorch's number of the element type that the file calls @p type; -1 for one that nobody knows.
std::int64_t scalarTypeOf(std::int64_t type);
/// Element type and shape of a "tensor_meta". @throws nlohmann::json::exception where something is missing
TensorFacts factsOf(const nlohmann::json& meta);
/// "getattr(L['self'].layers, '0')" → "layers.0": a path that is written as Python finds its way.
std::string plainPath(std::string_view path);

} // namespace ql::importers::exported_program
