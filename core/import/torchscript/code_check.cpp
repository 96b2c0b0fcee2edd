// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/code_check.h"

#include "core/base/error.h"
#include "core/import/torchscript/called_operators.h"
#include "core/import/torchscript/class_check.h"
#include "core/import/torchscript/nesting.h"

#include <algorithm>
#include <caffe2/serialize/inline_container.h>

namespace ql::import::torchscript {

namespace {

constexpr std::size_t kDeepestNesting = 500; // from 2500 on LibTorch's parser runs out of stack

Definitions checkedDefinitions(std::string_view source)
{
    if (nestingOf(source) > kDeepestNesting)
        throw Error(ErrorCode::UnsupportedFormat, "an expression or a block is nested too deeply",
                    "split it in the module before it is scripted");
    auto definitions = definitionsIn(source);
    for (const auto& definition : definitions.classes)
        refuseHalfClass(definition);
    refuseUnlistedOperators(definitions);
    return definitions;
}

} // namespace

void refuseUnsafeCode(caffe2::serialize::PyTorchStreamReader& archive)
{
    std::vector<std::pair<std::string, Definitions>> sources;
    for (const auto& name : archive.getAllRecords()) {
        if (name == "model.json")
            throw Error(ErrorCode::UnsupportedFormat, "the file is of TorchScript's format before PyTorch 1.2",
                        "load and save it with a newer PyTorch");
        if (!name.ends_with(".py"))
            continue;
        const auto [bytes, size] = archive.getRecord(name);
        const std::string_view source(static_cast<const char*>(bytes.get()), size);
        withContext(Message::text(name), [&] { sources.emplace_back(name, checkedDefinitions(source)); });
    }
    if (std::ranges::none_of(sources, [](const auto& each) { return runsWhileItLoads(each.second); }))
        return;
    for (const auto& [name, definitions] : sources)
        withContext(Message::text(name), [&definitions] { refuseUnsafeLoading(definitions); });
}

} // namespace ql::import::torchscript
