// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/archive_check.h"

#include "core/base/error.h"
#include "core/import/torchscript/source_checks.h"

#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/frontend/tree_views.h>

#include <algorithm>
#include <array>

namespace ql::importers::torchscript {

namespace {

constexpr std::size_t kDeepestNesting = 500; // from 2500 on LibTorch's parser runs out of stack
using namespace torch::jit;

/// Attributes of a class that are lists of names, without types.
constexpr std::array<std::string_view, 4> kLists{"__parameters__", "__buffers__", "__forward_hooks__",
                                                 "__forward_pre_hooks__"};

[[noreturn]] void refuse(const ClassDef& definition, const Message& why)
{
    throw Error(ErrorCode::FileCorrupt, Message("class {}: {}", definition.name().name(), why),
                "save the module again with PyTorch");
}

bool isEnumeration(const ClassDef& definition)
{
    const auto base = definition.superclass();
    return base.present() && base.get().kind() == TK_VAR && Var(base.get()).name().name() == "Enum";
}

/// "__annotations__["0"] = Tensor", of names that are no identifiers.
void checkAnnotation(const ClassDef& definition, const Assign& statement)
{
    const Subscript left(statement.lhs());
    if (!statement.rhs().present() || left.value().kind() != TK_VAR || left.subscript_exprs().size() != 1
        || left.subscript_exprs()[0].kind() != TK_STRINGLITERAL)
        refuse(definition, "an annotation is incomplete");
}

void checkAttribute(const ClassDef& definition, const Assign& statement)
{
    const auto& name = Var(statement.lhs()).name().name();
    if (isEnumeration(definition)) {
        if (!statement.rhs().present())
            refuse(definition, Message("{} has no value", name));
        return;
    }
    if (name == "__annotations__")
        return;
    if (std::ranges::find(kLists, name) == kLists.end()) {
        if (!statement.type().present())
            refuse(definition, Message("{} has no type", name));
        return;
    }
    if (!statement.rhs().present() || statement.rhs().get().kind() != TK_LIST_LITERAL)
        refuse(definition, Message("{} is no list", name));
    for (const auto& entry : ListLiteral(statement.rhs().get()).inputs())
        if (entry.kind() != TK_STRINGLITERAL)
            refuse(definition, Message("{} holds other things than names", name));
}

/// Refuses classes on which LibTorch's importer would fall over: it takes for granted that attributes have types and
/// constants values. @throws Error (FileCorrupt)
void refuseHalfClass(const ClassDef& definition)
{
    for (const auto& statement : definition.body()) {
        if (statement.kind() != TK_ASSIGN)
            continue;
        const Assign assignment(statement);
        if (assignment.lhs_list().size() != 1)
            refuse(definition, "a value has several names");
        if (assignment.lhs().kind() == TK_VAR)
            checkAttribute(definition, assignment);
        else if (assignment.lhs().kind() == TK_SUBSCRIPT)
            checkAnnotation(definition, assignment);
    }
}

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

} // namespace ql::importers::torchscript
