// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/finetune/finetune_state.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/packed.h"
#include "core/base/writing/atomic_file.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

namespace ql::analysis {

namespace {

constexpr std::string_view kMagic = "quantloupe finetune 1\n";

/// What a curve's point is in a file.
struct PackedPoint {
    results::FinetunePoint point;

    static auto parts(auto& self)
    {
        return std::tie(self.point.step, self.point.loss, self.point.outputLoss, self.point.layerLoss,
                        self.point.loses);
    }
};

struct PackedCheck {
    results::FixMeasure measure;

    static auto parts(auto& self) { return std::tie(self.measure.metric, self.measure.cost, self.measure.outputs); }
};

[[noreturn]] void refuseCheckpoint(const std::filesystem::path& path)
{
    throw Error(ErrorCode::FileCorrupt, Message("{} is no checkpoint of finetune", path.string()),
                "name a file that finetune wrote, or one that is not there yet");
}

FinetuneState unpackedState(std::string_view bytes)
{
    Unpacker unpacker(bytes);
    auto state = unpacker.next<FinetuneState>();
    for (auto& packed : unpacker.next<std::vector<PackedPoint>>())
        state.known.curve.push_back(std::move(packed.point));
    auto checks = unpacker.next<std::vector<std::optional<PackedCheck>>>();
    unpacker.end();
    if (checks.size() != state.known.curve.size())
        throw Error(ErrorCode::FileCorrupt, "");
    for (std::size_t i = 0; i < checks.size(); ++i)
        if (checks[i])
            state.known.curve[i].check = std::move(checks[i]->measure);
    return state;
}

} // namespace

std::optional<FinetuneState> readFinetuneState(const std::filesystem::path& path, const std::string& about)
{
    if (!std::filesystem::exists(path))
        return std::nullopt;
    const auto text = readText(path);
    if (!text.starts_with(kMagic))
        refuseCheckpoint(path);
    std::optional<FinetuneState> state;
    try {
        state = unpackedState(std::string_view(text).substr(kMagic.size()));
    } catch (const Error&) {
        refuseCheckpoint(path);
    }
    if (state->about != about)
        throw Error(ErrorCode::BadArgument,
                    Message("{} is the checkpoint of other training: other models, data or options", path.string()),
                    "give what it was begun with, or another file");
    return state;
}

void writeFinetuneState(const std::filesystem::path& path, const FinetuneState& state)
{
    std::vector<PackedPoint> points;
    std::vector<std::optional<PackedCheck>> checks;
    for (const auto& point : state.known.curve) {
        points.push_back({point});
        checks.push_back(point.check ? std::optional(PackedCheck{*point.check}) : std::nullopt);
    }
    writeFileAtomically(path, std::string(kMagic) + Packer().add(state).add(points).add(checks).take());
}

std::vector<std::vector<float>> numbersOf(const std::vector<at::Tensor>& tensors)
{
    std::vector<std::vector<float>> numbers;
    for (const auto& tensor : tensors) {
        const auto plain = tensor.contiguous();
        const auto* begin = plain.data_ptr<float>();
        numbers.emplace_back(begin, begin + plain.numel());
    }
    return numbers;
}

std::vector<at::Tensor> tensorsOf(const std::vector<std::vector<float>>& numbers, const std::vector<at::Tensor>& like)
{
    const c10::InferenceMode off(false);
    std::vector<at::Tensor> tensors;
    for (std::size_t i = 0; i < like.size(); ++i) {
        if (numbers.size() != like.size() || std::int64_t(numbers[i].size()) != like[i].numel())
            throw Error(ErrorCode::FileCorrupt, "the checkpoint has other parameters than the network",
                        "give what it was begun with, or another file");
        tensors.push_back(at::tensor(numbers[i], at::kFloat).reshape(like[i].sizes()));
    }
    return tensors;
}

} // namespace ql::analysis
