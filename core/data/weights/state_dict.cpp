// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/weights/state_dict.h"

#include "core/base/error.h"
#include "core/base/log.h"
#include "core/data/weights/packed_weights.h"
#include "core/data/weights/pt_container.h"
#include "core/pickle/tensor_gatherer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <unordered_set>

namespace ql::data {

namespace {

using Entries = pickle::PickleValue::Entries;
using importers::StoredTensor;

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

/// A dict with weights in it, and where it is.
struct NestedDict {
    std::string path; ///< "nets.generator"; empty = the whole file
    const pickle::PickleValue* value = nullptr;
    std::set<std::string> weights; ///< their names
};

/// What an optimizer keeps goes by numbers, not by names.
void findDicts(const pickle::PickleValue& value, const std::string& path, std::vector<NestedDict>& found, int depth = 0)
{
    const auto* entries = value.entries();
    if (!entries || depth > kDeepestCheckpoint)
        return;
    NestedDict candidate{path, &value, {}};
    for (const auto& [key, inner] : *entries)
        if (isWeightEntry(inner) && !key.textOr({}).empty())
            candidate.weights.insert(key.textOr({}));
    if (!candidate.weights.empty()) {
        found.push_back(std::move(candidate));
        return;
    }
    for (const auto& [key, inner] : *entries)
        if (const auto name = key.textOr({}); !name.empty())
            findDicts(inner, path.empty() ? name : path + "." + name, found, depth + 1);
}

std::string pathsOf(const std::vector<NestedDict>& candidates)
{
    std::string paths;
    for (const auto& candidate : candidates)
        paths += (paths.empty() ? "" : ", ") + candidate.path;
    return paths;
}

const pickle::PickleValue& dictNamed(const std::string& name, const std::vector<NestedDict>& candidates)
{
    const auto isCalled = [&name](const NestedDict& one) {
        return one.path == name || one.path.ends_with("." + name) || one.path.starts_with(name + ".");
    };
    const auto count = std::ranges::count_if(candidates, isCalled);
    if (count == 1)
        return *std::ranges::find_if(candidates, isCalled)->value;
    const bool isBare = candidates.size() == 1 && candidates.front().path.empty();
    throw Error(ErrorCode::BadArgument,
                count > 1 ? Message("{} of its state dicts are called {}", count, name)
                          : Message("the file holds no state dict {}", name),
                isBare ? Message(
                    "the file is a state dict itself: leave the name out; weights takes BASELINE:ANALYSIS, too, one of "
                    "which may be empty")
                       : Message("its state dicts are {}", pathsOf(candidates)));
}

/// Those that hold just what @p one holds, itself included: states of the same network.
std::vector<NestedDict> alikeTo(const NestedDict& one, const std::vector<NestedDict>& candidates)
{
    std::vector<NestedDict> found;
    for (const auto& other : candidates)
        if (other.weights == one.weights)
            found.push_back(other);
    return found;
}

/// What is read of a file.
const pickle::PickleValue& chosenIn(const pickle::PickleValue& root, const std::string& name)
{
    std::vector<NestedDict> candidates;
    findDicts(root, {}, candidates);
    if (!name.empty())
        return dictNamed(name, candidates);
    const auto* usual = stateDictIn(root);
    for (const auto& candidate : candidates) {
        const auto alike = alikeTo(candidate, candidates);
        if (alike.size() < 2 || (usual && usual != candidate.value))
            continue;
        if (!usual)
            throw Error(ErrorCode::BadArgument,
                        Message("the file holds {} state dicts of the same weights: {}", alike.size(), pathsOf(alike)),
                        "choose one with --state-dict-name");
        logWarning(Message("of the state dicts {} {} is taken; --state-dict-name takes another", pathsOf(alike),
                           candidate.path));
    }
    return usual ? *usual : root;
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

importers::StoredQuantizer readQuantizer(const pickle::PickledTensor& tensor, pickle::TensorGatherer& gatherer)
{
    const auto& quantizer = *tensor.quantizer;
    if (!quantizer.scales)
        return {{quantizer.scale}, {quantizer.zeroPoint}, {}};
    importers::StoredQuantizer read{gatherer.gather(*quantizer.scales).toDoubles(),
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

void requireFinite(const importers::StoredQuantizer& quantizer)
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

importers::ImportedModel readContainer(const PtContainer& container, const std::string& name)
{
    const auto& chosen = chosenIn(container.root, name);
    pickle::TensorGatherer gatherer(container.storage, *container.budget);
    importers::ImportedModel model;
    model.format = "pytorch";
    model.isWeightsOnly = true;
    std::unordered_set<std::string> names;
    for (const auto& described : describedIn(chosen)) {
        if (!names.insert(described.name).second)
            throw Error(ErrorCode::FileCorrupt, Message("tensor {} stands twice in the file", described.name),
                        "save the weights anew: torch.save(model.state_dict(), path)");
        model.tensors.push_back(readTensor(described, gatherer));
    }
    if (model.tensors.empty())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("the file holds no tensors but {}", container.root.describe()),
                    "save the weights: torch.save(model.state_dict(), path)");
    return model;
} // namespace ql::data

} // namespace

importers::ImportedModel readStateDict(const std::filesystem::path& path, const std::string& name)
{
    return withContext(Message::text(path.string()), [&] {
        auto model = readContainer(*openPt(path), name);
        model.path = path;
        return model;
    });
}

} // namespace ql::data
