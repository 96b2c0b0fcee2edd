// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace ql::results {

#define QL_ANALYSIS(name, Type)                                                                                        \
    struct Type##Request;                                                                                              \
    struct Type##Result;
#include "core/results/analyses.inc"
#undef QL_ANALYSIS

/// The names of all analyses, in the order of the list.
inline constexpr std::string_view kAnalyses[]{
#define QL_ANALYSIS(name, Type) #name,
#include "core/results/analyses.inc"
#undef QL_ANALYSIS
};

/// What an analysis is called: kNameOf<CompareResult> is "compare". Only results of the list have one.
template <typename Result>
inline constexpr std::string_view kNameOf = Result::isNoResultOfTheList;
#define QL_ANALYSIS(name, Type)                                                                                        \
    template <>                                                                                                        \
    inline constexpr std::string_view kNameOf<Type##Result> = #name;
#include "core/results/analyses.inc"
#undef QL_ANALYSIS

/// Is told what an analysis knows so far, on the thread that it runs on; may be empty.
template <typename Result>
using Listener = std::function<void(std::shared_ptr<const Result>)>;

} // namespace ql::results
