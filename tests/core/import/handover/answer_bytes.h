// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/handover/answer.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ql::tests {

inline std::string bytesOf(const importers::AnswerWriter& answer)
{
    std::string bytes;
    answer.writeTo([&bytes](std::span<const std::byte> part) {
        bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
    });
    return bytes;
}

inline importers::Answer answerFrom(const std::string& bytes)
{
    auto copy = allocateBytes(bytes.size());
    std::copy_n(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size(), copy.get());
    return importers::readAnswer({std::move(copy), bytes.size()});
}

/// @p given, handed over.
template <typename T>
T handedOver(const T& given)
{
    return std::get<T>(answerFrom(bytesOf(importers::answerOf(given))));
}

} // namespace ql::tests
