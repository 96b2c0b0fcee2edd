// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPlainTextEdit>

namespace ql::widgets {

/// A unified diff: what goes and what comes differ in colour and by the sign in front.
class DiffView : public QPlainTextEdit {
    Q_OBJECT

public:
    explicit DiffView(QWidget* parent = nullptr);

    void setDiff(const QString& diff);

protected:
    void changeEvent(QEvent* event) override;

private:
    void colourLines();
    void markWords(QList<QTextEdit::ExtraSelection>& marks) const;
};

} // namespace ql::widgets
