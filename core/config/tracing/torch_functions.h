// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/graph.h"

#include <string_view>

namespace ql::config {

/// When AMCT's guide quantizes what an operator of its list reads.
enum class Listing {
    None,                 ///< not on the list: where a config names it
    WhereNamed,           ///< on the list, off by default
    NotBehindConvolution, ///< the convolution before it does its work
    Always
};

/// What PyTorch calls an operation, and whether AMCT quantizes it.
struct TorchFunction {
    std::string_view names;     ///< the functions that become it, separated by spaces: "truediv div"
    std::string_view operators; ///< as Node::qualifiedOpType() says them: "Div aten.div"
    Listing listing = Listing::None;
    bool isModule = false;       ///< of torch.nn, too: alone in a module's scope it may be that module's call
    bool readsConstants = false; ///< what is constant is quantized, too
};

/// The row of what @p node computes, or one that says nothing.
const TorchFunction& torchFunctionOf(const graph::Node& node);
/// The one of @p function's names that @p node was called by, as a program of TorchScript tells; empty where it tells
/// none, or where a sign ("/") becomes the same call.
std::string calledFunction(const graph::Node& node, const TorchFunction& function);
/// The row that is of operator @p type alone. @pre there is one
const TorchFunction& torchFunctionOfOperator(std::string_view type);
/// The row of a function by its first name. @pre there is one
const TorchFunction& torchFunctionNamed(std::string_view name);

/// Whether torch's @p type, "torch.nn.SiLU", "torch.nn.functional.silu" or "Tensor.abs", is one of the functions
/// @p names. Types of ONNX are none.
bool meansFunction(std::string_view type, std::string_view names);

/// Whether @p type is one of any function.
bool isTorchFunction(std::string_view type);

} // namespace ql::config
