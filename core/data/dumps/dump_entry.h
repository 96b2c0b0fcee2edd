// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/dumps/dump_index.h"

#include <nlohmann/json.hpp>

#include <string>

namespace ql::data {

using Json = nlohmann::json;

/// What one object of index.json or a NAME.shape.json says, but for its file. @p name stands in where it has none;
/// empty = it must. @throws Error (FileCorrupt) naming the key
DumpedTensor dumpEntry(const Json& json, const std::string& name);

/// A string member. @throws Error (FileCorrupt) when it is something else, or @p isRequired and missing
std::string stringOf(const Json& json, const char* key, bool isRequired);

/// The type that a .npy file holds for @p type: wider where .npy has none (int4, bfloat16 …).
graph::DataType storedType(graph::DataType type);

} // namespace ql::data
