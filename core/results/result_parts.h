// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/accuracy_result.h"
#include "core/results/analyses.h"
#include "core/results/trial.h"

#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace ql::results {

/// The files that a result is about; one about a single model has no baseline.
struct ModelNames {
    std::string baseline;
    std::string analysis;
};

/// What several analyses found out about one pair of models.
class ResultParts {
public:
    ResultParts() = default;
    /// Takes @p results; null is nothing.
    template <typename... Results>
    explicit ResultParts(const std::shared_ptr<Results>&... results)
    {
        (add(results), ...);
    }

    template <typename Result>
    void add(const std::shared_ptr<Result>& result)
    {
        constexpr bool mayBeSeveral = requires
        {
            Result::mayBeSeveral;
        };
        if (result)
            insert({kNameOf<std::remove_const_t<Result>>, result, namesIn(*result), mayBeSeveral});
    }
    void add(const ResultParts& others);

    /// Null if there is none.
    template <typename Result>
    std::shared_ptr<const Result> first() const
    {
        const auto found = all<Result>();
        return found.empty() ? nullptr : found.front();
    }

    template <typename Result>
    std::vector<std::shared_ptr<const Result>> all() const
    {
        std::vector<std::shared_ptr<const Result>> found;
        for (const auto& part : m_parts)
            if (part.analysis == kNameOf<Result>)
                found.push_back(std::static_pointer_cast<const Result>(part.result));
        return found;
    }

    bool has(std::string_view analysis) const;
    /// Whether @p others hold no second result of an analysis of which one is enough.
    bool hasRoomFor(const ResultParts& others) const;
    /// What the first part in the order of the list is about; one about a pair comes first, then one with a baseline.
    ModelNames models() const;

    std::shared_ptr<const AccuracyResult> baselineAccuracy; ///< the demo's
    std::shared_ptr<const AccuracyResult> analysisAccuracy;
    std::vector<Trial> trials; ///< configs that were tried in the window, oldest first

private:
    struct Part {
        std::string_view analysis;
        std::shared_ptr<const void> result;
        ModelNames models;
        bool mayBeSeveral = false;
    };

    template <typename Result>
    static ModelNames namesIn(const Result& result)
    {
        if constexpr (requires { result.analysis; })
            return {result.baseline, result.analysis};
        else if constexpr (requires { result.model; })
            return {{}, result.model};
        else
            return {result.baseline, {}};
    }

    void insert(Part part);

    std::vector<Part> m_parts; ///< in the order of the list
};

} // namespace ql::results
