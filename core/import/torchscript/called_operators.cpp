// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/source_checks.h"

#include "core/base/error.h"
#include "core/import/torchscript/library_operators.h"
#include "core/ops/torch/allowed_operators.h"

#include <algorithm>
#include <optional>
#include <torch/csrc/jit/frontend/lexer.h>
#include <torch/csrc/jit/frontend/parser.h>
#include <torch/csrc/jit/runtime/operator.h>

namespace ql::importers::torchscript {

namespace {

using namespace torch::jit;

[[noreturn]] void refuse(const TreeRef& tree, const Message& what,
                         const Message& remedy = "leave it out of the module before it is scripted, or rename an "
                                                 "attribute of that name")
{
    const auto line = tree->range().file_line_col();
    throw Error(ErrorCode::UnsupportedFormat, line ? Message("line {}: {}", std::get<1>(*line), what) : what, remedy);
}

[[noreturn]] void refuseCall(const TreeRef& tree, const std::string& name)
{
    if (name.starts_with("pico_ops::"))
        refuse(tree, Message("calls {}, one of AMCT's own operators (torch.ops.pico_ops)", name),
               "save the model with the torch.nn module that amct.nn stands for, or export it to ONNX and give the "
               "operator with --op-library");
    refuse(tree, Message("calls {}, which is not on the list of operators that models may call", name));
}

bool isVariable(const TreeRef& tree, std::string_view name)
{
    return tree->kind() == TK_VAR && Var(tree).name().name() == name;
}

/// What "a.b.c" begins with.
TreeRef rootOf(TreeRef tree)
{
    while (tree->kind() == '.')
        tree = Select(tree).value().tree();
    return tree;
}

/// "quantized" of "ops.quantized.add".
std::optional<std::string> namespaceIn(const Select& select)
{
    if (select.value().kind() != '.')
        return std::nullopt;
    const Select outer(select.value());
    return isVariable(outer.value().tree(), "ops") ? std::optional(outer.selector().name()) : std::nullopt;
}

bool isOperator(const std::string& name)
{
    return !getAllOperatorsFor(c10::Symbol::fromQualString(name)).empty();
}

/// Goes through the code of one function or method.
class Reader {
public:
    /// @p hasOwnSelf: what is called self is the object of the class around the code, and no tensor.
    explicit Reader(bool hasOwnSelf)
        : m_hasOwnSelf(hasOwnSelf)
    {
    }

    static void readMethod(const Def& method)
    {
        const auto parameters = method.decl().params();
        const bool hasOwnSelf = !parameters.empty() && parameters[0].ident().name() == "self";
        Reader(hasOwnSelf).readFunction(method, 1);
    }

    /// The parameters from number @p first on may be anything.
    void readFunction(const Def& function, std::size_t first)
    {
        const auto parameters = function.decl().params();
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const auto& name = parameters[i].ident().name();
            if (name == "__torch__")
                refuse(parameters[i].tree(), Message("gives {} another meaning", name));
            m_hasOwnSelf = m_hasOwnSelf && (i < first || name != "self");
            if (parameters[i].defaultValue().present())
                read(parameters[i].defaultValue().get().tree());
        }
        for (const auto& statement : function.statements())
            read(statement.tree());
    }

    void read(const TreeRef& tree)
    {
        switch (tree->kind()) {
        case '.': return readAttribute(Select(tree));
        case TK_VAR: return readName(tree);
        case TK_APPLY: return readCall(Apply(tree));
        case TK_ASSIGN: keepNames(Assign(tree).lhs_list().tree()); break;
        case TK_FOR: keepNames(For(tree).targets().tree()); break;
        case TK_LIST_COMP: keepNames(ListComp(tree).target().tree()); break;
        case TK_DICT_COMP: keepNames(DictComp(tree).target().tree()); break;
        case TK_WITH_ITEM: keepNames(tree->trees().back()); break;
        case TK_DEF: return Reader(m_hasOwnSelf).readFunction(Def(tree), 0); // forked work
        default: break;
        }
        readParts(tree);
    }

private:
    void readParts(const TreeRef& tree)
    {
        for (const auto& part : tree->trees())
            read(part);
    }

