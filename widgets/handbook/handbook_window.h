// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

#include <memory>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTreeWidget;
class QUrl;

namespace ql::widgets {

class HandbookHits;
class HandbookPage;
class HandbookSearch;

/// The handbook beside the main window: contents on the left, a chapter on the right. Words are found in all of them;
/// while there are some, the places that hold them stand in place of the contents.
class HandbookWindow : public QWidget {
    Q_OBJECT

public:
    explicit HandbookWindow(QWidget* parent);
    ~HandbookWindow() override;

    HandbookPage& page() { return *m_page; }
    QTreeWidget& contents() { return *m_contents; }
    QLineEdit& search() { return *m_search; }
    HandbookHits& hits() { return *m_hits; }

    /// @p chapter may be "compare" or "advice#clamping".
    void showChapter(const QString& chapter);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void wire();
    void wireSearch();
    void retranslate();
    void fillContents();
    void markChapter(const QUrl& url);
    void findEverywhere();
    void tellPlace();
    void leave();

    QAction m_back;
    QAction m_forward;
    QAction m_find;
    QAction m_previous; ///< hit
    QAction m_next;
    QLineEdit* m_search;
    QLabel* m_found; ///< "3 of 41"
    QStackedWidget* m_left;
    QTreeWidget* m_contents;
    HandbookHits* m_hits;
    HandbookPage* m_page;
    std::unique_ptr<HandbookSearch> m_texts; ///< of the language, from the first search on
};

} // namespace ql::widgets
