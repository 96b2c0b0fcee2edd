// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/config_input.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace ql::config {

std::vector<std::string> ConfigInput::imageSettings() const
{
    if (!isPicture())
        return {};
    std::vector<std::string> settings{"color=" + trainType};
    if (runtimeType == "nv12" || runtimeType == "yuv444")
        settings.push_back("frame=" + runtimeType + (isVideoRange ? "-video" : ""));
    if (!layout.empty()) {
        std::string word = layout;
        std::ranges::transform(word, word.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
        settings.push_back("layout=" + word);
    }
    if (usesMean() && !mean.empty())
        settings.push_back(fmt::format("mean={}", fmt::join(mean, ",")));
    if (usesScale() && !scale.empty())
        settings.push_back(fmt::format("scale={}", fmt::join(scale, ",")));
    return settings;
}

std::string ConfigInput::text() const
{
    std::vector<std::string> parts;
    if (!trainType.empty())
        parts.push_back("trained on " + trainType);
    if (!runtimeType.empty())
        parts.push_back("gets " + runtimeType + (isVideoRange ? " of video range" : ""));
    if (!layout.empty())
        parts.push_back(layout);
    if (usesMean() && !mean.empty())
        parts.push_back(fmt::format("minus {}", fmt::join(mean, " ")));
    if (usesScale() && !scale.empty())
        parts.push_back(fmt::format("times {}", fmt::join(scale, " ")));
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace ql::config
