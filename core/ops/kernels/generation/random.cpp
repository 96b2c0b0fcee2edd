// SPDX-License-Identifier: GPL-3.0-or-later
// Random numbers. Without a seed they follow from the node's name alone: baseline and analysis model, and every run,
// draw the same ones, or no comparison would mean anything.
#include "core/base/error.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <ATen/CPUGeneratorImpl.h>
#include <bit>

namespace ql::ops::kernels::random {

using graph::DataType;

namespace {

/// FNV-1a, which is the same on every machine.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char letter : text)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3u;
    return hash;
}

std::uint64_t seedOf(const graph::Node& node)
{
    return node.attributes.has("seed") ? std::bit_cast<std::uint64_t>(node.attributes.floatOr("seed", 0.0))
                                       : hashOf(node.name);
}

at::Generator generatorOf(std::uint64_t seed)
{
    return at::detail::createCPUGenerator(seed);
}

/// The type that the attribute names, undefined when it is missing.
DataType givenType(const graph::Node& node)
{
    return elementTypeOf(node, "dtype");
}

/// Numbers of a shape in float32.
using Draw = std::function<at::Tensor(const graph::Shape& shape, const at::Generator& generator)>;

Draw normal(const graph::Node& node)
{
    const auto mean = node.attributes.floatOr("mean", 0.0);
    const auto deviation = node.attributes.floatOr("scale", 1.0);
    return [mean, deviation](const graph::Shape& shape, const at::Generator& generator) {
        return at::randn(shape, generator, at::TensorOptions().dtype(at::kFloat)).mul_(deviation).add_(mean);
    };
}

Draw uniform(const graph::Node& node)
{
    const auto low = node.attributes.floatOr("low", 0.0);
    const auto high = node.attributes.floatOr("high", 1.0);
    return [low, high](const graph::Shape& shape, const at::Generator& generator) {
        return at::rand(shape, generator, at::TensorOptions().dtype(at::kFloat)).mul_(high - low).add_(low);
    };
}

OperatorDefinition ofShape(std::string name, Draw (*drawOf)(const graph::Node&))
{
    return {"", std::move(name), 1, kLatestOpset, [drawOf](const graph::Node& node) -> Kernel {
                const auto given = givenType(node);
                const auto type = given == DataType::Undefined ? DataType::Float : given;
                const auto shape = node.attributes.intsOr("shape", {});
                expectAffordable(shape, DataType::Float);
                return
                    [draw = drawOf(node), type, shape, seed = seedOf(node)](const KernelCall&) -> std::vector<Tensor> {
                        return {storedAs(draw(shape, generatorOf(seed)), type)};
                    };
            }};
}

OperatorDefinition ofInput(std::string name, Draw (*drawOf)(const graph::Node&))
{
    return {"", std::move(name), 1, kLatestOpset, [drawOf](const graph::Node& node) -> Kernel {
                return [draw = drawOf(node), given = givenType(node),
                        seed = seedOf(node)](const KernelCall& call) -> std::vector<Tensor> {
                    const auto& like = call.required(0);
                    return {storedAs(draw(like.shape(), generatorOf(seed)),
                                     given == DataType::Undefined ? like.type : given)};
                };
            }};
}

/// 1 with the probability that the input says.
Kernel bindBernoulli(const graph::Node& node)
{
    return [given = givenType(node), seed = seedOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0");
        const auto drawn = at::rand(x.shape(), generatorOf(seed), at::TensorOptions().dtype(at::kFloat));
        return {storedAs(drawn.lt(computable(x)), given == DataType::Undefined ? x.type : given)};
    };
}

/// Classes drawn from rows of logarithms of probabilities.
Kernel bindMultinomial(const graph::Node& node)
{
    const auto given = givenType(node);
    const auto count = node.attributes.intOr("sample_size", 1);
    if (count < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute sample_size is {}, expected 1 or more", count));
    const auto type = given == DataType::Undefined ? DataType::Int32 : given;
    return [type, count, seed = seedOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectFloat(x, "input 0");
        expectRank(x, "input 0", 2);
        return {storedAs(at::multinomial(at::softmax(computable(x), 1), count, true, generatorOf(seed)), type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "Bernoulli", 15, kLatestOpset, bindBernoulli},
            {"", "Multinomial", 7, kLatestOpset, bindMultinomial},
            ofShape("RandomNormal", normal),
            ofInput("RandomNormalLike", normal),
            ofShape("RandomUniform", uniform),
            ofInput("RandomUniformLike", uniform)};
}

} // namespace ql::ops::kernels::random
