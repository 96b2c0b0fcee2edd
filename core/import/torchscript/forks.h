// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace torch::jit {
struct Module;
}

namespace ql::importers::torchscript {

/// Rewrites the methods of @p module, as it was loaded, so that forked work is done where it is forked: each fork gives
/// way to what it runs, each wait to what it waits for. Results are the same, for forked work may not depend on when
/// it runs.
void doForkedWorkAtOnce(const torch::jit::Module& module);

} // namespace ql::importers::torchscript
