// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/worker/import_result.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ql::tests {

inline std::string bytesOf(const importers::ResultWriter& result)
{
    std::string bytes;
    result.writeTo([&bytes](std::span<const std::byte> part) {
        bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
    });
    return bytes;
}

inline importers::ImportResult resultFrom(const std::string& bytes)
{
    auto copy = allocateBytes(bytes.size());
    std::copy_n(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size(), copy.get());
    return importers::readResult({std::move(copy), bytes.size()});
}

/// @p given, handed over.
template <typename T>
T handedOver(const T& given)
{
    return std::get<T>(resultFrom(bytesOf(importers::resultOf(given))));
}

} // namespace ql::tests
