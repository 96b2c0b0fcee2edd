// SPDX-License-Identifier: GPL-3.0-or-later
// com.microsoft MoE and QMoE: each token goes through its k best experts, two products with an activation between them,
// and what they give is summed by the router's weights (docs/ContribOperators.md of github.com/microsoft/onnxruntime;
// the router as contrib_ops/cpu/moe has it: MoE takes the softmax over all experts, QMoE that over the chosen ones;
// both read in November 2026). QMoE's weights are integers, a scale for each row or block of one. Of equal routers'
// numbers the later expert is chosen.
#include "core/base/error.h"
#include "core/ops/quantization/packed_weights.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ql::ops::kernels::mixture_of_experts {

namespace {

constexpr std::size_t kNoInput = std::numeric_limits<std::size_t>::max();

/// The inputs of one of an expert's products.
struct ProductInputs {
    const char* name;
    std::size_t weight;
    std::size_t bias;
    std::size_t scales = kNoInput;
    std::size_t zeroPoints = kNoInput;
};

using Products = std::array<ProductInputs, 3>;
constexpr Products kFloatProducts{{{"fc1", 2, 3}, {"fc2", 4, 5}, {"fc3", 6, 7}}};
constexpr Products kQuantizedProducts{{{"fc1", 2, 4, 3, 11}, {"fc2", 5, 7, 6, 12}, {"fc3", 8, 10, 9, 13}}};
constexpr std::size_t kRouterWeights = 14;
constexpr std::size_t kFirstFloatScale = 15; ///< of forms that hold floats of 4 and 8 bits

enum class Fusion { None, Interleaved, Concatenated };

struct Experts {
    bool isQuantized = false;
    std::int64_t chosen = 1;
    bool normalizes = false;
    std::string activation;
    Fusion fusion = Fusion::None;
    double alpha = 1;
    double beta = 0;
    double limit = std::numeric_limits<double>::infinity();
    std::int64_t bits = 4;
    std::int64_t blockSize = 0; ///< 0: a scale for each row
    bool roundsActivations = false;

    const Products& products() const { return isQuantized ? kQuantizedProducts : kFloatProducts; }
    bool isGated() const { return activation == "swiglu"; }
};

void expectNot(const graph::Node& node, std::string_view attribute, std::int64_t refused)
{
    if (node.attributes.intOr(attribute, refused - 1) == refused)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is {}, which is not supported", attribute, refused));
}

void readActivation(const graph::Node& node, Experts& experts)
{
    constexpr std::array kKnown{"relu", "gelu", "silu", "swiglu", "identity"};
    experts.activation = node.attributes.stringOr("activation_type", "relu");
    if (std::ranges::find(kKnown, experts.activation) == kKnown.end())
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute activation_type is \"{}\", expected relu, gelu, silu, swiglu or identity",
                            experts.activation));
    const auto fusion = node.attributes.intOr("swiglu_fusion", 0);
    if (fusion < 0 || fusion > 2)
        throw Error(ErrorCode::InvalidNode, Message("attribute swiglu_fusion is {}, expected 0, 1 or 2", fusion));
    experts.fusion = experts.isGated() ? Fusion(fusion) : Fusion::None;
    experts.alpha = node.attributes.floatOr("activation_alpha", experts.alpha);
    experts.beta = node.attributes.floatOr("activation_beta", experts.beta);
    experts.limit = node.attributes.floatOr("swiglu_limit", experts.limit);
}

void readQuantization(const graph::Node& node, Experts& experts)
{
    const auto type = node.attributes.stringOr("quant_type", "int");
    if (type != "int")
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute quant_type is \"{}\": only integers (\"int\") are supported", type));
    expectNot(node, "weights_prepacked", 1);
    experts.bits = node.attributes.intOr("expert_weight_bits", experts.bits);
    if (experts.bits != 2 && experts.bits != 4 && experts.bits != 8)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute expert_weight_bits is {}, expected 2, 4 or 8", experts.bits));
    experts.blockSize = node.attributes.intOr("block_size", 0);
    if (experts.blockSize < 0)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute block_size is {}, expected 0 or more", experts.blockSize));
    constexpr std::int64_t kRoundingLevel = 4;
    experts.roundsActivations = experts.blockSize > 0 && node.attributes.intOr("accuracy_level", 0) == kRoundingLevel;
}

