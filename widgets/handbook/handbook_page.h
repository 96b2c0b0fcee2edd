// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>
#include <QTimer>

namespace ql::widgets {

/// Shows chapters of the handbook: Markdown, by Qt's own reader, with pictures as wide as there is room.
class HandbookPage : public QTextBrowser {
    Q_OBJECT

public:
    explicit HandbookPage(QWidget* parent = nullptr);

    /// Marks @p words in every paragraph that holds all of them, in this chapter and in those that follow it.
    void mark(const QStringList& words);
    /// Scrolls to paragraph @p block and selects the first of the marked words in it.
    void showBlock(int block);

    QVariant loadResource(int type, const QUrl& name) override;

protected:
    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void markWords();
    void drawLines();
    void breakCommands();
    void colorLinks();
    void scrollToHeading(const QString& anchor);
    int pictureWidth() const;

    QStringList m_words;  ///< that are marked
    int m_drawnWidth = 0; ///< of pictures
    QTimer m_fitting;
};

} // namespace ql::widgets
