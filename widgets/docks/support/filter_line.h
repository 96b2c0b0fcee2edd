// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace ql::widgets {

class LayerFilter;

/// The text of the shared filter, in any view that shows layers. "Find" moves the keyboard focus into the line that is
/// in sight.
class FilterLine : public QLineEdit {
    Q_OBJECT

public:
    explicit FilterLine(LayerFilter& filter, QWidget* parent = nullptr);
};

} // namespace ql::widgets