Experts expertsOf(const graph::Node& node)
{
    Experts experts{.isQuantized = node.opType == "QMoE", .activation = {}};
    expectNot(node, "use_sparse_mixer", 1);
    experts.chosen = node.attributes.intOr("k", 1);
    if (experts.chosen < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute k is {}, expected 1 or more", experts.chosen));
    experts.normalizes = node.attributes.intOr("normalize_routing_weights", 0) == 1;
    readActivation(node, experts);
    if (experts.isQuantized)
        readQuantization(node, experts);
    return experts;
}

at::Tensor floats(const Tensor& tensor)
{
    return computable(tensor).to(at::kFloat);
}

/// The integers in the bytes of @p packed, the lowest bits first: the last axis grows by 8 / bits.
at::Tensor unpackedBytes(const Tensor& packed, std::int64_t bits, const Message& what)
{
    expectType(packed, what, {graph::DataType::UInt8});
    return unpackedIntegers(packed.data, bits).to(at::kFloat);
}

/// @p numbers of rows or of blocks, one for each element of a row of @p depth.
at::Tensor spread(const at::Tensor& numbers, std::int64_t rows, std::int64_t depth, std::int64_t blockSize,
                  const Message& what)
{
    const auto perRow = blockSize == 0 ? 1 : (depth + blockSize - 1) / blockSize;
    const auto all = numbers.dim() == 1 ? numbers.unsqueeze(1) : numbers;
    if (all.dim() != 2 || all.size(0) != rows || all.size(1) < perRow)
        throw Error(ErrorCode::ShapeMismatch, Message("{} has shape {} for each expert, expected {}x{}", what,
                                                      graph::toString(numbers.sizes().vec()), rows, perRow));
    if (blockSize == 0)
        return all.narrow(1, 0, 1);
    return all.repeat_interleave(blockSize, 1).narrow(1, 0, depth);
}

/// Of rows that have one each, @p bytes hold them one after the other.
at::Tensor zeroPointsOf(const Tensor& given, std::int64_t expert, std::int64_t rows, std::int64_t depth,
                        const Experts& experts, const Message& what)
{
    const Tensor own{given.data.select(0, expert), given.type};
    auto all = unpackedBytes(own, experts.bits, what);
    if (all.dim() == 1 && all.size(0) >= rows)
        all = all.narrow(0, 0, rows);
    return spread(all, rows, depth, experts.blockSize, what);
}

/// One expert's weight in float32, [rows, depth].
at::Tensor weightOf(const KernelCall& call, const Experts& experts, const ProductInputs& product, std::int64_t expert)
{
    const auto& stored = call.required(product.weight);
    const Message what("input {} ({}_experts_weights)", product.weight, product.name);
    expectRank(stored, what, 3);
    if (!experts.isQuantized) {
        expectFloat(stored, what);
        return floats({stored.data.select(0, expert), stored.type});
    }
    auto integers = unpackedBytes({stored.data.select(0, expert), stored.type}, experts.bits, what);
    const auto rows = integers.size(0), depth = integers.size(1);
    const auto& scales = call.required(product.scales);
    expectFloat(scales, Message("input {} ({}_scales)", product.scales, product.name));
    if (call.has(product.zeroPoints))
        integers = integers.sub(zeroPointsOf(call.input(product.zeroPoints), expert, rows, depth, experts,
                                             Message("input {} ({}_zero_points)", product.zeroPoints, product.name)));
    else
        integers = integers.sub(double(1 << (experts.bits - 1)));
    return integers.mul(spread(floats({scales.data.select(0, expert), scales.type}), rows, depth, experts.blockSize,
                               Message("input {} ({}_scales)", product.scales, product.name)));
}

at::Tensor product(const KernelCall& call, const Experts& experts, const ProductInputs& inputs, std::int64_t expert,
                   const at::Tensor& x)
{
    const auto weight = weightOf(call, experts, inputs, expert);
    if (weight.size(1) != x.size(1))
        throw Error(ErrorCode::ShapeMismatch, Message("input {} ({}_experts_weights) multiplies rows of {}, found {}",
                                                      inputs.weight, inputs.name, weight.size(1), x.size(1)));
    const auto multiplied = experts.roundsActivations ? roundedInBlocks(x, experts.blockSize) : x;
    auto y = at::matmul(multiplied, weight.t());
    if (!call.has(inputs.bias))
        return y;
    const Tensor bias{call.input(inputs.bias).data.select(0, expert), call.input(inputs.bias).type};
    expectShape(bias, Message("input {} ({}_experts_bias), of each expert,", inputs.bias, inputs.name), {y.size(1)});
    return y.add(floats(bias));
}

/// G · sigmoid(alpha · G) · (L + beta), both within the limit.
at::Tensor gated(const Experts& experts, const at::Tensor& gate, const at::Tensor& linear)
{
    const auto g = gate.clamp_max(experts.limit);
    const auto l = linear.clamp(-experts.limit, experts.limit);
    return g.mul(g.mul(experts.alpha).sigmoid()).mul(l.add(experts.beta));
}

at::Tensor activated(const Experts& experts, const at::Tensor& x, const at::Tensor& third)
{
    if (experts.fusion == Fusion::Interleaved) {
        const auto pairs = x.unflatten(1, {-1, 2});
        return gated(experts, pairs.select(2, 0), pairs.select(2, 1));
    }
    if (experts.fusion == Fusion::Concatenated)
        return gated(experts, x.narrow(1, 0, x.size(1) / 2), x.narrow(1, x.size(1) / 2, x.size(1) / 2));
    if (experts.isGated())
        return gated(experts, x, third);
    if (experts.activation == "relu")
        return x.relu();
    if (experts.activation == "gelu")
        return at::gelu(x, "tanh");
    return experts.activation == "silu" ? at::silu(x) : x;
}

at::Tensor throughExpert(const KernelCall& call, const Experts& experts, std::int64_t expert, const at::Tensor& x)
{
    const auto& [first, second, third] = experts.products();
    const bool readsThird = experts.isGated() && experts.fusion == Fusion::None;
    const auto inner = product(call, experts, first, expert, x);
    if (experts.fusion != Fusion::None && inner.size(1) % 2 != 0)
        throw Error(ErrorCode::ShapeMismatch, Message("input {} ({}_experts_weights) has {} rows, expected an even "
                                                      "number",
                                                      first.weight, first.name, inner.size(1)));
    const auto linear = readsThird ? product(call, experts, third, expert, x) : at::Tensor();
    return product(call, experts, second, expert, activated(experts, inner, linear));
}

/// Which experts each token goes through, [tokens, k], and with which weights.
struct Routes {
    at::Tensor experts;
    at::Tensor weights;
};

Routes routesOf(const KernelCall& call, const Experts& experts, std::int64_t tokens)
{
    const auto& router = call.required(1);
    expectFloat(router, "input 1 (router_probs)");
    expectRank(router, "input 1 (router_probs)", 2);
    const auto count = router.data.size(1);
    if (router.data.size(0) != tokens || experts.chosen > count)
        throw Error(ErrorCode::ShapeMismatch, Message("input 1 (router_probs) has shape {}, expected {} rows of {} "
                                                      "experts or more",
                                                      graph::toString(router.shape()), tokens, experts.chosen));
    const auto logits = floats(router);
    const auto order = std::get<1>(logits.flip({1}).sort(true, 1, true)).narrow(1, 0, experts.chosen);
    Routes routes{order.mul(-1).add(count - 1), {}};
    const auto chosenOf = [&routes](const at::Tensor& numbers) { return numbers.gather(1, routes.experts); };
    if (!experts.isQuantized) {
        routes.weights = chosenOf(logits.softmax(1));
    } else if (call.has(kRouterWeights)) {
        expectShape(call.input(kRouterWeights), "input 14 (router_weights)", router.shape());
        routes.weights = chosenOf(floats(call.input(kRouterWeights)));
    } else {
        routes.weights = chosenOf(logits).softmax(1);
        return routes;
    }
    if (experts.normalizes) {
        const auto sums = routes.weights.sum(1, true);
        routes.weights = at::where(sums.eq(0), at::zeros({}, at::kFloat), routes.weights.div(sums));
    }
    return routes;
}

void expectReadInputs(const KernelCall& call, const Experts& experts)
{
    const auto& third = experts.products()[2];
    const bool readsThird = experts.isGated() && experts.fusion == Fusion::None;
    if (call.has(third.weight) && !readsThird)
        throw Error(ErrorCode::InvalidNode, Message("input {} (fc3_experts_weights) is given, which only swiglu with "
                                                    "swiglu_fusion 0 reads",
                                                    third.weight));
    if (!experts.isQuantized)
        return;
    for (std::size_t slot = kFirstFloatScale; slot < call.inputs.size(); ++slot)
        if (call.has(slot))
            throw Error(ErrorCode::InvalidNode,
                        Message("input {} is given, a scale that weights of quant_type \"int\" don't have", slot));
}

Kernel bind(const graph::Node& node)
{
    return [experts = expertsOf(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& input = call.required(0);
        expectFloat(input, "input 0 (input)");
        if (input.data.dim() != 2 && input.data.dim() != 3)
            throw Error(ErrorCode::ShapeMismatch,
                        Message("input 0 (input) has rank {}, expected 2 or 3", input.data.dim()));
        expectReadInputs(call, experts);
        const auto x = floats(input).reshape({-1, input.data.size(-1)});
        const auto routes = routesOf(call, experts, x.size(0));
        auto y = at::zeros_like(x);
        for (std::int64_t expert = 0; expert < call.input(1).data.size(1); ++expert) {
            const auto places = routes.experts.eq(expert).nonzero();
            if (places.size(0) == 0)
                continue;
            const auto tokens = places.select(1, 0);
            const auto given = throughExpert(call, experts, expert, x.index_select(0, tokens));
            if (given.size(1) != y.size(1))
                throw Error(ErrorCode::ShapeMismatch,
                            Message("the experts give rows of {}, expected {}", given.size(1), y.size(1)));
            const auto weights = routes.weights.masked_select(routes.experts.eq(expert)).unsqueeze(1);
            y.index_add_(0, tokens, given.mul(weights));
        }
        return {storedAs(y.reshape(input.data.sizes()), input.type)};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"com.microsoft", "MoE", 1, kLatestOpset, bind}, {"com.microsoft", "QMoE", 1, kLatestOpset, bind}};
}

} // namespace ql::ops::kernels::mixture_of_experts
