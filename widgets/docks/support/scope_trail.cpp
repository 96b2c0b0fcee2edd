// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/support/scope_trail.h"

#include "widgets/style/color_scale.h"
#include "widgets/text/language.h"
#include "widgets/workbench/workbench.h"

namespace ql::widgets {

namespace {
constexpr QChar kArrow(0x203A);
const QString kEverything = QStringLiteral("/");
} // namespace

ScopeTrail::ScopeTrail(Workbench& workbench, QWidget* parent)
    : QLabel(parent)
    , m_workbench(workbench)
{
    setTextFormat(Qt::RichText);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    setContentsMargins(8, 0, 8, 0);
    // A deep scope is cut at the end instead of making the window wider.
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(this, &QLabel::linkActivated, this, [this](const QString& scope) {
        if (scope == kEverything)
            m_workbench.filter().clear();
        else
            m_workbench.filter().setText(QString::fromUtf8(QByteArray::fromPercentEncoding(scope.toLatin1())));
    });
    connect(&workbench, &Workbench::selectedNameChanged, this, &ScopeTrail::refresh);
    connect(&workbench.selection(), &LayerSelection::changed, this, &ScopeTrail::refresh);
    connect(&workbench.session(), &ModelSession::resultChanged, this, &ScopeTrail::refresh);
    followLanguageAndColors(this, [this] { refresh(); });
}

void ScopeTrail::refresh()
{
    setAccessibleName(tr("Scopes of the selected layer"));
    setToolTip(tr("Click a scope to show only what is in it"));
    const auto* layer = m_workbench.selectedLayer();
    setVisible(layer != nullptr);
    if (!layer)
        return;
    const QString color = baselineColor(palette().color(QPalette::Window)).name(); // readable in light and dark
    const auto link = [&color](const QString& target, const QString& words) {
        return QStringLiteral("<a href='%1' style='color:%2'>%3</a>").arg(target, color, words.toHtmlEscaped());
    };
    QStringList parts{link(kEverything, tr("All layers"))};
    const QString scope = QString::fromStdString(layer->scope);
    qsizetype end = -1;
    while (end < scope.size()) {
        const qsizetype begin = end + 1;
        end = scope.indexOf(u'/', begin);
        end = end < 0 ? scope.size() : end;
        if (end > begin)
            parts.append(link(QString::fromLatin1(scope.left(end).toUtf8().toPercentEncoding("/")),
                              scope.mid(begin, end - begin)));
    }
    parts.append(QStringLiteral("<b>%1</b>")
                     .arg(QString::fromStdString(layer->name.substr(layer->name.rfind('/') + 1)).toHtmlEscaped()));
    setText(parts.join(QStringLiteral(" %1 ").arg(kArrow)));
}

} // namespace ql::widgets
