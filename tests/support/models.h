// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>

namespace ql::tests {

/// The folder of real models that QUANTLOUPE_MODELS names, or nothing. Tests that need it skip, loudly, without it:
///     const auto models = ql::tests::modelsFolder();
///     if (!models) QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
inline std::optional<std::filesystem::path> modelsFolder()
{
    const char* path = std::getenv("QUANTLOUPE_MODELS");
    if (!path || !std::filesystem::exists(std::filesystem::path(path) / "manifest.json"))
        return std::nullopt;
    return std::filesystem::path(path);
}

} // namespace ql::tests
