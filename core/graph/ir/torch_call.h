// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <initializer_list>
#include <string_view>

namespace ql::graph {

/// The attribute of a node that came from TorchScript: what LibTorch is to compute, as text. "$0" is the node's input
/// 0: `aten::conv2d($0, $1, $2, [1, 1], [0, 0], [1, 1], 1)`. Such a node may carry the standard's name and inputs for
/// the same operator ("Conv"), so that nobody who reads the graph need know where it came from; computed is what this
/// says.
inline constexpr std::string_view kTorchCall = "torch";
/// The quantized engine ("onednn", "qnnpack") that the call needs; absent for float operators.
inline constexpr std::string_view kTorchEngine = "torch_engine";

/// Where the Python program makes such a node: "net.py:12", callers first ("net.py:12 > block.py:7").
inline constexpr std::string_view kTorchSource = "torch_source";
/// The number of the module's call that the node belongs to, in the model's ModuleTree; absent outside of all.
inline constexpr std::string_view kTorchModuleCall = "torch_module_call";
/// The class of the module that the node is by itself: "torch.nn.modules.conv.Conv2d".
inline constexpr std::string_view kTorchClass = "torch_class";

/// An attribute that lists quantized weights where the operator's name can't tell: pairs of the slot of the integers
/// (scale and zero point follow) and of the float operator's input; a negative slot is that of an input which stays in
/// float.
inline constexpr std::string_view kQuantizedOperands = "quantized_operands";
/// 1 where LibTorch is told to quantize what it reads to 7 bits, as its products on x86 are; its engine "qnnpack"
/// doesn't.
inline constexpr std::string_view kReduceRange = "reduce_range";

/// Whether an attribute of this @p name would have us compute something else than the operator does. Only our own
/// importers give them; a file that has them would reach LibTorch past all checks.
constexpr bool isOurs(std::string_view name)
{
    for (const auto own :
         {kTorchCall, kTorchEngine, kTorchSource, kTorchModuleCall, kTorchClass, kQuantizedOperands, kReduceRange})
        if (name == own)
            return true;
    return false;
}

} // namespace ql::graph
