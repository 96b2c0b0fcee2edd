// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ql {

/// Sees to it that descriptors 0, 1 and 2 are open, before anything else is: a file that is opened for writing would
/// become the standard error stream of a process that was started without one, and messages would be written into it.
void keepStandardStreamsOpen();

// LibTorch's libraries wait forever, or end the process with words of their own, where they get no memory or no thread
// (OpenBLAS 0.3.21 tries an allocation again and again; libgomp exits). So it is asked for beforehand.

/// @throws Error (Engine) when the process may have fewer than @p bytes more of address space (ulimit -v)
void requireAddressSpace(std::uint64_t bytes);

/// At least one. Looked up once: the standard library reads files for it.
int processorCount();

/// @throws Error (BadArgument) when so many threads can't run at the same time (ulimit -u, -v). Costs nothing up to the
/// number of processors.
void requireThreads(int count);

/// Takes away from this process what nobody needs who only computes: files opened for writing, other programs, the
/// network, other processes, and making processes. There is no way back. Where the system has no such filter (seccomp)
/// nothing happens.
void confineToComputing();

} // namespace ql
