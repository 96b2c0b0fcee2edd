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

    QVariant loadResource(int type, const QUrl& name) override;

protected:
    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void drawLines();
    void breakCommands();
    void colorLinks();
    void scrollToHeading(const QString& anchor);
    int pictureWidth() const;

    int m_drawnWidth = 0; ///< of pictures
    QTimer m_fitting;
};

} // namespace ql::widgets
