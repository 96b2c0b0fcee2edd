// SPDX-License-Identifier: GPL-3.0-or-later
// LibTorch's own names, for operators that the standard lacks or whose settings are known only at run time.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits moves(std::string_view name, std::string_view family = {})
{
    return {.name = name, .domain = kAten, .kind = OpKind::DataMovement, .family = family};
}

constexpr OperatorTraits makes(std::string_view name, std::string_view family = {})
{
    return {.name = name, .domain = kAten, .kind = OpKind::Constant, .family = family};
}

constexpr OperatorTraits keeps(std::string_view name, std::string_view family = {})
{
    return {.name = name, .domain = kAten, .kind = OpKind::Cast, .family = family};
}

constexpr OperatorTraits computes(std::string_view name, std::string_view family = {})
{
    return {.name = name, .domain = kAten, .kind = OpKind::Compute, .family = family};
}

constexpr OperatorTraits kRows[]{
    computes("adaptive_avg_pool1d", "AveragePool"),
    computes("adaptive_avg_pool2d", "AveragePool"),
    computes("adaptive_max_pool2d", "MaxPool"),
    computes("add", "Add"),
    moves("alias"),
    makes("arange"),
    moves("as_strided"),
    computes("avg_pool2d", "AveragePool"),
    computes("batch_norm", "BatchNormalization"),
    moves("cat", "Concat"),
    moves("channel_shuffle"),
    moves("chunk", "Split"),
    computes("clamp", "Clip"),
    keeps("clone"),
    moves("constant_pad_nd"),
    keeps("contiguous"),
    computes("conv1d", "Conv"),
    computes("conv2d", "Conv"),
    computes("conv3d", "Conv"),
    computes("convolution", "Conv"),
    moves("copy"),
    keeps("detach"),
    moves("diagonal"),
    computes("div", "Div"),
    keeps("dropout"),
    makes("empty"),
    makes("empty_like"),
    moves("expand"),
    moves("expand_as"),
    makes("eye"),
    makes("fill"),
    moves("flatten", "Reshape"),
    moves("flip"),
    makes("full"),
    makes("full_like"),
    moves("gather"),
    computes("gelu", "Gelu"),
    moves("getitem"),
    computes("group_norm", "GroupNormalization"),
    computes("gru", "GRU"),
    moves("im2col"),
    moves("index"),
    moves("index_put"),
    moves("index_select"),
    computes("instance_norm", "InstanceNormalization"),
    computes("layer_norm", "LayerNormalization"),
    computes("leaky_relu", "LeakyRelu"),
    computes("linear_dynamic", "MatMul"),
    computes("linear_dynamic_fp16", "MatMul"),
    makes("linspace"),
    computes("log_softmax", "LogSoftmax"),
    computes("lstm", "LSTM"),
    moves("masked_fill"),
    moves("masked_select"),
    computes("mean", "ReduceMean"),
    moves("movedim"),
    computes("mul", "Mul"),
    moves("narrow"),
    makes("new_empty"),
    makes("new_full"),
    makes("new_ones"),
    makes("new_zeros"),
    makes("ones"),
    makes("ones_like"),
    moves("pad"),
    moves("permute", "Transpose"),
    moves("pixel_shuffle"),
    moves("pixel_unshuffle"),
    computes("pow", "Pow"),
    computes("prelu", "PRelu"),
    makes("rand"),
    makes("rand_like"),
    makes("randint"),
    makes("randn"),
    makes("randn_like"),
    moves("reflection_pad1d"),
    moves("reflection_pad2d"),
    moves("reflection_pad3d"),
    moves("repeat"),
    moves("repeat_interleave"),
    moves("replication_pad1d"),
    moves("replication_pad2d"),
    moves("replication_pad3d"),
    moves("reshape", "Reshape"),
    moves("reshape_alias"),
    moves("reshape_as"),
    moves("roll"),
    moves("rot90"),
    makes("scalar_tensor"),
    moves("scatter"),
    moves("select", "Slice"),
    moves("select_scatter"),
    moves("slice", "Slice"),
    moves("slice_scatter"),
    computes("softmax", "Softmax"),
    moves("split", "Split"),
    moves("split_with_sizes", "Split"),
    moves("squeeze", "Reshape"),
    moves("stack", "Concat"),
    computes("sub", "Sub"),
    computes("sum", "ReduceSum"),
    moves("swapaxes"),
    moves("t"),
    moves("take"),
    makes("tensor"),
    moves("tile"),
    keeps("to"),
    keeps("to_copy"),
    moves("transpose", "Transpose"),
    moves("tril"),
    moves("triu"),
    keeps("type_as"),
    moves("unbind"),
    moves("unflatten"),
    moves("unfold"),
    moves("unsqueeze", "Reshape"),
    computes("upsample_bilinear2d", "Resize"),
    computes("upsample_nearest2d", "Resize"),
    moves("view", "Reshape"),
    moves("view_as"),
    moves("where"),
    makes("zero"),
    makes("zeros"),
    makes("zeros_like"),
    {.name = "quantized_gru", .domain = kAten, .family = "GRU", .integers = Integers::Other},
    {.name = "quantized_lstm", .domain = kAten, .family = "LSTM", .integers = Integers::Other},
};

} // namespace

std::span<const OperatorTraits> torch()
{
    return kRows;
}

} // namespace ql::graph::rows
