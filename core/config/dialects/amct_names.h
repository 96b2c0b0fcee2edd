// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/layer_settings.h"

#include <optional>
#include <string_view>

namespace ql::config {

/// A class name of AMCT or torch and what it does.
struct AmctObserver {
    std::string_view name;
    ObserverKind kind;
    std::optional<Granularity> granularity = {};
};
struct AmctQuantizer {
    std::string_view name;
    QuantizerKind kind;
    ObserverKind observer; ///< the class's own, where a file names none
};

/// By class name, with or without its package; Custom for others.
AmctObserver amctObserver(std::string_view name);
AmctQuantizer amctQuantizer(std::string_view name);

/// The known class that @p name is nearest to, where it can't be a class of the user's own: these are in a package.
/// Empty = it is known, or in a package.
std::string_view nearestAmctClass(std::string_view name);

/// The class for a kind, "" when there is none.
std::string_view amctObserverName(ObserverKind kind, bool isPerChannel);
std::string_view amctQuantizerName(QuantizerKind kind, bool isWeight);

} // namespace ql::config
