// SPDX-License-Identifier: GPL-3.0-or-later
// The list of layers that AMCT's guide quantizes, by function and by the operators that these become.
#include "core/config/tracing/torch_functions.h"

#include "core/graph/ir/torch_call.h"

#include <algorithm>
#include <array>
#include <ranges>
#include <string>
#include <unordered_map>

namespace ql::config {

namespace {

constexpr auto kAlways = Listing::Always;
constexpr auto kAlone = Listing::NotBehindConvolution;
constexpr auto kNone = Listing::None;

constexpr std::array kFunctions{
    TorchFunction{"linear", "Gemm aten.linear aten.addmm", kAlways, true},
    TorchFunction{"conv2d", "Conv aten.convolution aten.conv2d aten.conv1d aten.conv3d", kAlways, true},
    TorchFunction{"conv_transpose2d", "ConvTranspose aten.conv_transpose2d", kAlways, true},
    TorchFunction{"max_pool2d", "MaxPool aten.max_pool2d aten.max_pool2d_with_indices", kAlways, true},
    TorchFunction{"avg_pool2d", "AveragePool aten.avg_pool2d", kAlways, true},
    TorchFunction{"adaptive_max_pool2d", "aten.adaptive_max_pool2d", kAlways, true},
    TorchFunction{"adaptive_max_pool2d max_pool2d", "GlobalMaxPool", kAlways, true},
    TorchFunction{"adaptive_avg_pool2d", "GlobalAveragePool aten.adaptive_avg_pool2d", kAlways, true},
    TorchFunction{"layer_norm", "LayerNormalization com.microsoft.LayerNormalization aten.layer_norm", kAlways, true},
    TorchFunction{"batch_norm", "BatchNormalization aten.batch_norm", kAlways, true},
    TorchFunction{"add iadd", "Add aten.add", kAlways, false, true},
    TorchFunction{"sub isub", "Sub aten.sub aten.rsub", kAlways, false, true},
    TorchFunction{"mul imul", "Mul aten.mul", kAlways, false, true},
    TorchFunction{"truediv div itruediv", "Div aten.div aten.true_divide", kAlways, false, true},
    TorchFunction{"pow ipow", "Pow aten.pow", kAlways},
    TorchFunction{"bmm", "aten.bmm", kAlways},
    TorchFunction{"matmul bmm", "MatMul aten.matmul", kAlways},
    TorchFunction{"sum", "ReduceSum aten.sum", kAlways},
    TorchFunction{"abs", "Abs aten.abs", kAlways},
    TorchFunction{"max maximum amax", "Max ReduceMax aten.max aten.maximum aten.amax", kAlways},
    TorchFunction{"min minimum amin", "Min ReduceMin aten.min aten.minimum aten.amin", kAlways},
    TorchFunction{"mean", "ReduceMean aten.mean", kAlways},
    TorchFunction{"clamp hardtanh relu6 clip", "Clip aten.clamp aten.hardtanh aten.relu6", kAlways, true},
    TorchFunction{"permute transpose", "Transpose aten.permute aten.transpose", kAlways},
    TorchFunction{"interpolate upsample",
                  "Resize Upsample aten.upsample_nearest1d aten.upsample_nearest2d aten.upsample_nearest3d "
                  "aten.upsample_linear1d aten.upsample_bilinear2d aten.upsample_trilinear3d aten.upsample_bicubic2d",
                  kAlways, true},
    TorchFunction{"cat concat", "Concat aten.cat aten.concat", kAlways},
    TorchFunction{"stack", "aten.stack", kAlways},
    TorchFunction{"flatten", "Flatten aten.flatten", kAlways, true},
    TorchFunction{"squeeze", "Squeeze aten.squeeze", kAlways},
    TorchFunction{"unsqueeze", "Unsqueeze aten.unsqueeze", kAlways},
    TorchFunction{"reshape view flatten", "Reshape aten.reshape aten.view", kAlways},
    TorchFunction{"split chunk", "Split aten.split aten.split_with_sizes", kAlways},
    TorchFunction{"chunk", "aten.chunk", kNone},
    TorchFunction{"relu", "Relu aten.relu", kAlone, true},
    TorchFunction{"sigmoid", "Sigmoid aten.sigmoid", kAlone, true},
    TorchFunction{"tanh", "Tanh aten.tanh", kAlone, true},
    TorchFunction{"leaky_relu", "LeakyRelu aten.leaky_relu", kAlone, true},
    TorchFunction{"prelu", "PRelu aten.prelu", kAlone, true},
    TorchFunction{"gelu", "Gelu com.microsoft.Gelu com.microsoft.FastGelu aten.gelu", kAlways, true},
    TorchFunction{"softmax softmax2d", "Softmax aten.softmax", kAlways, true},
    TorchFunction{"log_softmax", "LogSoftmax aten.log_softmax", kAlways, true},
    TorchFunction{"elu", "Elu aten.elu", kAlways, true},
    TorchFunction{"logsigmoid", "aten.log_sigmoid", kAlways, true},
    TorchFunction{"softsign", "Softsign", Listing::WhereNamed, true},
    TorchFunction{"softmin", "", kAlways, true},
    TorchFunction{"tanhshrink", "", kAlways, true},
    TorchFunction{"glu", "aten.glu", kAlways, true},
    TorchFunction{"hardswish", "HardSwish aten.hardswish", kAlways, true},
    TorchFunction{"silu", "Swish aten.silu", kAlways, true},
    TorchFunction{"mish", "Mish aten.mish", kAlways, true},
    TorchFunction{"space_to_depth", "SpaceToDepth pico_ops.SpaceToDepth", kAlways, true},
    TorchFunction{"depth_to_space", "DepthToSpace pico_ops.DepthToSpaceDCR", kAlways, true},
    TorchFunction{"group_norm", "GroupNormalization aten.group_norm", kNone, true},
    TorchFunction{"instance_norm", "InstanceNormalization aten.instance_norm", kNone, true},
    TorchFunction{"hardsigmoid", "HardSigmoid aten.hardsigmoid", kNone, true},
    TorchFunction{"softplus", "Softplus aten.softplus", kNone, true},
    TorchFunction{"neg", "Neg aten.neg", kNone},
    TorchFunction{"exp", "Exp aten.exp", kNone},
    TorchFunction{"log", "Log aten.log", kNone},
    TorchFunction{"sqrt", "Sqrt aten.sqrt", kNone},
    TorchFunction{"erf", "Erf aten.erf", kNone},
    TorchFunction{"pad", "Pad aten.pad aten.constant_pad_nd", kNone, true},
    TorchFunction{"grid_sample warp global_warp", "GridSample aten.grid_sampler", kNone},
    TorchFunction{"where", "Where aten.where", kNone},
    TorchFunction{"expand", "Expand aten.expand", kNone},
};

std::unordered_map<std::string_view, const TorchFunction*> functionsByOperator()
{
    std::unordered_map<std::string_view, const TorchFunction*> found;
    for (const auto& function : kFunctions)
        for (const auto part : std::views::split(function.operators, ' '))
            found.emplace(std::string_view(part.begin(), part.end()), &function);
    return found;
}

/// "add_" of "aten::add_($0, $1, 1)" or aten.add_; empty without a call.
std::string calledName(const graph::Node& node)
{
    if (const auto call = node.attributes.stringOr(std::string(graph::kTorchCall), ""); call.starts_with("aten::"))
        return call.substr(6, call.find_first_of("(.", 6) - 6); // without the overload: "transpose.int"
    return node.domain == "aten" ? node.opType : std::string();
}

/// "aten.add" of "aten::add_($0, $1, 1)"; empty without a call. What TorchScript calls says more than the operator.
std::string calledOperator(const graph::Node& node)
{
    auto name = calledName(node);
    if (name.empty())
        return {};
    while (name.ends_with('_'))
        name.pop_back();
    while (name.starts_with('_'))
        name.erase(0, 1);
    return "aten." + name;
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

/// "AdaptiveMaxPool2d" and "adaptive_max_pool2d" alike.
std::string plainWord(std::string_view word)
{
    std::string plain;
    for (const char c : word)
        if (c != '_')
            plain += isUpper(c) ? char(c - 'A' + 'a') : c;
    return plain;
}

} // namespace

const TorchFunction& torchFunctionOf(const graph::Node& node)
{
    static const auto kByOperator = functionsByOperator();
    static constexpr TorchFunction kUnknown{};
    for (const auto& type : {calledOperator(node), node.qualifiedOpType()})
        if (const auto found = kByOperator.find(type); found != kByOperator.end())
            return *found->second;
    return kUnknown;
}

std::string calledFunction(const graph::Node& node, const TorchFunction& function)
{
    const auto isOne = [&function](std::string_view name) {
        return std::ranges::any_of(std::views::split(function.names, ' '), [name](const auto part) {
            return std::string_view(part.begin(), part.end()) == name;
        });
    };
    auto name = calledName(node);
    while (name.ends_with('_')) // "out += x" is traced as operator.add: torch.fx's proxies have no operators in place
        name.pop_back();
    if (name.empty() || name == "div")
        return {};
    return isOne(name) ? name : std::string();
}

const TorchFunction& torchFunctionOfOperator(std::string_view type)
{
    return *std::ranges::find(kFunctions, type, &TorchFunction::operators);
}

const TorchFunction& torchFunctionNamed(std::string_view name)
{
    return *std::ranges::find_if(kFunctions, [name](const TorchFunction& function) {
        return function.names.substr(0, function.names.find(' ')) == name;
    });
}

bool meansFunction(std::string_view type, std::string_view names)
{
    const bool isTorchs = type.find('.') != std::string_view::npos || std::ranges::none_of(type, isUpper);
    const auto word = plainWord(type.substr(type.rfind('.') + 1));
    return isTorchs && std::ranges::any_of(std::views::split(names, ' '), [&](const auto part) {
               return plainWord({part.begin(), part.end()}) == word && !word.empty();
           });
}

bool isTorchFunction(std::string_view type)
{
    return std::ranges::any_of(kFunctions,
                               [type](const TorchFunction& function) { return meansFunction(type, function.names); });
}

} // namespace ql::config
