// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/recurrent/recurrent.h"

#include "core/base/error.h"
#include "core/ops/quantization/quantization_parameters.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/thread_parts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <exception>

namespace ql::ops {

namespace {

struct ActivationRule {
    std::string_view name; ///< lower case
    bool hasAlpha;
    bool hasBeta;
    double alpha;
    double beta;
    at::Tensor (*function)(const at::Tensor& x, double alpha, double beta);
};

/// Names and defaults as the operators' pages give them.
const std::array kRules{
    ActivationRule{"affine", true, true, 1.0, 0.0, [](const at::Tensor& x, double a, double b) { return x * a + b; }},
    ActivationRule{"elu", true, false, 1.0, 0.0, [](const at::Tensor& x, double a, double) { return at::elu(x, a); }},
    ActivationRule{"hardsigmoid", true, true, 0.2, 0.5,
                   [](const at::Tensor& x, double a, double b) { return (x * a + b).clamp(0.0, 1.0); }},
    ActivationRule{"leakyrelu", true, false, 0.01, 0.0,
                   [](const at::Tensor& x, double a, double) { return at::leaky_relu(x, a); }},
    ActivationRule{"relu", false, false, 0.0, 0.0, [](const at::Tensor& x, double, double) { return at::relu(x); }},
    ActivationRule{"scaledtanh", true, true, 1.0, 1.0,
                   [](const at::Tensor& x, double a, double b) { return at::tanh(x * b) * a; }},
    ActivationRule{"sigmoid", false, false, 0.0, 0.0,
                   [](const at::Tensor& x, double, double) { return at::sigmoid(x); }},
    ActivationRule{"softplus", false, false, 0.0, 0.0,
                   [](const at::Tensor& x, double, double) { return at::softplus(x); }},
    ActivationRule{"softsign", false, false, 0.0, 0.0,
                   [](const at::Tensor& x, double, double) { return x / (x.abs() + 1.0); }},
    ActivationRule{"tanh", false, false, 0.0, 0.0, [](const at::Tensor& x, double, double) { return at::tanh(x); }},
    ActivationRule{"thresholdedrelu", true, false, 1.0, 0.0,
                   [](const at::Tensor& x, double a, double) { return at::threshold(x, a, 0.0); }},
};

std::string lowered(std::string name)
{
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name;
}

const ActivationRule& ruleFor(const std::string& name)
{
    const auto lower = lowered(name);
    const auto found = std::find_if(kRules.begin(), kRules.end(), [&](const auto& rule) { return rule.name == lower; });
    if (found == kRules.end())
        throw Error(ErrorCode::InvalidNode, Message("attribute activations names \"{}\"", name),
                    "use Affine, Elu, HardSigmoid, LeakyRelu, Relu, ScaledTanh, Sigmoid, Softplus, Softsign, Tanh or "
                    "ThresholdedRelu");
    return *found;
}

/// Hands out the values of an attribute one by one, then the fallback.
class Parameters {
public:
    explicit Parameters(std::vector<double> values)
        : m_values(std::move(values))
    {
    }
    double next(bool isUsed, double fallback)
    {
        return isUsed && m_next < m_values.size() ? m_values[m_next++] : fallback;
    }

private:
    std::vector<double> m_values;
    std::size_t m_next = 0;
};

/// Those of the activations attribute, @p defaults for each of @p directions when there are none.
std::vector<std::string> activationNames(const graph::Node& node, const std::vector<std::string>& defaults,
                                         std::size_t directions)
{
    std::vector<std::string> names = node.attributes.stringsOr("activations", {});
    if (names.empty())
        for (std::size_t i = 0; i < directions; ++i)
            names.insert(names.end(), defaults.begin(), defaults.end());
    if (names.size() != defaults.size() * directions)
        throw Error(ErrorCode::InvalidNode,
                    Message("attribute activations has {} names ({}), expected {}", names.size(),
                            fmt::join(names, ", "), defaults.size() * directions));
    return names;
}

bool areDefaults(const std::vector<std::string>& names, const std::vector<std::string>& defaults)
{
    for (std::size_t i = 0; i < names.size(); ++i)
        if (lowered(names[i]) != lowered(defaults[i % defaults.size()]))
            return false;
    return true;
}

/// The functions of @p names with a node's activation_alpha and activation_beta attributes. As in ONNX Runtime only
/// functions that have an alpha (beta) consume one. @throws Error (InvalidNode) for an unknown name.
std::vector<RecurrentActivation> readRecurrentActivations(const graph::Node& node,
                                                          const std::vector<std::string>& names)
{
    Parameters alphas(node.attributes.floatsOr("activation_alpha", {}));
    Parameters betas(node.attributes.floatsOr("activation_beta", {}));
    std::vector<RecurrentActivation> result;
    for (const std::string& name : names) {
        const ActivationRule& rule = ruleFor(name);
        const double alpha = alphas.next(rule.hasAlpha, rule.alpha);
        const double beta = betas.next(rule.hasBeta, rule.beta);
        result.push_back(
            [function = rule.function, alpha, beta](const at::Tensor& x) { return function(x, alpha, beta); });
    }
    return result;
}

std::vector<bool> readDirections(const graph::Node& node)
{
    const std::string direction = node.attributes.stringOr("direction", "forward");
    if (direction == "forward")
        return {false};
    if (direction == "reverse")
        return {true};
    if (direction == "bidirectional")
        return {false, true};
    throw Error(ErrorCode::InvalidNode, Message("attribute direction is \"{}\"", direction),
                "use forward, reverse or bidirectional");
}

at::Tensor readLengths(const Tensor& lengths, std::int64_t steps, std::int64_t batch)
{
    if (!lengths.isDefined())
        return {};
    expectType(lengths, "sequence_lens", {graph::DataType::Int32});
    expectShape(lengths, "sequence_lens", {batch});
    const at::Tensor values = lengths.data.to(at::kLong);
    if (batch == 0 || values.eq(steps).all().item<bool>())
        return {};
    if (values.min().item<std::int64_t>() < 0 || values.max().item<std::int64_t>() > steps)
        throw Error(ErrorCode::InvalidNode,
                    Message("sequence_lens holds {}, expected 0 to {} (the steps of X)",
                            values.min().item<std::int64_t>() < 0 ? values.min().item<std::int64_t>()
                                                                  : values.max().item<std::int64_t>(),
                            steps));
    return values;
}

/// at::stack(); a single one is only seen otherwise.
at::Tensor stacked(const std::vector<at::Tensor>& parts, std::int64_t axis)
{
    if (parts.size() > 1)
        return at::stack(parts, axis);
    auto shape = parts.front().sizes().vec();
    shape.insert(shape.begin() + axis, 1);
    return reshaped(parts.front(), shape);
}

/// Keeps the old state, and gives 0 as output, where the sequence has ended.
void maskEnded(const at::Tensor& isRunning, const RecurrentState& before, RecurrentState& after, at::Tensor& output)
{
    for (std::size_t i = 0; i < after.size(); ++i)
        after[i] = at::where(isRunning, after[i], before[i]);
    output = at::where(isRunning, after[0], at::zeros_like(after[0]));
}

} // namespace

RecurrentAttributes readRecurrent(const graph::Node& node, const std::vector<std::string>& defaults)
{
    RecurrentAttributes result;
    result.hiddenSize = node.attributes.requiredInt("hidden_size");
    if (result.hiddenSize < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute hidden_size is {}", result.hiddenSize));
    result.isBackward = readDirections(node);
    const auto names = activationNames(node, defaults, result.isBackward.size());
    result.activations = readRecurrentActivations(node, names);
    result.hasDefaults = areDefaults(names, defaults);
    result.clip = node.attributes.floatOr("clip", 0.0);
    result.isBatchFirst = node.attributes.intOr("layout", 0) != 0;
    result.outputCount = node.outputs.size();
    return result;
}

RecurrentInputs readInputs(const KernelCall& call, const RecurrentAttributes& attributes, std::size_t lengthsInput)
{
    const Tensor& x = call.required(0);
    expectRank(x, "input 0 (X)", 3);
    expectType(x, "input 0 (X)", {graph::DataType::Float, graph::DataType::Double});
    RecurrentInputs result;
    result.x = attributes.isBatchFirst ? x.data.transpose(0, 1) : x.data;
    result.lengths = readLengths(call.input(lengthsInput), result.x.size(0), result.x.size(1));
    return result;
}

at::Tensor readWeight(const Tensor& weight, const Message& what, const graph::Shape& expected,
                      const RecurrentInputs& inputs)
{
    expectShape(weight, what, expected);
    expectType(weight, what, {dataTypeOf(inputs.x.scalar_type())});
    return weight.data;
}

at::Tensor readInitial(const KernelCall& call, std::size_t input, const Message& what,
                       const RecurrentAttributes& attributes, const RecurrentInputs& inputs)
{
    const std::int64_t directions = attributes.directions();
    if (!call.has(input))
        return at::zeros({directions, inputs.batch(), attributes.hiddenSize}, inputs.x.options());
    const graph::Shape shape = attributes.isBatchFirst
                                   ? graph::Shape{inputs.batch(), directions, attributes.hiddenSize}
                                   : graph::Shape{directions, inputs.batch(), attributes.hiddenSize};
    const at::Tensor state = readWeight(call.input(input), what, shape, inputs);
    return attributes.isBatchFirst ? state.transpose(0, 1) : state;
}

RecurrentRun runSteps(const at::Tensor& projected, RecurrentState initial, const at::Tensor& lengths, bool isBackward,
                      const RecurrentStep& step)
{
    const std::int64_t steps = projected.size(0);
    RecurrentRun run;
    run.outputs = at::empty({steps, initial[0].size(0), initial[0].size(1)}, initial[0].options());
    RecurrentState state = std::move(initial);
    for (std::int64_t i = 0; i < steps; ++i) {
        const std::int64_t t = isBackward ? steps - 1 - i : i;
        RecurrentState next = step(projected[t], state);
        at::Tensor output = next[0];
        if (lengths.defined())
            maskEnded(lengths.gt(t).unsqueeze(1), state, next, output);
        run.outputs[t].copy_(output);
        state = std::move(next);
    }
    run.last = std::move(state);
    return run;
}

bool areDirect(const KernelCall& call, const RecurrentAttributes& attributes, const RecurrentInputs& inputs)
{
    return attributes.hasDefaults && attributes.clip <= 0.0 && !inputs.lengths.defined()
           && inputs.x.scalar_type() == at::kFloat && inputs.x.is_cpu() && !isOneDifferentiated(call.inputs);
}

at::Tensor ofDirection(const at::Tensor& all, std::int64_t direction)
{
    return viewOf(all, all.sizes().slice(1), all.strides().slice(1), direction * all.stride(0));
}

at::Tensor ownFloats(const at::Tensor& x)
{
    const auto all = contiguousFloats(x);
    auto own = newTensor(all.sizes(), at::kFloat);
    std::copy_n(all.data_ptr<float>(), all.numel(), own.data_ptr<float>());
    return own;
}

RecurrentRun runDirectly(const at::Tensor& projected, const at::Tensor& initial, bool isBackward,
                         const DirectStep& step)
{
    const auto steps = projected.size(0), each = initial.numel();
    auto state = ownFloats(initial);
    RecurrentRun run;
    run.outputs = newTensor({steps, state.size(0), state.size(1)}, at::kFloat);
    const auto gates = contiguousFloats(projected);
    for (std::int64_t i = 0; i < steps; ++i) {
        const std::int64_t t = isBackward ? steps - 1 - i : i;
        step(gates.data_ptr<float>() + t * projected.stride(0), state);
        std::copy_n(state.data_ptr<float>(), each, run.outputs.data_ptr<float>() + t * each);
    }
    run.last = {std::move(state)};
    return run;
}

std::vector<RecurrentRun> runDirections(std::int64_t directions, std::int64_t products,
                                        const std::function<RecurrentRun(std::int64_t)>& run)
{
    std::vector<RecurrentRun> runs(static_cast<std::size_t>(directions));
    std::vector<std::exception_ptr> errors(runs.size());
    forEachPart(directions, products, [&](std::int64_t begin, std::int64_t end) {
        for (auto direction = begin; direction < end; ++direction) {
            const auto position = static_cast<std::size_t>(direction);
            try {
                runs[position] = run(direction);
            } catch (...) {
                errors[position] = std::current_exception();
            }
        }
    });
    for (const auto& error : errors)
        if (error)
            std::rethrow_exception(error);
    return runs;
}

std::vector<Tensor> joinedOutputs(const std::vector<RecurrentRun>& runs, const RecurrentAttributes& attributes)
{
    std::vector<at::Tensor> outputs;
    for (const RecurrentRun& run : runs)
        outputs.push_back(run.outputs);
    at::Tensor y = stacked(outputs, 1);
    std::vector<Tensor> result;
    result.emplace_back(attributes.isBatchFirst ? y.permute({2, 0, 1, 3}).contiguous() : y);
    for (std::size_t i = 0; i < runs.front().last.size(); ++i) {
        std::vector<at::Tensor> states;
        for (const RecurrentRun& run : runs)
            states.push_back(run.last[i]);
        result.emplace_back(stacked(states, attributes.isBatchFirst ? 1 : 0));
    }
    result.resize(attributes.outputCount);
    return result;
}

} // namespace ql::ops
