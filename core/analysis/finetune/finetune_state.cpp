// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/finetune/finetune_state.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/fingerprint.h"
#include "core/base/packed.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

namespace ql::analysis {

namespace {

constexpr const char* kTrainingPart = "training 2";                 // the parts of a FinetuneState go with the number
constexpr std::string_view kOlderBegin = "quantloupe finetune 1\n"; // before checkpoints were journals

/// Says of a @p file that a journal refuses what it is to training. @throws Error
[[noreturn]] void refuseCheckpoint(const std::filesystem::path& file, ErrorCode code)
{
    if (code == ErrorCode::BadArgument)
        throw Error(code,
                    Message("{} is the checkpoint of other training: other models, data or options", file.string()),
                    "give what it was begun with, or another file");
    if (readText(file).starts_with(kOlderBegin))
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("{} is the checkpoint of an older version, which alone continues it", file.string()),
                    "name a file that is not there yet");
    throw Error(ErrorCode::FileCorrupt, Message("{} is no checkpoint of finetune", file.string()),
                "name a file that finetune wrote, or one that is not there yet");
}

} // namespace

std::uint64_t jobOf(const results::FinetuneRequest& request, const FixSamples& samples, const quant::QuantPlan& plan)
{
    Packer all;
    all.add(sha256OfFile(request.models.baseline)).add(samples.fittedNames).add(samples.heldOutNames);
    all.add(request.metric).add(request.trained).add(std::uint64_t(request.steps));
    all.add(std::uint64_t(request.batch)).add(request.learningRate).add(request.layerWeight);
    all.add(std::uint64_t(request.checks)).add(request.options.seed).add(request.equalizes);
    all.add(std::uint64_t(request.epochs)).add(request.labelOutput).add(request.labelWeight);
    all.add(request.labels.empty() ? std::string() : sha256OfFile(request.labels));
    for (const auto& quantizer : plan.quantizers)
        all.add(quantizer.parameters.scales)
            .add(quantizer.parameters.zeroPoints)
            .add(quantizer.parameters.codes)
            .add(quantizer.settings.bits());
    return Fingerprint().add(all.take()).value();
}

std::optional<FinetuneState> FinetuneCheckpoint::open(const std::filesystem::path& file, std::uint64_t job)
{
    try {
        const bool isThere = std::filesystem::exists(file);
        m_journal = Journal::checkpoint(file, job);
        if (!isThere)
            return std::nullopt;
        return unpacked<FinetuneState>(m_journal.find(kTrainingPart).value_or(std::string()));
    } catch (const Error& error) {
        if (error.code() != ErrorCode::BadArgument && error.code() != ErrorCode::FileCorrupt)
            throw;
        refuseCheckpoint(file, error.code());
    }
}

void FinetuneCheckpoint::keep(const std::function<FinetuneState()>& state)
{
    m_journal.keep(kTrainingPart, [&] { return packed(state()); });
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
