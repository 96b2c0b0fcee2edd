// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

class QLineEdit;
class QTreeWidget;
class QUrl;

namespace ql::widgets {

class HandbookPage;

/// The handbook beside the main window: contents on the left, a chapter on the right, words found in all of them.
class HandbookWindow : public QWidget {
    Q_OBJECT

public:
    explicit HandbookWindow(QWidget* parent);

    HandbookPage& page() { return *m_page; }
    QTreeWidget& contents() { return *m_contents; }
    QLineEdit& search() { return *m_search; }

    /// @p chapter may be "compare" or "advice#clamping".
    void showChapter(const QString& chapter);

private:
    void wire();
    void retranslate();
    void fillContents();
    void markChapter(const QUrl& url);
    void keepMatching();

    QAction m_back;
    QAction m_forward;
    QAction m_find;
    QLineEdit* m_search;
    QTreeWidget* m_contents;
    HandbookPage* m_page;
};

} // namespace ql::widgets
