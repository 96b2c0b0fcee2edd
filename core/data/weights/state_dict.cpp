// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/state_dict.h"

#include "core/base/error.h"
#include "core/data/weights/packed_weights.h"
#include "core/data/weights/pt_container.h"
#include "core/pickle/tensor_gatherer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

namespace ql::data {

namespace {

using Entries = pickle::PickleValue::Entries;
using import::StoredTensor;

constexpr int kDeepestCheckpoint = 4;
/// What training scripts call the state dict in a checkpoint; the first that is there counts.
constexpr std::array<std::string_view, 10> kStateDicts{
    "state_dict", "model_state_dict", "model_state", "model",   "module",
    "net",        "network",          "generator",   "weights", "params"};

/// Whether @p value is a weight, or a tuple that begins with one.
bool isWeightEntry(const pickle::PickleValue& value)
{
    const auto* items = value.items();
    return value.tensor() || value.object() || (items && !items->empty() && items->front().tensor());
}

/// The state dict itself: @p value, or a dict in it under one of the usual names; null when there is none.
const pickle::PickleValue* stateDictIn(const pickle::PickleValue& value, int depth = 0)
{
    const auto* entries = value.entries();
    if (!entries || depth > kDeepestCheckpoint)
        return nullptr;
    const auto isTensor = [](const auto& entry) { return isWeightEntry(entry.second); };
    if (std::ranges::any_of(*entries, isTensor))
        return &value;
    for (const auto name : kStateDicts)
        for (const auto& [key, inner] : *entries)
            if (key.textOr({}) == name)
                if (const auto* found = stateDictIn(inner, depth + 1))
                    return found;
    return nullptr;
}

std::vector<DescribedTensor> describedIn(const pickle::PickleValue& root)
{
    std::vector<DescribedTensor> found;
    pickle::visitPickle(root, '.', [&found](const pickle::PickleValue& value, const std::string& name) {
        if (value.tensor())
            found.push_back(withPlainName({name, {}, value.tensor()}));
        else
            std::ranges::move(unpackedWeights(*value.object(), name), std::back_inserter(found));
    });
    nameRecurrentCells(found);
    return found;
}

import::StoredQuantizer readQuantizer(const pickle::PickledTensor& tensor,
                                      pickle::TensorGatherer& gatherer){const auto& quantizer = *tensor.quantizer;
if (!quantizer.scales)
    return {{quantizer.scale}, {quantizer.zeroPoint}, {}};
import::StoredQuantizer read{gatherer.gather(*quantizer.scales).toDoubles(),
                             gatherer.gather(*quantizer.zeroPoints).toDoubles(), quantizer.axis};
const auto rank = std::int64_t(tensor.shape.size());
if (quantizer.axis < 0 || quantizer.axis >= rank
    || read.scales.size() != static_cast<std::size_t>(tensor.shape[static_cast<std::size_t>(quantizer.axis)])
    || read.zeroPoints.size() != read.scales.size())
    throw Error(ErrorCode::FileCorrupt,
                Message("axis {} of shape {} has {} scales and {} zero points", quantizer.axis,
                        graph::toString(tensor.shape), read.scales.size(), read.zeroPoints.size()));
return read;
} // namespace

void requireFinite(const import::StoredQuantizer& quantizer)
{
    const auto isFinite = [](double value) { return std::isfinite(value); };
    if (!std::ranges::all_of(quantizer.scales, isFinite) || !std::ranges::all_of(quantizer.zeroPoints, isFinite))
        throw Error(ErrorCode::FileCorrupt, "a scale or zero point is not finite");
}

StoredTensor readTensor(const DescribedTensor& described, pickle::TensorGatherer& gatherer)
{
    return withContext(Message("tensor {}", described.name), [&] {
        StoredTensor stored{described.name, described.layerType, gatherer.gather(*described.tensor), {}};
        if (described.tensor->quantizer) {
            if (!graph::isQuantizedInteger(stored.data.type()) && stored.data.type() != graph::DataType::Int32)
                throw Error(ErrorCode::FileCorrupt, "is quantized and holds no integers");
            stored.quantizer = readQuantizer(*described.tensor, gatherer);
            requireFinite(*stored.quantizer);
        }
        return stored;
    });
}

import::ImportedModel readContainer(const PtContainer& container){const auto* root = stateDictIn(container.root);
pickle::TensorGatherer gatherer(container.storage);
import::ImportedModel model;
model.format = "pytorch";
model.isWeightsOnly = true;
std::unordered_set<std::string> names;
for (const auto& described : describedIn(root ? *root : container.root))
    if (names.insert(described.name).second)
        model.tensors.push_back(readTensor(described, gatherer));
if (model.tensors.empty())
    throw Error(ErrorCode::UnsupportedFormat, Message("the file holds no tensors but {}", container.root.describe()),
                "save the weights: torch.save(model.state_dict(), path)");
return model;
} // namespace ql::data

} // namespace

import::ImportedModel readStateDict(const std::filesystem::path& path)
{
    return withContext(Message::text(path.string()), [&path] {
        auto model = readContainer(*openPt(path));
model.path = path;
return model;
});
}

} // namespace ql::data
