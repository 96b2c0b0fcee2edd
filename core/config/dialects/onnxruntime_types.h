// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <string_view>

namespace ql::config {

/// "QUInt16" and its like.
struct OrtType {
    int bits = 8;
    bool isUnsigned = false;
};

inline std::optional<OrtType> ortType(std::string_view name)
{
    for (const int bits : {4, 8, 16})
        for (const bool isUnsigned : {false, true})
            if (name == fmt::format("Q{}Int{}", isUnsigned ? "U" : "", bits))
                return OrtType{bits, isUnsigned};
    return std::nullopt;
}

inline std::string ortTypeName(int bits, bool isUnsigned)
{
    return fmt::format("Q{}Int{}", isUnsigned ? "U" : "", bits);
}

} // namespace ql::config
