// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql {

/// From now on blocks up to 32 MiB come from the heap, as glibc itself would have it after it freed a large one, and
/// 256 MiB of it stay when they are freed. Says whether that was possible; tcmalloc, by which our programs allocate,
/// keeps what is freed by rules of its own.
bool keepFreedMemory();

/// Lets malloc() hand out memory of the calling thread's heap in pages of 2 MiB where the system has them: the first
/// touch of each page of 4 KiB is a call into the kernel, and loading LibTorch touches ten thousand. Memory that nobody
/// asks for stays untouched. Does what keepFreedMemory() does, too. For a process that is ours alone.
void useHugePages();

} // namespace ql
