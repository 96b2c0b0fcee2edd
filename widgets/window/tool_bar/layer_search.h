// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>
#include <QStringListModel>

namespace ql::widgets {

class Workbench;

/// Goes to a layer by a part of its name: a list of those that fit opens while one types, Enter goes to the next of
/// them. Nothing is filtered.
class LayerSearch : public QLineEdit {
    Q_OBJECT

public:
    explicit LayerSearch(Workbench& workbench, QWidget* parent = nullptr);

    void retranslate();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    void forgetNames();
    QStringList names();
    void go(const QString& part, bool isForward);

    Workbench& m_workbench;
    QStringListModel m_names;
    bool m_areNamesKnown = false; ///< of the result that is shown
};

} // namespace ql::widgets
