// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_writer.h"
#include "core/results/result_parts.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace ql::report {

/// What results say of each tensor of one model.
class TensorNumbers {
public:
    struct Tensor {
        std::string name;
        Json fields = Json::object(); ///< numbers, words and lists by name; of two results that say one the first
    };

    /// The tensor's fields, new ones empty.
    Json& of(const std::string& name);
    /// In the order in which they were named.
    const std::vector<Tensor>& tensors() const { return m_tensors; }

    std::string model;

private:
    std::vector<Tensor> m_tensors;
    std::unordered_map<std::string, std::size_t> m_places;
};

struct TensorNumbersOfPair {
    TensorNumbers baseline;
    TensorNumbers analysis;

    bool empty() const { return baseline.tensors().empty() && analysis.tensors().empty(); }
};

/// Of comparisons, shadows, weights and profiles.
TensorNumbersOfPair tensorNumbers(const results::ResultParts& parts);

} // namespace ql::report
