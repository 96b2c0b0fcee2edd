// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::widgets {

/// A layer or an output, before and after.
struct ChangeRow {
    std::string name;
    std::string opType;
    bool isOutput = false;
    std::optional<results::Metrics> before;
    std::optional<results::Metrics> after;
    std::string dtypeBefore; ///< as quantized; empty = not quantized
    std::string dtypeAfter;
};

/// What a tried config changes: outputs first, then layers in execution order. Made on the worker, never changed after.
struct TrialChange {
    std::string before; ///< what the two results compared with the baseline
    std::string after;
    std::vector<ChangeRow> rows;

    /// Of the worst output after; nothing where it could not be measured.
    const ChangeRow* worstOutput(results::MetricId metric) const;
};

/// Pairs outputs and layers of two results by name.
TrialChange changeBetween(const results::CompareResult& before, const results::CompareResult& after);

/// Positive is better; NaN counts as the worst, and equal infinities as no change. Nothing where a side is missing.
std::optional<double> gainOf(const ChangeRow& row, results::MetricId metric);

/// One config that was tried.
struct Trial {
    QDateTime time;
    QString edits;    ///< "Skip conv_34; Typing"
    QString note;     ///< the user's
    std::string text; ///< the config's
    std::shared_ptr<const TrialChange> change;
};

/// Everything that was tried in this session, oldest first.
class Trials : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    std::size_t count() const { return m_trials.size(); }
    const Trial& at(std::size_t index) const { return m_trials[index]; }
    void add(Trial trial);
    void setNote(std::size_t index, const QString& note);

Q_SIGNALS:
    void added(int index);
    void noteChanged(int index);

private:
    std::vector<Trial> m_trials;
};

} // namespace ql::widgets
