// SPDX-License-Identifier: GPL-3.0-or-later
// LibTorch's own names, for operators that the standard lacks or whose settings are known only at run time.
#include "core/graph/operators/row.h"

#include <ranges>
#include <vector>

namespace ql::graph::rows::torch {

namespace {

/// They are told from each other by what they do to data, and by whose work they do.
struct Group {
    OpKind kind;
    std::string_view family;
    std::string_view names; ///< separated by spaces
};

constexpr std::string_view kVision = "torchvision";
constexpr std::string_view kDecomposed = "quantized_decomposed";
/// Scales and zero points made of data are as good as parameters: they are no layers.
constexpr std::string_view kChoosing = "choose_qparams choose_qparams_per_token choose_qparams_per_token_asymmetric "
                                       "choose_qparams_symmetric";

constexpr Group kGroups[]{
    {OpKind::DataMovement, "",
     "alias as_strided channel_shuffle constant_pad_nd copy diagonal expand expand_as flip "
     "gather getitem im2col index index_put index_select masked_fill masked_select movedim "
     "narrow pad pixel_shuffle pixel_unshuffle reflection_pad1d reflection_pad2d "
     "reflection_pad3d repeat repeat_interleave replication_pad1d replication_pad2d "
     "replication_pad3d reshape_alias reshape_as roll rot90 scatter select_scatter "
     "slice_scatter swapaxes t take tile tril triu unbind unflatten unfold view_as where"},
    {OpKind::DataMovement, "Concat", "cat stack"},
    {OpKind::DataMovement, "Reshape", "flatten reshape squeeze unsqueeze view"},
    {OpKind::DataMovement, "Slice", "select slice"},
    {OpKind::DataMovement, "Split", "chunk split split_with_sizes"},
    {OpKind::DataMovement, "Transpose", "permute transpose"},
    {OpKind::Constant, "",
     "arange dim empty empty_like eye fill full full_like len linspace new_empty new_full new_ones "
     "new_zeros numel ones ones_like rand rand_like randint randn randn_like scalar_tensor size tensor "
     "zero zeros zeros_like"},
    {OpKind::Cast, "", "clone contiguous detach dropout to to_copy type_as"},
    {OpKind::Compute, "Add", "add"},
    {OpKind::Compute, "AveragePool", "adaptive_avg_pool1d adaptive_avg_pool2d avg_pool2d"},
    {OpKind::Compute, "BatchNormalization", "batch_norm"},
    {OpKind::Compute, "Clip", "clamp"},
    {OpKind::Compute, "Conv", "conv1d conv2d conv3d convolution"},
    {OpKind::Compute, "Div", "div"},
    {OpKind::Compute, "GRU", "gru"},
    {OpKind::Compute, "Gelu", "gelu"},
    {OpKind::Compute, "GroupNormalization", "group_norm"},
    {OpKind::Compute, "InstanceNormalization", "instance_norm"},
    {OpKind::Compute, "LSTM", "lstm"},
    {OpKind::Compute, "LayerNormalization", "layer_norm"},
    {OpKind::Compute, "LeakyRelu", "leaky_relu"},
    {OpKind::Compute, "LogSoftmax", "log_softmax"},
    {OpKind::Compute, "MatMul", "linear_dynamic linear_dynamic_fp16"},
    {OpKind::Compute, "MaxPool", "adaptive_max_pool2d"},
    {OpKind::Compute, "Mul", "mul"},
    {OpKind::Compute, "PRelu", "prelu"},
    {OpKind::Compute, "Pow", "pow"},
    {OpKind::Compute, "ReduceMean", "mean"},
    {OpKind::Compute, "ReduceSum", "sum"},
    {OpKind::Compute, "Resize",
     "_upsample_nearest_exact1d _upsample_nearest_exact2d _upsample_nearest_exact3d "
     "upsample_bicubic2d upsample_bilinear2d upsample_linear1d upsample_nearest1d "
     "upsample_nearest2d upsample_nearest3d upsample_trilinear3d"},
    {OpKind::Compute, "Softmax", "softmax"},
    {OpKind::Compute, "Sub", "sub"},
    {OpKind::Compute, "Swish", "silu"},
};

} // namespace

std::span<const OperatorTraits> rows()
{
    static const auto kRows = [] {
        std::vector rows{op("quantized_gru", Domain{kAten}, Family{"GRU"}, Integers::Other),
                         op("quantized_lstm", Domain{kAten}, Family{"LSTM"}, Integers::Other),
                         op("nms", Domain{kVision}, Family{"NonMaxSuppression"}, Settings::AfterFirstListed),
                         op("roi_align", Domain{kVision}, Family{"RoiAlign"})};
        for (const auto name : std::views::split(kChoosing, ' '))
            rows.push_back(op({name.begin(), name.end()}, Domain{kDecomposed}, OpKind::Constant));
        rows.push_back(op("quantize_per_token", Domain{kDecomposed}, OpKind::Quantize, Family{"Linear"}));
        rows.push_back(op("dequantize_per_token", Domain{kDecomposed}, OpKind::Dequantize, Family{"Linear"}));
        for (const auto& group : kGroups)
            for (const auto name : std::views::split(group.names, ' '))
                rows.push_back(op({name.begin(), name.end()}, Domain{kAten}, group.kind, Family{group.family}));
        return rows;
    }();
    return kRows;
}

} // namespace ql::graph::rows::torch
