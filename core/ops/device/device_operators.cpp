// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/device/device.h"

#include <algorithm>
#include <array>
#include <functional>

namespace ql::ops {

namespace {

constexpr std::uint64_t kSecond = 0b10; ///< the list of sizes or axes that comes behind the numbers
constexpr bool kFollows = true;

struct Entry {
    std::string_view name;
    std::uint64_t onHost = 0;
    bool follows = false;
};

/// The standard's operators whose kernels call LibTorch alone for what isn't the processor's, in order.
constexpr auto kEntries = std::to_array<Entry>({{"Abs"},
                                                {"Acos"},
                                                {"Acosh"},
                                                {"Add"},
                                                {"Asin"},
                                                {"Asinh"},
                                                {"Atan"},
                                                {"Atanh"},
                                                {"AveragePool"},
                                                {"BatchNormalization"},
                                                {"Ceil"},
                                                {"Celu"},
                                                {"Clip", 0b110},
                                                {"Concat", 0, kFollows},
                                                {"Conv"},
                                                {"ConvTranspose"},
                                                {"Cos"},
                                                {"Cosh"},
                                                {"Div"},
                                                {"Elu"},
                                                {"Erf"},
                                                {"Exp"},
                                                {"Flatten", 0, kFollows},
                                                {"Floor"},
                                                {"Gelu"},
                                                {"Gemm"},
                                                {"GlobalAveragePool"},
                                                {"GlobalLpPool"},
                                                {"GlobalMaxPool"},
                                                {"GroupNormalization"},
                                                {"HardSigmoid"},
                                                {"HardSwish"},
                                                {"Hardmax"},
                                                {"Identity", 0, kFollows},
                                                {"InstanceNormalization"},
                                                {"LayerNormalization"},
                                                {"LeakyRelu"},
                                                {"Log"},
                                                {"LogSoftmax"},
                                                {"LpPool"},
                                                {"MatMul"},
                                                {"Max"},
                                                {"MaxPool"},
                                                {"Mean"},
                                                {"Min"},
                                                {"Mish"},
                                                {"Mul"},
                                                {"Neg"},
                                                {"PRelu"},
                                                {"ParametricSoftplus"},
                                                {"Pow"},
                                                {"Reciprocal"},
                                                {"ReduceL1", kSecond},
                                                {"ReduceL2", kSecond},
                                                {"ReduceLogSum", kSecond},
                                                {"ReduceLogSumExp", kSecond},
                                                {"ReduceMax", kSecond},
                                                {"ReduceMean", kSecond},
                                                {"ReduceMin", kSecond},
                                                {"ReduceProd", kSecond},
                                                {"ReduceSum", kSecond},
                                                {"ReduceSumSquare", kSecond},
                                                {"Relu"},
                                                {"Reshape", kSecond, kFollows},
                                                {"Round"},
                                                {"ScaledTanh"},
                                                {"Selu"},
                                                {"Shape", 0, kFollows},
                                                {"Shrink"},
                                                {"Sigmoid"},
                                                {"Sign"},
                                                {"Sin"},
                                                {"Sinh"},
                                                {"Size", 0, kFollows},
                                                {"Slice", 0b11110, kFollows},
                                                {"Softmax"},
                                                {"Softplus"},
                                                {"Softsign"},
                                                {"Split", kSecond, kFollows},
                                                {"Sqrt"},
                                                {"Squeeze", kSecond, kFollows},
                                                {"Sub"},
                                                {"Sum"},
                                                {"Swish"},
                                                {"Tan"},
                                                {"Tanh"},
                                                {"ThresholdedRelu"},
                                                {"Transpose", 0, kFollows},
                                                {"Unsqueeze", kSecond, kFollows}});
static_assert(std::ranges::is_sorted(kEntries, {}, &Entry::name));

bool isFloat(graph::DataType type)
{
    using graph::DataType;
    return type == DataType::Float || type == DataType::Double || type == DataType::Float16
           || type == DataType::BFloat16;
}

} // namespace

std::optional<DeviceInputs> deviceInputsOf(const OperatorDefinition& definition)
{
    if (!definition.domain.empty() || !definition.library.empty())
        return std::nullopt;
    const auto found = std::ranges::lower_bound(kEntries, std::string_view(definition.name), {}, &Entry::name);
    if (found == kEntries.end() || found->name != definition.name)
        return std::nullopt;
    return DeviceInputs{found->onHost, found->follows};
}

bool computesWith(const DeviceInputs& node, std::span<const Tensor> inputs)
{
    bool isOneThere = false;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (node.isOnHost(i) || !inputs[i].isPresent())
            continue;
        if (!inputs[i].isDefined() || !isFloat(inputs[i].type))
            return false;
        isOneThere = true;
    }
    return isOneThere;
}

} // namespace ql::ops
