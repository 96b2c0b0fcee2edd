// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace ql::cli {

/// Under which heads --help and the man pages list what several commands take. What is a command's own stands under
/// "Options".
inline constexpr const char* kModelOptions = "Models";
inline constexpr const char* kSampleOptions = "Samples";
inline constexpr const char* kImageOptions = "Images";
inline constexpr const char* kQuantizationOptions = "Quantization";
inline constexpr const char* kLayerOptions = "Layers";
inline constexpr const char* kThresholdOptions = "Pass or fail";
inline constexpr const char* kJudgeOptions = "Judge";
inline constexpr const char* kAnswerOptions = "Answer";
inline constexpr const char* kWrittenOptions = "Written models";
inline constexpr const char* kCommonOptions = "Common options";

/// Whether --help leaves @p option to --help-all.
bool isRare(const CLI::Option& option);
/// The names that isRare() knows, without hyphens: each is that of an option of some command.
std::span<const char* const> rareNames();

} // namespace ql::cli
