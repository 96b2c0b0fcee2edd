// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/code_check.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <caffe2/serialize/inline_container.h>
#include <fmt/format.h>

namespace ql::import::torchscript {

namespace {

/// The operators of LibTorch that take the name of a file; every other works on tensors alone.
constexpr std::array<std::string_view, 2> kFileOperators{"from_file", "save"};

bool isWordCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The position behind the string literal that begins at @p at.
std::size_t behindString(std::string_view source, std::size_t at)
{
    const auto quote = source.substr(at, 1);
    const bool isTriple = source.substr(at, 3) == std::string(3, quote[0]);
    const std::string end(isTriple ? 3 : 1, quote[0]);
    for (at += end.size(); at < source.size() && source.substr(at, end.size()) != end; ++at)
        if (source[at] == '\\')
            ++at;
    return std::min(at + end.size(), source.size());
}

} // namespace

std::string_view fileOperatorIn(std::string_view source)
{
    bool isBehindDot = false;
    for (std::size_t at = 0; at < source.size();) {
        const char c = source[at];
        if (c == '"' || c == '\'') {
            at = behindString(source, at);
            isBehindDot = false;
        } else if (c == '#') {
            at = std::min(source.find('\n', at), source.size());
        } else if (isWordCharacter(c)) {
            const auto end = std::find_if_not(source.begin() + std::ptrdiff_t(at), source.end(), isWordCharacter);
            const auto word = source.substr(at, std::size_t(end - source.begin()) - at);
            // Whatever stands before the dot: a tensor's methods are LibTorch's operators too.
            const auto found = std::ranges::find(kFileOperators, word);
            if (isBehindDot && found != kFileOperators.end())
                return *found;
            at += word.size();
            isBehindDot = false;
        } else {
            isBehindDot = c == '.' || (isBehindDot && (c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\\'));
            ++at;
        }
    }
    return {};
}

void refuseFileAccess(const std::filesystem::path& path)
{
    caffe2::serialize::PyTorchStreamReader reader(path.string());
    for (const auto& name : reader.getAllRecords()) {
        if (name == "model.json")
            throw Error(ErrorCode::UnsupportedFormat, "the file is of TorchScript's format before PyTorch 1.2",
                        "load and save it with a newer PyTorch");
        if (!name.ends_with(".py"))
            continue;
        const auto [bytes, size] = reader.getRecord(name);
        const auto found = fileOperatorIn({static_cast<const char*>(bytes.get()), size});
        if (!found.empty())
            throw Error(ErrorCode::UnsupportedFormat,
                        fmt::format("{} calls {}, which reaches for files; models may only compute", name, found),
                        "leave the call out of the module before it is scripted, or rename a method of that name");
    }
}

} // namespace ql::import::torchscript
