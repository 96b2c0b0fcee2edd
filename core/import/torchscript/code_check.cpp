// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/code_check.h"

#include "core/base/error.h"
#include "core/import/torchscript/class_check.h"
#include "core/import/torchscript/nesting.h"
#include "core/import/torchscript/source_text.h"

#include <algorithm>
#include <array>
#include <caffe2/serialize/inline_container.h>

namespace ql::import::torchscript {

namespace {

/// The operators of LibTorch that take the name of a file; every other works on tensors alone.
constexpr std::array<std::string_view, 2> kFileOperators{"from_file", "save"};

constexpr std::size_t kDeepestNesting = 500; // from 2500 on LibTorch's parser runs out of stack

/// What is wrong with @p source, if anything is.
void check(std::string_view source)
{
    if (const auto found = fileOperatorIn(source); !found.empty())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("calls {}, which reaches for files; models may only compute", found),
                    "leave the call out of the module before it is scripted, or rename a method of that name");
    if (nestingOf(source) > kDeepestNesting)
        throw Error(ErrorCode::UnsupportedFormat, "an expression or a block is nested too deeply",
                    "split it in the module before it is scripted");
    refuseHalfClasses(source);
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
            const auto word = wordAt(source, at);
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

void refuseUnsafeCode(const std::filesystem::path& path)
{
    caffe2::serialize::PyTorchStreamReader reader(path.string());
    for (const auto& name : reader.getAllRecords()) {
        if (name == "model.json")
            throw Error(ErrorCode::UnsupportedFormat, "the file is of TorchScript's format before PyTorch 1.2",
                        "load and save it with a newer PyTorch");
        if (!name.ends_with(".py"))
            continue;
        const auto [bytes, size] = reader.getRecord(name);
        const std::string_view source(static_cast<const char*>(bytes.get()), size);
        withContext(Message::text(name), [source] { check(source); });
    }
}

} // namespace ql::import::torchscript
