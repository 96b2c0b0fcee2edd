// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace ql::widgets {

/// Rich text that may hold bars: `<img src='bar:0.42'/>` is one that is filled to 42 %, and empty at 0. Its lines break
/// wherever they have to, so that it never scrolls sideways.
class DetailsBrowser : public QTextBrowser {
    Q_OBJECT

public:
    explicit DetailsBrowser(QWidget* parent = nullptr);

    /// The HTML of such a bar.
    static QString bar(double share);

protected:
    QVariant loadResource(int type, const QUrl& name) override;

private:
    QPixmap drawnBar(double share) const;
};

} // namespace ql::widgets
