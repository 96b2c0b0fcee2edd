// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/onnx/onnx_function.h"

#include "core/base/error.h"
#include "core/base/job_context.h"
#include "core/import/onnx/function_body.h"
#include "core/import/onnx/onnx_names.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <vector>

namespace ql::importers {

namespace {

using NodeList = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

constexpr std::size_t kDeepest = 64;     // calls within calls, and graphs within graphs
constexpr std::size_t kNodeBytes = 1024; // of a node beside its message: what becomes of it

/// The key under which a function is called. Overloads are a field that this message definition is too old for.
std::string keyOf(const std::string& domain, const std::string& name, const std::string& overload)
{
    return fmt::format("{}::{}::{}", normalisedDomain(domain), name, overload);
}

std::string keyOf(const onnx::NodeProto& node)
{
    constexpr int kOverloadField = 8;
    return keyOf(node.domain(), node.op_type(), unknownText(node, kOverloadField));
}

std::string keyOf(const onnx::FunctionProto& function)
{
    constexpr int kOverloadField = 13;
    return keyOf(function.domain(), function.name(), unknownText(function, kOverloadField));
}

class FunctionInliner {
public:
    FunctionInliner(onnx::ModelProto& model, ExpansionBudget& budget, const std::stop_token& stop)
        : m_model(model)
        , m_budget(budget)
        , m_stop(stop)
    {
        for (const auto& function : model.functions())
            m_functions[keyOf(function)] = &function;
        for (const auto& import : model.opset_import())
            m_opsets[normalisedDomain(import.domain())] = import.version();
        collectValueNames(model.graph(), m_valueNames);
    }

    void run() { inlineGraph(*m_model.mutable_graph(), 0); }

private:
    void inlineGraph(onnx::GraphProto& graph, std::size_t depth);
    /// Moves @p node to @p target, or what it expands to if it is a call.
    void place(onnx::NodeProto& node, NodeList& target, const std::string& fallbackName, std::size_t depth);
    void expand(const onnx::NodeProto& call, const onnx::FunctionProto& function, NodeList& target, std::size_t depth);
    void checkDepth(std::size_t depth) const;
    void carryOpset(const onnx::FunctionProto& function, onnx::NodeProto& node);

    onnx::ModelProto& m_model;
    ExpansionBudget& m_budget;
    const std::stop_token& m_stop;
    std::map<std::string, const onnx::FunctionProto*> m_functions;
    std::map<std::string, std::int64_t> m_opsets;
    std::unordered_set<std::string> m_valueNames;
    std::vector<std::string> m_calls; ///< the functions that are being expanded, outermost first
};

void FunctionInliner::checkDepth(std::size_t depth) const
{
    if (depth > kDeepest)
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("graphs and functions are nested more than {} deep", kDeepest));
}

void FunctionInliner::inlineGraph(onnx::GraphProto& graph, std::size_t depth)
{
    checkDepth(depth);
    const auto names = nodeNames(graph);
    NodeList old;
    old.Swap(graph.mutable_node());
    for (int i = 0; i < old.size(); ++i)
        place(old[i], *graph.mutable_node(), names[std::size_t(i)], depth);
}

void FunctionInliner::place(onnx::NodeProto& node, NodeList& target, const std::string& fallbackName, std::size_t depth)
{
    for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g())
            inlineGraph(*attribute.mutable_g(), depth + 1);
        for (auto& body : *attribute.mutable_graphs())
            inlineGraph(body, depth + 1);
    }
    const auto function = m_functions.find(keyOf(node));
    if (function == m_functions.end()) {
        target.Add()->Swap(&node);
        return;
    }
    // The name must be fixed before its position in the file is lost.
    node.set_name(fallbackName);
    withContext(Message("node {} (function {})", node.name(), node.op_type()),
                [&] { expand(node, *function->second, target, depth); });
}

void FunctionInliner::carryOpset(const onnx::FunctionProto& function, onnx::NodeProto& node)
{
    const auto domain = normalisedDomain(node.domain());
    for (const auto& import : function.opset_import()) {
        const auto known = m_opsets.find(domain);
        const bool isSame = known != m_opsets.end() && known->second == import.version();
        if (normalisedDomain(import.domain()) != domain || isSame)
            continue;
        checkOpset(domain, import.version());
        setOpset(node, import.version());
        break;
    }
    for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g())
            for (auto& inner : *attribute.mutable_g()->mutable_node())
                carryOpset(function, inner);
        for (auto& body : *attribute.mutable_graphs())
            for (auto& inner : *body.mutable_node())
                carryOpset(function, inner);
    }
}

void FunctionInliner::expand(const onnx::NodeProto& call, const onnx::FunctionProto& function, NodeList& target,
                             std::size_t depth)
{
    checkDepth(depth + 1);
    const auto key = keyOf(function);
    if (std::ranges::find(m_calls, key) != m_calls.end())
        throw Error(ErrorCode::InvalidGraph,
                    Message("function {} calls itself, by way of {}", function.name(), fmt::join(m_calls, ", ")));
    m_calls.push_back(key);
    FunctionBody body(function, call, m_valueNames);
    for (int i = 0; i < function.node_size(); ++i) {
        throwIfStopped(m_stop);
        m_budget.make(function.node(i).ByteSizeLong() + kNodeBytes);
        auto node = body.instantiate(i);
        carryOpset(function, node);
        const auto name = node.name();
        place(node, target, name, depth + 1);
    }
    for (auto& copy : body.passedThrough())
        target.Add()->Swap(&copy);
    m_calls.pop_back();
}

} // namespace

void inlineFunctions(onnx::ModelProto& model, ExpansionBudget& budget, const std::stop_token& stop)
{
    if (model.functions_size() == 0)
        return;
    FunctionInliner(model, budget, stop).run();
    model.clear_functions();
}

} // namespace ql::importers
