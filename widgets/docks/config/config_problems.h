// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/diagnostic.h"

#include <QTreeWidget>

#include <vector>

namespace ql::widgets {

/// What is wrong with a config, by rule: "26 × layer … is not quantized" holds the 26. Choosing one leads to its line.
class ConfigProblems : public QTreeWidget {
    Q_OBJECT

public:
    explicit ConfigProblems(QWidget* parent = nullptr);

    void setFindings(const std::vector<results::Diagnostic>& findings);

Q_SIGNALS:
    /// Of a finding about one place, counted from 1.
    void lineChosen(int line, int column);
    /// Of one about a layer.
    void layerChosen(const std::string& layer);

private:
    void choose(const QTreeWidgetItem* item);
    void fill();

    std::vector<results::Diagnostic> m_findings;
};

/// What the messages of @p findings, which are of one rule and one wording, have in common; "…" where they differ.
Message commonMessage(const std::vector<const results::Diagnostic*>& findings);

} // namespace ql::widgets
