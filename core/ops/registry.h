// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"
#include "core/ops/passes/epilogue.h"
#include "core/ops/tensor.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ql::ops {

/// Runs a graph found in an attribute (then_branch, body …) with the enclosing values it captures.
/// @p attribute names it; @p inputs are its explicit inputs; @p iteration (≥ 0 in loops) names the turn for taps.
using BodyRunner =
    std::function<std::vector<Tensor>(std::string_view attribute, std::vector<Tensor> inputs, std::int64_t iteration)>;

struct DequantizedFactors;

/// What a kernel is given for one execution of its node.
struct KernelCall {
    std::span<const Tensor> inputs;                  ///< one per node input; undefined where the node omits it
    const BodyRunner& runBody;                       ///< only meaningful for control flow
    std::uint64_t constants = 0;                     ///< bit i: input i depends on constants only
    Epilogue* epilogue = nullptr;                    ///< what the kernel may do along with its work, or nothing
    const DequantizedFactors* dequantized = nullptr; ///< what the graph says of the factors of a product, or nothing

    /// Input @p i whatever it is (a sequence, too), or an undefined tensor when the node has fewer.
    const Tensor& input(std::size_t i) const;
    /// Whether input @p i is a tensor of numbers. @throws Error (TypeMismatch) when it is one of strings.
    bool has(std::size_t i) const
    {
        return i < inputs.size() && (inputs[i].isDefined() || (inputs[i].holdsStrings() && refuseStrings(i)));
    }
    /// Whether input @p i is most likely the same tensor in the next call: what is derived from it is worth keeping.
    bool isConstant(std::size_t i) const { return i < 64 && (constants >> i & 1) != 0; }
    /// A tensor of numbers.
    /// @throws Error (InvalidNode) "input 1 is missing" when omitted, (TypeMismatch) for a sequence, a map or strings.
    const Tensor& required(std::size_t i) const;
    /// A tensor of numbers or strings. @throws Error as required()
    const Tensor& tensor(std::size_t i) const { return input(i).holdsStrings() ? inputs[i] : required(i); }
    /// A tensor of strings. @throws Error (TypeMismatch) "input 1 has type float32, expected string", (InvalidNode)
    const graph::TensorData& strings(std::size_t i) const;
    /// A map. @throws Error (TypeMismatch) "input 0 is no map"
    const Tensor& map(std::size_t i) const;
    /// @throws Error (TypeMismatch) "input 1 is no sequence"
    const std::vector<Tensor>& sequence(std::size_t i) const;

private:
    [[noreturn]] bool refuseStrings(std::size_t i) const;
};

/// Evaluates one node: takes its inputs, gives one tensor per node output (undefined for omitted ones).
/// Must not change its inputs' elements; outputs may share their memory (views). Called from one thread at a time.
using Kernel = std::function<std::vector<Tensor>(const KernelCall&)>;

constexpr int kLatestOpset = std::numeric_limits<int>::max();

/// An operator in one range of opset versions. bind() reads and checks the attributes once, before anything runs,
/// and gives the kernel. @throws Error (InvalidNode) from bind() and from the kernel; the executor adds node and
/// operator.
struct OperatorDefinition {
    std::string domain; ///< "" is ai.onnx
    std::string name;
    int since = 1;            ///< first opset of the range
    int until = kLatestOpset; ///< last opset of the range, inclusive
    std::function<Kernel(const graph::Node&)> bind;
    std::string library = {}; ///< the operator library that brought it; empty for a kernel of ours
};

using OperatorDefinitions = std::vector<OperatorDefinition>;

/// OperatorDefinition::bind of a kernel that takes nothing from its node.
template <auto evaluate>
Kernel stateless(const graph::Node&)
{
    return evaluate;
}
/// The same of one that evaluates a call with what @p read gave for its node.
template <auto read, auto evaluate>
Kernel boundTo(const graph::Node& node)
{
    return [attributes = read(node)](const KernelCall& call) { return evaluate(call, attributes); };
}
/// With what a class makes of the node.
template <typename Attributes, auto evaluate>
Kernel boundTo(const graph::Node& node)
{
    return [attributes = Attributes(node)](const KernelCall& call) { return evaluate(call, attributes); };
}

/// All known operators, by domain, name and opset. Built once, then read-only; safe to share between threads.
class Registry {
public:
    /// The built-in kernels of core/ops/kernels.inc.
    static const Registry& builtIn();
    /// The built-in kernels and what operator libraries brought so far. It stays as it is: a library that is loaded
    /// later makes another one.
    static const Registry& current();
    /// Makes another current() that has @p adding too, and @p replacing in place of what overlaps with it.
    /// @throws Error (BadArgument) when something of @p adding overlaps with what is there; nothing changes then
    static void extend(OperatorDefinitions adding, OperatorDefinitions replacing);

    /// @throws Error (Internal) when ranges of the same operator overlap.
    void add(OperatorDefinitions definitions);
    /// The definition that covers @p opset, or null.
    const OperatorDefinition* find(std::string_view domain, std::string_view name, int opset) const;
    /// The definition that evaluates @p node, or null: by its operator, or the call of LibTorch that it carries.
    const OperatorDefinition* find(const graph::Node& node) const;
    bool supports(const graph::Node& node) const;
    /// Why @ref supports says no: "no operator of that name is known" or "is known for opset 7 to 9, not 10".
    Message reasonAgainst(const graph::Node& node) const;
    std::size_t size() const;

private:
    const OperatorDefinition* findOverlap(const OperatorDefinition& definition) const;
    void replace(OperatorDefinition definition);

    std::map<std::pair<std::string, std::string>, OperatorDefinitions> m_definitions;
};

} // namespace ql::ops
