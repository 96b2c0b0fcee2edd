// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/plugin.h"
#include "core/quant/observer.h"

#include <functional>
#include <memory>

namespace ql::quant {

/// What makes the observers of a library (quantloupe/observers.h) known to makeLibraryObserver() and to configs, for as
/// long as the process lives. Nothing if it has none.
/// @throws Error (UnsupportedFormat, BadArgument): it is written against another version, or declares one that is not
/// complete or is there already
std::function<void()> readObservers(const Plugin& plugin);

/// Null if no library has an observer of that name. @throws Error (BadArgument) when it says that it can't
std::unique_ptr<Observer> makeLibraryObserver(const ObserverSettings& settings);

} // namespace ql::quant
