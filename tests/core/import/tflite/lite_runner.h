// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/sandboxed_readers.h"
#include "tests/support/lite_model.h"
#include "tests/support/whole_pass.h"

#include <ATen/ATen.h>
#undef CHECK
#undef LOG

namespace ql::tests {

inline importers::ImportedModel readLite(const std::string& bytes)
{
    return importers::tflite::readModel(std::as_bytes(std::span(bytes)));
}

/// What the model gives for its inputs, in their order.
inline std::vector<at::Tensor> runLite(const importers::ImportedModel& model, const std::vector<at::Tensor>& inputs)
{
    runs::NamedTensors named;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const auto& value = model.graph.value(model.graph.inputs().at(i));
        named.emplace(value.name, ops::Tensor{inputs[i], value.type});
    }
    return outputsOf(model.graph, named);
}

inline at::Tensor onlyResult(const std::string& bytes, const std::vector<at::Tensor>& inputs)
{
    return runLite(readLite(bytes), inputs).at(0);
}

/// The published schema's numbers of operators.
namespace lite {
enum Code {
    kAdd = 0,
    kFullyConnected = 9,
    kLogistic = 14,
    kMul = 18,
    kRnn = 24,
    kSvdf = 27,
    kTanh = 28,
    kSequenceLstm = 44,
    kBidirectionalRnn = 46,
    kExp = 47,
    kTopK = 48,
    kBidirectionalLstm = 52,
    kLess = 58,
    kOneHot = 85,
    kUnpack = 88,
    kSquare = 92,
    kZerosLike = 93,
    kFill = 94,
    kFloorMod = 95,
    kRange = 96,
    kAbs = 101,
    kGatherNd = 107,
    kWhere = 109,
    kRank = 110,
    kElu = 111,
    kReverseSequence = 112,
    kHardSwish = 117,
    kIf = 118,
    kWhile = 119,
    kSuppression4 = 120,
    kSuppression5 = 121,
    kScatterNd = 122,
    kBatchMatMul = 126,
    kBroadcastTo = 130,
    kRealTransform = 131,
    kConv3d = 132,
    kImag = 133,
    kReal = 134,
    kComplexAbs = 135,
    kReduceAny = 91,
    kGelu = 150
};
}

} // namespace ql::tests
