// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/request_parts.h"
#include "tests/models/manifest.h"
#include "tests/support/model_rewrites.h"

#include <QString>
#include <QTemporaryDir>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ql::tests {

/// How a pair of models is written otherwise; a side without rewrite stays as it is.
struct Scenario {
    const char* title;
    Rewrite baseline;
    Rewrite analysis;
};
const std::vector<Scenario>& scenarios();

/// The numbers of a result, by what they are about: layers go by the baseline's names.
using Rows = std::map<std::string, double>;

/// Begins the name of a row that says why there are no others; a twin must have others.
inline const std::string kRefused = "refused: ";

/// A pair of models as it stands in files.
struct PairFiles {
    results::ModelPair models;
    std::vector<std::string> inputWords;
    FormerNames formerNames; ///< of the baseline's nodes

    /// What the original calls a layer: "LSTM_11:1" may be "lstm:1".
    std::string formerName(const std::string& layer) const;
};
using Analyse = std::function<Rows(const PairFiles&)>;

/// The pairs of the shared models; and with themselves, the extra model whose network stands in the branches of an If,
/// and that with operators which nothing here can run.
std::vector<TwinPair> allPairs(const std::filesystem::path& models);
PairFiles filesOf(const TwinPair& pair);
/// Makes a dataset of the pair's one sample in @p folder.
void copyInputs(const PairFiles& files, const std::filesystem::path& folder);

/// Test data: every pair that @p isWanted times every scenario. Columns "pair" and "scenario" are indexes.
void addRewrites(const std::vector<TwinPair>& pairs, const std::function<bool(const TwinPair&)>& isWanted);

/// Runs @p analyse on a pair as it is (once, remembered) and as the scenario writes it.
class RewrittenPairs {
public:
    explicit RewrittenPairs(Analyse analyse)
        : m_analyse(std::move(analyse))
    {
    }

    /// Empty when at least 98 % of the rows keep their number within 0.01 dB and none is lost, else what is wrong.
    QString difference(const TwinPair& pair, const Scenario& scenario);

private:
    const Rows& original(const TwinPair& pair);

    Analyse m_analyse;
    std::map<std::string, Rows> m_originals;
    QTemporaryDir m_folder;
};

} // namespace ql::tests
