// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/compare_result.h"
#include "core/results/trial.h"
#include "widgets/text/label.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::widgets {

using results::ChangeRow;
using results::TrialChange;

/// Pairs outputs and layers of two results by name.
TrialChange changeBetween(const results::CompareResult& before, const results::CompareResult& after);

/// What the second trial did where the first one is taken as what was before.
TrialChange changeBetween(const TrialChange& first, const TrialChange& second);

using results::gainOf;

/// One config that was tried.
struct Trial {
    QDateTime time;   ///< when it began; no two in a list have the same
    Label edits;      ///< "Skip conv_34; Typing"
    QString note;     ///< the user's
    QString config;   ///< the file whose text it was
    std::string text; ///< the config's
    std::shared_ptr<const TrialChange> change;
};

/// Everything that was tried in this session and before, oldest first.
class Trials : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    std::size_t count() const { return m_trials.size(); }
    const Trial& at(std::size_t index) const { return m_trials[index]; }
    const std::vector<Trial>& all() const { return m_trials; }
    void add(Trial trial);
    void remove(std::size_t index);
    void setNote(std::size_t index, const QString& note);
    /// Shows another list.
    void replace(std::vector<Trial> trials);
    /// What every view shows beside the comparison; null = nothing.
    const std::shared_ptr<const TrialChange>& shown() const { return m_shown; }
    void show(std::shared_ptr<const TrialChange> change);

Q_SIGNALS:
    void added(int index);
    void removing(int index);
    void removed(int index);
    void noteChanged(int index);
    void replacing();
    void replaced();
    void shownChanged();

private:
    std::vector<Trial> m_trials;
    std::shared_ptr<const TrialChange> m_shown;
};

} // namespace ql::widgets
