// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/journal.h"
#include "core/results/finetune_result.h"

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace ql::analysis {

/// All that training needs to go on where it was, bit for bit.
struct FinetuneState {
    std::uint64_t steps = 0;
    std::vector<std::vector<float>> values; ///< of the parameters
    std::vector<std::vector<float>> firstMoments;
    std::vector<std::vector<float>> secondMoments;
    std::vector<std::vector<float>> best; ///< the parameters that are offered
    results::FinetuneResult known;        ///< curve, best measure and step, forwards

    static auto parts(auto& self)
    {
        auto& known = self.known;
        return std::tie(self.steps, self.values, self.firstMoments, self.secondMoments, self.best, known.bestStep,
                        known.forwards, known.best, known.curve);
    }
};

/// What of a checkpoint is a FinetuneState, whose parts go with the number.
constexpr const char* kTrainingPart = "training 1";

/// A checkpoint, and what is in it: nothing where there is no such file. @throws Error (FileCorrupt) for anything else,
/// (UnsupportedFormat) for an older version's, (BadArgument) where it is of other training than @p job
std::pair<Journal, std::optional<FinetuneState>> openCheckpoint(const std::filesystem::path& file, std::uint64_t job);

std::vector<std::vector<float>> numbersOf(const std::vector<at::Tensor>& tensors);
/// In the shapes of @p like. @throws Error (FileCorrupt) where they don't fit
std::vector<at::Tensor> tensorsOf(const std::vector<std::vector<float>>& numbers, const std::vector<at::Tensor>& like);

} // namespace ql::analysis
