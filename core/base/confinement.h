// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql {

/// Takes away from this process what nobody needs who only computes: files opened for writing, other programs, the
/// network, other processes. There is no way back. Where the system has no such filter (seccomp) nothing happens.
void confineToComputing();

} // namespace ql
