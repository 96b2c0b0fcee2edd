// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ql::tests {

/// One model on one case: which file, which inputs, which outputs it must give.
struct ModelCase {
    std::string title; ///< "mnist/digit2/qdq_s8"
    std::filesystem::path model;
    bool isQuantized = false;
    std::map<std::string, std::filesystem::path> inputs;   ///< by input name
    std::map<std::string, std::filesystem::path> expected; ///< by output name
};

/// A float model, its quantized twin, one case, and ONNX Runtime's per-tensor SQNR for it.
struct ReferencePair {
    std::string title; ///< "mnist__qdq_s8"
    std::filesystem::path baseline;
    std::filesystem::path analysis;
    std::map<std::string, std::filesystem::path> inputs;
    std::map<std::string, double> sqnrDb; ///< by the float tensor's name; tensors without a finite number left out
};

/// A float model, its quantized twin, and the inputs of one case.
struct TwinPair {
    std::string title; ///< "mnist__qdq_s8"
    std::filesystem::path baseline;
    std::filesystem::path analysis;
    std::map<std::string, std::filesystem::path> inputs;
};

std::vector<TwinPair> twinPairs(const std::filesystem::path& models);
std::vector<ModelCase> modelCases(const std::filesystem::path& models);
std::vector<ReferencePair> referencePairs(const std::filesystem::path& models);

} // namespace ql::tests
