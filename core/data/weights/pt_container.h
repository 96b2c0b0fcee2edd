// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/expansion_budget.h"
#include "core/pickle/pickle.h"
#include "core/pickle/pickle_value.h"

#include <filesystem>
#include <memory>

namespace ql::data {

/// A file of torch.save: what its pickle describes, and the storages that the tensors lie in. Both the zip archives of
/// PyTorch 1.6 and later and the plain pickles before them.
struct PtContainer {
    pickle::PickleArena arena; ///< owns what @ref root points to
    pickle::PickleValue root;
    pickle::StorageReader storage; ///< keeps the file open
    std::shared_ptr<ExpansionBudget> budget;
};

/// Runs nothing that the file holds. @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat); the caller adds the
/// path
std::unique_ptr<PtContainer> openPt(const std::filesystem::path& path);

} // namespace ql::data
