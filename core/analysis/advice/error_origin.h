// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/layer_rows.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ql::analysis {

/// How the error of each row compares with that of what it reads, in dB of SQNR within -40 … 50 (NaN counts as -40).
struct ErrorFlow {
    std::vector<std::optional<double>> own;       ///< by row; nothing where nothing was measured
    std::vector<std::vector<std::size_t>> inputs; ///< by row: the nearest measured rows that it reads

    /// The worst of what row @p row reads; nothing where that is exact.
    std::optional<std::size_t> worstInput(std::size_t row) const;
    /// Its SQNR; 50 where the inputs are exact.
    double inputDb(std::size_t row) const;
};
ErrorFlow errorFlowOf(const std::vector<LayerRowSource>& rows, const MatchedModels& models);

/// A row that @p row reads whose value already has more NaN and infinite elements than the baseline's.
std::optional<std::size_t> nonFiniteInput(const std::vector<LayerRowSource>& rows, const ErrorFlow& flow,
                                          std::size_t row);

/// The layer at which the error starts.
struct ErrorOrigin {
    /// What shows it.
    enum class Proof {
        Local,    ///< its own error, and how errors hand on along the graph
        SetRight, ///< the output with it set right
        Alone     ///< the output with it alone wrong
    };
    std::size_t row = 0;           ///< a quantized layer; of an effect, any
    std::size_t worstRow = 0;      ///< where it shows most of what reads only this layer's error: often the row itself
    bool isMeasured = false;       ///< controlled runs showed that it makes its error itself
    std::size_t losesLikewise = 0; ///< layers behind it that, by themselves, lose nearly everything as it does
    Proof proof = Proof::Local;
};

/// The layer that an output's error comes from by the effects of @p rows, where any were measured: with it set right at
/// least half of the noise power goes (3 dB), and at least twice as much as with any other; else, with it alone wrong,
/// there is at least half of that noise, and twice what any other makes alone. Of an output that is fair, three
/// quarters (6 dB), and set right it must be fine. Nothing where no single layer does.
std::optional<ErrorOrigin> originByEffects(const std::vector<LayerRowSource>& rows);

/// The layer that contributes most of the error of @p output by local errors. A row's error is split into what its
/// inputs bring (in proportion to their noise) and its own contribution, measured by controlled runs where there are
/// any and else estimated from the drop in SQNR. Nullopt unless one layer makes at least half of the error or nearly
/// all by itself, and where its effect on the output was measured and says otherwise.
std::optional<ErrorOrigin> findErrorOrigin(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                           const ErrorFlow& flow, const results::OutputComparison& output);

/// Where the NaN and infinite elements of an output begin: the rows before it, in order, that have more of them than
/// the baseline has, and read nothing that has.
std::vector<std::size_t> findNonFiniteStarts(const std::vector<LayerRowSource>& rows, const MatchedModels& models,
                                             const ErrorFlow& flow, const results::OutputComparison& output);

} // namespace ql::analysis
