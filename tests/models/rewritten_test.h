// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "tests/models/rewritten_pairs.h"
#include "tests/support/models.h"

#include <QtTest>

namespace ql::tests {

/// What every program does that holds the analyses of a pair as it is against those of the pair written otherwise.
class RewrittenTest : public QObject {
protected:
    using IsWanted = std::function<bool(const TwinPair&)>;

    /// To be called first.
    void open()
    {
        const auto models = modelsFolder();
        if (!models)
            QSKIP("QUANTLOUPE_MODELS is not set: nothing was tested on real models");
        m_pairs = allPairs(*models);
    }

    const std::vector<TwinPair>& pairs() const { return m_pairs; }
    void addRewrites(const IsWanted& isWanted) const { tests::addRewrites(m_pairs, isWanted); }

    void check(RewrittenPairs& pairs) const
    {
        QFETCH(int, pair);
        QFETCH(int, scenario);
        const auto difference = pairs.difference(m_pairs[std::size_t(pair)], scenarios()[std::size_t(scenario)]);
        QVERIFY2(difference.isEmpty(), qPrintable(difference));
    }

    /// @p analyse, or why it refuses: a model that isn't quantized, or can't run, is refused in the same words, but for
    /// names.
    static Analyse orRefusal(Analyse analyse)
    {
        return [analyse = std::move(analyse)](const PairFiles& files) {
            try {
                return analyse(files);
            } catch (const Error& error) {
                const auto words = error.message().english();
                return Rows{{kRefused + words.substr(0, words.find(", used by")), 0.0}};
            }
        };
    }

private:
    std::vector<TwinPair> m_pairs;
};

inline bool isOf(const TwinPair& pair, std::string_view model)
{
    return pair.title.starts_with(model);
}

} // namespace ql::tests
