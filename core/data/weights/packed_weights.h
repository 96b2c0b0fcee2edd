// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/pickle/pickle_value.h"

#include <string>
#include <vector>

namespace ql::data {

/// A tensor of a state dict before its elements are looked at.
struct DescribedTensor {
    std::string name;
    std::string layerType;
    const pickle::PickledTensor* tensor = nullptr;
};

/// The weights inside @p object, packed by a quantized module as entry @p key of a state dict, with the names that the
/// float module has. Objects that hold none give nothing.
std::vector<DescribedTensor> unpackedWeights(const pickle::PickledObject& object, const std::string& key);

/// "fc.weight" for "fc._packed_params._packed_params.0", a linear module's tuple of weight and bias, and for an
/// embedding's "fc._packed_params._packed_weight"; others unchanged.
DescribedTensor withPlainName(DescribedTensor tensor);

/// Names the recurrent cells of one module, "lstm._all_weight_values.2.param.weight_ih" → "lstm.weight_ih_l1", once all
/// are known: whether a cell is another layer or the same one backwards shows in its width, and what kind of cell it is
/// in its height.
void nameRecurrentCells(std::vector<DescribedTensor>& tensors);

} // namespace ql::data
