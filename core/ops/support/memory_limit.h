// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::ops {

/// Whether this machine has @p bytes of memory left. 16 MiB or less are always worth trying; beyond that Linux would
/// promise what it doesn't have, and end the process once it is used. A loop can ask often: a little is left to others.
bool isAffordable(double bytes);

/// From now on LibTorch refuses to make a tensor that isn't affordable: an absurd size in a model becomes the error of
/// its node. Once per process.
void refuseUnaffordableTensors();

/// From now on memory that was freed stays with the process, up to 256 MiB of it: the next forward pass needs it again,
/// and getting it back from Linux page by page took a quarter of ultraface's time. Once per process.
void keepFreedMemory();

} // namespace ql::ops
