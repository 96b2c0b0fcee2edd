// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/replay/layer_replay.h"

#include <algorithm>

namespace ql::analysis {

using runs::Tensor;

std::optional<LayerReplay> LayerReplay::of(const LayerRunner& runner, std::size_t layer, const LayerRunner& other)
{
    LayerReplay replay(runner, layer, other);
    return replay.nodes().empty() ? std::nullopt : std::optional(std::move(replay));
}

LayerReplay::LayerReplay(const LayerRunner& runner, std::size_t layer, const LayerRunner& other)
    : m_runner(&runner)
    , m_other(&other)
    , m_layer(layer)
    , m_segment(runner.segment(layer))
{
    const auto partner = other.segment(runner.partnerOf(layer));
    for (const auto& input : m_segment.inputs)
        m_seen.push_back(other.seenValue(partner, runner.partnerOf(input.layer)));
    for (const auto& value : m_segment.handedOn)
        m_handedOn.push_back(runner.counterpartOf(value.value, other, partner));
}

void LayerReplay::keep() const
{
    auto& own = m_runner->execution();
    auto& others = m_other->execution();
    own.keep(m_runner->layer(m_layer).value);
    others.keep(m_other->layer(m_runner->partnerOf(m_layer)).value);
    for (std::size_t i = 0; i < m_seen.size(); ++i) {
        own.keep(m_segment.inputs[i].value);
        others.keep(m_seen[i]);
    }
    for (std::size_t i = 0; i < m_handedOn.size(); ++i) {
        own.keep(m_segment.handedOn[i].value);
        if (m_handedOn[i].isValid())
            others.keep(m_handedOn[i]);
    }
}

void LayerReplay::release() const
{
    auto& own = m_runner->execution();
    auto& others = m_other->execution();
    own.release(m_runner->layer(m_layer).value);
    others.release(m_other->layer(m_runner->partnerOf(m_layer)).value);
    for (std::size_t i = 0; i < m_seen.size(); ++i) {
        own.release(m_segment.inputs[i].value);
        others.release(m_seen[i]);
    }
    for (std::size_t i = 0; i < m_handedOn.size(); ++i) {
        own.release(m_segment.handedOn[i].value);
        if (m_handedOn[i].isValid())
            others.release(m_handedOn[i]);
    }
}

Tensor LayerReplay::own() const
{
    return m_runner->realNumbers(m_runner->layer(m_layer).value);
}

Tensor LayerReplay::found() const
{
    const auto value = m_other->layer(m_runner->partnerOf(m_layer)).value;
    auto tensor = m_other->realNumbers(value);
    if (!tensor.isDefined())
        tensor = m_other->execution().tensorLike(value, own());
    return m_runner->fitted(tensor, *m_other, m_layer, own());
}

/// A dump may lack what stands behind the quantizer, or need the runner's tensor to be read at all.
Tensor LayerReplay::seenTensor(std::size_t input) const
{
    const auto layer = m_segment.inputs[input].layer;
    const auto own = m_runner->realNumbers(m_segment.inputs[input].value);
    auto tensor = m_other->realNumbers(m_seen[input]);
    const auto partner = m_other->layer(m_runner->partnerOf(layer)).value;
    for (const auto value : {m_seen[input], partner})
        if (!tensor.isDefined())
            tensor = m_other->execution().tensorLike(value, own);
    return m_runner->fitted(tensor, *m_other, layer, own);
}

std::optional<std::vector<Tensor>> LayerReplay::given() const
{
    std::vector<Tensor> tensors;
    for (std::size_t i = 0; i < m_seen.size(); ++i) {
        tensors.push_back(seenTensor(i));
        if (!tensors.back().isDefined())
            return std::nullopt;
    }
    return tensors;
}

std::optional<LayerRunner::Replaced> LayerReplay::handedOn() const
{
    LayerRunner::Replaced replaced;
    for (std::size_t i = 0; i < m_handedOn.size(); ++i) {
        const auto value = m_segment.handedOn[i].value;
        const auto own = m_runner->execution().tensor(value);
        const auto other = m_handedOn[i].isValid() ? m_other->realNumbers(m_handedOn[i]) : Tensor();
        if (!own.isPresent() || !other.isPresent() || own.type != other.type)
            return std::nullopt;
        replaced.emplace_back(value, other);
    }
    return replaced;
}

Tensor LayerReplay::rerun(std::stop_token stop) const
{
    const auto tensors = given();
    const auto replaced = handedOn();
    return tensors && replaced ? m_runner->rerun(m_layer, m_segment, *tensors, stop, *replaced) : Tensor();
}

Tensor LayerReplay::rerunWithout(std::size_t left, std::stop_token stop) const
{
    const auto tensors = given();
    auto replaced = handedOn();
    const auto& layer = m_runner->layer(left);
    const auto read = m_runner->firstInputOf(layer.node);
    if (!tensors || !replaced || !read.isValid())
        return {};
    const auto input = m_runner->made(read, m_segment, *tensors, stop, *replaced);
    const auto& own = m_runner->execution().tensor(layer.own);
    if (!input.isDefined() || (own.isDefined() && own.shape() != input.shape()))
        return {};
    auto segment = m_segment;
    std::erase(segment.nodes, layer.node);
    replaced->emplace_back(layer.own, input);
    return m_runner->rerun(m_layer, segment, *tensors, stop, *replaced);
}

} // namespace ql::analysis
