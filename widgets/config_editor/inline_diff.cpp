// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_editor/inline_diff.h"

#include <QRegularExpression>

#include <algorithm>
#include <vector>

namespace ql::widgets {

namespace {

constexpr std::size_t kMostPairs = 1'000'000; ///< of words that are compared; beyond that they differ as a whole

QStringList wordsOf(const QString& line)
{
    static const QRegularExpression kWord(QStringLiteral("[\\w./-]+|\\s+|."));
    QStringList words;
    for (auto match = kWord.globalMatch(line); match.hasNext();)
        words.append(match.next().captured());
    return words;
}

/// The longest common subsequence, as a flag for each word.
class CommonWords {
public:
    CommonWords(const QStringList& before, const QStringList& after)
        : m_before(before)
        , m_after(after)
        , inBefore(std::size_t(before.size()))
        , inAfter(std::size_t(after.size()))
    {
        const auto shared = std::min(before.size(), after.size());
        while (m_first < shared && before.at(m_first) == after.at(m_first))
            mark(m_first, m_first), ++m_first;
        while (m_last < shared - m_first
               && before.at(before.size() - 1 - m_last) == after.at(after.size() - 1 - m_last)) {
            mark(before.size() - 1 - m_last, after.size() - 1 - m_last);
            ++m_last;
        }
        alignMiddle();
    }

private:
    void mark(qsizetype i, qsizetype j)
    {
        inBefore[std::size_t(i)] = true;
        inAfter[std::size_t(j)] = true;
    }

    /// By the table of the lengths of what the ends have in common.
    void alignMiddle()
    {
        const auto rows = std::size_t(m_before.size() - m_first - m_last);
        const auto columns = std::size_t(m_after.size() - m_first - m_last);
        if (rows == 0 || columns == 0 || rows * columns > kMostPairs)
            return;
        std::vector<int> lengths((rows + 1) * (columns + 1));
        const auto at = [&](std::size_t i, std::size_t j) -> int& { return lengths[i * (columns + 1) + j]; };
        const auto isSame = [&](std::size_t i, std::size_t j) {
            return m_before.at(m_first + qsizetype(i)) == m_after.at(m_first + qsizetype(j));
        };
        for (std::size_t i = rows; i-- > 0;)
            for (std::size_t j = columns; j-- > 0;)
                at(i, j) = isSame(i, j) ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
        for (std::size_t i = 0, j = 0; i < rows && j < columns;) {
            if (isSame(i, j)) {
                mark(m_first + qsizetype(i), m_first + qsizetype(j));
                ++i, ++j;
            } else if (at(i + 1, j) >= at(i, j + 1)) {
                ++i;
            } else {
                ++j;
            }
        }
    }

    const QStringList& m_before;
    const QStringList& m_after;
    qsizetype m_first = 0; ///< words that both begin with
    qsizetype m_last = 0;  ///< words that both end with

public:
    std::vector<bool> inBefore;
    std::vector<bool> inAfter;
};

/// Neighbours are one span.
QList<TextSpan> spansOf(const QStringList& words, const std::vector<bool>& isCommon)
{
    QList<TextSpan> spans;
    qsizetype at = 0;
    for (qsizetype i = 0; i < words.size(); ++i) {
        const qsizetype length = words.at(i).size();
        if (!isCommon[std::size_t(i)]) {
            if (!spans.isEmpty() && spans.back().from + spans.back().length == at)
                spans.back().length += length;
            else
                spans.append({at, length});
        }
        at += length;
    }
    return spans;
}

} // namespace

InlineDiff inlineDiff(const QString& before, const QString& after)
{
    const QStringList old = wordsOf(before);
    const QStringList now = wordsOf(after);
    const CommonWords common(old, now);
    const auto isWord = [&old](std::size_t i) { return !old.at(qsizetype(i)).trimmed().isEmpty(); };
    bool hasCommon = false;
    for (std::size_t i = 0; i < common.inBefore.size(); ++i)
        hasCommon = hasCommon || (common.inBefore[i] && isWord(i));
    if (!hasCommon)
        return {};
    return {spansOf(old, common.inBefore), spansOf(now, common.inAfter)};
}

} // namespace ql::widgets
