// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/plugin.h"
#include "core/quant/observer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace ql::quant {

/// What makes the observers of a library (quantloupe/observers.h) known to makeLibraryObserver() and to configs, for as
/// long as the process lives. Nothing if it has none.
/// @throws Error (UnsupportedFormat, BadArgument): it is written against another version, or declares one that is not
/// complete or is there already
std::function<void()> readObservers(const Plugin& plugin);

/// Whether a library rounds the weights of the observer of that name itself.
bool roundsItself(std::string_view observer);
/// The integers that it makes of the values of a weight, or of one of its channels, at a scale and zero point.
/// @pre roundsItself() @throws Error (BadArgument) when it says that it can't, or gives others than those of @p format
std::vector<std::int64_t> roundedByLibrary(const ObserverSettings& settings, std::span<const float> values,
                                           double scale, std::int64_t zeroPoint, const IntegerFormat& format);

/// Null if no library has an observer of that name. @throws Error (BadArgument) when it says that it can't
std::unique_ptr<Observer> makeLibraryObserver(const ObserverSettings& settings);

} // namespace ql::quant