    /// Something else under this name would take its privileges.
    static void keepNames(const TreeRef& target)
    {
        for (const auto* name : {"self", "__torch__"})
            if (isVariable(target, name))
                refuse(target, Message("gives {} another meaning", name));
        if (target->kind() != '.' && target->kind() != TK_SUBSCRIPT)
            for (const auto& part : target->trees())
                keepNames(part);
    }

    void readAttribute(const Select& select)
    {
        const auto root = rootOf(select.tree());
        const auto& name = select.selector().name();
        if (isVariable(root, "__torch__"))
            return; // a class or function of the archive
        if (isVariable(root, "ops")) {
            const auto space = namespaceIn(select);
            if (!space)
                refuse(select.tree(), "names operators without calling one");
            if (!ops::isAllowedOperator(*space + "::" + name))
                refuseCall(select.tree(), *space + "::" + name);
            if (*space == "torchvision")
                knowVisionOperators();
            return;
        }
        readMember(select.tree(), select.value().tree(), name);
        if (!isVariable(select.value().tree(), "torch"))
            read(select.value().tree());
    }

    /// "value.name", which may be an operator that takes the value first.
    void readMember(const TreeRef& place, const TreeRef& value, const std::string& name) const
    {
        const auto found = "aten::" + name;
        const bool isOwn = m_hasOwnSelf && isVariable(value, "self");
        const bool isKnown =
            ops::isAllowedOperator(found) || (!isVariable(value, "torch") && ops::isAllowedOperator("prim::" + name));
        if (!isOwn && !isKnown && isOperator(found))
            refuseCall(place, found);
    }

    static void readName(const TreeRef& tree)
    {
        for (const auto* name : {"torch", "ops", "getattr"})
            if (isVariable(tree, name))
                refuse(tree, Message("uses {} as a value", name));
    }

    void readCall(const Apply& call)
    {
        const auto callee = call.callee().tree();
        if (isVariable(callee, "getattr")) {
            if (call.inputs().size() < 2 || call.inputs()[1].kind() != TK_STRINGLITERAL)
                refuse(callee, "asks for an attribute without its name");
            readMember(callee, call.inputs()[0].tree(), StringLiteral(call.inputs()[1]).text());
        } else if (callee->kind() == TK_VAR) {
            readBuiltin(callee, Var(callee).name().name());
        } else {
            read(callee);
        }
        readParts(call.inputs().tree());
        readParts(call.attributes().tree());
    }

    static void readBuiltin(const TreeRef& place, const std::string& name)
    {
        const bool isKnown = ops::isAllowedOperator("aten::" + name) || ops::isAllowedOperator("prim::" + name);
        for (const auto* space : {"aten::", "prim::"})
            if (!isKnown && isOperator(space + name))
                refuseCall(place, space + name);
    }

