// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// What a step of undo did to a config: the one list of titles.
enum class ConfigChange {
    Typing,
    Saved,      ///< none: the config as it is in its file
    Calibrated, ///< none either: its scales come from data
    Repaired,
    Found, ///< what a search for repairs found
    Tuned, ///< the overrides that tune found
    Unsaved,
    Int16, ///< from here on with what they are about: layers, a scope, how many, a number, a file
    PerChannel,
    WideWeight,
    Range,
    FixedRange,
    Skip,
    Restore,
    Settings,
    SkipScope,
    Overrides,
    Trial,
    Reload
};

/// "Skip conv_34".
Message changeTitle(ConfigChange change, const Message& about = {});
Message changeTitle(ConfigChange change, const std::vector<std::string>& layers);
/// "a, b, c, d and 3 more".
Message namedLayers(const std::vector<std::string>& layers);
/// "Skip conv_34; Typing".
Message editsText(std::vector<Message> titles);
/// The way back from English, in which trials are kept. What is no such title stays as it is, in every language.
Message editsFrom(std::string_view english);

} // namespace ql::report
