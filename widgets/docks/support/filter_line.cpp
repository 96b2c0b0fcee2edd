// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/filter_line.h"

#include "widgets/session/layer_filter.h"
#include "widgets/style/icons.h"
#include "widgets/text/language.h"

namespace ql::widgets {

namespace {
constexpr int kFilterWidth = 360;
} // namespace

FilterLine::FilterLine(LayerFilter& filter, QWidget* parent)
    : QLineEdit(filter.text(), parent)
{
    setClearButtonEnabled(true);
    addAction(icon("find"), QLineEdit::LeadingPosition);
    setMaximumWidth(kFilterWidth);
    connect(this, &QLineEdit::textChanged, &filter, &LayerFilter::setText);
    connect(&filter, &LayerFilter::changed, this, [this, &filter] {
        if (text() != filter.text())
            setText(filter.text());
    });
    connect(&filter, &LayerFilter::findRequested, this, [this, &filter] {
        if (!isVisible() || visibleRegion().isEmpty())
            return;
        filter.answerFind();
        setFocus(Qt::ShortcutFocusReason);
        selectAll();
    });
    followLanguage(this, [this] {
        setPlaceholderText(tr("Filter layers (Ctrl+F)"));
        setToolTip(tr("Part of a layer's name, value, scope or operator"));
        setAccessibleName(tr("Filter layers"));
    });
}

} // namespace ql::widgets
