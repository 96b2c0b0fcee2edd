// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace ql::tests {

/// The formats of all messages that the sources below @p core make, with a file of each: literals that Message is made
/// of, and those handed to a function that takes a Message.
std::map<std::string, std::string> messageFormats(const std::filesystem::path& core);

/// The words below @p report that are handed to `labels`, with a file of each.
std::map<std::string, std::string> labelWords(const std::filesystem::path& report);

/// Whether @p format has words, beside what stands in its places.
bool hasWords(const std::string& format);

} // namespace ql::tests
