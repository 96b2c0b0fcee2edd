// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace ql::tests {

/// A sentence that stands in a C++ source, with %1, %2 … for what is filled in.
struct SourceSentence {
    std::string file;
    std::string form;
};

enum class Scan {
    Calls,     ///< what an Error, a stage of a job or the context of an error is made of
    Everything ///< every literal that has the looks of words
};

/// The sentences of one source file: literals, joined with what is added to them by +, and fmt's {} taken for places.
std::vector<SourceSentence> sentencesIn(const std::filesystem::path& file, Scan scan);

/// All literals of @p file one behind the other, places as they stand.
std::string literalsIn(const std::filesystem::path& file);

} // namespace ql::tests
