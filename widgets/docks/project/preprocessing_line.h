// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace ql::widgets {

class ElidedLabel;
class Workbench;

/// How images become tensors: a file of preprocessing and settings on top of it. In sight where an input or a sample is
/// an image, or something is set.
class PreprocessingLine final : public QWidget {
    Q_OBJECT

public:
    explicit PreprocessingLine(Workbench& workbench, QWidget* parent = nullptr);

    QLineEdit& settings() { return *m_settings; }
    QString problemText() const;
    /// An empty path takes the file away.
    void setFile(const QString& path);

private:
    void retranslate();
    void refresh();
    void takeSettings();
    void chooseFile();

    Workbench& m_workbench;
    QLabel* m_title;
    QToolButton* m_open;
    QToolButton* m_remove;
    ElidedLabel* m_file;
    QLineEdit* m_settings;
    QLabel* m_problem;
};

} // namespace ql::widgets
