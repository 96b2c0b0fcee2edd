// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QToolButton;

namespace ql::widgets {

class ElidedLabel;
class ModelSlot;

/// One model of the project: its file, its kind and size, or what is wrong with it. Takes a dropped file.
class ModelPanel : public QFrame {
    Q_OBJECT

public:
    enum class Role { Baseline, Analysis };

    ModelPanel(Role role, ModelSlot& slot, QWidget* parent = nullptr);

    QString statusText() const;

Q_SIGNALS:
    void browseRequested();

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void refresh();
    void setStatus(const QString& text, bool isProblem = false);

    Role m_role;
    ModelSlot& m_slot;
    QLabel* m_icon;
    QLabel* m_title;
    ElidedLabel* m_file;
    QLabel* m_status;
    QToolButton* m_browse;
};

} // namespace ql::widgets
