// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::ops {

/// Whether this machine has @p bytes of memory left. 16 MiB or less are always worth trying; beyond that Linux would
/// promise what it doesn't have, and end the process once it is used. A loop can ask often: a little is left to others.
bool isAffordable(double bytes);

/// From now on LibTorch refuses to make a tensor that isn't affordable (an absurd size in a model becomes the error of
/// its node), and tensors' memory comes from a BlockCache of 256 MiB and from small blocks. Once per
/// process.
void setTensorAllocator();

} // namespace ql::ops
