// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ql::tests {

/// A file that somebody may ask about.
struct AnyFile {
    std::string name; ///< with the suffix that such a file has
    std::string bytes;
};

/// The kinds of files that writeEveryFile() makes samples of: what is read as a model or as weights, what is read as
/// something else, what other tools read, and what is none of it.
const std::vector<std::string>& everyKindOfFile();

/// Makes @p folder/KIND/NUMBER/NAME of every sample. Uses LibTorch, so in a child where others are to follow.
void writeEveryFile(const std::filesystem::path& folder);

/// What writeEveryFile() wrote of @p kind, in its order.
std::vector<AnyFile> filesOfKind(const std::filesystem::path& folder, const std::string& kind);

struct DamagedFile {
    std::string how;
    AnyFile file;
};

/// @p file as it is and under another name, cut to several lengths, and damaged here and there: always alike for the
/// same @p seed. @p kind: some keep their form, so that the damage gets past the first check.
std::vector<DamagedFile> damagedFiles(const std::string& kind, const AnyFile& file, unsigned seed);

} // namespace ql::tests
