// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/docks/project/post_process_line.h"

#include "widgets/text/language.h"
#include "widgets/text/plain_text.h"
#include "widgets/workbench/workbench.h"

#include <QLineEdit>
#include <QVBoxLayout>

namespace ql::widgets {

PostProcessLine::PostProcessLine(Workbench& workbench, QWidget* parent)
    : QWidget(parent)
    , m_workbench(workbench)
    , m_title(new PlainLabel(this))
    , m_expressions(new QLineEdit(this))
{
    QFont bold = font();
    bold.setBold(true);
    m_title->setFont(bold);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 6, 6, 4);
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(m_expressions);
    // Of the session, too, which is gone before a window that closes takes the focus away.
    connect(m_expressions, &QLineEdit::editingFinished, &workbench.session(), [this] { take(); });
    connect(&workbench.session(), &ModelSession::changed, this, &PostProcessLine::refresh);
    followLanguage(this, [this] { retranslate(); });
}

void PostProcessLine::take()
{
    std::vector<std::string> expressions;
    for (const QString& part : m_expressions->text().split(u';'))
        if (const QString expression = part.trimmed(); !expression.isEmpty())
            expressions.push_back(expression.toStdString());
    m_workbench.session().setPostProcess(expressions);
    m_expressions->setModified(false);
    refresh();
}

void PostProcessLine::retranslate()
{
    m_title->setText(tr("Post-processing"));
    m_expressions->setPlaceholderText(tr("e.g. %1").arg(QStringLiteral("p = softmax(x)")));
    setHint(*m_expressions,
            tr("What is compared, searched and ranked in the place of the outputs: a name and an expression of the "
               "model's outputs, several with semicolons between them. x is the only output, x[1] one of several"));
    refresh();
}

/// What is being typed stays.
void PostProcessLine::refresh()
{
    const ModelSession& session = m_workbench.session();
    QStringList parts;
    for (const auto& expression : session.postProcess())
        parts.append(QString::fromStdString(expression));
    if (!m_expressions->isModified())
        m_expressions->setText(parts.join(QStringLiteral("; ")));
    setVisible(!session.baseline().path().isEmpty() || !parts.isEmpty());
}

} // namespace ql::widgets
