// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/quant/training/adam.h"
#include "core/results/finetune_result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ql::analysis {

/// All that training needs to go on where it was, bit for bit.
struct FinetuneState {
    std::string about; ///< digest of what is trained, and how
    std::uint64_t steps = 0;
    std::vector<std::vector<float>> values; ///< of the parameters
    std::vector<std::vector<float>> firstMoments;
    std::vector<std::vector<float>> secondMoments;
    std::vector<std::vector<float>> best; ///< the parameters that are offered
    results::FinetuneResult known;        ///< curve, best measure and step, forwards

    static auto parts(auto& self)
    {
        auto& known = self.known;
        return std::tie(self.about, self.steps, self.values, self.firstMoments, self.secondMoments, self.best,
                        known.bestStep, known.forwards, known.best.metric, known.best.cost, known.best.outputs);
    }
};

/// Nothing where there is no such file. @throws Error (FileCorrupt) for anything else, (BadArgument) where it is of
/// other training than @p about
std::optional<FinetuneState> readFinetuneState(const std::filesystem::path& path, const std::string& about);
/// @throws Error (FileWrite)
void writeFinetuneState(const std::filesystem::path& path, const FinetuneState& state);

std::vector<std::vector<float>> numbersOf(const std::vector<at::Tensor>& tensors);
/// In the shapes of @p like. @throws Error (FileCorrupt) where they don't fit
std::vector<at::Tensor> tensorsOf(const std::vector<std::vector<float>>& numbers, const std::vector<at::Tensor>& like);

} // namespace ql::analysis
