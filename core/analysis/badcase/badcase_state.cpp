// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/badcase/badcase_state.h"

#include "core/base/fingerprint.h"
#include "core/base/packed.h"
#include "core/caller/functions.h"

#include <span>

namespace ql::analysis {

namespace {

/// A tensor that can be packed.
struct KeptTensor {
    std::string name; ///< empty for a state, which goes by its place
    graph::DataType type = graph::DataType::Undefined;
    graph::Shape shape;
    std::string bytes;

    static auto parts(auto& self) { return std::tie(self.name, self.type, self.shape, self.bytes); }
};

KeptTensor kept(const std::string& name, const graph::TensorData& tensor)
{
    const auto bytes = tensor.bytes();
    return {name, tensor.type(), tensor.shape(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
}

graph::TensorData tensorOf(const KeptTensor& tensor)
{
    return graph::TensorData::copyOf(tensor.type, tensor.shape, std::as_bytes(std::span(tensor.bytes)));
}

std::vector<KeptTensor> kept(const std::vector<runs::Tensor>& states)
{
    std::vector<KeptTensor> tensors;
    for (const auto& state : states)
        tensors.push_back(kept({}, ops::toTensorData(state)));
    return tensors;
}

std::vector<runs::Tensor> statesOf(const std::vector<KeptTensor>& tensors)
{
    std::vector<runs::Tensor> states;
    for (const auto& tensor : tensors)
        states.push_back(ops::toTensor(tensorOf(tensor)));
    return states;
}

} // namespace

std::uint64_t jobOf(const results::BadCaseRequest& request, std::uint64_t data, std::size_t valuesPerSample)
{
    Fingerprint sum;
    sum.addFile(request.models.baseline).addFile(request.models.analysisName());
    sum.add(data).add(valuesPerSample).add(request.metric).add(request.order);
    for (const auto* words :
         {&request.outputs, &request.feedback, &request.samples.images.settings, &request.options.postProcess}) {
        sum.add(words->size());
        for (const auto& word : *words)
            sum.add(word);
    }
    for (const auto& path : {request.labels, request.samples.images.file})
        if (!path.empty())
            sum.addFile(path);
    sum.add(std::uint64_t(!caller::areLasting(request.options.functions.get())));
    return sum.add(request.labelOutput).add(request.resetEvery).value();
}

std::string packedState(const BadCaseState& state)
{
    std::vector<KeptTensor> inputs;
    for (const auto& [name, tensor] : state.worstInputs)
        inputs.push_back(kept(name, tensor));
    return Packer().add(state).add(kept(state.baselineStates)).add(kept(state.analysisStates)).add(inputs).take();
}

BadCaseState unpackedState(std::string_view bytes)
{
    Unpacker unpacker(bytes);
    auto state = unpacker.next<BadCaseState>();
    state.baselineStates = statesOf(unpacker.next<std::vector<KeptTensor>>());
    state.analysisStates = statesOf(unpacker.next<std::vector<KeptTensor>>());
    for (const auto& input : unpacker.next<std::vector<KeptTensor>>())
        state.worstInputs.emplace_back(input.name, tensorOf(input));
    unpacker.end();
    return state;
}

} // namespace ql::analysis
