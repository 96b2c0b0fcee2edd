// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include <string>

class QHBoxLayout;
class QMenu;

namespace ql::widgets {

class Workbench;

/// Where the selected layer stands: a button for each of its scopes, from the outermost inwards. A click shows only
/// what is in the scope; its menu edits all of that.
class ScopeTrail : public QWidget {
    Q_OBJECT

public:
    explicit ScopeTrail(Workbench& workbench, QWidget* parent = nullptr);

    /// What can be done with a whole scope, "" for the model.
    void fillMenu(QMenu& menu, const std::string& scope);

private:
    void refresh();
    void addScope(const QString& words, const QString& scope);
    void addText(const QString& words, bool isBold);
    void showOnly(const QString& scope);

    Workbench& m_workbench;
    QHBoxLayout* m_row;
};

} // namespace ql::widgets
