// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pickle/pickle_value.h"

namespace ql::pickle {

/// @throws Error (FileCorrupt), always
[[noreturn]] void failDamaged(const Message& what);

/// What calling @p function with @p arguments would make. Nothing is called: the few functions that rebuild tensors and
/// containers are known by name, the classes of plain values that stand beside weights are passed over.
/// @throws Error (UnsupportedFormat) for any other function, (FileCorrupt) for arguments that don't fit
PickleValue applyGlobal(const PickleValue& function, const PickleValue& arguments, PickleArena& arena);

/// An instance of class @p type without its state. @throws Error (UnsupportedFormat) for classes not on the list
PickleValue instanceOf(const PickleValue& type, PickleArena& arena);

/// The persistent id ('storage', type, key, location, count). @throws Error (FileCorrupt)
PickleValue storageOf(const PickleValue& id, PickleArena& arena);

} // namespace ql::pickle
