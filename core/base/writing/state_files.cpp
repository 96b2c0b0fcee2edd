// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/writing/state_files.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/journal.h"
#include "core/base/writing/overwrite_guard.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace ql {

namespace {

namespace fs = std::filesystem;

/// A state that older versions wrote, by its name, and names of tensors in it that nobody else writes together.
struct TensorState {
    std::string_view name;
    std::array<std::string_view, 2> tensors;
};
constexpr TensorState kTensorStates[]{{"badcase_state.pt", {"baseline_top1", "mismatched_shapes"}},
                                      {"sensitivity_state.pt", {"reproduction_db", "wholes"}}};
constexpr std::uintmax_t kLargestState = std::uintmax_t(256) << 20;

/// Nothing of what can't be read, or is too large to be ours.
std::string stateContent(const fs::path& file)
{
    std::error_code error;
    if (fs::file_size(file, error) > kLargestState || error)
        return {};
    return readTextFile(file).value_or(std::string());
}

bool isTensorState(const fs::path& file)
{
    const auto known = std::ranges::find(kTensorStates, file.filename().string(), &TensorState::name);
    if (known == std::end(kTensorStates))
        return false;
    const auto content = stateContent(file);
    return content.starts_with("PK") && std::ranges::all_of(known->tensors, [&content](std::string_view name) {
               return content.find(name) != std::string::npos;
           });
}

bool isJournal(const fs::path& file)
{
    return file.filename().string().ends_with(Journal::fileName({})) && fileKindAt(file) == FileKind::Journal;
}

} // namespace

bool isState(const fs::path& file)
{
    std::error_code ignored;
    return fs::is_regular_file(fs::symlink_status(file, ignored)) && (isJournal(file) || isTensorState(file));
}

void requireStateOrNone(const fs::path& file)
{
    std::error_code ignored;
    const bool isEmpty = fs::is_regular_file(file, ignored) && fileKindAt(file) == FileKind::Empty;
    if (!fs::exists(fs::symlink_status(file, ignored)) || isEmpty || isState(file)
        || OverwriteGuard::areOtherKindsReplaced())
        return;
    throw Error(ErrorCode::FileWrite,
                Message("{}: is no state that this program kept, and a state is kept under this name", file.string()),
                "move it away or write to another folder; --force replaces and removes it");
}

} // namespace ql
