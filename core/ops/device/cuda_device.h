// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace ql::ops {

class Device;

/// What --device names: null for "cpu", a graphics card for "cuda:0". With one, LibTorch rounds every product of
/// float32 as float32 (no TF32) and sums in one order from run to run.
/// @throws Error (BadArgument) for what isn't there, and other names
std::shared_ptr<const Device> deviceNamed(const std::string& name);

} // namespace ql::ops
