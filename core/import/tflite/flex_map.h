// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/tflite/flat_buffer.h"

#include <map>
#include <span>
#include <string>

namespace ql::importers::tflite {

/// The numbers and truth values of a FlexBuffers map (https://flatbuffers.dev/flexbuffers), in which custom operators
/// keep their options; other members are left out. @throws Error (FileCorrupt) where it is no such map
std::map<std::string, double> flexMap(std::span<const std::byte> bytes);

} // namespace ql::importers::tflite
