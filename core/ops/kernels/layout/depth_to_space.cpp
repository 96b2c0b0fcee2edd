// SPDX-License-Identifier: GPL-3.0-or-later
// AMCT's torch.ops.pico_ops are ONNX's operators by its guide ("DCR" as the mode that ONNX begins with).
#include "core/base/error.h"
#include "core/ops/support/checks.h"

namespace ql::ops::kernels::depth_to_space {

namespace {

std::int64_t blockSize(const graph::Node& node)
{
    const auto size = node.attributes.requiredInt("blocksize");
    if (size < 1)
        throw Error(ErrorCode::InvalidNode, Message("attribute blocksize is {}, expected ≥ 1", size));
    return size;
}

void expectDivisible(std::int64_t size, std::int64_t by, const Message& what)
{
    if (size % by != 0)
        throw Error(ErrorCode::ShapeMismatch, Message("{} {} isn't divisible by {}", size, what, by));
}

Kernel bindDepthToSpace(const graph::Node& node)
{
    const auto block = blockSize(node);
    const auto mode = node.attributes.stringOr("mode", "DCR");
    if (mode != "DCR" && mode != "CRD")
        throw Error(ErrorCode::InvalidNode, Message("attribute mode is \"{}\", expected DCR or CRD", mode));
    const bool blocksFirst = mode == "DCR";
    return [block, blocksFirst](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectRank(x, "input 0", 4);
        const auto size = x.data.sizes();
        expectDivisible(size[1], block * block, "channels");
        const auto depth = size[1] / (block * block);
        const auto split =
            blocksFirst ? x.data.reshape({size[0], block, block, depth, size[2], size[3]}).permute({0, 3, 4, 1, 5, 2})
                        : x.data.reshape({size[0], depth, block, block, size[2], size[3]}).permute({0, 1, 4, 2, 5, 3});
        return {{split.reshape({size[0], depth, size[2] * block, size[3] * block}), x.type}};
    };
}

Kernel bindSpaceToDepth(const graph::Node& node)
{
    return [block = blockSize(node)](const KernelCall& call) -> std::vector<Tensor> {
        const auto& x = call.required(0);
        expectRank(x, "input 0", 4);
        const auto size = x.data.sizes();
        expectDivisible(size[2], block, "rows");
        expectDivisible(size[3], block, "columns");
        const auto split = x.data.reshape({size[0], size[1], size[2] / block, block, size[3] / block, block});
        const auto moved = split.permute({0, 3, 5, 1, 2, 4});
        return {{moved.reshape({size[0], size[1] * block * block, size[2] / block, size[3] / block}), x.type}};
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "DepthToSpace", 1, kLatestOpset, bindDepthToSpace},
            {"", "SpaceToDepth", 1, kLatestOpset, bindSpaceToDepth},
            {"pico_ops", "DepthToSpaceDCR", 1, kLatestOpset, bindDepthToSpace},
            {"pico_ops", "SpaceToDepth", 1, kLatestOpset, bindSpaceToDepth}};
}

} // namespace ql::ops::kernels::depth_to_space