    bool m_hasOwnSelf;
};

std::vector<Def> methodsOf(const ClassDef& definition)
{
    std::vector<Def> methods;
    for (const auto& statement : definition.body())
        if (statement.kind() == TK_DEF)
            methods.emplace_back(statement.tree());
    return methods;
}

bool hasMethod(const ClassDef& definition, std::string_view name)
{
    return std::ranges::any_of(methodsOf(definition), [name](const Def& each) { return each.name().name() == name; });
}

/// @p name of @p definition's own methods, or of LibTorch's operators and types.
bool isCalledSafely(const ClassDef& definition, const TreeRef& callee)
{
    if (callee->kind() == TK_VAR)
        return !isVariable(callee, "unchecked_cast") && !isVariable(callee, "getattr");
    if (callee->kind() != '.')
        return false;
    const auto root = rootOf(callee);
    const Select select(callee);
    if (isVariable(select.value().tree(), "self"))
        return hasMethod(definition, select.selector().name());
    return isVariable(root, "torch") || isVariable(root, "ops");
}

void readLoading(const ClassDef& definition, const TreeRef& tree)
{
    if (tree->kind() == TK_WHILE || tree->kind() == TK_FOR || tree->kind() == TK_LIST_COMP)
        refuse(tree, "has a loop in code that runs while the file is read");
    if (tree->kind() == TK_APPLY && !isCalledSafely(definition, Apply(tree).callee().tree()))
        refuse(tree, "calls something else than operators in code that runs while the file is read");
    for (const auto& part : tree->trees())
        readLoading(definition, part);
}

bool isMagic(const std::string& name)
{
    return name.starts_with("__") && name.ends_with("__") && name != "__init__" && name != "__getstate__";
}

/// Adds the members of self that @p tree names, called or not: reading a property calls it.
void addOwnMembers(const TreeRef& tree, std::vector<std::string>& members)
{
    if (tree->kind() == '.' && isVariable(Select(tree).value().tree(), "self"))
        members.push_back(Select(tree).selector().name());
    for (const auto& part : tree->trees())
        addOwnMembers(part, members);
}

/// The methods of @p definition that run while a file is read: its magic ones, and what they reach of the others.
std::vector<Def> methodsWhileLoading(const ClassDef& definition)
{
    std::vector<Def> waiting = methodsOf(definition);
    std::vector<Def> running;
    std::vector<std::string> reached;
    const auto runs = [&reached](const Def& method) {
        const auto& name = method.name().name();
        return isMagic(name) || std::ranges::find(reached, name) != reached.end();
    };
    for (auto next = std::ranges::find_if(waiting, runs); next != waiting.end();
         next = std::ranges::find_if(waiting, runs)) {
        addOwnMembers(next->statements().tree(), reached);
        running.push_back(*next);
        waiting.erase(next);
    }
    return running;
}

template <typename Body>
void inMethod(const ClassDef& definition, const Def& method, Body&& body)
{
    withContext(Message("class {}, {}", definition.name().name(), method.name().name()), std::forward<Body>(body));
}

} // namespace

Definitions definitionsIn(std::string_view source)
{
    Definitions found;
    Parser parser(std::make_shared<Source>(std::string(source), std::string("code"), 1));
    auto& lexer = parser.lexer();
    while (lexer.cur().kind != TK_EOF) {
        if (lexer.cur().kind == TK_CLASS_DEF)
            found.classes.emplace_back(parser.parseClass());
        else if (lexer.cur().kind == TK_DEF)
            found.functions.emplace_back(parser.parseFunction(false));
        else
            lexer.next(); // imports, a version
    }
    return found;
}

void refuseUnlistedOperators(const Definitions& definitions)
{
    for (const auto& definition : definitions.classes) {
        for (const auto& method : methodsOf(definition))
            inMethod(definition, method, [&method] { Reader::readMethod(method); });
        for (const auto& statement : definition.body())
            if (statement.kind() == TK_ASSIGN && Assign(statement).rhs().present())
                Reader(false).read(Assign(statement).rhs().get().tree());
    }
    for (const auto& function : definitions.functions)
        withContext(Message::text(function.name().name()), [&function] { Reader(false).readFunction(function, 0); });
}

bool runsWhileItLoads(const Definitions& definitions)
{
    return std::ranges::any_of(definitions.classes,
                               [](const ClassDef& each) { return hasMethod(each, "__setstate__"); });
}

void refuseUnsafeLoading(const Definitions& definitions)
{
    for (const auto& definition : definitions.classes)
        for (const auto& method : methodsWhileLoading(definition))
            inMethod(definition, method, [&] { readLoading(definition, method.statements().tree()); });
}

} // namespace ql::importers::torchscript
