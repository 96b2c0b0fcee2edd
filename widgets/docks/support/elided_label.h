// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/text/plain_text.h"

namespace ql::widgets {

/// One line of text that gives up its middle when there is not enough room, e.g. a file name.
class ElidedLabel : public PlainLabel {
    Q_OBJECT

public:
    using PlainLabel::PlainLabel;

    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ql::widgets
