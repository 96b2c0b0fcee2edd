// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/operators/op_kind.h"

#include <initializer_list>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace ql::graph {

namespace {

using KindTable = std::unordered_map<std::string_view, OpKind>;

struct KindGroup {
    OpKind kind;
    std::initializer_list<std::string_view> operators;
};

KindTable tableOf(std::initializer_list<KindGroup> groups)
{
    KindTable table;
    for (const auto& group : groups)
        for (const auto& name : group.operators)
            table.emplace(name, group.kind);
    return table;
}

// Pad, Trilu and the scatters also write a given constant or a given update: still no number is computed.
const KindTable& standardKinds()
{
    static const KindTable table = tableOf({
        {OpKind::DataMovement,
         {"CenterCropPad",
          "Compress",
          "Concat",
          "ConcatFromSequence",
          "Crop",
          "DepthToSpace",
          "Expand",
          "Flatten",
          "Gather",
          "GatherElements",
          "GatherND",
          "Optional",
          "OptionalGetElement",
          "Pad",
          "Reshape",
          "ReverseSequence",
          "Scatter",
          "ScatterElements",
          "ScatterND",
          "SequenceAt",
          "SequenceConstruct",
          "SequenceErase",
          "SequenceInsert",
          "Slice",
          "SpaceToDepth",
          "Split",
          "SplitToSequence",
          "Squeeze",
          "Tile",
          "Transpose",
          "Trilu",
          "Unsqueeze"}},
        {OpKind::Constant,
         {"BlackmanWindow", "Constant", "ConstantFill", "ConstantOfShape", "EyeLike", "HammingWindow", "HannWindow",
          "MelWeightMatrix", "OptionalHasElement", "RandomNormal", "RandomNormalLike", "RandomUniform",
          "RandomUniformLike", "Range", "SequenceEmpty", "SequenceLength", "Shape", "Size"}},
        {OpKind::Quantize, {"DynamicQuantizeLinear", "QuantizeLinear"}},
        {OpKind::Dequantize, {"DequantizeLinear"}},
        {OpKind::Cast, {"Cast", "CastLike", "Dropout", "Identity"}},
        {OpKind::Control, {"If", "Loop", "Scan", "SequenceMap"}},
    });
    return table;
}

const KindTable& microsoftKinds()
{
    static const KindTable table = tableOf({
        {OpKind::DataMovement,
         {"DynamicSlice", "ExpandDims", "GatherND", "Pad", "ReorderInput", "ReorderOutput", "Trilu"}},
        {OpKind::Constant, {"Range"}},
        {OpKind::Quantize, {"DynamicQuantizeLinear", "QuantizeBFP", "QuantizeLinear", "QuantizeWithOrder"}},
        {OpKind::Dequantize, {"DequantizeBFP", "DequantizeLinear", "DequantizeWithOrder"}},
        {OpKind::Cast, {"Identity"}},
    });
    return table;
}

const KindTable& horizonKinds()
{
    static const KindTable table =
        tableOf({{OpKind::Quantize, {"HzQuantize"}}, {OpKind::Dequantize, {"HzDequantize"}}});
    return table;
}

// LibTorch's own names, for operators that the standard lacks or whose settings are known only at run time.
const KindTable& torchKinds()
{
    static const KindTable table = tableOf({
        {OpKind::DataMovement,
         {"alias",
          "as_strided",
          "cat",
          "channel_shuffle",
          "chunk",
          "constant_pad_nd",
          "copy",
          "diagonal",
          "expand",
          "expand_as",
          "flatten",
          "flip",
          "gather",
          "getitem",
          "im2col",
          "index",
          "index_put",
          "index_select",
          "masked_fill",
          "masked_select",
          "movedim",
          "narrow",
          "pad",
          "permute",
          "pixel_shuffle",
          "pixel_unshuffle",
          "reflection_pad1d",
          "reflection_pad2d",
          "reflection_pad3d",
          "repeat",
          "repeat_interleave",
          "replication_pad1d",
          "replication_pad2d",
          "replication_pad3d",
          "reshape",
          "reshape_alias",
          "reshape_as",
          "roll",
          "rot90",
          "scatter",
          "select",
          "select_scatter",
          "slice",
          "slice_scatter",
          "split",
          "split_with_sizes",
          "squeeze",
          "stack",
          "swapaxes",
          "t",
          "take",
          "tile",
          "transpose",
          "tril",
          "triu",
          "unbind",
          "unflatten",
          "unfold",
          "unsqueeze",
          "view",
          "view_as",
          "where"}},
        {OpKind::Constant,
         {"arange",    "empty",    "empty_like", "eye",           "fill",   "full",      "full_like", "linspace",
          "new_empty", "new_full", "new_ones",   "new_zeros",     "ones",   "ones_like", "rand",      "rand_like",
          "randint",   "randn",    "randn_like", "scalar_tensor", "tensor", "zero",      "zeros",     "zeros_like"}},
        {OpKind::Cast, {"clone", "contiguous", "detach", "dropout", "to", "to_copy", "type_as"}},
    });
    return table;
}

// What a program does besides computing with tensors; names that stand nowhere make numbers and lists.
const KindTable& programKinds()
{
    static const KindTable table = tableOf(
        {{OpKind::Control, {"If", "Loop"}}, {OpKind::DataMovement, {"Construct", "TupleIndex", "Unpack", "Write"}}});
    return table;
}

// Operators on LibTorch's quantized tensors that neither the standard nor ONNX Runtime has.
const KindTable& quantizedKinds()
{
    static const KindTable table;
    return table;
}

const KindTable* kindsOfDomain(std::string_view domain)
{
    if (domain == "aten")
        return &torchKinds();
    if (domain == "prim")
        return &programKinds();
    if (domain == "quantized")
        return &quantizedKinds();
    if (domain.empty() || domain == "ai.onnx")
        return &standardKinds();
    if (domain == "com.microsoft" || domain == "com.microsoft.nchwc")
        return &microsoftKinds();
    if (domain == "horizon")
        return &horizonKinds();
    return nullptr;
}

// Those whose name doesn't tell.
bool isListedIntegerOperator(std::string_view name)
{
    static const std::unordered_set<std::string_view> names{"MatMulInteger16",
                                                            "MatMulIntegerToFloat",
                                                            "NhwcMaxPool",
                                                            "QAttention",
                                                            "QEmbedLayerNormalization",
                                                            "QGemm",
                                                            "QMoE",
                                                            "quantized_gru",
                                                            "quantized_lstm"};
    return names.contains(name);
}

} // namespace

OpKind opKind(const Node& node)
{
    if (const auto* table = kindsOfDomain(node.domain))
        if (const auto found = table->find(node.opType); found != table->end())
            return found->second;
    return node.domain == "prim" ? OpKind::Constant : OpKind::Compute;
}

bool isIntegerOperator(const Node& node)
{
    if (!kindsOfDomain(node.domain))
        return false;
    const std::string_view name = node.opType;
    return name.starts_with("QLinear") || name.starts_with("QOrdered") || name.starts_with("DynamicQuantize")
           || name.ends_with("Integer") || isListedIntegerOperator(name);
}

} // namespace ql::graph
